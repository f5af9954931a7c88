/// The actor isolation of types and their members.
extension ModuleIndex {
  /// Whether the class or a superclass in the module is written with `@MainActor`.
  func isMarkedForMainActor(_ id: TypeID) -> Bool {
    inherited(mainActorMarks, id) { $1 == true || record($0).attributes.isolation == .mainActor }
  }

  func isolation(_ id: TypeID) -> Isolation {
    if let known = isolations[id] { return known }
    isolations[id] = .unspecified  // stops at cycles
    let result = computeIsolation(id)
    isolations[id] = result
    return result
  }

  private func computeIsolation(_ id: TypeID) -> Isolation {
    let record = record(id)
    if record.attributes.isolation != .unspecified { return record.attributes.isolation }
    if record.kind == .class {
      switch superclass(id) {
      case .module(let parent):
        let inherited = isolation(parent)
        if inherited != .unspecified { return inherited }
      case .framework(let name):
        if isObjectClass(name), SDKKnowledge.isMainActorClass(name),
          !options.imported.managedClasses.contains(name)
        {
          return .mainActor
        }
        if isFreedFromDefaultIsolation(id) { return .nonisolated }
      case .none: break
      }
    }
    var inherited = record.inherited
    for number in extensionsOf[id] ?? [] where number.file == id.file {
      inherited += self.record(number).inherited
    }
    for name in inherited {
      if let type = resolve(name, from: id) {
        if type != id, self.record(type).kind == .protocol, isolation(type) == .mainActor {
          return .mainActor
        }
      } else if SDKKnowledge.isMainActorProtocol(unqualified(name)) {
        return .mainActor
      }
    }
    return options.defaultIsolationMainActor ? .mainActor : .nonisolated
  }

  /// Whether default isolation would put the class on the main actor although it derives from a nonisolated
  /// one.
  func isFreedFromDefaultIsolation(_ id: TypeID) -> Bool {
    guard options.defaultIsolationMainActor, record(id).attributes.isolation == .unspecified,
      let root = frameworkRoot(id)
    else { return false }
    if root == "NSObject" || root == "XCTestCase" { return false }
    if options.imported.managedClasses.contains(root) { return true }
    return SDKKnowledge.foreignClasses.contains(root) || !SDKKnowledge.isMainActorClass(root)
  }

  func isMainActor(_ member: MemberRecord, in owner: Owner, of type: TypeID?) -> Bool {
    if member.attributes.isolation != .unspecified { return member.attributes.isolation == .mainActor }
    if case .extension(let number) = owner, record(number).attributes.isolation != .unspecified {
      return record(number).attributes.isolation == .mainActor
    }
    if let type { return isolation(type) == .mainActor }
    // An extension of an SDK class.
    if case .extension(let number) = owner { return SDKKnowledge.isMainActorClass(record(number).extended) }
    return false
  }
}
