import CarobFoundation

extension NSFetchRequestExpression {
  /// The results of the request, for a predicate that is evaluated in memory.
  static func results(
    _ storage: FetchRequestStorage, _ context: NSManagedObjectContext, _ isCountOnly: Bool
  ) -> Any {
    if isCountOnly { return NSNumber(value: (try? context.count(of: storage)) ?? 0) }
    return NSArray(array: (try? context.results(of: storage)) ?? [])
  }
}
