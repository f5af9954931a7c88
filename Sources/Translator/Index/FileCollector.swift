import SwiftSyntax

/// Walks a file once and collects its index and its sites.
///
/// OPTIMIZATION: a byte scan first finds the words that rules react to; bodies without such a word are
/// skipped.
final class FileCollector: SyntaxVisitor {
  private(set) var facts = FileFacts()
  private let source: SourceText
  private let reader: DeclarationReader
  private let conditions: ConditionEvaluator
  private let triggers: [Int]
  private var scopes: [FileFacts.Scope] = []
  /// The number of function bodies around the position, within each enclosing type.
  private var functionDepths = [0]

  /// Words that show that a rule may have work inside a body.
  static let triggerWords: [StaticString] = [
    "#selector", "#keyPath", "#if", "#function", "observe(", "publisher(for", "ChangeValue(", "?(", "!(",
    "NSSortDescriptor(keyPath", "as CF", "as! NSFetchRequest<", "as? NSFetchRequest<", "super.perform(",
    "super.post(", "AnyObject", "class ", "class\n", "protocol ", "struct ", "enum ", "extension ", "import ",
    "@IB",
    "@objc",
  ]

  init(source: SourceText, tokens: SwiftTokens, triggers: [Int], conditions: ConditionEvaluator) {
    self.source = source
    reader = DeclarationReader(source: source, tokens: tokens)
    self.conditions = conditions
    self.triggers = triggers
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Bodies

  private func isWorthEntering(_ node: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
    let range = node.start..<node.end
    var low = 0
    var high = triggers.count
    while low < high {
      let middle = (low + high) / 2
      if triggers[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < triggers.count && triggers[low] < range.upperBound ? .visitChildren : .skipChildren
  }

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
    functionDepths[functionDepths.count - 1] += 1
    return isWorthEntering(node)
  }
  override func visitPost(_ node: CodeBlockSyntax) { functionDepths[functionDepths.count - 1] -= 1 }

  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind {
    functionDepths[functionDepths.count - 1] += 1
    return isWorthEntering(node)
  }
  override func visitPost(_ node: AccessorBlockSyntax) { functionDepths[functionDepths.count - 1] -= 1 }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    functionDepths[functionDepths.count - 1] += 1
    return isWorthEntering(node)
  }
  override func visitPost(_ node: ClosureExprSyntax) { functionDepths[functionDepths.count - 1] -= 1 }

  override func visit(_ node: InitializerClauseSyntax) -> SyntaxVisitorContinueKind { isWorthEntering(node) }
  override func visit(_ node: FunctionSignatureSyntax) -> SyntaxVisitorContinueKind { isWorthEntering(node) }
  override func visit(_ node: InheritanceClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericWhereClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: TypeAnnotationSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private var isInFunction: Bool { (functionDepths.last ?? 0) > 0 }

  // MARK: Types

  private func enter(_ scope: FileFacts.Scope) {
    scopes.append(scope)
    functionDepths.append(0)
  }
  private func leave() {
    scopes.removeLast()
    functionDepths.removeLast()
  }

  private func addType(
    _ kind: TypeRecord.Kind, _ node: some DeclSyntaxProtocol, name: TokenSyntax,
    attributes: AttributeListSyntax,
    modifiers: DeclModifierListSyntax, inheritance: InheritanceClauseSyntax?
  ) {
    var path: [String] = []
    var isLocal = functionDepths.contains { $0 > 0 }
    var isInPublicExtension = false
    switch scopes.last {
    case .type(let index):
      path = facts.index.types[index].path
      isLocal = isLocal || facts.index.types[index].isLocal
    case .extension(let index):
      path = facts.index.extensions[index].extended.split(separator: ".").map(String.init)
      isInPublicExtension = facts.index.extensions[index].access.isPublic
    case nil: break
    }
    path.append(name.text.withoutBackticks)
    facts.index.types.append(
      TypeRecord(
        kind: kind, path: path, isLocal: isLocal, inherited: reader.inheritedNames(inheritance),
        attributes: reader.attributes(attributes, modifiers), access: modifiers.access,
        isInPublicExtension: isInPublicExtension, isFinal: modifiers.has(.final),
        isGeneric: node.as(ClassDeclSyntax.self)?.genericParameterClause != nil, line: source.line(name.start)
      ))
    facts.typeNodes.append(DeclSyntax(node))
    facts.typeScopes.append(scopes)
    enter(.type(facts.index.types.count - 1))
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    addType(
      .class, node, name: node.name, attributes: node.attributes, modifiers: node.modifiers,
      inheritance: node.inheritanceClause)
    return .visitChildren
  }
  override func visitPost(_ node: ClassDeclSyntax) { leave() }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    addType(
      .protocol, node, name: node.name, attributes: node.attributes, modifiers: node.modifiers,
      inheritance: node.inheritanceClause)
    return .visitChildren
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { leave() }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    addType(
      .struct, node, name: node.name, attributes: node.attributes, modifiers: node.modifiers,
      inheritance: node.inheritanceClause)
    return .visitChildren
  }
  override func visitPost(_ node: StructDeclSyntax) { leave() }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    addType(
      .enum, node, name: node.name, attributes: node.attributes, modifiers: node.modifiers,
      inheritance: node.inheritanceClause)
    return .visitChildren
  }
  override func visitPost(_ node: EnumDeclSyntax) { leave() }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    addType(
      .actor, node, name: node.name, attributes: node.attributes, modifiers: node.modifiers,
      inheritance: node.inheritanceClause)
    return .visitChildren
  }
  override func visitPost(_ node: ActorDeclSyntax) { leave() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    facts.index.extensions.append(
      ExtensionRecord(
        extended: reader.plainName(node.extendedType),
        inherited: reader.inheritedNames(node.inheritanceClause),
        attributes: reader.attributes(node.attributes, node.modifiers), access: node.modifiers.access,
        isConstrained: node.genericWhereClause != nil, line: source.line(node.extendedType.start)))
    facts.extensionNodes.append(node)
    enter(.extension(facts.index.extensions.count - 1))
    return .visitChildren
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave() }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    if !isInFunction, node.genericParameterClause == nil {
      facts.index.aliases[(scopePath + [node.name.text]).joined(separator: ".")] = reader.plainName(
        node.initializer.value)
    }
    return .skipChildren
  }

  private var scopePath: [String] {
    switch scopes.last {
    case .type(let index): facts.index.types[index].path
    case .extension(let index): facts.index.extensions[index].extended.split(separator: ".").map(String.init)
    case nil: []
    }
  }

  // MARK: Members

  private func add(_ member: MemberRecord, _ node: some SyntaxProtocol) {
    guard !isInFunction, let scope = scopes.last else { return }
    var member = member
    member.node = facts.memberNodes.count
    facts.memberNodes.append(Syntax(node))
    switch scope {
    case .type(let index):
      facts.index.types[index].members.append(member)
      if member.name == "_carobMethods" || member.name == "_carobSource" {
        facts.index.types[index].hasMethodTable = true
      }
      if member.name == "main", member.isStatic { facts.index.types[index].hasStaticMain = true }
    case .extension(let index):
      facts.index.extensions[index].members.append(member)
      if member.name.hasPrefix("_carobExt_") { facts.index.extensions[index].hasMethodTable = true }
      if member.name == "main", member.isStatic { facts.index.extensions[index].hasStaticMain = true }
    }
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "observe", node.signature.parameterClause.parameters.first?.firstName.text == "_" {
      facts.index.declaresObserve = true
    }
    guard !isInFunction, !scopes.isEmpty else { return .visitChildren }
    add(reader.member(node, isInExtension: isInExtension), node)
    return .visitChildren
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    guard !isInFunction, !scopes.isEmpty else { return .visitChildren }
    if let member = reader.member(node) { add(member, node) }
    return .visitChildren
  }

  private var isInExtension: Bool {
    if case .extension = scopes.last { return true }
    return false
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    guard !isInFunction, !scopes.isEmpty else { return .visitChildren }
    add(reader.member(node), node)
    return .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard !isInFunction, !scopes.isEmpty else { return .visitChildren }
    for (member, binding) in reader.members(node) { add(member, binding) }
    return .visitChildren
  }

  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
    if node.name.tokenKind == .keyword(.optional) { facts.optionalModifiers.append(node) }
    return .skipChildren
  }

  // MARK: Attributes

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    facts.attributes.append(node)
    // `@Debounced(#selector(search))`
    return node.arguments == nil ? .skipChildren : isWorthEntering(node)
  }

  // MARK: Sites

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.macroName.text
    if isPreview(name) {
      facts.previews.append(Syntax(node))
      return .skipChildren
    }
    if name == "selector" || name == "keyPath" {
      facts.macros.append(.init(node: node, scopes: scopes))
      return .skipChildren
    }
    return .visitChildren
  }

  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isPreview(node.macroName.text) else { return .visitChildren }
    facts.previews.append(Syntax(node))
    return .skipChildren
  }

  private func isPreview(_ macro: String) -> Bool { macro == "Preview" && scopes.isEmpty && !isInFunction }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    switch node.calledExpression.kind {
    case .optionalChainingExpr, .forceUnwrapExpr: facts.calls.append(.init(node: node, scopes: scopes))
    default:
      let callee = node.calledExpression.as(MemberAccessExprSyntax.self)
      if node.arguments.first?.expression.is(KeyPathExprSyntax.self) == true
        || callee?.base?.is(SuperExprSyntax.self) == true
      {
        facts.calls.append(.init(node: node, scopes: scopes))
      }
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if node.declName.baseName.tokenKind == .keyword(.`init`), node.base != nil {
      facts.metatypeInitializers.append(node)
    }
    return .visitChildren
  }

  override func visit(_ node: UnresolvedAsExprSyntax) -> SyntaxVisitorContinueKind {
    if let next = node.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate),
      next.text.hasPrefix("CF") || next.text == "NSFetchRequest"
    {
      if next.text.hasPrefix("CF") {
        facts.coreFoundationCasts.append(next)
      } else if node.questionOrExclamationMark != nil {
        facts.fetchRequestCasts.append(node)
      }
    }
    return .skipChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    for (index, element) in elements.enumerated() {
      if let site = NullCasts.site(element, in: elements, at: index) { facts.nullCasts.append(site) }
    }
    return .visitChildren
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    facts.imports.append(node)
    facts.index.imports.append(node.path.map(\.name.text).joined(separator: "."))
    return .skipChildren
  }

  // MARK: Conditions

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    var isDecided = false
    for clause in node.clauses {
      if let condition = clause.condition {
        facts.conditions.append(condition)
        let value = conditions.evaluate(condition)
        if isDecided || value == false { continue }
        isDecided = value == true
      } else if isDecided {
        continue
      }
      if let elements = clause.elements { walk(Syntax(fromProtocol: elements)) }
    }
    return .skipChildren
  }
}
