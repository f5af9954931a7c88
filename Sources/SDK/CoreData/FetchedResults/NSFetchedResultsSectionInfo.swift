import CarobFoundation

/// A section of a fetched-results controller.
public protocol NSFetchedResultsSectionInfo {
  /// The value of the section key path as text; empty if there is none.
  var name: String { get }
  /// What an index at a table's side shows for the section (C-267).
  var indexTitle: String? { get }
  var numberOfObjects: Int { get }
  var objects: [Any]? { get }
}

/// A section as it was when it was asked for.
final class FetchedResultsSection: NSObject, NSFetchedResultsSectionInfo {
  let name: String
  let indexTitle: String?
  let numberOfObjects: Int
  // OPTIMIZATION: most who ask for a section want the number of its objects.
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
