import CarobFoundation

/// A section of a fetched-results controller.
public protocol NSFetchedResultsSectionInfo {
  /// The value of the section key path as text; empty if there is none.
  var name: String { get }
  /// The title of the section in a table's index (C-267).
  var indexTitle: String? { get }
  var numberOfObjects: Int { get }
  var objects: [Any]? { get }
}

/// A snapshot of a section.
final class FetchedResultsSection: NSObject, NSFetchedResultsSectionInfo {
  let name: String
  let indexTitle: String?
  let numberOfObjects: Int
  // OPTIMIZATION: lazy, because most callers need only the number of objects.
  private let makeObjects: () -> [Any]

  init(name: String, indexTitle: String?, count: Int, objects: @escaping () -> [Any]) {
    self.name = name
    self.indexTitle = indexTitle
    numberOfObjects = count
    makeObjects = objects
    super.init()
  }

  var objects: [Any]? { makeObjects() }
}
