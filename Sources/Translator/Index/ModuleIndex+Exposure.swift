import SelectorNames

/// Which members are visible to the runtime, and their selectors.
extension ModuleIndex {
  /// Whether the runtime can find the member by its selector.
  func isExposed(_ member: MemberRecord, in owner: Owner, of type: TypeID?) -> Bool {
    let facts = member.attributes
    if facts.isNonObjC || facts.isUnavailable { return false }
    // F-158: a layer stores the value under the property's own key.
    if facts.isManaged, let type, ManagedProperties.isKeptByLayer(type, self) { return false }
    if facts.isObjC || facts.isAction || facts.isManaged { return true }
    if member.kind == .property, facts.isOutlet || facts.isInspectable { return false }
    if case .extension(let number) = owner, record(number).attributes.isObjC, !member.access.isPrivate {
      return member.isRepresentable
    }
    guard let type else { return false }
    if !member.access.isPrivate, member.isRepresentable, hasObjCMembers(type) { return true }
    if requirement(for: member, of: type) != nil { return true }
    if overridesSentMethod(member, of: type) { return true }
    if member.isOverride {
      let key = ClassTree.Member(member, of: type)
      if let known = exposures[key] { return known }
      let result =
        overridden(member, above: type).map { isExposed($0.member, in: .type($0.owner), of: $0.owner) }
        ?? false
      exposures[key] = result
      return result
    }
    return false
  }

  /// Whether the runtime can find any member of the type with this full name.
  func exposes(_ fullName: String, of type: TypeID) -> Bool {
    let names: Set<String>
    if let known = exposedNames[type] {
      names = known
    } else {
      names = Set(
        members(of: type).filter { isExposed($0.member, in: $0.owner, of: type) }.map(\.member.fullName))
      exposedNames[type] = names
    }
    return names.contains(fullName)
  }

  /// The selector of a method, or of a property's getter (F-130…F-139, F-142).
  func selector(_ member: MemberRecord, of type: TypeID?) -> String {
    if let name = member.attributes.objcName { return name }
    if let type {
      if member.isOverride {
        let key = ClassTree.Member(member, of: type)
        if let known = overrideSelectors[key] { return known }
        if let (ancestor, original) = overridden(member, above: type) {
          let result = selector(original, of: ancestor)
          overrideSelectors[key] = result
          return result
        }
      }
      if let (owner, required) = requirement(for: member, of: type) { return selector(required, of: owner) }
      if member.isAsync, let name = AsyncForms.selector(forSwiftName: member.fullName) { return name }
      if member.isOverride || topmostAdopter(type) != nil,
        let name = FrameworkSelectors.selector(
          forSwiftName: member.fullName, lastParameterType: member.parameters.last?.type)
      {
        return name
      }
    }
    if member.kind == .property { return member.name }
    if member.kind == .subscript { return subscriptSelectors(member).getter }
    return ObjCNaming.selector(
      baseName: member.name, labels: member.labels, throws: member.isThrowing, async: member.isAsync,
      hasTrailingClosure: member.parameters.last?.isClosure ?? false)
  }

  func subscriptSelectors(_ member: MemberRecord) -> (getter: String, setter: String) {
    ObjCNaming.subscriptSelectors(indexType: member.parameters.first?.type ?? "")
  }
}
