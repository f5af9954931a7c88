import SwiftSyntax

/// Overrides of `NSObject`'s own members in main-actor classes run on the main actor.
///
/// The platform's `NSObject` has no isolation, so `override var description` in a main-actor class may use
/// the class's state. Here the members are nonisolated: the override becomes nonisolated, and its body is
/// assumed to run on the main actor:
///
///     override var description: String { "\(x)" }
///     nonisolated override var description: String { _onMainActor { "\(x)" } }
///
/// Applied only where the compiler would complain: always, except in Swift 5 without default isolation. There
/// only in classes that are marked `@MainActor` or have no superclass of another module but `NSObject`.
///
/// The object that an override of `perform(_:with:)` passes to `super`, or one of a notification center's
/// `post(name:object:userInfo:)`, is cast to `Any?`. The SDK overloads these methods for objects; such an overload
/// calls the class's override, which is already running.
///
///     super.perform(action, with: self)
///     super.perform(action, with: self as Any?)
///
/// The platform's methods take implicitly unwrapped selectors. There overrides may omit the mark, but not
/// here:
///
///     override func responds(to selector: Selector) -> Bool
///     override func responds(to selector: Selector!) -> Bool
enum ObjectOverrides: Rule {
  private static let members: Set<String> = [
    "description", "debugDescription", "hash", "isEqual(_:)", "copy()", "mutableCopy()", "responds(to:)",
    "forwardingTarget(for:)", "value(forKey:)", "value(forKeyPath:)", "setValue(_:forKey:)",
    "setValue(_:forKeyPath:)",
    "value(forUndefinedKey:)", "setValue(_:forUndefinedKey:)", "setNilValueForKey(_:)",
    "observeValue(forKeyPath:of:change:context:)", "perform(_:)", "perform(_:with:)", "perform(_:with:with:)",
    "doesNotRecognizeSelector(_:)", "willChangeValue(forKey:)", "didChangeValue(forKey:)",
  ]

  private static let selectorMethods: Set<String> = [
    "responds(to:)", "instancesRespond(to:)", "forwardingTarget(for:)", "doesNotRecognizeSelector(_:)",
    "perform(_:)", "perform(_:with:)", "perform(_:with:with:)",
  ]

  private static func unwrapSelectors(_ members: [MemberRecord], _ translation: FileTranslation) {
    for member in members
    where member.isOverride && member.parameters.first?.type == "Selector"
      && selectorMethods.contains(member.fullName)
    {
      guard
        let type = translation.facts.memberNodes[member.node].as(FunctionDeclSyntax.self)?.signature
          .parameterClause.parameters.first?.type
      else { continue }
      translation.edits.insert("!", at: type.end)
    }
  }

  static func apply(to translation: FileTranslation) {
    for site in translation.facts.calls { passOn(site, translation) }
    for record in translation.facts.index.types { unwrapSelectors(record.members, translation) }
    let module = translation.module
    for (type, record) in translation.facts.index.types.enumerated() where record.kind == .class {
      let id = translation.id(type)
      guard module.form(id) == .object, module.isolation(id) == .mainActor else { continue }
      let isLenient = module.options.languageMode == .swift5 && !module.options.defaultIsolationMainActor
      if isLenient,
        !module.isMarkedForMainActor(id),
        module.frameworkRoot(id) != "NSObject"
      {
        continue
      }
      for member in record.members
      where member.isOverride && !member.isStatic && members.contains(member.fullName)
        && member.attributes.isolation == .unspecified
      {
        wrap(member, translation)
      }
    }
  }

  private static func passOn(
    _ site: FileFacts.Site<FunctionCallExprSyntax>, _ translation: FileTranslation
  ) {
    guard let callee = site.node.calledExpression.as(MemberAccessExprSyntax.self),
      callee.base?.is(SuperExprSyntax.self) == true
    else { return }
    let arguments = Array(site.node.arguments)
    switch (callee.declName.baseName.text, arguments.map { $0.label?.text ?? "_" }) {
    case ("perform", ["_", "with"]): break
    case ("post", ["name", "object"]), ("post", ["name", "object", "userInfo"]):
      guard let type = translation.enclosing(site.scopes).first?.type,
        translation.module.frameworkRoot(type) == "NotificationCenter"
      else { return }
    default: return
    }
    let object = arguments[1].expression
    guard !object.trimmedDescription.hasSuffix(" as Any?") else { return }
    translation.edits.insert(" as Any?", at: object.end)
  }

  private static func wrap(_ member: MemberRecord, _ translation: FileTranslation) {
    let node = translation.facts.memberNodes[member.node]
    var modifiers: DeclModifierListSyntax?
    var bodies: [(left: TokenSyntax, right: TokenSyntax)] = []
    if let function = node.as(FunctionDeclSyntax.self), let body = function.body {
      modifiers = function.modifiers
      bodies = [(body.leftBrace, body.rightBrace)]
    } else if let binding = node.as(PatternBindingSyntax.self), let block = binding.accessorBlock {
      modifiers = binding.parent?.parent?.as(VariableDeclSyntax.self)?.modifiers
      if case .accessors(let list) = block.accessors {
        bodies = list.compactMap { $0.body.map { ($0.leftBrace, $0.rightBrace) } }
      } else {
        bodies = [(block.leftBrace, block.rightBrace)]
      }
    }
    guard let first = modifiers?.first, !bodies.isEmpty else { return }
    translation.edits.insert("nonisolated ", at: first.start)
    for (left, right) in bodies {
      // NB: only parameters that the body uses and that are not Sendable; the others would cause warnings.
      let arguments = member.parameters
        .filter {
          $0.type.contains("Any")
            && translation.tokens.mentions($0.name.withoutBackticks, in: left.end..<right.start)
        }
        .map { "nonisolated(unsafe) let \($0.name) = \($0.name); " }.joined()
      translation.edits.insert(" \(arguments)return _onMainActor {", at: left.end)
      translation.edits.insert("} ", at: right.start)
    }
  }
}
