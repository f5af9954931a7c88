import CarobFoundation

/// A snapshot with identifiers of any hashable type, as a fetched-results controller passes it to its
/// delegate (C-268).
///
/// `snapshot as NSDiffableDataSourceSnapshot<String, NSManagedObjectID>` converts it to a typed snapshot.
open class NSDiffableDataSourceSnapshotReference: NSObject, NSCopying {
  /// The identifiers; each must be hashable.
  fileprivate final var content = NSDiffableDataSourceSnapshot<AnyHashable, AnyHashable>()

  // MARK: Asking

  open var numberOfItems: Int { content.numberOfItems }
  open var numberOfSections: Int { content.numberOfSections }
  open var sectionIdentifiers: [Any] { content.sectionIdentifiers.map(\.base) }
  open var itemIdentifiers: [Any] { content.itemIdentifiers.map(\.base) }
  open var reloadedSectionIdentifiers: [Any] { content.reloadedSectionIdentifiers.map(\.base) }
  open var reloadedItemIdentifiers: [Any] { content.reloadedItemIdentifiers.map(\.base) }
  open var reconfiguredItemIdentifiers: [Any] { content.reconfiguredItemIdentifiers.map(\.base) }
  open func numberOfItems(inSection sectionIdentifier: Any) -> Int {
    content.numberOfItems(inSection: hashable(sectionIdentifier))
  }
  open func itemIdentifiersInSection(withIdentifier sectionIdentifier: Any) -> [Any] {
    content.itemIdentifiers(inSection: hashable(sectionIdentifier)).map(\.base)
  }
  open func sectionIdentifier(forSectionContainingItemIdentifier itemIdentifier: Any) -> Any? {
    content.sectionIdentifier(containingItem: hashable(itemIdentifier))?.base
  }
  /// `NSNotFound` if it is not there.
  open func index(ofItemIdentifier itemIdentifier: Any) -> Int {
    content.indexOfItem(hashable(itemIdentifier)) ?? NSNotFound
  }
  /// `NSNotFound` if it is not there.
  open func index(ofSectionIdentifier sectionIdentifier: Any) -> Int {
    content.indexOfSection(hashable(sectionIdentifier)) ?? NSNotFound
  }

  // MARK: Sections

  open func appendSections(withIdentifiers sectionIdentifiers: [Any]) {
    content.appendSections(hashable(sectionIdentifiers))
  }
  open func insertSections(
    withIdentifiers sectionIdentifiers: [Any], beforeSectionWithIdentifier toSectionIdentifier: Any
  ) { content.insertSections(hashable(sectionIdentifiers), beforeSection: hashable(toSectionIdentifier)) }
  open func insertSections(
    withIdentifiers sectionIdentifiers: [Any], afterSectionWithIdentifier toSectionIdentifier: Any
  ) { content.insertSections(hashable(sectionIdentifiers), afterSection: hashable(toSectionIdentifier)) }
  open func deleteSections(withIdentifiers sectionIdentifiers: [Any]) {
    content.deleteSections(hashable(sectionIdentifiers))
  }
  open func moveSection(
    withIdentifier fromSectionIdentifier: Any, beforeSectionWithIdentifier toSectionIdentifier: Any
  ) { content.moveSection(hashable(fromSectionIdentifier), beforeSection: hashable(toSectionIdentifier)) }
  open func moveSection(
    withIdentifier fromSectionIdentifier: Any, afterSectionWithIdentifier toSectionIdentifier: Any
  ) { content.moveSection(hashable(fromSectionIdentifier), afterSection: hashable(toSectionIdentifier)) }
  open func reloadSections(withIdentifiers sectionIdentifiers: [Any]) {
    content.reloadSections(hashable(sectionIdentifiers))
  }

  // MARK: Items

