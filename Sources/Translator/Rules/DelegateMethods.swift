import SwiftParser
import SwiftSyntax

/// Methods that implement the app's own delegate and data source protocols record that they were called.
///
/// The trace shows every message to a method that the app implements. Methods of framework protocols are
/// called through a dispatch point of the SDK. The app's own are plain Swift calls, so the implementation
/// reports itself:
///
///     func picker(_ picker: Picker, didPick color: Color) { … }
///     func rows(in picker: Picker) -> Int { colors.count }
///
/// becomes, on the opening brace's line and after the returned expression,
///
///     func picker(_ picker: Picker, didPick color: Color) { let _carobEvent = _carobEnter(
///       .delegate, "picker(_:didPick:)", self, from: picker, "VC.swift:9"); defer { _carobLeave(_carobEvent) }; … }
///     func rows(in picker: Picker) -> Int { …; return colors.count ⇠⇠ _carobEvent }
///
/// This applies to protocols whose names end in `Delegate`, `DataSource` or one of these and `Protocol`. A
/// method qualifies if it has a requirement's name and its class, or the SDK class that its extension
/// extends, adopts the protocol. The protocol may belong to another module of the project. An `async` method
/// records only that it was called. Limits: default implementations in protocol extensions, properties and
/// structures record nothing.
enum DelegateMethods: Rule {
  static func apply(to translation: FileTranslation) {
    let module = translation.module
    for (type, record) in translation.facts.index.types.enumerated() where record.kind == .class {
      let id = translation.id(type)
      for member in record.members { hook(member, mechanism(of: member, id, module), of: id, translation) }
    }
    for (number, record) in translation.facts.index.extensions.enumerated() {
      let id = translation.extensionID(number)
      if let type = module.target(id) {
        guard module.record(type).kind == .class else { continue }
        for member in record.members {
          hook(member, mechanism(of: member, type, module), of: type, translation)
        }
      } else if module.isObjectClass(module.unqualified(record.extended)) {
        let required = requirements(module.moduleProtocols(adoptedBy: id), record.inherited, module)
        for member in record.members { hook(member, required[member.fullName], of: nil, translation) }
      }
    }
  }

  /// The mechanism of a method that a delegate or data source protocol of the class requires.
  private static func mechanism(
    of member: MemberRecord, _ type: ModuleIndex.TypeID, _ module: ModuleIndex
  ) -> String? {
    if member.kind != .method || member.isStatic { return nil }
    if let found = module.delegateRequirements[member.fullName]?.first(where: {
      module.conforms(type, to: $0.owner)
    }) {
      return found.mechanism
    }
    return module.importedDelegates(type).last {
      module.options.imported.delegateRequirements[$0]?.contains(member.fullName) ?? false
    }.flatMap(mechanism)
  }

  /// The mechanism of each method that the protocols require, by full name.
  private static func requirements(
    _ protocols: [ModuleIndex.TypeID], _ imported: [String], _ module: ModuleIndex
  ) -> [String: String] {
    var result: [String: String] = [:]
    for name in imported {
      guard let mechanism = Self.mechanism(name) else { continue }
      for method in module.options.imported.delegateRequirements[name] ?? [] { result[method] = mechanism }
    }
    for id in protocols {
      let record = module.record(id)
      guard let mechanism = Self.mechanism(record.name) else { continue }
      for member in record.members where member.kind == .method && !member.isStatic {
        result[member.fullName] = mechanism
      }
    }
    return result
  }

  /// The trace's mechanism for messages of a protocol with this name; nil if it is neither delegate nor data
  /// source.
  static func mechanism(_ name: String) -> String? {
    let stem = name.hasSuffix("Protocol") ? String(name.dropLast("Protocol".count)) : name
    return stem.hasSuffix("Delegate") ? ".delegate" : stem.hasSuffix("DataSource") ? ".dataSource" : nil
  }

