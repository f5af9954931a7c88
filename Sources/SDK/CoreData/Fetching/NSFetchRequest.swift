import CarobFoundation
import CarobRuntime

/// The settings of a fetch request.
struct FetchRequestValues {
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
}

/// The settings of one request, shared by its views as different result types.
@dynamicMemberLookup
final class FetchRequestStorage: @unchecked Sendable {
  // @unchecked because a request is used by one context's thread at a time, as on the platform.
  private var values = FetchRequestValues()

  init() {}
  init(copying other: FetchRequestStorage) { values = other.values }

  subscript<Value>(dynamicMember path: WritableKeyPath<FetchRequestValues, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }

  /// The request's entity, or the model's entity with the request's entity name.
  func resolvedEntity(in model: NSManagedObjectModel) -> NSEntityDescription {
    if let entity = values.entity { return entity }
    guard let entityName = values.entityName else {
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

  /// The request in the form that stores execute.
  func storeRequest(in model: NSManagedObjectModel) -> StoreRequest {
    let entity = resolvedEntity(in: model)
    let result: StoreRequest.Result =
      switch values.resultType {
      case .managedObjectIDResultType: .ids
      case .dictionaryResultType: .dictionaries
      case .countResultType: .count
      default: values.includesPropertyValues ? .rows : .ids
      }
    var request = StoreRequest(entity: entity, result: result, predicate: values.predicate)
    request.sortDescriptors = values.sortDescriptors ?? []
    request.limit = values.fetchLimit
    request.offset = values.fetchOffset
    request.includesSubentities = values.includesSubentities
    request.propertiesToFetch = values.propertiesToFetch
    request.propertiesToGroupBy = values.propertiesToGroupBy
    request.havingPredicate = values.havingPredicate
    request.returnsDistinctResults = values.returnsDistinctResults
    return request
  }
}

/// Describes which objects to fetch: an entity, a predicate, an order, and the form of the results.
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

  /// The same request, viewed as one of another result type.
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
  @_FetchRequestValue(\.predicate) open var predicate: NSPredicate?
  @_FetchRequestValue(\.sortDescriptors) open var sortDescriptors: [NSSortDescriptor]?
  /// The maximum number of results; 0 for no limit.
  @_FetchRequestValue(\.fetchLimit) open var fetchLimit: Int
  @_FetchRequestValue(\.fetchOffset) open var fetchOffset: Int
  /// The number of objects to read at once when the results are accessed; 0 reads all of them.
  @_FetchRequestValue(\.fetchBatchSize) open var fetchBatchSize: Int
  @_FetchRequestValue(\.includesSubentities) open var includesSubentities: Bool
  /// Whether unsaved changes in the context are taken into account.
  @_FetchRequestValue(\.includesPendingChanges) open var includesPendingChanges: Bool

  // MARK: Form of the results

  @_FetchRequestValue(\.resultType) open var resultType: NSFetchRequestResultType
  /// Whether the rows' values are read together with their identifiers.
  @_FetchRequestValue(\.includesPropertyValues) open var includesPropertyValues: Bool
  @_FetchRequestValue(\.returnsObjectsAsFaults) open var returnsObjectsAsFaults: Bool
  @_FetchRequestValue(\.relationshipKeyPathsForPrefetching) open var relationshipKeyPathsForPrefetching:
    [String]?
  @_FetchRequestValue(\.shouldRefreshRefetchedObjects) open var shouldRefreshRefetchedObjects: Bool
  /// Names, property descriptions or expression descriptions; used only for dictionary results.
  @_FetchRequestValue(\.propertiesToFetch) open var propertiesToFetch: [Any]?
  @_FetchRequestValue(\.returnsDistinctResults) open var returnsDistinctResults: Bool
  @_FetchRequestValue(\.propertiesToGroupBy) open var propertiesToGroupBy: [Any]?
  /// Selects groups, by the names of the properties to fetch.
  @_FetchRequestValue(\.havingPredicate) open var havingPredicate: NSPredicate?

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

/// A property of a request that is stored in the request's storage, which several requests can share.
@propertyWrapper
public struct _FetchRequestValue<Value> {
  private let path: WritableKeyPath<FetchRequestValues, Value>
  init(_ path: WritableKeyPath<FetchRequestValues, Value>) { self.path = path }

  public static subscript<ResultType>(
    _enclosingInstance request: NSFetchRequest<ResultType>,
    wrapped _: ReferenceWritableKeyPath<NSFetchRequest<ResultType>, Value>,
    storage wrapper: ReferenceWritableKeyPath<NSFetchRequest<ResultType>, Self>
  ) -> Value {
    get { request.storage[dynamicMember: request[keyPath: wrapper].path] }
    set { request.storage[dynamicMember: request[keyPath: wrapper].path] = newValue }
  }

  @available(*, unavailable, message: "for properties of NSFetchRequest only")
  public var wrappedValue: Value {
    get { fatalError("no request") }
    set { fatalError("no request") }
  }
}

/// A fetch request, without its result type.
protocol FetchRequestSharing: NSPersistentStoreRequest {
  var storage: FetchRequestStorage { get }
}

/// Views a request as one of another result type; the translator calls it for `request as!
/// NSFetchRequest<Note>`.
public func _fetchRequest<R>(_ request: Any?, as type: NSFetchRequest<R>.Type) -> NSFetchRequest<R>? {
  if let request = request as? NSFetchRequest<R> { return request }
  return (request as? any FetchRequestSharing).map { NSFetchRequest<R>(_sharing: $0.storage) }
}
