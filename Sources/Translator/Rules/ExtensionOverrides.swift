import SelectorNames
import SwiftSyntax

/// Moves overrides from extensions into the class; Swift allows them in extensions only with Objective-C.
///
///     extension VC {
///       override func viewDidAppear(_ animated: Bool) { … }
///     }
///
/// The body keeps its place under another name, so that lines, `super` and file-private helpers keep working.
/// The class gets a forwarder:
///
///                func _carob_viewDidAppear(_ animated: Bool) { … }
///     override func viewDidAppear(_ animated: Bool) { _carob_viewDidAppear(animated) }
///
/// A member of an extension that a subclass overrides is treated in the same way. `#function` keeps its
/// value. A parameter `Int...` becomes `[Int]`, the type that it has in the body anyway.
///
/// If the module adds an `@objc` method to a class of another module and a subclass overrides it, the method
/// is sent by its selector, which finds the subclass's override (F-161):
///
///     extension UIViewController { @objc func refresh() { … } }
///     class VC: UIViewController { override func refresh() { super.refresh() } }
///
///     extension UIViewController {       func _carob_refresh() { … } }
///     ; extension NSObjectProtocol where Self: UIViewController { func refresh() { _sendMessage(self, "refresh") } }
///     class VC: UIViewController {          func refresh() { super._carob_refresh() } }
///
/// A property is sent by its getter and setter in the same way. The override may be in an extension, too.
///
/// The observers of an overridden property become methods that the class's override calls. As in an observer,
/// what they assign to the property bypasses the override (F-215):
///
///     extension VC { override var title: String? { didSet { count += 1 } } }
///     extension VC {           func _carob_didSet_title(_ oldValue: String?) { count += 1 }   }
///     override var title: String? { get { super.title } set { let o = super.title; super.title = newValue; _carob_didSet_title(o) } }
///
/// An override in an extension of a class of another module replaces the member that the class declares or
/// inherits (F-214). A subclass that is never instantiated contains the forwarder, and the module's registrar
/// copies the entries of its method table:
///
///     extension UINavigationController { override var shouldAutorotate: Bool { false } }
///     extension UINavigationController {          var _carob_shouldAutorotate: Bool { false } }
///     ; final class _CarobOverrides_1: UINavigationController { override var shouldAutorotate: Bool { _carob_shouldAutorotate } }
///
/// A subclass's `super` is redirected to the extension's body, because the compiler binds it to the
/// framework's member. Class members are treated like instance members (F-240). Limits: a generic override is
/// an error; a class member of a private class is the framework's where the class is named directly, not
/// where its metatype is a value.
enum ExtensionOverrides: Rule {
  static func apply(to translation: FileTranslation) {
    let module = translation.module
    for number in translation.facts.index.extensions.indices {
      let id = translation.extensionID(number)
      for member in module.record(id).members where isMoved(member, id, module) {
        if overridesSentMethod(member, id, module) {
          detach(member, translation)
          continue
        }
        if hasObservers(member) {
          moveObservers(member, translation)
          if module.target(id) == nil {
            translation.add(follower: observing(member, id, module), afterExtension: number)
          }
          continue
        }
        rename(member, translation)
        if module.target(id) == nil, !member.isOverride {
          translation.add(follower: sender(member, id, module), afterExtension: number)
        }
      }
      replaceMembers(id, number, translation)
    }
    for (type, record) in translation.facts.index.types.enumerated() where record.kind == .class {
      let id = translation.id(type)
      for member in record.members where module.overridesSentMethod(member, of: id) {
        detach(member, translation)
      }
      for member in record.members where module.callsReplacedMember(member, of: id) {
        leadSuper(member, translation)
      }
      for number in module.extensionsOf[id] ?? [] {
        for member in module.record(number).members
        where isMoved(member, number, module) && !overridesSentMethod(member, number, module) {
          translation.add(member: forwarder(member, number, module), toType: type)
        }
      }
    }
  }

