import CarobFoundation

// The steps of a save: C-40 to C-48.

extension NSManagedObjectContext {
  final func saveChanges() throws {
    checkConfinement()
    // C-47: the event's changes are posted before the save begins.
    process(isInSave: false)
    // C-41
    guard hasChanges || !pendingDeletions.isEmpty else { return }
    guard let source else {
      NSException.raise(
        .internalInconsistencyException,
        "Cannot save a context that has neither a persistent store coordinator nor a parent context.")
    }
    let summary = Journal.isRecording ? changeSummary : nil
    let body = {
      self.isSaving = true
      defer { self.isSaving = false }
      do { try self.saveSteps(source, summary) } catch {
        // C-291
        Journal.answer(Self.refusal(error))
        throw error
      }
    }
    guard let summary else { return try body() }
    try Journal.deliverRegistered(
      .coredata, "save", to: self, category: .functional, detail: summary.detail, body)
  }

  /// The number of objects in a save, and which steps any of them needs.
  // OPTIMIZATION: one pass finds out which steps are needed, because with many objects each pass is
  // expensive; usually no further pass is needed.
  private struct ChangeSummary {
    /// While these two are unchanged, so are the objects' changes.
    let (count, processedEvents): (Int, Int)
    var inserted = 0
    var updated = 0
    var deleted = 0
    /// Whether any object's class overrides the method.
    var (overridesWillSave, overridesDidSave, overridesValidateForDelete) = (false, false, false)
    /// Whether any object's entity has such relationships.
    var (hasDenying, hasUnpropagated) = (false, false)

    init(_ objects: ContiguousArray<NSManagedObject>, processedEvents: Int) {
      (count, self.processedEvents) = (objects.count, processedEvents)
      var last: (cls: AnyClass, plan: EntityPlan)?
      for object in objects {
        switch object.pendingChange {
        case .inserted: inserted += 1
        case .updated: updated += 1
        case .deleted: deleted += 1
        case nil: break
        }
        let cls: AnyClass = Swift.type(of: object)
        if let last, last.cls == cls, last.plan === object.plan { continue }
        last = (cls, object.plan)
        let overrides = ClassPlan.of(object)
        if overrides.willSave { overridesWillSave = true }
        if overrides.didSave { overridesDidSave = true }
        if overrides.validateForDelete { overridesValidateForDelete = true }
        if !object.plan.denyingSlots.isEmpty { hasDenying = true }
        if !object.plan.unpropagatedSlots.isEmpty { hasUnpropagated = true }
      }
    }

    // C-287
    var detail: [(key: String, value: String)] {
      [("inserted", inserted), ("updated", updated), ("deleted", deleted)]
        .compactMap { $1 == 0 ? nil : (key: $0, value: "\($1)") }
    }
  }

  private var changeSummary: ChangeSummary { ChangeSummary(changed, processedEvents: processedEvents) }

  /// Processes pending changes; recomputes the summary if there were any, or if there is none yet.
  private func process(after known: ChangeSummary?) -> ChangeSummary {
    process(isInSave: true)
    if let known, known.processedEvents == processedEvents, known.count == changed.count { return known }
    return changeSummary
  }

  private static func refusal(_ error: any Error) -> String {
    let error = error as NSError
    let count = (error.userInfo[NSDetailedErrorsKey] as? [NSError])?.count
    return "refused: \(error.localizedDescription)\(count.map { " (\($0))" } ?? "")"
  }

  private func saveSteps(_ source: any ContextParent, _ known: ChangeSummary?) throws {
    // C-40.1
    post(.NSManagedObjectContextWillSave, nil)
    // C-40.2, C-48
    let summary = try willSaveRounds(known)
    // C-40.4
    let (unpropagated, validated) = try validateChanges(summary)
    warnOfDanglingReferences(to: unpropagated)
    // C-40.5, C-40.6
    let written = try write(changed, validated, source)
    // C-40.7, C-40.8
    finish(written)
  }

  /// Calls `willSave()` for every changed object, and again for objects that change during the calls.
  private func willSaveRounds(_ known: ChangeSummary?) throws -> ChangeSummary {
    let summary = process(after: known)
    // OPTIMIZATION: few classes override it.
    if !summary.overridesWillSave { return summary }
    var round = ContiguousArray(changed.filter(\.hasChanges))
    var attempts = 0
    while !round.isEmpty {
      for object in round where object.hasChanges && ClassPlan.of(object).willSave {
        Journal.deliver(.coredata, "willSave()", to: object, from: self, category: .functional) {
          object.willSave()
        }
      }
      // C-40.3
      let again = event.map(\.object)
      process(isInSave: true)
      var known: Set<ObjectIdentifier> = []
      round = ContiguousArray(again.filter { $0.hasChanges && known.insert(ObjectIdentifier($0)).inserted })
      attempts += 1
      if attempts > 1000 {
        throw NSError.cocoa(
          NSManagedObjectContextLockingError,
          "Failed to process pending changes before save.  The context is still dirty after 1000 attempts.  Typically this "
            + "recursive dirtying is caused by a bad validation method, -willSave, or notification handler.")
      }
    }
    return changeSummary
  }

