@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import NibFormat

/// Computes the layout attributes of a collection view's items. Subclasses override `prepare()` and the
/// methods below it.
///
/// The collection view calls `prepare()`, `collectionViewContentSize` and `layoutAttributesForElements(in:)`
/// in this order (E-362). It calls `prepare()` again only after the layout has been invalidated.
@preconcurrency @MainActor
open class UICollectionViewLayout: _MainActorNSObject {
  // F-165
  nonisolated open override class var _carobFrameworkMethods: [_CarobMethod] { FrameworkMessages.of(self) }

  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init() }

  // F-155
  nonisolated open override class var _carobNewOfFramework: (@MainActor () -> AnyObject)? {
    FrameworkConstruction.plain(self)
  }

  open internal(set) weak var collectionView: UICollectionView? {
    get { collectionViewReference }
    set { collectionViewReference = newValue }
  }
  @Zeroing private var collectionViewReference: UICollectionView?
  open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }
  open class var invalidationContextClass: AnyClass { UICollectionViewLayoutInvalidationContext.self }

  /// The direction for which the layout was designed; by default that of the app's development language.
  open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
  /// Whether the layout is mirrored for the other reading direction (E-848).
  open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }

  // MARK: Answers

  open func prepare() {}
  open var collectionViewContentSize: CGSize { .zero }
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
  open func layoutAttributesForSupplementaryView(ofKind elementKind: String, at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { nil }
  open func layoutAttributesForDecorationView(ofKind elementKind: String, at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { nil }
  open func targetContentOffset(
    forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
  ) -> CGPoint { proposedContentOffset }
  open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
    proposedContentOffset
  }

  // MARK: Invalidating

  var needsPreparing = true

  /// Prepares the layout again at the collection view's next layout.
  open func invalidateLayout() {
    needsPreparing = true
    collectionView?.layoutWasInvalidated()
  }
  /// Prepares the layout again, and moves the content by the context's `contentOffsetAdjustment` (C-321).
  open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
    let way = context.contentOffsetAdjustment
    offsetAdjustment = CGPoint(x: offsetAdjustment.x + way.x, y: offsetAdjustment.y + way.y)
    // E-1012
    let growth = context.contentSizeAdjustment
    if growth != .zero, let size = collectionView?.contentSize {
      collectionView?.contentSize = CGSize(
        width: max(0, size.width + growth.width), height: max(0, size.height + growth.height))
    }
    invalidateLayout()
  }
  /// The distance by which the content moves when the layout has been prepared, in points.
  var offsetAdjustment = CGPoint.zero
  /// C-321: the collection view's own invalidation, after its data changed.
  func invalidate(everything: Bool) {
    let context = newContext()
    context.invalidateEverything = everything
    context.invalidateDataSourceCounts = true
    invalidateLayout(with: context)
  }
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
  open func invalidationContext(forBoundsChange newBounds: CGRect)
    -> UICollectionViewLayoutInvalidationContext
  { newContext() }
  open func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool { false }
  open func invalidationContext(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext { newContext() }
  func newContext() -> UICollectionViewLayoutInvalidationContext {
    (Self.invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
      ?? UICollectionViewLayoutInvalidationContext.self).init()
  }
  /// Whether cells are asked for their preferred sizes.
  var measuresViews: Bool { false }
  /// Whether a cell that measures itself keeps the layout's width.
  var measuredWidthIsFixed: Bool { false }
  /// Discards measured sizes after the items have changed.
  func forgetMeasuredSizes() {}
  /// Called when a cell has measured itself; returns true if the layout adopts the size.
  func adopt(_ preferred: UICollectionViewLayoutAttributes, of original: UICollectionViewLayoutAttributes)
    -> Bool
  { false }

  // MARK: Updates

  open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}
  open func finalizeCollectionViewUpdates() {}
  open func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { nil }
  open func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { nil }
  open func initialLayoutAttributesForAppearingSupplementaryElement(
    ofKind elementKind: String, at elementIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }
  open func finalLayoutAttributesForDisappearingSupplementaryElement(
    ofKind elementKind: String, at elementIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }
  open func prepareForTransition(to newLayout: UICollectionViewLayout) {}
  open func prepareForTransition(from oldLayout: UICollectionViewLayout) {}
  open func finalizeLayoutTransition() {}

  // MARK: Interactive movement (C-312)

  /// The index path to which an item moves while it is dragged at a position in the collection view; by
  /// default that of the item there.
  open func targetIndexPath(
    forInteractivelyMovingItem previousIndexPath: IndexPath, withPosition position: CGPoint
  )
    -> IndexPath
  { collectionView?.itemPath(below: position) ?? previousIndexPath }
  /// The attributes of the item that is dragged; by default those of its place, at the position.
  open func layoutAttributesForInteractivelyMovingItem(
    at indexPath: IndexPath, withTargetPosition position: CGPoint
  ) -> UICollectionViewLayoutAttributes {
    let attributes =
      layoutAttributesForItem(at: indexPath)?.copy(with: nil) as? UICollectionViewLayoutAttributes
      ?? UICollectionViewLayoutAttributes.make(self, .cell, kind: nil, at: indexPath)
    attributes.center = position
    attributes.zIndex = Int(Int32.max)
    return attributes
  }
  open func invalidationContext(
    forInteractivelyMovingItems targetIndexPaths: [IndexPath], withTargetPosition targetPosition: CGPoint,
    previousIndexPaths: [IndexPath], previousPosition: CGPoint
  ) -> UICollectionViewLayoutInvalidationContext {
    let context = newContext()
    context.targetIndexPathsForInteractivelyMovingItems = targetIndexPaths
    context.previousIndexPathsForInteractivelyMovingItems = previousIndexPaths
    context.interactiveMovementTarget = targetPosition
    return context
  }
  open func invalidationContextForEndingInteractiveMovementOfItems(
    toFinalIndexPaths indexPaths: [IndexPath], previousIndexPaths: [IndexPath], movementCancelled: Bool
  ) -> UICollectionViewLayoutInvalidationContext {
    let context = newContext()
    context.targetIndexPathsForInteractivelyMovingItems = indexPaths
    context.previousIndexPathsForInteractivelyMovingItems = previousIndexPaths
    return context
  }

  // MARK: Decoration views

  private(set) var decorationClasses: [String: AnyClass] = [:]
  private(set) var decorationNibs: [String: UINib] = [:]
  open func register(_ viewClass: AnyClass?, forDecorationViewOfKind elementKind: String) {
    decorationClasses[elementKind] = viewClass
  }
  open func register(_ nib: UINib?, forDecorationViewOfKind elementKind: String) {
    decorationNibs[elementKind] = nib
  }
}

