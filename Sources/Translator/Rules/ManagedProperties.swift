import SwiftSyntax

/// `@NSManaged` properties of layers are kept by the layer under their names, as Core Animation does it (F-158).
///
///     @NSManaged var progress: CGFloat
///                var progress: CGFloat { get { _managedValue("progress") } set { _setManagedValue(newValue, "progress") } }
///
/// Limits: in other classes the attribute is left to the compiler.
enum ManagedProperties: Rule {
  static func apply(to translation: FileTranslation) {
    for (type, record) in translation.facts.index.types.enumerated() where record.kind == .class {
      let id = translation.id(type)
      for member in record.members where member.attributes.isManaged && member.kind == .property {
        translate(member, isKept: isKept(by: id, translation.module), translation)
      }
    }
  }

  /// Whether the class is a layer.
  static func isKept(by type: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    guard let root = module.frameworkRoot(type) else { return false }
    return root.hasPrefix("CA") && root.hasSuffix("Layer")
  }

  private static func translate(_ member: MemberRecord, isKept: Bool, _ translation: FileTranslation) {
    guard let binding = translation.facts.memberNodes[member.node].as(PatternBindingSyntax.self),
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self), isKept,
      binding.accessorBlock == nil
    else { return }
    for case .attribute(let attribute) in variable.attributes where attribute.name == "NSManaged" {
      translation.edits.replacePadded(attribute.range, in: translation.source)
    }
    for modifier in variable.modifiers where modifier.name.tokenKind == .keyword(.dynamic) {
      translation.edits.replacePadded(modifier.range, in: translation.source)
    }
    let key = literal(member.attributes.objcName ?? member.name)
    translation.edits.insert(
      " { get { _managedValue(\(key)) } set { _setManagedValue(newValue, \(key)) } }", at: binding.contentEnd)
  }
}
