import CarobFoundation

// The notifications' names, keys and contents: C-46, C-47.

public let NSInsertedObjectsKey = "inserted"
public let NSUpdatedObjectsKey = "updated"
public let NSDeletedObjectsKey = "deleted"
public let NSRefreshedObjectsKey = "refreshed"
public let NSInvalidatedObjectsKey = "invalidated"
public let NSInvalidatedAllObjectsKey = "invalidatedAll"
public let NSManagedObjectContextQueryGenerationKey = "newQueryGeneration"
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
public let NSDeletedObjectIDsKey = "deleted_objectIDs"
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"

extension Foundation.NSNotification.Name {
  /// Posted before a save.
  public static let NSManagedObjectContextWillSave = Self("NSManagingContextWillSaveChangesNotification")
  /// Posted after a save, with the inserted, updated and deleted objects.
  public static let NSManagedObjectContextDidSave = Self("NSManagingContextDidSaveChangesNotification")
  /// Posted when pending changes were processed, with inserted, updated, deleted, refreshed and invalidated
  /// objects.
  public static let NSManagedObjectContextObjectsDidChange = Self(
    "NSObjectsChangedInManagingContextNotification")
  public static let NSManagedObjectContextDidSaveObjectIDs = Self(
    "NSManagedObjectContextDidSaveObjectIDsNotification")
  public static let NSManagedObjectContextDidMergeChangesObjectIDs = Self(
    "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
}

extension NSManagedObjectContext {
  public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
  public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
  public static let didChangeObjectsNotification = Notification.Name.NSManagedObjectContextObjectsDidChange
  public static let didSaveObjectIDsNotification = Notification.Name.NSManagedObjectContextDidSaveObjectIDs
  public static let didMergeChangesObjectIDsNotification = Notification.Name
    .NSManagedObjectContextDidMergeChangesObjectIDs

  /// The keys of the notifications' user info.
  public enum NotificationKey: String, Sendable {
    case sourceContext = "managedObjectContext"
    case queryGeneration = "newQueryGeneration"
    case invalidatedAllObjects = "invalidatedAll"
    case insertedObjects = "inserted"
    case updatedObjects = "updated"
    case deletedObjects = "deleted"
    case refreshedObjects = "refreshed"
    case invalidatedObjects = "invalidated"
    case insertedObjectIDs = "inserted_objectIDs"
    case updatedObjectIDs = "updated_objectIDs"
    case deletedObjectIDs = "deleted_objectIDs"
    case refreshedObjectIDs = "refreshed_objectIDs"
    case invalidatedObjectIDs = "invalidated_objectIDs"
  }

  final func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]?) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }

  /// Posts a notification if it has observers; otherwise only records it in the trace.
  // OPTIMIZATION: creating the sets takes as long as the rest of a large save.
  private func post(_ name: Notification.Name, sets: () -> [AnyHashable: Any]) {
    if NotificationCenter.default.hasObservers(of: name) {
      var userInfo = sets()
      userInfo["managedObjectContext"] = self
      post(name, userInfo)
    } else if Journal.isRecording {
      post(name, nil)
    }
  }

  // C-46
  final func postObjectsDidChange(_ records: ContiguousArray<EventChange>, _ others: MergedObjects) {
    // OPTIMIZATION: without observers the sets of changed objects are not needed.
    guard NotificationCenter.default.hasObservers(of: .NSManagedObjectContextObjectsDidChange) else {
      if Journal.isRecording, !others.isEmpty || records.contains(where: \.isSeen) {
        post(.NSManagedObjectContextObjectsDidChange, nil)
      }
      return
    }
    var inserted = others.inserted
    var updated: [NSManagedObject] = []
    var deleted = others.deleted
    for record in records {
      let object = record.object
      let was = record.oldFlags
      if !record.isSeen { continue }
      if object.flags.contains(.gone) {
        deleted.append(object)
      } else if object.isDeleted {
        if !was.contains(.deleted) { deleted.append(object) } else { updated.append(object) }
      } else if record.oldValues.isEmpty && !was.contains(.fault) || was.contains(.deleted) {
        inserted.append(object)
      } else {
        updated.append(object)
      }
    }
    let lists = [
      (NSInsertedObjectsKey, inserted), (NSUpdatedObjectsKey, updated), (NSDeletedObjectsKey, deleted),
      (NSRefreshedObjectsKey, others.refreshed), (NSInvalidatedObjectsKey, others.invalidated),
    ].filter { !$0.1.isEmpty }
    if lists.isEmpty, !others.invalidatesAll { return }
    // C-64: in an observer, `changedValuesForCurrentEvent()` returns the changes of the posted event.
    let outer = posted
    posted = records
    for (index, record) in records.enumerated() where record.object.event == -1 {
      record.object.event = -2 - Int32(index)
    }
    defer {
      for record in records where record.object.event < -1 { record.object.event = -1 }
      posted = outer
    }
    post(.NSManagedObjectContextObjectsDidChange) {
      var userInfo: [AnyHashable: Any] = [:]
      for (key, objects) in lists { userInfo[key] = Set(objects) }
      if others.invalidatesAll { userInfo[NSInvalidatedAllObjectsKey] = NSArray() }
      return userInfo
    }
  }

  final func postDidSave(_ written: Written) {
    post(.NSManagedObjectContextDidSave) {
      [
        NSInsertedObjectsKey: Set(written.inserted), NSUpdatedObjectsKey: Set(written.updated),
        NSDeletedObjectsKey: Set(written.deleted),
      ]
    }
    post(.NSManagedObjectContextDidSaveObjectIDs) {
      [
        NSInsertedObjectIDsKey: Set(written.inserted.map(\.objectID)),
        NSUpdatedObjectIDsKey: Set(written.updated.map(\.objectID)),
        NSDeletedObjectIDsKey: Set(written.deleted.map(\.objectID)),
      ]
    }
  }
}
