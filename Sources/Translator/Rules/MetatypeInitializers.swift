import SwiftSyntax

/// An initializer that is called on a metatype value receives the value (F-155).
///
///     cellClass.init(frame: frame)       NSObject._carobInit(cellClass, { $0.init(frame: frame) })
///     type(of: self).init()              NSObject._carobInit(type(of: self), { $0.init() })
///     kind?.init()                       kind.map({ NSObject._carobInit($0, { $0.init() }) })
///     names.map { kind.init(name: $0) }  names.map { NSObject._carobInit(kind, with: $0, make: { $1.init(name: $0) }) }
///
/// The SDK declares its initializers for metatypes in a protocol, where Swift passes the declared type of the
/// value and not its dynamic type. Type names, which begin with a capital letter, are left alone, as are
/// `self`, `super` and calls with `await`.
enum MetatypeInitializers: Rule {
  private static let call = "NSObject._carobInit("

  static func apply(to translation: FileTranslation) {
    for node in translation.facts.metatypeInitializers { translate(node, translation) }
  }

  private static func translate(_ node: MemberAccessExprSyntax, _ translation: FileTranslation) {
    guard let base = node.base, let call = node.parent?.as(FunctionCallExprSyntax.self),
      Syntax(call.calledExpression) == Syntax(node), isValue(base), !waits(call), !isTranslated(call)
    else { return }
    let anonymous = AnonymousArguments.of(call)
    // NB: `$0` can be passed on once only.
    if !anonymous.isEmpty, isArgumentOfInitializer(call) { return }
    let count = (anonymous.compactMap { Int($0.text.dropFirst()) }.max() ?? -1) + 1
    let handed = (0..<count).map { "$\($0), " }.joined()
    let head = "\(count > 0 ? "with: \(handed)make: " : ""){ \(isTried(call) ? "try " : "")$\(count)."
    guard count <= 2, count == 0 || !base.is(OptionalChainingExprSyntax.self) else {
      translation.report(
        .error, "$\(count - 1) cannot be passed to this initializer; name the closure's parameters",
        at: call.start)
      return
    }
    if let chain = base.as(OptionalChainingExprSyntax.self) {
      translation.edits.replace(
        chain.questionMark.start..<node.period.end,
        with: lines(chain.questionMark.start..<node.period.end, translation)
          + ".map({ \(Self.call)$0, \(head)"
      )
      translation.edits.insert(goesOn(call) ? " }) })?" : " }) })", at: call.end)
      return
    }
    translation.edits.insert(Self.call, at: base.start)
    translation.edits.replace(node.period.range, with: ", \(head)")
    translation.edits.insert(" })", at: call.end)
  }

  /// The line breaks of a range, because none may follow the period.
  private static func lines(_ range: Range<Int>, _ translation: FileTranslation) -> String {
    translation.source.text(range).filter(\.isNewline)
  }

  private static func isValue(_ base: ExprSyntax) -> Bool {
    if let chain = base.as(OptionalChainingExprSyntax.self) { return isValue(chain.expression) }
    if let forced = base.as(ForceUnwrapExprSyntax.self) { return isValue(forced.expression) }
    if let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text { return isValue(name) }
    if let member = base.as(MemberAccessExprSyntax.self) { return isValue(member.declName.baseName.text) }
    if base.is(FunctionCallExprSyntax.self) || base.is(TupleExprSyntax.self) { return true }
    // `[Item].init()` names a type, `classes[0].init()` does not.
    return base.as(SubscriptCallExprSyntax.self).map { isValue($0.calledExpression) } ?? false
  }
  private static func isValue(_ name: String) -> Bool {
    guard let first = name.withoutBackticks.first, name != "self", name != "super" else { return false }
    return !first.isUppercase
  }

  private static func isArgumentOfInitializer(_ call: FunctionCallExprSyntax) -> Bool {
    isInside(call) { outer in
      let callee = outer.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)
      return callee?.declName.baseName.tokenKind == .keyword(.`init`) && callee?.base.map(isValue) == true
    }
  }
  /// Whether the call is the result of an earlier translation.
  private static func isTranslated(_ call: FunctionCallExprSyntax) -> Bool {
    // The call is the only statement of a closure that is an argument.
    guard
      let closure = call.parent?.parent?.parent?.as(ClosureExprSyntax.self)
        ?? call.parent?.parent?.parent?.parent?.as(ClosureExprSyntax.self),
      let outer = closure.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    else { return false }
    return outer.calledExpression.trimmedDescription == "NSObject._carobInit"
  }

  private static func waits(_ call: FunctionCallExprSyntax) -> Bool {
    if call.tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .keyword(.await) }) {
      return true
    }
    return isInside(call) { $0.is(AwaitExprSyntax.self) }
  }
  private static func isTried(_ call: FunctionCallExprSyntax) -> Bool {
    isInside(call) { $0.is(TryExprSyntax.self) }
  }
  /// Whether an enclosing expression within the same closure or statement is of the kind.
  private static func isInside(_ call: FunctionCallExprSyntax, _ isKind: (Syntax) -> Bool) -> Bool {
    var node = Syntax(call)
    while let parent = node.parent, !parent.is(CodeBlockItemSyntax.self) {
      if isKind(parent) { return true }
      node = parent
    }
    return false
  }

  /// Whether the same chain accesses a member of the new object.
  private static func goesOn(_ call: FunctionCallExprSyntax) -> Bool {
    guard let parent = call.parent else { return false }
    if let member = parent.as(MemberAccessExprSyntax.self) {
      return member.base.map(Syntax.init) == Syntax(call)
    }
    return parent.is(OptionalChainingExprSyntax.self)
  }
}

/// The `$0`, `$1`… of the enclosing closure among a call's arguments.
private final class AnonymousArguments: SyntaxVisitor {
  private var found: [TokenSyntax] = []

  static func of(_ call: FunctionCallExprSyntax) -> [TokenSyntax] {
    let visitor = AnonymousArguments(viewMode: .sourceAccurate)
    visitor.walk(call.arguments)
    return visitor.found
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if case .dollarIdentifier = token.tokenKind { found.append(token) }
    return .skipChildren
  }
}
