import SwiftSyntax

/// Where a file accesses members of `AnyObject` values (F-212).
final class AnyObjectUses: SyntaxVisitor {
  struct Use {
    var node: MemberAccessExprSyntax
    /// The call, if the member is called.
    var call: FunctionCallExprSyntax?
    /// The `?` or `!` between the member and the call.
    var mark: TokenSyntax?
    /// Whether the member is called with such a mark, or compared with nil.
    var isOptional: Bool
  }
  struct UndoCast: Hashable {
    /// From `as` to the end of the type.
    var range: Range<Int>
    var isConditional: Bool
  }
  private enum Kind { case object, array, dictionary, other }

  private(set) var uses: [Use] = []
  /// The receivers of subscripts.
  private(set) var subscripts: [ExprSyntax] = []
  /// Casts of an undo manager's recording proxy to its target's class (F-222).
  private(set) var undoCasts: [UndoCast] = []
  private let translation: FileTranslation
  /// The kinds of names in each scope, innermost scope last.
  private var scopes = [Scope()]
  private struct Scope {
    var names: [String: Kind] = [:]
    /// The type whose properties are accessible without `self`.
    var type: ModuleIndex.TypeID?
  }
  private var typePath: [String] = []

  init(_ translation: FileTranslation) {
    self.translation = translation
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Names

  private func define(_ name: String, _ kind: Kind) {
    scopes[scopes.count - 1].names[name.withoutBackticks] = kind
  }
  private func lookUp(_ name: String) -> Kind? {
    let name = name.withoutBackticks
    for scope in scopes.reversed() {
      if let kind = scope.names[name] ?? property(name, in: scope) { return kind }
    }
    return nil
  }
  /// NB: a property of any other type has a kind, too, because it hides names of an outer scope.
  private func property(_ name: String, in scope: Scope) -> Kind? {
    guard let type = scope.type,
      let found = translation.module.find(name, labels: nil, in: type).first(where: {
        $0.member.kind == .property
      })
    else { return nil }
    return found.member.type.map(kind(ofType:)) ?? .other
  }
  private func push() -> SyntaxVisitorContinueKind {
    scopes.append(Scope())
    return .visitChildren
  }
  private func pop() { scopes.removeLast() }

  private func kind(ofType text: String) -> Kind {
    var text = WrittenType(text.filter { !$0.isWhitespace }).wrapped
    if text.hasPrefix("("), text.hasSuffix(")") { text = String(text.dropFirst().dropLast()) }
    if text.hasPrefix("any") { text.removeFirst(3) }
    switch text {
    case "AnyObject": return .object
    case "[AnyObject]", "Array<AnyObject>", "[AnyObject?]": return .array
    default:
      return text.hasPrefix("[") && (text.hasSuffix(":AnyObject]") || text.hasSuffix(":AnyObject?]"))
        ? .dictionary : .other
    }
  }

  private func kind(of expression: ExprSyntax) -> Kind? {
    if let name = expression.as(DeclReferenceExprSyntax.self) { return lookUp(name.baseName.text) }
    if let chain = expression.as(OptionalChainingExprSyntax.self) { return kind(of: chain.expression) }
    if let forced = expression.as(ForceUnwrapExprSyntax.self) { return kind(of: forced.expression) }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first, only.label == nil
    {
      return kind(of: only.expression)
    }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      let elements = Array(sequence.elements)
      guard elements.count >= 3, elements[elements.count - 2].is(UnresolvedAsExprSyntax.self),
        let type = elements[elements.count - 1].as(TypeExprSyntax.self)
      else { return nil }
      if let cast = undoCast(elements, to: type) {
        if !undoCasts.contains(cast) { undoCasts.append(cast) }
        return .object
      }
      return kind(ofType: type.trimmedDescription)
    }
    if let call = expression.as(SubscriptCallExprSyntax.self) {
      let base = kind(of: call.calledExpression)
      return base == .array || base == .dictionary ? .object : nil
    }
    if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
      let name = member.declName.baseName.text
      if base.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self) {
        return scopes.reversed().lazy.compactMap { self.property(name, in: $0) }.first
      }
      return kind(of: base) == .array && ["first", "last"].contains(name) ? .object : nil
    }
    return nil
  }

  /// `undo.prepare(withInvocationTarget: self) as! C`: the proxy records messages whatever the class.
  private func undoCast(_ elements: [ExprSyntax], to type: TypeExprSyntax) -> UndoCast? {
    guard elements.count == 3, let cast = elements[1].as(UnresolvedAsExprSyntax.self),
      let mark = cast.questionOrExclamationMark, kind(ofType: type.trimmedDescription) != .object,
      let call = elements[0].as(FunctionCallExprSyntax.self),
      call.arguments.first?.label?.text == "withInvocationTarget",
      call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "prepare"
    else { return nil }
    return UndoCast(
      range: cast.start..<type.end, isConditional: mark.tokenKind == .postfixQuestionMark)
  }

  // MARK: Uses

  /// Members of `AnyObject` itself, and of optionals and collections of it.
  private static let plainMembers: Set<String> = ["self", "map", "flatMap", "unsafelyUnwrapped", "Type"]

  override func visitPost(_ node: MemberAccessExprSyntax) {
    guard let base = node.base, kind(of: base) == .object, node.declName.argumentNames == nil,
      !Self.plainMembers.contains(node.declName.baseName.text)
    else { return }
    var use = Use(node: node, call: nil, mark: nil, isOptional: false)
    var callee = Syntax(node)
    if let parent = node.parent, parent.parent?.as(FunctionCallExprSyntax.self) != nil {
      use.mark =
        parent.as(OptionalChainingExprSyntax.self)?.questionMark
        ?? parent.as(ForceUnwrapExprSyntax.self)?.exclamationMark
      if use.mark != nil { callee = parent }
    }
    use.call = callee.parent?.as(FunctionCallExprSyntax.self).flatMap {
      Syntax($0.calledExpression) == callee ? $0 : nil
    }
    if use.call == nil { use.mark = nil }
    use.isOptional = use.call == nil || use.mark != nil
    uses.append(use)
  }

  override func visitPost(_ node: SubscriptCallExprSyntax) {
    if kind(of: node.calledExpression) == .object { subscripts.append(node.calledExpression) }
  }

  // MARK: Declarations

  override func visitPost(_ node: PatternBindingSyntax) {
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text, !isMember(node) else {
      return
    }
    define(name, kind(node.typeAnnotation, node.initializer?.value))
  }
  override func visitPost(_ node: OptionalBindingConditionSyntax) {
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return }
    // NB: `if let sender` does not change the kind of the name.
    if node.initializer == nil, node.typeAnnotation == nil { return }
    define(name, kind(node.typeAnnotation, node.initializer?.value))
  }
  private func kind(_ annotation: TypeAnnotationSyntax?, _ value: ExprSyntax?) -> Kind {
    if let annotation { return kind(ofType: annotation.type.trimmedDescription) }
    return value.flatMap(kind(of:)) ?? .other
  }
  private func isMember(_ node: PatternBindingSyntax) -> Bool {
    node.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) ?? false
  }
  override func visitPost(_ node: IdentifierPatternSyntax) {
    if let parent = node.parent,
      parent.is(PatternBindingSyntax.self) || parent.is(OptionalBindingConditionSyntax.self)
    {
      return
    }
    define(node.identifier.text, .other)
  }
  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    let isVariadic = node.ellipsis != nil
    let kind = kind(ofType: node.type.trimmedDescription)
    define((node.secondName ?? node.firstName).text, isVariadic ? (kind == .object ? .array : .other) : kind)
    return .visitChildren
  }

  // MARK: Scopes

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { push() }
  override func visitPost(_ node: FunctionDeclSyntax) { pop() }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { push() }
  override func visitPost(_ node: InitializerDeclSyntax) { pop() }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { push() }
  override func visitPost(_ node: SubscriptDeclSyntax) { pop() }
  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { push() }
  override func visitPost(_ node: CodeBlockSyntax) { pop() }
  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { push() }
  override func visitPost(_ node: IfExprSyntax) { pop() }
  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind { push() }
  override func visitPost(_ node: WhileStmtSyntax) { pop() }
  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind { push() }
  override func visitPost(_ node: SwitchCaseSyntax) { pop() }
  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    scopes.append(Scope())
    // `newValue` has the property's type.
    guard let binding = node.parent?.parent?.parent?.as(PatternBindingSyntax.self) else {
      return .visitChildren
    }
    let kind = kind(binding.typeAnnotation, nil)
    let name: String? =
      switch node.accessorSpecifier.tokenKind {
      case .keyword(.set), .keyword(.willSet): "newValue"
      case .keyword(.didSet): "oldValue"
      default: nil
      }
    if let name { define(node.parameters?.name.text ?? name, kind) }
    return .visitChildren
  }
  override func visitPost(_ node: AccessorDeclSyntax) { pop() }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    walk(node.sequence)
    scopes.append(Scope())
    walk(node.pattern)
    if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text {
      define(name, kind(of: node.sequence) == .array ? .object : .other)
    }
    if let clause = node.whereClause { walk(clause) }
    walk(node.body)
    scopes.removeLast()
    return .skipChildren
  }

  /// Array methods whose closures take an element.
  private static let elementwise: Set<String> = [
    "forEach", "map", "compactMap", "flatMap", "filter", "first", "contains", "firstIndex", "allSatisfy",
  ]

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    scopes.append(Scope())
    let call =
      node.parent?.as(FunctionCallExprSyntax.self)
      ?? node.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    var element = Kind.other
    if let callee = call?.calledExpression.as(MemberAccessExprSyntax.self), let base = callee.base,
      Self.elementwise.contains(callee.declName.baseName.text)
    {
      // `sender.map { $0.tag }` on an optional, and on an array.
      let kind = kind(of: base)
      if kind == .array || kind == .object { element = .object }
    }
    define("$0", element)
    if case .simpleInput(let names)? = node.signature?.parameterClause {
      for (number, name) in names.enumerated() { define(name.name.text, number == 0 ? element : .other) }
    } else if case .parameterClause(let clause)? = node.signature?.parameterClause {
      for (number, parameter) in clause.parameters.enumerated() {
        let written = parameter.type.map { kind(ofType: $0.trimmedDescription) }
        define(
          (parameter.secondName ?? parameter.firstName).text, written ?? (number == 0 ? element : .other))
      }
    }
    return .visitChildren
  }
  override func visitPost(_ node: ClosureExprSyntax) { pop() }

  // MARK: Types

  private func enter(_ name: String) -> SyntaxVisitorContinueKind {
    scopes.append(Scope())
    typePath.append(name)
    let module = translation.module
    guard
      let type = module.resolve(typePath.joined(separator: "."), scope: [], file: translation.file)
        ?? module.resolve(name, scope: [], file: translation.file)
    else { return .visitChildren }
    scopes[scopes.count - 1].type = type
    return .visitChildren
  }
  private func leave() {
    pop()
    typePath.removeLast()
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: ClassDeclSyntax) { leave() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: StructDeclSyntax) { leave() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: EnumDeclSyntax) { leave() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: ActorDeclSyntax) { leave() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: ProtocolDeclSyntax) { leave() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.trimmedDescription)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave() }
}
