import CarobFoundation

/// The kinds of requests to a store.
public enum NSPersistentStoreRequestType: UInt, Sendable {
  case fetchRequestType = 1
  case saveRequestType = 2
  case batchInsertRequestType = 5
  case batchUpdateRequestType = 6
  case batchDeleteRequestType = 7
}

/// A request that a context can execute on the coordinator's stores.
open class NSPersistentStoreRequest: NSObject, NSCopying {
  /// The stores that execute the request; nil for all that have its entity.
  open var affectedStores: [NSPersistentStore]?
  open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  public override init() { super.init() }

  open override func copy() -> Any { copy(with: nil) }
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The result of an executed request.
open class NSPersistentStoreResult: NSObject {}
