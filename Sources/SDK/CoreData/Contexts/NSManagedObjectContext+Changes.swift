import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// An object's state before its first change in the event.
struct EventChange {
  let object: NSManagedObject
  /// Empty if it was inserted in the event, or was a fault when it was deleted.
  let oldValues: ContiguousArray<ManagedValue>
  let oldFlags: NSManagedObject.Flags
  let oldRow: RowSnapshot?

  /// Whether observers can know the object: not if it was inserted and deleted again in this event (C-46).
  var isSeen: Bool { !object.flags.contains(.gone) || oldFlags.contains(.inserted) }
}

/// Changes merged from other contexts, for the next notification.
struct MergedObjects {
  var inserted: [NSManagedObject] = []
  var deleted: [NSManagedObject] = []
  var refreshed: [NSManagedObject] = []
  var invalidated: [NSManagedObject] = []
  var invalidatesAll = false
  var isEmpty: Bool {
    inserted.isEmpty && deleted.isEmpty && refreshed.isEmpty && invalidated.isEmpty && !invalidatesAll
  }
}

extension NSManagedObjectContext {
  // MARK: Registering

  final func lookUp(_ id: NSManagedObjectID) -> NSManagedObject? {
    if let object = registry.find(id) { return object }
    if let permanent = id.permanent { return lookUp(permanent) }
    // An object that a child inserted has its temporary identifier here until the context sees the permanent
    // one.
    if id.formerKey != 0, let object = registry.findTemporary(id.formerKey) {
      _ = object.adopt(id)
      return object
    }
    return nil
  }

  /// The context's object for an identifier; a new fault if it is not registered.
  final func object(for id: NSManagedObjectID) -> NSManagedObject {
    lookUp(id) ?? makeFault(id, id.entity.plan)
  }

  /// The context's objects for many identifiers.
  final func objects(for ids: [NSManagedObjectID]) -> [NSManagedObject] {
    registry.reserve(ids.count)
    // OPTIMIZATION: consecutive identifiers mostly have the same entity.
    var last: EntityPlan?
    return ids.map { id in
      if let known = lookUp(id) { return known }
      if let last, last.entity === id.entity { return makeFault(id, last) }
      let plan = id.entity.plan
      last = plan
      return makeFault(id, plan)
    }
  }

  /// Creates an object for a row that the context does not have yet.
  private func makeFault(_ id: NSManagedObjectID, _ plan: EntityPlan) -> NSManagedObject {
    let object = make(id, plan)
    object.values = []
    object.flags = .fault
    return object
  }

  /// Creates an object for a row that was already read, with its values.
  final func make(_ id: NSManagedObjectID, _ row: RowSnapshot) -> NSManagedObject {
    let object = make(id, id.entity.plan)
    object.flags = .fault
    object.fulfil(row, self)
    return object
  }

  private func make(_ id: NSManagedObjectID, _ plan: EntityPlan) -> NSManagedObject {
    let id = id.permanent ?? id
    let object = plan.factory?.make(plan.entity, nil) ?? NSManagedObject(entity: plan.entity, insertInto: nil)
    object.id = id
    object.registry = registry
    registry.insert(object)
    if retainsRegisteredObjects { kept[ObjectIdentifier(object)] = object }
    return object
  }

  final func keepRegistered() {
    kept = [:]
    if retainsRegisteredObjects { for object in registry.objects { kept[ObjectIdentifier(object)] = object } }
  }

  /// The object's row; nil if it no longer exists.
  final func fetchRow(_ id: NSManagedObjectID) -> RowSnapshot? {
    guard let source, !id.isTemporaryID || parent != nil else { return nil }
    flushReleasedRows()
    do {
      loadBatch(id)
      return try source.row(for: id, maximumAge: stalenessInterval, generation: generation)
    } catch {
      Journal.warn("CoreData: error: fulfilling a fault for '\(id)' failed: \(error)")
      return nil
    }
  }

