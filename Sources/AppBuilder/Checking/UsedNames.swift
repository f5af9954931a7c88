import Translator

/// The names that a project's sources use and declare outside `#if`, as far as tokens show.
///
/// Used to find names that no module declares. In doubtful cases, a name counts as declared and not as used.
struct UsedNames {
  struct Use: Equatable {
    var path: String
    var line: Int
    var column: Int
    var count: Int
    /// The class that inherits from the name, if the use is as a superclass.
    var subclass: String?
  }

  /// Names of types and functions that begin with one of Apple's prefixes.
  private(set) var prefixed: [String: Use] = [:]
  /// Names that follow a period, and names of overridden members.
  private(set) var members: [String: Use] = [:]
  private(set) var declared: Set<String> = []
  /// Whether the sources use `@dynamicMemberLookup`: any member may then exist.
  private(set) var looksUpDynamically = false

  private static let prefixes = ["UI", "NS", "CA", "CG"]
  private static let declaring: Set<String> = [
    "class", "struct", "enum", "protocol", "actor", "typealias", "associatedtype", "func", "var", "let",
    "case",
    "extension", "macro", "for", "inout", "in",
  ]

  mutating func add(_ source: SwiftTokens, path: String) {
    let tokens = source.tokens
    /// The number of open `#if` blocks.
    var depth = 0
    /// The previous token, if it is a word.
    var last = ""
    var lastKind = SwiftTokens.Kind.other
    var isOverride = false
    /// The class whose inheritance clause contains the position: between its colon and its brace.
    var heir: String?
    /// Whether the position is in the list of a `case`, where more names follow the commas.
    var listsCases = false
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      if token.isAtStartOfLine, lastKind != .comma { listsCases = false }
      guard token.kind == .word else {
        switch token.kind {
        case .poundIf: depth += 1
        case .poundEndif: depth -= 1
        case .leftBrace: (heir, isOverride) = (nil, false)
        case .comma: heir = nil
        default: break
        }
        (last, lastKind) = ("", token.kind)
        continue
      }
      let word = source.name(token)
      let (line, column) = source.place(token)
      let place = Use(path: path, line: line, column: column, count: 1, subclass: nil)
      if lastKind == .at {
        if word == "dynamicMemberLookup" { looksUpDynamically = true }
      } else if lastKind == .period {
        // NB: only members of C types contain underscores.
        if depth == 0, !word.contains("_") { Self.note(word, place, &members) }
      } else if Self.declaring.contains(last) {
        let isMember = last == "func" || last == "var" || last == "let"
        if isOverride, isMember {
          if depth == 0 { Self.note(word, place, &members) }
        } else {
          declared.insert(word)
        }
        heir = last == "class" ? word : nil
        if isMember || last == "class" { isOverride = false }
      } else if lastKind != .pound {
        // A label, a parameter, a property in a list.
        if index < tokens.count, tokens[index].kind == .colon { declared.insert(word) }
        if word == "override" { isOverride = true }
        // NB: in `UIKit.UIView` the first name is a module.
        if depth == 0, !word.hasSuffix("Kit"), Self.hasPrefix(word) {
          var use = place
          use.subclass = heir
          Self.note(word, use, &prefixed)
        }
        if word == "import" { while index < tokens.count, !tokens[index].isAtStartOfLine { index += 1 } }
      }
      if listsCases, lastKind == .comma { declared.insert(word) }
      if word == "case" { listsCases = true }
      (last, lastKind) = (word, .word)
    }
  }

  private static func hasPrefix(_ word: String) -> Bool {
    guard prefixes.contains(where: word.hasPrefix), let third = word.utf8.dropFirst(2).first else {
      return false
    }
    return word.utf8.count > 3 && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(third)
  }

  private static func note(_ word: String, _ use: Use, _ table: inout [String: Use]) {
    guard let known = table[word] else {
      table[word] = use
      return
    }
    // A use as a superclass is the most important one to report.
    if known.subclass == nil, use.subclass != nil { table[word] = use }
    table[word]?.count = known.count + 1
  }
}
