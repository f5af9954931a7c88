import CarobFoundation

// C-146: how a save resolves, by the merge policy, conflicts with rows that changed since the context read
// them.

extension NSManagedObjectContext {
  final var policy: NSMergePolicy { mergePolicy as? NSMergePolicy ?? .error }

  final func resolve(_ conflict: StoreConflict) throws {
    let conflicts = conflict.rows.compactMap { row in
      lookUp(row.id).map { NSMergeConflict($0, cached: row.cached, stored: row.stored) }
    }
    let constraints = conflict.constraints.map { constraintConflict($0) }
    if Journal.isRecording {
      for conflict in conflicts {
        Journal.note(
          .coredata, "merge conflict \(conflict.sourceObject.plan.entity.name ?? "")", outcome: "handled",
          why: conflict.stored == nil
            ? "the row was deleted since the context read it"
            : "version \(conflict.oldVersionNumber) was read, the store has version \(conflict.newVersionNumber)",
          receiver: conflict.sourceObject, sender: self,
          detail: [(key: "policy", value: "\(policy.mergeType)")])
      }
      for conflict in constraints {
        Journal.note(
          .coredata, "constraint conflict \(conflict.constraint.joined(separator: ", "))", outcome: "handled",
          why: "another object has these values", sender: self,
          detail: [(key: "policy", value: "\(policy.mergeType)")])
      }
    }
    if !conflicts.isEmpty { try policy.resolve(mergeConflicts: conflicts) }
    if !constraints.isEmpty { try policy.resolve(mergeConflicts: constraints) }
  }

  final func mergeError(_ conflict: StoreConflict) -> NSError {
    let conflicts = conflict.rows.compactMap { row in
      lookUp(row.id).map { NSMergeConflict($0, cached: row.cached, stored: row.stored) }
    }
    return .cocoa(
      NSManagedObjectMergeError, "Could not merge changes.",
      [NSPersistentStoreSaveConflictsErrorKey: conflicts])
  }

  private func constraintConflict(_ constraint: StoreConflict.Constraint) -> NSConstraintConflict {
    let objects = constraint.objects.compactMap { lookUp($0) }
    var stored: NSManagedObject?
    if let row = constraint.stored {
      let object = object(for: row.id)
      if object.isFault { object.fulfil(row.row, self) }
      stored = object
    }
    return NSConstraintConflict(
      constraint: constraint.properties, databaseObject: stored,
      databaseSnapshot: constraint.stored.flatMap { stored?.dictionary(of: $0.row) },
      conflictingObjects: objects, conflictingSnapshots: objects.map(\.snapshotDictionary))
  }
}

extension NSManagedObject {
  /// The values of persistent properties without to-many relationships, `NSNull` for nil.
  final var snapshotDictionary: [String: Any] {
    if isFault { return [:] }
    var result: [String: Any] = [:]
    for slot in plan.slots.indices where !plan.slots[slot].isToMany && !plan.slots[slot].isTransient {
      if plan.slots[slot].kind == .fetched { continue }
      result[plan.slots[slot].name] = value(inSlot: slot) ?? NSNull()
    }
    return result
  }

  final func dictionary(of row: RowSnapshot) -> [String: Any] {
    var result: [String: Any] = [:]
    for slot in plan.slots.indices where !plan.slots[slot].isToMany && !plan.slots[slot].isTransient {
      let value: Any? =
        switch (plan.slots[slot].kind, row.values[slot]) {
        case (.fetched, _): nil
        case (_, .toOne(let id)): context?.object(with: id)
        case (_, let value): value.boxed(plan.slots[slot].attributeType)
        }
      result[plan.slots[slot].name] = value ?? NSNull()
    }
    return result
  }

  /// Resolves one conflict.
  final func resolve(_ conflict: NSMergeConflict, _ type: NSMergePolicyType) {
    guard let context else { return }
    let keepsOwn = type == .mergeByPropertyObjectTrumpMergePolicyType || type == .overwriteMergePolicyType
    guard let stored = conflict.stored else {
      if isDeleted {
        // Both deleted it.
        row = nil
      } else if keepsOwn {
        // The row is inserted again, with the same identifier.
        row = nil
        flags.remove(.updated)
        flags.insert(.inserted)
      } else {
        context.drop(self)
      }
      return
    }
    if isDeleted {
      if keepsOwn {
        row = stored
      } else {
        flags.remove([.deleted, .propagated])
        row = stored
        revert(.mergePolicy)
      }
      return
    }
    switch type {
    case .overwriteMergePolicyType: row = stored
    case .rollbackMergePolicyType:
      row = stored
      revert(.mergePolicy)
    case .mergeByPropertyObjectTrumpMergePolicyType: rebase(onto: stored, .mergePolicy)
    case .mergeByPropertyStoreTrumpMergePolicyType: takeStoreValues(from: stored)
    case .errorMergePolicyType: break
    }
  }

