/// The key–value coding names of properties, for `#keyPath` and for key paths passed to observers.
enum KeyPathNames {
  /// The name of a property that the module declares, or of a framework's.
  ///
  /// A framework's Swift name `isHidden` stands for the key `hidden`; the module's own keep their names, and overrides have those
  /// of what they override.
  // F-217
  static func key(_ property: String, _ module: ModuleIndex) -> String {
    if let known = module.keys[property] { return known }
    let declared = (module.membersByName[property] ?? []).map(\.member).filter {
      $0.kind == .property && (!$0.isOverride || $0.attributes.objcName != nil)
    }
    let member = declared.first { $0.attributes.objcName != nil } ?? declared.first
    let key =
      member.map { $0.attributes.objcName ?? property } ?? SelectorExpression.frameworkProperty(property)
    module.keys[property] = key
    return key
  }
}
