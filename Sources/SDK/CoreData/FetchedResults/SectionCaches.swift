import CarobFoundation

/// The names of section caches, and the requests that they belong to (C-269).
///
/// Only the configuration is stored: sections are always recomputed, because reading them from a file would
/// not be faster.
enum SectionCaches {
  private struct Configuration: Equatable {
    var entity: String?
    var predicate: String?
    var sorting: [String]
    var sectionNameKeyPath: String?
  }
  private struct Entry {
    weak var results: FetchedResults?
    var configuration: Configuration
  }
  private static let entries = Guarded<[String: Entry]>([:])

  /// Raises if a controller's request was changed since its sections were cached.
  static func check(_ name: String, for results: FetchedResults) throws {
    guard let entry = entries.withLock({ $0[name] }), entry.results === results,
      entry.configuration != configuration(results)
    else { return }
    NSException.raise(
      .internalInconsistencyException,
      "FATAL ERROR: The persistent cache of section information does not match the current configuration. You have "
        + "illegally mutated the NSFetchedResultsController's fetch request, its predicate, or its sort descriptor "
        + "without either disabling caching or using +deleteCacheWithName:")
  }

  static func keep(_ name: String, for results: FetchedResults) {
    entries.withLock { $0[name] = Entry(results: results, configuration: configuration(results)) }
  }

  static func delete(_ name: String?) {
    entries.withLock { entries in
      if let name { entries[name] = nil } else { entries = [:] }
    }
  }

  private static func configuration(_ results: FetchedResults) -> Configuration {
    Configuration(
      entity: results.request.entityName, predicate: results.request.predicate?.formatText,
      sorting: (results.request.sortDescriptors ?? []).map(\.description),
      sectionNameKeyPath: results.sectionNameKeyPath)
  }
}
