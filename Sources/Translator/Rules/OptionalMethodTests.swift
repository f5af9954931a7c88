import SelectorNames

/// Finds references to an optional method that do not call it: `delegate?.foo != nil`,
/// `let foo = delegate.foo`, `delegate?.foo(_:bar:) != nil`.
///
/// OPTIMIZATION: searches the tokens, so that bodies with such tests need not be parsed.
enum OptionalMethodTests {
  struct Test {
    /// The period before the name.
    var period: Int
    var selector: String
  }

  static func find(in source: SwiftTokens, _ module: ModuleIndex) -> [Test] {
    // By the name alone, and by the full name.
    var selectors: [String: String] = [:]
    for (_, candidates) in module.optionalRequirements.sorted(by: { $0.key < $1.key }) {
      guard let candidate = candidates.first, candidate.member.kind == .method,
        !module.closureProperties.contains(candidate.member.name),
        // NB: the receiver's type is unknown; a property of the same name is left unchanged.
        !(module.membersByName[candidate.member.name] ?? []).contains(where: { $0.member.kind == .property })
      else { continue }
      selectors[candidate.member.name] = module.selector(candidate.member, of: candidate.owner)
      for candidate in candidates where candidate.member.kind == .method {
        selectors[candidate.member.fullName] = module.selector(candidate.member, of: candidate.owner)
      }
    }
    let tokens = source.tokens
    return tokens.indices.dropFirst().dropLast().compactMap { index in
      guard tokens[index].kind == .period, tokens[index + 1].kind == .word,
        isOperand(tokens[index - 1], in: source), tokens[index - 1].end == tokens[index].start
      else { return nil }
      let (labels, end) = labels(after: index + 1, in: source)
      let isCompared = isComparedWithNil(end, in: source)
      guard isCompared || mayEndCondition(end, in: source) && isBound(index, in: source) else {
        return nil
      }
      let name = source.name(tokens[index + 1]) + labels
      let selector =
        selectors[name]
        ?? (labels.isEmpty
          ? isCompared ? frameworkSelector(name, of: index - 1, in: source) : nil
          : isCallResult(index - 1, in: source) ? nil : FrameworkSelectors.selector(forSwiftName: name))
      return selector.map { Test(period: tokens[index].start, selector: $0) }
    }
  }

  /// The labels behind a name, `(_:bar:)`, and the index of the token behind them; an empty text without labels.
  private static func labels(after name: Int, in source: SwiftTokens) -> (text: String, end: Int) {
    let tokens = source.tokens
    var index = name + 1
    guard index < tokens.count, tokens[index].kind == .leftParen else { return ("", name + 1) }
    var text = "("
    index += 1
    while index + 1 < tokens.count, tokens[index].kind == .word, source.matches(tokens[index + 1], ":") {
      text += source.name(tokens[index]) + ":"
      index += 2
    }
    guard text.count > 1, index < tokens.count, tokens[index].kind == .rightParen else {
      return ("", name + 1)
    }
    return (text + ")", index + 1)
  }

  private static func isComparedWithNil(_ index: Int, in source: SwiftTokens) -> Bool {
    guard index + 1 < source.tokens.count else { return false }
    let mark = source.tokens[index]
    return mark.kind == .operator && (source.matches(mark, "!=") || source.matches(mark, "=="))
      && source.matches(source.tokens[index + 1], "nil")
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

  /// Only for receivers that are named like a delegate or data source, and for names that only methods have;
  /// other objects may have properties of these names.
  private static func frameworkSelector(_ name: String, of receiver: Int, in source: SwiftTokens) -> String? {
    var index = receiver
    while index > 0, source.tokens[index].kind != .word, isMark(source.tokens[index], in: source) {
      index -= 1
    }
    let receiver = source.text(source.tokens[index]).lowercased()
    guard
      receiver.hasSuffix("delegate") || receiver.hasSuffix("datasource")
        || source.tokens[index].kind == .word && ["Did", "Will", "Should"].contains(where: name.contains)
    else { return nil }
    return FrameworkSelectors.swiftName(forBaseName: name).flatMap(FrameworkSelectors.selector(forSwiftName:))
  }

  /// Whether the operand is a call, which may be a test that was translated before.
  private static func isCallResult(_ receiver: Int, in source: SwiftTokens) -> Bool {
    var index = receiver
    while index > 0, isMark(source.tokens[index], in: source) { index -= 1 }
    return source.tokens[index].kind == .rightParen
  }

  private static func isOperand(_ token: SwiftTokens.Token, in source: SwiftTokens) -> Bool {
    [.word, .rightParen, .rightSquare].contains(token.kind) || isMark(token, in: source)
  }

  /// Whether the token is a `?` or `!` after an operand.
  private static func isMark(_ token: SwiftTokens.Token, in source: SwiftTokens) -> Bool {
    source.matches(token, "?") || source.matches(token, "!")
  }
}
