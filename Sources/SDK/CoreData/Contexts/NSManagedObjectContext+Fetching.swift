import CarobFoundation
import Synchronization

// Fetching with pending changes: the store's results, corrected by the changes in this context (C-152).

extension NSManagedObjectContext {
  /// The objects that match, in the order of the sort descriptors.
  // NB: without the platform's bound, because `any NSFetchRequestResult` does not conform to itself here.
  public final func fetch<Result>(_ request: NSFetchRequest<Result>) throws -> [Result] {
    let found = try fetched(request.storage)
    if case .objects(let objects) = found, Result.self is NSManagedObject.Type {
      try Self.check(objects, Result.self)
      // OPTIMIZATION: both are arrays of references and every class was checked; a cast would check each
      // object again.
      return unsafeBitCast(objects, to: [Result].self)
    }
    return try found.elements.map { element in
      guard let result = element as? Result else { throw Self.wrongType(element, Result.self) }
      return result
    }
  }

  /// The results of a request.
  private enum Fetched {
    case objects([NSManagedObject])
    case others([AnyObject])

    var elements: [AnyObject] {
      switch self {
      case .objects(let objects): objects
      case .others(let others): others
      }
    }
    var count: Int {
      switch self {
      case .objects(let objects): objects.count
      case .others(let others): others.count
      }
    }
  }

  private static func check<Result>(_ objects: [NSManagedObject], _ type: Result.Type) throws {
    var known: AnyClass?
    for object in objects where known != Swift.type(of: object) {
      guard object is Result else { throw wrongType(object, type) }
      known = Swift.type(of: object)
    }
  }

  private static func wrongType(_ element: AnyObject, _ type: Any.Type) -> NSError {
    .cocoa(
      NSManagedObjectValidationError,
      "the fetch request is for \(type), but its entity's objects are \(Swift.type(of: element)): the entity's class is "
        + "missing, or the request has a different result type")
  }

