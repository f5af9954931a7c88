import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// What an object was before the event's first change of it.
struct EventChange {
  let object: NSManagedObject
  /// Empty if it was inserted in the event, or was a fault when it was deleted.
  let oldValues: ContiguousArray<ManagedValue>
  let oldFlags: NSManagedObject.Flags
  let oldRow: RowSnapshot?

  /// Whether anybody can have seen the object: not if it was inserted and deleted again in this event (C-46).
  var isSeen: Bool { !object.flags.contains(.gone) || oldFlags.contains(.inserted) }
}

/// What came from elsewhere, for the next notification.
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
    // An object that a child inserted and the parent has saved since is known here by its temporary identifier.
    if id.formerKey != 0, let object = registry.findTemporary(id.formerKey) {
      _ = object.adopt(id)
      return object
    }
    return nil
  }

  /// The context's object for an identifier: the one that it has, or a fault.
  final func object(for id: NSManagedObjectID) -> NSManagedObject {
    lookUp(id) ?? makeFault(id, id.entity.plan)
  }

  /// The same for many.
  final func objects(for ids: [NSManagedObjectID]) -> [NSManagedObject] {
    registry.reserve(ids.count)
    // OPTIMIZATION: identifiers that follow each other are mostly of one entity.
    var last: EntityPlan?
    return ids.map { id in
      if let known = lookUp(id) { return known }
      if let last, last.entity === id.entity { return makeFault(id, last) }
      let plan = id.entity.plan
      last = plan
      return makeFault(id, plan)
    }
  }

  /// Makes an object for a row that the context does not have yet.
  private func makeFault(_ id: NSManagedObjectID, _ plan: EntityPlan) -> NSManagedObject {
    let object = make(id, plan)
    object.values = []
    object.flags = .fault
    return object
  }

  /// The same for a row that was read already: an object with its values.
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

  /// The entity's row; nil if it is gone.
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
  // NB: not where objects are deallocated, which may be on any thread.
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

  /// From the initializer.
  final func insertNew(_ object: NSManagedObject) {
    checkConfinement()
    enter(object)
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

  /// Makes it one of the context's inserted objects.
  private func enter(_ object: NSManagedObject) {
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
      // C-14: what was marked for deletion stays.
      if object.isDeleted { undelete(object) }
      return
    }
    if object.flags.contains(.gone) {
      object.flags = []
      object.id = nil
      object.row = nil
      if object.values.isEmpty { object.values = object.plan.defaults }
    }
    enter(object)
    awakeFromInsert(object)
  }

  // OPTIMIZATION: hardly any context is observed.
  final var mayBeObserved: Bool { _carobStateBits.load(ordering: .relaxed) != 0 }

  // C-280
  /// Does what takes changes away, for observers of `hasChanges` too.
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

  /// An object whose row is gone counts as deleted (C-15).
  final func noteInaccessible(_ object: NSManagedObject) {
    guard !object.flags.contains(.deleted) else { return }
    merged.deleted.append(object)
    object.flags.insert(.deleted)
    scheduleProcessing()
  }

  // MARK: Changing

  /// Before the event's first change of an object.
  final func beginChange(of object: NSManagedObject) {
    // NB: an object whose row is gone cannot change any more (C-15).
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

  /// Asks for `processPendingChanges()` at the end of the event: of a turn of the run loop, or of a block of `perform`.
  final func scheduleProcessing() {
    // NB: one observer serves until the run loop calls it, however often changes are processed before.
    if endOfEvent != nil { return }
    guard type != .privateQueueConcurrencyType else { return }
    if type == .mainQueueConcurrencyType, !Thread.isMainThread { return }
    // OPTIMIZATION: no weak reference, which would make each reference to the context slower.
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

  /// An inserted object that is deleted again, or whose insertion is undone, is none of the context's any more.
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

  /// Takes an object off the list of changes.
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
    for object in objects { object.contextIsGone() }
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
  /// Loses its context: it has no values any more.
  final func contextIsGone() {
    letGoOfRow()
    registry = nil
    event = -1
    row = nil
    values = []
    flags = [.fault, .gone]
  }

  /// Says that the coordinator's cache need not keep the row for it.
  final func letGoOfRow() {
    guard flags.contains(.holdsRow) else { return }
    flags.remove(.holdsRow)
    if let id { registry?.context?.released(id) }
  }

  /// Goes back to the row's values, for observers too.
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

  /// Puts a newer row under the object's own changes.
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
          // What was added and removed here stays so; the rest is fetched again when it is asked for.
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

  /// Makes a change of several properties around which observers are told.
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

  /// The entity of a name in the context's model.
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