  // C-270
  /// The coordinator's cache keeps the rows of objects for as long as they have values.
  final func hold(_ objects: [NSManagedObject]) {
    guard parent == nil, let source else { return }
    let new = objects.filter { !$0.isFault && !$0.flags.contains(.holdsRow) }
    for object in new { object.flags.insert(.holdsRow) }
    source.retainRows(new.compactMap(\.id))
  }
  final func released(_ id: NSManagedObjectID) {
    guard parent == nil else { return }
    releasedRows.withLock { $0.append(id) }
  }
  // NB: not done where objects are deallocated, because that may be on any thread.
  final func flushReleasedRows() {
    guard parent == nil else { return }
    let ids = releasedRows.withLock { ids in
      defer { ids = [] }
      return ids
    }
    if !ids.isEmpty { source?.releaseRows(ids) }
  }

  final func existing(_ id: NSManagedObjectID) throws -> NSManagedObject {
    checkConfinement()
    let object = lookUp(id)
    if let object, !object.isFault {
      if object.isGone || object.isDeleted { throw missing(id) }
      return object
    }
    guard let source else { throw missing(id) }
    let id = object?.objectID ?? id.permanent ?? id
    guard let row = try source.row(for: id, maximumAge: stalenessInterval, generation: generation) else {
      throw missing(id)
    }
    let found = object ?? makeFault(id, id.entity.plan)
    if found.isFault {
      found.fulfil(row, self)
      hold([found])
    }
    return found
  }

  private func missing(_ id: NSManagedObjectID) -> NSError {
    .cocoa(
      NSManagedObjectReferentialIntegrityError, "Object with id \(id) does not exist.",
      [NSAffectedObjectsErrorKey: [id]])
  }

  // MARK: Inserting

  /// Called by the initializer.
  final func insertNew(_ object: NSManagedObject) {
    checkConfinement()
    registerInserted(object)
    awakeFromInsert(object)
  }

  private func awakeFromInsert(_ object: NSManagedObject) {
    if Journal.isRecording {
      Journal.note(
        .coredata, "insert \(object.plan.entity.name ?? "")", outcome: "handled", why: nil, receiver: object,
        sender: self)
    }
    guard ClassPlan.of(object).awakesFromInsert else { return }
    Journal.deliver(.coredata, "awakeFromInsert()", to: object, from: self, category: .lifetime) {
      object.awakeFromInsert()
    }
  }

  /// Adds the object to the context's inserted objects.
  private func registerInserted(_ object: NSManagedObject) {
    let begins = mayBeObserved && !hasChanges
    if begins { willChangeValue(forKey: "hasChanges") }
    defer { if begins { didChangeValue(forKey: "hasChanges") } }
    if object.id == nil { object.id = NSManagedObjectID(temporaryFor: object.plan.entity) }
    object.registry = registry
    registry.insert(object)
    object.event = Int32(event.count)
    event.append(EventChange(object: object, oldValues: [], oldFlags: [], oldRow: nil))
    object.flags.insert([.inserted, .listed])
    object.flags.remove(.fault)
    changed.append(object)
    if retainsRegisteredObjects { kept[ObjectIdentifier(object)] = object }
    scheduleProcessing()
  }

  final func insertObject(_ object: NSManagedObject) {
    checkConfinement()
    if let other = object.registry {
      guard other === registry else {
        NSException.raise(
          .invalidArgumentException,
          "An NSManagedObject may only be in (or observed by) a single NSManagedObjectContext.")
      }
      // C-14: inserting an object again cancels its deletion.
      if object.isDeleted { undelete(object) }
      return
    }
    if object.flags.contains(.gone) {
      object.flags = []
      object.id = nil
      object.row = nil
      if object.values.isEmpty { object.values = object.plan.defaults }
    }
    registerInserted(object)
    awakeFromInsert(object)
  }

  // OPTIMIZATION: few contexts are observed.
  final var mayBeObserved: Bool { _carobStateBits.load(ordering: .relaxed) != 0 }

