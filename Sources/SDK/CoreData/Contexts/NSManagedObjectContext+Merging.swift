import CarobFoundation
@_spi(Hazards) import CarobRuntime

// C-149, C-150: merging changes that others saved.

extension NSManagedObjectContext {
  /// Merges the changes that another context saved, from its notification; may be called on the other
  /// context's thread.
  public final func mergeChanges(fromContextDidSave notification: Notification) {
    let info = notification.userInfo ?? [:]
    var ids = SavedIDs()
    ids.inserted = Self.ids(in: info[NSInsertedObjectsKey] ?? info[NSInsertedObjectIDsKey])
    ids.updated =
      Self.ids(in: info[NSUpdatedObjectsKey] ?? info[NSUpdatedObjectIDsKey])
      + Self.ids(in: info[NSRefreshedObjectsKey] ?? info[NSRefreshedObjectIDsKey])
    ids.deleted = Self.ids(in: info[NSDeletedObjectsKey] ?? info[NSDeletedObjectIDsKey])
    if type == .confinementConcurrencyType || isOnQueue { merge(ids) } else { performNow { merge(ids) } }
  }

  /// Merges changes from another process or from a batch request, given as collections of identifiers.
  public final class func mergeChanges(
    fromRemoteContextSave changeNotificationData: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
  ) {
    var ids = SavedIDs()
    let data = changeNotificationData
    ids.inserted = NSManagedObjectContext.ids(in: data[NSInsertedObjectsKey] ?? data[NSInsertedObjectIDsKey])
    ids.updated = NSManagedObjectContext.ids(in: data[NSUpdatedObjectsKey] ?? data[NSUpdatedObjectIDsKey])
    ids.deleted = NSManagedObjectContext.ids(in: data[NSDeletedObjectsKey] ?? data[NSDeletedObjectIDsKey])
    for context in contexts {
      context.persistentStoreCoordinator?.forgetRows(ids.inserted + ids.updated + ids.deleted)
      if context.type == .confinementConcurrencyType {
        context.merge(ids)
      } else {
        context.performNow { context.merge(ids) }
      }
    }
  }

  /// The identifiers in a collection of objects, identifiers or their URIs, in the order of their keys.
  private static func ids(in value: Any?) -> [NSManagedObjectID] {
    let elements: [Any] =
      switch value {
      case let set as NSSet: set.allObjects
      case let array as NSArray: (0..<array.count).map { array[$0] }
      case let set as Set<NSManagedObject>: Array(set)
      case let set as Set<NSManagedObjectID>: Array(set)
      default: []
      }
    let found = elements.compactMap { element -> NSManagedObjectID? in
      if let object = element as? NSManagedObject { return object.id }
      return element as? NSManagedObjectID
    }
    return found.sorted { ($0.key, $0.entity.name ?? "") < ($1.key, $1.entity.name ?? "") }
  }

  final func merge(_ ids: SavedIDs) {
    flushReleasedRows()
    for id in ids.inserted {
      // NB: as on the platform, inserted objects are added as faults, so that a fetched results controller
      // sees them.
      let object = object(for: id)
      if !object.isInserted { merged.inserted.append(object) }
    }
    for id in ids.updated {
      guard let object = lookUp(id), !object.isInserted, !object.isDeleted else { continue }
      merged.refreshed.append(object)
      if object.isFault {
        object.row = nil
        continue
      }
      if let row = fetchRow(object.objectID) { object.rebase(onto: row, .refresh) }
    }
    for id in ids.deleted {
      guard let object = lookUp(id) else { continue }
      drop(object)
    }
    if merged.isEmpty { return }
    if Journal.isRecording {
      Journal.note(
        .coredata, "merge", outcome: "handled", why: nil, sender: self,
        detail: [
          (key: "inserted", value: "\(ids.inserted.count)"), (key: "updated", value: "\(ids.updated.count)"),
          (key: "deleted", value: "\(ids.deleted.count)"),
        ])
    }
    process(isInSave: false)
    post(
      .NSManagedObjectContextDidMergeChangesObjectIDs,
      [
        NSInsertedObjectIDsKey: Set(ids.inserted), NSUpdatedObjectIDsKey: Set(ids.updated),
        NSDeletedObjectIDsKey: Set(ids.deleted), "managedObjectContext": self,
      ])
  }
}

extension NSPersistentStoreCoordinator {
  /// Drops cached rows that were changed without the coordinator, so that they are read again.
  fileprivate final func forgetRows(_ ids: [NSManagedObjectID]) {
    locked { for id in ids { cache.remove(id) } }
  }
}

/// The contexts that merge changes automatically (C-149).
let automaticMerging = AutomaticMerging()

final class AutomaticMerging: Sendable {
  private struct Entry {
    let address: UInt
    // OPTIMIZATION: no weak reference, which would make each retain of the context slower.
    let context: ZeroingElement<NSManagedObjectContext>
  }
  private let entries = Guarded<[Entry]>([])

  func add(_ context: NSManagedObjectContext) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(context).toOpaque())
    entries.withLock { entries in
      if !entries.contains(where: { $0.address == address }) {
        entries.append(Entry(address: address, context: ZeroingElement(context)))
      }
    }
  }

  func remove(_ context: NSManagedObjectContext) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(context).toOpaque())
    entries.withLock { $0.removeAll { $0.address == address } }
  }

  var hasContexts: Bool { entries.withLock { !$0.isEmpty } }

  /// Merges the changes into contexts with the same parent or coordinator, each on its own queue.
  func announce(_ ids: SavedIDs, from source: NSManagedObjectContext) {
    let contexts = entries.withLock { $0.compactMap(\.context.object) }
    for context in contexts where context !== source && context.source === source.source {
      if context.type == .confinementConcurrencyType {
        context.merge(ids)
      } else {
        let reference = ZeroingElement(context)
        context.perform { reference.object?.merge(ids) }
      }
    }
  }
}
