import CarobFoundation
import CarobRuntime

// C-208
/// A model, a coordinator with its stores, and contexts, set up together.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
  // @unchecked because it is set up once; the context and the coordinator synchronize their own state.
  public let name: String
  public let managedObjectModel: NSManagedObjectModel
  public let persistentStoreCoordinator: NSPersistentStoreCoordinator
  /// The main queue's context.
  public let viewContext: NSManagedObjectContext
  /// The stores that `loadPersistentStores` opens; by default one SQLite store named as the container.
  open var persistentStoreDescriptions: [NSPersistentStoreDescription]

  /// Loads the model of that name from the app's bundle: `NAME.momd` or `NAME.mom`.
  public convenience init(name: String) {
    guard let model = Self.model(named: name) else {
      Journal.warn(
        "Failed to load model named \(name): the app's bundle has neither \(name).momd nor \(name).mom. "
          + "The container's name must be that of a data model file of the app's target.")
      NSException.raise(
        .invalidArgumentException, "Cannot create an NSPersistentStoreCoordinator with a nil model")
    }
    self.init(name: name, managedObjectModel: model)
  }

  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    self.name = name
    managedObjectModel = model
    persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    persistentStoreDescriptions = []
    super.init()
    viewContext.persistentStoreCoordinator = persistentStoreCoordinator
    let url = type(of: self).defaultDirectoryURL().appendingPathComponent("\(name).sqlite")
    persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
  }

  private class func model(named name: String) -> NSManagedObjectModel? {
    let url =
      Bundle.main.url(forResource: name, withExtension: "momd")
      ?? Bundle.main.url(forResource: name, withExtension: "mom")
    return url.flatMap { NSManagedObjectModel(contentsOf: $0) }
  }

  /// Application Support in the app's container, which is created if it does not exist.
  open class func defaultDirectoryURL() -> URL {
    let folder =
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent("Library/Application Support")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Opens the stores of all descriptions.
  ///
  /// The block is called once for each; before the method returns, unless the description adds its store
  /// asynchronously.
  open func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions {
      if persistentStoreCoordinator.persistentStores.contains(where: { $0.url == description.url }),
        description.url != nil, description.url?.path != "/dev/null"
      {
        continue
      }
      persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
    }
  }

  /// A new context with its own private queue.
  open func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Runs the block on the queue of a new context.
  open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { block(context) }
  }

  // NB: stays on the caller's actor until the block runs, so that the block need not be sendable.
  nonisolated(nonsending) open func performBackgroundTask<T, E: Error>(
    _ block: @escaping (NSManagedObjectContext) throws(E) -> T
  ) async throws(E) -> T {
    let context = newBackgroundContext()
    return try await UncheckedResult<T, E>.of({ () throws(E) in try block(context) }) { context.perform($0) }
      .get()
  }
}
