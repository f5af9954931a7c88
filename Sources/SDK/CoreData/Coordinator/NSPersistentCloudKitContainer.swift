import CarobFoundation
import CarobRuntime

/// A container whose stores would be kept in step with iCloud. Here they stay on the device.
open class NSPersistentCloudKitContainer: NSPersistentContainer, @unchecked Sendable {
  // @unchecked as the class that it derives from.
  open override func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    if persistentStoreDescriptions.contains(where: { $0.cloudKitContainerOptions != nil }) {
      unimplemented("NSPersistentCloudKitContainer: its stores work, but nothing is exchanged with iCloud")
    }
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
}

public struct NSPersistentCloudKitContainerSchemaInitializationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let dryRun = Self(rawValue: 1 << 1)
  public static let printSchema = Self(rawValue: 1 << 2)
}

/// Which container of iCloud a store belongs to.
open class NSPersistentCloudKitContainerOptions: NSObject {
  public let containerIdentifier: String
  public init(containerIdentifier: String) {
    self.containerIdentifier = containerIdentifier
    super.init()
  }
}
