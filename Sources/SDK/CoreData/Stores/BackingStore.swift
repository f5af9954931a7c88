import CarobFoundation

/// A store of ours: what the coordinator asks, by row, for its contexts.
///
/// All methods are called under the coordinator's lock.
protocol BackingStore: NSPersistentStore {
  /// Whether the store keeps objects of the entity.
  func has(_ entity: NSEntityDescription) -> Bool
  func permanentIDs(for objects: [(entity: NSEntityDescription, count: Int)]) throws -> [[NSManagedObjectID]]
  func row(for id: NSManagedObjectID, generation: NSQueryGenerationToken?) throws -> RowSnapshot?
  func rows(
    for ids: [NSManagedObjectID], generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID: RowSnapshot]
  func toMany(
    _ relationship: NSRelationshipDescription, of id: NSManagedObjectID, generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID]
  /// The same for many owners at once (prefetching).
  func toMany(
    _ relationship: NSRelationshipDescription, of ids: [NSManagedObjectID],
    generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID: [NSManagedObjectID]]
  func fetch(_ request: StoreRequest) throws -> StoreResult
  /// Writes everything in one transaction, or nothing; gives the versions of rows for which they are not those of the changes.
  ///
  /// Throws `StoreConflict` if a row was changed or deleted since the context read it.
  func save(
    _ changes: StoreChanges, author: String?, context: String?
  ) throws -> [NSManagedObjectID: Int64]
}
