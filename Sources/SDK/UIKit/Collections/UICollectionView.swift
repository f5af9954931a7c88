@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import NibFormat
import QuartzCore

/// A scrollable view of items in sections, placed by a layout; only the visible items have cells
/// (E-360…E-370).
///
/// The counts come from the data source, the frames from `collectionViewLayout`. Cells are requested and
/// placed in `layoutSubviews()` (`UICollectionView+Display`). Batch updates are in `UICollectionView+Updates`,
/// touches in `UICollectionView+Selection`.
@preconcurrency @MainActor
open class UICollectionView: UIScrollView {
  public enum ScrollDirection: Int, Sendable { case vertical, horizontal }
  public enum ElementCategory: UInt, Sendable { case cell, supplementaryView, decorationView }
  public struct ScrollPosition: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let top = ScrollPosition(rawValue: 1 << 0)
    public static let centeredVertically = ScrollPosition(rawValue: 1 << 1)
    public static let bottom = ScrollPosition(rawValue: 1 << 2)
    public static let left = ScrollPosition(rawValue: 1 << 3)
    public static let centeredHorizontally = ScrollPosition(rawValue: 1 << 4)
    public static let right = ScrollPosition(rawValue: 1 << 5)
  }
  nonisolated public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
  nonisolated public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    self.layout = layout
    super.init(frame: frame)
    backgroundColor = .systemBackground
    layout.collectionView = self
  }
  /// Makes an object of the class for a value of its metatype; generated for classes with the initializer.
  nonisolated open class var _carobNewLaidOut:
    (@MainActor (CGRect, UICollectionViewLayout) -> UICollectionView)?
  { nil }
  public required init?(coder: NSCoder) {
    layout = (coder as? NibCoder)?.makeCollectionLayout() ?? UICollectionViewFlowLayout()
    super.init(coder: coder)
    layout.collectionView = self
    (coder as? NibCoder)?.decodeCollection(self)
  }

  open weak var dataSource: (any UICollectionViewDataSource)? {
    get { dataSourceReference }
    set { dataSourceReference = newValue }
  }
  @ZeroingExistential private var dataSourceReference: (any UICollectionViewDataSource)? {
    didSet {
      invalidateCounts()
      layout.invalidate(everything: true)
    }
  }
  open override weak var delegate: (any UIScrollViewDelegate)? {
    didSet {
      delegateChanged()
      invalidateCounts()
    }
  }
  var collectionDelegate: (any UICollectionViewDelegate)? { delegate as? any UICollectionViewDelegate }
  open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)? {
    get { prefetchDataSourceReference }
    set { prefetchDataSourceReference = newValue }
  }
  @ZeroingExistential private var prefetchDataSourceReference: (any UICollectionViewDataSourcePrefetching)? {
    didSet {
      prefetching = PrefetchWindow()
      setNeedsLayout()
    }
  }
  open var isPrefetchingEnabled = true
  var prefetching = PrefetchWindow()

  // MARK: Drag and drop (E-510…E-513)

  public enum ReorderingCadence: Int, Sendable { case immediate, fast, slow }
  open weak var dragDelegate: (any UICollectionViewDragDelegate)? {
    get { dragDelegateReference }
    set { dragDelegateReference = newValue }
  }
  @ZeroingExistential private var dragDelegateReference: (any UICollectionViewDragDelegate)? {
    didSet { dragDelegatesChanged() }
  }
  open weak var dropDelegate: (any UICollectionViewDropDelegate)? {
    get { dropDelegateReference }
    set { dropDelegateReference = newValue }
  }
  @ZeroingExistential private var dropDelegateReference: (any UICollectionViewDropDelegate)? {
    didSet { dragDelegatesChanged() }
  }
  open var dragInteractionEnabled = true { didSet { dragDelegatesChanged() } }
  open var reorderingCadence = ReorderingCadence.immediate {
    didSet { unimplemented("UICollectionView.reorderingCadence") }
  }
  /// Whether items of this view are being lifted or dragged.
  open var hasActiveDrag: Bool { dragging?.hasActiveDrag ?? false }
  /// Whether a drag session that the view accepts is over it.
  open var hasActiveDrop: Bool { dragging?.hasActiveDrop ?? false }
  var dragging: CollectionDragging?

  open var remembersLastFocusedIndexPath = false

  open var backgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
    }
  }
  open var allowsSelection = true
  open var allowsMultipleSelection = false
  open var allowsSelectionDuringEditing = false
  open var allowsMultipleSelectionDuringEditing = false
  /// Whether the items are being edited. Cells have it in their configuration state, and accessories of list
  /// cells may be shown only then (C-328).
  open var isEditing = false { didSet { if oldValue != isEditing { editingChanged() } } }

  // MARK: The layout

  private(set) var layout: UICollectionViewLayout
  open var collectionViewLayout: UICollectionViewLayout {
    get { layout }
    set { setCollectionViewLayout(newValue, animated: false) }
  }
  open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
    setCollectionViewLayout(layout, animated: animated, completion: nil)
  }
  open func setCollectionViewLayout(
    _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)?
  ) {
    guard layout !== self.layout else { return }
    let old = self.layout
    old.prepareForTransition(to: layout)
    layout.prepareForTransition(from: old)
    // C-315
    let views = shownInOrder.map(\.view)
    for view in views { view.willTransition(from: old, to: layout) }
    old.collectionView = nil
    self.layout = layout
    layout.collectionView = self
    layout.invalidate(everything: true)
    followTargetOffset()
    change(animated: animated) { finished in
      for view in views { view.didTransition(from: old, to: layout) }
      layout.finalizeLayoutTransition()
      completion?(finished)
    }
  }

  // MARK: Counts

  /// The number of items of each section; nil until the data source has been asked.
  var counts: [Int]?

  /// Asks the data source for the counts again at the next layout.
  func invalidateCounts() {
    counts = nil
    prefetching.forget()
    layout.forgetMeasuredSizes()
    layout.needsPreparing = true
    setNeedsLayout()
  }

  /// E-360, E-361.
  func count() -> [Int] {
    if let counts { return counts }
    let counts = askCounts()
    self.counts = counts
    layout.needsPreparing = true
    return counts
  }

  func askCounts() -> [Int] {
    guard let dataSource else { return [] }
    // NB: `numberOfSections(in:)` has different selectors for tables and collection views; the app's method
    // table contains only one of them.
    let selector: Selector =
      Runtime.answers(dataSource, "numberOfSectionsInCollectionView:")
      ? "numberOfSectionsInCollectionView:" : "numberOfSectionsInTableView:"
    let number =
      dataSource.ask(from: self, mechanism: .dataSource, "numberOfSections(in:)", selector) {
        $0.numberOfSections(in: self)
      } ?? 1
    // E-696
    func checked(_ count: Int, _ what: String) -> Int {
      if count >= 0 { return count }
      NSException.raise(
        .internalInconsistencyException,
        "the data source of \(Journal.className(type(of: self))) answered \(count) \(what)")
    }
    return (0..<checked(number, "sections")).map { section in
      let items = Journal.query(
        .dataSource, "collectionView(_:numberOfItemsInSection:)", to: dataSource, from: self
      ) { dataSource.collectionView(self, numberOfItemsInSection: section) }
      return checked(items, "items in section \(section)")
    }
  }

  open var numberOfSections: Int { count().count }
  open func numberOfItems(inSection section: Int) -> Int {
    let counts = count()
    return counts.indices.contains(section) ? counts[section] : 0
  }

  /// Asks for the counts at once and for cells at the next layout; clears the selection (E-369).
  open func reloadData() {
    for cell in selection.compactMap({ cellForItem(at: $0) }) { cell.isSelected = false }
    selection = []
    pressed = nil
    for (element, view) in shownInOrder { recycle(view, element, tells: false) }
    shown = [:]
    dropLeaving()
    movement = nil
    closeSwipe()
    needsIndexTitles = true
    invalidateCounts()
    layout.invalidate(everything: true)
    _ = count()
  }

  // MARK: What is shown

  /// The views on screen.
  var shown: [CollectionElement: UICollectionReusableView] = [:]
  var selection: [IndexPath] = []
  var pressed: UICollectionViewCell?
  /// The existing cell that is being reconfigured.
  var reconfiguring: UICollectionViewCell?
  /// Whether appearing views fade in; true during the layout of an animated update.
  var fadesIn = false
  /// Removed views that are still visible during the animation of their removal (C-314).
  var leaving: [(element: CollectionElement, view: UICollectionReusableView)] = []
  /// The content offset that the layout or the delegate chose for the change that begins.
  var targetOffset: CGPoint?
  // State of the extensions.
  var movement: ItemMovement?
  var index: TableIndexView?
  var needsIndexTitles = true
  var itemMenus: ItemMenus?
  var editMenus: ElementEditMenus?
  var multipleSelection: MultipleSelection?
  var swipe: RowSwipe?
  var swipeRecognizer: RowSwipeRecognizer?
  var reuse = CollectionReuse()
  /// Cells that measured themselves and wait to be placed by the updated layout.
  var waiting: [CollectionElement: UICollectionReusableView] = [:]

  var shownInOrder: [(element: CollectionElement, view: UICollectionReusableView)] {
    shown.map { ($0.key, $0.value) }.sorted { $0.element < $1.element }
  }
  var shownCells: [(path: IndexPath, cell: UICollectionViewCell)] {
    shownInOrder.compactMap { element, view in
      (view as? UICollectionViewCell).flatMap { element.category == .cell ? (element.path, $0) : nil }
    }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    guard bounds.width > 0, bounds.height > 0 else { return }
    backgroundView?.frame = bounds
    _ = count()
    var passes = 0
    repeat {
      prepareLayout()
      passes += 1
    } while layoutVisible() && passes < 20
    // Recycle cells that measured themselves and are then not visible.
    for (element, view) in waiting.sorted(by: { $0.key < $1.key }) { recycle(view, element, tells: false) }
    waiting = [:]
    placeSwipe()
    askForIndex()
    placeIndex()
    prefetch()
  }

  /// True while the layout is prepared or adopts measured sizes: the current pass then handles an
  /// invalidation, and no further layout is requested.
  var isFollowingLayout = false
  func layoutWasInvalidated() {
    if !isFollowingLayout { setNeedsLayout() }
  }

  /// E-362: prepared once after each invalidation.
  func prepareLayout() {
    isFollowingLayout = true
    defer { isFollowingLayout = false }
    if !layout.needsPreparing, layout.shouldInvalidateLayout(forBoundsChange: bounds) {
      layout.invalidateLayout(with: layout.invalidationContext(forBoundsChange: bounds))
    }
    guard layout.needsPreparing else { return }
    layout.needsPreparing = false
    Journal.deliver(.layout, "prepare()", to: layout) { layout.prepare() }
    let hadContent = contentSize.width > 0
    contentSize = layout.collectionViewContentSize
    let way = layout.offsetAdjustment
    if way != .zero {
      layout.offsetAdjustment = .zero
      contentOffset = CGPoint(x: contentOffset.x + way.x, y: contentOffset.y + way.y)
    }
    // E-848: a mirrored layout begins at its right end, where the first items are.
    if mirrorsLayout, !hadContent, contentSize.width > bounds.width {
      contentOffset.x = contentSize.width - bounds.width + adjustedContentInset.right
    }
  }

  // MARK: Reuse (E-366)

  /// The attributes of the element whose view is being requested from the data source.
  var dequeuing: UICollectionViewLayoutAttributes?

  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    reuse.register(cellClass, CollectionReuse.Key(kind: nil, identifier: identifier))
  }
  open func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
    reuse.register(nib, CollectionReuse.Key(kind: nil, identifier: identifier))
  }
  open func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
    withReuseIdentifier identifier: String
  ) {
    reuse.register(viewClass, CollectionReuse.Key(kind: elementKind, identifier: identifier))
  }
  open func register(
    _ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
  ) {
    reuse.register(nib, CollectionReuse.Key(kind: kind, identifier: identifier))
  }
  func registerPrototype(_ element: NibElement, _ nib: ControllerNib, kind: String?, _ identifier: String) {
    reuse.register(element, nib, CollectionReuse.Key(kind: kind, identifier: identifier))
  }

  open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
    -> UICollectionViewCell
  {
    // E-370: while an item is reconfigured, dequeuing returns its existing cell.
    if let reconfiguring, reconfiguring.reuseIdentifier == identifier { return reconfiguring }
    let frame = dequeuing?.frame ?? placedItem(at: indexPath)?.frame ?? .zero
    let key = CollectionReuse.Key(kind: nil, identifier: identifier)
    guard let cell = reuse.dequeue(key, frame, in: self) as? UICollectionViewCell else {
      NSException.raise(
        .internalInconsistencyException,
        "could not dequeue a view of kind: UICollectionElementKindCell with identifier \(identifier) - must register a "
          + "nib or a class for the identifier or connect a prototype cell in a storyboard")
    }
    // The cell knows its place while the app configures it.
    cell.collectionView = self
    cell.attributes = dequeuing
    return cell
  }

  open func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView {
    let key = CollectionReuse.Key(kind: elementKind, identifier: identifier)
    guard let view = reuse.dequeue(key, dequeuing?.frame ?? .zero, in: self) else {
      NSException.raise(
        .internalInconsistencyException,
        "could not dequeue a view of kind: \(elementKind) with identifier \(identifier) - must register a nib or a "
          + "class for the identifier or connect a prototype cell in a storyboard")
    }
    return view
  }

  // MARK: Asking

  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    shown[CollectionElement(category: .cell, kind: "", path: indexPath)] as? UICollectionViewCell
  }
  open func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    shown.first { $0.value === cell }?.key.path
  }
  open var visibleCells: [UICollectionViewCell] { shownCells.map(\.cell) }
  open var indexPathsForVisibleItems: [IndexPath] { shownCells.map(\.path) }
  open func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath)
    -> UICollectionReusableView?
  { shown[CollectionElement(category: .supplementaryView, kind: elementKind, path: indexPath)] }
  open func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView] {
    shownInOrder.filter { $0.element.category == .supplementaryView && $0.element.kind == elementKind }
      .map(\.view)
  }
  open func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
    shownInOrder.filter { $0.element.category == .supplementaryView && $0.element.kind == elementKind }
      .map(\.element.path)
  }
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    prepareForQuestion()
    return placedItem(at: indexPath)
  }
  open func layoutAttributesForSupplementaryElement(ofKind kind: String, at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    prepareForQuestion()
    return layout.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath).map(mirrored)
  }
  func prepareForQuestion() {
    _ = count()
    prepareLayout()
  }
  open func indexPathForItem(at point: CGPoint) -> IndexPath? {
    prepareForQuestion()
    return placedElements(in: CGRect(x: point.x, y: point.y, width: 1, height: 1))?
      .last { $0.representedElementCategory == .cell && $0.frame.contains(point) }?.indexPath
  }
  // MARK: State (E-406)

  override func offsetChanged() {
    super.offsetChanged()
    if isDragging, swipe != nil { closeSwipe() }
  }
  open override func encodeRestorableState(with coder: NSCoder) {
    super.encodeRestorableState(with: coder)
    encodeElements(coder)
  }
  open override func decodeRestorableState(with coder: NSCoder) {
    super.decodeRestorableState(with: coder)
    decodeElements(coder)
  }

  open var indexPathsForSelectedItems: [IndexPath]? { selection }

  /// Has no effect if the item does not exist.
  open func scrollToItem(at indexPath: IndexPath, at position: ScrollPosition, animated: Bool) {
    layoutIfNeeded()
    prepareForQuestion()
    guard let rect = placedItem(at: indexPath)?.frame else { return }
    let inset = adjustedContentInset
    let range = offsetRange
    var offset = contentOffset
    if position.contains(.top) { offset.y = rect.minY - inset.top }
    if position.contains(.centeredVertically) { offset.y = rect.midY - bounds.height / 2 }
    if position.contains(.bottom) { offset.y = rect.maxY - bounds.height + inset.bottom }
    if position.contains(.left) { offset.x = rect.minX - inset.left }
    if position.contains(.centeredHorizontally) { offset.x = rect.midX - bounds.width / 2 }
    if position.contains(.right) { offset.x = rect.maxX - bounds.width + inset.right }
    if position.isEmpty { return scrollRectToVisible(rect, animated: animated) }
    setContentOffset(
      CGPoint(
        x: min(max(offset.x, range.min.x), range.max.x), y: min(max(offset.y, range.min.y), range.max.y)),
      animated: animated)
  }

  /// Tells the visible cells that editing mode changed (C-328). As in a table, the selection is cleared on
  /// entering the mode, and the selection made in it on leaving.
  private func editingChanged() {
    closeSwipe()
    if isEditing ? !allowsSelectionDuringEditing : allowsMultipleSelectionDuringEditing {
      for path in selection { deselect(path) }
    }
    for (_, cell) in shownCells { cell.editingChanged() }
  }
  open override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + [
      .init(none: "carob_swipe", "carob_swipe()", 0) {
        unsafeDowncast($0, to: UICollectionView.self).swiped()
      }
    ]
  }

  // MARK: Moving items with the finger

  /// Begins dragging an item, if the data source allows it (C-312).
  open func beginInteractiveMovementForItem(at indexPath: IndexPath) -> Bool { beginMovement(indexPath) }
  /// Moves the dragged item to a position in the collection view; the other items make room for it.
  open func updateInteractiveMovementTargetPosition(_ targetPosition: CGPoint) {
    updateMovement(targetPosition)
  }
  /// Drops the dragged item where it is, and reports the move to the data source.
  open func endInteractiveMovement() { endMovement() }
  /// Returns the dragged item to its old place.
  open func cancelInteractiveMovement() { cancelMovement() }

  // MARK: Changes (UICollectionView+Updates)

  var batch: ListUpdate?
  open var hasUncommittedUpdates: Bool { batch != nil }
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    runBatch(updates, completion)
  }
  open func insertSections(_ sections: IndexSet) { update { $0.insertedSections.formUnion(sections) } }
  open func deleteSections(_ sections: IndexSet) { update { $0.deletedSections.formUnion(sections) } }
  open func reloadSections(_ sections: IndexSet) { update { $0.reloadedSections.formUnion(sections) } }
  open func moveSection(_ section: Int, toSection newSection: Int) {
    update { $0.movedSections.append((section, newSection)) }
  }
  open func insertItems(at indexPaths: [IndexPath]) { update { $0.inserted += indexPaths } }
  open func deleteItems(at indexPaths: [IndexPath]) { update { $0.deleted += indexPaths } }
  open func reloadItems(at indexPaths: [IndexPath]) { update { $0.reloaded += indexPaths } }
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    update { $0.moved.append((indexPath, newIndexPath)) }
  }
  /// Asks the data source for the items' cells again; it must return the existing cells, newly configured
  /// (E-370).
  open func reconfigureItems(at indexPaths: [IndexPath]) { reconfigure(indexPaths) }

  // MARK: Selection in code (UICollectionView+Selection)

  open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    select(indexPath)
    if let indexPath, !scrollPosition.isEmpty {
      scrollToItem(at: indexPath, at: scrollPosition, animated: animated)
    }
  }
  open func deselectItem(at indexPath: IndexPath, animated: Bool) { deselect(indexPath) }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UICollectionView.self,
      {
        [
          "dataSource": \.dataSource, "prefetchDataSource": \.prefetchDataSource,
          "prefetchingEnabled": \.isPrefetchingEnabled, "dragDelegate": \.dragDelegate,
          "dropDelegate": \.dropDelegate, "dragInteractionEnabled": \.dragInteractionEnabled,
          "reorderingCadence": \.reorderingCadence,
          "remembersLastFocusedIndexPath": \.remembersLastFocusedIndexPath,
          "backgroundView": \.backgroundView, "allowsSelection": \.allowsSelection,
          "allowsMultipleSelection": \.allowsMultipleSelection,
          "allowsSelectionDuringEditing": \.allowsSelectionDuringEditing,
          "allowsMultipleSelectionDuringEditing": \.allowsMultipleSelectionDuringEditing,
          "editing": \.isEditing, "collectionViewLayout": \.collectionViewLayout,
        ]
      },
      readOnly: {
        [
          "hasActiveDrag": \.hasActiveDrag, "hasActiveDrop": \.hasActiveDrop,
          "numberOfSections": \.numberOfSections, "visibleCells": \.visibleCells,
          "indexPathsForVisibleItems": \.indexPathsForVisibleItems,
          "indexPathsForSelectedItems": \.indexPathsForSelectedItems,
          "hasUncommittedUpdates": \.hasUncommittedUpdates,
        ]
      }
    )
  }
}

extension CollectionElement: Comparable {
  /// Cells before other elements, then by index path.
  static func < (a: CollectionElement, b: CollectionElement) -> Bool {
    (a.category.rawValue, a.path.section, a.path.count > 1 ? a.path.item : 0, a.kind)
      < (b.category.rawValue, b.path.section, b.path.count > 1 ? b.path.item : 0, b.kind)
  }
}
