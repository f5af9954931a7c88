import CarobFoundation

/// What a save asks of an incremental store: the objects that it is to write (C-295).
open class NSSaveChangesRequest: NSPersistentStoreRequest {
  open private(set) var insertedObjects: Set<NSManagedObject>?
  open private(set) var updatedObjects: Set<NSManagedObject>?
  open private(set) var deletedObjects: Set<NSManagedObject>?
  /// Objects that are only to be checked for conflicts.
  open private(set) var lockedObjects: Set<NSManagedObject>?

  public init(
    inserted insertedObjects: Set<NSManagedObject>?, updated updatedObjects: Set<NSManagedObject>?,
    deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
  ) {
    self.insertedObjects = insertedObjects
    self.updatedObjects = updatedObjects
    self.deletedObjects = deletedObjects
    self.lockedObjects = lockedObjects
    super.init()
  }

  open override var requestType: NSPersistentStoreRequestType { .saveRequestType }
}
