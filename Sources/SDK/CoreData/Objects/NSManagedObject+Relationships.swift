import CarobFoundation

// Inverse maintenance: C-30 to C-34. Every relationship change goes through here, except undo, which restores
// both sides.

/// One side of a relationship that is about to change, for its observers.
private struct ChangingSide {
  let object: NSManagedObject
  let slot: Int
  /// Nil for a to-one relationship.
  var mutation: NSKeyValueSetMutationKind?
  var members: [NSManagedObject] = []

  var mayBeObserved: Bool { object.mayBeObserved }
}

extension NSManagedObject {
  /// Sets a to-one relationship (C-30, C-31).
  final func setToOne(_ slot: Int, _ new: NSManagedObject?) {
    checkConfinement()
    if flags.contains(.fault) { fire() }
    let old = toOne(slot)
    if let new { checkContext(new, slot) }
    if old === new {
      willChange()
      return
    }
    let plan = plan.slots[slot]
    guard let inverse = plan.inverse else {
      return changing([ChangingSide(object: self, slot: slot)]) {
        willChange()
        storeToOne(slot, new)
      }
    }
    if let old, old.flags.contains(.fault) { old.fireIfPossible() }
    if let new, new.flags.contains(.fault) { new.fire() }
    // C-31: the new object is removed from its previous partner.
    var previousPartner = plan.inverseIsToMany ? nil : new?.toOne(inverse)
    if previousPartner === self { previousPartner = nil }
    // OPTIMIZATION: few objects are observed.
    var sides: [ChangingSide] = []
    if mayBeObserved || old?.mayBeObserved == true || new?.mayBeObserved == true
      || previousPartner?.mayBeObserved == true
    {
      sides.append(ChangingSide(object: self, slot: slot))
      if let old { sides.append(ChangingSide.side(old, inverse, .minusSetMutation, self)) }
      if let new { sides.append(ChangingSide.side(new, inverse, .unionSetMutation, self)) }
      if let previousPartner { sides.append(ChangingSide(object: previousPartner, slot: slot)) }
    }
    changing(sides) {
      willChange()
      if let old, !old.isGone { old.drop(inverse, self) }
      if let new {
        previousPartner?.drop(slot, new)
        new.take(inverse, self)
      }
      storeToOne(slot, new)
    }
  }

  final var mayBeObserved: Bool { _carobStateBits.load(ordering: .relaxed) != 0 }

  /// Adds objects to a to-many relationship; existing members keep their places.
  final func addToMany(_ slot: Int, _ objects: [NSManagedObject], at index: Int? = nil) {
    checkConfinement()
    for object in objects { checkContext(object, slot) }
    let new = unique(objects).filter { !contains(slot, $0) }
    guard !new.isEmpty else { return }
    let plan = plan.slots[slot]
    var sides = [changingSide(slot, .unionSetMutation, new, at: index)]
    if let inverse = plan.inverse {
      for object in new {
        if plan.inverseIsToMany {
          sides.append(ChangingSide.side(object, inverse, .unionSetMutation, self))
        } else {
          sides.append(ChangingSide(object: object, slot: inverse))
          if let previous = object.toOne(inverse), previous !== self {
            sides.append(previous.changingSide(slot, .minusSetMutation, [object]))
          }
        }
      }
    }
    let place = plan.isOrdered ? index : nil
    changing(sides) {
      willChange()
      for (offset, object) in new.enumerated() {
        if let inverse = plan.inverse {
          if plan.inverseIsToMany {
            object.willChangeFiring()
            object.toMany(inverse, loads: object.plan.slots[inverse].isOrdered).add(self)
          } else {
            // NB: it is removed from the previous owner before it is added here.
            if let previous = object.toOne(inverse), previous !== self { previous.drop(slot, object) }
            object.willChangeFiring()
            object.storeToOne(inverse, self)
          }
        }
        toMany(slot, loads: plan.isOrdered).add(object, at: place.map { $0 + offset })
      }
    }
  }

  /// Removes members of a to-many relationship.
  final func removeFromMany(_ slot: Int, _ objects: [NSManagedObject]) {
    checkConfinement()
    let old = unique(objects).filter { contains(slot, $0) }
    guard !old.isEmpty else { return }
    let plan = plan.slots[slot]
    var sides = [changingSide(slot, .minusSetMutation, old)]
    if let inverse = plan.inverse {
      for object in old { sides.append(ChangingSide.side(object, inverse, .minusSetMutation, self)) }
    }
    changing(sides) {
      willChange()
      for object in old {
        toMany(slot, loads: plan.isOrdered).remove(object)
        if let inverse = plan.inverse, !object.isGone {
          object.willChangeFiring()
          object.drop(inverse, self)
        }
      }
    }
  }

