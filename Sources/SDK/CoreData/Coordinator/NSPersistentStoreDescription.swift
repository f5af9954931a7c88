import CarobFoundation

/// Describes a store that a container opens, and its options.
open class NSPersistentStoreDescription: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because the app configures it before it passes it on.
  open var type = NSSQLiteStoreType
  open var configuration: String?
  open var url: URL?
  open var options: [String: Foundation.NSObject] { storedOptions }
  private var storedOptions: [String: Foundation.NSObject] = [:]

  public override init() {
    super.init()
    shouldMigrateStoreAutomatically = true
    shouldInferMappingModelAutomatically = true
  }

  public convenience init(url: URL) {
    self.init()
    self.url = url
  }

  open func setOption(_ option: Foundation.NSObject?, forKey key: String) { storedOptions[key] = option }

  open var isReadOnly: Bool {
    get { flag(NSReadOnlyPersistentStoreOption) }
    set { set(newValue, NSReadOnlyPersistentStoreOption) }
  }
  open var timeout: TimeInterval {
    get { (storedOptions[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
    set { storedOptions[NSPersistentStoreTimeoutOption] = NSNumber(value: newValue) }
  }
  open var sqlitePragmas: [String: Foundation.NSObject] {
    storedOptions[NSSQLitePragmasOption] as? [String: Foundation.NSObject] ?? [:]
  }
  open func setValue(_ value: Foundation.NSObject?, forPragmaNamed name: String) {
    var pragmas = sqlitePragmas
    pragmas[name] = value
    storedOptions[NSSQLitePragmasOption] = NSDictionary(dictionary: pragmas)
  }
  open var shouldAddStoreAsynchronously = false
  open var cloudKitContainerOptions: NSPersistentCloudKitContainerOptions?
  open var shouldMigrateStoreAutomatically: Bool {
    get { flag(NSMigratePersistentStoresAutomaticallyOption) }
    set { set(newValue, NSMigratePersistentStoresAutomaticallyOption) }
  }
  open var shouldInferMappingModelAutomatically: Bool {
    get { flag(NSInferMappingModelAutomaticallyOption) }
    set { set(newValue, NSInferMappingModelAutomaticallyOption) }
  }

  private func flag(_ key: String) -> Bool { StoreOptions.flag(storedOptions, key) }
  private func set(_ value: Bool, _ key: String) { storedOptions[key] = NSNumber(value: value) }

  open override func copy() -> Any { copy(with: nil) }
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreDescription()
    copy.type = type
    copy.configuration = configuration
    copy.url = url
    copy.storedOptions = storedOptions
    copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
    copy.cloudKitContainerOptions = cloudKitContainerOptions
    return copy
  }
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentStoreDescription else { return false }
    return other === self
      || other.type == type && other.url == url && other.configuration == configuration
        && NSDictionary(dictionary: other.storedOptions).isEqual(to: storedOptions)
  }
  open override var hash: Int { url?.hashValue ?? 0 }
  open override var description: String {
    "<NSPersistentStoreDescription: \(addressText(of: self))> (type: \(type), url: \(url?.absoluteString ?? "(null)"))"
  }
}
