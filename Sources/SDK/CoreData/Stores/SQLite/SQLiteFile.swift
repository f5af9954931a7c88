import CarobFoundation

/// Access to a store's file and its metadata without a coordinator.
enum SQLiteFile {
  /// Whether no store exists at the path, so that one can be created.
  static func isEmpty(at path: String) -> Bool {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return true }
    if attributes[.type] as? FileAttributeType == .typeDirectory { return false }
    let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
    // NB: the first transaction of an empty file may be in the write-ahead log.
    if size == 0, !FileManager.default.fileExists(atPath: path + "-wal") { return true }
    // C-207: a process that was killed while it created the store leaves a database without tables.
    guard size <= 65_536 else { return false }
    let tables = try? withConnection(at: URL(fileURLWithPath: path), .readOnly) {
      try $0.integer("SELECT count(*) FROM sqlite_master")
    }
    return tables.flatMap { $0 } == 0
  }

  /// Throws unless the database is a store of Carob that this version can read.
  static func check(_ connection: SQLiteConnection, _ path: String) throws {
    let tables = try connection.integer(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('_metadata', '_keys')")
    guard tables == 2 else {
      throw StoreErrors.make(
        NSPersistentStoreIncompatibleSchemaError,
        "The database at \(path) is not a Core Data store: it has no tables _metadata and _keys.")
    }
    let format = try connection.integer("SELECT format FROM _metadata") ?? 0
    guard format <= SQLiteSchema.format else {
      throw StoreErrors.make(
        NSPersistentStoreIncompatibleSchemaError,
        "The store at \(path) was written by a later version of Carob (format \(format); this version reads "
          + "format \(SQLiteSchema.format)). It was not changed.")
    }
  }

  static func metadata(on connection: SQLiteConnection) throws -> [String: Any] {
    let statement = try connection.statement("SELECT uuid, plist FROM _metadata")
    defer { statement.reset() }
    guard try statement.step() else { return [:] }
    var metadata =
      (try? PropertyListSerialization.propertyList(from: statement.data(1), options: [], format: nil))
      as? [String: Any] ?? [:]
    metadata[NSStoreUUIDKey] = statement.text(0)
    return metadata
  }

  /// The metadata of the store at a URL; it need not be open.
  static func metadata(at url: URL) throws -> [String: Any] {
    do {
      return try withConnection(at: url, .readOnly) { connection in
        try check(connection, url.path)
        return try metadata(on: connection)
      }
    } catch let error as SQLiteError { throw error.cocoaError(at: url) }
  }

  static func setMetadata(_ metadata: [String: Any], at url: URL) throws {
    do {
      try withConnection(at: url, .readWrite) { connection in
        try check(connection, url.path)
        try connection.run("UPDATE _metadata SET plist = ?", [.blob(try plist(metadata))])
        if let uuid = metadata[NSStoreUUIDKey] as? String {
          try connection.run("UPDATE _metadata SET uuid = ?", [.text(uuid)])
        }
      }
    } catch let error as SQLiteError { throw error.cocoaError(at: url) }
  }

  /// The model that the store was created with or migrated to, if the store contains it.
  static func model(at url: URL) -> NSManagedObjectModel? {
    let archive = try? withConnection(at: url, .readOnly) { connection -> Data? in
      let statement = try connection.statement("SELECT model FROM _metadata")
      defer { statement.reset() }
      return try statement.step() && !statement.isNull(0) ? statement.data(0) : nil
    }
    return archive.flatMap { $0 }.flatMap(unarchived)
  }

  static func withConnection<R>(
    at url: URL, _ mode: SQLiteConnection.Mode, _ body: (SQLiteConnection) throws -> R
  ) throws -> R {
    // NB: reading a store in WAL mode may need its shared-memory file, which a read-only connection cannot
    // create.
    let canWrite = FileManager.default.isWritableFile(atPath: url.path)
    let connection = try SQLiteConnection(
      path: url.path, mode: canWrite && mode == .readOnly ? .readWrite : mode)
    defer { connection.close() }
    return try body(connection)
  }

  /// Numbers of entities, by name.
  static func numbers(on connection: SQLiteConnection) throws -> [String: Int64] {
    var numbers: [String: Int64] = [:]
    try connection.rows("SELECT name, entity FROM _keys") { numbers[$0.text(0)] = $0.integer(1) }
    return numbers
  }

  static func metadata(
    type: String, uuid: String, entities: [NSEntityDescription], model: NSManagedObjectModel
  ) -> [String: Any] {
    [
      NSStoreTypeKey: type, NSStoreUUIDKey: uuid,
      NSStoreModelVersionHashesKey: Dictionary(entities.map { ($0.name ?? "", $0.versionHash) }) { a, _ in a
      },
      NSStoreModelVersionIdentifiersKey: model.versionIdentifiers.map { "\($0.base)" }.sorted(),
      "NSStoreModelVersionHashesVersion": 3, "NSPersistenceFrameworkVersion": 1,
    ]
  }

  static func plist(_ metadata: [String: Any]) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: metadata, format: .binary, options: 0)
  }

  static func archived(_ model: NSManagedObjectModel) -> Data? { model.archived() }
  static func unarchived(_ data: Data) -> NSManagedObjectModel? { NSManagedObjectModel(archived: data) }

  /// The database's files: itself, the write-ahead log, the shared memory, the journal.
  static func files(of url: URL) -> [URL] {
    ["", "-wal", "-shm", "-journal"].map { URL(fileURLWithPath: url.path + $0) }
  }
}
