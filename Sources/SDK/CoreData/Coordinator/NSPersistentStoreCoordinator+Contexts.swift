import CarobFoundation

// The requests of contexts; each call takes the coordinator's lock.
extension NSPersistentStoreCoordinator: ContextParent {
  private func backing(_ store: NSPersistentStore?) throws -> BackingStore {
    guard let store = store as? BackingStore, persistentStores.contains(where: { $0 === store }) else {
      throw StoreErrors.make(
        NSPersistentStoreOperationError,
        persistentStores.isEmpty
          ? "This NSPersistentStoreCoordinator has no persistent stores. It cannot perform an operation."
          : "The object's store is not one of the coordinator's.")
    }
    return store
  }

  private var now: Double { Date.timeIntervalSinceReferenceDate }

  func row(
    for id: NSManagedObjectID, maximumAge: Double, generation: NSQueryGenerationToken?
  ) throws -> RowSnapshot? {
    try locked {
      if generation == nil, let row = cache.row(id, maximumAge: maximumAge, now: now) { return row }
      let row = try backing(id.persistentStore).row(for: id, generation: generation)
      if let row, generation == nil {
        cache.reserve(1)
        cache.insert(row, for: id, at: now)
      }
      return row
    }
  }

  func rows(
    for ids: [NSManagedObjectID], maximumAge: Double, generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID: RowSnapshot] {
    try locked {
      var result: [NSManagedObjectID: RowSnapshot] = [:]
      result.reserveCapacity(ids.count)
      var missing: [NSManagedObjectID] = []
      let time = now
      for id in ids {
        if generation == nil, let row = cache.row(id, maximumAge: maximumAge, now: time) {
          result[id] = row
        } else {
          missing.append(id)
        }
      }
      for (store, group) in try byStore(missing) {
        let rows = try store.rows(for: group, generation: generation)
        if generation == nil { cache.reserve(rows.count) }
        for id in group {
          guard let row = rows[id] else { continue }
          result[id] = row
          if generation == nil { cache.insert(row, for: id, at: time) }
        }
      }
      return result
    }
  }

  private func byStore(_ ids: [NSManagedObjectID]) throws -> [(BackingStore, [NSManagedObjectID])] {
    var groups: [(BackingStore, [NSManagedObjectID])] = []
    for id in ids {
      if let index = groups.firstIndex(where: { $0.0 === id.persistentStore }) {
        groups[index].1.append(id)
      } else {
        groups.append((try backing(id.persistentStore), [id]))
      }
    }
    return groups
  }

  func toMany(
    _ relationship: NSRelationshipDescription, of id: NSManagedObjectID, generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID] {
    try locked { try backing(id.persistentStore).toMany(relationship, of: id, generation: generation) }
  }

  func toMany(
    _ relationship: NSRelationshipDescription, of ids: [NSManagedObjectID],
    generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID: [NSManagedObjectID]] {
    try locked {
      var result: [NSManagedObjectID: [NSManagedObjectID]] = [:]
      for (store, group) in try byStore(ids) {
        result.merge(try store.toMany(relationship, of: group, generation: generation)) { $1 }
      }
      return result
    }
  }

  func rows(
    of relationship: NSRelationshipDescription, of id: NSManagedObjectID, generation: NSQueryGenerationToken?
  ) throws -> [(id: NSManagedObjectID, row: RowSnapshot)]? {
    try locked {
      try (backing(id.persistentStore) as? SQLiteStore)?.rows(
        of: relationship, of: id, generation: generation)
    }
  }

  // MARK: Fetching

  func fetch(_ request: StoreRequest, in stores: [NSPersistentStore]?) throws -> StoreResult {
    try locked {
      let candidates = (stores ?? persistentStores).compactMap { $0 as? BackingStore }
        .filter { $0.has(request.entity) }
      guard let first = candidates.first else {
        if persistentStores.isEmpty {
          throw StoreErrors.make(
            NSPersistentStoreOperationError,
            "This NSPersistentStoreCoordinator has no persistent stores. It cannot perform an operation.")
        }
        return request.result.empty
      }
      // NB: the rows are kept by the context's faults, not in the cache.
      return candidates.count == 1 ? try first.fetch(request) : try MultipleStores(candidates).fetch(request)
    }
  }

