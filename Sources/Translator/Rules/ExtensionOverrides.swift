import SwiftSyntax

/// Overrides that stand in extensions move into the class; Swift allows them there only with Objective-C.
///
///     extension VC {
///       override func viewDidAppear(_ animated: Bool) { … }
///     }
///
/// The body stays where it is under another name, so that lines, `super` and file-private helpers keep working, and the
/// class gets a forwarder:
///
///                func _carob_viewDidAppear(_ animated: Bool) { … }
///     override func viewDidAppear(_ animated: Bool) { _carob_viewDidAppear(animated) }
///
/// A member of an extension that a subclass overrides is treated likewise. `#function` keeps its value.
///
/// An `@objc` method that the module adds to a class of another module, and that a subclass overrides, is sent by its
/// selector, which finds the subclass's (F-161):
///
///     extension UIViewController { @objc func refresh() { … } }
///     class VC: UIViewController { override func refresh() { super.refresh() } }
///
///     extension UIViewController {       func _carob_refresh() { … } }
///     ; extension NSObjectProtocol where Self: UIViewController { func refresh() { sendMessage(self, "refresh") } }
///     class VC: UIViewController {          func refresh() { super._carob_refresh() } }
///
/// Limits: an override in an extension of a class of another module, and a generic one, are errors.
enum ExtensionOverrides: Rule {
  static func apply(to translation: FileTranslation) {
    let module = translation.module
    for number in translation.facts.index.extensions.indices {
      let id = translation.extensionID(number)
      for member in module.record(id).members where isMoved(member, id, module) {
        guard let target = module.target(id), module.record(target).kind == .class else {
          if module.isSentForSubclasses(member, in: id) {
            rename(member, translation)
            translation.add(
              follower: sender(member, id, module), afterExtension: number)
          } else if member.isOverride {
            translation.report(
              .error,
              "an override in an extension of '\(module.record(id).extended)', which another module declares, "
                + "cannot be translated; put it into a subclass",
              at: translation.facts.memberNodes[member.node].start)
          }
          continue
        }
        rename(member, translation)
      }
    }
    for (type, record) in translation.facts.index.types.enumerated() where record.kind == .class {
      let id = translation.id(type)
      for member in record.members where module.overridesSentMethod(member, of: id) {
        detach(member, translation)
      }
      for number in module.extensionsOf[id] ?? [] {
        for member in module.record(number).members where isMoved(member, number, module) {
          translation.add(member: forwarder(member, number, record, module), toType: type)
        }
      }
    }
  }

  private static func isMoved(
    _ member: MemberRecord, _ id: ModuleIndex.ExtensionID, _ module: ModuleIndex
  ) -> Bool {
    if member.kind == .initializer || member.kind == .subscript || member.isGeneric
      || member.name.hasPrefix("_carob_")
    {
      return false
    }
    if member.isOverride || module.isSentForSubclasses(member, in: id) { return true }
    guard let target = module.target(id), module.record(target).kind == .class, !member.isStatic,
      module.isExposed(member, in: .extension(id), of: target)
    else { return false }
    return (module.membersByName[member.name] ?? []).contains { owner, other in
      other.isOverride && other.fullName == member.fullName && owner != target
        && module.lineage(owner).contains(target)
    }
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
    for modifier in modifiers where modifier.name.tokenKind == .keyword(.override) {
      translation.edits.replacePadded(modifier.range, in: translation.source)
    }
    translation.edits.replace(name.range, with: "_carob_" + member.name)
    let finder = FunctionNameFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    for macro in finder.found { translation.edits.replace(macro.range, with: literal(member.fullName)) }
  }

  // F-161
  /// The method that sends what was renamed.
  private static func sender(
    _ member: MemberRecord, _ id: ModuleIndex.ExtensionID, _ module: ModuleIndex
  ) -> String {
    let level = member.access != .none ? member.access : module.record(id).access
    let selector = module.selector(member, of: nil)
    let send = (["self", literal(selector)] + member.parameters.map(\.name)).joined(separator: ", ")
    let call = member.returnsNothing ? "sendMessage(\(send))" : "_arg(sendMessage(\(send)).result)"
    let isolation = module.isMainActor(member, in: .extension(id), of: nil) ? "@MainActor " : ""
    let access = level.isPublic ? "public " : ""
    // NB: of a protocol, because a class must not declare what an extension of its superclass has.
    return "extension NSObjectProtocol where Self: \(module.record(id).extended) { "
      + "\(isolation)\(access)func \(member.name)\(member.signature) { \(call) } }"
  }

  // F-161
  /// Takes `override` away, and leads `super` past the method that sends.
  private static func detach(_ member: MemberRecord, _ translation: FileTranslation) {
    guard let function = translation.facts.memberNodes[member.node].as(FunctionDeclSyntax.self)
    else { return }
    for modifier in function.modifiers where modifier.name.tokenKind == .keyword(.override) {
      translation.edits.replacePadded(modifier.range, in: translation.source)
    }
    // NB: the bytes, because the body may have been blanked before it was parsed.
    let call = Array("super.\(member.name)(".utf8)
    let bytes = translation.source.bytes
    var index = function.start
    while index + call.count <= function.end {
      if bytes[index..<index + call.count].elementsEqual(call) {
        translation.edits.insert("_carob_", at: index + 6)
        index += call.count
      } else {
        index += 1
      }
    }
  }

  private static func forwarder(
    _ member: MemberRecord, _ id: ModuleIndex.ExtensionID, _ record: TypeRecord, _ module: ModuleIndex
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
    guard member.kind == .method else {
      let body = member.isSettable ? "get { \(moved) } set { \(moved) = newValue }" : moved
      return "\(head)var \(member.name): \(member.type ?? "Any") { \(body) }"
    }
    let arguments = member.parameters.map { parameter in
      let value =
        parameter.isInout
        ? "&\(parameter.name)"
        : parameter.type.hasPrefix("@autoclosure") ? "\(parameter.name)()" : parameter.name
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
