import CarobRuntime
import Foundation

/// Parses the format strings of predicates and expressions.
///
///     predicate   = and ("OR" and)*          and     = not ("AND" not)*
///     not         = ("NOT" | "!") not | "(" predicate ")" | "TRUEPREDICATE" | comparison
///     comparison  = ["ANY" | "SOME" | "ALL" | "NONE"] expression operator ["[cdn]"] expression
///     expression  = term (("+" | "-") term)*   term   = power (("*" | "/") power)*
///     power       = unary ["**" power]         unary  = "-" unary | value ("." name | "[" index "]")*
package struct PredicateParser {
  private typealias Token = PredicateScanner.Token
  private typealias Failure = PredicateScanner.Failure

  private let tokens: [(token: Token, place: Int)]
  private var index = 0
  private let arguments: [Any]
  private var nextArgument = 0

  // Nested parts, and operators of equal precedence in a row, become levels of a tree that is parsed,
  // described and evaluated recursively. The limits keep the recursion within one megabyte of stack.
  private static let maxDepth = 100
  private static let maxOperators = 500
  private var depth = 0
  /// The number of parts started, including those that are parsed again as an expression. Limits
  /// backtracking, which would otherwise double the work with each level.
  private var startedParts = 0

  static func predicate(_ format: String, _ arguments: [Any]) -> NSPredicate {
    reading(format) {
      var parser = PredicateParser(tokens: try PredicateScanner(format).tokens, arguments: arguments)
      let predicate = try parser.predicate()
      try parser.finish()
      return predicate
    }
  }

  static func expression(_ format: String, _ arguments: [Any]) -> NSExpression {
    reading(format) {
      var parser = PredicateParser(tokens: try PredicateScanner(format).tokens, arguments: arguments)
      let expression = try parser.expression()
      try parser.finish()
      return expression
    }
  }

  /// NB: an invalid format is a programmer error, as on the platform. The message shows the position.
  private static func reading<R>(_ format: String, _ body: () throws -> R) -> R {
    do { return try body() } catch {
      let failure = error as? Failure
      let place = failure?.place ?? 0
      NSException.raise(
        .invalidArgumentException,
        "Unable to parse the format string \"\(format)\": \(failure?.message ?? "\(error)"), "
          + "at character \(place + 1): \(format.prefix(place))▸\(format.dropFirst(place))")
    }
  }

  /// Whether a format is valid. Checks that the position of a failure is inside the text.
  package static func check(_ format: String, _ arguments: [Any]) -> Bool {
    do {
      var parser = PredicateParser(tokens: try PredicateScanner(format).tokens, arguments: arguments)
      _ = try parser.predicate()
      try parser.finish()
      return true
    } catch {
      guard let failure = error as? Failure else { return false }
      precondition((0...format.count).contains(failure.place), "a failure position outside the format string")
      return false
    }
  }

  private init(tokens: [(token: Token, place: Int)], arguments: [Any]) {
    self.tokens = tokens
    self.arguments = arguments
  }

  // MARK: Tokens

  private var token: Token { tokens[index].token }
  private func fail(_ message: String) -> Failure { Failure(message: message, place: tokens[index].place) }

  private mutating func take(_ sign: String) -> Bool {
    guard token == .sign(sign) else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ sign: String) throws {
    guard take(sign) else { throw fail("“\(sign)” was expected") }
  }

  private func isKeyword(_ name: String, at offset: Int = 0) -> Bool {
    guard index + offset < tokens.count, case .word(let word) = tokens[index + offset].token else {
      return false
    }
    return word.uppercased() == name
  }

  private mutating func takeKeyword(_ names: String...) -> String? {
    guard let name = names.first(where: { isKeyword($0) }) else { return nil }
    index += 1
    return name
  }

  private func finish() throws {
    guard token == .end else { throw fail("unexpected text after the end of the predicate") }
  }

  private mutating func argument() throws -> Any {
    guard nextArgument < arguments.count else { throw fail("there is no argument for this placeholder") }
    nextArgument += 1
    return arguments[nextArgument - 1]
  }

  /// Parses a nested part, unless the nesting is too deep.
  private mutating func nested<R>(_ read: (inout PredicateParser) throws -> R) throws -> R {
    startedParts += 1
    guard depth < Self.maxDepth, startedParts <= 100 * tokens.count else {
      throw fail("the predicate is nested too deeply")
    }
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  private func checkLength(_ operators: inout Int) throws {
    guard operators <= Self.maxOperators else {
      throw fail("more than \(Self.maxOperators) operators in a row")
    }
    operators += 1
  }

  // MARK: Predicates

  private mutating func predicate() throws -> NSPredicate {
    var parts = [try conjunction()]
    while takeKeyword("OR") != nil || take("||") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : FormattedCompound(type: .or, subpredicates: parts)
  }

  private mutating func conjunction() throws -> NSPredicate {
    var parts = [try negation()]
    while takeKeyword("AND") != nil || take("&&") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : FormattedCompound(type: .and, subpredicates: parts)
  }

  private mutating func negation() throws -> NSPredicate { try nested { try $0.negatedOrNot() } }

  private mutating func negatedOrNot() throws -> NSPredicate {
    if takeKeyword("NOT") != nil || take("!") {
      return FormattedCompound(type: .not, subpredicates: [try negation()])
    }
    if takeKeyword("TRUEPREDICATE") != nil { return ConstantPredicate(value: true) }
    if takeKeyword("FALSEPREDICATE") != nil { return ConstantPredicate(value: false) }
    if token == .sign("("), let inner = inParentheses() { return inner }
    return try comparison()
  }

  /// A predicate in parentheses; nil if the parentheses belong to an expression, as in `(a + b) > c`.
  private mutating func inParentheses() -> NSPredicate? {
    let (start, startArgument) = (index, nextArgument)
    index += 1
    if let inner = try? predicate(), take(")"), operatorHere() == nil, !isArithmeticHere { return inner }
    (index, nextArgument) = (start, startArgument)
    return nil
  }

  private var isArithmeticHere: Bool { ["+", "-", "*", "/", "**", ".", "["].contains { token == .sign($0) } }

  private func operatorHere() -> NSComparisonPredicate.Operator? {
    switch token {
    case .sign(let sign): NSComparisonPredicate.signs.first { $0.0 == sign }?.1
    case .word(let word): NSComparisonPredicate.signs.first { $0.0 == word.uppercased() }?.1
    default: nil
    }
  }

  private mutating func comparison() throws -> NSPredicate {
    let quantifier = takeKeyword("ANY", "SOME", "ALL", "NONE")
    let left = try expression()
    guard let type = operatorHere() else {
      throw fail("an operator was expected (==, <, IN, CONTAINS, …)")
    }
    index += 1
    let options = try options()
    let right = try expression()
    let modifier: NSComparisonPredicate.Modifier =
      quantifier == nil ? .direct : quantifier == "ALL" ? .all : .any
    let comparison = NSComparisonPredicate(
      leftExpression: left, rightExpression: right, modifier: modifier, type: type, options: options)
    return quantifier == "NONE" ? FormattedCompound(type: .not, subpredicates: [comparison]) : comparison
  }

  private mutating func options() throws -> NSComparisonPredicate.Options {
    guard token == .sign("["), case .word(let letters) = tokens[index + 1].token,
      tokens[index + 2].token == .sign("]")
    else { return [] }
    var options: NSComparisonPredicate.Options = []
    for letter in letters.lowercased() {
      switch letter {
      case "c": options.insert(.caseInsensitive)
      case "d": options.insert(.diacriticInsensitive)
      case "n": options.insert(.normalized)
      // NB: locale-sensitive comparison; here all locales compare in the same way.
      case "l": break
      default: throw fail("“\(letter)” is not one of the options c, d, n, l")
      }
    }
    index += 3
    return options
  }

  // MARK: Expressions

  private mutating func expression() throws -> NSExpression {
    var left = try term()
    var operators = 0
    while true {
      try checkLength(&operators)
      if take("+") {
        left = NSExpression(.function("add:to:", [left, try term()], operand: nil))
      } else if take("-") {
        left = NSExpression(.function("from:subtract:", [left, try term()], operand: nil))
      } else if let name = takeKeyword("UNION", "INTERSECT", "MINUS") {
        let type: NSExpression.ExpressionType =
          name == "UNION" ? .unionSet : name == "MINUS" ? .minusSet : .intersectSet
        left = NSExpression(.sets(type, left, try term()))
      } else {
        return left
      }
    }
  }

  private mutating func term() throws -> NSExpression {
    var left = try power()
    var operators = 0
    while true {
      try checkLength(&operators)
      if take("*") {
        left = NSExpression(.function("multiply:by:", [left, try power()], operand: nil))
      } else if take("/") {
        left = NSExpression(.function("divide:by:", [left, try power()], operand: nil))
      } else {
        return left
      }
    }
  }

  private mutating func power() throws -> NSExpression {
    try nested { parser in
      let base = try parser.unary()
      guard parser.take("**") else { return base }
      return NSExpression(.function("raise:toPower:", [base, try parser.power()], operand: nil))
    }
  }

  private mutating func unary() throws -> NSExpression {
    guard take("-") else { return try postfix(try primary()) }
    let operand = try nested { try $0.unary() }
    if case .constant(let value as NSNumber) = operand.content {
      return NSExpression(.constant(PredicateFunctions.call("from:subtract:", [NSNumber(value: 0), value])))
    }
    return NSExpression(
      .function("from:subtract:", [NSExpression(.constant(NSNumber(value: 0))), operand], operand: nil))
  }

  private mutating func postfix(_ operand: NSExpression) throws -> NSExpression {
    var result = operand
    var operators = 0
    while true {
      try checkLength(&operators)
      if take(".") {
        result = try member(of: result)
      } else if token == .sign("["), !isOptions {
        index += 1
        result = NSExpression(.function("objectFrom:withIndex:", [result, try elementIndex()], operand: nil))
        try expect("]")
      } else {
        return result
      }
    }
  }

  private var isOptions: Bool {
    guard case .word(let word) = tokens[index + 1].token else { return false }
    return !["FIRST", "LAST", "SIZE"].contains(word.uppercased())
  }

  private mutating func elementIndex() throws -> NSExpression {
    if let name = takeKeyword("FIRST", "LAST", "SIZE") { return NSExpression(.constant(name)) }
    return try expression()
  }

  /// Parses the key after a dot, which extends a key path.
  private mutating func member(of operand: NSExpression) throws -> NSExpression {
    let key: String
    switch token {
    case .word(let word): key = word.hasPrefix("#") ? String(word.dropFirst()) : word
    case .argument("K"):
      guard let name = try argument() as? String else { throw fail("%K needs a string") }
      key = name
    default: throw fail("a key was expected after the dot")
    }
    index += 1
    switch operand.content {
    case .keyPath(let path, let from): return NSExpression(.keyPath("\(path).\(key)", from: from))
    case .evaluatedObject: return NSExpression(.keyPath(key, from: nil))
    default: return NSExpression(.keyPath(key, from: operand))
    }
  }

  private mutating func primary() throws -> NSExpression {
    switch token {
    case .number(let number):
      index += 1
      return NSExpression(.constant(number))
    case .text(let text):
      index += 1
      return NSExpression(.constant(text))
    case .variable(let name):
      index += 1
      return NSExpression(.variable(name))
    case .argument(let letter):
      let value = try argument()
      index += 1
      return try expression(for: value, letter)
    case .sign("("):
      index += 1
      let inner = try expression()
      try expect(")")
      return inner
    case .sign("{"):
      index += 1
      return NSExpression(.aggregate(try list(until: "}")))
    case .word(let word): return try named(word)
    case .end: throw fail("a value was expected, but the format string ends")
    default: throw fail("a value was expected")
    }
  }

  private func expression(for value: Any, _ letter: Character) throws -> NSExpression {
    switch letter {
    case "K":
      guard let path = value as? String else { throw fail("%K needs a string, not \(value)") }
      return NSExpression(.keyPath(path, from: nil))
    case "@": return value as? NSExpression ?? NSExpression(.constant(value))
    case "c", "C":
      if let code = value as? any BinaryInteger, let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: code))
      {
        return NSExpression(.constant(String(Character(scalar))))
      }
      return NSExpression(.constant(value))
    default:
      guard boxed(value) is NSNumber else { throw fail("%\(letter) needs a number, not \(value)") }
      return NSExpression(.constant(boxed(value)))
    }
  }

  private mutating func list(until close: String) throws -> [NSExpression] {
    var parts: [NSExpression] = []
    if take(close) { return parts }
    repeat { parts.append(try expression()) } while take(",")
    try expect(close)
    return parts
  }

  private mutating func named(_ word: String) throws -> NSExpression {
    index += 1
    if word.hasPrefix("#") { return NSExpression(.keyPath(String(word.dropFirst()), from: nil)) }
    let isCall = token == .sign("(")
    switch word.uppercased() {
    case "SELF": return NSExpression(.evaluatedObject)
    case "NULL", "NIL": return NSExpression(.constant(nil))
    case "TRUE", "YES": return NSExpression(.constant(NSNumber(value: true)))
    case "FALSE", "NO": return NSExpression(.constant(NSNumber(value: false)))
    case "ANYKEY": return NSExpression(.anyKey)
    case "SUBQUERY" where isCall: return try subquery()
    case "TERNARY" where isCall: return try conditional()
    case "FUNCTION" where isCall: return try message()
    case "CAST" where isCall:
      index += 1
      return NSExpression(.function("CAST", try list(until: ")"), operand: nil))
    case "AND", "OR", "NOT", "IN", "LIKE", "MATCHES", "CONTAINS", "BETWEEN", "BEGINSWITH", "ENDSWITH":
      index -= 1
      throw fail("a value was expected; write #\(word) if it is a key")
    default: break
    }
    if isCall || token == .sign(":"), let name = functionName(word) {
      try expect("(")
      return NSExpression(.function(name, try list(until: ")"), operand: nil))
    }
    return NSExpression(.keyPath(word, from: nil))
  }

  /// A function name, such as `sum` or `modulus:by:`; nil if it is not followed by a call.
  private mutating func functionName(_ first: String) -> String? {
    let start = index
    var name = first
    while take(":") {
      name += ":"
      if case .word(let word) = token {
        name += word
        index += 1
      }
    }
    guard token == .sign("(") else {
      index = start
      return nil
    }
    return name
  }

  private mutating func subquery() throws -> NSExpression {
    try expect("(")
    let collection = try expression()
    try expect(",")
    guard case .variable(let name) = token else { throw fail("SUBQUERY needs a variable, like $x") }
    index += 1
    try expect(",")
    let condition = try predicate()
    try expect(")")
    return NSExpression(.subquery(collection, variable: name, condition))
  }

  private mutating func conditional() throws -> NSExpression {
    try expect("(")
    let condition = try predicate()
    try expect(",")
    let yes = try expression()
    try expect(",")
    let no = try expression()
    try expect(")")
    return NSExpression(.conditional(condition, yes, no))
  }

  private mutating func message() throws -> NSExpression {
    try expect("(")
    let parts = try list(until: ")")
    guard parts.count >= 2, case .constant(let name as String) = parts[1].content else {
      throw fail("FUNCTION needs an object and the name of a method")
    }
    return NSExpression(.function(name, Array(parts.dropFirst(2)), operand: parts[0]))
  }
}
