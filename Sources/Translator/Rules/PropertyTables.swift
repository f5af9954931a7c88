/// Outlets, inspectable and `@objc` properties get entries for key-value coding.
///
///     @IBOutlet weak var label: UILabel!
///
/// remains a plain property, and the class gets
///
///     nonisolated override class var _carobKVC: [_CarobProperty] { [.init("label", \VC.label)] }
///
/// A property with observers, a wrapper or its own setter is set by a closure, which does not read the old
/// value:
///
///     .init("label", \VC.label) { $0.label = $1 }
///
/// The names are the Objective-C ones (`@objc(enabled) var isEnabled`). The table also gives the name of a
/// key path that is passed as a variable. Limits: only classes that derive from `NSObject`; no static
/// properties; an extension's properties are listed only if the extension is in the class's file.
enum PropertyTables: Rule {
  static func apply(to translation: FileTranslation) {
    let module = translation.module
    for (type, record) in translation.facts.index.types.enumerated() where record.kind == .class {
      let id = translation.id(type)
      if record.hasMethodTable || module.form(id) != .object { continue }
      let entries = module.members(of: id).compactMap { member, owner -> String? in
        // NB: generated properties of managed objects are in a separate file.
        if case .extension(let number) = owner, number.file != id.file,
          !member.attributes.isManaged || member.access.isPrivate
        {
          return nil
        }
        guard isListed(member, owner, id, module) else { return nil }
        let name = literal(member.attributes.objcName ?? member.name)
        // F-111: a key path would read the property before it is set.
        if member.attributes.isManaged, !name.hasPrefix("\"primitive") {
          return ".init(managed: \(name), \\\(record.name).\(escaped(member.name)))"
        }
        let setter =
          member.isSettable && member.hasOwnSetter ? ") { $0.\(escaped(member.name)) = $1 }" : ")"
        return
          ".init(\(member.isSettable ? "" : "readOnly: ")\(name), \\\(record.name).\(escaped(member.name))\(setter)"
      }
      if entries.isEmpty { continue }
      let access = record.accessOfAdditions
      translation.add(
        member: "nonisolated override \(access)class var _carobKVC: [_CarobProperty] "
          + "{ [\(entries.joined(separator: ", "))] }", toType: type)
    }
  }

  private static func isListed(
    _ member: MemberRecord, _ owner: ModuleIndex.Owner, _ id: ModuleIndex.TypeID, _ module: ModuleIndex
  ) -> Bool {
    guard member.kind == .property, !member.isStatic, !member.attributes.isUnavailable else { return false }
    return member.attributes.isOutlet || member.attributes.isInspectable
      || module.isExposed(member, in: owner, of: id)
  }
}
