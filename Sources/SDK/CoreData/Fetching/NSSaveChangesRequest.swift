import CarobFoundation

/// A save request for an incremental store, with the objects to write (C-295).
open class NSSaveChangesRequest: NSPersistentStoreRequest {
  open private(set) var insertedObjects: Set<NSManagedObject>?
  open private(set) var updatedObjects: Set<NSManagedObject>?
  open private(set) var deletedObjects: Set<NSManagedObject>?
  /// Objects to check for conflicts only.
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