  // C-280
  /// Performs an operation that discards or saves changes, and notifies observers of `hasChanges`.
  final func endingChanges<R>(_ body: () -> R) -> R {
    guard mayBeObserved, hasChanges else { return body() }
    willChangeValue(forKey: "hasChanges")
    defer { didChangeValue(forKey: "hasChanges") }
    return body()
  }

  private func undelete(_ object: NSManagedObject) {
    object.willChangeFiring()
    object.flags.remove([.deleted, .propagated])
    pendingDeletions.removeAll { $0 === object }
  }

  // MARK: Deleting

  final func deleteObject(_ object: NSManagedObject) {
    checkConfinement()
    guard object.registry === registry else {
      if object.flags.contains(.gone) { return }
      NSException.raise(
        .invalidArgumentException, "An NSManagedObjectContext cannot delete objects in other contexts.")
    }
    if object.isDeleted { return }
    markDeleted(object)
    if Journal.isRecording {
      Journal.note(
        .coredata, "delete \(object.plan.entity.name ?? "")", outcome: "handled", why: nil, receiver: object,
        sender: self)
    }
  }

  final func markDeleted(_ object: NSManagedObject) {
    beginChange(of: object)
    object.flags.insert(.deleted)
    pendingDeletions.append(object)
  }

  /// Marks an object whose row no longer exists as deleted (C-15).
  final func noteInaccessible(_ object: NSManagedObject) {
    guard !object.flags.contains(.deleted) else { return }
    merged.deleted.append(object)
    object.flags.insert(.deleted)
    scheduleProcessing()
  }

  // MARK: Changing

  /// Called before the event's first change to an object.
  final func beginChange(of object: NSManagedObject) {
    // NB: an object whose row no longer exists cannot change (C-15).
    guard object.event < 0, object.flags.isDisjoint(with: [.awaking, .inaccessible]) else { return }
    // C-280
    let begins = mayBeObserved && !hasChanges
    if begins { willChangeValue(forKey: "hasChanges") }
    defer { if begins { didChangeValue(forKey: "hasChanges") } }
    object.event = Int32(event.count)
    event.append(
      EventChange(object: object, oldValues: object.values, oldFlags: object.flags, oldRow: object.row))
    if !object.flags.contains(.listed) {
      object.flags.insert(.listed)
      changed.append(object)
    }
    if !object.flags.contains(.inserted) { object.flags.insert(.updated) }
    scheduleProcessing()
  }

  /// Schedules `processPendingChanges()` for the end of the event: of the run-loop turn, or of a `perform`
  /// block.
  final func scheduleProcessing() {
    // NB: one observer is enough until the run loop calls it, however often changes are processed before.
    if endOfEvent != nil { return }
    guard type != .privateQueueConcurrencyType else { return }
    if type == .mainQueueConcurrencyType, !Thread.isMainThread { return }
    // OPTIMIZATION: no weak reference, which would make each retain of the context slower.
    let reference = ZeroingElement(self)
    // C-10: before the undo manager closes its group (350,000) and before UIKit's commit (2,000,000).
    endOfEvent = RunLoop.current.addObserver(
      activities: [.beforeWaiting, .exit], order: 300_000, repeats: false, modes: [.common]
    ) { _ in
      guard let context = reference.object else { return }
      context.endOfEvent = nil
      context.processPendingChanges()
    }
  }

  final func process(isInSave: Bool) {
    checkConfinement()
    if isProcessing { return }
    isProcessing = true
    defer { isProcessing = false }
    if propagatesDeletesAtEndOfEvent || isInSave { propagateDeletions() }
    if event.isEmpty, merged.isEmpty { return }
    processedEvents += 1
    let records = event
    let others = merged
    event = []
    merged = MergedObjects()
    trace(records)
    registerUndo(records)
    var dropped = false
    for record in records {
      let object = record.object
      object.event = -1
      for slot in object.plan.toManySlots {
        if let members = object.knownToMany(slot) { members.eventStart = members.log.count }
      }
      // C-18
      if object.flags.isSuperset(of: [.inserted, .deleted, .propagated]) {
        leave(object)
        dropped = true
      }
    }
    if dropped || !others.deleted.isEmpty {
      endingChanges { changed.removeAll { !$0.flags.contains(.listed) } }
    }
    isProcessing = false
    postObjectsDidChange(records, others)
  }

