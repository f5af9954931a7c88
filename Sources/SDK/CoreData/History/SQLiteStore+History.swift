import CarobFoundation

// Persistent history: a row of `_history` for each save, and one of `_changes` for each object (C-225).

extension SQLiteStore {
  private enum Change {
    case insert(NSManagedObjectID)
    case update(NSManagedObjectID, [String])
    case delete(NSManagedObjectID, Data?)
  }

  func recordHistory(
    of changes: StoreChanges, author: String?, context: String?, on connection: SQLiteConnection
  ) throws {
    guard tracksHistory, !changes.isEmpty else { return }
    var all: [Change] = changes.inserted.map { .insert($0.id) }
    for update in changes.updated {
      let slots = update.id.entity.layout.slots
      all.append(.update(update.id, update.changed.map { slots[$0].name }))
    }
    for deletion in changes.deleted { all.append(.delete(deletion.id, try tombstone(deletion))) }
    try record(all, author, context, connection)
  }

  /// Records the changes of a batch request in the history.
  func recordHistory(
    updated: [NSManagedObjectID], properties: [String], deleted: [NSManagedObjectID], author: String?,
    context: String?, on connection: SQLiteConnection
  ) throws {
    guard tracksHistory, !updated.isEmpty || !deleted.isEmpty else { return }
    try record(
      updated.map { .update($0, properties) } + deleted.map { .delete($0, nil) }, author, context, connection)
  }

  private func tombstone(_ deletion: StoreChanges.Deletion) throws -> Data? {
    var values: [String: Any] = [:]
    for slot in deletion.id.entity.layout.slots {
      guard slot.attribute?.preservesValueInHistoryOnDeletion == true, case .attribute(let type) = slot.kind,
        let value = deletion.old.values[slot.index].boxed(type)
      else { continue }
      values[slot.name] = (value as? UUID)?.uuidString ?? (value as? URL)?.absoluteString ?? value
    }
    return values.isEmpty
      ? nil : try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
  }

  private func record(
    _ changes: [Change], _ author: String?, _ context: String?, _ connection: SQLiteConnection
  ) throws {
    try connection.run(
      "INSERT INTO _history (time, bundle, process, context, author) VALUES (?, ?, ?, ?, ?)",
      [
        .real(Date.timeIntervalSinceReferenceDate), .text(Bundle.main.bundleIdentifier ?? ""),
        .text(ProcessInfo.processInfo.processName), context.map { .text($0) } ?? .null,
        author.map { .text($0) } ?? .null,
      ])
    let transaction = connection.lastInsertedKey
    let sql =
      "INSERT INTO _changes (\"transaction\", type, entity, pk, properties, tombstone) VALUES (?, ?, ?, ?, ?, ?)"
    for change in changes {
      let (type, id, properties, tombstone): (Int64, NSManagedObjectID, SQLiteValue, SQLiteValue) =
        switch change {
        case .insert(let id): (0, id, .null, .null)
        case .update(let id, let names): (1, id, .text(names.joined(separator: ",")), .null)
        case .delete(let id, let data): (2, id, .null, data.map { .blob($0) } ?? .null)
        }
      try connection.run(
        sql,
        [
          .integer(transaction), .integer(type), .integer(try map(id.entity).number), .integer(id.key),
          properties,
          tombstone,
        ])
    }
  }

  /// The number of the last transaction; 0 for none.
  func lastTransaction() throws -> Int64 {
    try reporting {
      try connection().integer("SELECT seq FROM sqlite_sequence WHERE name = '_history'") ?? 0
    }
  }

  // MARK: Fetching

  func transactions(
    _ request: NSPersistentHistoryChangeRequest
  ) throws -> [NSPersistentHistoryTransaction] {
    try reporting {
      let connection = try connection()
      let condition: (String, SQLiteValue)
      switch request.kind {
      case .after(let token):
        let number = token?.numbers[identifier] ?? 0
        try checkIsKept(number, connection)
        condition = ("id > ?", .integer(number))
      case .afterDate(let date): condition = ("time > ?", .real(date.timeIntervalSinceReferenceDate))
      case .deleteBefore, .deleteBeforeDate: return []
      }
      // NB: a request for changes needs the changes, whatever its result type.
      let wantsChanges =
        request.resultType != .transactionsOnly
        || request.fetchRequest?.entity === NSPersistentHistoryChange.entityDescription
      var result: [NSPersistentHistoryTransaction] = []
      try connection.rows(
        "SELECT id, time, bundle, process, context, author FROM _history WHERE \(condition.0) ORDER BY id",
        [condition.1]
      ) { row in
        result.append(
          NSPersistentHistoryTransaction(
            row.integer(0), Date(timeIntervalSinceReferenceDate: row.real(1)), store: identifier,
            bundle: row.text(2), process: row.text(3), context: row.isNull(4) ? nil : row.text(4),
            author: row.isNull(5) ? nil : row.text(5),
            changes: wantsChanges ? try changes(of: row.integer(0), connection) : nil))
      }
      return result
    }
  }

