/// The key–value coding names of properties, for `#keyPath` and for key paths passed to observers.
enum KeyPathNames {
  /// The key of a property of the module or of a framework.
  ///
  /// A framework's Swift name `isHidden` has the key `hidden`. The module's own properties keep their names,
  /// and overrides have the key of the property that they override.
  // F-217
  static func key(_ property: String, _ module: ModuleIndex) -> String {
    if let known = module.keys[property] { return known }
    let key = names(of: property, module).first ?? SelectorExpression.frameworkProperty(property)
    module.keys[property] = key
    return key
  }

  /// The same, but nil if the module's classes have properties of this name under several keys.
  static func certainKey(_ property: String, _ module: ModuleIndex) -> String? {
    names(of: property, module).count > 1 ? nil : key(property, module)
  }

  /// The keys of a path from a type of the module, for as long as it stays within the module's types.
  static func keys(_ path: [String], from root: ModuleIndex.TypeID?, _ module: ModuleIndex) -> [String] {
    // OPTIMIZATION: properties with a key of their own are rare, and climbing a long chain of classes costs
    // time.
    guard path.contains(where: { names(of: $0, module).contains { name in !path.contains(name) } }) else {
      return path.map { key($0, module) }
    }
    var type = root
    return path.map { property in
      guard let start = type else { return key(property, module) }
      let found = find(property, in: start, module)
      type = (found?.type).flatMap { module.resolve(plain($0), from: start) }
      return found.map { $0.attributes.objcName ?? property }
        ?? SelectorExpression.frameworkProperty(property)
    }
  }

  /// The keys of the module's properties of this name, with those that have no `@objc` name first.
  private static func names(of property: String, _ module: ModuleIndex) -> [String] {
    let declared = (module.membersByName[property] ?? []).map(\.member).filter {
      $0.kind == .property && (!$0.isOverride || $0.attributes.objcName != nil)
    }
    var names = declared.contains { $0.attributes.objcName == nil } ? [property] : []
    for name in declared.compactMap(\.attributes.objcName) where !names.contains(name) { names.append(name) }
    return names
  }

  /// The original declaration in a class or its superclasses, not an override.
  private static func find(
    _ property: String, in start: ModuleIndex.TypeID, _ module: ModuleIndex
  ) -> MemberRecord? {
    var type = start
    while true {
      let own = module.members(of: type).map(\.member).first {
        $0.kind == .property && $0.name == property && (!$0.isOverride || $0.attributes.objcName != nil)
      }
      if let own { return own }
      guard case .module(let above) = module.superclass(type) else { return nil }
      type = above
    }
  }

  private static func plain(_ type: String) -> String { WrittenType(type).wrapped }
}
