import SelectorNames
import SwiftSyntax

/// Walks a file once and collects its index and sites.
///
/// Bodies in which no word that a rule reacts to occurs are not entered (OPTIMIZATION: found by a byte scan beforehand;
/// walking is by far the slowest part of a translation in a debug build).
final class FileCollector: SyntaxVisitor {
  private(set) var facts = FileFacts()
  private let source: SourceText
  private let conditions: ConditionEvaluator
  private let triggers: [Int]
  private var scopes: [FileFacts.Scope] = []
  /// The kinds of the nested contexts: whether the innermost one is a type's member block.
  private var functionDepths = [0]

  /// Where a rule may have work inside a body.
  static let triggerWords: [StaticString] = [
    "#selector", "#keyPath", "#if", "#function", "observe(", "publisher(for", "ChangeValue(", "?(", "!(",
    "NSSortDescriptor(keyPath", "as CF", "as! NSFetchRequest<", "as? NSFetchRequest<", "super.perform(",
    "AnyObject", "class ", "class\n", "protocol ", "struct ", "enum ", "extension ", "import ", "@IB",
    "@objc",
  ]

  init(source: SourceText, triggers: [Int], conditions: ConditionEvaluator) {
    self.source = source
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
        kind: kind, path: path, isLocal: isLocal, inherited: inheritedNames(inheritance),
        attributes: readAttributes(attributes, modifiers), access: modifiers.access,
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
        extended: plainName(node.extendedType), inherited: inheritedNames(node.inheritanceClause),
        attributes: readAttributes(node.attributes, node.modifiers), access: node.modifiers.access,
        isConstrained: node.genericWhereClause != nil, line: source.line(node.extendedType.start)))
    facts.extensionNodes.append(node)
    enter(.extension(facts.index.extensions.count - 1))
    return .visitChildren
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave() }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    if !isInFunction, node.genericParameterClause == nil {
      facts.index.aliases[(scopePath + [node.name.text]).joined(separator: ".")] = plainName(
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
    var member = MemberRecord(
      kind: .method, name: node.name.text.withoutBackticks,
      attributes: readAttributes(node.attributes, node.modifiers), access: node.modifiers.access,
      line: source.line(node.name.start))
    read(node.signature.parameterClause, into: &member)
    read(node.modifiers, into: &member)
    if member.attributes.isAction || member.attributes.isObjC, member.parameters.count == 1,
      let body = node.body
    {
      // NB: the bytes, because the body may have been blanked before it was parsed.
      member.parameters[0].isUnused =
        !source.mentions(member.parameters[0].name.withoutBackticks, in: body.start..<body.end)
    }
    member.isGeneric = node.genericParameterClause != nil
    member.isThrowing = node.signature.effectSpecifiers?.throwsClause != nil
    member.isAsync = node.signature.effectSpecifiers?.asyncSpecifier != nil
    member.result = node.signature.returnClause.map { $0.type.trimmedDescription }
    if member.isOverride || isInExtension || FrameworkSelectors.selector(forSwiftName: member.fullName) != nil
    {
      member.signature = source.text(node.signature.start..<node.signature.end)
    }
    add(member, node)
    return .visitChildren
  }

  // F-136; only what is marked, because a subscript has no other way to be sent by name.
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    guard !isInFunction, !scopes.isEmpty else { return .visitChildren }
    var member = MemberRecord(
      kind: .subscript, name: "subscript", attributes: readAttributes(node.attributes, node.modifiers),
      access: node.modifiers.access, line: source.line(node.subscriptKeyword.start))
    read(node.modifiers, into: &member)
    guard member.attributes.isObjC, !member.isStatic, !member.isOptional,
      node.parameterClause.parameters.count == 1
    else { return .visitChildren }
    read(node.parameterClause, into: &member)
    // A subscript's parameter has a label only if it has two names.
    if node.parameterClause.parameters.first?.secondName == nil { member.parameters[0].label = "_" }
    member.isGeneric = node.genericParameterClause != nil
    member.result = node.returnClause.type.trimmedDescription
    member.isSettable = false
    if case .accessors(let list) = node.accessorBlock?.accessors {
      let kinds = list.map { $0.accessorSpecifier.tokenKind }
      member.isSettable = kinds.contains(.keyword(.set)) || kinds.contains(.keyword(._modify))
    }
    add(member, node)
    return .visitChildren
  }

  private var isInExtension: Bool {
    if case .extension = scopes.last { return true }
    return false
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    guard !isInFunction, !scopes.isEmpty else { return .visitChildren }
    var member = MemberRecord(
      kind: .initializer, name: "init", attributes: readAttributes(node.attributes, node.modifiers),
      access: node.modifiers.access, line: source.line(node.initKeyword.start))
    read(node.signature.parameterClause, into: &member)
    read(node.modifiers, into: &member)
    member.isFailable = node.optionalMark != nil
    member.isGeneric = node.genericParameterClause != nil
    member.isThrowing = node.signature.effectSpecifiers?.throwsClause != nil
    member.isAsync = node.signature.effectSpecifiers?.asyncSpecifier != nil
    add(member, node)
    return .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard !isInFunction, !scopes.isEmpty else { return .visitChildren }
    let attributes = readAttributes(node.attributes, node.modifiers)
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { continue }
      var member = MemberRecord(
        kind: .property, name: name.text.withoutBackticks, attributes: attributes,
        access: node.modifiers.access,
        line: source.line(name.start))
      read(node.modifiers, into: &member)
      member.isLet = node.bindingSpecifier.tokenKind == .keyword(.let)
      member.isSettable = !member.isLet
      if let type = binding.typeAnnotation?.type {
        member.type = type.trimmedDescription
      } else if let call = binding.initializer?.value.as(FunctionCallExprSyntax.self) {
        member.type = call.calledExpression.trimmedDescription
      }
      member.isClosureTyped = member.type?.contains("->") ?? false
      member.hasSetterOfItsOwn =
        binding.accessorBlock != nil
        || node.attributes.contains { Self.isWrapper($0.as(AttributeSyntax.self)?.name ?? "") }
      if let block = binding.accessorBlock {
        if case .accessors(let list) = block.accessors {
          let kinds = list.map { $0.accessorSpecifier.tokenKind }
          member.hasWillSet = kinds.contains(.keyword(.willSet))
          member.hasDidSet = kinds.contains(.keyword(.didSet))
          if !kinds.contains(.keyword(.willSet)), !kinds.contains(.keyword(.didSet)) {
            member.isComputed = true
            member.isSettable = kinds.contains(.keyword(.set)) || kinds.contains(.keyword(._modify))
          }
          for accessor in list where member.attributes.objcName == nil {
            // F-135: `@objc(isEnabled) get` names the getter.
            if accessor.accessorSpecifier.tokenKind == .keyword(.get) {
              member.attributes.objcName = readAttributes(accessor.attributes, nil).objcName
            }
          }
        } else {
          member.isComputed = true
          member.isSettable = false
        }
        if member.isOverride { member.signature = member.type ?? "" }
      }
      add(member, binding)
    }
    return .visitChildren
  }

  /// Whether an attribute of a property may be a wrapper: the language's own begin with small letters, or are known.
  private static func isWrapper(_ name: String) -> Bool {
    name.first?.isUppercase == true && !plainAttributes.contains(name)
  }
  private static let plainAttributes: Set<String> = [
    "IBOutlet", "IBInspectable", "GKInspectable", "NSManaged", "NSCopying", "MainActor",
  ]

  private func read(_ clause: FunctionParameterClauseSyntax, into member: inout MemberRecord) {
    member.parameters = clause.parameters.map { parameter in
      ParameterRecord(
        label: parameter.firstName.text.withoutBackticks,
        name: (parameter.secondName ?? parameter.firstName).text,
        type: parameter.type.trimmedDescription, hasDefault: parameter.defaultValue != nil,
        isVariadic: parameter.ellipsis != nil)
    }
  }

  private func read(_ modifiers: DeclModifierListSyntax, into member: inout MemberRecord) {
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class): member.isStatic = true
      case .keyword(.override): member.isOverride = true
      case .keyword(.dynamic): member.isDynamic = true
      case .keyword(.optional):
        member.isOptional = true
        facts.optionalModifiers.append(modifier)
      case .keyword(.required): member.isRequired = true
      case .keyword(.convenience): member.isConvenience = true
      default: break
      }
    }
  }

  // MARK: Attributes

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    facts.attributes.append(node)
    // `@Debounced(#selector(search))`
    return node.arguments == nil ? .skipChildren : isWorthEntering(node)
  }

  private func readAttributes(
    _ list: AttributeListSyntax, _ modifiers: DeclModifierListSyntax?
  ) -> AttributeFacts {
    var result = AttributeFacts()
    if let modifiers, modifiers.has(.nonisolated) { result.isolation = .nonisolated }
    for case .attribute(let attribute) in list {
      switch attribute.name {
      case "objc":
        result.isObjC = true
        if let left = attribute.leftParen, let right = attribute.rightParen {
          let name = source.text(left.end..<right.start).filter { !$0.isWhitespace }
          if !name.isEmpty { result.objcName = name }
        }
      case "objcMembers": result.isObjCMembers = true
      case "nonobjc": result.isNonObjC = true
      case "IBAction", "IBSegueAction": result.isAction = true
      case "IBOutlet": result.isOutlet = true
      case "IBInspectable", "GKInspectable": result.isInspectable = true
      case "NSManaged": result.isManaged = true
      case "NSCopying": result.isCopying = true
      case "main": result.isMain = true
      case "UIApplicationMain", "NSApplicationMain": result.isApplicationMain = true
      case "MainActor": result.isolation = .mainActor
      case "available":
        let text = source.text(attribute.range)
        if text.contains("unavailable"), text.contains("*") { result.isUnavailable = true }
      default: break
      }
    }
    return result
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

  // MARK: Names

  private func inheritedNames(_ clause: InheritanceClauseSyntax?) -> [String] {
    guard let clause else { return [] }
    return clause.inheritedTypes.flatMap { entry -> [String] in
      var type = entry.type
      if let attributed = type.as(AttributedTypeSyntax.self) { type = attributed.baseType }
      if let composition = type.as(CompositionTypeSyntax.self) {
        return composition.elements.map { plainName($0.type) }
      }
      return [plainName(type)]
    }
  }

  /// A type's name without attributes and generic arguments.
  private func plainName(_ type: some TypeSyntaxProtocol) -> String {
    if let identifier = type.as(IdentifierTypeSyntax.self) { return identifier.name.text.withoutBackticks }
    if let member = type.as(MemberTypeSyntax.self) {
      return plainName(member.baseType) + "." + member.name.text
    }
    if let attributed = type.as(AttributedTypeSyntax.self) { return plainName(attributed.baseType) }
    return type.trimmedDescription
  }
}

extension AttributeSyntax {
  /// The attribute's name, for the plain ones.
  var name: String { attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? "" }
}

extension DeclModifierListSyntax {
  func has(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) && $0.detail == nil }
  }

  var access: Access {
    for modifier in self where modifier.detail == nil {
      switch modifier.name.tokenKind {
      case .keyword(.private): return .private
      case .keyword(.fileprivate): return .fileprivate
      case .keyword(.internal): return .internal
      case .keyword(.package): return .package
      case .keyword(.public): return .public
      case .keyword(.open): return .open
      default: break
      }
    }
    return .none
  }
}

extension String {
  var withoutBackticks: String { first == "`" && count > 2 ? String(dropFirst().dropLast()) : self }
}
