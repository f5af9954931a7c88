/// The build settings of one target in one configuration, resolved as in Xcode.
///
/// The levels are, from the lowest: the platform's defaults, the project's settings and the target's
/// settings, the latter two each after their `.xcconfig` file. `$(inherited)` means the value of the levels
/// below. Values are expanded on access, because a setting of a low level may refer to one that a higher
/// level changes.
public struct BuildSettings: Sendable {
  private var levels: [[String: String]] = []

  public init(levels: [[String: String]] = []) {
    for level in levels { append(level) }
  }

  /// Adds a level that overrides all levels added so far.
  ///
  /// Conditions in brackets, `NAME[sdk=iphonesimulator*]`, are evaluated here: a value whose conditions hold
  /// replaces the unconditional one of the same level; the other conditional values are dropped.
  public mutating func append(_ level: [String: String]) {
    var decided: [String: String] = [:]
    var specificity: [String: Int] = [:]
    for (key, value) in level.sorted(by: { $0.key < $1.key }) {
      guard let bracket = key.firstIndex(of: "[") else {
        if specificity[key] == nil { decided[key] = value }
        continue
      }
      let conditions = key[bracket...].split(whereSeparator: { "[],".contains($0) })
      guard conditions.allSatisfy(Self.holds) else { continue }
      let name = String(key[..<bracket])
      if conditions.count >= specificity[name, default: 0] {
        decided[name] = value
        specificity[name] = conditions.count
      }
    }
    levels.append(decided)
  }

  /// The expanded value of a setting; `nil` if no level defines it.
  public subscript(name: String) -> String? {
    var effort = Effort()
    return value(name, below: levels.count, visiting: [], &effort)
  }

  /// Whether a Boolean setting is on.
  public func flag(_ name: String) -> Bool {
    self[name].map(Self.isTrue) ?? false
  }

  /// The words of a list setting, with shell quoting removed.
  public func list(_ name: String) -> [String] {
    Self.words(self[name] ?? "")
  }

  /// `text` with every reference to a setting replaced by its value, and unknown ones by nothing.
  ///
  /// A text whose expansion exceeds the limits is returned unchanged.
  public func expand(_ text: String) -> String { expansion(of: text) ?? text }

  /// The same, but `nil` if references are nested too deeply or values grow too long.
  public func expansion(of text: String) -> String? {
    var effort = Effort()
    let result = expand(text, name: nil, below: levels.count, visiting: [], &effort)
    return effort.isExceeded ? nil : result
  }

  /// The first setting by name that cannot be expanded within the limits; called once when a project is read.
  func firstBeyondBounds() -> String? {
    var all = 0
    return names.first { name in
      var effort = Effort()
      _ = value(name, below: levels.count, visiting: [], &effort)
      all += effort.characters
      return effort.isExceeded || all > Effort.charactersOfAll
    }
  }

  /// The cost of one expansion, which is limited because of nested `A = $(B)$(B)` and `$($($(`.
  private struct Effort {
    static let charactersOfAll = 20_000_000
    var characters = 0
    var depth = 0
    var isExceeded = false

    mutating func add(_ count: Int) {
      characters += count + 1
      if characters > 1_000_000 || depth > 100 { isExceeded = true }
    }
  }

  /// The names of all settings that any level defines, sorted.
  public var names: [String] {
    Set(levels.flatMap(\.keys)).sorted()
  }

  public static func isTrue(_ value: String) -> Bool {
    ["yes", "true", "1", "y", "t"].contains(value.lowercased())
  }

