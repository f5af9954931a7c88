/// Which member a name refers to, which member it overrides, and which requirement it implements.
extension ModuleIndex {
  /// The members named `name` (with `labels`, if given) in a type, its superclasses and its protocols.
  func find(_ name: String, labels: [String]?, in id: TypeID) -> [(owner: TypeID, member: MemberRecord)] {
    guard let owner = nearestOwner(of: name, labels, id) else { return [] }
    return members(named: name, labels, of: owner).map { (owner, $0) }
  }

  private func nearestOwner(of name: String, _ labels: [String]?, _ id: TypeID) -> TypeID? {
    let query = labels.map { name + "(" + $0.joined(separator: ":") } ?? name
    let owners: [TypeID]
    if let known = ownersByName[query] {
      owners = known
    } else {
      var seen: Set<TypeID> = []
      owners = (membersByName[name] ?? []).filter { Self.matches($0.member, labels) }.map(\.owner)
        .filter { seen.insert($0).inserted }
      ownersByName[query] = owners
    }
    if owners.isEmpty { return nil }
    var nearest: TypeID?
    if owners.count <= 4 {
      nearest = owners.filter { tree.isClass(id, atOrBelow: $0) }
        .max { tree.depths[$0, default: 0] < tree.depths[$1, default: 0] }
    } else {
      nearest = nearestClass(query, name, labels, id)
    }
    return nearest ?? owners.first { record($0).kind == .protocol && conforms(id, to: $0) }
  }

  private func nearestClass(
    _ query: String, _ name: String, _ labels: [String]?, _ id: TypeID
  ) -> TypeID? {
    var asked: [TypeID] = []
    var result: TypeID?
    var next: TypeID? = id
    while let type = next, asked.count <= tree.depths[id, default: 0] {
      if let known = nearestOwners[NamedMember(type: type, name: query)] {
        result = known
        break
      }
      asked.append(type)
      if !members(named: name, labels, of: type).isEmpty {
        result = type
        break
      }
      if case .module(let superclass) = superclass(type) { next = superclass } else { next = nil }
    }
    for type in asked { nearestOwners[NamedMember(type: type, name: query)] = .some(result) }
    return result
  }

  private func members(named name: String, _ labels: [String]?, of id: TypeID) -> [MemberRecord] {
    let table: [String: [MemberRecord]]
    if let known = membersOfTypes[id] {
      table = known
    } else {
      table = Dictionary(grouping: members(of: id).map(\.member), by: \.name)
      membersOfTypes[id] = table
    }
    return (table[name] ?? []).filter { Self.matches($0, labels) }
  }
  private static func matches(_ member: MemberRecord, _ labels: [String]?) -> Bool {
    labels == nil || member.kind == .method && member.labels == labels
  }

  /// The nearest declaration in a superclass of the module that a member of `type` overrides.
  func overridden(_ member: MemberRecord, above type: TypeID) -> (owner: TypeID, member: MemberRecord)? {
    tree.overridden[ClassTree.Member(member, of: type)]
  }

  private func sameName(_ a: MemberRecord, _ b: MemberRecord) -> Bool {
    a.name == b.name && a.kind == b.kind && a.isStatic == b.isStatic && a.labels == b.labels
  }

  /// The methods and properties of this name that the module adds to classes of other modules.
  func membersAddedToForeignClasses(_ name: String) -> [(owner: ExtensionID, member: MemberRecord)] {
    foreignMembers[name] ?? []
  }

  /// The members of this name that the module adds to one class.
  func members(named name: String, addedTo extended: String) -> [MemberRecord] {
    (foreignMembers[name] ?? []).filter { record($0.owner).extended == extended }.map(\.member)
  }

  // F-161
  /// Whether a subclass overrides a method that the module adds to a class of another module.
  func isSentForSubclasses(_ member: MemberRecord, in id: ExtensionID) -> Bool {
    guard targets[id] == nil, !member.isOverride,
      member.kind == .method || member.kind == .property && member.type != nil, member.isRepresentable,
      member.parameters.count <= 3, !member.isThrowing, !member.isAsync,
      isExposed(member, in: .extension(id), of: nil)
    else { return false }
    return overridesOfFrameworks.contains(member.markedName)
  }

  // F-161
  /// Whether the member overrides such a method.
  func overridesSentMethod(_ member: MemberRecord, of type: TypeID) -> Bool {
    guard member.isOverride, form(type) == .object,
      member.kind == .method || member.kind == .property,
      overridden(member, above: type) == nil
    else { return false }
    return foreignMethods[member.fullName]?.contains {
      $0.member.isStatic == member.isStatic && isSentForSubclasses($0.member, in: $0.owner)
    } ?? false
  }

  // F-214
  /// Whether a class's member overrides one that an extension of its framework superclass replaces: there the
  /// compiler binds `super` to the framework's implementation.
  func callsReplacedMember(_ member: MemberRecord, of type: TypeID) -> Bool {
    guard member.isOverride, overridden(member, above: type) == nil, let root = frameworkRoot(type) else {
      return false
    }
    return foreignMethods[member.fullName]?.contains {
      $0.member.isStatic == member.isStatic && record($0.owner).extended == root
        && ExtensionOverrides.isReplaced($0.member, in: $0.owner, self)
    } ?? false
  }

  /// The requirement of one of the module's `@objc` protocols that the member implements.
  func requirement(for member: MemberRecord, of type: TypeID) -> (owner: TypeID, member: MemberRecord)? {
    objcRequirements[member.fullName]?.first {
      $0.owner != type && sameName($0.member, member) && conforms(type, to: $0.owner)
    }
  }
}
