import CarobFoundation
import CarobRuntime

/// What a fetch request says, whatever type its results are seen as.
final class FetchRequestStorage: @unchecked Sendable {
  // @unchecked because a request is used by one context's thread at a time, as on the platform.
  var entityName: String?
  var entity: NSEntityDescription?
  var predicate: NSPredicate?
  var sortDescriptors: [NSSortDescriptor]?
  var fetchLimit = 0
  var fetchOffset = 0
  var fetchBatchSize = 0
  var resultType: NSFetchRequestResultType = .managedObjectResultType
  var includesSubentities = true
  var includesPropertyValues = true
  var includesPendingChanges = true
  var returnsObjectsAsFaults = true
  var relationshipKeyPathsForPrefetching: [String]?
  var returnsDistinctResults = false
  var propertiesToFetch: [Any]?
  var shouldRefreshRefetchedObjects = false
  var propertiesToGroupBy: [Any]?
  var havingPredicate: NSPredicate?
  var affectedStores: [NSPersistentStore]?

  init() {}

  init(copying other: FetchRequestStorage) {
    entityName = other.entityName
    entity = other.entity
    predicate = other.predicate
    sortDescriptors = other.sortDescriptors
    fetchLimit = other.fetchLimit
    fetchOffset = other.fetchOffset
    fetchBatchSize = other.fetchBatchSize
    resultType = other.resultType
    includesSubentities = other.includesSubentities
    includesPropertyValues = other.includesPropertyValues
    includesPendingChanges = other.includesPendingChanges
    returnsObjectsAsFaults = other.returnsObjectsAsFaults
    relationshipKeyPathsForPrefetching = other.relationshipKeyPathsForPrefetching
    returnsDistinctResults = other.returnsDistinctResults
    propertiesToFetch = other.propertiesToFetch
    shouldRefreshRefetchedObjects = other.shouldRefreshRefetchedObjects
    propertiesToGroupBy = other.propertiesToGroupBy
    havingPredicate = other.havingPredicate
    affectedStores = other.affectedStores
  }

  /// The entity, or the one of its name in the model.
  func resolvedEntity(in model: NSManagedObjectModel) -> NSEntityDescription {
    if let entity { return entity }
    guard let entityName else {
      NSException.raise(
        .invalidArgumentException, "executeFetchRequest:error: A fetch request must have an entity.")
    }
    guard let found = model.entitiesByName[entityName] else {
      NSException.raise(
        .internalInconsistencyException,
        "NSFetchRequest could not locate an NSEntityDescription for entity name '\(entityName)'")
    }
    return found
  }

  /// What a store is asked.
  func storeRequest(in model: NSManagedObjectModel) -> StoreRequest {
    let entity = resolvedEntity(in: model)
    let result: StoreRequest.Result =
      switch resultType {
      case .managedObjectIDResultType: .ids
      case .dictionaryResultType: .dictionaries
      case .countResultType: .count
      default: includesPropertyValues ? .rows : .ids
      }
    var request = StoreRequest(entity: entity, result: result, predicate: predicate)
    request.sortDescriptors = sortDescriptors ?? []
    request.limit = fetchLimit
    request.offset = fetchOffset
    request.includesSubentities = includesSubentities
    request.propertiesToFetch = propertiesToFetch
    request.propertiesToGroupBy = propertiesToGroupBy
    request.havingPredicate = havingPredicate
    request.returnsDistinctResults = returnsDistinctResults
    return request
  }
}

