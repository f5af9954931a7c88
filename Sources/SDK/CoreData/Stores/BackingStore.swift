import CarobFoundation

/// A store that the coordinator reads and writes row by row for its contexts.
///
/// All methods are called under the coordinator's lock.
protocol BackingStore: NSPersistentStore {
  /// Whether the store keeps objects of the entity.
  func has(_ entity: NSEntityDescription) -> Bool
  /// Permanent identifiers, in order, for objects of one entity that are about to be saved for the first
  /// time.
  func permanentIDs(of objects: [NSManagedObject]) throws -> [NSManagedObjectID]
  func row(for id: NSManagedObjectID, generation: NSQueryGenerationToken?) throws -> RowSnapshot?
  func rows(
    for ids: [NSManagedObjectID], generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID: RowSnapshot]
  func toMany(
    _ relationship: NSRelationshipDescription, of id: NSManagedObjectID, generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID]
  /// The members for many owners at once (prefetching).
  func toMany(
    _ relationship: NSRelationshipDescription, of ids: [NSManagedObjectID],
    generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID: [NSManagedObjectID]]
  func fetch(_ request: StoreRequest) throws -> StoreResult
  /// Writes all changes in one transaction, or none; returns the versions of rows whose version is not that
  /// in the changes.
  ///
  /// Throws `StoreConflict` if a row was changed or deleted since the context read it.
  func save(
    _ changes: StoreChanges, author: String?, context: String?
  ) throws -> [NSManagedObjectID: Int64]
}

// Defaults for stores without an optimized implementation: one request per object.
extension BackingStore {
  func rows(
    for ids: [NSManagedObjectID], generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID: RowSnapshot] {
    var result: [NSManagedObjectID: RowSnapshot] = [:]
    for id in ids { result[id] = try row(for: id, generation: generation) }
    return result
  }

  func toMany(
    _ relationship: NSRelationshipDescription, of ids: [NSManagedObjectID],
    generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID: [NSManagedObjectID]] {
    var result: [NSManagedObjectID: [NSManagedObjectID]] = [:]
    for id in ids { result[id] = try toMany(relationship, of: id, generation: generation) }
    return result
  }
}
