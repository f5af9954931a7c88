import CarobFoundation
import CarobRuntime

/// A container whose stores the platform synchronizes with iCloud. Here they stay on the device (C-284).
open class NSPersistentCloudKitContainer: NSPersistentContainer, @unchecked Sendable {
  // @unchecked as its superclass.
  open override func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    unimplemented(
      "NSPersistentCloudKitContainer's synchronization: the stores work, but nothing is synchronized with iCloud"
    )
    super.loadPersistentStores(completionHandler: block)
  }

  open func initializeCloudKitSchema(options: NSPersistentCloudKitContainerSchemaInitializationOptions = [])
    throws
  {
    unimplemented("NSPersistentCloudKitContainer.initializeCloudKitSchema(options:)")
  }
  open func canUpdateRecord(forManagedObjectWith objectID: NSManagedObjectID) -> Bool { true }
  open func canDeleteRecord(forManagedObjectWith objectID: NSManagedObjectID) -> Bool { true }
  open func canModifyManagedObjects(in store: NSPersistentStore) -> Bool { !store.isReadOnly }

  /// On the platform posted when a setup, an import or an export begins and ends; never posted here.
  public static let eventChangedNotification = Notification.Name(
    "NSPersistentCloudKitContainerEventChangedNotification")
  public static let eventNotificationUserInfoKey = "event"

  /// The kinds of synchronization events.
  public enum EventType: Int, Sendable {
    case setup = 0
    case `import` = 1
    case export = 2
  }

  /// A setup, an import or an export; none occur here.
  open class Event: NSObject, @unchecked Sendable {
    // @unchecked because it is immutable.
    public let identifier = UUID()
    public let storeIdentifier = ""
    public let type = EventType.setup
    public let startDate = Date()
    public let endDate: Date? = nil
    public let succeeded = false
    public let error: (any Error)? = nil
  }
}

public struct NSPersistentCloudKitContainerSchemaInitializationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let dryRun = Self(rawValue: 1 << 1)
  public static let printSchema = Self(rawValue: 1 << 2)
}

/// The iCloud container that a store belongs to.
open class NSPersistentCloudKitContainerOptions: NSObject {
  public let containerIdentifier: String
  public init(containerIdentifier: String) {
    self.containerIdentifier = containerIdentifier
    super.init()
  }
}
