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

  /// Called when the user expands or collapses an item of an outline (C-327).
  public struct SectionSnapshotHandlers<Item: Hashable> {
    public init() {}
    public var shouldExpandItem: (@MainActor (Item) -> Bool)?
    public var willExpandItem: (@MainActor (Item) -> Void)?
    public var shouldCollapseItem: (@MainActor (Item) -> Bool)?
    public var willCollapseItem: (@MainActor (Item) -> Void)?
    /// Returns the children of an item that is about to be expanded, given the current ones.
    public var snapshotForExpandingParent:
      (
        @MainActor (Item, NSDiffableDataSourceSectionSnapshot<Item>) ->
          NSDiffableDataSourceSectionSnapshot<Item>
      )?
  }
  open var sectionSnapshotHandlers = SectionSnapshotHandlers<ItemIdentifierType>()

  /// Called when the user moves an item (C-329).
  public struct ReorderingHandlers {
    public init() {}
    public var canReorderItem: (@MainActor (ItemIdentifierType) -> Bool)?
    public var willReorder:
      (@MainActor (NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>) -> Void)?
    public var didReorder:
      (@MainActor (NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>) -> Void)?
  }
  open var reorderingHandlers = ReorderingHandlers()

  /// The outlines of the sections to which a section snapshot was applied.
  private var outlines: [SectionIdentifierType: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>] = [:]
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
    dropOtherOutlines()
    collectionView.follow(
      from: old, to: snapshot, animated: animatingDifferences, completion: completion)
  }
  open func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    completion: (() -> Void)? = nil
  ) {
    current = snapshot
    current.forgetReloads()
    dropOtherOutlines()
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

  // MARK: Outlines (C-327)

  /// The outline of a section; its items without children if no section snapshot was applied to it.
  open func snapshot(
    for section: SectionIdentifierType
  ) -> NSDiffableDataSourceSectionSnapshot<ItemIdentifierType> {
    outlines[section] ?? flat(section, in: current)
  }
  private func flat(
    _ section: SectionIdentifierType,
    in snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  ) -> NSDiffableDataSourceSectionSnapshot<ItemIdentifierType> {
    var result = NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>()
    if snapshot.indexOfSection(section) != nil { result.append(snapshot.itemIdentifiers(inSection: section)) }
    return result
  }

  /// Shows the visible items of an outline in a section, which is appended if it does not exist.
  open func apply(
    _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>, to section: SectionIdentifierType,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    var new = current
    if new.indexOfSection(section) == nil { new.appendSections([section]) }
    new.deleteItems(new.itemIdentifiers(inSection: section))
    new.appendItems(snapshot.visibleItems, toSection: section)
    outlines[section] = snapshot
    apply(new, animatingDifferences: animatingDifferences, completion: completion)
    collectionView?.outlineChanged()
  }
  @preconcurrency
  open func apply(
    _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>, to section: SectionIdentifierType,
    animatingDifferences: Bool = true
  ) async {
    await withCheckedContinuation { continuation in
      apply(snapshot, to: section, animatingDifferences: animatingDifferences) { continuation.resume() }
    }
  }

  /// A snapshot of all sections with other items than an outline's visible ones replaces the outline.
  private func dropOtherOutlines() {
    outlines = outlines.filter { section, outline in
      current.indexOfSection(section) != nil
        && current.itemIdentifiers(inSection: section) == outline.visibleItems
    }
  }

  private func outline(
    at path: IndexPath
  ) -> (
    section: SectionIdentifierType, item: ItemIdentifierType,
    outline: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
  )? {
    guard let section = sectionIdentifier(for: path.section), let outline = outlines[section],
      let item = current.item(at: path), outline.contains(item)
    else { return nil }
    return (section, item, outline)
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
      .init(has: "collectionView:canMoveItemAtIndexPath:", "collectionView(_:canMoveItemAt:)", 0),
      .init(has: "collectionView:moveItemAtIndexPath:toIndexPath:", "collectionView(_:moveItemAt:to:)", 0),
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
  /// C-329
  open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
    guard let item = current.item(at: indexPath) else { return false }
    return reorderingHandlers.canReorderItem?(item) ?? false
  }
  /// C-329: moves the item's identifier, between the two handlers.
  open func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {
    guard let item = current.item(at: sourceIndexPath),
      let section = sectionIdentifier(for: destinationIndexPath.section)
    else { return }
    var new = current
    new.deleteItems([item])
    let items = new.itemIdentifiers(inSection: section)
    if items.indices.contains(destinationIndexPath.item) {
      new.insertItems([item], beforeItem: items[destinationIndexPath.item])
    } else {
      new.appendItems([item], toSection: section)
    }
    let old = outlines
    for (section, outline) in moved(item, to: section, in: new) { outlines[section] = outline }
    let transaction = NSDiffableDataSourceTransaction(current, new) {
      (old[$0] ?? flat($0, in: current), outlines[$0] ?? flat($0, in: new))
    }
    let changed = outlines
    outlines = old
    reorderingHandlers.willReorder?(transaction)
    (current, outlines) = (new, changed)
    reorderingHandlers.didReorder?(transaction)
  }
  /// The outlines after a move: the item, with all below it, becomes a sibling of the item before it.
  private func moved(
    _ item: ItemIdentifierType, to target: SectionIdentifierType,
    in new: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  ) -> [SectionIdentifierType: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>] {
    var result: [SectionIdentifierType: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>] = [:]
    var part = NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>()
    part.append([item])
    for (section, outline) in outlines where outline.contains(item) {
      part = outline.snapshot(of: item, includingParent: true)
      var rest = outline
      rest.delete([item])
      result[section] = rest
    }
    guard var outline = result[target] ?? outlines[target] else { return result }
    let order = new.itemIdentifiers(inSection: target)
    let place = order.firstIndex(of: item) ?? 0
    if place > 0, outline.contains(order[place - 1]) {
      let before = order[place - 1]
      // The first child of an expanded item is inserted before its old first child.
      if place + 1 < order.count, outline.contains(order[place + 1]),
        outline.parent(of: order[place + 1]) == before
      {
        outline.insert(part, before: order[place + 1])
      } else {
        outline.insert(part, after: before)
      }
    } else if let first = outline.rootItems.first {
      outline.insert(part, before: first)
    } else {
      outline = part
    }
    result[target] = outline
    return result
  }
  open func indexTitles(for collectionView: UICollectionView) -> [String]? { nil }
  open func collectionView(
    _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
  ) -> IndexPath { IndexPath(item: 0, section: index) }
}

