import SwiftSyntax

/// The mutants of a folder: what was found so far, and which are to be left out.
final class MutantList {
  var lastID = -1
  /// Id, file, line and what is changed, separated by tabulators.
  var lines: [String] = []
  let excluded: Set<Int>
  init(excluded: Set<Int>) { self.excluded = excluded }
}

/// Finds in a file what can be changed, and the texts to put in.
final class MutantFinder: SyntaxVisitor {
  struct Insertion {
    let offset: Int
    let order: Int
    let text: String
  }
  var insertions: [Insertion] = []
  private let path: String
  private let list: MutantList
  private let converter: SourceLocationConverter

  init(_ path: String, _ tree: SourceFileSyntax, _ list: MutantList) {
    self.path = path
    self.list = list
    converter = SourceLocationConverter(fileName: path, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  /// Puts `before` and `after` around a node, if the mutant is not excluded.
  private func wrap(_ node: some SyntaxProtocol, _ what: String, _ before: (Int) -> String, _ after: String) {
    list.lastID += 1
    let line = converter.location(for: node.positionAfterSkippingLeadingTrivia).line
    list.lines.append("\(list.lastID)\t\(path)\t\(line)\t\(what)")
    guard !list.excluded.contains(list.lastID) else { return }
    insertions.append(
      .init(
        offset: node.positionAfterSkippingLeadingTrivia.utf8Offset, order: insertions.count,
        text: before(list.lastID)))
    insertions.append(
      .init(
        offset: node.endPositionBeforeTrailingTrivia.utf8Offset, order: -insertions.count, text: after))
  }

  private func summary(_ node: some SyntaxProtocol) -> String {
    let text = node.trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.count > 70 ? "\(text.prefix(67))…" : text
  }

  // MARK: What is left alone

  /// What other modules compile into themselves cannot ask a function of this one.
  private func isInlined(_ attributes: AttributeListSyntax) -> Bool {
    attributes.contains {
      guard case .attribute(let attribute) = $0 else { return false }
      return ["inlinable", "_transparent", "usableFromInline", "_alwaysEmitIntoClient", "backDeployed"]
        .contains(attribute.attributeName.trimmedDescription)
    }
  }
  private func kind(_ attributes: AttributeListSyntax) -> SyntaxVisitorContinueKind {
    isInlined(attributes) ? .skipChildren : .visitChildren
  }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { kind(node.attributes) }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind { kind(node.attributes) }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { kind(node.attributes) }
  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind { kind(node.attributes) }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { kind(node.attributes) }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  // MARK: What is changed

  /// A condition is turned round.
  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let expression) = node.condition, !waits(expression) {
      wrap(expression, "not \(summary(expression))", { "_negated(\($0), " }, ")")
    }
    return .visitChildren
  }

  /// An answer in so many words is turned round.
  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let literal = node.expression?.as(BooleanLiteralExprSyntax.self) {
      wrap(literal, "return the opposite of \(literal.trimmedDescription)", { "_negated(\($0), " }, ")")
    }
    return .visitChildren
  }

  /// A statement that only has effects is left out.
  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard case .expr(let expression) = node.item, !isImplicitAnswer(node), !initializes(expression),
      !waits(expression), !neverReturns(expression)
    else { return .visitChildren }
    let plain = expression.as(TryExprSyntax.self)?.expression ?? expression
    if plain.is(FunctionCallExprSyntax.self) || isAssignment(plain) {
      wrap(expression, "without \(summary(expression))", { "if !_isMutant(\($0)) { " }, " }")
    }
    return .visitChildren
  }

  private func isAssignment(_ expression: ExprSyntax) -> Bool {
    expression.as(SequenceExprSyntax.self)?.elements.contains { element in
      element.is(AssignmentExprSyntax.self)
        || element.as(BinaryOperatorExprSyntax.self).map { operatorIsAssignment($0.operator.text) } == true
    } == true
  }
  private func operatorIsAssignment(_ text: String) -> Bool {
    text.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(text)
  }

  /// The one expression of a body is its answer.
  private func isImplicitAnswer(_ node: CodeBlockItemSyntax) -> Bool {
    guard let list = node.parent?.as(CodeBlockItemListSyntax.self), list.count == 1, let block = list.parent
    else { return false }
    if block.is(ClosureExprSyntax.self) || block.is(AccessorBlockSyntax.self) { return true }
    guard let owner = block.parent else { return false }
    if let function = owner.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
    return owner.is(AccessorDeclSyntax.self) || owner.is(SubscriptDeclSyntax.self)
      || owner.is(SwitchCaseSyntax.self)
      || owner.is(IfExprSyntax.self)
  }

  private func initializes(_ expression: ExprSyntax) -> Bool {
    expression.trimmedDescription.contains("super.init")
      || expression.trimmedDescription.contains("self.init")
  }

  /// Asynchronous calls stay as they are: a question inside would have to wait.
  private func waits(_ expression: ExprSyntax) -> Bool {
    expression.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.await) }
  }

  private func neverReturns(_ expression: ExprSyntax) -> Bool {
    ["fatalError", "preconditionFailure", "precondition", "assert", "exit", "abort"].contains(
      expression.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription)
  }
}
