/// The names that a project's sources use and declare, as far as words can tell, outside of `#if`.
///
/// For looking up what no module has. It errs on the side of a declaration too many and of a use too few.
struct UsedNames {
  struct Use: Equatable {
    var path: String
    var line: Int
    var column: Int
    var count: Int
    /// The class whose superclass it is.
    var subclass: String?
  }

  /// Names of types and functions with a prefix of Apple's.
  private(set) var prefixed: [String: Use] = [:]
  /// Names behind a period, and of what is overridden.
  private(set) var members: [String: Use] = [:]
  private(set) var declared: Set<String> = []
  /// Members may come from anywhere: the sources have `@dynamicMemberLookup`.
  private(set) var looksUpDynamically = false

  private static let prefixes: [[UInt8]] = ["UI", "NS", "CA", "CG"].map { Array($0.utf8) }
  private static let declaring: Set<String> = [
    "class", "struct", "enum", "protocol", "actor", "typealias", "associatedtype", "func", "var", "let",
    "case",
    "extension", "macro", "for", "inout", "in",
  ]

  /// - Parameter code: as `SourceOutline.withoutCommentsAndStrings` leaves it.
  mutating func add(_ code: [UInt8], path: String) {
    var index = 0
    var line = 1
    var lineStart = 0
    /// Open `#if`s.
    var depth = 0
    var last = ""
    var isOverride = false
    /// The class between whose colon and brace the position is.
    var heir: String?
    /// In the list of a `case`, whose commas precede more names.
    var listsCases = false
    var lastMark: UInt8 = 0
    while index < code.count {
      let byte = code[index]
      if byte == UInt8(ascii: "\n") {
        line += 1
        lineStart = index + 1
        if lastMark != UInt8(ascii: ",") { listsCases = false }
      }
      guard SourceWords.isLetter(byte) else {
        if SourceWords.isDigit(byte) {
          index = SourceWords.end(ofWordAt: index, in: code)
          continue
        }
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: ",") { heir = nil }
        if byte == UInt8(ascii: "{") { isOverride = false }
        if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "`") {
          last = ""
          lastMark = byte
        }
        index += 1
        continue
      }
      let start = index
      index = SourceWords.end(ofWordAt: start, in: code)
      let word = SourceWords.text(start..<index, in: code)
      let before = start > 0 ? code[start - 1] : 0
      let place = Use(path: path, line: line, column: start - lineStart + 1, count: 1, subclass: nil)
      if before == UInt8(ascii: "#") {
        if word == "if" { depth += 1 }
        if word == "endif" { depth -= 1 }
      } else if before == UInt8(ascii: "@") {
        if word == "dynamicMemberLookup" { looksUpDynamically = true }
      } else if before == UInt8(ascii: ".") {
        let isRange = start > 1 && code[start - 2] == UInt8(ascii: ".")
        // NB: C's members have underscores, and nobody else's do.
        if depth == 0, !isRange, !word.contains("_") { Self.note(word, place, &members) }
      } else if Self.declaring.contains(last) {
        let isMember = last == "func" || last == "var" || last == "let"
        if isOverride, isMember {
          if depth == 0 { Self.note(word, place, &members) }
        } else {
          declared.insert(word)
        }
        heir = last == "class" ? word : nil
        if isMember || last == "class" { isOverride = false }
      } else {
        // A label, a parameter, a property in a list.
        if SourceWords.byte(behind: index, in: code) == UInt8(ascii: ":") { declared.insert(word) }
        if word == "override" { isOverride = true }
        if word == "import" {
          while index < code.count, code[index] != UInt8(ascii: "\n") { index += 1 }
        }
        // NB: in `UIKit.UIView` the first is a module.
        if depth == 0, !word.hasSuffix("Kit"), Self.hasPrefix(code, start, index) {
          var use = place
          use.subclass = heir
          Self.note(word, use, &prefixed)
        }
      }
      if listsCases, lastMark == UInt8(ascii: ",") { declared.insert(word) }
      if word == "case" { listsCases = true }
      last = word
      lastMark = 0
    }
  }

  private static func hasPrefix(_ code: [UInt8], _ start: Int, _ end: Int) -> Bool {
    guard end - start > 3, SourceWords.isUppercase(code[start + 2]) else { return false }
    return prefixes.contains { $0[0] == code[start] && $0[1] == code[start + 1] }
  }

  private static func note(_ word: String, _ use: Use, _ table: inout [String: Use]) {
    guard let known = table[word] else {
      table[word] = use
      return
    }
    // The place that matters most is where it is the superclass.
    if known.subclass == nil, use.subclass != nil { table[word] = use }
    table[word]?.count = known.count + 1
  }
}