  /// Removes an inserted object that was deleted again, or whose insertion was undone, from the context.
  final func leave(_ object: NSManagedObject) {
    registry.remove(object)
    object.registry = nil
    object.flags = .gone
    kept[ObjectIdentifier(object)] = nil
  }

  private func trace(_ records: ContiguousArray<EventChange>) {
    guard Journal.isRecording else { return }
    for record in records {
      let object = record.object
      guard !object.flags.contains(.inserted), !object.flags.contains(.deleted) else { continue }
      let position = object.event
      guard position >= 0 else { continue }
      Journal.note(
        .coredata, "update \(object.plan.entity.name ?? "")", outcome: "handled", why: nil, receiver: object,
        sender: self, detail: [(key: "keys", value: keys(record).joined(separator: ", "))])
    }
  }

  private func keys(_ record: EventChange) -> [String] {
    let object = record.object
    guard !record.oldValues.isEmpty, !object.values.isEmpty else { return [] }
    return object.plan.slots.indices.filter { object.changedInEvent($0, record) }
      .map { object.plan.slots[$0].name }
  }

  // MARK: Refreshing

  // C-150
  final func refreshObject(_ object: NSManagedObject, _ mergesChanges: Bool) {
    checkConfinement()
    guard object.registry === registry, !object.flags.contains(.inserted) else { return }
    if !mergesChanges {
      if object.isDeleted { return }
      forgetChanges(of: object)
      merged.refreshed.append(object)
      object.turnIntoFault()
      scheduleProcessing()
      return
    }
    merged.refreshed.append(object)
    scheduleProcessing()
    guard !object.isFault, let id = object.id else { return }
    guard let row = fetchRow(id) else { return }
    object.rebase(onto: row, .refresh)
  }

  /// Removes an object from the list of changes.
  final func forgetChanges(of object: NSManagedObject) {
    guard object.flags.contains(.listed) else { return }
    endingChanges {
      object.flags.remove([.updated, .listed])
      changed.removeAll { $0 === object }
    }
    if object.event >= 0 {
      event.removeAll { $0.object === object }
      object.event = -1
      for (index, record) in event.enumerated() { record.object.event = Int32(index) }
    }
  }

  // C-63
  final func forgetAll() {
    checkConfinement()
    let objects = registry.removeAll()
    event = []
    endingChanges { changed = [] }
    pendingDeletions = []
    manualChanges = []
    merged = MergedObjects()
    kept = [:]
    batches = []
    assignedStores = [:]
    for object in objects { object.detachFromContext() }
    undoManager?.removeAllActions(withTarget: self)
    merged.invalidatesAll = true
    postObjectsDidChange([], merged)
    merged = MergedObjects()
    flushReleasedRows()
  }

  // C-63
  final func rollBack() {
    checkConfinement()
    undoManager?.removeAllActions()
    let objects = changed
    endingChanges { changed = [] }
    event = []
    pendingDeletions = []
    manualChanges = []
    var others = merged
    merged = MergedObjects()
    for object in objects {
      object.event = -1
      let wasInserted = object.flags.contains(.inserted)
      object.flags.remove([.listed, .inserted, .updated, .deleted, .propagated])
      if wasInserted {
        leave(object)
        others.deleted.append(object)
      } else if !object.isFault {
        if object.row == nil { continue }
        object.revert(.rollback)
        others.refreshed.append(object)
      } else {
        others.refreshed.append(object)
      }
    }
    if Journal.isRecording {
      Journal.note(.coredata, "rollback", outcome: "handled", why: nil, sender: self)
    }
    postObjectsDidChange([], others)
  }
}

