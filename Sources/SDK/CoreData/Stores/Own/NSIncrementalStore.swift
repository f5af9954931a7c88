import CarobFoundation

/// A store of the app's own that is asked for rows one by one, and executes requests itself (C-295).
///
/// A subclass is registered with `registerStoreClass(_:forStoreType:)` and opened by the coordinator, which calls everything but
/// `newObjectID` and `referenceObject` under its lock. The methods that say so must be overridden.
open class NSIncrementalStore: NSPersistentStore, @unchecked Sendable {
  // @unchecked as its superclass; the table has a lock of its own, because the app makes identifiers on any thread.
  private let references = Guarded(ReferenceTable())

  // MARK: To be overridden

  /// Sets `metadata` with the store's type and UUID.
  open override func loadMetadata() throws { mustBeOverridden("loadMetadata()") }

  /// Executes a fetch, whose answer is an array of what its result type says (a count as a number), or a save, whose answer is an
  /// empty array.
  open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any
  {
    mustBeOverridden("execute(_:with:)")
  }

  /// The values of one object, without those of to-many relationships; throws where it does not exist.
  open func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode { mustBeOverridden("newValuesForObject(with:with:)") }

  /// The identifiers in a to-many relationship, as a collection; of a to-one relationship that the node leaves out the identifier or
  /// `NSNull`.
  open func newValue(
    forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
    with context: NSManagedObjectContext?
  ) throws -> Any { mustBeOverridden("newValue(forRelationship:forObjectWith:with:)") }

  /// Identifiers for objects that are about to be saved for the first time, in order.
  open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    mustBeOverridden("obtainPermanentIDs(for:)")
  }

  // DEVIATION: contexts do not tell which objects they have; neither is ever called.
  open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}
  open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

  open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

  // MARK: Identifiers

  /// The identifier of the object that a value of the app's stands for: a string or a number.
  public final func newObjectID(for entity: NSEntityDescription, referenceObject data: Any)
    -> NSManagedObjectID
  {
    references.withLock { $0.id(for: data, of: entity, in: self) }
  }

  /// The value for which an identifier was made.
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
        "\(Journal.className(Swift.type(of: self))) gave \(ids.count) identifiers for \(objects.count) objects."
      )
    }
    return ids
  }

  func row(for id: NSManagedObjectID, generation: NSQueryGenerationToken?) throws -> RowSnapshot? {
    let context = askingContext()
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
    let answer = try newValue(forRelationship: relationship, forObjectWith: id, with: askingContext())
    return OwnRows.elements(answer).compactMap(OwnRows.id)
  }

  /// What faults are filled for: a context of the coordinator, whose own objects nobody sees.
  private func askingContext() -> NSManagedObjectContext {
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
