@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// A data source that shows a snapshot in a collection view, and updates to the next snapshot by comparing
/// identifiers (E-371).
@preconcurrency @MainActor
open class UICollectionViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
  _MainActorNSObject, UICollectionViewDataSource
{
  public typealias CellProvider =
    @MainActor (
      _ collectionView: UICollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
    )
    -> UICollectionViewCell?
  public typealias SupplementaryViewProvider =
    @MainActor (_ collectionView: UICollectionView, _ elementKind: String, _ indexPath: IndexPath)
    -> UICollectionReusableView?

  public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
    self.collectionView = collectionView
    self.cellProvider = cellProvider
    super.init()
    collectionView.dataSource = self
  }

  @Zeroing private var collectionView: UICollectionView?
  private let cellProvider: CellProvider
  open var supplementaryViewProvider: SupplementaryViewProvider?
  private var current = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

  // MARK: Snapshots

  open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { current }

  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    guard let collectionView else { return }
    let old = current
    var new = snapshot
    new.forgetReloads()
    current = new
    collectionView.follow(
      from: old, to: snapshot, animated: animatingDifferences, completion: completion)
  }
  open func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    completion: (() -> Void)? = nil
  ) {
    current = snapshot
    current.forgetReloads()
    collectionView?.reloadData()
    completion?()
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

  // MARK: UICollectionViewDataSource

  open override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "numberOfSectionsInCollectionView:", "numberOfSections(in:)", 0),
      .init(
        has: "collectionView:viewForSupplementaryElementOfKind:atIndexPath:",
        "collectionView(_:viewForSupplementaryElementOfKind:at:)", 0),
    ]
  }
  open func numberOfSections(in collectionView: UICollectionView) -> Int { current.numberOfSections }
  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    sectionIdentifier(for: section).map { current.numberOfItems(inSection: $0) } ?? 0
  }
  open func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  {
    guard let item = current.item(at: indexPath), let cell = cellProvider(collectionView, indexPath, item)
    else {
      NSException.raise(
        .internalInconsistencyException,
        "UICollectionViewDiffableDataSource cell provider returned nil for index path \(indexPath)")
    }
    return cell
  }
  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    guard let view = supplementaryViewProvider?(collectionView, kind, indexPath) else {
      NSException.raise(
        .internalInconsistencyException,
        "UICollectionViewDiffableDataSource supplementary view provider returned nil for kind \(kind) at index path "
          + "\(indexPath)")
    }
    return view
  }
  open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
    false
  }
  open func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {}
  open func indexTitles(for collectionView: UICollectionView) -> [String]? { nil }
  open func collectionView(
    _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
  ) -> IndexPath { IndexPath(item: 0, section: index) }
}

extension UICollectionView {
  /// E-371: moves each item's cell to the new place of its identifier.
  fileprivate func follow<Section: Hashable, Item: Hashable>(
    from old: NSDiffableDataSourceSnapshot<Section, Item>,
    to new: NSDiffableDataSourceSnapshot<Section, Item>, animated: Bool, completion: (() -> Void)?
  ) {
    let places = new.places
    let reloadedSections = Set(new.reloadedSectionIdentifiers)
    let reloadedItems = Set(new.reloadedItemIdentifiers)
    let reloaded = Set(
      old.places.filter { item, path in
        reloadedItems.contains(item)
          || new.sectionIdentifier(containingItem: item).map(reloadedSections.contains) ?? false
      }.values)
    let oldSections = old.sectionIdentifiers
    invalidateCounts()
    _ = count()
    rearrange(reloaded) { path in
      old.item(at: path).flatMap { places[$0] }
    } sections: { index in
      oldSections.indices.contains(index) && !reloadedSections.contains(oldSections[index])
        ? new.indexOfSection(oldSections[index]) : nil
    }
    change(animated: animated) { _ in completion?() }
    reconfigure(new.reconfiguredItemIdentifiers.compactMap { places[$0] })
  }
}
