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
  open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) { invalidateLayout() }
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
  private func newContext() -> UICollectionViewLayoutInvalidationContext {
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
  open func prepareForTransition(to newLayout: UICollectionViewLayout) {}
  open func prepareForTransition(from oldLayout: UICollectionViewLayout) {}
  open func finalizeLayoutTransition() {}

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
  open internal(set) var invalidateEverything = false
  open internal(set) var invalidateDataSourceCounts = false
  open private(set) var invalidatedItemIndexPaths: [IndexPath]?
  open func invalidateItems(at indexPaths: [IndexPath]) {
    invalidatedItemIndexPaths = (invalidatedItemIndexPaths ?? []) + indexPaths
  }
  open var contentOffsetAdjustment = CGPoint.zero
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
