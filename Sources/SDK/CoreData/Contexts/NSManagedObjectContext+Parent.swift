import CarobFoundation

/// A context as the parent of others, which fetch from it and save to it (C-45).
extension NSManagedObjectContext: ContextParent {
  func row(
    for id: NSManagedObjectID, maximumAge: Double, generation: NSQueryGenerationToken?
  ) throws -> RowSnapshot? {
    try performAndWait { () throws in
      guard let object = lookUp(id) else {
        return id.isTemporaryID
          ? nil : try source?.row(for: id, maximumAge: maximumAge, generation: self.generation)
      }
      return try currentRow(object, maximumAge)
    }
  }

  /// The row of an object with its pending changes; nil if it is deleted.
  private func currentRow(_ object: NSManagedObject, _ maximumAge: Double) throws -> RowSnapshot? {
    if object.isDeleted || object.isGone { return nil }
    if object.isFault {
      guard let id = object.id else { return nil }
      return try source?.row(for: id, maximumAge: maximumAge, generation: generation)
    }
    let row = object.newRow(version: object.row?.version ?? 0)
    var values = row.values
    var isChanged = false
    for slot in object.plan.toManySlots {
      if case .toMany = values[slot] {
        values[slot] = .unloaded
        isChanged = true
      }
    }
    return isChanged ? RowSnapshot(version: row.version, values: values) : row
  }

  func rows(
    for ids: [NSManagedObjectID], maximumAge: Double, generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID: RowSnapshot] {
    try performAndWait { () throws in
      var result: [NSManagedObjectID: RowSnapshot] = [:]
      var missing: [NSManagedObjectID] = []
      for id in ids {
        if let object = lookUp(id), !object.isFault || object.isDeleted {
          result[id] = try currentRow(object, maximumAge)
        } else if !id.isTemporaryID {
          missing.append(id)
        }
      }
      let others = try source?.rows(for: missing, maximumAge: maximumAge, generation: self.generation) ?? [:]
      result.merge(others) { $1 }
      return result
    }
  }

  func toMany(
    _ relationship: NSRelationshipDescription, of id: NSManagedObjectID, generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID] {
    performAndWait { members(relationship, of: id) }
  }

  func toMany(
    _ relationship: NSRelationshipDescription, of ids: [NSManagedObjectID],
    generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID: [NSManagedObjectID]] {
    performAndWait {
      var result: [NSManagedObjectID: [NSManagedObjectID]] = [:]
      for id in ids { result[id] = members(relationship, of: id) }
      return result
    }
  }

  // NB: the members may have unsaved changes here, so their rows are not read from the store.
  func rows(
    of relationship: NSRelationshipDescription, of id: NSManagedObjectID, generation: NSQueryGenerationToken?
  ) throws -> [(id: NSManagedObjectID, row: RowSnapshot)]? { nil }

  private func members(_ relationship: NSRelationshipDescription, of id: NSManagedObjectID)
    -> [NSManagedObjectID]
  {
    let object = object(for: id)
    object.willChangeFiringQuietly()
    guard !object.isGone, let slot = object.plan.index(of: relationship.name) else { return [] }
    return object.toMany(slot).members.filter { !$0.isDeleted }.map(\.objectID)
  }

  func fetch(_ request: StoreRequest, in stores: [NSPersistentStore]?) throws -> StoreResult {
    try performAndWait { () throws in
      let storage = FetchRequestStorage(request, stores)
      switch request.result {
      case .count: return .count(try count(of: storage))
      case .dictionaries:
        guard let dictionaries = try results(of: storage) as? [NSDictionary] else { return .dictionaries([]) }
        return .dictionaries(dictionaries)
      case .ids, .rows:
        storage.resultType = .managedObjectIDResultType
        guard let ids = try results(of: storage) as? [NSManagedObjectID] else { return .ids([]) }
        if request.result == .ids { return .ids(ids) }
        let rows = try rows(for: ids, maximumAge: stalenessInterval, generation: generation)
        return .rows(ids.compactMap { id in rows[id].map { (id: id, row: $0) } })
      }
    }
  }

