import CarobFoundation

// Moving, replacing and destroying stores: C-206.

extension NSPersistentStoreCoordinator {
  /// Copies a store to another URL or type, and replaces the store by the copy. The original file is kept.
  @discardableResult
  public func migratePersistentStore(
    _ store: NSPersistentStore, to url: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
  ) throws -> NSPersistentStore {
    guard let source = store as? SQLiteStore else {
      throw StoreErrors.make(NSPersistentStoreOperationError, "The store \(store) cannot be migrated.")
    }
    let configuration =
      store.configurationName == "PF_DEFAULT_CONFIGURATION_NAME" ? nil : store.configurationName
    if storeType == NSInMemoryStoreType {
      throw StoreErrors.make(
        NSPersistentStoreUnsupportedRequestTypeError, "A store cannot be migrated into memory.")
    }
    try Self.removeFiles(at: url)
    try source.copy(to: url)
    let metadata = source.metadata ?? [:]
    var new = metadata
    new[NSStoreTypeKey] = storeType
    // NB: the store keeps its identifier, so that object identifiers stay valid.
    try SQLiteFile.setMetadata(new, at: url)
    try remove(store)
    return try addPersistentStore(
      ofType: storeType, configurationName: configuration, at: url, options: options)
  }

  @discardableResult
  public func migratePersistentStore(
    _ store: NSPersistentStore, to url: URL, options: [AnyHashable: Any]? = nil,
    type: NSPersistentStore.StoreType
  ) throws -> NSPersistentStore {
    try migratePersistentStore(store, to: url, options: options, withType: type.rawValue)
  }

  /// Replaces a store by a copy of another one. The replaced store should not be open.
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
  ) throws {
    let temporary = destinationURL.deletingLastPathComponent()
      .appendingPathComponent(".\(destinationURL.lastPathComponent).replacing")
    try Self.removeFiles(at: temporary)
    do {
      try SQLiteFile.withConnection(at: sourceURL, .readOnly) { connection in
        try SQLiteFile.check(connection, sourceURL.path)
        try connection.run("VACUUM INTO ?", [.text(temporary.path)])
      }
    } catch let error as SQLiteError { throw error.cocoaError(at: sourceURL) }
    try ExternalData.copyFolder(of: sourceURL, to: temporary)
    try SQLiteFile.replace(destinationURL, with: temporary)
  }

  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    type sourceType: NSPersistentStore.StoreType
  ) throws {
    try replacePersistentStore(
      at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
      sourceOptions: sourceOptions, ofType: sourceType.rawValue)
  }

  /// Deletes the store at a URL, with all its files.
  public func destroyPersistentStore(
    at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
  ) throws {
    if storeType == NSInMemoryStoreType || url.path == "/dev/null" { return }
    try Self.removeFiles(at: url)
  }

  public func destroyPersistentStore(
    at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
  ) throws {
    try destroyPersistentStore(at: url, ofType: type.rawValue, options: options)
  }

  private static func removeFiles(at url: URL) throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
    for file in SQLiteFile.files(of: url) where FileManager.default.fileExists(atPath: file.path) {
      try FileManager.default.removeItem(at: file)
    }
    ExternalData(store: url).destroy()
  }
}

extension SQLiteStore {
  /// Copies the database to a new file.
  func copy(to url: URL) throws {
    try reporting { try connection().run("VACUUM INTO ?", [.text(url.path)]) }
    if let own = self.url, !isInMemory { try ExternalData.copyFolder(of: own, to: url) }
  }
}

extension ExternalData {
  static func copyFolder(of store: URL, to other: URL) throws {
    let source = folder(of: store)
    guard FileManager.default.fileExists(atPath: source.path) else { return }
    try? FileManager.default.removeItem(at: folder(of: other))
    try FileManager.default.copyItem(at: source, to: folder(of: other))
  }
}
