import Foundation

/// The tokenizer of predicate format strings.
struct PredicateScanner {
  enum Token: Equatable {
    /// A name or keyword, as written.
    case word(String)
    case number(NSNumber)
    case text(String)
    /// A placeholder such as `%@`, `%K` or `%d`, identified by its letter.
    case argument(Character)
    case variable(String)
    case sign(String)
    case end
  }
  struct Failure: Error {
    let message: String
    /// The position in the text, in characters.
    let place: Int
  }

  private let characters: [Character]
  private var position = 0
  private(set) var tokens: [(token: Token, place: Int)] = []

  /// Longer signs first.
  private static let signs = [
    "**", "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", ":=", "=", "<", ">", "!", "(", ")", "{", "}",
    "[", "]", ",", ".", "+", "-", "*", "/", ":",
  ].map(Array.init)

  init(_ text: String) throws {
    characters = Array(text)
    while let token = try next() { tokens.append(token) }
    tokens.append((.end, characters.count))
  }

  private mutating func next() throws -> (Token, Int)? {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
    guard position < characters.count else { return nil }
    let start = position
    let character = characters[position]
    if character == "\"" || character == "'" { return (.text(try quoted(character)), start) }
    if character.isNumber { return (try number(), start) }
    if character == "%" { return (try argument(), start) }
    if character == "$" {
      position += 1
      let name = word()
      if name.isEmpty { throw Failure(message: "the variable name after $ is missing", place: start) }
      return (.variable(name), start)
    }
    if character == "#" {
      // A name that would otherwise be a keyword.
      position += 1
      return (.word("#" + word()), start)
    }
    if Self.isWord(character) { return (.word(word()), start) }
    for sign in Self.signs where characters[position...].starts(with: sign) {
      position += sign.count
      return (.sign(String(sign)), start)
    }
    throw Failure(message: "unexpected “\(character)”", place: start)
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "@"
  }

  private mutating func word() -> String {
    let start = position
    while position < characters.count, Self.isWord(characters[position]) { position += 1 }
    return String(characters[start..<position])
  }

  private mutating func quoted(_ quote: Character) throws -> String {
    let start = position
    position += 1
    var text = ""
    while position < characters.count, characters[position] != quote {
      if characters[position] == "\\", position + 1 < characters.count {
        position += 1
        text.append(escaped(characters[position]))
      } else {
        text.append(characters[position])
      }
      position += 1
    }
    guard position < characters.count else { throw Failure(message: "unterminated string", place: start) }
    position += 1
    return text
  }

  private func escaped(_ character: Character) -> String {
    switch character {
    case "n": "\n"
    case "t": "\t"
    case "r": "\r"
    // NB: a backslash of a pattern (`\*`, `\d`) is kept.
    case "*", "?": "\\\(character)"
    default: character.isLetter ? "\\\(character)" : String(character)
    }
  }

  private mutating func number() throws -> Token {
    let start = position
    func at(_ index: Int) -> Character? { index < characters.count ? characters[index] : nil }
    if characters[position] == "0", let x = at(position + 1), "xX".contains(x) {
      position += 2
      let digits = word()
      guard let value = UInt64(digits, radix: 16) else {
        throw Failure(message: "0x\(digits) is not a number", place: start)
      }
      return .number(NSNumber(value: value))
    }
    while let character = at(position), character.isNumber { position += 1 }
    var isWhole = true
    if at(position) == ".", let digit = at(position + 1), digit.isNumber {
      isWhole = false
      position += 1
      while let character = at(position), character.isNumber { position += 1 }
    }
    if let e = at(position), "eE".contains(e), let digit = at(position + 1),
      digit.isNumber || "+-".contains(digit)
    {
      isWhole = false
      position += 2
      while let character = at(position), character.isNumber { position += 1 }
    }
    let text = String(characters[start..<position])
    if isWhole, let value = Int64(text) { return .number(NSNumber(value: value)) }
    guard let value = Double(text) else { throw Failure(message: "\(text) is not a number", place: start) }
    return .number(NSNumber(value: value))
  }

  private mutating func argument() throws -> Token {
    let start = position
    position += 1
    while position < characters.count, "hlqLzjt".contains(characters[position]) { position += 1 }
    guard position < characters.count, "@KdDiuUxXofFeEgGcCsaA".contains(characters[position]) else {
      throw Failure(
        message: "% must be followed by one of @ K d u x f g c", place: start)
    }
    defer { position += 1 }
    return .argument(characters[position])
  }
}
