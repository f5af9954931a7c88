/// Finds nesting that is so deep that parsing it would overflow a reasonable stack.
///
/// The compiler also rejects structures that are nested deeper than 256. Generic arguments, arrows and
/// repeated effects within a line count as well.
enum NestingLimit {
  static let depth = 256
  /// The limit of consecutive opening square brackets: the parser tries each as the beginning of a type and
  /// of a value and parses its content twice, so that each further bracket doubles the time.
  static let squareBrackets = 16

  /// The first location beyond a limit, what is nested there, and the limit.
  static func firstExcess(in source: SwiftTokens) -> (offset: Int, what: String, limit: Int)? {
    var brackets = 0
    var generics = 0
    var arrows = 0
    var effects = 0
    var row = 0
    var previous: SwiftTokens.Token?
    for token in source.tokens {
      if token.isAtStartOfLine { (generics, arrows) = (0, 0) }
      row = token.kind == .leftSquare ? row + 1 : 0
      if row > squareBrackets { return (token.start, "square brackets", squareBrackets) }
      switch token.kind {
      case .leftBrace, .leftParen, .leftSquare:
        brackets += 1
        if brackets > depth { return (token.start, "brackets", depth) }
      case .rightBrace, .rightParen, .rightSquare: brackets = max(0, brackets - 1)
      case .arrow:
        arrows += 1
        if arrows > depth { return (token.start, "function types", depth) }
      case .word:
        effects = source.matches(token, "try") || source.matches(token, "await") ? effects + 1 : 0
        if effects > depth { return (token.start, "effects", depth) }
      case .operator:
        if source.bytes[token.start] == UInt8(ascii: "<"), token.end - token.start == 1,
          previous?.kind == .word, previous?.end == token.start
        {
          generics += 1
          if generics > depth { return (token.start, "generic arguments", depth) }
        } else {
          let closed = source.bytes[token.start..<token.end].count { $0 == UInt8(ascii: ">") }
          generics = max(0, generics - closed)
        }
      default: break
      }
      if token.kind == .leftBrace || token.kind == .rightBrace || token.kind == .semicolon {
        (generics, arrows) = (0, 0)
      }
      previous = token
    }
    return nil
  }
}