  // MARK: Saving

  func permanentIDs(
    of groups: [(objects: [NSManagedObject], store: NSPersistentStore?)]
  ) throws -> [[NSManagedObjectID]] {
    try locked {
      try groups.map { objects, store in
        let target = try store ?? self.store(for: objects[0].plan.entity)
        return try backing(target).permanentIDs(of: objects)
      }
    }
  }

  /// The first writable store that has the entity.
  private func store(for entity: NSEntityDescription) throws -> NSPersistentStore {
    if let store = persistentStores.first(where: {
      !$0.isReadOnly && ($0 as? BackingStore)?.has(entity) == true
    }) {
      return store
    }
    let isThere = persistentStores.contains { ($0 as? BackingStore)?.has(entity) == true }
    throw StoreErrors.make(
      isThere ? CocoaError.fileWriteNoPermission.rawValue : NSPersistentStoreOperationError,
      persistentStores.isEmpty
        ? "This NSPersistentStoreCoordinator has no persistent stores. It cannot perform a save operation."
        : "No store accepts objects of the entity \(entity.name ?? "").")
  }

  func save(
    _ changes: StoreChanges, author: String?, context: String?
  ) throws -> [NSManagedObjectID: Int64] {
    var saved: [BackingStore] = []
    let versions = try locked {
      var versions: [NSManagedObjectID: Int64] = [:]
      for (store, part) in try parts(of: changes) {
        let new = try store.save(part, author: author, context: context)
        saved.append(store)
        if versions.isEmpty { versions = new } else { versions.merge(new) { $1 } }
        refreshCache(part, new)
        for id in (store as? SQLiteStore)?.derivedRows ?? [] { cache.remove(id) }
      }
      return versions
    }
    for store in saved { reportChange(of: store) }
    return versions
  }

  private func parts(of changes: StoreChanges) throws -> [(BackingStore, StoreChanges)] {
    if persistentStores.count == 1, let only = persistentStores.first as? BackingStore {
      return [(only, changes)]
    }
    var parts: [(BackingStore, StoreChanges)] = []
    func index(_ id: NSManagedObjectID) throws -> Int {
      if let known = parts.firstIndex(where: { $0.0 === id.persistentStore }) { return known }
      var part = StoreChanges()
      part.context = changes.context
      parts.append((try backing(id.persistentStore), part))
      return parts.count - 1
    }
    for one in changes.inserted { parts[try index(one.id)].1.inserted.append(one) }
    for one in changes.updated { parts[try index(one.id)].1.updated.append(one) }
    for one in changes.deleted { parts[try index(one.id)].1.deleted.append(one) }
    return parts
  }

  private func refreshCache(_ changes: StoreChanges, _ versions: [NSManagedObjectID: Int64]) {
    let time = now
    // OPTIMIZATION: iterates by index, so that the deletions are not copied.
    for index in changes.deleted.indices { cache.remove(changes.deleted[index].id) }
    for one in changes.updated {
      cache.update(one.id, at: time) {
        var values = one.new.values
        for index in values.indices {
          if case .toMany = values[index] { values[index] = .unloaded }
        }
        return RowSnapshot(version: versions[one.id] ?? one.new.version, values: values)
      }
    }
  }

  func retainRows(_ ids: [NSManagedObjectID]) { locked { cache.retain(ids) } }
  func releaseRows(_ ids: [NSManagedObjectID]) { locked { cache.release(ids) } }
}

extension StoreRequest.Result {
  var empty: StoreResult {
    switch self {
    case .ids: .ids([])
    case .rows: .rows([])
    case .dictionaries: .dictionaries([])
    case .count: .count(0)
    }
  }
}