  // C-40, C-42
  /// Validates the changes. Returns deleted objects that surviving ones may still refer to through rule No
  /// Action (M-118).
  private func validateChanges(
    _ summary: ChangeSummary
  ) throws -> (unpropagated: [NSManagedObject], ChangeSummary) {
    let all = changed
    let explains = Journal.explains && summary.hasUnpropagated
    let looksAtDeleted = explains || summary.overridesValidateForDelete || summary.hasDenying
    var unpropagated: [NSManagedObject] = []
    var errors: [NSError] = []
    func check(_ object: NSManagedObject, _ name: String, _ isOverridden: Bool, _ body: () throws -> Void) {
      do {
        // OPTIMIZATION: few classes override it.
        if !isOverridden { return try body() }
        try Journal.deliver(.coredata, name, to: object, from: self, category: .query, body)
      } catch let error as NSError {
        note(error, name, object)
        if error.domain == NSCocoaErrorDomain, error.code == NSValidationMultipleErrorsError,
          let details = error.userInfo[NSDetailedErrorsKey] as? [NSError]
        {
          errors += details
        } else {
          errors.append(error)
        }
      }
    }
    for object in all where looksAtDeleted && object.pendingChange == .deleted {
      if explains, !object.plan.unpropagatedSlots.isEmpty { unpropagated.append(object) }
      let isOverridden = ClassPlan.of(object).validateForDelete
      if !isOverridden, object.plan.denyingSlots.isEmpty { continue }
      check(object, "validateForDelete()", isOverridden) { try object.validateForDelete() }
    }
    for object in all where summary.inserted > 0 && object.pendingChange == .inserted {
      let isOverridden = ClassPlan.of(object).validateForInsert
      check(object, "validateForInsert()", isOverridden) { try object.validateForInsert() }
    }
    for object in all where summary.updated > 0 && object.pendingChange == .updated {
      if object.isFault { continue }
      let isOverridden = ClassPlan.of(object).validateForUpdate
      check(object, "validateForUpdate()", isOverridden) { try object.validateForUpdate() }
    }
    try NSManagedObject.raise(errors)
    // Validation methods may have changed values.
    return (unpropagated, process(after: summary))
  }

  private func note(_ error: NSError, _ method: String, _ object: NSManagedObject) {
    guard Journal.isRecording else { return }
    let errors = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
    for error in errors {
      let key = error.userInfo[NSValidationKeyErrorKey] as? String
      let name = "\(object.plan.entity.name ?? "")\(key.map { ".\($0)" } ?? "")"
      Journal.note(
        .coredata, "\(method) \(name)", outcome: "refused",
        why: error.code == NSValidationRelationshipDeniedDeleteError
          ? "cannot delete \(object.plan.entity.name ?? ""): \(key ?? "") is not empty, and its rule is Deny"
          : error.localizedDescription, receiver: object, sender: self,
        detail: [(key: "code", value: "\(error.code)")] + (key.map { [(key: "key", value: $0)] } ?? []))
    }
  }

  // MARK: Writing

  /// The result of a save's write.
  struct Written {
    var inserted: [NSManagedObject] = []
    var updated: [NSManagedObject] = []
    var deleted: [NSManagedObject] = []
    /// The new committed rows of the inserted objects.
    var rows: [RowSnapshot] = []
    var updatedRows: [RowSnapshot?] = []
    /// Whether any object's class overrides `didSave()`.
    var overridesDidSave = false
  }

  /// Builds the changes and passes them to the source; repeats that after conflicts were resolved (C-146).
  private func write(
    _ objects: ContiguousArray<NSManagedObject>, _ summary: ChangeSummary, _ source: any ContextParent
  ) throws -> Written {
    var (objects, summary) = (objects, summary)
    var attempts = 0
    while true {
      if summary.inserted + summary.updated > 0 { computeDerived(objects) }
      let temporary = summary.inserted == 0 ? [] : try takePermanentIDs(objects, source)
      let (changes, written) = collect(objects, summary)
      do {
        let versions =
          changes.isEmpty ? [:] : try source.save(changes, author: transactionAuthor, context: name)
        return adopt(written, versions)
      } catch let conflict as StoreConflict {
        attempts += 1
        do {
          if attempts > 20 { throw mergeError(conflict) }
          try resolve(conflict)
        } catch {
          putBack(temporary)
          throw error
        }
        process(isInSave: true)
        objects = changed
        summary = changeSummary
      } catch {
        putBack(temporary)
        if Journal.isRecording {
          Journal.note(.coredata, "save", outcome: "refused", why: "\(error)", sender: self)
        }
        throw error
      }
    }
  }