  /// Throws if transactions after the token's transaction were deleted.
  private func checkIsKept(_ number: Int64, _ connection: SQLiteConnection) throws {
    guard number > 0 else { return }
    let first = try connection.integer("SELECT min(id) FROM _history WHERE id > 0")
    let last = try connection.integer("SELECT seq FROM sqlite_sequence WHERE name = '_history'") ?? 0
    let deletedThrough = (first.flatMap { $0 == 0 ? nil : $0 } ?? last + 1) - 1
    if number < deletedThrough {
      throw StoreErrors.make(
        NSPersistentHistoryTokenExpiredError, "Part of the history after the token was deleted.")
    }
  }

  private func changes(
    of transaction: Int64, _ connection: SQLiteConnection
  ) throws -> [NSPersistentHistoryChange] {
    var result: [NSPersistentHistoryChange] = []
    try connection.rows(
      "SELECT id, type, entity, pk, properties, tombstone FROM _changes WHERE \"transaction\" = ? ORDER BY id",
      [.integer(transaction)]
    ) { row in
      // NB: changes of an entity that is no longer in the model are skipped.
      guard let map = schema.mapsByNumber[row.integer(2)],
        let type = NSPersistentHistoryChangeType(rawValue: Int(row.integer(1)))
      else { return }
      let properties = map.entity.propertiesByName
      let tombstone =
        row.isNull(5)
        ? nil
        : try? PropertyListSerialization.propertyList(from: row.data(5), options: [], format: nil)
          as? [AnyHashable: Any]
      result.append(
        NSPersistentHistoryChange(
          row.integer(0), NSManagedObjectID(store: self, entity: map.entity, key: row.integer(3)), type,
          tombstone,
          type == .update
            ? Set(row.text(4).split(separator: ",").compactMap { properties[String($0)] }) : nil))
    }
    return result
  }

  func deleteHistory(_ kind: NSPersistentHistoryChangeRequest.Kind) throws {
    let condition: (String, SQLiteValue)
    switch kind {
    case .deleteBefore(let token):
      // NB: without a token all history is deleted; the token's own transaction is kept.
      guard let token else {
        condition = ("? IS NULL", .null)
        break
      }
      guard let number = token.numbers[identifier] else { return }
      condition = ("id < ?", .integer(number))
    case .deleteBeforeDate(let date): condition = ("time < ?", .real(date.timeIntervalSinceReferenceDate))
    case .after, .afterDate: return
    }
    try reporting {
      let connection = try connection()
      try connection.transaction {
        try connection.run(
          "DELETE FROM _changes WHERE \"transaction\" IN (SELECT id FROM _history WHERE \(condition.0))",
          [condition.1])
        try connection.run("DELETE FROM _history WHERE \(condition.0)", [condition.1])
      }
    }
  }
}

extension NSPersistentStoreCoordinator {
  /// The stores' current position in the history; nil if none of them tracks it.
  public func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? {
    locked {
      var numbers: [String: Int64] = [:]
      for case let store as SQLiteStore in stores ?? persistentStores where store.tracksHistory {
        if let number = try? store.lastTransaction() { numbers[store.identifier] = number }
      }
      return numbers.isEmpty ? nil : NSPersistentHistoryToken(numbers)
    }
  }

  func history(
    _ request: NSPersistentHistoryChangeRequest, for context: NSManagedObjectContext
  ) throws -> NSPersistentHistoryResult {
    try locked {
      let stores = (request.affectedStores ?? persistentStores).compactMap { $0 as? SQLiteStore }
      let answer = NSPersistentHistoryResult()
      answer.resultType = request.resultType
      switch request.kind {
      case .deleteBefore, .deleteBeforeDate:
        for store in stores { try store.deleteHistory(request.kind) }
        answer.resultType = .statusOnly
        answer.result = NSNumber(value: true)
        return answer
      case .after, .afterDate: break
      }
      var transactions = try stores.filter(\.tracksHistory).flatMap { try $0.transactions(request) }
      if let fetch = request.fetchRequest {
        transactions = try HistoryEntities.filter(transactions, by: fetch)
      }
      let changes = transactions.flatMap { $0.changes ?? [] }
      switch request.resultType {
      case .statusOnly: answer.result = NSNumber(value: !transactions.isEmpty)
      case .objectIDs: answer.result = changes.map(\.changedObjectID)
      case .count: answer.result = NSNumber(value: changes.count)
      case .changesOnly:
        answer.result = changes
        // NB: changes do not own their transactions.
        answer.keptTransactions = transactions
      case .transactionsOnly, .transactionsAndChanges: answer.result = transactions
      }
      return answer
    }
  }

  /// Posts the remote-change notification for a save, if the store's options request it.
  func reportChange(of store: BackingStore) {
    guard let store = store as? SQLiteStore, store.reportsRemoteChanges else { return }
    var info: [AnyHashable: Any] = [NSStoreUUIDKey: store.identifier as Any]
    if let url = store.url { info[NSPersistentStoreURLKey] = url }
    if store.tracksHistory, let token = currentPersistentHistoryToken(fromStores: [store]) {
      info[NSPersistentHistoryTokenKey] = token
    }
    NotificationCenter.default.post(
      name: .NSPersistentStoreRemoteChange, object: self, userInfo: info)
  }
}