  // F-161
  /// Whether a member of an extension of one of the module's classes overrides a method that is sent by its
  /// selector. It stays in the extension, without `override`.
  private static func overridesSentMethod(
    _ member: MemberRecord, _ id: ModuleIndex.ExtensionID, _ module: ModuleIndex
  ) -> Bool {
    module.target(id).map { module.overridesSentMethod(member, of: $0) } ?? false
  }

  // MARK: Classes of other modules

  // F-214
  /// Whether an override in an extension of a class of another module replaces the class's member.
  static func isReplaced(
    _ member: MemberRecord, in id: ModuleIndex.ExtensionID, _ module: ModuleIndex
  ) -> Bool {
    module.target(id) == nil && member.isOverride && isMoved(member, id, module)
  }

  /// The names of the two classes that reveal an extension's overrides; `Plain` overrides none of them.
  static func replacements(_ id: ModuleIndex.ExtensionID, _ module: ModuleIndex) -> (
    by: String, plain: String
  )? {
    guard module.record(id).members.contains(where: { isReplaced($0, in: id, module) }) else { return nil }
    let extended = module.record(id).extended.replacing(".", with: "_")
    return (
      "_CarobOverrides_\(extended)_\(id.file)_\(id.number)", "_CarobPlain_\(extended)_\(id.file)_\(id.number)"
    )
  }

  private static func replaceMembers(
    _ id: ModuleIndex.ExtensionID, _ number: Int, _ translation: FileTranslation
  ) {
    let module = translation.module
    guard let names = replacements(id, module) else { return }
    let extended = module.record(id).extended
    let head =
      ": \(extended), @unchecked Sendable { nonisolated override class var _carobMethods: [_CarobMethod] { [] }"
    let forwarders = module.record(id).members.filter { isReplaced($0, in: id, module) }
      .map { "; " + forwarder($0, id, module) }.joined()
    translation.add(
      follower: "class \(names.by)\(head)\(forwarders) }; class \(names.plain)\(head) }",
      afterExtension: number)
  }

  // MARK: Observers

  static func hasObservers(_ member: MemberRecord) -> Bool {
    member.kind == .property && member.isOverride && (member.hasWillSet || member.hasDidSet)
  }

