import SwiftSyntax

/// `@objc dynamic` properties report their changes to key–value observers.
///
///     @objc dynamic var s = 0
///                   var s = 0 { willSet { _kvoWill("s", self.s) } didSet { _kvoDid("s", self.s) } }
///
/// Existing observers keep their bodies; the did-change call runs after the user's `didSet`, as in the
/// platform's setter. In a computed property both calls go into the setter. An override with observers, or
/// whose setter calls `super`, reports through the property that it overrides. Without observers a set costs
/// one more load and branch.
///
/// Limits: only classes that derive from `NSObject`; setting an element of an observed array in place copies
/// the array, because `willSet` retains the old one.
enum DynamicProperties: Rule {
  static func apply(to translation: FileTranslation) {
    let module = translation.module
    for (type, record) in translation.facts.index.types.enumerated() where record.kind == .class {
      let id = translation.id(type)
      if module.form(id) != .object { continue }
      for member in record.members { hook(member, .type(id), id, translation) }
    }
    for (number, record) in translation.facts.index.extensions.enumerated() {
      let id = translation.extensionID(number)
      guard let type = module.target(id), module.form(type) == .object else { continue }
      for member in record.members { hook(member, .extension(id), type, translation) }
    }
  }

  private static func hook(
    _ member: MemberRecord, _ owner: ModuleIndex.Owner, _ type: ModuleIndex.TypeID,
    _ translation: FileTranslation
  ) {
    guard member.kind == .property, member.isDynamic, !member.attributes.isManaged, member.isSettable,
      !member.isStatic,
      translation.module.isExposed(member, in: owner, of: type),
      let binding = translation.facts.memberNodes[member.node].as(PatternBindingSyntax.self)
    else { return }
    let name = literal(member.attributes.objcName ?? member.name)
    let value = "self.\(escaped(member.name))"
    let will = "_kvoWill(\(name), \(value))"
    let did = "_kvoDid(\(name), \(value))"

    separate(binding, translation)
    guard let block = binding.accessorBlock else {
      translation.edits.insert(" { willSet { \(will) } didSet { \(did) } }", at: binding.contentEnd)
      return
    }
    guard case .accessors(let accessors) = block.accessors else { return }
    let setter = accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.set) }
    if let body = setter?.body {
      if member.isOverride, translation.tokens.mentions("super", in: body.range) { return }
      translation.edits.insert(" \(will); defer { \(did) };", at: body.leftBrace.end)
      return
    }
    if member.isOverride || member.isComputed { return }
    if let body = accessors.first(where: { $0.accessorSpecifier.tokenKind == .keyword(.willSet) })?.body {
      translation.edits.insert(" \(will);", at: body.leftBrace.end)
    } else {
      translation.edits.insert(" willSet { \(will) }", at: block.leftBrace.end)
    }
    if let body = accessors.first(where: { $0.accessorSpecifier.tokenKind == .keyword(.didSet) })?.body {
      translation.edits.insert(" defer { \(did) };", at: body.leftBrace.end)
    } else {
      translation.edits.insert(" didSet { \(did) }", at: block.leftBrace.end)
    }
  }

  /// `var a = 0, b = 1` cannot have observers: the comma is replaced by a new declaration.
  static func separate(_ binding: PatternBindingSyntax, _ translation: FileTranslation) {
    guard let comma = binding.trailingComma,
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self)
    else { return }
    let modifiers = variable.modifiers.filter { $0.name.tokenKind != .keyword(.dynamic) }
      .map { $0.trimmedDescription + " " }.joined()
    // NB: in `var a, b: Int` the type applies to both.
    if binding.typeAnnotation == nil, binding.initializer == nil,
      let type = variable.bindings.drop(while: { $0.id != binding.id }).lazy.compactMap(\.typeAnnotation)
        .first
    {
      translation.edits.insert(type.trimmedDescription, at: binding.pattern.end)
    }
    translation.edits.replace(comma.range, with: "; \(modifiers)var")
  }
}
