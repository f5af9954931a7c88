import CarobFoundation
import CarobRuntime

public let NSAddedPersistentStoresKey = "added"
public let NSRemovedPersistentStoresKey = "removed"
public let NSUUIDChangedPersistentStoresKey = "uuid"
public let NSPersistentStoreURLKey = "storeURL"
public let NSPersistentHistoryTokenKey = "historyToken"

extension Notification.Name {
  public static let NSPersistentStoreCoordinatorStoresWillChange = Notification.Name(
    "NSPersistentStoreCoordinatorStoresWillChangeNotification")
  public static let NSPersistentStoreCoordinatorStoresDidChange = Notification.Name(
    "NSPersistentStoreCoordinatorStoresDidChangeNotification")
  public static let NSPersistentStoreCoordinatorWillRemoveStore = Notification.Name(
    "NSPersistentStoreCoordinatorWillRemoveStoreNotification")
  public static let NSPersistentStoreRemoteChange = Notification.Name(
    "NSPersistentStoreRemoteChangeNotification")
}

/// Opens stores for a model, and executes the requests of contexts on them.
///
/// All access to stores takes one lock, so that a coordinator can be used from any thread.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
  // @unchecked because mutable state is accessed under the lock.
  public let managedObjectModel: NSManagedObjectModel
  open var name: String?
  let storeLock = NSRecursiveLock()
  private var stores: [NSPersistentStore] = []
  var cache = RowCache()
  private let queue = DispatchQueue(label: "NSPersistentStoreCoordinator")

  public init(managedObjectModel model: NSManagedObjectModel) {
    managedObjectModel = model
    super.init()
    // C-4
    model.freeze()
  }

  deinit { for store in stores { (store as? SQLiteStore)?.forgetReaders() } }

  func locked<R>(_ body: () throws -> R) rethrows -> R {
    storeLock.lock()
    defer { storeLock.unlock() }
    return try body()
  }

  // MARK: Stores

  open var persistentStores: [NSPersistentStore] { locked { stores } }

  open func persistentStore(for url: URL) -> NSPersistentStore? {
    persistentStores.first { $0.url?.standardizedFileURL == url.standardizedFileURL }
  }

  open func url(for store: NSPersistentStore) -> URL { store.url ?? URL(fileURLWithPath: "/dev/null") }

  @discardableResult
  open func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
    guard store.type == NSInMemoryStoreType else { return false }
    store.url = url
    return true
  }

  /// Opens or creates the store at a URL; the URL may be nil for stores in memory.
  ///
  /// Throws an error of `NSCocoaErrorDomain`: 134000 for an unknown type, 134100 if the model does not match
  /// the store and no migration was requested, 256, 259 or 513 if the file cannot be opened (C-203, C-205).
  @discardableResult
  open func addPersistentStore(
    ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    let store = try locked {
      let store = try opened(storeType, configuration, storeURL, options)
      stores.append(store)
      store.didAdd(to: self)
      return store
    }
    // C-287
    if Journal.isRecording {
      Journal.note(
        .coredata, "open store", outcome: "handled", why: nil, sender: self,
        detail: [
          (key: "type", value: storeType), (key: "file", value: storeURL?.lastPathComponent ?? "none"),
        ])
    }
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorStoresDidChange, object: self,
      userInfo: [NSAddedPersistentStoresKey: [store]])
    return store
  }

  @discardableResult
  open func addPersistentStore(
    type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try addPersistentStore(
      ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
  }

  /// Opens the store of a description, on another thread if the description says so; the block is called
  /// there.
  open func addPersistentStore(
    with storeDescription: NSPersistentStoreDescription,
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    let work = UncheckedWork { [self] in
      do {
        try addPersistentStore(
          ofType: storeDescription.type, configurationName: storeDescription.configuration,
          at: storeDescription.url, options: storeDescription.options)
        block(storeDescription, nil)
      } catch {
        block(storeDescription, error)
      }
    }
    if storeDescription.shouldAddStoreAsynchronously {
      queue.async { work.run() }
    } else {
      work.run()
    }
  }

  private func opened(
    _ type: String, _ configuration: String?, _ url: URL?, _ options: [AnyHashable: Any]?
  ) throws -> NSPersistentStore {
    let own = Self.ownStore(ofType: type)
    guard own != nil || [NSSQLiteStoreType, NSInMemoryStoreType, NSBinaryStoreType].contains(type) else {
      throw StoreErrors.make(
        NSPersistentStoreInvalidTypeError,
        type == NSXMLStoreType
          ? "XML stores exist on macOS, and not on iOS; use \(NSSQLiteStoreType) or \(NSBinaryStoreType)."
          : "Unknown store type \(type).", ["storeType": type])
    }
    guard let entities = managedObjectModel.entities(forConfigurationName: configuration) else {
      NSException.raise(
        .invalidArgumentException,
        "Unable to find the configuration named \"\(configuration ?? "")\" in the model")
    }
    if type != NSInMemoryStoreType, own == nil, url == nil {
      throw StoreErrors.make(NSPersistentStoreOpenError, "A store of type \(type) needs a URL.")
    }
    let place = url ?? URL(fileURLWithPath: "/dev/null")
    if let own { return try added(try openOwnStore(own, type, configuration, place, options)) }
    if type != NSInMemoryStoreType, place.path != "/dev/null" {
      try prepare(place, type, configuration, entities, options)
    }
    let store = SQLiteStore(
      type, coordinator: self, configurationName: configuration, at: place, options: options)
    try store.open(entities, model: managedObjectModel)
    return try added(store)
  }

  /// Returns the store; throws if the coordinator already has it.
  private func added(_ store: NSPersistentStore) throws -> NSPersistentStore {
    guard stores.contains(where: { $0.identifier == store.identifier }) else { return store }
    store.willRemove(from: self)
    let path = store.url?.path ?? ""
    throw StoreErrors.make(
      NSPersistentStoreOpenError, "Can't add the same store twice: \(path)", [NSFilePathErrorKey: path])
  }

  /// Checks that the model matches an existing file, and migrates the file if the options request that.
  private func prepare(
    _ url: URL, _ type: String, _ configuration: String?, _ entities: [NSEntityDescription],
    _ options: [AnyHashable: Any]?
  ) throws {
    guard !SQLiteFile.isEmpty(at: url.path) else { return }
    let metadata = try SQLiteFile.metadata(at: url)
    if StoreOptions.flag(options, NSIgnorePersistentStoreVersioningOption) { return }
    if managedObjectModel.isConfiguration(withName: configuration, compatibleWithStoreMetadata: metadata) {
      return
    }
    try StoreMigration(
      url: url, type: type, configuration: configuration, model: managedObjectModel, metadata: metadata,
      options: options
    ).run()
  }

  open func remove(_ store: NSPersistentStore) throws {
    guard persistentStores.contains(where: { $0 === store }) else {
      throw StoreErrors.make(
        NSPersistentStoreOperationError, "The coordinator does not have the store \(store).")
    }
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorWillRemoveStore, object: self,
      userInfo: [NSRemovedPersistentStoresKey: [store]])
    locked {
      stores.removeAll { $0 === store }
      store.willRemove(from: self)
      store.setCoordinator(nil)
      cache.removeAll()
    }
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorStoresDidChange, object: self,
      userInfo: [NSRemovedPersistentStoresKey: [store]])
  }

  // MARK: Metadata

  open func metadata(for store: NSPersistentStore) -> [String: Any] { locked { store.metadata ?? [:] } }

  /// Sets a store's metadata, which the next save writes.
  open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    locked {
      var new = metadata ?? [:]
      for key in [NSStoreTypeKey, NSStoreUUIDKey, NSStoreModelVersionHashesKey] where new[key] == nil {
        new[key] = store.metadata?[key]
      }
      store.metadata = new
    }
  }

  open class func metadataForPersistentStore(
    ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try SQLiteFile.metadata(at: url)
  }

  open class func metadataForPersistentStore(
    type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try SQLiteFile.metadata(at: url)
  }

  open class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    var new = try SQLiteFile.metadata(at: url)
    new.merge(metadata ?? [:]) { $1 }
    try SQLiteFile.setMetadata(new, at: url)
  }

  open class var registeredStoreTypes: [String: NSValue] {
    unimplemented("NSPersistentStoreCoordinator.registeredStoreTypes")
    return [:]
  }

  // MARK: Deferred migration

  /// Finishes a deferred lightweight migration. Nothing is deferred here: with that option, the migration
  /// runs at once.
  open func finishDeferredLightweightMigration() throws {}
  open func finishDeferredLightweightMigrationTask() throws {}

  // MARK: Identifiers

  /// The identifier for a URI; nil if no store of the coordinator created it.
  open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
    guard url.scheme == "x-coredata", let host = url.host else { return nil }
    let parts = url.pathComponents.filter { $0 != "/" }
    guard parts.count == 2, let entity = managedObjectModel.entitiesByName[parts[0]],
      let store = persistentStores.first(where: { $0.identifier?.uppercased() == host.uppercased() })
    else { return nil }
    return store.id(ofURIText: parts[1], entity)
  }

  // MARK: Requests

  /// Executes a request for a context; returns the result of the context's `execute` or `fetch`.
  open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext) throws -> Any {
    guard let fetch = request as? any FetchRequestSharing else {
      return try context.execute(request, on: self)
    }
    return try context.results(of: fetch.storage)
  }

  // MARK: Work

  /// Runs the block on the coordinator's queue, with exclusive access to the stores.
  open func perform(_ block: @escaping () -> Void) {
    let work = UncheckedWork { [self] in locked(block) }
    queue.async { work.run() }
  }

  // NB: has a typed error, so that a block that does not throw needs no `try`, like `rethrows` on the
  // platform.
  nonisolated(nonsending) open func perform<T, E: Error>(_ block: @escaping () throws(E) -> T) async throws(E)
    -> T
  {
    try await UncheckedResult<T, E>.of(block) { perform($0) }.get()
  }

  open func performAndWait(_ block: () -> Void) { locked(block) }
  open func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try locked(block) }

  /// Deprecated on the platform.
  open func lock() { storeLock.lock() }
  open func unlock() { storeLock.unlock() }
  open func tryLock() -> Bool { storeLock.try() }
}

extension NSPersistentStore {
  /// The store types for `addPersistentStore(type:…)`.
  public struct StoreType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
    public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
    public static let binary = StoreType(rawValue: NSBinaryStoreType)
    public static let xml = StoreType(rawValue: NSXMLStoreType)
  }
}

/// Work of the app that is passed to another thread, as on the platform.
struct UncheckedWork: @unchecked Sendable {
  // @unchecked because the platform's API does not require sendable closures either.
  let run: () -> Void
}
/// The result of such work.
struct UncheckedResult<T, E: Error>: @unchecked Sendable {
  // @unchecked because it is passed between threads only once.
  let result: Result<T, E>

  /// Runs the block with `perform` and waits for it.
  nonisolated(nonsending) static func of(
    _ block: @escaping () throws(E) -> T, by perform: (@escaping () -> Void) -> Void
  ) async -> Result<T, E> {
    let box: UncheckedResult<T, E> = await withCheckedContinuation { continuation in
      perform {
        let result: Result<T, E>
        do throws(E) { result = .success(try block()) } catch { result = .failure(error) }
        continuation.resume(returning: UncheckedResult(result: result))
      }
    }
    return box.result
  }
}
