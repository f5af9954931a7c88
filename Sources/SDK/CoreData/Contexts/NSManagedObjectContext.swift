import CarobFoundation
import Synchronization

/// The queue on which a context is used.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// On the thread that created it; deprecated on the platform.
  case confinementConcurrencyType = 0
  case privateQueueConcurrencyType = 1
  case mainQueueConcurrencyType = 2
}

/// Manages the objects that an app has fetched or inserted, and their unsaved changes.
///
/// Used on its queue (`perform`), except for creating it and reading names and types. It keeps only changed
/// objects alive. Its extensions: changes (insertion, deletion, the end of the event), propagation, saving,
/// conflicts, undo, merging, fetching, and its role as the parent of other contexts.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  // @unchecked because everything except the queue is used on the context's queue, as on the platform.
  final let type: NSManagedObjectContextConcurrencyType
  final let registry = ObjectRegistry()
  final let queue: DispatchQueue?
  final let thread: Thread?

  // C-156
  /// Objects with pending changes, in the order in which they changed.
  @exclusivity(unchecked) final var changed: ContiguousArray<NSManagedObject> = []
  /// The changes since pending changes were last processed.
  @exclusivity(unchecked) final var event: ContiguousArray<EventChange> = []
  /// The changes in the notification that is being posted; their objects have `event` -2 or below (C-64).
  final var posted: ContiguousArray<EventChange> = []
  /// Deleted objects whose deletion is not propagated yet.
  final var pendingDeletions: ContiguousArray<NSManagedObject> = []
  final var manualChanges: [ManualChange] = []
  /// Merged changes that the next notification contains besides the event's changes.
  final var merged = MergedObjects()
  final var isProcessing = false
  /// The number of events that had changes to process.
  final var processedEvents = 0
  final var isSaving = false
  final var endOfEvent: RunLoopObserver?
  final var kept: [ObjectIdentifier: NSManagedObject] = [:]
  final var batches: [FaultBatch] = []
  final let releasedRows = Guarded<[NSManagedObjectID]>([])
  final var generation: NSQueryGenerationToken?
  final var assignedStores: [ObjectIdentifier: NSPersistentStore] = [:]
  /// The value of `saves` when the prefetched rows in faults were read.
  final var prefetchEpoch = 0

  /// Creates a context; set its parent or coordinator before use.
  public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
    type = ct
    queue =
      ct == .privateQueueConcurrencyType
      ? DispatchQueue(label: "NSManagedObjectContext", autoreleaseFrequency: .workItem) : nil
    thread = ct == .confinementConcurrencyType ? Thread.current : nil
    super.init()
    registry.context = self
  }

  public convenience override init() { self.init(concurrencyType: .confinementConcurrencyType) }

  public convenience init(_ type: ConcurrencyType) {
    self.init(
      concurrencyType: type == .mainQueue ? .mainQueueConcurrencyType : .privateQueueConcurrencyType)
  }

  deinit {
    endOfEvent?.invalidate()
    automaticMerging.remove(self)
    let objects = registry.removeAll()
    let held = objects.filter { $0.flags.contains(.holdsRow) }.compactMap(\.id)
    registry.context = nil
    // C-147: objects that outlive their context lose their values, which breaks reference cycles between
    // them.
    for object in objects { object.detachFromContext() }
    if parent == nil { source?.releaseRows(releasedRows.withLock { $0 } + held) }
  }

  // MARK: Parent and coordinator

  open var concurrencyType: NSManagedObjectContextConcurrencyType { type }

  /// The coordinator that it saves to and fetches from, directly or through its parent.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { parent?.persistentStoreCoordinator ?? coordinator }
    set {
      coordinator = newValue
      source = newValue
      if let newValue { LoadedModels.note(newValue.managedObjectModel) }
    }
  }
  final var coordinator: NSPersistentStoreCoordinator?

  /// The context that it saves to instead of a coordinator (C-45).
  open var parent: NSManagedObjectContext? {
    didSet {
      if coordinator != nil, parent != nil {
        NSException.raise(.invalidArgumentException, "Context already has a coordinator;  cannot set parent.")
      }
      if let parent, parent.type == .confinementConcurrencyType {
        NSException.raise(
          .invalidArgumentException,
          "Parent NSManagedObjectContext must use either NSPrivateQueueConcurrencyType or NSMainQueueConcurrencyType."
        )
      }
      source = parent
    }
  }
  final private(set) var source: (any ContextParent)?

  open var name: String?
  /// The author of changes in the persistent history.
  open var transactionAuthor: String?
  open var userInfo: NSMutableDictionary { info }
  private let info = NSMutableDictionary()

  // MARK: Behaviour

  /// Nil unless the app sets one (C-61).
  open var undoManager: UndoManager? {
    didSet { watchCheckpoints() }
  }
  /// Whether deletions are propagated at the end of the event, or by the save (C-10).
  open var propagatesDeletesAtEndOfEvent = true
  open var retainsRegisteredObjects = false {
    didSet { keepRegistered() }
  }
  /// Whether objects whose rows no longer exist count as deleted; otherwise, firing such a fault raises
  /// (C-15).
  open var shouldDeleteInaccessibleFaults = true
  /// The maximum age of a cached row in seconds; negative for no limit (C-148).
  open var stalenessInterval: TimeInterval = -1
  /// An `NSMergePolicy` (C-146).
  open var mergePolicy: Any = NSMergePolicy.error
  /// Whether changes that other contexts save to the same parent or coordinator are merged automatically
  /// (C-149).
  open var automaticallyMergesChangesFromParent = false {
    didSet {
      if automaticallyMergesChangesFromParent {
        automaticMerging.add(self)
      } else {
        automaticMerging.remove(self)
      }
    }
  }

  open var queryGenerationToken: NSQueryGenerationToken? { generation }
  open func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
    try pin(generation)
  }

  // MARK: Objects

  /// Whether there are unsaved changes; key–value observable (C-280).
  open var hasChanges: Bool { changed.contains { $0.hasChanges } }
  open var insertedObjects: Set<NSManagedObject> {
    Set(changed.lazy.filter { $0.pendingChange == .inserted })
  }
  open var updatedObjects: Set<NSManagedObject> {
    Set(changed.lazy.filter { $0.pendingChange == .updated })
  }
  /// The objects that a save will delete; objects that were never saved are not included (C-18).
  open var deletedObjects: Set<NSManagedObject> {
    Set(changed.lazy.filter { $0.pendingChange == .deleted })
  }
  open var registeredObjects: Set<NSManagedObject> { Set(registry.objects) }

  /// The object with this identifier if it is registered in the context.
  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
    checkConfinement()
    return lookUp(objectID)
  }
  /// The object with this identifier, as a fault if it is not registered; does not check that its row exists.
  open func object(with objectID: NSManagedObjectID) -> NSManagedObject {
    checkConfinement()
    return object(for: objectID)
  }
  /// The object with its values; throws if its row does not exist.
  open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    try existing(objectID)
  }

  open func insert(_ object: NSManagedObject) { insertObject(object) }
  /// Marks an object for deletion, which is propagated to others at the end of the event (C-10).
  open func delete(_ object: NSManagedObject) { deleteObject(object) }
  open func assign(_ object: Any, to store: NSPersistentStore) {
    if let object = object as? NSManagedObject { assignedStores[ObjectIdentifier(object)] = store }
  }
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws { try makePermanent(objects) }

  /// Updates an object with the store's values; keeps its unsaved changes if `mergeChanges`, else discards
  /// them (C-150).
  open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) { refreshObject(object, flag) }
  open func refreshAllObjects() { for object in registry.objects { refreshObject(object, true) } }
  open func detectConflicts(for object: NSManagedObject) { checkedForConflicts.append(object) }
  final var checkedForConflicts: [NSManagedObject] = []

  // MARK: Changes

  /// Ends the current event: propagates deletions, registers undo, posts the changes (C-10, C-46, C-62).
  open func processPendingChanges() { process(isInSave: false) }
  /// Saves all changes, or none if an error is thrown (C-40 to C-48).
  open func save() throws { try saveChanges() }
  open func undo() { undoLast() }
  open func redo() { redoLast() }
  /// Discards all changes (C-63).
  open func rollback() { rollBack() }
  /// Removes all objects from the context (C-63).
  open func reset() { forgetAll() }

  // MARK: Queue

  /// Runs a block on the context's queue asynchronously, as an event of its own (C-151).
  open func perform(_ block: @escaping () -> Void) { performLater(block) }
  /// Runs a block on the context's queue and waits for it.
  open func performAndWait(_ block: () -> Void) { performNow(block) }

  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      NSManagedObjectContext.self,
      {
        [
          "name": \.name, "transactionAuthor": \.transactionAuthor, "undoManager": \.undoManager,
          "stalenessInterval": \.stalenessInterval, "mergePolicy": \.mergePolicy,
          "automaticallyMergesChangesFromParent": \.automaticallyMergesChangesFromParent,
        ]
      },
      readOnly: {
        [
          "hasChanges": \.hasChanges, "insertedObjects": \.insertedObjects,
          "updatedObjects": \.updatedObjects,
          "deletedObjects": \.deletedObjects, "registeredObjects": \.registeredObjects,
          "persistentStoreCoordinator": \.persistentStoreCoordinator, "userInfo": \.userInfo,
        ]
      }, reporting: ["hasChanges"])
  }

  open override var description: String {
    "<NSManagedObjectContext: \(addressText(of: self))>\(name.map { " (\($0))" } ?? "")"
  }
}

extension NSManagedObjectContext {
  /// The current form of the concurrency types.
  public enum ConcurrencyType: Sendable { case mainQueue, privateQueue }

  /// When `perform` runs a block: immediately if the caller is on the queue, or after the blocks that are
  /// queued.
  public enum ScheduledTaskType: Sendable { case immediate, enqueued }

  final var model: NSManagedObjectModel? { persistentStoreCoordinator?.managedObjectModel }

  final var title: String {
    let kind =
      switch type {
      case .mainQueueConcurrencyType: "main-queue context"
      case .privateQueueConcurrencyType: "private-queue context"
      case .confinementConcurrencyType: "context"
      }
    return name.map { "\(kind) \"\($0)\"" } ?? "\(kind) \(addressText(of: self))"
  }

  @inline(__always)
  final func checkConfinement() {
    if Confinement.isChecked { Confinement.check(self) }
  }
}
