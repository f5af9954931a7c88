import CarobFoundation

/// Finds misspelled words in a text.
///
/// DEVIATION: there are no dictionaries, so every word is accepted and no languages are available.
@preconcurrency @MainActor
open class UITextChecker: _MainActorNSObject {
  private var ignored: [String] = []
  private static var learned: Set<String> = []

  open func rangeOfMisspelledWord(
    in stringToCheck: String, range: NSRange, startingAt startingOffset: Int, wrap wrapFlag: Bool,
    language: String
  ) -> NSRange {
    unimplemented("UITextChecker has no dictionary and accepts every word")
    return NSRange(location: NSNotFound, length: 0)
  }
  open func guesses(forWordRange range: NSRange, in string: String, language: String) -> [String]? {
    unimplemented("UITextChecker.guesses(forWordRange:in:language:)")
    return nil
  }
  open func completions(forPartialWordRange range: NSRange, in string: String, language: String) -> [String]?
  {
    unimplemented("UITextChecker.completions(forPartialWordRange:in:language:)")
    return nil
  }
  open func ignoreWord(_ word: String) { ignored.append(word) }
  open var ignoredWords: [String]? {
    get { ignored }
    set { ignored = newValue ?? [] }
  }
  open class func learnWord(_ word: String) { learned.insert(word) }
  open class func unlearnWord(_ word: String) { learned.remove(word) }
  open class func hasLearnedWord(_ word: String) -> Bool { learned.contains(word) }
  open class var availableLanguages: [String] { [] }
}