/// What a collection view asks an outline's data source (C-327).
@MainActor
protocol OutlineSource: AnyObject {
  /// The level of an item in its section's outline, and whether it is expanded; nil for other sections.
  func outlineState(at path: IndexPath) -> (level: Int, isExpanded: Bool)?
  /// Expands or collapses an item, as the user's tap on its disclosure does.
  func toggleOutline(at path: IndexPath)
}

extension UICollectionViewDiffableDataSource: OutlineSource {
  func outlineState(at path: IndexPath) -> (level: Int, isExpanded: Bool)? {
    outline(at: path).map { ($0.outline.level(of: $0.item), $0.outline.isExpanded($0.item)) }
  }

  func toggleOutline(at path: IndexPath) {
    guard let (section, item, known) = outline(at: path) else { return }
    var outline = known
    let handlers = sectionSnapshotHandlers
    if outline.isExpanded(item) {
      guard handlers.shouldCollapseItem?(item) ?? true else { return }
      handlers.willCollapseItem?(item)
      outline.collapse([item])
    } else {
      guard handlers.shouldExpandItem?(item) ?? true else { return }
      handlers.willExpandItem?(item)
      if let provider = handlers.snapshotForExpandingParent {
        outline.replace(childrenOf: item, using: provider(item, outline.snapshot(of: item)))
      }
      outline.expand([item])
    }
    apply(outline, to: section)
  }
}

extension UICollectionView {
  /// The visible cells show the levels and states of their items again.
  func outlineChanged() {
    for cell in visibleCells { cell.setNeedsUpdateConfiguration() }
  }

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
    movement = nil
    invalidateCounts()
    collectionViewLayout.invalidate(everything: false)
    _ = count()
    let isAnimated = animated && animatesChanges
    rearrange(reloaded) { path in
      old.item(at: path).flatMap { places[$0] }
    } sections: { index in
      oldSections.indices.contains(index) && !reloadedSections.contains(oldSections[index])
        ? new.indexOfSection(oldSections[index]) : nil
    } removed: {
      if isAnimated { remove($1, $0) } else { recycle($1, $0, tells: true) }
    }
    if isAnimated {
      prepareForQuestion()
      collectionViewLayout.prepare(forCollectionViewUpdates: updateItems(old.places, places))
      followTargetOffset()
    }
    change(animated: animated) { [collectionViewLayout] _ in
      if isAnimated { collectionViewLayout.finalizeCollectionViewUpdates() }
      completion?()
    }
    reconfigure(new.reconfiguredItemIdentifiers.compactMap { places[$0] })
  }

  /// The removed, inserted and moved items between two snapshots, in order.
  private func updateItems<Item: Hashable>(
    _ old: [Item: IndexPath], _ new: [Item: IndexPath]
  ) -> [UICollectionViewUpdateItem] {
    let removed = old.filter { new[$0.key] == nil }.values.sorted()
    let inserted = new.filter { old[$0.key] == nil }.values.sorted()
    let moved = old.compactMap { item, from in new[item].map { (from, $0) } }
      .filter { $0.0.section != $0.1.section }.sorted { $0.0 < $1.0 }
    return removed.map { UICollectionViewUpdateItem(.delete, before: $0, after: nil) }
      + inserted.map { UICollectionViewUpdateItem(.insert, before: nil, after: $0) }
      + moved.map { UICollectionViewUpdateItem(.move, before: $0.0, after: $0.1) }
  }
}
