import CarobFoundation
import UIKit

/// The implementation of a fetched-results controller, independent of its result type.
final class FetchedResults: @unchecked Sendable {
  // @unchecked because a controller is used on its context's queue, where it also receives notifications.
  let request: FetchRequestStorage
  let context: NSManagedObjectContext
  let sectionNameKeyPath: String?
  let cacheName: String?
  /// The controller that the app created; it owns this object.
  weak var owner: (any FetchedResultsFacade)?
  /// Set by a default implementation of the delegate protocol: the delegate does not implement the method.
  var isMissing = false

  /// The controller that is passed to the delegate.
  private weak var facade: NSFetchedResultsController<any NSFetchRequestResult>?
  private var listing: FetchedListing<AnyObject>?
  private var token: (any NSObjectProtocol)?

  weak var delegate: (any NSFetchedResultsControllerDelegate)? {
    didSet { updateTracking() }
  }

  init(
    _ request: FetchRequestStorage, _ context: NSManagedObjectContext, _ sectionNameKeyPath: String?,
    cacheName: String?
  ) {
    self.request = request
    self.context = context
    self.sectionNameKeyPath = sectionNameKeyPath
    self.cacheName = cacheName
  }

  deinit { stopTracking() }

  // MARK: Fetching

  func performFetch() throws {
    if let cacheName { try SectionCaches.check(cacheName, for: self) }
    let found = try context.fetch(NSFetchRequest<any NSFetchRequestResult>(_sharing: request))
    var listing = FetchedListing<AnyObject>(
      areInIncreasingOrder: sortOrder(),
      sectionName: sectionNameKeyPath.map { path in { Self.name($0, path) } })
    do {
      try listing.replace(with: found.map { $0 as AnyObject })
      self.listing = listing
    } catch {
      self.listing = nil
      throw reported(error)
    }
    if let cacheName { SectionCaches.keep(cacheName, for: self) }
    updateTracking()
    // C-278
    if let delegate, delegate.responds(to: Self.snapshotSelector) {
      _ = withFacade { deliverSnapshot(of: listing, FetchedListing<AnyObject>.Changes(), delegate, $0) }
    }
  }

  // C-261: the platform logs this error, and the results are empty.
  private func reported(_ error: FetchedListing<AnyObject>.OutOfOrder) -> NSError {
    let text =
      "The fetched object at index \(error.index) has an out of order section name '\(error.name). Objects must be "
      + "sorted by section name'"
    Journal.warn("CoreData: error: (NSFetchedResultsController) \(text)", rule: "C-261")
    return NSError(domain: NSCocoaErrorDomain, code: 134060, userInfo: ["reason": text])
  }

  private func sortOrder() -> (AnyObject, AnyObject) -> Bool {
    let descriptors = request.sortDescriptors ?? []
    return { a, b in
      for descriptor in descriptors {
        switch descriptor.compare(a, to: b) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return false
    }
  }

  /// The value of the section key path as text.
  private static func name(_ object: AnyObject, _ path: String) -> String {
    switch (object as? NSObject)?.value(forKeyPath: path) {
    case nil, is NSNull: ""
    case let text as String: text
    case let number as NSNumber: number.stringValue
    case let value?: "\(value)"
    }
  }

  // MARK: Results

  var results: SharedPieces<AnyObject>? { listing?.objects }

  func object(at path: IndexPath) -> AnyObject? {
    guard let listing, path.count == 2, listing.sections.indices.contains(path[0]),
      path[1] >= 0, path[1] < listing.sections[path[0]].count
    else { return nil }
    let objects = listing.objects(in: path[0])
    return objects[objects.startIndex + path[1]]
  }

  func indexPath(of object: AnyObject) -> IndexPath? {
    guard let listing, let position = listing.position(of: object) else { return nil }
    return listing.path(at: position)
  }

  var sectionInfos: [any NSFetchedResultsSectionInfo]? {
    guard let listing else { return nil }
    return listing.sections.indices.map { info(listing, $0) }
  }

  private func info(_ listing: FetchedListing<AnyObject>, _ index: Int) -> FetchedResultsSection {
    let section = listing.sections[index]
    return FetchedResultsSection(
      name: section.name, indexTitle: indexTitle(section.name), count: section.count,
      objects: { Array(listing.objects(in: index)) })
  }

  // C-267
  private func indexTitle(_ name: String) -> String? {
    owner.map { $0.sectionIndexTitle(forSectionName: name) } ?? standardIndexTitle(name)
  }

  func standardIndexTitle(_ name: String) -> String? {
    if let delegate, delegate.responds(to: Selector("controller:sectionIndexTitleForSectionName:")) {
      return withFacade { facade in
        Journal.query(.delegate, "controller(_:sectionIndexTitleForSectionName:)", to: delegate, from: facade)
        {
          delegate.controller(facade, sectionIndexTitleForSectionName: name)
        }
      }
    }
    return name.first.map { String($0).uppercased() }
  }

  var indexTitles: [String] {
    var titles: [String] = []
    for section in listing?.sections ?? [] {
      if let title = indexTitle(section.name), titles.last != title { titles.append(title) }
    }
    return titles
  }

  func section(forIndexTitle title: String, at index: Int) -> Int {
    let sections = listing?.sections ?? []
    guard let found = sections.firstIndex(where: { indexTitle($0.name) == title }) else {
      NSException.raise(
        .internalInconsistencyException, "Index title at \(index) is not equal to '\(title)'")
    }
    return found
  }

  // MARK: Following the context

  // C-260: without a delegate, changes are not tracked.
  private func updateTracking() {
    guard delegate != nil, listing != nil else { return stopTracking() }
    guard token == nil else { return }
    token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
    ) { [weak self] notification in self?.objectsDidChange(notification) }
  }

