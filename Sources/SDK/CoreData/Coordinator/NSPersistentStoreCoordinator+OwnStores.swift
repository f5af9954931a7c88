import CarobFoundation

// Stores whose class the app defines: C-295, C-296.

extension NSPersistentStoreCoordinator {
  private static let ownStores = Guarded<[String: NSPersistentStore.Type]>([:])

  /// Registers a subclass of `NSIncrementalStore` or `NSAtomicStore` for a store type; nil removes the type.
  public class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) {
    guard let storeClass else { return ownStores.withLock { $0[storeType] = nil } }
    guard let store = storeClass as? NSPersistentStore.Type,
      storeClass is NSIncrementalStore.Type || storeClass is NSAtomicStore.Type
    else {
      NSException.raise(
        .invalidArgumentException,
        "\(Journal.className(storeClass)) cannot be a store: it is neither an NSIncrementalStore nor an NSAtomicStore"
      )
    }
    ownStores.withLock { $0[storeType] = store }
  }

  static func ownStore(ofType type: String) -> NSPersistentStore.Type? { ownStores.withLock { $0[type] } }

  func openOwnStore(
    _ cls: NSPersistentStore.Type, _ type: String, _ configuration: String?, _ url: URL,
    _ options: [AnyHashable: Any]?
  ) throws -> NSPersistentStore {
    let store = cls.init(
      persistentStoreCoordinator: self, configurationName: configuration, at: url, options: options)
    store.isReadOnly = StoreOptions.flag(options, NSReadOnlyPersistentStoreOption)
    if let atomic = store as? NSAtomicStore {
      try atomic.loadMetadata()
      try atomic.load()
    } else {
      try store.loadMetadata()
    }
    guard let metadata = store.metadata, metadata[NSStoreTypeKey] as? String == type,
      let identifier = metadata[NSStoreUUIDKey] as? String
    else {
      throw StoreErrors.make(
        NSPersistentStoreOpenError,
        "\(Journal.className(cls)) did not set metadata with the type \(type) under NSStoreTypeKey and an identifier under "
          + "NSStoreUUIDKey.")
    }
    if metadata[NSStoreModelVersionHashesKey] != nil,
      !managedObjectModel.isConfiguration(withName: configuration, compatibleWithStoreMetadata: metadata)
    {
      throw StoreErrors.make(
        NSPersistentStoreIncompatibleVersionHashError,
        "The model used to open the store is incompatible with the one used to create the store",
        ["metadata": metadata])
    }
    store.identifier = identifier
    return store
  }
}
