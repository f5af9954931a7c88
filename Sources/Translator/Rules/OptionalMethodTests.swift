import SelectorNames

/// Finds references to an optional method that do not call it: `delegate?.foo != nil`,
/// `let foo = delegate.foo`.
///
/// OPTIMIZATION: searches the tokens, so that bodies with such tests need not be parsed.
enum OptionalMethodTests {
  struct Test {
    /// The period before the name.
    var period: Int
    var selector: String
  }

  static func find(in source: SwiftTokens, _ module: ModuleIndex) -> [Test] {
    var selectors: [String: String] = [:]
    for (_, candidates) in module.optionalRequirements.sorted(by: { $0.key < $1.key }) {
      guard let candidate = candidates.first, candidate.member.kind == .method,
        !module.closureProperties.contains(candidate.member.name),
        // NB: the receiver's type is unknown; a property of the same name is left unchanged.
        !(module.membersByName[candidate.member.name] ?? []).contains(where: { $0.member.kind == .property })
      else { continue }
      selectors[candidate.member.name] = module.selector(candidate.member, of: candidate.owner)
    }
    let tokens = source.tokens
    return tokens.indices.dropFirst().dropLast().compactMap { index in
      guard tokens[index].kind == .period, tokens[index + 1].kind == .word,
        isOperand(tokens[index - 1], in: source), tokens[index - 1].end == tokens[index].start
      else { return nil }
      let isCompared = isComparedWithNil(index + 1, in: source)
      guard isCompared || mayEndCondition(index + 2, in: source) && isBound(index, in: source) else {
        return nil
      }
      let name = source.name(tokens[index + 1])
      let selector =
        selectors[name] ?? (isCompared ? frameworkSelector(name, of: index - 1, in: source) : nil)
      return selector.map { Test(period: tokens[index].start, selector: $0) }
    }
  }

  private static func isComparedWithNil(_ name: Int, in source: SwiftTokens) -> Bool {
    guard name + 2 < source.tokens.count else { return false }
    let mark = source.tokens[name + 1]
    return mark.kind == .operator && (source.matches(mark, "!=") || source.matches(mark, "=="))
      && source.matches(source.tokens[name + 2], "nil")
  }

  /// Whether a condition may end before the token.
  private static func mayEndCondition(_ index: Int, in source: SwiftTokens) -> Bool {
    guard index < source.tokens.count else { return true }
    let token = source.tokens[index]
    return token.isAtStartOfLine || token.kind == .leftBrace || token.kind == .comma
      || source.matches(token, "else")
  }

  /// `if let x = a.b`: whether the operand before the period is the value of a binding in a condition.
  private static func isBound(_ period: Int, in source: SwiftTokens) -> Bool {
    let tokens = source.tokens
    var index = period - 1
    while index > 0, tokens[index].kind != .operator || !source.matches(tokens[index], "=") {
      switch tokens[index].kind {
      case .leftParen, .leftBrace, .rightBrace, .semicolon, .comma: return false
      default: index -= 1
      }
    }
    // The keyword is followed by the name and possibly its type.
    while index > 1, !source.matches(tokens[index], "let"), !source.matches(tokens[index], "var") {
      if [.leftBrace, .rightBrace, .semicolon].contains(tokens[index].kind) { return false }
      index -= 1
    }
    guard index > 0 else { return false }
    let before = tokens[index - 1]
    return before.kind == .comma || ["if", "guard", "while"].contains { source.text(before) == $0 }
  }

  /// Only for receivers that are named like a delegate or data source; other objects may have properties of
  /// these names.
  private static func frameworkSelector(_ name: String, of receiver: Int, in source: SwiftTokens) -> String? {
    var index = receiver
    while index > 0, source.tokens[index].kind != .word, isMark(source.tokens[index], in: source) {
      index -= 1
    }
    let receiver = source.text(source.tokens[index]).lowercased()
    guard receiver.hasSuffix("delegate") || receiver.hasSuffix("datasource") else { return nil }
    return FrameworkSelectors.swiftName(forBaseName: name).flatMap(FrameworkSelectors.selector(forSwiftName:))
  }

  private static func isOperand(_ token: SwiftTokens.Token, in source: SwiftTokens) -> Bool {
    [.word, .rightParen, .rightSquare].contains(token.kind) || isMark(token, in: source)
  }

  /// Whether the token is a `?` or `!` after an operand.
  private static func isMark(_ token: SwiftTokens.Token, in source: SwiftTokens) -> Bool {
    source.matches(token, "?") || source.matches(token, "!")
  }
}