  /// Replaces all members, in order for an ordered relationship (C-30).
  final func setToMany(_ slot: Int, _ objects: [NSManagedObject]) {
    checkConfinement()
    for object in objects { checkContext(object, slot) }
    let wanted = unique(objects)
    let members = toMany(slot)
    let kept = Set(wanted.map { ObjectIdentifier($0) })
    let old = members.members.filter { !kept.contains(ObjectIdentifier($0)) }
    let new = wanted.filter { members.index(of: $0) == nil }
    let plan = plan.slots[slot]
    var sides: [ChangingSide] = [ChangingSide(object: self, slot: slot)]
    if let inverse = plan.inverse {
      for object in old { sides.append(ChangingSide.side(object, inverse, .minusSetMutation, self)) }
      for object in new {
        sides.append(ChangingSide.side(object, inverse, .unionSetMutation, self))
        if !plan.inverseIsToMany, let previous = object.toOne(inverse), previous !== self {
          sides.append(previous.changingSide(slot, .minusSetMutation, [object]))
        }
      }
    }
    changing(sides) {
      willChange()
      for object in old {
        members.remove(object)
        if let inverse = plan.inverse, !object.isGone {
          object.willChangeFiring()
          object.drop(inverse, self)
        }
      }
      for object in new {
        if let inverse = plan.inverse {
          if !plan.inverseIsToMany, let previous = object.toOne(inverse), previous !== self {
            previous.drop(slot, object)
          }
          object.willChangeFiring()
          object.take(inverse, self)
        }
        members.add(object)
      }
      if plan.isOrdered { arrange(members, wanted) }
    }
  }

  /// Sorts the members of an ordered relationship into this order.
  final func arrange(_ members: ToManyMembers, _ wanted: [NSManagedObject]) {
    for (index, object) in wanted.enumerated() where members.members[index] !== object {
      members.remove(object)
      members.add(object, at: index)
    }
  }

  /// Whether an object is a member; checks the inverse instead of the store if that is enough.
  final func contains(_ slot: Int, _ object: NSManagedObject) -> Bool {
    let plan = plan.slots[slot]
    if let inverse = plan.inverse, !plan.inverseIsToMany, !plan.isOrdered,
      !object.isFault || object.isReachable
    {
      let known = toMany(slot, loads: false)
      if !known.isLoaded { return object.toOne(inverse) === self }
    }
    return toMany(slot).index(of: object) != nil
  }

  /// Adds an object to this side of a relationship only.
  final func take(_ slot: Int, _ object: NSManagedObject) {
    if flags.contains(.gone) { return }
    willChangeFiring()
    if plan.slots[slot].isToMany {
      toMany(slot, loads: plan.slots[slot].isOrdered).add(object)
    } else {
      storeToOne(slot, object)
    }
  }

  /// Removes an object from this side of a relationship only.
  final func drop(_ slot: Int, _ object: NSManagedObject) {
    if flags.contains(.gone) { return }
    willChangeFiring()
    if plan.slots[slot].isToMany {
      toMany(slot, loads: plan.slots[slot].isOrdered).remove(object)
    } else if knownToOne(slot) === object {
      storeToOne(slot, nil)
    }
  }

  final func willChangeFiring() {
    if flags.contains(.fault) { fireIfPossible() }
    willChange()
  }

  /// Fires a fault whose row may no longer exist, without raising.
  final func fireIfPossible() {
    guard flags.contains(.fault), let context = registry?.context, let id else { return fire() }
    if let row = context.fetchRow(id) {
      fulfil(row, context)
      context.hold([self])
    } else {
      flags.remove(.fault)
      flags.insert(.inaccessible)
      values = ContiguousArray(plan.slots.map { $0.isToMany ? .unloaded : .null })
    }
  }

  /// Whether it was deleted and saved, or its row no longer exists: it cannot change any more.
  final var isGone: Bool { !flags.isDisjoint(with: [.gone, .inaccessible]) }
  final var isReachable: Bool { !isGone && registry != nil }

  /// Makes a change and notifies the observers of all sides: before it in order, after it in reverse order.
  private func changing(_ sides: [ChangingSide], _ change: () -> Void) {
    if sides.isEmpty { return change() }
    let observed = sides.filter(\.mayBeObserved)
    if observed.isEmpty { return change() }
    for side in observed {
      side.object.notifyWill(side.slot, side.mutation, side.members)
    }
    change()
    for side in observed.reversed() {
      side.object.notifyDid(side.slot, side.mutation, side.members)
    }
  }

  private func notifyWill(_ slot: Int, _ mutation: NSKeyValueSetMutationKind?, _ members: [NSManagedObject]) {
    let key = plan.slots[slot].name
    if let mutation {
      super.willChangeValue(forKey: key, withSetMutation: mutation, using: Set(members))
    } else {
      super.willChangeValue(forKey: key)
    }
  }

