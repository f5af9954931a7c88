import CarobFoundation

/// The base class for an app's store that returns rows one by one and executes requests itself (C-295).
///
/// A subclass is registered with `registerStoreClass(_:forStoreType:)`. The coordinator opens it, and calls
/// all methods except `newObjectID` and `referenceObject` under its lock. Methods that are marked so must be
/// overridden.
open class NSIncrementalStore: NSPersistentStore, @unchecked Sendable {
  // @unchecked as its superclass; the table has its own lock, because the app creates identifiers on any
  // thread.
  private let references = Guarded(ReferenceTable())

  // MARK: Methods to override

  /// Sets `metadata`, with the store's type and UUID.
  open override func loadMetadata() throws { mustBeOverridden("loadMetadata()") }

  /// Executes a fetch or a save. A fetch returns an array of its result type (a count as a number), a save an
  /// empty array.
  open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any
  {
    mustBeOverridden("execute(_:with:)")
  }

  /// The values of one object, except to-many relationships; throws if the object does not exist.
  open func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode { mustBeOverridden("newValuesForObject(with:with:)") }

  /// The identifiers in a to-many relationship, as a collection; for a to-one relationship that is missing in
  /// the node, its identifier or `NSNull`.
  open func newValue(
    forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
    with context: NSManagedObjectContext?
  ) throws -> Any { mustBeOverridden("newValue(forRelationship:forObjectWith:with:)") }

  /// Permanent identifiers, in order, for objects that are about to be saved for the first time.
  open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    mustBeOverridden("obtainPermanentIDs(for:)")
  }

  // DEVIATION: these are never called, because contexts do not report their objects.
  open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}
  open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

  open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

  // MARK: Identifiers

  /// The identifier for a reference object of the app, which is a string or a number.
  public final func newObjectID(for entity: NSEntityDescription, referenceObject data: Any)
    -> NSManagedObjectID
  {
    references.withLock { $0.id(for: data, of: entity, in: self) }
  }

  /// The reference object that an identifier was created for.
  public final func referenceObject(for objectID: NSManagedObjectID) -> Any {
    references.withLock { $0.reference(of: objectID) }
  }

  override var isOfApp: Bool { true }
  override func uriText(ofKey key: Int64) -> String { references.withLock { $0.uriText(ofKey: key) } }
  override func id(ofURIText text: String, _ entity: NSEntityDescription) -> NSManagedObjectID? {
    references.withLock { $0.id(ofURIText: text, of: entity, in: self) }
  }
}

/// The values of one object of an incremental store, by the names of its properties.
open class NSIncrementalStoreNode: NSObject {
  public let objectID: NSManagedObjectID
  open private(set) var version: UInt64
  private var values: [String: Any]
  public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
    self.objectID = objectID
    self.values = values
    self.version = version
    super.init()
  }
  open func update(withValues values: [String: Any], version: UInt64) {
    self.values = values
    self.version = version
  }
  open func value(for prop: NSPropertyDescription) -> Any? { values[prop.name] }
}

extension NSIncrementalStore: BackingStore {
  func has(_ entity: NSEntityDescription) -> Bool { hasInConfiguration(entity) }

  func permanentIDs(of objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
    let ids = try obtainPermanentIDs(for: objects)
    guard ids.count == objects.count else {
      throw StoreErrors.make(
        NSPersistentStoreOperationError,
        "\(Journal.className(Swift.type(of: self))) returned \(ids.count) identifiers for \(objects.count) objects."
      )
    }
    return ids
  }

  func row(for id: NSManagedObjectID, generation: NSQueryGenerationToken?) throws -> RowSnapshot? {
    let context = temporaryContext()
    let node: NSIncrementalStoreNode
    do { node = try newValuesForObject(with: id, with: context) } catch let error as NSError {
      if error.domain == NSCocoaErrorDomain, error.code == NSManagedObjectReferentialIntegrityError {
        return nil
      }
      throw error
    }
    return RowSnapshot(
      version: Int64(truncatingIfNeeded: node.version),
      values: try OwnRows.values(of: id.entity) { slot in
        if let value = node.value(for: slot.property) { return value }
        guard case .toOne = slot.kind, let relationship = slot.relationship else { return nil }
        return try newValue(forRelationship: relationship, forObjectWith: id, with: context)
      })
  }

  func toMany(
    _ relationship: NSRelationshipDescription, of id: NSManagedObjectID, generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID] {
    let answer = try newValue(forRelationship: relationship, forObjectWith: id, with: temporaryContext())
    return OwnRows.elements(answer).compactMap(OwnRows.id)
  }

  /// A temporary context of the coordinator, which is passed to the app's methods when faults are fulfilled.
  private func temporaryContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  func fetch(_ request: StoreRequest) throws -> StoreResult {
    let storage = FetchRequestStorage(request, nil)
    if request.result == .ids { storage.resultType = .managedObjectIDResultType }
    let answer = try execute(
      NSFetchRequest<any NSFetchRequestResult>(_sharing: storage), with: request.context)
    let elements = OwnRows.elements(answer)
    switch request.result {
    case .count:
      if let number = elements.first as? NSNumber { return .count(number.intValue) }
      return .count(elements.first as? Int ?? elements.count)
    case .dictionaries:
      return .dictionaries(
        elements.compactMap {
          $0 as? NSDictionary ?? ($0 as? [String: Any]).map { NSDictionary(dictionary: $0) }
        }
      )
    case .ids, .rows: return .ids(elements.compactMap(OwnRows.id))
    }
  }

  func save(
    _ changes: StoreChanges, author: String?, context: String?
  ) throws -> [NSManagedObjectID: Int64] {
    func objects(_ ids: [NSManagedObjectID]) -> Set<NSManagedObject> {
      Set(ids.compactMap { changes.context?.lookUp($0) })
    }
    let request = NSSaveChangesRequest(
      inserted: objects(changes.inserted.map(\.id)), updated: objects(changes.updated.map(\.id)),
      deleted: objects(changes.deleted.map(\.id)), locked: nil)
    _ = try execute(request, with: changes.context)
    return [:]
  }
}
