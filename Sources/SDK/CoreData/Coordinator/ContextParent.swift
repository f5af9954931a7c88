import CarobFoundation

/// What a context fetches from and saves to: the coordinator, or the parent context. Contexts know no stores.
///
/// Safe on any thread.
protocol ContextParent: AnyObject {
  /// The row of one object; nil if there is none any more.
  ///
  /// `maximumAge`: rows that were read from the store longer ago, in seconds, are read again; negative: rows in the cache are
  /// good however old they are.
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
  /// The members of a relationship with their rows; nil where that takes more than asking for the one after the other.
  func rows(
    of relationship: NSRelationshipDescription, of id: NSManagedObjectID, generation: NSQueryGenerationToken?
  ) throws -> [(id: NSManagedObjectID, row: RowSnapshot)]?

  /// Fetches from these stores, nil for all that have the entity, in the order of the sort descriptors.
  func fetch(_ request: StoreRequest, in stores: [NSPersistentStore]?) throws -> StoreResult

  /// Permanent identifiers for objects, in groups of one entity, in order. `store`: where the app assigned them.
  func permanentIDs(
    of groups: [(objects: [NSManagedObject], store: NSPersistentStore?)]
  ) throws -> [[NSManagedObjectID]]

  /// Writes the changes; gives the versions of rows for which they are not those of the changes. Throws `StoreConflict`.
  func save(
    _ changes: StoreChanges, author: String?, context: String?
  ) throws -> [NSManagedObjectID: Int64]

  /// Contexts say which rows they hold on to, so that the cache keeps those and no others.
  func retainRows(_ ids: [NSManagedObjectID])
  func releaseRows(_ ids: [NSManagedObjectID])
}
