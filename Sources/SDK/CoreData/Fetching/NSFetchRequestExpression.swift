import CarobFoundation

/// A fetch within a predicate: the results of a request, as in `x IN …`, or their number.
open class NSFetchRequestExpression: NSExpression {
  public let requestExpression: NSExpression
  public let contextExpression: NSExpression
  public let isCountOnlyRequest: Bool

  init(_ request: NSExpression, _ context: NSExpression, _ isCountOnly: Bool) {
    requestExpression = request
    contextExpression = context
    isCountOnlyRequest = isCountOnly
    super.init(
      .block(
        { _, _, _ in
          let storage = (request.value(nil, [:]) as? any FetchRequestSharing)?.storage
          let context = context.value(nil, [:]) as? NSManagedObjectContext
          guard let storage, let context else { return NSArray() }
          return NSFetchRequestExpression.results(storage, context, isCountOnly)
        }, []))
  }

  open class func expression(
    forFetch fetch: NSExpression, context: NSExpression, countOnly countFlag: Bool
  ) -> NSExpression {
    NSFetchRequestExpression(fetch, context, countFlag)
  }
}