  private func stopTracking() {
    if let token { NotificationCenter.default.removeObserver(token) }
    token = nil
  }

  private func objectsDidChange(_ notification: Notification) {
    guard listing != nil, let delegate else { return }
    let changed = self.changed(notification)
    guard !changed.isEmpty, var next = listing else { return }
    let old = next
    let changes = next.apply(changed)
    // C-275: logs the platform's message; the results are correct nevertheless.
    if let error = changes.outOfOrder { _ = reported(error) }
    // NB: a change of an object's values is reported even if the listing is equal.
    guard !changes.isEmpty else { return }
    report(changes, from: old, to: next, delegate)
  }

  /// Members of the results that changed, and objects that may have become members, in the order of the notification.
  private func changed(_ notification: Notification) -> [FetchedListing<AnyObject>.Changed] {
    var result: [FetchedListing<AnyObject>.Changed] = []
    var seen: Set<ObjectIdentifier> = []
    let sortKeys = Set((request.sortDescriptors ?? []).compactMap { $0.key.map(Self.firstKey) })
      .union(sectionNameKeyPath.map { [Self.firstKey($0)] } ?? [])
    func add(_ key: String, isDeleted: Bool = false, _ changedOrder: (NSManagedObject) -> Bool) {
      let objects = (notification.userInfo?[key] as? Set<NSManagedObject>) ?? []
      for object in objects.sorted(by: ChangeOrder.precedes) where request.covers(object.entity) {
        guard seen.insert(ObjectIdentifier(object)).inserted else { continue }
        result.append(
          .init(
            object: object, isMember: !isDeleted && !object.isDeleted && matches(object),
            changedOrder: changedOrder(object)))
      }
    }
    add(NSDeletedObjectsKey, isDeleted: true) { _ in false }
    add(NSInsertedObjectsKey) { _ in false }
    add(NSUpdatedObjectsKey) { object in
      !sortKeys.isDisjoint(with: object.changedKeys)
    }
    add(NSRefreshedObjectsKey) { _ in false }
    // C-277
    add(NSInvalidatedObjectsKey, isDeleted: true) { _ in false }
    return result
  }

  private static func firstKey(_ path: String) -> String {
    String(path.split(separator: ".", maxSplits: 1).first ?? "")
  }

  private func matches(_ object: NSManagedObject) -> Bool {
    request.predicate?.evaluate(with: object) ?? true
  }

  // MARK: Reporting

  /// Calls the body with the controller in the type that the delegate's methods take.
  private func withFacade<R>(_ body: (NSFetchedResultsController<any NSFetchRequestResult>) -> R) -> R {
    if let owner = owner as? NSFetchedResultsController<any NSFetchRequestResult> { return body(owner) }
    let facade = facade ?? NSFetchedResultsController<any NSFetchRequestResult>(sharing: self)
    self.facade = facade
    owner?.companion = facade
    return body(facade)
  }

  private func report(
    _ changes: FetchedListing<AnyObject>.Changes, from old: FetchedListing<AnyObject>,
    to new: FetchedListing<AnyObject>, _ delegate: any NSFetchedResultsControllerDelegate
  ) {
    withFacade { facade in
      // C-268
      if delegate.responds(to: Self.snapshotSelector) {
        listing = new
        if deliverSnapshot(of: new, changes, delegate, facade) { return }
        listing = old
      }
      // C-262: the controller has the old results until `controllerWillChangeContent` has returned.
      Journal.deliver(.delegate, "controllerWillChangeContent(_:)", to: delegate, from: facade) {
        delegate.controllerWillChangeContent(facade)
      }
      listing = new
      for change in changes.sections {
        let info =
          change.isInsertion
          ? info(new, change.index) : info(old, change.index)
        Self.deliver(
          "controller(_:didChange:atSectionIndex:for:)", to: delegate, from: facade, Self.detail(change)
        ) {
          delegate.controller(
            facade, didChange: info, atSectionIndex: change.index, for: change.isInsertion ? .insert : .delete
          )
        }
      }
      for change in changes.objects {
        Self.deliver(
          "controller(_:didChange:at:for:newIndexPath:)", to: delegate, from: facade, Self.detail(change)
        ) {
          delegate.controller(
            facade, didChange: change.object, at: change.old, for: Self.type(change.kind),
            newIndexPath: change.new)
        }
      }
      Journal.deliver(.delegate, "controllerDidChangeContent(_:)", to: delegate, from: facade) {
        delegate.controllerDidChangeContent(facade)
      }
    }
  }

