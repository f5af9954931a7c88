import CarobFoundation

extension NSManagedObjectContext {
  /// Executes batch requests, asynchronous fetches and history requests.
  final func execute(
    _ request: NSPersistentStoreRequest, on coordinator: NSPersistentStoreCoordinator
  ) throws -> NSPersistentStoreResult {
    switch request {
    case let request as any AsynchronousFetching: return request.start(in: self)
    case let request as NSBatchInsertRequest:
      var isInserted = false
      let done = try run(request, "insert \(request.entityName)", on: coordinator) { store in
        // C-285: only the first store that accepts the rows.
        if isInserted { return nil }
        let ids = try store.insert(request, for: self)
        isInserted = ids != nil
        return ids
      }
      let answer = NSBatchInsertResult()
      answer.resultType = request.resultType
      answer.result = done.result(request.resultType.rawValue)
      return answer
    case let request as NSBatchUpdateRequest:
      let done = try run(request, "update \(request.entityName)", on: coordinator) {
        try $0.update(request, for: self)
      }
      let answer = NSBatchUpdateResult()
      answer.resultType = request.resultType
      answer.result = done.result(request.resultType.rawValue)
      return answer
    case let request as NSBatchDeleteRequest:
      let name = request.fetchRequest.entityName ?? ""
      let done = try run(request, "delete \(name)", on: coordinator) { try $0.delete(request, for: self) }
      let answer = NSBatchDeleteResult()
      answer.resultType = request.resultType
      answer.result = done.result(request.resultType.rawValue)
      return answer
    case let request as NSPersistentHistoryChangeRequest:
      return try coordinator.history(request, for: self)
    default:
      throw StoreErrors.make(
        NSPersistentStoreUnsupportedRequestTypeError, "Contexts cannot execute a \(Swift.type(of: request)).")
    }
  }

  /// The rows that a batch request changed.
  private struct BatchOutcome {
    let ids: [NSManagedObjectID]

    /// The result of a request; the three kinds of requests use the same raw values for their result types.
    func result(_ type: UInt) -> Any {
      switch type {
      case NSBatchInsertRequestResultType.objectIDs.rawValue: ids
      case NSBatchInsertRequestResultType.count.rawValue: NSNumber(value: ids.count)
      default: NSNumber(value: true)
      }
    }
  }

  private func run(
    _ request: NSPersistentStoreRequest, _ name: String, on coordinator: NSPersistentStoreCoordinator,
    _ body: (SQLiteStore) throws -> [NSManagedObjectID]?
  ) throws -> BatchOutcome {
    let ids = try coordinator.batch(request.affectedStores, body)
    // C-287
    if Journal.isRecording {
      Journal.note(
        .coredata, "batch \(name)", outcome: "handled", why: nil, sender: self,
        detail: [(key: "rows", value: "\(ids.count)")])
    }
    return BatchOutcome(ids: ids)
  }

  /// Executes a plain fetch request; the result that it returns is already finished.
  final func fetchResult(_ request: any FetchRequestSharing) throws -> NSPersistentStoreResult {
    let result = NSAsynchronousFetchResult<any NSFetchRequestResult>()
    result.managedObjectContext = self
    result.finalResult = try results(of: request.storage).compactMap { $0 as? any NSFetchRequestResult }
    return result
  }

  /// Pins a generation of the stores; nil removes the pin.
  final func pinned(_ token: NSQueryGenerationToken?) throws -> NSQueryGenerationToken? {
    guard let token else { return nil }
    if token !== NSQueryGenerationToken.current { return token }
    guard let coordinator = persistentStoreCoordinator else { return nil }
    return try coordinator.currentGeneration()
  }
}

extension NSPersistentStoreCoordinator {
  /// Runs a batch request on the stores, and notifies that they changed.
  func batch(
    _ stores: [NSPersistentStore]?, _ body: (SQLiteStore) throws -> [NSManagedObjectID]?
  ) throws -> [NSManagedObjectID] {
    var ids: [NSManagedObjectID] = []
    var changed: [SQLiteStore] = []
    try locked {
      guard !persistentStores.isEmpty else {
        throw StoreErrors.make(
          NSPersistentStoreOperationError,
          "This NSPersistentStoreCoordinator has no persistent stores. It cannot perform an operation.")
      }
      let candidates = (stores ?? persistentStores).compactMap { $0 as? SQLiteStore }
      guard !candidates.isEmpty else {
        throw StoreErrors.make(
          NSPersistentStoreUnsupportedRequestTypeError,
          "A store class of the app does not support batch requests.")
      }
      var isTaken = false
      for store in candidates {
        guard let found = try body(store) else { continue }
        isTaken = true
        if !found.isEmpty { changed.append(store) }
        ids += found
      }
      if !isTaken, let store = candidates.first(where: \.isReadOnly) {
        throw StoreErrors.make(
          CocoaError.fileWriteNoPermission.rawValue,
          "The store \(store.url?.lastPathComponent ?? "") is read-only; a batch request cannot change it.",
          store.url.map { [NSFilePathErrorKey: $0.path] } ?? [:])
      }
      // NB: contexts keep what they have read until they merge or refresh; later reads go to the store.
      for id in ids { cache.remove(id) }
    }
    for store in changed { reportChange(of: store) }
    return ids
  }

  /// The stores' current state, pinned so that it stays readable.
  func currentGeneration() throws -> NSQueryGenerationToken? {
    try locked {
      var pins: [String: GenerationPin] = [:]
      for case let store as SQLiteStore in persistentStores {
        // NB: stores in memory and stores without a write-ahead log have only their current state, as on the
        // platform.
        if let pin = try store.pin() { pins[store.identifier] = pin }
      }
      return pins.isEmpty ? nil : NSQueryGenerationToken(pins: pins)
    }
  }
}
