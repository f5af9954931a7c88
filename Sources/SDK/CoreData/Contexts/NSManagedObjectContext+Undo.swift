import CarobFoundation

/// One event's changes to one object, for undo (C-62).
private struct UndoChange {
  let object: NSManagedObject
  /// The values before the event.
  let values: ContiguousArray<ManagedValue>
  let flags: NSManagedObject.Flags
  let isInsertion: Bool
  /// The members added and removed in the event.
  let members: [(slot: Int, entries: [ToManyMembers.Entry])]
}

extension NSManagedObjectContext {
  /// Processes pending changes at the undo manager's checkpoints, so that they belong to the last group.
  final func watchCheckpoints() {
    guard let undoManager else { return }
    undoManager.preparations.append { [weak self, weak undoManager] in
      guard let self, self.undoManager === undoManager else { return }
      processPendingChanges()
    }
  }

  // C-62: one event is one group.
  final func registerUndo(_ records: ContiguousArray<EventChange>) {
    guard let undoManager, undoManager.isUndoRegistrationEnabled, !records.isEmpty else { return }
    let changes = records.map { record in
      var members: [(slot: Int, entries: [ToManyMembers.Entry])] = []
      for slot in record.object.plan.toManySlots {
        if let known = record.object.knownToMany(slot), known.log.count > known.eventStart {
          members.append((slot, Array(known.log[known.eventStart...])))
        }
      }
      return UndoChange(
        object: record.object, values: record.oldValues, flags: record.oldFlags,
        isInsertion: record.oldValues.isEmpty && !record.oldFlags.contains(.fault), members: members)
    }
    undoManager.registerUndo(withTarget: self) { context in context.takeBack(Array(changes)) }
  }

  private func takeBack(_ changes: [UndoChange]) {
    var reasons: [(NSManagedObject, NSSnapshotEventType)] = []
    for change in changes.reversed() {
      let object = change.object
      if change.isInsertion {
        guard object.registry === registry, !object.isDeleted else { continue }
        if object.isFault { object.fire() }
        beginChange(of: object)
        // C-290: it had no relationships before the event; the records of the other sides undo those.
        object.flags.insert([.deleted, .propagated])
        clearToOne(object)
        restoreMembers(object, change.members)
        reasons.append((object, .undoInsertion))
        continue
      }
      let wasDeleted = change.flags.contains(.deleted)
      if object.registry == nil {
        guard !wasDeleted else { continue }
        revive(object, change.values)
        reasons.append((object, .undoDeletion))
      } else {
        if object.isFault { object.fire() }
        beginChange(of: object)
        if object.isDeleted, !wasDeleted {
          object.flags.remove([.deleted, .propagated])
          reasons.append((object, .undoDeletion))
        } else if !object.isDeleted, wasDeleted {
          object.flags.insert([.deleted, .propagated])
          reasons.append((object, .undoInsertion))
        } else {
          reasons.append((object, .undoUpdate))
        }
        restore(object, change.values)
      }
      restoreMembers(object, change.members)
    }
    for (object, reason) in reasons where object.registry === registry { object.awaken(reason) }
    process(isInSave: false)
  }

  /// Restores an object that left the context: one that was never saved, or whose deletion was saved.
  private func revive(_ object: NSManagedObject, _ values: ContiguousArray<ManagedValue>) {
    object.flags = [.inserted, .listed]
    object.row = nil
    object.values = values.isEmpty ? object.plan.defaults : values
    object.registry = registry
    registry.insert(object)
    object.event = Int32(event.count)
    event.append(EventChange(object: object, oldValues: [], oldFlags: [], oldRow: nil))
    changed.append(object)
    scheduleProcessing()
  }

  private func restore(_ object: NSManagedObject, _ old: ContiguousArray<ManagedValue>) {
    guard !old.isEmpty, !object.values.isEmpty else { return }
    let plan = object.plan
    let slots = plan.slots.indices.filter { slot in
      !plan.slots[slot].isToMany && plan.slots[slot].kind != .fetched
        && !object.sameInMemory(old[slot], object.values[slot])
    }
    if slots.isEmpty { return }
    object.changingSlots(slots) { for slot in slots { object.values[slot] = old[slot] } }
  }

  private func clearToOne(_ object: NSManagedObject) {
    let slots = object.plan.toOneSlots.filter { !object.values[$0].isNull }
    object.changingSlots(slots) { for slot in slots { object.storeToOne(slot, nil) } }
  }

  private func restoreMembers(
    _ object: NSManagedObject, _ changes: [(slot: Int, entries: [ToManyMembers.Entry])]
  ) {
    object.changingSlots(changes.map(\.slot)) {
      for (slot, entries) in changes {
        let members = object.toMany(slot, loads: object.plan.slots[slot].isOrdered)
        for entry in entries.reversed() {
          if entry.isAddition {
            members.remove(entry.object)
          } else if !members.isLoaded || members.index(of: entry.object) == nil {
            members.add(
              entry.object, at: object.plan.slots[slot].isOrdered ? min(entry.index, members.count) : nil)
          }
        }
      }
    }
  }

  final func undoLast() {
    checkConfinement()
    process(isInSave: false)
    undoManager?.undo()
  }

  final func redoLast() {
    checkConfinement()
    process(isInSave: false)
    undoManager?.redo()
  }
}