  private func notifyDid(_ slot: Int, _ mutation: NSKeyValueSetMutationKind?, _ members: [NSManagedObject]) {
    let key = plan.slots[slot].name
    if let mutation {
      super.didChangeValue(forKey: key, withSetMutation: mutation, using: Set(members))
    } else {
      super.didChangeValue(forKey: key)
    }
  }

  /// The notification for observers of a to-many relationship; an ordered one is reported as set, because its
  /// indexes move.
  private func changingSide(
    _ slot: Int, _ mutation: NSKeyValueSetMutationKind, _ members: [NSManagedObject], at index: Int? = nil
  ) -> ChangingSide {
    plan.slots[slot].isOrdered
      ? ChangingSide(object: self, slot: slot)
      : ChangingSide(object: self, slot: slot, mutation: mutation, members: members)
  }

  // C-33
  private func checkContext(_ other: NSManagedObject, _ slot: Int) {
    guard let mine = registry, let others = other.registry else {
      // NB: an object without a context is inserted into the other's context, as on the platform.
      if let context = registry?.context, other.registry == nil, !other.flags.contains(.gone) {
        context.insert(other)
      } else if let context = other.registry?.context, registry == nil, !flags.contains(.gone) {
        context.insert(self)
      }
      return
    }
    guard mine !== others else {
      if let destination = plan.slots[slot].relationship?.destinationEntity,
        !other.entity.isKindOf(entity: destination)
      {
        NSException.raise(
          .invalidArgumentException,
          "Unacceptable type of value for to-\(plan.slots[slot].isToMany ? "many" : "one") relationship: property = "
            + "\"\(plan.slots[slot].name)\"; desired type = \(destination.managedObjectClassName ?? ""); given type = "
            + "\(Journal.className(type(of: other))); value = \(other).")
      }
      return
    }
    NSException.raise(
      .invalidArgumentException,
      "Illegal attempt to establish a relationship '\(plan.slots[slot].name)' between objects in different contexts "
        + "(source = \(self) , destination = \(other))")
  }
}

extension ChangingSide {
  /// The side of an inverse, to-one or to-many.
  fileprivate static func side(
    _ object: NSManagedObject, _ slot: Int, _ mutation: NSKeyValueSetMutationKind, _ member: NSManagedObject
  ) -> ChangingSide {
    let plan = object.plan.slots[slot]
    return plan.isToMany && !plan.isOrdered
      ? ChangingSide(object: object, slot: slot, mutation: mutation, members: [member])
      : ChangingSide(object: object, slot: slot)
  }
}

/// The objects without duplicates, in order.
private func unique(_ objects: [NSManagedObject]) -> [NSManagedObject] {
  if objects.count < 2 { return objects }
  var seen = Set<ObjectIdentifier>()
  return objects.filter { seen.insert(ObjectIdentifier($0)).inserted }
}

// MARK: - Custom accessors

extension NSManagedObject {
  // C-30 also applies to a change that an app announces with `willChangeValue(forKey:)`.
  final func beginManualChange(_ key: String) {
    guard let slot = plan.index(of: key), let context = registry?.context else { return }
    willChangeFiring()
    let slotPlan = plan.slots[slot]
    guard slotPlan.isRelationship else { return }
    var change = ManualChange(object: self, slot: slot)
    if slotPlan.isToMany { change.logged = toMany(slot).log.count } else { change.old = toOne(slot) }
    context.manualChanges.append(change)
  }

  final func endManualChange(_ key: String) {
    guard let slot = plan.index(of: key), let context = registry?.context, plan.slots[slot].isRelationship,
      let place = context.manualChanges.lastIndex(where: { $0.object === self && $0.slot == slot })
    else { return }
    let change = context.manualChanges.remove(at: place)
    guard let inverse = plan.slots[slot].inverse else { return }
    if plan.slots[slot].isToMany {
      for entry in toMany(slot).log.dropFirst(change.logged) {
        if entry.isAddition {
          if !plan.slots[slot].inverseIsToMany, let previous = entry.object.toOne(inverse), previous !== self
          {
            previous.drop(slot, entry.object)
          }
          entry.object.take(inverse, self)
        } else {
          entry.object.drop(inverse, self)
        }
      }
    } else {
      let new = toOne(slot)
      guard new !== change.old else { return }
      change.old?.drop(inverse, self)
      guard let new else { return }
      if !plan.slots[slot].inverseIsToMany, let previous = new.toOne(inverse), previous !== self {
        previous.drop(slot, new)
      }
      new.take(inverse, self)
    }
  }
}

/// A change between an app's `willChangeValue` and `didChangeValue`.
struct ManualChange {
  let object: NSManagedObject
  let slot: Int
  var old: NSManagedObject?
  var logged = 0
}
