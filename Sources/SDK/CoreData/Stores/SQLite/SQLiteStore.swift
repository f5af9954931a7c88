import CarobFoundation
import CarobRuntime

/// A store in an SQLite database: a file in WAL mode, or memory.
final class SQLiteStore: NSPersistentStore, BackingStore, @unchecked Sendable {
  // @unchecked as its superclass.
  private(set) var schema = SQLiteSchema(entities: [])
  private(set) var externalData = ExternalData(store: nil)
  private var opened: SQLiteConnection?
  private var readers: [String: RowReader] = [:]
  private var metadataIsDirty = false
  /// Whether saves are recorded in the persistent history.
  private(set) var tracksHistory = false
  /// Whether the coordinator posts `NSPersistentStoreRemoteChange` for each save.
  private(set) var reportsRemoteChanges = false
  /// The rows whose derived attributes the last save computed; caches must drop them.
  var derivedRows: [NSManagedObjectID] = []
  let storeType: String

  required convenience init(
    persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?,
    at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    self.init(NSSQLiteStoreType, coordinator: root, configurationName: name, at: url, options: options)
  }

  init(
    _ type: String, coordinator: NSPersistentStoreCoordinator?, configurationName name: String?, at url: URL,
    options: [AnyHashable: Any]?
  ) {
    storeType = type
    super.init(persistentStoreCoordinator: coordinator, configurationName: name, at: url, options: options)
    isReadOnly = StoreOptions.flag(options, NSReadOnlyPersistentStoreOption)
    tracksHistory = StoreOptions.flag(options, NSPersistentHistoryTrackingKey)
    reportsRemoteChanges = StoreOptions.flag(options, NSPersistentStoreRemoteChangeNotificationPostOptionKey)
  }

  override var type: String { storeType }
  var isInMemory: Bool { storeType == NSInMemoryStoreType || url?.path == "/dev/null" }
  /// Stores in memory evaluate predicates that SQL cannot express, as on the platform.
  override var evaluatesPredicatesInMemory: Bool { storeType == NSInMemoryStoreType }

  override var metadata: [String: Any]! {
    didSet { metadataIsDirty = true }
  }

  // MARK: Opening

  /// Opens or creates the file, for the entities of the coordinator's model.
  func open(_ entities: [NSEntityDescription], model: NSManagedObjectModel) throws {
    let path = isInMemory ? ":memory:" : url?.path ?? ":memory:"
    externalData = ExternalData(store: isInMemory ? nil : url)
    do {
      let isNew = isInMemory || SQLiteFile.isEmpty(at: path)
      let connection = try SQLiteConnection(path: path, mode: isReadOnly ? .readOnly : .create)
      opened = connection
      try setUp(connection)
      if isNew {
        schema = SQLiteSchema(entities: entities)
        try connection.transaction {
          try schema.create(on: connection)
          try writeFirstMetadata(entities, model, on: connection)
        }
      } else {
        try SQLiteFile.check(connection, path)
        schema = SQLiteSchema(entities: entities, numbers: try SQLiteFile.numbers(on: connection))
        let stored = try SQLiteFile.metadata(on: connection)
        metadata = stored
        identifier = stored[NSStoreUUIDKey] as? String
        metadataIsDirty = false
      }
    } catch let error as SQLiteError {
      close()
      throw error.cocoaError(at: url)
    } catch {
      close()
      throw error
    }
  }