  // C-287
  private static func detail(
    _ change: FetchedListing<AnyObject>.SectionChange
  ) -> [(key: String, value: String)] {
    [
      (key: "change", value: change.isInsertion ? "insert" : "delete"),
      (key: "section", value: "\(change.index)"),
      (key: "name", value: change.name),
    ]
  }

  private static func detail(
    _ change: FetchedListing<AnyObject>.ObjectChange
  ) -> [(key: String, value: String)] {
    func path(_ key: String, _ path: IndexPath?) -> [(key: String, value: String)] {
      path.map { [(key: key, value: "\($0[0]).\($0[1])")] } ?? []
    }
    return [(key: "change", value: "\(change.kind)")] + path("at", change.old) + path("to", change.new)
  }

  /// Delivers a delegate call, and records its arguments in the trace.
  private static func deliver(
    _ name: String, to delegate: AnyObject, from facade: AnyObject,
    _ detail: @autoclosure () -> [(key: String, value: String)], _ body: () -> Void
  ) {
    guard Journal.isRecording else { return body() }
    let method = Runtime.implementation(Swift.type(of: delegate), name)
    Journal.deliverRegistered(
      .delegate, name, to: delegate, from: facade, category: method == nil ? .internal : .functional,
      site: method?.site, detail: detail(), body)
  }

  private static let snapshotSelector = Selector("controller:didChangeContentWithSnapshot:")

  /// Delivers the results as a snapshot, or the change as a difference; false if the delegate implements
  /// neither.
  private func deliverSnapshot(
    of listing: FetchedListing<AnyObject>, _ changes: FetchedListing<AnyObject>.Changes,
    _ delegate: any NSFetchedResultsControllerDelegate,
    _ facade: NSFetchedResultsController<any NSFetchRequestResult>
  ) -> Bool {
    let snapshot = snapshot(listing, changes)
    isMissing = false
    Journal.deliver(.delegate, "controller(_:didChangeContentWith:)", to: delegate, from: facade) {
      delegate.controller(facade, didChangeContentWith: snapshot)
      guard isMissing, sectionNameKeyPath == nil, !changes.isEmpty else { return }
      isMissing = false
      delegate.controller(facade, didChangeContentWith: difference(changes))
    }
    return !isMissing
  }

  private static func type(_ kind: FetchedListing<AnyObject>.ObjectChange.Kind) -> NSFetchedResultsChangeType
  {
    switch kind {
    case .insert: .insert
    case .delete: .delete
    case .move: .move
    case .update: .update
    }
  }

  private func snapshot(
    _ listing: FetchedListing<AnyObject>, _ changes: FetchedListing<AnyObject>.Changes
  ) -> NSDiffableDataSourceSnapshotReference {
    let snapshot = NSDiffableDataSourceSnapshotReference()
    snapshot.appendSections(withIdentifiers: listing.sections.map(\.name))
    for (index, section) in listing.sections.enumerated() {
      snapshot.appendItems(
        withIdentifiers: listing.objects(in: index).compactMap { ($0 as? NSManagedObject)?.objectID },
        intoSectionWithIdentifier: section.name)
    }
    snapshot.reloadItems(
      withIdentifiers: changes.objects.filter { $0.kind == .update }
        .compactMap { ($0.object as? NSManagedObject)?.objectID })
    return snapshot
  }

  private func difference(
    _ changes: FetchedListing<AnyObject>.Changes
  ) -> CollectionDifference<NSManagedObjectID> {
    var parts: [CollectionDifference<NSManagedObjectID>.Change] = []
    for change in changes.objects {
      guard let id = (change.object as? NSManagedObject)?.objectID else { continue }
      // An update is a removal and an insertion at the same position.
      if let old = change.old {
        parts.append(.remove(offset: old[1], element: id, associatedWith: change.new.map { $0[1] }))
      }
      if let new = change.new {
        parts.append(.insert(offset: new[1], element: id, associatedWith: change.old.map { $0[1] }))
      }
    }
    // NB: nil only for duplicate offsets, which cannot occur because each object has its own position.
    return CollectionDifference(parts) ?? [].difference(from: [])
  }
}
