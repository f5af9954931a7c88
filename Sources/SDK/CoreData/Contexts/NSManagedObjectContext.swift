import CarobFoundation
import Synchronization

/// How a context is used: on which queue.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// On the thread that made it; deprecated on the platform.
  case confinementConcurrencyType = 0
  case privateQueueConcurrencyType = 1
  case mainQueueConcurrencyType = 2
}

/// An app's scratch pad: the objects that it has fetched, and what it has changed and not saved yet.
///
/// Used on its queue (`perform`), except for making it and asking for names and types. It keeps changed objects alive, and no
/// others. Its own files: changes (insertion, deletion, the end of the event), propagation, saving, conflicts, undo, merging,
/// fetching, and what it is to child contexts.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  // @unchecked because everything but the queue is reached on the context's queue, as on the platform.
  final let type: NSManagedObjectContextConcurrencyType
  final let registry = ObjectRegistry()
  final let queue: DispatchQueue?
  final let thread: Thread?

  // C-156
  /// Objects with pending changes, in the order in which they changed.
  @exclusivity(unchecked) final var changed: ContiguousArray<NSManagedObject> = []
  /// What changed since pending changes were last processed.
  @exclusivity(unchecked) final var event: ContiguousArray<EventChange> = []
  /// What the notification tells that is posted right now; objects in it have `event` at -2 and below (C-64).
  final var posted: ContiguousArray<EventChange> = []
  /// Deleted objects whose deletion is not propagated yet.
  final var pendingDeletions: ContiguousArray<NSManagedObject> = []
  final var manualChanges: [ManualChange] = []
  /// What the next notification says besides the event's changes.
  final var merged = MergedObjects()
  final var isProcessing = false
  /// How often there was something to process.
  final var processedEvents = 0
  final var isSaving = false
  final var endOfEvent: RunLoopObserver?
  final var kept: [ObjectIdentifier: NSManagedObject] = [:]
  final var batches: [FaultBatch] = []
  final let releasedRows = Guarded<[NSManagedObjectID]>([])
  final var generation: NSQueryGenerationToken?
  final var assignedStores: [ObjectIdentifier: NSPersistentStore] = [:]
  /// How many saves there had been when the rows were read that faults hold.
  final var prefetchEpoch = 0

  /// Makes a context; give it a parent or a coordinator before it is used.
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
    // C-147: objects that outlive their context have no values; circles of relationships end.
    for object in objects { object.contextIsGone() }
    if parent == nil { source?.releaseRows(releasedRows.withLock { $0 } + held) }
  }

  // MARK: Where it belongs

  open var concurrencyType: NSManagedObjectContextConcurrencyType { type }

  /// What it saves to and fetches from.
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
  /// Who changes, for the persistent history.
  open var transactionAuthor: String?
  open var userInfo: NSMutableDictionary { info }
  private let info = NSMutableDictionary()

  // MARK: How it behaves

  /// Nil unless the app sets one (C-61).
  open var undoManager: UndoManager? {
    didSet { watchCheckpoints() }
  }
  /// Whether deletions are propagated at the end of the event, or by the save (C-10).
  open var propagatesDeletesAtEndOfEvent = true
  open var retainsRegisteredObjects = false {
    didSet { keepRegistered() }
  }
  /// Whether objects whose rows are gone count as deleted instead of stopping the app (C-15).
  open var shouldDeleteInaccessibleFaults = true
  /// How old a cached row may be, in seconds; negative: as old as it is (C-148).
  open var stalenessInterval: TimeInterval = -1
  /// An `NSMergePolicy` (C-146).
  open var mergePolicy: Any = NSMergePolicy.error
  /// Whether saves of others to the same parent or coordinator come here by themselves (C-149).
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

  // MARK: Its objects

  /// Observers are told when it changes (C-280).
  open var hasChanges: Bool { changed.contains { $0.hasChanges } }
  open var insertedObjects: Set<NSManagedObject> {
    Set(changed.lazy.filter { $0.pendingChange == .inserted })
  }
  open var updatedObjects: Set<NSManagedObject> {
    Set(changed.lazy.filter { $0.pendingChange == .updated })
  }
  /// What a save will delete; objects that were never saved are not among them (C-18).
  open var deletedObjects: Set<NSManagedObject> {
    Set(changed.lazy.filter { $0.pendingChange == .deleted })
  }
  open var registeredObjects: Set<NSManagedObject> { Set(registry.objects) }

  /// The object if the context has it already.
  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
    checkConfinement()
    return lookUp(objectID)
  }
  /// The object, as a fault if the context does not have it; whether its row exists shows when it fires.
  open func object(with objectID: NSManagedObjectID) -> NSManagedObject {
    checkConfinement()
    return object(for: objectID)
  }
  /// The object with its values; throws where its row does not exist.
  open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    try existing(objectID)
  }

  open func insert(_ object: NSManagedObject) { insertObject(object) }
  /// Marks an object for deletion; what follows for others is done at the end of the event (C-10).
  open func delete(_ object: NSManagedObject) { deleteObject(object) }
  open func assign(_ object: Any, to store: NSPersistentStore) {
    if let object = object as? NSManagedObject { assignedStores[ObjectIdentifier(object)] = store }
  }
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws { try makePermanent(objects) }

  /// Puts the store's values into an object; with `mergeChanges` under its own changes, else in place of them (C-150).
  open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) { refreshObject(object, flag) }
  open func refreshAllObjects() { for object in registry.objects { refreshObject(object, true) } }
  open func detectConflicts(for object: NSManagedObject) { checkedForConflicts.append(object) }
  final var checkedForConflicts: [NSManagedObject] = []

  // MARK: Changes

  /// The end of an event: propagates deletions, registers undo, posts what changed (C-10, C-46, C-62).
  open func processPendingChanges() { process(isInSave: false) }
  /// Writes all changes, or none (C-40 to C-48).
  open func save() throws { try saveChanges() }
  open func undo() { undoLast() }
  open func redo() { redoLast() }
  /// Drops all changes (C-63).
  open func rollback() { rollBack() }
  /// Forgets all objects (C-63).
  open func reset() { forgetAll() }

  // MARK: Its queue

  /// Runs a block on the context's queue, later; an event of its own (C-151).
  open func perform(_ block: @escaping () -> Void) { performLater(block) }
  /// Runs a block on the context's queue, and waits for it.
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
  /// The queue types of today.
  public enum ConcurrencyType: Sendable { case mainQueue, privateQueue }

  /// When a block of `perform` runs: at once if the caller is on the queue, or behind what waits there.
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
