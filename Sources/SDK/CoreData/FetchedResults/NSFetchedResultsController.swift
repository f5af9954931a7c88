import CarobFoundation
import UIKit

/// Keeps the results of a fetch request up to date, in sections, for a table or a collection (C-260 … C-269).
///
/// Without a delegate the results do not change after `performFetch`. With one, the controller follows each
/// event of the context that affects the request's results, and reports the changes on the context's queue.
///
/// The type parameter is the class of the results. The delegate gets a controller with the parameter `any
/// NSFetchRequestResult`: a different object, which is equal (`==`, `===`) and shares all state.
open class NSFetchedResultsController<ResultType>: NSObject {
  final let core: FetchedResults
  /// The controller in the type that the delegate gets, kept so that it is always the same object.
  final var companion: AnyObject?

  /// - Parameters:
  ///   - fetchRequest: must have sort descriptors; with sections, the first one must keep sections together (C-261).
  ///   - sectionNameKeyPath: the key path whose value, as text, is an object's section name; nil for one section.
  ///   - name: the name of the cache for the section information; see `deleteCache(withName:)`.
  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    // C-261
    guard let sorting = fetchRequest.sortDescriptors, !sorting.isEmpty else {
      NSException.raise(
        .invalidArgumentException,
        "An instance of NSFetchedResultsController requires a fetch request with sort descriptors")
    }
    core = FetchedResults(fetchRequest.storage, context, sectionNameKeyPath, cacheName: name)
    super.init()
    core.owner = self
  }

  init(sharing core: FetchedResults) {
    self.core = core
    super.init()
  }

  open var fetchRequest: NSFetchRequest<ResultType> { NSFetchRequest(_sharing: core.request) }
  open var managedObjectContext: NSManagedObjectContext { core.context }
  open var sectionNameKeyPath: String? { core.sectionNameKeyPath }
  open var cacheName: String? { core.cacheName }

  /// Receives changes; not retained. It can be set before `performFetch` or at any later time.
  open var delegate: (any NSFetchedResultsControllerDelegate)? {
    get { core.delegate }
    set { core.delegate = newValue }
  }

  /// Deletes the cache with a name, or all caches (C-269). Required before a request that is in use is
  /// changed.
  open class func deleteCache(withName name: String?) { SectionCaches.delete(name) }

  /// Executes the fetch; afterwards `fetchedObjects` and `sections` are available.
  open func performFetch() throws { try core.performFetch() }

  /// The results in order; nil before the first fetch.
  open var fetchedObjects: [ResultType]? { core.results.map { $0.compactMap { $0 as? ResultType } } }

  open func object(at indexPath: IndexPath) -> ResultType {
    guard let object = core.object(at: indexPath) as? ResultType else {
      NSException.raise(
        .invalidArgumentException, "no object at index \(indexPath[1]) in section at index \(indexPath[0])")
    }
    return object
  }

  open func indexPath(forObject object: ResultType) -> IndexPath? {
    core.indexPath(of: object as AnyObject)
  }

  /// The current sections; nil before the first fetch.
  open var sections: [any NSFetchedResultsSectionInfo]? { core.sectionInfos }

  /// The titles of all sections that have one, without duplicates (C-267).
  open var sectionIndexTitles: [String] { core.indexTitles }

  /// The uppercase first letter of a section's name, unless the delegate or a subclass overrides it (C-267).
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    core.standardIndexTitle(sectionName)
  }

  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
    core.section(forIndexTitle: title, at: sectionIndex)
  }

  // MARK: One controller with two types

  open override func isEqual(_ object: Any?) -> Bool { (object as? any FetchedResultsFacade)?.core === core }
  open override var hash: Int { ObjectIdentifier(core).hashValue }
}

/// A controller, without its result type.
protocol FetchedResultsFacade: AnyObject {
  var core: FetchedResults { get }
  var companion: AnyObject? { get set }
  func sectionIndexTitle(forSectionName sectionName: String) -> String?
}
extension NSFetchedResultsController: FetchedResultsFacade {}

/// Whether two controllers are the same, also if the delegate got one of them with a different type.
public func === <A, B>(_ a: NSFetchedResultsController<A>?, _ b: NSFetchedResultsController<B>?) -> Bool {
  a?.core === b?.core
}
public func !== <A, B>(_ a: NSFetchedResultsController<A>?, _ b: NSFetchedResultsController<B>?) -> Bool {
  a?.core !== b?.core
}
public func == <A, B>(_ a: NSFetchedResultsController<A>?, _ b: NSFetchedResultsController<B>?) -> Bool {
  a?.core === b?.core
}