  func permanentIDs(
    of groups: [(objects: [NSManagedObject], store: NSPersistentStore?)]
  ) throws -> [[NSManagedObjectID]] {
    try performAndWait { () throws in try source?.permanentIDs(of: groups) ?? [] }
  }

  /// Applies a child's changes to its own objects; the store is written when the root context saves.
  // C-45
  func save(
    _ changes: StoreChanges, author: String?, context: String?
  ) throws -> [NSManagedObjectID: Int64] {
    performAndWait {
      checkConfinement()
      var objects: [(object: NSManagedObject, row: RowSnapshot, slots: [Int])] = []
      for insertion in changes.inserted {
        let object = object(for: insertion.id)
        if object.isFault { enterFromChild(object) }
        let slots = object.plan.slots.indices.filter { object.plan.slots[$0].isStored }
        objects.append((object, insertion.row, Array(slots)))
      }
      for update in changes.updated {
        let object = object(for: update.id)
        if object.isFault { object.fireIfPossible() }
        objects.append((object, update.new, update.changed))
      }
      for (object, row, slots) in objects { take(row, slots, object) }
      for deletion in changes.deleted {
        guard let object = Optional(object(for: deletion.id)), !object.isDeleted else {
          continue
        }
        deleteObject(object)
      }
      process(isInSave: false)
      return [:]
    }
  }

  private func enterFromChild(_ object: NSManagedObject) {
    object.flags = [.inserted, .listed]
    object.values = object.plan.defaults
    object.event = Int32(event.count)
    event.append(EventChange(object: object, oldValues: [], oldFlags: [], oldRow: nil))
    changed.append(object)
    scheduleProcessing()
    if Journal.isRecording {
      Journal.note(
        .coredata, "insert \(object.plan.entity.name ?? "")", outcome: "handled",
        why: "a child context saved it",
        receiver: object, sender: self)
    }
  }

  private func take(_ row: RowSnapshot, _ slots: [Int], _ object: NSManagedObject) {
    for slot in slots {
      switch object.plan.slots[slot].kind {
      case .attribute:
        if !object.values[slot].isSame(as: row.values[slot]) { object.write(slot, row.values[slot]) }
      case .toOne:
        if case .toOne(let id) = row.values[slot] {
          object.setToOne(slot, self.object(for: id))
        } else if object.toOne(slot) != nil {
          object.setToOne(slot, nil)
        }
      case .toMany:
        guard case .toMany(let ids) = row.values[slot] else { continue }
        object.setToMany(slot, objects(for: ids))
      case .fetched: continue
      }
    }
  }

  func retainRows(_ ids: [NSManagedObjectID]) {}
  func releaseRows(_ ids: [NSManagedObjectID]) {}
}

extension NSManagedObject {
  /// Fires a fault whose row may no longer exist, without registering a change.
  fileprivate final func willChangeFiringQuietly() {
    if flags.contains(.fault) { fireIfPossible() }
  }
}

extension FetchRequestStorage {
  /// Makes the request of a child context.
  convenience init(_ request: StoreRequest, _ stores: [NSPersistentStore]?) {
    self.init()
    self.entity = request.entity
    self.entityName = request.entity.name
    self.predicate = request.predicate
    self.sortDescriptors = request.sortDescriptors
    self.fetchLimit = request.limit
    self.fetchOffset = request.offset
    self.includesSubentities = request.includesSubentities
    self.propertiesToFetch = request.propertiesToFetch
    self.propertiesToGroupBy = request.propertiesToGroupBy
    self.havingPredicate = request.havingPredicate
    self.returnsDistinctResults = request.returnsDistinctResults
    self.affectedStores = stores
    switch request.result {
    case .dictionaries: self.resultType = .dictionaryResultType
    case .count: self.resultType = .countResultType
    default: self.resultType = .managedObjectResultType
    }
  }
}