  private func collect(
    _ objects: ContiguousArray<NSManagedObject>, _ summary: ChangeSummary
  ) -> (StoreChanges, Written) {
    var changes = StoreChanges()
    changes.context = self
    var written = Written()
    written.overridesDidSave = summary.overridesDidSave
    changes.inserted.reserveCapacity(summary.inserted)
    written.inserted.reserveCapacity(summary.inserted)
    written.rows.reserveCapacity(summary.inserted)
    changes.deleted.reserveCapacity(summary.deleted)
    written.deleted.reserveCapacity(summary.deleted)
    for object in objects {
      guard let change = object.pendingChange, let id = object.id else { continue }
      if change == .deleted {
        written.deleted.append(object)
        // C-45: the parent also propagates deletions, from the relationships that the object had here.
        if parent != nil, let row = object.row, !object.isFault, !object.isGone {
          let differing = object.storedChanges
          if !differing.isEmpty {
            changes.updated.append(
              StoreChanges.Update(
                id: id, old: row, new: object.newRow(version: row.version), changed: differing))
          }
        }
        if let row = object.row { changes.deleted.append(StoreChanges.Deletion(id: id, old: row)) }
      } else if change == .inserted {
        let row = object.newRow(version: 1)
        written.inserted.append(object)
        written.rows.append(row)
        changes.inserted.append(StoreChanges.Insertion(id: id, row: row))
      } else {
        written.updated.append(object)
        guard let old = object.row, !object.isFault else {
          written.updatedRows.append(nil)
          continue
        }
        let differing = object.storedChanges
        if differing.isEmpty {
          written.updatedRows.append(nil)
          // C-295: an app-defined store may keep both sides of a relationship.
          if id.store?.isOfApp == true {
            changes.updated.append(StoreChanges.Update(id: id, old: old, new: old, changed: []))
          }
          continue
        }
        let row = object.newRow(version: old.version + 1)
        written.updatedRows.append(row)
        changes.updated.append(
          StoreChanges.Update(id: id, old: object.oldRow(old, differing), new: row, changed: differing))
      }
    }
    for object in checkedForConflicts where object.registry === registry && !object.hasChanges {
      if let id = object.id, let row = object.row {
        changes.updated.append(StoreChanges.Update(id: id, old: row, new: row, changed: []))
      }
    }
    checkedForConflicts = []
    return (changes, written)
  }

  /// Makes the written values the objects' committed state.
  private func adopt(_ written: Written, _ versions: [NSManagedObjectID: Int64]) -> Written {
    for (object, row) in zip(written.inserted, written.rows) {
      object.commit(row, version: object.id.flatMap { versions[$0] } ?? row.version)
    }
    for (object, row) in zip(written.updated, written.updatedRows) {
      if let row {
        object.commit(row, version: object.id.flatMap { versions[$0] } ?? row.version)
      } else {
        object.commitRelationships()
      }
    }
    return written
  }

  private func finish(_ written: Written) {
    endingChanges {
      for object in changed { object.flags.remove([.listed, .inserted, .updated]) }
      changed = []
    }
    assignedStores = [:]
    for object in written.deleted {
      object.flags.remove([.deleted, .propagated])
      registry.remove(object)
      if !kept.isEmpty { kept[ObjectIdentifier(object)] = nil }
    }
    // NB: the values of a deleted object can be read until `didSave` has returned.
    for objects in [written.inserted, written.updated, written.deleted] where written.overridesDidSave {
      for object in objects where ClassPlan.of(object).didSave {
        Journal.deliver(.coredata, "didSave()", to: object, from: self, category: .functional) {
          object.didSave()
        }
      }
    }
    postDidSave(written)
    // C-19
    for object in written.deleted {
      object.detachFromContext()
    }
    for object in written.updated where object.flags.contains(.inaccessible) == false { object.settle() }
    flushReleasedRows()
    if parent == nil {
      let saves = Self.saves.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
      // NB: the context's own save does not invalidate its prefetched rows.
      if prefetchEpoch == saves - 1 { prefetchEpoch = saves }
    }
    if automaticMerging.hasContexts { automaticMerging.announce(SavedIDs(written), from: self) }
  }

  // MARK: Identifiers

  /// Assigns permanent identifiers to inserted objects; returns the objects with their temporary identifiers.
  private func takePermanentIDs(
    _ objects: ContiguousArray<NSManagedObject>, _ source: any ContextParent
  ) throws -> [(NSManagedObject, NSManagedObjectID)] {
    // C-45: a child's objects get permanent identifiers when the root context saves.
    if parent != nil { return [] }
    return try makePermanent(objects.filter { $0.pendingChange == .inserted }, source)
  }

