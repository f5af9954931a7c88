import CarobFoundation

/// A fetch in the form that stores execute: the properties of a fetch request.
struct StoreRequest {
  enum Result { case ids, rows, dictionaries, count }

  var entity: NSEntityDescription
  var result: Result
  var predicate: NSPredicate?
  var sortDescriptors: [NSSortDescriptor] = []
  var limit = 0
  var offset = 0
  var includesSubentities = true
  /// `String` or `NSPropertyDescription`; for dictionary results only.
  var propertiesToFetch: [Any]?
  var propertiesToGroupBy: [Any]?
  var havingPredicate: NSPredicate?
  var returnsDistinctResults = false
  /// The context that fetches; used by stores whose class the app defines.
  var context: NSManagedObjectContext?
  /// The state of the store that the context has pinned.
  var generation: NSQueryGenerationToken?

  init(entity: NSEntityDescription, result: Result, predicate: NSPredicate? = nil) {
    self.entity = entity
    self.result = result
    self.predicate = predicate
  }
}

/// The results of a fetch from a store.
enum StoreResult {
  case ids([NSManagedObjectID])
  case rows([(id: NSManagedObjectID, row: RowSnapshot)])
  case dictionaries([NSDictionary])
  case count(Int)
}