  private func setUp(_ connection: SQLiteConnection) throws {
    var pragmas: [String: String] = ["synchronous": "NORMAL", "temp_store": "MEMORY", "cache_size": "-16000"]
    if let given = options?[NSSQLitePragmasOption] as? [String: Any] {
      for (name, value) in given { pragmas[name.lowercased()] = "\(value)" }
    }
    if !isInMemory, !isReadOnly {
      // NB: the journal mode must be set before anything is written.
      let mode = pragmas.removeValue(forKey: "journal_mode") ?? "WAL"
      _ = try connection.text("PRAGMA journal_mode = \(mode)")
    }
    for (name, value) in pragmas.sorted(by: { $0.key < $1.key })
    where (name + value).allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) }) {
      _ = try connection.text("PRAGMA \(name) = \(value)")
    }
  }

  private func writeFirstMetadata(
    _ entities: [NSEntityDescription], _ model: NSManagedObjectModel, on connection: SQLiteConnection
  ) throws {
    let uuid = UUID().uuidString
    identifier = uuid
    metadata = SQLiteFile.metadata(type: storeType, uuid: uuid, entities: entities, model: model)
    metadataIsDirty = false
    try connection.run(
      "INSERT INTO _metadata (format, uuid, plist, model) VALUES (?, ?, ?, ?)",
      [
        .integer(SQLiteSchema.format), .text(uuid), .blob(try SQLiteFile.plist(metadata)),
        SQLiteFile.archived(model).map { .blob($0) } ?? .null,
      ])
  }

  /// Removes the readers: they cache identifiers, which retain the store.
  func forgetReaders() { readers.removeAll() }

  func close() {
    forgetReaders()
    opened?.close()
    opened = nil
  }

  override func willRemove(from coordinator: NSPersistentStoreCoordinator?) { close() }

  /// The connection for writing, or the one of a pinned state.
  func connection(_ generation: NSQueryGenerationToken? = nil) throws -> SQLiteConnection {
    if let generation, let pin = generation.pins[identifier] as? SQLiteGeneration { return pin.connection }
    guard let opened else {
      throw StoreErrors.make(
        NSPersistentStoreOperationError, "The store at \(url?.path ?? "") was removed from its coordinator.")
    }
    return opened
  }

  /// Calls the body, and converts SQLite's errors to the errors that apps get.
  func reporting<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch let error as SQLiteError { throw error.cocoaError(at: url) }
  }

  func has(_ entity: NSEntityDescription) -> Bool { schema.map(of: entity) != nil }

  func map(_ entity: NSEntityDescription) throws -> SQLiteSchema.EntityMap {
    guard let map = schema.map(of: entity) else {
      throw StoreErrors.make(
        NSPersistentStoreIncompatibleSchemaError,
        "The store at \(url?.path ?? "") has no entity \(entity.name ?? "").")
    }
    return map
  }

  func reader(_ map: SQLiteSchema.EntityMap, includesSubentities: Bool) -> RowReader {
    let name = includesSubentities ? map.name : map.name + "·"
    if let known = readers[name] { return known }
    let made = RowReader(map, includesSubentities: includesSubentities, in: self)
    readers[name] = made
    return made
  }

  /// Writes metadata that was set since the last save.
  func writeMetadata(on connection: SQLiteConnection) throws {
    guard metadataIsDirty, let metadata else { return }
    try connection.run("UPDATE _metadata SET plist = ?", [.blob(try SQLiteFile.plist(metadata))])
    metadataIsDirty = false
  }

  // MARK: Identifiers

  func permanentIDs(of objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
    guard let first = objects.first else { return [] }
    return try permanentIDs(for: first.plan.entity, count: objects.count)
  }

  func permanentIDs(for entity: NSEntityDescription, count: Int) throws -> [NSManagedObjectID] {
    try reporting {
      let map = try map(entity)
      let connection = try connection()
      // NB: in a transaction, whose commit reports errors, because the statement is not stepped to its end.
      let last = try connection.transaction {
        try connection.integer(
          "UPDATE _keys SET last = last + ? WHERE entity = ? RETURNING last",
          [.integer(Int64(count)), .integer(keyNumber(of: map))])
      }
      guard let last else {
        throw StoreErrors.make(
          NSPersistentStoreIncompatibleSchemaError, "The store's table _keys has no \(map.name).")
      }
      return (0..<Int64(count)).map {
        NSManagedObjectID(store: self, entity: map.entity, key: last - Int64(count) + 1 + $0)
      }
    }
  }

  /// The row of `_keys` with a table's last key: the one of the entity with the smallest number.
  private func keyNumber(of map: SQLiteSchema.EntityMap) -> Int64 {
    if let known = keyNumbers[map.table.name] { return known }
    let number = schema.maps.values.filter { $0.table === map.table }.map(\.number).min() ?? map.number
    keyNumbers[map.table.name] = number
    return number
  }
  private lazy var keyNumbers: [String: Int64] = [:]
}
