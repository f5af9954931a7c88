/// What this module exports to importing modules, and what it knows about imported ones.
extension ModuleIndex {
  /// Whether another module can call the initializer without arguments of an object class.
  private func isMadeOutside(_ id: TypeID) -> Bool {
    let initializers = members(of: id).map(\.member).filter { $0.kind == .initializer }
    return initializers.isEmpty
      || initializers.contains { $0.access.isPublic && $0.parameters.allSatisfy(\.hasDefault) }
  }

  var exports: ModuleExports {
    var result = ModuleExports()
    for (file, index) in files.enumerated() {
      for (type, record) in index.types.enumerated() where !record.isLocal {
        let id = TypeID(file: file, type: type)
        if record.kind == .class, form(id) == .object {
          result.objectClasses.insert(record.dotted)
          if ManagedProperties.isManagedObject(id, self) { result.managedClasses.insert(record.dotted) }
          if Factories.hasCoderInitializer(id, self) { result.coderClasses.insert(record.dotted) }
          if Factories.hasPlainInitializer(id, self), isMadeOutside(id) {
            result.plainClasses.insert(record.dotted)
          }
        }
        if record.kind == .protocol, record.access.isPublic, DelegateMethods.mechanism(record.name) != nil {
          let requirements = withInherited([id]).flatMap { self.record($0).members }
          result.delegateRequirements[record.dotted] = Set(
            requirements.filter { $0.kind == .method && !$0.isStatic }.map(\.fullName))
        }
      }
    }
    return result
  }

  /// The delegate protocols of imported modules that the type inherits: itself, through its superclasses in
  /// the module, or through protocols of the module that they adopt.
  func importedDelegates(_ id: TypeID) -> [String] {
    if options.imported.delegateRequirements.isEmpty { return [] }
    return inherited(importedDelegateLists, id) { type, above in
      let names =
        adopted(type) + withInherited(adoptedModuleProtocols(type)).flatMap { record($0).inherited }
      let own = names.filter { options.imported.delegateRequirements[$0] != nil }
      return own.isEmpty ? above ?? [] : own + (above ?? [])
    }
  }
}