/// Describes which parts of a layout are invalid. The SDK's layouts always prepare everything again.
@preconcurrency @MainActor
open class UICollectionViewLayoutInvalidationContext: _MainActorNSObject {
  public required override init() { super.init() }
  /// Whether the layout must compute everything again: after `reloadData()`, and after the data source or the
  /// layout was replaced (C-321).
  open internal(set) var invalidateEverything = false
  /// Whether the numbers of sections and items have changed: in addition, after updates (C-321).
  open internal(set) var invalidateDataSourceCounts = false
  open private(set) var invalidatedItemIndexPaths: [IndexPath]?
  open func invalidateItems(at indexPaths: [IndexPath]) {
    invalidatedItemIndexPaths = (invalidatedItemIndexPaths ?? []) + indexPaths
  }
  open private(set) var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]?
  open func invalidateSupplementaryElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
    invalidatedSupplementaryIndexPaths = (invalidatedSupplementaryIndexPaths ?? [:]).merging(
      [elementKind: indexPaths], uniquingKeysWith: +)
  }
  open private(set) var invalidatedDecorationIndexPaths: [String: [IndexPath]]?
  open func invalidateDecorationElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
    invalidatedDecorationIndexPaths = (invalidatedDecorationIndexPaths ?? [:]).merging(
      [elementKind: indexPaths], uniquingKeysWith: +)
  }
  /// Where the dragged items were before this update, and where they are now (C-312).
  open internal(set) var previousIndexPathsForInteractivelyMovingItems: [IndexPath]?
  open internal(set) var targetIndexPathsForInteractivelyMovingItems: [IndexPath]?
  open internal(set) var interactiveMovementTarget = CGPoint.zero
  /// Added to the content offset once the layout has been prepared, in points.
  open var contentOffsetAdjustment = CGPoint.zero
  /// Added to the content size at once, in points; the layout's own size replaces it when the layout has been
  /// prepared (E-1012).
  open var contentSizeAdjustment = CGSize.zero
}

/// One change of a batch of updates.
@preconcurrency @MainActor
open class UICollectionViewUpdateItem: _MainActorNSObject {
  public enum Action: Int, Sendable { case insert, delete, reload, move, none }
  public let indexPathBeforeUpdate: IndexPath?
  public let indexPathAfterUpdate: IndexPath?
  public let updateAction: Action
  init(_ action: Action, before: IndexPath?, after: IndexPath?) {
    updateAction = action
    indexPathBeforeUpdate = before
    indexPathAfterUpdate = after
    super.init()
  }
}