/// Describes which objects to fetch: an entity, a predicate, an order, and how the results are wanted.
///
/// NB: without the platform's bound on `ResultType`, because `any NSFetchRequestResult` does not conform to itself here.
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest, FetchRequestSharing {
  let storage: FetchRequestStorage

  public override init() {
    storage = FetchRequestStorage()
    super.init()
  }

  public init(entityName: String) {
    storage = FetchRequestStorage()
    storage.entityName = entityName
    super.init()
  }

  /// The same request, seen as one of another result type.
  init(_sharing storage: FetchRequestStorage) {
    self.storage = storage
    super.init()
  }

  open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }
  open override var affectedStores: [NSPersistentStore]? {
    get { storage.affectedStores }
    set { storage.affectedStores = newValue }
  }

  // MARK: What to fetch

  /// Nil until it is set, or until a context has executed the request by the entity's name.
  open var entity: NSEntityDescription? {
    get { storage.entity }
    set {
      storage.entity = newValue
      storage.entityName = newValue?.name
    }
  }
  open var entityName: String? { storage.entity?.name ?? storage.entityName }
  open var predicate: NSPredicate? {
    get { storage.predicate }
    set { storage.predicate = newValue }
  }
  open var sortDescriptors: [NSSortDescriptor]? {
    get { storage.sortDescriptors }
    set { storage.sortDescriptors = newValue }
  }
  /// The greatest number of results; 0 for all.
  open var fetchLimit: Int {
    get { storage.fetchLimit }
    set { storage.fetchLimit = newValue }
  }
  open var fetchOffset: Int {
    get { storage.fetchOffset }
    set { storage.fetchOffset = newValue }
  }
  /// How many objects are read at once when the results are used; 0 reads all of them.
  open var fetchBatchSize: Int {
    get { storage.fetchBatchSize }
    set { storage.fetchBatchSize = newValue }
  }
  open var includesSubentities: Bool {
    get { storage.includesSubentities }
    set { storage.includesSubentities = newValue }
  }
  /// Whether objects match by what was changed in the context and not saved yet.
  open var includesPendingChanges: Bool {
    get { storage.includesPendingChanges }
    set { storage.includesPendingChanges = newValue }
  }

  // MARK: How the results are wanted

  open var resultType: NSFetchRequestResultType {
    get { storage.resultType }
    set { storage.resultType = newValue }
  }
  /// Whether the rows' values are read together with their identifiers.
  open var includesPropertyValues: Bool {
    get { storage.includesPropertyValues }
    set { storage.includesPropertyValues = newValue }
  }
  open var returnsObjectsAsFaults: Bool {
    get { storage.returnsObjectsAsFaults }
    set { storage.returnsObjectsAsFaults = newValue }
  }
  open var relationshipKeyPathsForPrefetching: [String]? {
    get { storage.relationshipKeyPathsForPrefetching }
    set { storage.relationshipKeyPathsForPrefetching = newValue }
  }
  open var shouldRefreshRefetchedObjects: Bool {
    get { storage.shouldRefreshRefetchedObjects }
    set { storage.shouldRefreshRefetchedObjects = newValue }
  }
  /// Names, property descriptions or expression descriptions; of dictionaries only.
  open var propertiesToFetch: [Any]? {
    get { storage.propertiesToFetch }
    set { storage.propertiesToFetch = newValue }
  }
  open var returnsDistinctResults: Bool {
    get { storage.returnsDistinctResults }
    set { storage.returnsDistinctResults = newValue }
  }
  open var propertiesToGroupBy: [Any]? {
    get { storage.propertiesToGroupBy }
    set { storage.propertiesToGroupBy = newValue }
  }
  /// Which groups count, by the names of the properties to fetch.
  open var havingPredicate: NSPredicate? {
    get { storage.havingPredicate }
    set { storage.havingPredicate = newValue }
  }

  // MARK: Objects

  open override func copy(with zone: NSZone? = nil) -> Any {
    NSFetchRequest<ResultType>(_sharing: FetchRequestStorage(copying: storage))
  }
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? any FetchRequestSharing)?.storage === storage
  }
  open override var hash: Int { ObjectIdentifier(storage).hashValue }
  open override var description: String {
    let sort = (storage.sortDescriptors ?? []).map { "\($0)" }.joined(separator: ", ")
    return "<NSFetchRequest: \(addressText(of: storage))> (entity: \(entityName ?? "(null)"); predicate: "
      + "(\(storage.predicate?.formatText ?? "(null)")); sortDescriptors: (\(sort)); type: "
      + "\(storage.resultType.rawValue); )"
  }
}

/// Requests of any result type.
protocol FetchRequestSharing: NSPersistentStoreRequest {
  var storage: FetchRequestStorage { get }
}

/// A request, seen as one of another result type: what the translator makes of `request as! NSFetchRequest<Note>`.
public func _fetchRequest<R>(_ request: Any?, as type: NSFetchRequest<R>.Type) -> NSFetchRequest<R>? {
  if let request = request as? NSFetchRequest<R> { return request }
  return (request as? any FetchRequestSharing).map { NSFetchRequest<R>(_sharing: $0.storage) }
}
