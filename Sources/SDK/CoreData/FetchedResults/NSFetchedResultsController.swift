import CarobFoundation
import UIKit

/// Keeps the results of a fetch request up to date, in sections, for a table or a collection (C-260 … C-269).
///
/// Without a delegate the results stay what the last `performFetch` found. With one, each event of the context that changes what the
/// request finds changes the results and is reported, on the context's queue.
///
/// The parameter is the class of the results. The delegate gets the same controller with `any NSFetchRequestResult` for it: another
/// object that is equal (`==`, `===`) and shares everything.
open class NSFetchedResultsController<ResultType>: NSObject {
  final let core: FetchedResults
  /// The controller under the type that the delegate sees, kept so that it is the same each time.
  final var companion: AnyObject?

  /// - Parameters:
  ///   - fetchRequest: must have sort descriptors; with sections the first sorts as the section key path does (C-261).
  ///   - sectionNameKeyPath: the key path whose value as text names an object's section; nil for one section.
  ///   - name: a name under which the division into sections is kept; see `deleteCache(withName:)`.
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

  /// Hears of changes; not retained. Set it before `performFetch`, or at any time after.
  open var delegate: (any NSFetchedResultsControllerDelegate)? {
    get { core.delegate }
    set { core.delegate = newValue }
  }

  /// Forgets what is kept under a name, or under all (C-269). Necessary before a request that was used is changed.
  open class func deleteCache(withName name: String?) { SectionCaches.delete(name) }

  /// Fetches; afterwards `fetchedObjects` and `sections` are there.
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

  /// The sections as they are now; nil before the first fetch.
  open var sections: [any NSFetchedResultsSectionInfo]? { core.sectionInfos }

  /// The titles of all sections that have one, without repetitions (C-267).
  open var sectionIndexTitles: [String] { core.indexTitles }

  /// The first letter of a section's name in upper case, unless the delegate or a subclass says something else (C-267).
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    core.standardIndexTitle(sectionName)
  }

  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
    core.section(forIndexTitle: title, at: sectionIndex)
  }

  // MARK: One controller under two types

  open override func isEqual(_ object: Any?) -> Bool { (object as? any FetchedResultsFacade)?.core === core }
  open override var hash: Int { ObjectIdentifier(core).hashValue }
}

/// A controller of any type of results.
protocol FetchedResultsFacade: AnyObject {
  var core: FetchedResults { get }
  var companion: AnyObject? { get set }
  func sectionIndexTitle(forSectionName sectionName: String) -> String?
}
extension NSFetchedResultsController: FetchedResultsFacade {}

/// Whether two controllers, of which a delegate knows one under another type, are one.
public func === <A, B>(_ a: NSFetchedResultsController<A>?, _ b: NSFetchedResultsController<B>?) -> Bool {
  a?.core === b?.core
}
public func !== <A, B>(_ a: NSFetchedResultsController<A>?, _ b: NSFetchedResultsController<B>?) -> Bool {
  a?.core !== b?.core
}
public func == <A, B>(_ a: NSFetchedResultsController<A>?, _ b: NSFetchedResultsController<B>?) -> Bool {
  a?.core === b?.core
}