  private static func hook(
    _ member: MemberRecord, _ mechanism: String?, of type: ModuleIndex.TypeID?,
    _ translation: FileTranslation
  ) {
    guard member.kind == .method, !member.isStatic, let mechanism,
      let function = translation.facts.memberNodes[member.node].as(FunctionDeclSyntax.self),
      let braces = function.body, !braces.rightBrace.text.isEmpty
    else { return }
    let inside = braces.leftBrace.end..<braces.rightBrace.start
    let ownMarks = ["_carobEvent", "_carobReceived", "_carobEnter", "_carob_\(member.name)"]
    if ownMarks.contains(where: { translation.tokens.mentions($0, in: inside) }) { return }
    let site = literal("\(translation.projectRelativePath):\(member.line)")
    let sender = member.parameters.first.flatMap { first -> String? in
      guard first.label == "_", first.name != "_", MethodTables.isObject(first, type, translation.module)
      else { return nil }
      return ", from: \(first.name)"
    }
    let message = "(\(mechanism), \(literal(member.fullName)), self\(sender ?? ""), \(site))"
    let enter = "let _carobEvent = _carobEnter\(message); defer { _carobLeave(_carobEvent) };"
    if member.returnsNothing {
      let prologue =
        member.isAsync
        ? "_carobReceived\(message);"
        : translation.tokens.indices(in: inside).isEmpty ? "_carobLeave(_carobEnter\(message));" : enter
      translation.edits.insert(" " + prologue, at: inside.lowerBound)
      return
    }
    guard let answers = Answers(translation.source.text(inside)) else { return }
    let prologue = member.isAsync ? "_carobReceived\(message);" : enter
    translation.edits.insert(" " + prologue, at: inside.lowerBound)
    if let start = answers.onlyExpression {
      translation.edits.insert("return ", at: inside.lowerBound + start)
    }
    for end in answers.ends where !member.isAsync {
      translation.edits.insert(" ⇠⇠ _carobEvent", at: inside.lowerBound + end)
    }
  }
}

/// The returned expressions of a body, as offsets in its text.
private struct Answers {
  /// Where the single expression of a body without `return` begins.
  var onlyExpression: Int?
  /// The ends of all returned expressions.
  var ends: [Int] = []

  /// Returns nil for a text that it cannot analyze.
  init?(_ text: String) {
    let body = Parser.parse(source: text)
    if body.hasError { return nil }
    if let only = body.statements.first, body.statements.count == 1 {
      switch only.item {
      case .stmt(let statement):
        // An `if` or `switch` may be the value, or contain `return` statements.
        if let value = statement.as(ExpressionStmtSyntax.self)?.expression {
          guard Self.holdsReturn(value) else {
            onlyExpression = value.start
            return
          }
        }
      case .expr(let value):
        if Self.isConditional(value) {
          if !Self.holdsReturn(value) { onlyExpression = value.start }
        } else if !Self.neverReturns(value) {
          onlyExpression = value.start
          ends = [value.end]
          return
        }
      default: return nil
      }
    }
    let finder = ReturnFinder(viewMode: .sourceAccurate)
    finder.walk(body.statements)
    ends += finder.found.compactMap { statement in
      guard let value = statement.expression, !Self.isConditional(value) else { return nil }
      return value.end
    }
  }

  private static func isConditional(_ value: ExprSyntax) -> Bool {
    value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self)
  }

  private static func holdsReturn(_ value: ExprSyntax) -> Bool {
    let finder = ReturnFinder(viewMode: .sourceAccurate)
    finder.walk(value)
    return !finder.found.isEmpty
  }

  private static func neverReturns(_ value: ExprSyntax) -> Bool {
    let called = value.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    return called == "fatalError" || called == "preconditionFailure" || called == "exit"
      || called == "Swift.fatalError"
  }
}

/// Finds the `return` statements of a function, except those in its closures and nested functions.
private final class ReturnFinder: SyntaxVisitor {
  private(set) var found: [ReturnStmtSyntax] = []

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .skipChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
