import SwiftSyntax

/// The mutants of a folder that were found so far, and those to exclude.
final class MutantList {
  var lastID = -1
  /// Id, file, line and description of the change, separated by tabs.
  var lines: [String] = []
  let excluded: Set<Int>
  init(excluded: Set<Int>) { self.excluded = excluded }
}

/// Finds the possible changes in a file, and the texts to insert for them.
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

  /// Inserts `before` and `after` around a node, unless the mutant is excluded.
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

  // MARK: What is not changed

  /// Code that other modules inline cannot call an internal function of this one.
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

  /// A condition is negated, except that of `while true`: a function that ends with such a loop returns nothing
  /// after it, and would not compile.
  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let expression) = node.condition, !waits(expression),
      !expression.is(BooleanLiteralExprSyntax.self)
    {
      wrap(expression, "not \(summary(expression))", { "_negated(\($0), " }, ")")
    }
    return .visitChildren
  }

  /// A returned `true` or `false` is negated.
  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let literal = node.expression?.as(BooleanLiteralExprSyntax.self) {
      wrap(literal, "return the opposite of \(literal.trimmedDescription)", { "_negated(\($0), " }, ")")
    }
    return .visitChildren
  }

  /// A statement without a result is removed.
  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard case .expr(let expression) = node.item, !isImplicitAnswer(node), !initializes(expression),
      !waits(expression), !neverReturns(expression), !isFirstAssignment(expression)
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
  /// Whether it initializes a stored property, or a constant that was declared without a value: without it the rest does
  /// not compile.
  private func isFirstAssignment(_ expression: ExprSyntax) -> Bool {
    guard let elements = expression.as(SequenceExprSyntax.self)?.elements, elements.count > 1,
      elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true, let target = elements.first
    else { return false }
    var member = target.as(DeclReferenceExprSyntax.self)?.baseName.text
    if let access = target.as(MemberAccessExprSyntax.self), access.base?.trimmedDescription == "self" {
      member = access.declName.baseName.text
    }
    guard let member else { return false }
    var next = expression.parent
    while let node = next {
      if node.is(InitializerDeclSyntax.self) { return true }
      if node.is(FunctionDeclSyntax.self) || node.is(ClosureExprSyntax.self) { return false }
      if let block = node.as(CodeBlockItemListSyntax.self),
        block.contains(where: { declares(member, in: $0) })
      {
        return true
      }
      next = node.parent
    }
    return false
  }
  private func declares(_ name: String, in item: CodeBlockItemSyntax) -> Bool {
    guard case .decl(let declaration) = item.item, let variable = declaration.as(VariableDeclSyntax.self)
    else {
      return false
    }
    return variable.bindings.contains {
      $0.initializer == nil && $0.accessorBlock == nil
        && $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
    }
  }

  private func operatorIsAssignment(_ text: String) -> Bool {
    text.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(text)
  }

  /// Whether the statement is the only expression of a body, and so its result.
  private func isImplicitAnswer(_ node: CodeBlockItemSyntax) -> Bool {
    guard let list = node.parent?.as(CodeBlockItemListSyntax.self), list.count == 1, let block = list.parent
    else { return false }
    if block.is(ClosureExprSyntax.self) || block.is(AccessorBlockSyntax.self) { return true }
    if let choice = block.as(SwitchCaseSyntax.self)?.parent?.parent?.as(SwitchExprSyntax.self) {
      // A switch that is not a statement of its own is a value; a statement may be the implicit result of its body.
      guard let item = choice.parent?.parent?.as(CodeBlockItemSyntax.self) else { return true }
      return isImplicitAnswer(item)
    }
    guard let owner = block.parent else { return false }
    if let function = owner.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
    return owner.is(AccessorDeclSyntax.self) || owner.is(SubscriptDeclSyntax.self)
      || owner.is(IfExprSyntax.self)
  }

  private func initializes(_ expression: ExprSyntax) -> Bool {
    expression.trimmedDescription.contains("super.init")
      || expression.trimmedDescription.contains("self.init")
  }

  /// Expressions with `await` are not changed, because the inserted functions are synchronous.
  private func waits(_ expression: ExprSyntax) -> Bool {
    expression.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.await) }
  }

  private func neverReturns(_ expression: ExprSyntax) -> Bool {
    ["fatalError", "preconditionFailure", "precondition", "assert", "exit", "abort"].contains(
      expression.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription)
  }
}
