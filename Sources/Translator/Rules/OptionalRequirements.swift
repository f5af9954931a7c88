import SelectorNames
import SwiftSyntax

/// Optional requirements of `@objc` protocols, and calls that test whether they are implemented.
///
///     @objc protocol P: NSObjectProtocol { @objc optional func foo(_ x: Int) -> Int }
///     delegate?.foo?(1)
///
/// becomes
///
///           protocol P: NSObjectProtocol, _CarobOptional {                func foo(_ x: Int) -> Int }
///     extension P { func foo(_ x: Int) -> Int { _sendMessage(self, "foo:", x).result as! Int } }
///     delegate?._ifResponds("foo:")?.foo(1)
///
/// The default implementation sends the selector, so that a method that a subclass adds later is called.
/// Calls are recognized by name and labels, for requirements of the module's protocols and framework methods.
/// An `@objc` protocol without a superprotocol is constrained to classes.
///
/// An optional property is removed from the protocol; a protocol extension calls the implementation:
///
///     @objc optional var title: String { get }
///     extension P { var title: String? { _optionalValue(self, "title") } }
///
/// A method that is compared with nil or bound without being called is translated in the same way:
///
///     if delegate?.foo != nil            if delegate?._ifResponds("foo:")?.foo != nil
///     if let foo = delegate.foo {        if let foo = delegate._ifResponds("foo:")?.foo {
///
/// Limits: such tests are found by their tokens, and only in these two forms.
enum OptionalRequirements: Rule {
  static func apply(to translation: FileTranslation) {
    for modifier in translation.facts.optionalModifiers {
      translation.edits.replacePadded(modifier.range, in: translation.source)
    }
    for (type, record) in translation.facts.index.types.enumerated()
    where record.kind == .protocol && record.attributes.isObjC {
      bind(type, record, translation)
      for member in record.members where member.isOptional && member.kind == .property && !member.isStatic {
        remove(member, translation)
      }
    }
    for site in translation.facts.calls { translate(site.node, translation) }
    for test in OptionalMethodTests.find(in: translation.tokens, translation.module)
    where !translation.lookedUp.contains(test.period + 1) {
      translation.edits.insert("._ifResponds(\(literal(test.selector)))?", at: test.period)
    }
  }

  // MARK: Protocols

  private static func bind(_ type: Int, _ record: TypeRecord, _ translation: FileTranslation) {
    guard let node = translation.facts.typeNodes[type].as(ProtocolDeclSyntax.self) else { return }
    let optional = record.members.filter(\.isOptional)
    if let last = node.inheritanceClause?.inheritedTypes.last {
      if !optional.isEmpty { translation.edits.insert(", _CarobOptional", at: last.type.end) }
    } else {
      let base = optional.isEmpty ? "AnyObject" : "_CarobOptional"
      translation.edits.insert(": \(base)", at: node.primaryAssociatedTypeClause?.end ?? node.name.end)
    }
    let defaults = optional.filter { !$0.isStatic || $0.kind == .method }.map { member in
      (record.access.isPublic ? "public " : "")
        + implementation(member, of: translation.id(type), translation)
    }
    if !defaults.isEmpty {
      translation.add(
        follower: "extension \(record.dotted) { \(defaults.joined(separator: "; ")) }", afterType: type)
    }
  }

  /// Blanks the declaration of a property. Its `optional` is blanked together with all others, elsewhere.
  private static func remove(_ member: MemberRecord, _ translation: FileTranslation) {
    guard let binding = translation.facts.memberNodes[member.node].as(PatternBindingSyntax.self),
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self)
    else { return }
    for attribute in variable.attributes {
      translation.edits.replacePadded(attribute.range, in: translation.source)
    }
    for modifier in variable.modifiers where modifier.name.tokenKind != .keyword(.optional) {
      translation.edits.replacePadded(modifier.range, in: translation.source)
    }
    translation.edits.replacePadded(
      variable.bindingSpecifier.start..<variable.end, in: translation.source)
    if let semicolon = variable.parent?.as(MemberBlockItemSyntax.self)?.semicolon {
      translation.edits.replacePadded(semicolon.range, in: translation.source)
    }
  }

  private static func implementation(
    _ member: MemberRecord, of id: ModuleIndex.TypeID, _ translation: FileTranslation
  ) -> String {
    let selector = translation.module.selector(member, of: id)
    let isolation =
      member.attributes.isolation == .mainActor
      ? "@MainActor " : member.attributes.isolation == .nonisolated ? "nonisolated " : ""
    if member.kind == .property {
      let type = plain(member.type ?? "Any")
      let simple = type.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      // NB: as in Swift with Objective-C, it can be read but not set.
      return "\(isolation)var \(escaped(member.name)): \(simple ? type : "(\(type))")? "
        + "{ _optionalValue(self, \(literal(selector))) }"
    }
    guard let node = translation.facts.memberNodes[member.node].as(FunctionDeclSyntax.self) else { return "" }
    let head =
      "\(isolation)\(member.isStatic ? "static " : "")func \(escaped(member.name))"
      + translation.source.text(node.signature.range)
    let arguments = member.parameters.map(\.name).joined(separator: ", ")
    // NB: called only on classes that have the method.
    if member.isStatic { return "\(head) { fatalError() }" }
    let sent =
      member.parameters.isEmpty
      ? "" : member.parameters.count > 3 ? ", arguments: [\(arguments)]" : ", \(arguments)"
    let send = "_sendMessage(self, \(literal(selector))\(sent))"
    let target = NullCasts.plainTarget(plain(member.result ?? "Any"))
    return "\(head) { \(send)\(member.returnsNothing ? "" : ".result as! \(target)") }"
  }

  private static func plain(_ type: String) -> String {
    WrittenType(type).explicit
  }

  // MARK: Calls

  private static func translate(_ call: FunctionCallExprSyntax, _ translation: FileTranslation) {
    let mark: TokenSyntax
    let inner: ExprSyntax
    if let chained = call.calledExpression.as(OptionalChainingExprSyntax.self) {
      (mark, inner) = (chained.questionMark, chained.expression)
    } else if let forced = call.calledExpression.as(ForceUnwrapExprSyntax.self) {
      (mark, inner) = (forced.exclamationMark, forced.expression)
    } else {
      return
    }
    guard let member = inner.as(MemberAccessExprSyntax.self), let base = member.base,
      !base.is(SuperExprSyntax.self), !translation.lookedUp.contains(member.declName.start),
      let selector = selector(call, member.declName.baseName.text.withoutBackticks, translation.module)
    else { return }
    translation.edits.insert("._ifResponds(\(literal(selector)))\(mark.text)", at: member.period.start)
    translation.edits.replace(mark.range, with: "")
  }

  private static func selector(
    _ call: FunctionCallExprSyntax, _ name: String, _ module: ModuleIndex
  ) -> String? {
    let labels = call.arguments.map { $0.label?.text ?? "_" }
    // A closure is called without labels; if a name is both a method and a closure, it counts as the closure.
    if labels.allSatisfy({ $0 == "_" }), module.closureProperties.contains(name) { return nil }
    let closures = (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
    for candidate in module.optionalMethodsByName[name] ?? [] {
      guard candidate.member.parameters.count == labels.count + closures,
        candidate.member.labels.starts(with: labels)
      else { continue }
      return module.selector(candidate.member, of: candidate.owner)
    }
    if closures > 0 { return nil }
    return FrameworkSelectors.selector(forSwiftName: "\(name)(\(labels.map { $0 + ":" }.joined()))")
  }
}