  /// Takes the store's value of every property that changed there, and keeps its own changes to other
  /// properties.
  private func takeStoreValues(from stored: RowSnapshot) {
    guard let old = row else { return }
    var result = stored.values
    for slot in plan.slots.indices {
      let slotPlan = plan.slots[slot]
      if slotPlan.isTransient || slotPlan.isToMany {
        result[slot] = values[slot]
      } else if differs(slot), sameInMemory(old.values[slot], stored.values[slot]) {
        result[slot] = values[slot]
      }
    }
    changingSlots(
      plan.slots.indices.filter { !sameInMemory(values[$0], result[$0]) && !plan.slots[$0].isToMany }
    ) {
      row = stored
      values = result
    }
    awaken(.mergePolicy)
  }
}

extension NSManagedObjectContext {
  /// Removes an object without deleting it in the store: its row no longer exists, or another object replaces
  /// it.
  final func drop(_ object: NSManagedObject) {
    // NB: others' to-one relationships stay: the deletion elsewhere cleared them with an update of their own,
    // or rule No Action left them.
    for slot in object.plan.relationshipSlots where !object.isFault {
      guard let inverse = object.plan.slots[slot].inverse, object.plan.slots[slot].inverseIsToMany else {
        continue
      }
      let others =
        object.plan.slots[slot].isToMany
        ? object.knownToMany(slot).map { Array($0.members) } ?? []
        : object.knownToOne(slot).map { [$0] } ?? []
      for other in others where !other.isFault { other.knownToMany(inverse)?.forget(object) }
    }
    if object.flags.contains(.listed) { changed.removeAll { $0 === object } }
    if object.event >= 0 {
      event.removeAll { $0.object === object }
      for (index, record) in event.enumerated() { record.object.event = Int32(index) }
    }
    registry.remove(object)
    kept[ObjectIdentifier(object)] = nil
    merged.deleted.append(object)
    object.detachFromContext()
    scheduleProcessing()
  }
}

extension NSConstraintConflict {
  /// Resolves the conflict so that only one object has the constraint's values.
  final func resolve(_ type: NSMergePolicyType) throws {
    guard let survivor = databaseObject ?? conflictingObjects.first, let context = survivor.context else {
      return
    }
    for object in conflictingObjects where object !== survivor {
      let wins = type == .mergeByPropertyObjectTrumpMergePolicyType || type == .overwriteMergePolicyType
      if !object.isInserted {
        // An object with its own row discards its changes, or replaces the other.
        if wins { context.delete(survivor) } else { object.revert(.mergePolicy) }
        continue
      }
      if wins { survivor.copyValues(of: object, all: type == .overwriteMergePolicyType) }
      object.moveRelationships(to: wins ? survivor : nil)
      context.delete(object)
    }
  }
}

extension NSManagedObject {
  /// Copies another object's attributes and to-one relationships; also those that are nil if `all`.
  fileprivate final func copyValues(of other: NSManagedObject, all: Bool) {
    if isFault { fire() }
    for slot in plan.slots.indices where slot < other.values.count {
      let slotPlan = plan.slots[slot]
      if slotPlan.isTransient || slotPlan.isToMany || slotPlan.kind == .fetched { continue }
      if other.values[slot].isNull, !all { continue }
      if slotPlan.isToOne { setToOne(slot, other.toOne(slot)) } else { write(slot, other.values[slot]) }
    }
  }

  /// Moves the members of its to-many relationships to another object of the entity.
  fileprivate final func moveRelationships(to other: NSManagedObject?) {
    guard let other else { return }
    for slot in plan.toManySlots where slot < other.plan.slots.count {
      let members = Array(toMany(slot).members)
      if !members.isEmpty { other.addToMany(slot, members) }
    }
  }
}
