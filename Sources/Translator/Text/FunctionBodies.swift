/// Finds and blanks the function bodies in which no rule has work, so that they need not be parsed.
///
/// OPTIMIZATION: parsing everything takes 2.5 times as long (Decisions/0077), and bodies are most of a source
/// file. They are replaced by spaces, which preserves offsets and lines.
package enum FunctionBodies {
  /// The text with blanked bodies; `nil` if there is no body to blank, or if a bracket is not closed.
  ///
  /// - Parameter triggers: the offsets at which a rule may have work, in ascending order.
  static func blanked(_ source: SwiftTokens, keeping triggers: [Int]) -> [UInt8]? {
    guard let ranges = ranges(source) else { return nil }
    var result = source.bytes
    var didBlank = false
    var next = 0
    result.withUnsafeMutableBufferPointer { buffer in
      for range in ranges {
        while next < triggers.count, triggers[next] < range.lowerBound { next += 1 }
        if next < triggers.count, triggers[next] < range.upperBound { continue }
        didBlank = true
        var index = range.lowerBound
        while index < range.upperBound {
          if buffer[index] != UInt8(ascii: "\n") { buffer[index] = UInt8(ascii: " ") }
          index += 1
        }
      }
    }
    return didBlank ? result : nil
  }

  /// The ranges between the braces of the outermost functions, initializers and deinitializers, in ascending
  /// order; `nil` if a bracket is not closed.
  package static func ranges(_ source: SwiftTokens) -> [Range<Int>]? {
    var result: [Range<Int>] = []
    /// Whether the position is between the keyword of a function and its body.
    var isInSignature = false
    var index = 0
    while index < source.tokens.count {
      let token = source.tokens[index]
      switch token.kind {
      case .leftBrace where isInSignature:
        guard let end = source.closing(index) else { return nil }
        let inside = token.end..<source.tokens[end].start
        if inside.count > 1 { result.append(inside) }
        index = end
        isInSignature = false
      case .rightBrace: isInSignature = false
      case .leftParen:
        guard let end = source.closing(index) else { return nil }
        index = end
      case .word:
        if let starts = startsFunction(token, in: source) {
          isInSignature = starts && !(index > 0 && source.tokens[index - 1].kind == .period)
        }
      default: break
      }
      index += 1
    }
    return result
  }

  private static let functions: [StaticString] = ["func", "init", "deinit"]
  private static let otherDeclarations: [StaticString] = [
    "import", "var", "let", "class", "case", "struct", "subscript", "enum", "extension", "protocol",
    "typealias",
    "actor", "associatedtype",
  ]

  /// Whether the word begins a function (true) or another declaration (false); `nil` for any other word.
  private static func startsFunction(_ token: SwiftTokens.Token, in source: SwiftTokens) -> Bool? {
    guard (3...14).contains(token.end - token.start) else { return nil }
    if functions.contains(where: { source.matches(token, $0) }) { return true }
    return otherDeclarations.contains { source.matches(token, $0) } ? false : nil
  }
}