  open func appendItems(withIdentifiers identifiers: [Any]) { content.appendItems(hashable(identifiers)) }
  open func appendItems(withIdentifiers identifiers: [Any], intoSectionWithIdentifier sectionIdentifier: Any)
  {
    content.appendItems(hashable(identifiers), toSection: hashable(sectionIdentifier))
  }
  open func insertItems(withIdentifiers identifiers: [Any], beforeItemWithIdentifier itemIdentifier: Any) {
    content.insertItems(hashable(identifiers), beforeItem: hashable(itemIdentifier))
  }
  open func insertItems(withIdentifiers identifiers: [Any], afterItemWithIdentifier itemIdentifier: Any) {
    content.insertItems(hashable(identifiers), afterItem: hashable(itemIdentifier))
  }
  open func deleteItems(withIdentifiers identifiers: [Any]) { content.deleteItems(hashable(identifiers)) }
  open func deleteAllItems() { content.deleteAllItems() }
  open func moveItem(withIdentifier fromIdentifier: Any, beforeItemWithIdentifier toIdentifier: Any) {
    content.moveItem(hashable(fromIdentifier), beforeItem: hashable(toIdentifier))
  }
  open func moveItem(withIdentifier fromIdentifier: Any, afterItemWithIdentifier toIdentifier: Any) {
    content.moveItem(hashable(fromIdentifier), afterItem: hashable(toIdentifier))
  }
  open func reloadItems(withIdentifiers identifiers: [Any]) { content.reloadItems(hashable(identifiers)) }
  open func reconfigureItems(withIdentifiers identifiers: [Any]) {
    content.reconfigureItems(hashable(identifiers))
  }

  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSDiffableDataSourceSnapshotReference()
    copy.content = content
    return copy
  }

  private func hashable(_ identifiers: [Any]) -> [AnyHashable] { identifiers.map { hashable($0) } }
  private func hashable(_ identifier: Any) -> AnyHashable {
    guard let identifier = identifier as? any Hashable else {
      NSException.raise(
        .invalidArgumentException, "Identifiers of a snapshot must be hashable, which \(identifier) is not.")
    }
    return AnyHashable(identifier)
  }
}

/// Bridges a snapshot to its reference type with `as`, as on the platform.
extension NSDiffableDataSourceSnapshot: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSDiffableDataSourceSnapshotReference {
    let reference = NSDiffableDataSourceSnapshotReference()
    reference.content =
      converted {
        $0
      } item: {
        $0
      } ?? .init()
    return reference
  }

  public static func _forceBridgeFromObjectiveC(
    _ source: NSDiffableDataSourceSnapshotReference, result: inout Self?
  ) {
    if !_conditionallyBridgeFromObjectiveC(source, result: &result) {
      NSException.raise(
        .invalidArgumentException,
        "the snapshot has identifiers that are no \(SectionIdentifierType.self) or \(ItemIdentifierType.self)"
      )
    }
  }

  @discardableResult
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSDiffableDataSourceSnapshotReference, result: inout Self?
  ) -> Bool {
    result = source.content.converted {
      $0.base as? SectionIdentifierType
    } item: {
      $0.base as? ItemIdentifierType
    }
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(
    _ source: NSDiffableDataSourceSnapshotReference?
  ) -> Self {
    var result: Self?
    if let source { _forceBridgeFromObjectiveC(source, result: &result) }
    return result ?? Self()
  }

  /// Converts the identifiers to other types; nil if one of them cannot be converted.
  private func converted<Section: Hashable, Item: Hashable>(
    _ section: (SectionIdentifierType) -> Section?, item: (ItemIdentifierType) -> Item?
  ) -> NSDiffableDataSourceSnapshot<Section, Item>? {
    var result = NSDiffableDataSourceSnapshot<Section, Item>()
    func all<From, To>(_ identifiers: [From], _ convert: (From) -> To?) -> [To]? {
      let converted = identifiers.compactMap(convert)
      return converted.count == identifiers.count ? converted : nil
    }
    for identifier in sectionIdentifiers {
      guard let name = section(identifier), let items = all(itemIdentifiers(inSection: identifier), item)
      else {
        return nil
      }
      result.appendSections([name])
      result.appendItems(items, toSection: name)
    }
    guard let sections = all(reloadedSectionIdentifiers, section),
      let reloaded = all(reloadedItemIdentifiers, item),
      let reconfigured = all(reconfiguredItemIdentifiers, item)
    else { return nil }
    result.reloadSections(sections)
    result.reloadItems(reloaded)
    result.reconfigureItems(reconfigured)
    return result
  }
}