extension NSManagedObject {
  /// Detaches the object from its context; its values are discarded.
  final func detachFromContext() {
    releaseRow()
    registry = nil
    event = -1
    row = nil
    values = []
    flags = [.fault, .gone]
  }

  /// Lets the coordinator's cache release the object's row.
  final func releaseRow() {
    guard flags.contains(.holdsRow) else { return }
    flags.remove(.holdsRow)
    if let id { registry?.context?.released(id) }
  }

  /// Restores the row's values, and notifies observers.
  final func revert(_ reason: NSSnapshotEventType) {
    guard let row else { return }
    changingSlots(plan.slots.indices.filter { differs($0) || plan.slots[$0].isTransient }) {
      for slot in plan.toManySlots { knownToMany(slot)?.revert() }
      let old = values
      values = row.values
      for slot in plan.toManySlots where !plan.slots[slot].isTransient { values[slot] = old[slot] }
    }
    awaken(reason)
  }

  /// Replaces the row by a newer one, and keeps the object's own changes.
  final func rebase(onto new: RowSnapshot, _ reason: NSSnapshotEventType) {
    guard let old = row else { return fulfil(new, registry?.context ?? NSManagedObjectContext()) }
    forgetFetchedProperties()
    if old === new, plan.toManySlots.allSatisfy({ knownToMany($0) == nil }) { return }
    var result = new.values
    var changes: [Int] = []
    for slot in plan.slots.indices {
      let slotPlan = plan.slots[slot]
      if slotPlan.isTransient {
        result[slot] = values[slot]
      } else if slotPlan.isToMany {
        if let known = knownToMany(slot) {
          // Members added and removed here stay so; the others are fetched again on next access.
          result[slot] = .object(known)
          changes.append(slot)
        } else {
          result[slot] = .unloaded
        }
      } else if differs(slot) {
        result[slot] = values[slot]
      } else if !sameInMemory(values[slot], new.values[slot]) {
        changes.append(slot)
      }
    }
    changingSlots(changes) {
      for slot in plan.toManySlots where !plan.slots[slot].isTransient { knownToMany(slot)?.unload() }
      row = new
      values = result
    }
    awaken(reason)
  }

  final func awaken(_ reason: NSSnapshotEventType) {
    withoutEvents {
      Journal.deliver(.coredata, "awake(fromSnapshotEvents:)", to: self, category: .lifetime) {
        awake(fromSnapshotEvents: reason)
      }
    }
  }

  /// Changes several properties, and notifies observers before and after.
  final func changingSlots(_ slots: [Int], _ change: () -> Void) {
    guard _carobStateBits.load(ordering: .relaxed) != 0 else { return change() }
    for slot in slots { super.willChangeValue(forKey: plan.slots[slot].name) }
    change()
    for slot in slots.reversed() { super.didChangeValue(forKey: plan.slots[slot].name) }
  }
}

extension NSEntityDescription {
  public class func insertNewObject(
    forEntityName entityName: String, into context: NSManagedObjectContext
  ) -> NSManagedObject {
    let plan = entity(named: entityName, in: context).plan
    guard let factory = plan.factory else { return NSManagedObject(entity: plan.entity, insertInto: context) }
    return factory.make(plan.entity, context)
  }

  /// The entity with a name in the context's model.
  public class func entity(
    forEntityName entityName: String, in context: NSManagedObjectContext
  ) -> NSEntityDescription? {
    guard let model = context.model else {
      NSException.raise(
        .invalidArgumentException,
        "+entityForName: nil is not a legal NSPersistentStoreCoordinator for searching for entity name '\(entityName)'"
      )
    }
    return model.entitiesByName[entityName]
  }

  private static func entity(named name: String, in context: NSManagedObjectContext) -> NSEntityDescription {
    if let entity = entity(forEntityName: name, in: context) { return entity }
    NSException.raise(
      .internalInconsistencyException,
      "+entityForName: could not locate an entity named '\(name)' in this model.")
  }
}