  /// Executes a request of any kind; a fetch request returns an asynchronous result that is already finished.
  @discardableResult
  public final func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    checkConfinement()
    return try executed(request)
  }

  /// The number of results that a request would return.
  public final func count<Result>(for request: NSFetchRequest<Result>) throws -> Int {
    try count(of: request.storage)
  }

  final func results(of storage: FetchRequestStorage) throws -> [AnyObject] {
    try fetched(storage).elements
  }

  private func fetched(_ storage: FetchRequestStorage) throws -> Fetched {
    checkConfinement()
    guard let model else {
      NSException.raise(
        .invalidArgumentException, "a context without a persistent store coordinator cannot fetch")
    }
    let entity = storage.resolvedEntity(in: model)
    storage.entity = entity
    let results: Fetched
    switch storage.resultType {
    case .countResultType: results = .others([NSNumber(value: try count(of: storage))])
    case .dictionaryResultType:
      guard case .dictionaries(let dictionaries) = try ask(storage.storeRequest(in: model), storage) else {
        return .others([])
      }
      results = .others(dictionaries)
    case .managedObjectIDResultType:
      results = .others(try objects(storage, model, entity).map(\.objectID))
    default:
      let objects = try objects(storage, model, entity)
      try prefetch(storage.relationshipKeyPathsForPrefetching ?? [], objects)
      results = .objects(objects)
    }
    if Journal.isRecording {
      Journal.note(
        .coredata, "fetch \(entity.name ?? "")", outcome: "handled", why: nil, sender: self,
        category: .internal,
        // NB: omits the predicate: describing its objects would run the app's code and print addresses.
        detail: [(key: "count", value: "\(results.count)")])
    }
    return results
  }

  private func ask(_ request: StoreRequest, _ storage: FetchRequestStorage) throws -> StoreResult {
    guard let source else {
      NSException.raise(
        .invalidArgumentException, "a context without a persistent store coordinator cannot fetch")
    }
    flushReleasedRows()
    var request = request
    request.generation = generation
    request.context = self
    do {
      return try source.fetch(request, in: storage.affectedStores)
    } catch let refusal as PredicateRefusal {
      // Stores in memory evaluate predicates that SQL cannot express; in other stores such a predicate is an
      // error.
      let stores = storage.affectedStores ?? persistentStoreCoordinator?.persistentStores ?? []
      guard parent == nil, stores.allSatisfy(\.evaluatesPredicatesInMemory) else {
        NSException.raise(.invalidArgumentException, refusal.message)
      }
      return try evaluate(request, source, storage)
    }
  }

  /// Fetches all objects of the entity, and evaluates the rest of the request in memory.
  private func evaluate(
    _ request: StoreRequest, _ source: any ContextParent, _ storage: FetchRequestStorage
  ) throws -> StoreResult {
    var all = request
    (all.predicate, all.sortDescriptors, all.limit, all.offset, all.result) = (nil, [], 0, 0, .ids)
    guard case .ids(let ids) = try source.fetch(all, in: storage.affectedStores) else { return .ids([]) }
    var objects = objects(for: ids)
    fill(objects)
    objects = sorted(
      objects.filter { request.predicate?.evaluate(with: $0) ?? true }, request.sortDescriptors)
    objects = Array(objects.dropFirst(request.offset))
    if request.limit > 0 { objects = Array(objects.prefix(request.limit)) }
    if request.result == .count { return .count(objects.count) }
    if request.result == .dictionaries {
      return .dictionaries(
        objects.map { object in
          let keys = (request.propertiesToFetch ?? []).compactMap {
            $0 as? String ?? ($0 as? NSPropertyDescription)?.name
          }
          let names = keys.isEmpty ? object.plan.slots.filter { $0.attribute != nil }.map(\.name) : keys
          let result = NSMutableDictionary()
          for name in names { if let value = object.value(forKey: name) { result[name as NSString] = value } }
          return result
        })
    }
    return .ids(objects.map(\.objectID))
  }

  /// Whether an object's changes can affect the results of a request.
  private func concerns(
    _ object: NSManagedObject, _ entity: NSEntityDescription, _ storage: FetchRequestStorage
  ) -> Bool {
    guard object.hasChanges else { return false }
    return storage.includesSubentities
      ? object.plan.entity.isKindOf(entity: entity)
      : object.plan.entity === entity || object.plan.entity.name == entity.name
  }

  private func objects(
    _ storage: FetchRequestStorage, _ model: NSManagedObjectModel, _ entity: NSEntityDescription
  ) throws -> [NSManagedObject] {
    var request = storage.storeRequest(in: model)
    var pending: [NSManagedObject] = []
    if storage.includesPendingChanges {
      // C-10: deletions are propagated before a fetch.
      if !isSaving { process(isInSave: false) }
      pending = changed.filter { concerns($0, entity, storage) }
    }
    if storage.resultType == .managedObjectIDResultType {
      request.result = .ids
    } else if storage.fetchBatchSize > 0 {
      request.result = .ids
    }
    // NB: limit and offset apply to the corrected results, not to those of the store.
    if !pending.isEmpty { (request.limit, request.offset) = (0, 0) }
    var found = materialized(try ask(request, storage), storage)
    if storage.fetchBatchSize > 0, found.count > storage.fetchBatchSize {
      noteBatch(found, storage.fetchBatchSize)
    }
    if pending.isEmpty { return found }
    let isPending = Set(pending.map { ObjectIdentifier($0) })
    let fromStore = Set(
      found.lazy.filter { isPending.contains(ObjectIdentifier($0)) }.map { ObjectIdentifier($0) })
    var matching: [NSManagedObject] = []
    for object in pending where !object.isDeleted {
      let matches = storage.predicate.map { $0.evaluate(with: object) } ?? true
      if matches { matching.append(object) }
    }
    let sort = storage.sortDescriptors ?? []
    if sort.isEmpty {
      let stays = Set(matching.map { ObjectIdentifier($0) })
      found.removeAll { isPending.contains(ObjectIdentifier($0)) && !stays.contains(ObjectIdentifier($0)) }
      found += matching.filter { !fromStore.contains(ObjectIdentifier($0)) }
    } else {
      found.removeAll { isPending.contains(ObjectIdentifier($0)) }
      found = merged(found, sorted(matching, sort), sort)
    }
    if storage.fetchOffset > 0 { found.removeFirst(min(storage.fetchOffset, found.count)) }
    if storage.fetchLimit > 0, found.count > storage.fetchLimit {
      found.removeLast(found.count - storage.fetchLimit)
    }
    return found
  }

  private func sorted(_ objects: [NSManagedObject], _ sort: [NSSortDescriptor]) -> [NSManagedObject] {
    objects.enumerated().sorted { a, b in
      let order = compare(a.element, b.element, sort)
      return order == .orderedSame ? a.offset < b.offset : order == .orderedAscending
    }.map(\.element)
  }

  private func compare(
    _ a: NSManagedObject, _ b: NSManagedObject, _ sort: [NSSortDescriptor]
  ) -> ComparisonResult {
    for descriptor in sort {
      let order = descriptor.compare(a, to: b)
      if order != .orderedSame { return order }
    }
    return .orderedSame
  }

  /// Merges two sorted lists.
  private func merged(
    _ a: [NSManagedObject], _ b: [NSManagedObject], _ sort: [NSSortDescriptor]
  ) -> [NSManagedObject] {
    if b.isEmpty { return a }
    var result: [NSManagedObject] = []
    result.reserveCapacity(a.count + b.count)
    var rest = a[...]
    // NB: few objects changed, so a binary search finds the place of each.
    for object in b {
      var low = rest.startIndex
      var high = rest.endIndex
      while low < high {
        let middle = low + (high - low) / 2
        if compare(object, rest[middle], sort) == .orderedAscending {
          high = middle
        } else {
          low = middle + 1
        }
      }
      result += rest[..<low]
      result.append(object)
      rest = rest[low...]
    }
    return result + rest
  }

  /// The context's objects for the results of a store.
  private func materialized(_ result: StoreResult, _ storage: FetchRequestStorage) -> [NSManagedObject] {
    switch result {
    case .ids(let ids):
      return objects(for: ids)
    case .rows(let rows):
      registry.reserve(rows.count)
      beginPrefetching()
      let fulfils = !storage.returnsObjectsAsFaults
      return rows.map { id, row in
        let object = object(for: id)
        if object.isFault {
          if fulfils { object.fulfil(row, self) } else { object.row = row }
        } else if storage.shouldRefreshRefetchedObjects {
          object.rebase(onto: row, .refresh)
        }
        return object
      }
    case .dictionaries, .count: return []
    }
  }

  final func count(of storage: FetchRequestStorage) throws -> Int {
    checkConfinement()
    guard let model else {
      NSException.raise(
        .invalidArgumentException, "a context without a persistent store coordinator cannot fetch")
    }
    let entity = storage.resolvedEntity(in: model)
    if storage.includesPendingChanges {
      if !isSaving { process(isInSave: false) }
      if changed.contains(where: { concerns($0, entity, storage) }) {
        return try objects(storage, model, entity).count
      }
    }
    var request = storage.storeRequest(in: model)
    request.result = .count
    guard case .count(let count) = try ask(request, storage) else { return 0 }
    return count
  }

  // MARK: Rows that were read with a fetch

  /// Marks prefetched rows in faults as valid until another context saves.
  private func beginPrefetching() {
    let saves = Self.saves.load(ordering: .acquiring)
    if saves == prefetchEpoch { return }
    if prefetchEpoch != 0 { registry.forEach { if $0.isFault { $0.row = nil } } }
    prefetchEpoch = saves
  }

  /// The row that a fetch stored in a fault.
  final func prefetchedRow(_ object: NSManagedObject) -> RowSnapshot? {
    guard let row = object.row else { return nil }
    object.row = nil
    return stalenessInterval < 0 && Self.saves.load(ordering: .acquiring) == prefetchEpoch ? row : nil
  }

  /// The number of saves to coordinators.
  static let saves = Atomic<Int>(1)

  // MARK: Batches

  final func noteBatch(_ objects: [NSManagedObject], _ size: Int) {
    batches.append(FaultBatch(objects.compactMap(\.id), size))
    if batches.count > 8 { batches.removeFirst() }
  }

  // C-154
  /// Also reads the rows of the other faults in the batch, so that a list takes one query per batch.
  final func loadBatch(_ id: NSManagedObjectID) {
    guard !batches.isEmpty, let source else { return }
    for batch in batches.reversed() {
      guard let ids = batch.neighbours(of: id) else { continue }
      let missing = ids.filter { registry.find($0)?.isFault ?? false }
      let rows = try? source.rows(for: missing, maximumAge: stalenessInterval, generation: generation)
      beginPrefetching()
      for (id, row) in rows ?? [:] {
        if let object = registry.find(id), object.isFault { object.row = row }
      }
      return
    }
  }

  // MARK: Prefetching of relationships

  private func prefetch(_ paths: [String], _ objects: [NSManagedObject]) throws {
    guard let source else { return }
    for path in paths {
      var owners = objects
      for key in path.split(separator: ".").map(String.init) {
        fill(owners)
        var next: [NSManagedObject] = []
        var seen = Set<ObjectIdentifier>()
        func add(_ object: NSManagedObject) {
          if seen.insert(ObjectIdentifier(object)).inserted { next.append(object) }
        }
        var unloaded: [(NSManagedObject, Int)] = []
        for owner in owners {
          guard let slot = owner.plan.index(of: key), owner.plan.slots[slot].isRelationship else { continue }
          if owner.plan.slots[slot].isToMany {
            if !owner.toMany(slot, loads: false).isLoaded { unloaded.append((owner, slot)) }
          } else if let object = owner.toOne(slot) {
            add(object)
          }
        }
        if let (first, slot) = unloaded.first, let relationship = first.plan.slots[slot].relationship {
          let lists = try source.toMany(relationship, of: unloaded.compactMap(\.0.id), generation: generation)
          for (owner, slot) in unloaded {
            guard let id = owner.id else { continue }
            owner.toMany(slot, loads: false).load(ContiguousArray((lists[id] ?? []).map { object(with: $0) }))
          }
        }
        for owner in owners {
          guard let slot = owner.plan.index(of: key), owner.plan.slots[slot].isToMany else { continue }
          owner.toMany(slot).members.forEach(add)
        }
        fill(next)
        owners = next
      }
    }
  }

  // MARK: Other requests

  private func executed(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    if let sharing = request as? any FetchRequestSharing {
      return try fetchResult(sharing)
    }
    guard let coordinator = persistentStoreCoordinator else {
      NSException.raise(
        .invalidArgumentException, "a context without a persistent store coordinator cannot execute requests")
    }
    return try execute(request, on: coordinator)
  }

  /// The results of a fetched property for an object, which is `$FETCH_SOURCE` in its predicate.
  final func fetched(_ property: NSFetchedPropertyDescription, for object: NSManagedObject) -> NSArray? {
    guard let request = property.fetchRequest else { return nil }
    let storage = FetchRequestStorage(copying: request.storage)
    storage.predicate = storage.predicate?.withSubstitutionVariables([
      "FETCH_SOURCE": object, "FETCHED_PROPERTY": property,
    ])
    do {
      return NSArray(array: try results(of: storage))
    } catch {
      Journal.warn(
        "CoreData: error: fetching \(object.plan.entity.name ?? "").\(property.name) failed: \(error)")
      return nil
    }
  }

  final func pin(_ token: NSQueryGenerationToken?) throws { generation = try pinned(token) }
}

/// The identifiers that one batched fetch found.
final class FaultBatch {
  private let ids: [NSManagedObjectID]
  private let size: Int
  private var places: [NSManagedObjectID: Int]?

  init(_ ids: [NSManagedObjectID], _ size: Int) {
    self.ids = ids
    self.size = size
  }

  /// The identifiers in the same batch; nil if the fetch did not find `id`.
  func neighbours(of id: NSManagedObjectID) -> ArraySlice<NSManagedObjectID>? {
    if places == nil {
      places = Dictionary(ids.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    }
    guard let place = places?[id] else { return nil }
    let start = place / size * size
    return ids[start..<min(start + size, ids.count)]
  }
}
