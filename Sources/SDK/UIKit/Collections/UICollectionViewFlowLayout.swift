import CarobFoundation
import CoreGraphics
import NibFormat

/// A layout that places items in lines which break like text, in sections with headers and footers (E-363,
/// E-364).
///
/// `FlowArrangement` computes the frames. Sizes, insets and spacings come from the collection view's delegate
/// if it implements `UICollectionViewDelegateFlowLayout`, otherwise from the properties. The delegate is
/// asked in `prepare()`.
@preconcurrency @MainActor
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  public enum SectionInsetReference: Int, Sendable { case fromContentInset, fromSafeArea, fromLayoutMargins }
  nonisolated public static let automaticSize = CGSize(
    width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)

  public override init() { super.init() }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    (coder as? NibCoder)?.decodeFlowLayout(self)
  }

  open var scrollDirection = UICollectionView.ScrollDirection.vertical { didSet { invalidateLayout() } }
  open var minimumLineSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
  open var minimumInteritemSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
  open var itemSize = CGSize(width: 50, height: 50) { didSet { invalidateLayout() } }
  /// The estimated size of self-sizing cells, in points; zero if cells do not size themselves (E-365).
  open var estimatedItemSize = CGSize.zero { didSet { invalidateLayout() } }
  open var sectionInset = UIEdgeInsets.zero { didSet { invalidateLayout() } }
  open var sectionInsetReference = SectionInsetReference.fromContentInset {
    didSet {
      if sectionInsetReference != .fromContentInset {
        unimplemented("UICollectionViewFlowLayout.sectionInsetReference other than fromContentInset")
      }
    }
  }
  open var headerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
  open var footerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
  open var sectionHeadersPinToVisibleBounds = false { didSet { invalidateLayout() } }
  open var sectionFootersPinToVisibleBounds = false {
    didSet {
      if sectionFootersPinToVisibleBounds {
        unimplemented("UICollectionViewFlowLayout.sectionFootersPinToVisibleBounds")
      }
    }
  }

  // MARK: Preparing

  private var arrangement = FlowArrangement()
  private var metrics: [FlowArrangement.Section] = []
  /// What the next `prepare()` computes again.
  private var invalid = Parts.all
  private struct Parts: OptionSet {
    let rawValue: Int
    static let metrics = Parts(rawValue: 1)
    static let attributes = Parts(rawValue: 2)
    static let all: Parts = [.metrics, .attributes]
  }
  private var breadth: CGFloat = 0
  /// The sizes of cells that measured themselves.
  private var measured: [IndexPath: CGSize] = [:]
  private var isVertical: Bool { scrollDirection == .vertical }
  private var flowDelegate: (any UICollectionViewDelegateFlowLayout)? {
    collectionView?.delegate as? any UICollectionViewDelegateFlowLayout
  }

  open override func prepare() {
    super.prepare()
    guard let collectionView else { return }
    // E-1012
    let newBreadth = room(collectionView)
    if newBreadth != breadth || !metricsMatch(collectionView) { invalid = .all }
    breadth = newBreadth
    if invalid.contains(.metrics) {
      metrics = (0..<collectionView.numberOfSections).map { measure($0, collectionView) }
    }
    if invalid.contains(.attributes) {
      arrangement = FlowArrangement(metrics, room: breadth, pixel: 1 / UIScreen.main.scale)
    }
    invalid = []
  }

  /// Whether the metrics have as many sections and items as the data source.
  private func metricsMatch(_ collectionView: UICollectionView) -> Bool {
    metrics.count == collectionView.numberOfSections
      && metrics.indices.allSatisfy { metrics[$0].items.count == collectionView.numberOfItems(inSection: $0) }
  }

  private func room(_ collectionView: UICollectionView) -> CGFloat {
    let size = collectionView.bounds.size
    let inset = collectionView.adjustedContentInset
    return max(
      0,
      isVertical ? size.width - inset.left - inset.right : size.height - inset.top - inset.bottom)
  }

  /// E-364: asks the delegate for the metrics of a section, in the platform's order.
  private func measure(_ section: Int, _ collectionView: UICollectionView) -> FlowArrangement.Section {
    let delegate = flowDelegate
    let header =
      delegate?.ask(
        from: collectionView, "collectionView(_:layout:referenceSizeForHeaderInSection:)",
        "collectionView:layout:referenceSizeForHeaderInSection:"
      ) { $0.collectionView(collectionView, layout: self, referenceSizeForHeaderInSection: section) }
      ?? headerReferenceSize
    let footer =
      delegate?.ask(
        from: collectionView, "collectionView(_:layout:referenceSizeForFooterInSection:)",
        "collectionView:layout:referenceSizeForFooterInSection:"
      ) { $0.collectionView(collectionView, layout: self, referenceSizeForFooterInSection: section) }
      ?? footerReferenceSize
    let inset =
      delegate?.ask(
        from: collectionView, "collectionView(_:layout:insetForSectionAt:)",
        "collectionView:layout:insetForSectionAtIndex:"
      ) { $0.collectionView(collectionView, layout: self, insetForSectionAt: section) } ?? sectionInset
    let lineSpacing =
      delegate?.ask(
        from: collectionView, "collectionView(_:layout:minimumLineSpacingForSectionAt:)",
        "collectionView:layout:minimumLineSpacingForSectionAtIndex:"
      ) { $0.collectionView(collectionView, layout: self, minimumLineSpacingForSectionAt: section) }
      ?? minimumLineSpacing
    let itemSpacing =
      delegate?.ask(
        from: collectionView, "collectionView(_:layout:minimumInteritemSpacingForSectionAt:)",
        "collectionView:layout:minimumInteritemSpacingForSectionAtIndex:"
      ) { $0.collectionView(collectionView, layout: self, minimumInteritemSpacingForSectionAt: section) }
      ?? minimumInteritemSpacing
    let sizes = (0..<collectionView.numberOfItems(inSection: section)).map { item in
      extent(size(IndexPath(item: item, section: section), collectionView, delegate))
    }
    let v = isVertical
    let result = FlowArrangement.Section(
      header: v ? header.height : header.width, footer: v ? footer.height : footer.width,
      before: v ? inset.top : inset.left, behind: v ? inset.bottom : inset.right,
      start: v ? inset.left : inset.top, end: v ? inset.right : inset.bottom, lineSpacing: lineSpacing,
      itemSpacing: itemSpacing, items: sizes)
    warnIfTooBroad(result)
    return result
  }

  private func size(
    _ path: IndexPath, _ collectionView: UICollectionView,
    _ delegate: (any UICollectionViewDelegateFlowLayout)?
  ) -> CGSize {
    if let size = measured[path] { return size }
    if let size = delegate?.ask(
      from: collectionView, "collectionView(_:layout:sizeForItemAt:)",
      "collectionView:layout:sizeForItemAtIndexPath:",
      { $0.collectionView(collectionView, layout: self, sizeForItemAt: path) })
    {
      return size
    }
    return measuresViews && estimatedItemSize != Self.automaticSize ? estimatedItemSize : itemSize
  }

  private func warnIfTooBroad(_ section: FlowArrangement.Section) {
    let usable = breadth - section.start - section.end
    guard breadth > 0, section.items.contains(where: { $0.line > usable + 0.5 }) else { return }
    let (side, edges) = isVertical ? ("width", "left and right") : ("height", "top and bottom")
    Journal.warn(
      "The behavior of the UICollectionViewFlowLayout is not defined because: the item \(side) must be less than the "
        + "\(side) of the UICollectionView minus the section insets \(edges) values, minus the content insets \(edges) "
        + "values.", rule: "E-363")
  }

  private func extent(_ size: CGSize) -> FlowArrangement.Extent {
    isVertical
      ? FlowArrangement.Extent(line: size.width, flow: size.height)
      : FlowArrangement.Extent(line: size.height, flow: size.width)
  }
  private func rect(_ line: CGFloat, _ flow: CGFloat, _ size: FlowArrangement.Extent) -> CGRect {
    isVertical
      ? CGRect(x: line, y: flow, width: size.line, height: size.flow)
      : CGRect(x: flow, y: line, width: size.flow, height: size.line)
  }

  // MARK: Answering

  open override var collectionViewContentSize: CGSize {
    isVertical
      ? CGSize(width: breadth, height: arrangement.length)
      : CGSize(width: arrangement.length, height: breadth)
  }

  open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    let (low, high) = isVertical ? (rect.minY, rect.maxY) : (rect.minX, rect.maxX)
    var result: [UICollectionViewLayoutAttributes] = []
    for line in arrangement.lines[arrangement.lines(from: low, to: high)] {
      for item in line.items {
        if let attributes = layoutAttributesForItem(at: IndexPath(item: item, section: line.section)),
          attributes.frame.overlaps(rect)
        {
          result.append(attributes)
        }
      }
    }
    let first = BinarySearch.partition(arrangement.sections.count) { arrangement.sections[$0].end > low }
    for index in first..<arrangement.sections.count {
      guard arrangement.sections[index].header.flow < high else { break }
      for kind in [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter] {
        let path = IndexPath(item: 0, section: index)
        if let attributes = layoutAttributesForSupplementaryView(ofKind: kind, at: path),
          attributes.frame.overlaps(rect)
        {
          result.append(attributes)
        }
      }
    }
    return result
  }

  open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    guard arrangement.sections.indices.contains(indexPath.section),
      arrangement.sections[indexPath.section].items.indices.contains(indexPath.item)
    else { return nil }
    let place = arrangement.sections[indexPath.section].items[indexPath.item]
    let attributes = UICollectionViewLayoutAttributes.make(self, .cell, kind: nil, at: indexPath)
    attributes.frame = rect(place.line, place.flow, place.size)
    return attributes
  }

  open override func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    guard arrangement.sections.indices.contains(indexPath.section) else { return nil }
    let section = arrangement.sections[indexPath.section]
    let isHeader = elementKind == UICollectionView.elementKindSectionHeader
    guard isHeader || elementKind == UICollectionView.elementKindSectionFooter else { return nil }
    var (flow, length) = isHeader ? section.header : section.footer
    // E-364: a reference size of zero means no header or footer.
    guard length > 0 else { return nil }
    let attributes = UICollectionViewLayoutAttributes.make(
      self, .supplementaryView, kind: elementKind, at: indexPath)
    if isHeader, sectionHeadersPinToVisibleBounds, let collectionView {
      let inset = collectionView.adjustedContentInset
      let offset = collectionView.contentOffset
      let top = isVertical ? offset.y + inset.top : offset.x + inset.left
      flow = min(max(flow, top), max(flow, section.footer.flow - length))
      attributes.isPinned = flow > section.header.flow
      attributes.zIndex = 10
    }
    attributes.frame = rect(0, flow, FlowArrangement.Extent(line: breadth, flow: length))
    return attributes
  }

  // MARK: Invalidating

  open override class var invalidationContextClass: AnyClass {
    UICollectionViewFlowLayoutInvalidationContext.self
  }
  // E-1012
  /// The parts that the invalidation in progress names; nil outside of `invalidateLayout(with:)`.
  private var named: Parts?
  open override func invalidateLayout() {
    invalid.formUnion(named ?? .all)
    super.invalidateLayout()
  }
  open override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
    named = .all
    if let flow = context as? UICollectionViewFlowLayoutInvalidationContext, !flow.invalidateEverything,
      !flow.invalidateDataSourceCounts
    {
      if !flow.invalidateFlowLayoutDelegateMetrics { named?.remove(.metrics) }
      if !flow.invalidateFlowLayoutAttributes { named?.remove(.attributes) }
    }
    super.invalidateLayout(with: context)
    named = nil
  }
  open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    guard let collectionView else { return false }
    return room(collectionView) != breadth
  }

  override var measuresViews: Bool { estimatedItemSize != .zero }

  open override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool {
    measuresViews && preferredAttributes.representedElementCategory == .cell
      && preferredAttributes.size != originalAttributes.size
  }

  /// E-365.
  override func adopt(
    _ preferred: UICollectionViewLayoutAttributes, of original: UICollectionViewLayoutAttributes
  ) -> Bool {
    // NB: each item's size is adopted only once, so that cells whose sizes depend on each other cannot loop
    // forever.
    guard measured[preferred.indexPath] == nil,
      shouldInvalidateLayout(forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
    else { return false }
    measured[preferred.indexPath] = preferred.size
    invalidateLayout()
    return true
  }

  override func forgetMeasuredSizes() { measured = [:] }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UICollectionViewFlowLayout.self,
      {
        [
          "scrollDirection": \.scrollDirection, "minimumLineSpacing": \.minimumLineSpacing,
          "minimumInteritemSpacing": \.minimumInteritemSpacing, "itemSize": \.itemSize,
          "estimatedItemSize": \.estimatedItemSize, "sectionInset": \.sectionInset,
          "sectionInsetReference": \.sectionInsetReference, "headerReferenceSize": \.headerReferenceSize,
          "footerReferenceSize": \.footerReferenceSize,
          "sectionHeadersPinToVisibleBounds": \.sectionHeadersPinToVisibleBounds,
          "sectionFootersPinToVisibleBounds": \.sectionFootersPinToVisibleBounds,
        ]
      }
    )
  }
}

/// Describes which parts of a flow layout are invalid.
@preconcurrency @MainActor
open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext {
  /// Whether the delegate is asked again for sizes, insets and spacings (E-1012).
  open var invalidateFlowLayoutDelegateMetrics = true
  /// Whether the frames are computed again (E-1012).
  open var invalidateFlowLayoutAttributes = true
}