  private static func holds(_ condition: Substring) -> Bool {
    let parts = condition.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return false }
    let pattern = parts[1]
    func matches(_ actual: String) -> Bool {
      pattern.hasSuffix("*") ? actual.hasPrefix(pattern.dropLast()) : actual == pattern
    }
    switch parts[0] {
    case "sdk": return matches("iphonesimulator18.0") || pattern == "iphonesimulator"
    case "arch": return matches("x86_64")
    case "variant": return matches("normal")
    default: return false  // config= is used only in .xcconfig files, whose reader resolves it
    }
  }

  private func value(
    _ name: String, below limit: Int, visiting: Set<String>, _ effort: inout Effort
  ) -> String? {
    for index in stride(from: limit - 1, through: 0, by: -1) {
      if let raw = levels[index][name] {
        return expand(raw, name: name, below: index, visiting: visiting, &effort)
      }
    }
    return nil
  }

  private func expand(
    _ text: String, name: String?, below limit: Int, visiting: Set<String>, _ effort: inout Effort
  ) -> String {
    effort.add(text.utf8.count)
    guard text.contains("$"), !effort.isExceeded else { return text }
    effort.depth += 1
    defer { effort.depth -= 1 }
    var result = ""
    var rest = text[...]
    while !effort.isExceeded, let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      let afterDollar = rest.index(after: dollar)
      guard afterDollar < rest.endIndex else {
        result += "$"
        return result
      }
      let opener = rest[afterDollar]
      if opener == "(" || opener == "{" {
        guard let end = Self.closing(rest, from: afterDollar) else {
          result += rest[dollar...]
          return result
        }
        let inner = String(rest[rest.index(after: afterDollar)..<end])
        result += reference(
          expand(inner, name: name, below: limit, visiting: visiting, &effort), name: name, below: limit,
          visiting: visiting, &effort)
        rest = rest[rest.index(after: end)...]
      } else if opener == "$" {
        result += "$"
        rest = rest[rest.index(after: afterDollar)...]
      } else {
        let word = rest[afterDollar...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        if word.isEmpty {
          result += "$"
        } else {
          result += reference(String(word), name: name, below: limit, visiting: visiting, &effort)
        }
        rest = rest[word.endIndex...]
      }
    }
    return result + rest
  }

  /// The value of `NAME:modifier:modifier`, the inside of one reference.
  private func reference(
    _ inner: String, name: String?, below limit: Int, visiting: Set<String>, _ effort: inout Effort
  ) -> String {
    let parts = inner.split(separator: ":", omittingEmptySubsequences: false)
    guard let first = parts.first else { return "" }
    let wanted = String(first)
    var value: String?
    if let name, wanted == "inherited" || wanted == name {
      value = self.value(name, below: limit, visiting: visiting, &effort)
    } else if !visiting.contains(wanted) {
      var deeper = visiting
      deeper.insert(wanted)
      if let name { deeper.insert(name) }
      value = self.value(wanted, below: levels.count, visiting: deeper, &effort)
    }
    for modifier in parts.dropFirst() {
      value = Self.modify(value, modifier)
    }
    return value ?? ""
  }

  private static func modify(_ value: String?, _ modifier: Substring) -> String? {
    if modifier.hasPrefix("default=") {
      return value.flatMap { $0.isEmpty ? nil : $0 } ?? String(modifier.dropFirst(8))
    }
    guard let value else { return nil }
    let path = value.split(separator: "/", omittingEmptySubsequences: false)
    let file = path.last ?? ""
    switch modifier {
    case "lower": return value.lowercased()
    case "upper": return value.uppercased()
    case "rfc1034identifier": return rfc1034Identifier(value)
    case "c99extidentifier", "identifier": return c99Identifier(value)
    case "quote": return value
    case "dir": return path.dropLast().joined(separator: "/")
    case "file": return String(file)
    case "base":
      return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
    case "suffix":
      return String(file.lastIndex(of: ".").map { file[$0...] } ?? "")
    case "standardizepath": return AbsolutePath.standardized(value)
    default: return value
    }
  }

  private static func closing(_ text: Substring, from opening: String.Index) -> String.Index? {
    let open = text[opening]
    let close: Character = open == "(" ? ")" : "}"
    var depth = 0
    var index = opening
    while index < text.endIndex {
      if text[index] == open { depth += 1 }
      if text[index] == close {
        depth -= 1
        if depth == 0 { return index }
      }
      index = text.index(after: index)
    }
    return nil
  }

  /// A valid Swift module name: letters of any script, digits and underscores.
  public static func c99Identifier(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isLetter || character == "_" || (character.isNumber && !result.isEmpty) {
        result.append(character)
      } else {
        result.append("_")
      }
    }
    return result
  }

  /// A name for bundle identifiers: ASCII letters, digits, dots and hyphens.
  public static func rfc1034Identifier(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "-" })
  }

  /// The words of a text, split like a shell command with quotation marks and backslashes.
  public static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let done = word { words.append(done) }
    return words
  }
}
