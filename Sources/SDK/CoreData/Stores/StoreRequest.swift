import CarobFoundation

/// A fetch as a store executes it: a request's properties without the request.
struct StoreRequest {
  enum Result { case ids, rows, dictionaries, count }

  var entity: NSEntityDescription
  var result: Result
  var predicate: NSPredicate?
  var sortDescriptors: [NSSortDescriptor] = []
  var limit = 0
  var offset = 0
  var includesSubentities = true
  /// `String` or `NSPropertyDescription`; of dictionaries only.
  var propertiesToFetch: [Any]?
  var propertiesToGroupBy: [Any]?
  var havingPredicate: NSPredicate?
  var returnsDistinctResults = false
  /// Who asks; for stores of the app's own.
  var context: NSManagedObjectContext?
  /// The state of the store that the context has pinned.
  var generation: NSQueryGenerationToken?

  init(entity: NSEntityDescription, result: Result, predicate: NSPredicate? = nil) {
    self.entity = entity
    self.result = result
    self.predicate = predicate
  }
}

/// What a store found.
enum StoreResult {
  case ids([NSManagedObjectID])
  case rows([(id: NSManagedObjectID, row: RowSnapshot)])
  case dictionaries([NSDictionary])
  case count(Int)
}
