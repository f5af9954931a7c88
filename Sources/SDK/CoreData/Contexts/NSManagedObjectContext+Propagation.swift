import CarobFoundation

// Propagation of deletions to other objects, by the delete rules of the deleted object's relationships: C-3,
// C-10 to C-20.

extension NSManagedObjectContext {
  // C-10
  final func propagateDeletions() {
    while !pendingDeletions.isEmpty {
      let round = pendingDeletions
      pendingDeletions = []
      // OPTIMIZATION: one pass over the objects finds out which steps are needed, because with many objects
      // each pass is expensive; usually no further step is needed.
      var (hasFaults, prepares) = (false, false)
      for object in round where object.isToBePropagated {
        if object.isFault { hasFaults = true }
        if ClassPlan.of(object).preparesForDeletion { prepares = true }
      }
      if hasFaults { fill(round.lazy.filter(\.isToBePropagated)) }
      // C-11: `prepareForDeletion` is called on all of them while their relationships are intact.
      if prepares {
        for object in round where object.isToBePropagated && ClassPlan.of(object).preparesForDeletion {
          Journal.deliver(.coredata, "prepareForDeletion()", to: object, from: self, category: .lifetime) {
            object.prepareForDeletion()
          }
        }
      }
      var source: NSManagedObjectID?
      for object in round {
        // NB: `prepareForDeletion` may have inserted the object again.
        guard object.isToBePropagated else { continue }
        object.flags.insert(.propagated)
        propagate(from: object, &source)
      }
    }
  }

  /// Fetches the rows of many faults at once.
  final func fill(_ objects: some Sequence<NSManagedObject>) {
    let faults = objects.filter { $0.isFault && $0.registry === registry }
    guard let source, !faults.isEmpty else { return }
    let ids = faults.compactMap(\.id)
    let rows = (try? source.rows(for: ids, maximumAge: stalenessInterval, generation: generation)) ?? [:]
    defer { hold(faults.filter { !$0.isGone }) }
    for object in faults {
      guard let id = object.id else { continue }
      if let row = rows[id] {
        object.fulfil(row, self)
      } else {
        object.flags.remove(.fault)
        object.flags.insert(.inaccessible)
        object.values = ContiguousArray(object.plan.slots.map { $0.isToMany ? .unloaded : .null })
      }
      // Undo restores a deleted fault with its row's values.
      if object.event >= 0 {
        let record = event[Int(object.event)]
        if record.oldValues.isEmpty, record.oldFlags.contains(.fault) {
          event[Int(object.event)] = EventChange(
            object: object, oldValues: object.values, oldFlags: record.oldFlags.subtracting(.fault),
            oldRow: object.row)
        }
      }
    }
  }

  /// Applies the object's delete rules. `source`: the identifier of a deleted object that other propagated
  /// objects refer to.
  private func propagate(from object: NSManagedObject, _ source: inout NSManagedObjectID?) {
    let plan = object.plan
    for slot in plan.propagatingSlots {
      let slotPlan = plan.slots[slot]
      if slotPlan.deleteRule == .nullifyDeleteRule {
        if slotPlan.isToOne, leadsToDeleted(object, slot, &source) { continue }
        let remaining = survivors(object, slot)
        if remaining.isEmpty { continue }
        trace("nullify", object, slotPlan, remaining.count)
        // C-20: both sides.
        if slotPlan.isToMany {
          object.removeFromMany(slot, Array(remaining))
        } else {
          object.setToOne(slot, nil)
        }
      } else {
        // C-16: other objects that share the destinations have no say.
        // C-12: objects that are already deleted are not visited again.
        let remaining = survivors(object, slot)
        if remaining.isEmpty { continue }
        trace("cascade", object, slotPlan, remaining.count)
        for destination in remaining { markDeleted(destination) }
      }
    }
  }

  // OPTIMIZATION: most objects that a cascade deletes refer to the object that started it, and rows that were
  // read together share its identifier.
  private func leadsToDeleted(
    _ object: NSManagedObject, _ slot: Int, _ source: inout NSManagedObjectID?
  ) -> Bool {
    if let source, case .toOne(let id) = object.values[slot], id === source { return true }
    guard object.knownToOne(slot)?.isDeleted == true else { return false }
    if case .toOne(let id) = object.values[slot] { source = id }
    return true
  }

  /// The destinations that exist and are not deleted, with their values.
  private func survivors(_ object: NSManagedObject, _ slot: Int) -> ContiguousArray<NSManagedObject> {
    if object.plan.slots[slot].isToMany { loadMembers(object, slot) }
    let all = destinations(of: object, slot)
    // OPTIMIZATION: usually all members survive, and the array need not be copied.
    if all.allSatisfy({ $0.flags.isDisjoint(with: [.deleted, .fault, .gone, .inaccessible]) }) { return all }
    let remaining = all.filter { !$0.isDeleted }
    fill(remaining)
    // NB: rule No Action may have left references to rows that no longer exist (C-15).
    return ContiguousArray(remaining.filter { !$0.isGone })
  }

  /// Reads unfetched members together with their values, if the store supports that.
  // OPTIMIZATION: creating faults and then reading their rows by identifier would take twice as long.
  private func loadMembers(_ object: NSManagedObject, _ slot: Int) {
    let members = object.toMany(slot, loads: false)
    guard !members.isLoaded, stalenessInterval < 0, let id = object.id, let source,
      let relationship = object.plan.slots[slot].relationship,
      let rows = try? source.rows(of: relationship, of: id, generation: generation)
    else { return }
    registry.reserve(rows.count)
    members.load(
      ContiguousArray(
        rows.map { id, row in
          guard let member = lookUp(id) else { return make(id, row) }
          if member.isFault { member.fulfil(row, self) }
          return member
        }))
  }

  private func destinations(of object: NSManagedObject, _ slot: Int) -> ContiguousArray<NSManagedObject> {
    object.plan.slots[slot].isToMany ? object.toMany(slot).members : object.toOne(slot).map { [$0] } ?? []
  }

  private func trace(_ rule: String, _ object: NSManagedObject, _ slot: EntityPlan.Slot, _ count: Int) {
    guard Journal.isRecording else { return }
    Journal.note(
      .coredata, "\(rule) \(object.plan.entity.name ?? "").\(slot.name)", outcome: "handled", why: nil,
      receiver: object, sender: self, detail: [(key: "objects", value: "\(count)")])
  }

  // M-118
  /// Warns of surviving objects that still refer to deleted ones; rule No Action leaves the cleanup to the
  /// app.
  final func warnOfDanglingReferences(to objects: [NSManagedObject]) {
    for object in objects {
      for slot in object.plan.unpropagatedSlots {
        let slotPlan = object.plan.slots[slot]
        guard let inverse = slotPlan.inverse, let back = slotPlan.relationship?.inverseRelationship else {
          continue
        }
        let dangling = destinations(of: object, slot).filter { other in
          !other.isDeleted && !other.isFault
            && (back.isToMany
              ? other.knownToMany(inverse)?.index(of: object) != nil : other.knownToOne(inverse) === object)
        }
        guard !dangling.isEmpty else { continue }
        let entity = object.plan.entity.name ?? ""
        Journal.explain(
          "\(back.entity.name ?? "").\(back.name) still points at a deleted \(entity) (\(dangling.count) of them); rule No "
            + "Action requires fixing the inverse yourself", rule: "M-118", receiver: dangling[0])
      }
    }
  }
}

extension NSManagedObject {
  fileprivate final var isToBePropagated: Bool {
    flags.contains(.deleted) && !flags.contains(.propagated)
  }
}
