@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

/// A data source that shows a snapshot in a table, and updates to the next snapshot by comparing identifiers
/// (E-371).
@preconcurrency @MainActor
open class UITableViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
  _MainActorNSObject, UITableViewDataSource
{
  public typealias CellProvider =
    @MainActor (_ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType)
    -> UITableViewCell?

  public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
    self.tableView = tableView
    self.cellProvider = cellProvider
    super.init()
    tableView.dataSource = self
  }

  @Zeroing private var tableView: UITableView?
  private let cellProvider: CellProvider
  open var defaultRowAnimation = UITableView.RowAnimation.automatic
  private var current = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

  open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { current }

  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    let old = current
    current = snapshot
    current.forgetReloads()
    tableView?.follow(
      from: old, to: snapshot, animatingDifferences ? defaultRowAnimation : .none, completion)
  }
  @preconcurrency
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true
  ) async {
    await withCheckedContinuation { continuation in
      apply(snapshot, animatingDifferences: animatingDifferences) { continuation.resume() }
    }
  }
  open func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    completion: (() -> Void)? = nil
  ) {
    current = snapshot
    current.forgetReloads()
    tableView?.reloadData()
    completion?()
  }

  open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { current.item(at: indexPath) }
  open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
    current.places[itemIdentifier]
  }
  open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    let all = current.sectionIdentifiers
    return all.indices.contains(index) ? all[index] : nil
  }
  open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
    current.indexOfSection(sectionIdentifier)
  }

  // MARK: UITableViewDataSource; subclasses override the other methods

  open override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "numberOfSectionsInTableView:", "numberOfSections(in:)", 0),
      // Rows cannot be edited or moved unless a subclass allows it.
      .init(has: "tableView:canEditRowAtIndexPath:", "tableView(_:canEditRowAt:)", 0),
      .init(has: "tableView:canMoveRowAtIndexPath:", "tableView(_:canMoveRowAt:)", 0),
    ]
  }
  open func numberOfSections(in tableView: UITableView) -> Int { current.numberOfSections }
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sectionIdentifier(for: section).map { current.numberOfItems(inSection: $0) } ?? 0
  }
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    guard let item = current.item(at: indexPath), let cell = cellProvider(tableView, indexPath, item) else {
      NSException.raise(
        .internalInconsistencyException,
        "UITableViewDiffableDataSource cell provider returned nil for index path \(indexPath)")
    }
    return cell
  }
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
  open func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
  open func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int { index }
  open func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {}
  open func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {}
}

extension UITableView {
  /// E-371: moves each item's cell to the new place of its identifier.
  fileprivate func follow<Section: Hashable, Item: Hashable>(
    from old: NSDiffableDataSourceSnapshot<Section, Item>,
    to new: NSDiffableDataSourceSnapshot<Section, Item>, _ animation: RowAnimation,
    _ completion: (() -> Void)?
  ) {
    guard hasCounted else {
      invalidateRows()
      if let completion { LayerAnimations.afterCommit(completion) }
      return
    }
    let change = {
      self.openBatch()
      self.batch?.add(from: old, to: new, animation)
      if let completion { self.batch?.completions.append { _ in completion() } }
      self.closeBatch()
    }
    if animation == .none { UIView.performWithoutAnimation(change) } else { change() }
    reconfigure(new.reconfiguredItemIdentifiers.compactMap { new.places[$0] })
  }
}

extension TableBatch {
  /// Adds the insertions, deletions and moves between two snapshots.
  mutating func add<Section: Hashable, Item: Hashable>(
    from old: NSDiffableDataSourceSnapshot<Section, Item>,
    to new: NSDiffableDataSourceSnapshot<Section, Item>, _ animation: UITableView.RowAnimation
  ) {
    let (oldSections, newSections) = (old.sectionIdentifiers, new.sectionIdentifiers)
    let (oldIndices, newIndices) = (indices(oldSections), indices(newSections))
    deleteSections(IndexSet(oldSections.indices.filter { newIndices[oldSections[$0]] == nil }), animation)
    insertSections(IndexSet(newSections.indices.filter { oldIndices[newSections[$0]] == nil }), animation)
    changes.movedSections = oldSections.enumerated().compactMap { index, identifier in
      newIndices[identifier].flatMap { $0 == index ? nil : (index, $0) }
    }
    reloadSections(IndexSet(new.reloadedSectionIdentifiers.compactMap { oldIndices[$0] }), animation)
    let (oldPlaces, newPlaces) = (old.places, new.places)
    for item in old.itemIdentifiers {
      guard let from = oldPlaces[item], !changes.reloadedSections.contains(from.section) else { continue }
      if let to = newPlaces[item] {
        if to != from { changes.moved.append((from, to)) }
      } else if !changes.deletedSections.contains(from.section) {
        deleteRows([from], animation)
      }
    }
    insertRows(
      new.itemIdentifiers.filter { oldPlaces[$0] == nil }.compactMap { newPlaces[$0] }.filter {
        !changes.insertedSections.contains($0.section)
      }, animation)
    reloadRows(
      new.reloadedItemIdentifiers.compactMap { oldPlaces[$0] }.filter {
        !changes.reloadedSections.contains($0.section)
      }, animation)
  }

  private func indices<Section: Hashable>(_ sections: [Section]) -> [Section: Int] {
    Dictionary(sections.enumerated().map { ($1, $0) }) { first, _ in first }
  }
}