  final func makePermanent(_ objects: [NSManagedObject]) throws {
    checkConfinement()
    guard let source else { return }
    _ = try makePermanent(objects, source)
  }

  private func makePermanent(
    _ objects: [NSManagedObject], _ source: any ContextParent
  ) throws -> [(NSManagedObject, NSManagedObjectID)] {
    var groups: [[NSManagedObject]] = []
    var places: [Group: Int] = [:]
    var last: (NSEntityDescription, Int)?
    for object in objects where object.id?.isTemporaryID ?? true {
      let entity = object.plan.entity
      let store = assignedStores.isEmpty ? nil : assignedStores[ObjectIdentifier(object)]
      if let last, last.0 === entity, store == nil, assignedStores.isEmpty {
        groups[last.1].append(object)
        continue
      }
      let key = Group(entity: ObjectIdentifier(entity), store: store.map { ObjectIdentifier($0) })
      let place = places[key] ?? groups.count
      if place == groups.count {
        groups.append([])
        places[key] = place
      }
      groups[place].append(object)
      last = (entity, place)
    }
    if groups.isEmpty { return [] }
    let ids = try source.permanentIDs(
      of: groups.map { (objects: $0, store: assignedStores[ObjectIdentifier($0[0])]) })
    var replaced: [(NSManagedObject, NSManagedObjectID)] = []
    for (group, ids) in zip(groups, ids) {
      for (object, id) in zip(group, ids) {
        let old = object.objectID
        replaced.append((object, old))
        registry.remove(object)
        object.id = id
        registry.insert(object)
        old.becomes(id)
      }
    }
    return replaced
  }

  private struct Group: Hashable {
    let entity: ObjectIdentifier
    let store: ObjectIdentifier?
  }

  // C-42: a failed save leaves everything as it was.
  private func putBack(_ temporary: [(NSManagedObject, NSManagedObjectID)]) {
    for (object, id) in temporary {
      registry.remove(object)
      object.id = id
      id.staysTemporary()
      registry.insert(object)
    }
  }

  /// Computes derived attributes of the objects to save.
  private func computeDerived(_ objects: ContiguousArray<NSManagedObject>) {
    for object in objects where object.hasChanges && !object.isDeleted && !object.isFault {
      for slot in object.plan.derivedSlots {
        guard let attribute = object.plan.slots[slot].attribute as? NSDerivedAttributeDescription,
          let expression = attribute.derivationExpression
        else { continue }
        let value = expression.expressionValue(with: object, context: nil)
        if let value = ManagedValue(boxed: value, attribute.attributeType) { object.values[slot] = value }
      }
    }
  }
}

/// The identifiers of the objects that a save wrote.
struct SavedIDs {
  var inserted: [NSManagedObjectID] = []
  var updated: [NSManagedObjectID] = []
  var deleted: [NSManagedObjectID] = []
  init() {}
  init(_ written: NSManagedObjectContext.Written) {
    inserted = written.inserted.map(\.objectID)
    updated = written.updated.map(\.objectID)
    deleted = written.deleted.map(\.objectID)
  }
}

extension NSManagedObject {
  /// The previous row, with the members of the to-many relationships that the save changes.
  final func oldRow(_ old: RowSnapshot, _ changed: [Int]) -> RowSnapshot {
    let toMany = changed.filter { plan.slots[$0].isToMany }
    if toMany.isEmpty { return old }
    var values = old.values
    for slot in toMany {
      if let members = knownToMany(slot) { values[slot] = .toMany(members.committed.map(\.objectID)) }
    }
    return RowSnapshot(version: old.version, values: values)
  }

  /// Makes the written row the committed one.
  final func commit(_ new: RowSnapshot, version: Int64) {
    var values = new.values
    var isSame = version == new.version
    // NB: rows never keep lists of members, because saves of other objects change them.
    for slot in plan.toManySlots {
      if case .toMany = values[slot] {
        values[slot] = .unloaded
        isSame = false
      }
    }
    row = isSame ? new : RowSnapshot(version: version, values: values)
    // References to objects that never had a row were not written.
    for slot in plan.toOneSlots where values[slot].isNull && !plan.slots[slot].isTransient {
      if !self.values[slot].isNull { self.values[slot] = .null }
    }
    commitRelationships()
  }

  final func commitRelationships() {
    for slot in plan.toManySlots { knownToMany(slot)?.commit() }
  }

  /// Shares the row's memory again after a save, if the entity and its values allow that.
  final func settle() {
    guard let row, !isFault else { return }
    if plan.relationshipSlots.isEmpty, plan.transientSlots.isEmpty,
      !values.contains(where: { if case .object = $0 { true } else { false } })
    {
      values = row.values
    }
  }
}