  // F-215
  /// Turns the observers into methods.
  private static func moveObservers(_ member: MemberRecord, _ translation: FileTranslation) {
    guard let binding = translation.facts.memberNodes[member.node].as(PatternBindingSyntax.self),
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self), let block = binding.accessorBlock,
      case .accessors(let accessors) = block.accessors
    else { return }
    let start = variable.modifiers.first?.start ?? variable.bindingSpecifier.start
    translation.edits.replacePadded(start..<block.leftBrace.end, in: translation.source)
    translation.edits.replacePadded(block.rightBrace.range, in: translation.source)
    for accessor in accessors {
      guard let body = accessor.body else { continue }
      let isWill = accessor.accessorSpecifier.tokenKind == .keyword(.willSet)
      let name = accessor.parameters?.name.text ?? (isWill ? "newValue" : "oldValue")
      translation.edits.replace(
        accessor.accessorSpecifier.start..<body.leftBrace.start,
        with:
          "\(accessor.id == accessors.first?.id ? "" : "; ")func _carob_\(isWill ? "will" : "did")Set_\(member.name)"
          + "(_ \(name): \(plainType(member))) ")
      // NB: from the tokens, because the body may have been blanked before it was parsed.
      for place in assignments(
        to: member.name, in: body.leftBrace.end..<body.rightBrace.start, translation.tokens)
      {
        translation.edits.insert("super.", at: place.lowerBound)
        if place.count > 0 { translation.edits.replace(place, with: "") }
      }
    }
  }

  /// Where a body assigns the property: the range of the `self.` before its name, or an empty range.
  private static func assignments(
    to name: String, in range: Range<Int>, _ source: SwiftTokens
  ) -> [Range<Int>] {
    let tokens = source.tokens
    return source.indices(in: range).dropLast().compactMap { index in
      let token = tokens[index]
      guard token.kind == .word, tokens[index + 1].kind == .operator, source.name(token) == name else {
        return nil
      }
      let symbol = source.text(tokens[index + 1])
      guard symbol.hasSuffix("="), !["==", "===", "!=", "!==", "<=", ">="].contains(symbol), index > 0 else {
        return nil
      }
      let previous = tokens[index - 1]
      if previous.kind == .period {
        guard index > 1, source.matches(tokens[index - 2], "self") else { return nil }
        return tokens[index - 2].start..<token.start
      }
      if source.matches(previous, "let") || source.matches(previous, "var") { return nil }
      return token.start..<token.start
    }
  }

  /// Gets and sets the superclass's property, and calls the observers.
  private static func observingBody(_ member: MemberRecord) -> String {
    let name = escaped(member.name)
    let old = member.hasDidSet ? "let o = super.\(name); " : ""
    let will = member.hasWillSet ? "_carob_willSet_\(member.name)(newValue); " : ""
    let did = member.hasDidSet ? "; _carob_didSet_\(member.name)(o)" : ""
    return "{ get { super.\(name) } set { \(old)\(will)super.\(name) = newValue\(did) } }"
  }

  /// The property that replaces one of a class of another module.
  // NB: in an extension of the class, so that `super` is the class's superclass.
  private static func observing(
    _ member: MemberRecord, _ id: ModuleIndex.ExtensionID, _ module: ModuleIndex
  ) -> String {
    "extension \(module.record(id).extended) { var _carob_\(member.name): \(plainType(member)) "
      + "\(observingBody(member)) }"
  }

  private static func plainType(_ member: MemberRecord) -> String {
    WrittenType(member.type ?? "Any").explicit
  }

  // MARK: Moving

  private static func isMoved(
    _ member: MemberRecord, _ id: ModuleIndex.ExtensionID, _ module: ModuleIndex
  ) -> Bool {
    if member.kind == .initializer || member.kind == .subscript || member.isGeneric
      || member.name.hasPrefix("_carob_")
    {
      return false
    }
    if member.isOverride || module.isSentForSubclasses(member, in: id) { return true }
    guard let target = module.target(id), module.record(target).kind == .class,
      module.isExposed(member, in: .extension(id), of: target)
    else { return false }
    return module.tree.overriddenBelow.contains(ClassTree.Member(member, of: target))
  }

  private static func rename(_ member: MemberRecord, _ translation: FileTranslation) {
    let node = translation.facts.memberNodes[member.node]
    var modifiers: DeclModifierListSyntax?
    var name: TokenSyntax?
    if let function = node.as(FunctionDeclSyntax.self) {
      modifiers = function.modifiers
      name = function.name
    } else if let binding = node.as(PatternBindingSyntax.self) {
      modifiers = binding.parent?.parent?.as(VariableDeclSyntax.self)?.modifiers
      name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
    }
    guard let modifiers, let name else { return }
    for modifier in modifiers
    where [.keyword(.override), .keyword(.open)].contains(modifier.name.tokenKind) {
      translation.edits.replacePadded(modifier.range, in: translation.source)
    }
    translation.edits.replace(name.range, with: "_carob_" + member.name)
    // The forwarder has an array, which cannot be passed as variadic arguments.
    for parameter in node.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters ?? [] {
      guard let ellipsis = parameter.ellipsis else { continue }
      translation.edits.insert("[", at: parameter.type.start)
      translation.edits.replace(ellipsis.range, with: "]")
    }
    let finder = FunctionNameFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    for macro in finder.found { translation.edits.replace(macro.range, with: literal(member.fullName)) }
  }

  // F-161
  /// The method that sends the renamed one.
  private static func sender(
    _ member: MemberRecord, _ id: ModuleIndex.ExtensionID, _ module: ModuleIndex
  ) -> String {
    let level = member.access != .none ? member.access : module.record(id).access
    let selector = module.selector(member, of: nil)
    let send = member.isStatic ? "_sendMessage(toClass: self, " : "_sendMessage(self, "
    let kind = (level.isPublic ? "public " : "") + (member.isStatic ? "static " : "")
    // F-216
    if member.kind == .property {
      let setter = literal(ObjCNaming.setter(ofProperty: selector))
      let type = member.type ?? "Any"
      return "extension NSObjectProtocol where Self: \(module.record(id).extended) { "
        + "\(module.isMainActor(member, in: .extension(id), of: nil) ? "@preconcurrency @MainActor " : "")"
        + "\(kind)var \(escaped(member.name)): \(type) "
        + "{ get { _arg(\(send)\(literal(selector))).result) }"
        + (member.isSettable ? " set { \(send)\(setter), newValue) }" : "") + " } }"
    }
    let arguments = ([literal(selector)] + member.parameters.map(\.name)).joined(separator: ", ")
    let call = member.returnsNothing ? "\(send)\(arguments))" : "_arg(\(send)\(arguments)).result)"
    let isolation =
      module.isMainActor(member, in: .extension(id), of: nil) ? "@preconcurrency @MainActor " : ""
    // NB: in a protocol extension, because a class must not declare what an extension of its superclass
    // declares.
    return "extension NSObjectProtocol where Self: \(module.record(id).extended) { "
      + "\(isolation)\(kind)func \(member.name)\(member.signature) { \(call) } }"
  }

  // F-161
  /// Removes `override`, and makes `super` bypass the method that sends.
  private static func detach(_ member: MemberRecord, _ translation: FileTranslation) {
    let node = translation.facts.memberNodes[member.node]
    let variable = node.as(PatternBindingSyntax.self)?.parent?.parent?.as(VariableDeclSyntax.self)
    guard let modifiers = node.as(FunctionDeclSyntax.self)?.modifiers ?? variable?.modifiers else { return }
    for modifier in modifiers where modifier.name.tokenKind == .keyword(.override) {
      translation.edits.replacePadded(modifier.range, in: translation.source)
    }
    leadSuper(member, translation)
  }

  /// Redirects `super` to the extension's body.
  private static func leadSuper(_ member: MemberRecord, _ translation: FileTranslation) {
    let node = translation.facts.memberNodes[member.node]
    // NB: from the tokens, because the body may have been blanked before it was parsed.
    let source = translation.tokens
    for index in source.indices(in: node.range).dropFirst(2)
    where source.tokens[index - 1].kind == .period && source.matches(source.tokens[index - 2], "super") {
      guard source.name(source.tokens[index]) == member.name else { continue }
      if member.kind == .method {
        guard index + 1 < source.tokens.count, source.tokens[index + 1].kind == .leftParen else { continue }
      }
      translation.edits.insert("_carob_", at: source.tokens[index].start)
    }
  }

  private static func forwarder(
    _ member: MemberRecord, _ id: ModuleIndex.ExtensionID, _ module: ModuleIndex
  ) -> String {
    let access = member.access != .none ? member.access : module.record(id).access
    var head = access.isPublic ? "\(access.rawValue) " : ""
    let isolation =
      member.attributes.isolation != .unspecified
      ? member.attributes.isolation : module.record(id).attributes.isolation
    if isolation == .mainActor { head += "@MainActor " }
    if isolation == .nonisolated { head += "nonisolated " }
    if member.isOverride { head += "override " }
    if member.isStatic { head += "class " }
    let moved = "_carob_" + member.name
    if hasObservers(member), module.target(id) != nil {
      return "\(head)var \(escaped(member.name)): \(member.type ?? "Any") \(observingBody(member))"
    }
    guard member.kind == .method else {
      let body = member.isSettable ? "get { \(moved) } set { \(moved) = newValue }" : moved
      return "\(head)var \(member.name): \(member.type ?? "Any") { \(body) }"
    }
    let arguments = member.parameters.map { parameter in
      let value =
        parameter.isInout
        ? "&\(parameter.name)"
        : parameter.isAutoclosure ? "\(parameter.name)()" : parameter.name
      return parameter.label == "_" ? value : "\(parameter.label): \(value)"
    }
    let effects = (member.isThrowing ? "try " : "") + (member.isAsync ? "await " : "")
    return
      "\(head)func \(member.name)\(member.signature) { \(effects)\(moved)(\(arguments.joined(separator: ", "))) }"
  }
}

private final class FunctionNameFinder: SyntaxVisitor {
  var found: [MacroExpansionExprSyntax] = []
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    if node.macroName.text == "function" { found.append(node) }
    return .visitChildren
  }
}
