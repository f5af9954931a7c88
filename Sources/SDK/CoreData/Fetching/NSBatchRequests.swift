import CarobFoundation

/// Updates rows of an entity directly in the store, bypassing contexts: no validation, no notifications
/// (C-220).
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
  private let target: BatchTarget
  open var entityName: String { target.name }
  open var entity: NSEntityDescription { target.entity(of: self) }
  open var predicate: NSPredicate?
  open var includesSubentities = true
  open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
  /// Keyed by name or property description: values, or expressions of the row's current values.
  open var propertiesToUpdate: [AnyHashable: Any]?

  public init(entityName: String) {
    target = BatchTarget(entityName)
    super.init()
  }
  public init(entity: NSEntityDescription) {
    target = BatchTarget(entity)
    super.init()
  }
  open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }
}

public enum NSBatchUpdateRequestResultType: UInt, Sendable {
  case statusOnlyResultType = 0
  case updatedObjectIDsResultType = 1
  case updatedObjectsCountResultType = 2
}

open class NSBatchUpdateResult: NSPersistentStoreResult {
  open internal(set) var result: Any?
  open internal(set) var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
}

/// Deletes rows directly in the store, bypassing contexts.
///
/// Relationships of the deleted rows are nullified or cascaded; rule Deny is ignored (C-221).
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
  let storage: FetchRequestStorage
  let ids: [NSManagedObjectID]?
  open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult> { NSFetchRequest(_sharing: storage) }

  // NB: accepts any result type, because a request cannot be converted to the existential type that the
  // platform takes.
  public init<Result>(fetchRequest fetch: NSFetchRequest<Result>) {
    storage = fetch.storage
    ids = nil
    super.init()
  }
  public init(objectIDs objects: [NSManagedObjectID]) {
    storage = FetchRequestStorage()
    storage.entity = objects.first?.entity
    ids = objects
    super.init()
  }
  open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }
}

public enum NSBatchDeleteRequestResultType: UInt, Sendable {
  case resultTypeStatusOnly = 0
  case resultTypeObjectIDs = 1
  case resultTypeCount = 2
}

open class NSBatchDeleteResult: NSPersistentStoreResult {
  open internal(set) var result: Any?
  open internal(set) var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly
}

/// Inserts rows directly in the store, bypassing contexts.
///
/// The values come from dictionaries or from blocks that fill one row at a time (C-222).
open class NSBatchInsertRequest: NSPersistentStoreRequest {
  private let target: BatchTarget
  open var entityName: String { target.name }
  open var entity: NSEntityDescription? { target.entity(of: self) }
  open var objectsToInsert: [[String: Any]]?
  /// Fills a dictionary with the next row's values; returns true if there are no more rows.
  open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
  /// Fills an object without a context with the next row's values; returns true if there are no more rows.
  open var managedObjectHandler: ((NSManagedObject) -> Bool)?
  open var resultType = NSBatchInsertRequestResultType.statusOnly

  public init(entityName: String, objects dictionaries: [[String: Any]]) {
    target = BatchTarget(entityName)
    objectsToInsert = dictionaries
    super.init()
  }
  public init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
    target = BatchTarget(entity)
    objectsToInsert = dictionaries
    super.init()
  }
  public init(entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {
    target = BatchTarget(entityName)
    dictionaryHandler = handler
    super.init()
  }
  public init(entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool)
  {
    target = BatchTarget(entity)
    dictionaryHandler = handler
    super.init()
  }
  public init(entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {
    target = BatchTarget(entityName)
    managedObjectHandler = handler
    super.init()
  }
  public init(entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool)
  {
    target = BatchTarget(entity)
    managedObjectHandler = handler
    super.init()
  }
  open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }
}

public enum NSBatchInsertRequestResultType: UInt, Sendable {
  case statusOnly = 0
  case objectIDs = 1
  case count = 2
}

open class NSBatchInsertResult: NSPersistentStoreResult {
  open internal(set) var result: Any?
  open internal(set) var resultType = NSBatchInsertRequestResultType.statusOnly
}

/// The entity whose rows a batch request changes.
private struct BatchTarget {
  let name: String
  private let given: NSEntityDescription?

  init(_ name: String) { (self.name, given) = (name, nil) }
  init(_ entity: NSEntityDescription) { (name, given) = (entity.name ?? "", entity) }

  func entity(of request: NSPersistentStoreRequest) -> NSEntityDescription {
    if let given { return given }
    NSException.raise(
      .internalInconsistencyException,
      "the entity \(name) of \(type(of: request)) is known only after a context has executed the request")
  }
}
