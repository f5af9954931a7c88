import CarobFoundation

/// Parses the visual format language; knows names and numbers, but no views.
///
///     format      := (orientation ":")? (superview connection?)? view (connection? view)* (connection? superview)?
///     orientation := "H" | "V"
///     superview   := "|"
///     view        := "[" name predicates? "]"
///     connection  := "-" predicates "-" | "-" number or metric "-" | "-"
///     predicates  := "(" predicate ("," predicate)* ")"
///     predicate   := ("==" | "<=" | ">=")? (number | metric | view) ("@" (number | metric))?
struct VisualFormatParser {
  struct Failure: Error {
    var message: String
    /// The position in the format, in characters.
    var offset: Int
  }

  enum Relation {
    case lessThanOrEqual, equal, greaterThanOrEqual
  }

  enum Operand: Equatable {
    case number(Double)
    /// A metric in a connection; a metric or a view in a view's predicate.
    case name(String)
  }

  struct Predicate: Equatable {
    var relation = Relation.equal
    var operand: Operand
    var priority: Operand?
    var offset: Int
  }

  enum Connection: Equatable {
    /// Adjacent views without a hyphen.
    case none
    case standard
    case predicates([Predicate])
  }

  struct Element: Equatable {
    /// nil for the superview.
    var view: String?
    var predicates: [Predicate]
    var offset: Int
  }

  struct Format: Equatable {
    var isVertical = false
    var elements: [Element] = []
    /// One fewer than `elements`.
    var connections: [Connection] = []
  }

  private let characters: [Character]
  private var position = 0

  static func parse(_ text: String) throws(Failure) -> Format {
    var parser = VisualFormatParser(text)
    return try parser.format()
  }

  private init(_ text: String) { characters = Array(text) }

  private mutating func format() throws(Failure) -> Format {
    var format = Format()
    skipSpace()
    if position + 1 < characters.count, characters[position + 1] == ":" {
      switch characters[position] {
      case "H", "h": break
      case "V", "v": format.isVertical = true
      default: throw Failure(message: "The orientation is H or V", offset: position)
      }
      position += 2
    }
    if accept("|") {
      format.elements.append(Element(view: nil, predicates: [], offset: position - 1))
      format.connections.append(try connection())
    }
    while true {
      skipSpace()
      if position >= characters.count { break }
      if accept("|") {
        guard format.elements.contains(where: { $0.view != nil }) else {
          throw Failure(message: "A view is missing between the two superview edges", offset: position - 1)
        }
        format.elements.append(Element(view: nil, predicates: [], offset: position - 1))
        skipSpace()
        guard position == characters.count else {
          throw Failure(message: "Nothing may follow the superview's far edge", offset: position)
        }
        return format
      }
      format.elements.append(try view())
      skipSpace()
      if position >= characters.count { break }
      format.connections.append(try connection())
      skipSpace()
      if position >= characters.count {
        throw Failure(message: "A view or | must follow the connection", offset: position)
      }
    }
    guard format.elements.contains(where: { $0.view != nil }) else {
      throw Failure(message: "A view in square brackets is missing", offset: position)
    }
    return format
  }

  private mutating func view() throws(Failure) -> Element {
    let offset = position
    guard accept("[") else { throw Failure(message: "Expected a view, written [name]", offset: position) }
    guard let name = name() else { throw Failure(message: "A view's name is missing", offset: position) }
    var predicates: [Predicate] = []
    if accept("(") { predicates = try predicateList() }
    guard accept("]") else { throw Failure(message: "Expected ] after the view \(name)", offset: position) }
    return Element(view: name, predicates: predicates, offset: offset)
  }

  private mutating func connection() throws(Failure) -> Connection {
    guard accept("-") else { return .none }
    skipSpace()
    guard position < characters.count else {
      throw Failure(message: "A view or | must follow the connection", offset: position)
    }
    if accept("(") {
      let predicates = try predicateList()
      guard accept("-") else { throw Failure(message: "Expected - after the spacing", offset: position) }
      return .predicates(predicates)
    }
    if characters[position] == "[" || characters[position] == "|" { return .standard }
    let offset = position
    let operand = try operand()
    guard accept("-") else { throw Failure(message: "Expected - after the spacing", offset: position) }
    return .predicates([Predicate(operand: operand, priority: nil, offset: offset)])
  }

  private mutating func predicateList() throws(Failure) -> [Predicate] {
    var result: [Predicate] = []
    repeat { result.append(try predicate()) } while accept(",")
    guard accept(")") else { throw Failure(message: "Expected , or ) after a predicate", offset: position) }
    return result
  }

  private mutating func predicate() throws(Failure) -> Predicate {
    skipSpace()
    let offset = position
    var relation = Relation.equal
    for (text, value) in [("==", Relation.equal), ("<=", .lessThanOrEqual), (">=", .greaterThanOrEqual)] {
      let end = position + text.count
      if end <= characters.count, String(characters[position..<end]) == text {
        relation = value
        position = end
        break
      }
    }
    let operand = try operand()
    var priority: Operand?
    if accept("@") { priority = try self.operand() }
    return Predicate(relation: relation, operand: operand, priority: priority, offset: offset)
  }

  private mutating func operand() throws(Failure) -> Operand {
    skipSpace()
    let start = position
    if position < characters.count, characters[position] == "-" || characters[position] == "+" {
      position += 1
    }
    while position < characters.count, characters[position].isNumber || characters[position] == "." {
      position += 1
    }
    if position > start, let number = Double(String(characters[start..<position])) { return .number(number) }
    position = start
    if let name = name() { return .name(name) }
    throw Failure(message: "Expected a number or a name", offset: start)
  }

  private mutating func name() -> String? {
    skipSpace()
    let start = position
    while position < characters.count {
      let character = characters[position]
      let isFirst = position == start
      guard character.isLetter || character == "_" || (!isFirst && (character.isNumber || character == "."))
      else { break }
      position += 1
    }
    return position > start ? String(characters[start..<position]) : nil
  }

  private mutating func accept(_ character: Character) -> Bool {
    skipSpace()
    guard position < characters.count, characters[position] == character else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
  }
}
