import CarobFoundation

/// What a context fetches from and saves to: the coordinator or the parent context. Contexts do not access
/// stores.
///
/// Safe on any thread.
protocol ContextParent: AnyObject {
  /// The row of one object; nil if it no longer exists.
  ///
  /// `maximumAge`: cached rows that are older, in seconds, are read again; negative: cached rows of any age
  /// are used.
  func row(
    for id: NSManagedObjectID, maximumAge: Double, generation: NSQueryGenerationToken?
  ) throws -> RowSnapshot?
  func rows(
    for ids: [NSManagedObjectID], maximumAge: Double, generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID: RowSnapshot]
  func toMany(
    _ relationship: NSRelationshipDescription, of id: NSManagedObjectID, generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID]
  func toMany(
    _ relationship: NSRelationshipDescription, of ids: [NSManagedObjectID],
    generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID: [NSManagedObjectID]]
  /// The members of a relationship with their rows; nil if that is not faster than separate requests.
  func rows(
    of relationship: NSRelationshipDescription, of id: NSManagedObjectID, generation: NSQueryGenerationToken?
  ) throws -> [(id: NSManagedObjectID, row: RowSnapshot)]?

  /// Fetches from these stores (nil for all that have the entity), in the order of the sort descriptors.
  func fetch(_ request: StoreRequest, in stores: [NSPersistentStore]?) throws -> StoreResult

  /// Permanent identifiers for objects, in groups of one entity, in order. `store`: the store that the app
  /// assigned them to.
  func permanentIDs(
    of groups: [(objects: [NSManagedObject], store: NSPersistentStore?)]
  ) throws -> [[NSManagedObjectID]]

  /// Writes the changes; returns the versions of rows whose version is not that in the changes. Throws
  /// `StoreConflict`.
  func save(
    _ changes: StoreChanges, author: String?, context: String?
  ) throws -> [NSManagedObjectID: Int64]

  /// Contexts retain the rows of their objects, so that the cache keeps only those.
  func retainRows(_ ids: [NSManagedObjectID])
  func releaseRows(_ ids: [NSManagedObjectID])
}
