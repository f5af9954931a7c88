import CarobFoundation
import CarobRuntime

// C-288: stores of the app's own are declared, so that apps that have one build; they cannot be opened.

/// A store of the app's own that is asked for rows one by one. Not implemented.
open class NSIncrementalStore: NSPersistentStore, @unchecked Sendable {
  // @unchecked as its superclass.
  open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any
  {
    throw OwnStores.refusal(Self.self)
  }
  open func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode { throw OwnStores.refusal(Self.self) }
  open func newValue(
    forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
    with context: NSManagedObjectContext?
  ) throws -> Any { throw OwnStores.refusal(Self.self) }
  open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    throw OwnStores.refusal(Self.self)
  }
  open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}
  open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}
  open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }
}

/// The values of one object of an incremental store.
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

/// A store of the app's own that is read and written as a whole. Not implemented.
open class NSAtomicStore: NSPersistentStore, @unchecked Sendable {
  // @unchecked as its superclass.
  open func load() throws { throw OwnStores.refusal(Self.self) }
  open func save() throws { throw OwnStores.refusal(Self.self) }
}

enum OwnStores {
  static func refusal(_ cls: AnyClass) -> NSError {
    StoreErrors.make(
      NSPersistentStoreInvalidTypeError,
      "\(Journal.className(cls)) is a store of the app's own; NSIncrementalStore and NSAtomicStore are not implemented."
    )
  }
}
