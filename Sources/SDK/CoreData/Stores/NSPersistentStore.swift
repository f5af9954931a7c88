import CarobFoundation
@_spi(Hazards) import CarobRuntime

public let NSSQLiteStoreType = "SQLite"
public let NSInMemoryStoreType = "InMemory"
public let NSBinaryStoreType = "Binary"
public let NSXMLStoreType = "XML"
public let NSStoreTypeKey = "NSStoreType"
public let NSStoreUUIDKey = "NSStoreUUID"
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
public let NSPersistentStoreOSCompatibility = "NSPersistentStoreOSCompatibility"

/// A file, or memory, that keeps objects; the coordinator creates and owns it.
open class NSPersistentStore: NSObject, @unchecked Sendable {
  // @unchecked because the coordinator calls it under its lock.
  @Zeroing private var coordinator: NSPersistentStoreCoordinator?
  open private(set) var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { coordinator }
    set { coordinator = newValue }
  }
  public let configurationName: String
  public let options: [AnyHashable: Any]?
  open var url: URL?
  /// The part of `x-coredata://…` that identifies the store.
  open var identifier: String!
  open var type: String { "" }
  open var isReadOnly = false
  open var metadata: [String: Any]! = [:]

  public required init(
    persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?,
    at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    coordinator = root
    configurationName = name ?? "PF_DEFAULT_CONFIGURATION_NAME"
    self.url = url
    self.options = options
    super.init()
  }

  /// Whether the context evaluates predicates that SQL cannot express; otherwise they are refused.
  var evaluatesPredicatesInMemory: Bool { false }

  /// Whether the app defines the store's class.
  var isOfApp: Bool { false }

  /// The text of a key in URIs, after the entity's name.
  func uriText(ofKey key: Int64) -> String { "p\(key)" }
  /// The identifier for such a text; nil if it is not valid.
  func id(ofURIText text: String, _ entity: NSEntityDescription) -> NSManagedObjectID? {
    guard text.first == "p", let key = Int64(text.dropFirst()) else { return nil }
    return NSManagedObjectID(store: self, entity: entity, key: key)
  }

  func setCoordinator(_ coordinator: NSPersistentStoreCoordinator?) {
    persistentStoreCoordinator = coordinator
  }

  /// Reads the metadata and prepares the store.
  open func loadMetadata() throws {}
  open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}
  open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

  open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] { [:] }
  open class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {}
  open class func migrationManagerClass() -> AnyClass { NSObject.self }

  open override var description: String {
    "<NSSQLCore: \(addressText(of: self))> (URL: \(url?.absoluteString ?? "(null)"))"
  }
}
