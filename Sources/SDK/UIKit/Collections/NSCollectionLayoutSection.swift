import CarobFoundation
import CoreGraphics

/// Describes the container and the traits for which a section is laid out.
@preconcurrency @MainActor
public protocol NSCollectionLayoutEnvironment: NSObjectProtocol {
  var container: any NSCollectionLayoutContainer { get }
  var traitCollection: UITraitCollection { get }
}
@preconcurrency @MainActor
public protocol NSCollectionLayoutContainer: NSObjectProtocol {
  var contentSize: CGSize { get }
  var effectiveContentSize: CGSize { get }
  var contentInsets: NSDirectionalEdgeInsets { get }
  var effectiveContentInsets: NSDirectionalEdgeInsets { get }
}

/// The side of a section at which a supplementary item is placed.
public enum NSRectAlignment: Int, Sendable {
  case none, top, topLeading, leading, bottomLeading, bottom, bottomTrailing, trailing, topTrailing
  var isTop: Bool { self == .top || self == .topLeading || self == .topTrailing }
}

/// A supplementary view that is attached to an item.
@preconcurrency @MainActor
open class NSCollectionLayoutSupplementaryItem: NSCollectionLayoutItem {
  public let elementKind: String
  open var zIndex = 1
  public private(set) var containerAnchor = NSCollectionLayoutAnchor(edges: [])
  public private(set) var itemAnchor: NSCollectionLayoutAnchor?
  public init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor
  ) {
    self.elementKind = elementKind
    self.containerAnchor = containerAnchor
    super.init(layoutSize: layoutSize)
  }
  public init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor,
    itemAnchor: NSCollectionLayoutAnchor
  ) {
    self.elementKind = elementKind
    self.containerAnchor = containerAnchor
    self.itemAnchor = itemAnchor
    super.init(layoutSize: layoutSize)
  }
  init(_ layoutSize: NSCollectionLayoutSize, elementKind: String) {
    self.elementKind = elementKind
    super.init(layoutSize: layoutSize)
  }
}

/// A section's header or footer.
@preconcurrency @MainActor
open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutSupplementaryItem {
  public let alignment: NSRectAlignment
  public let offset: CGPoint
  open var extendsBoundary = true
  open var pinToVisibleBounds = false
  public init(layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment) {
    self.alignment = alignment
    offset = .zero
    super.init(layoutSize, elementKind: elementKind)
  }
  public init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment,
    absoluteOffset: CGPoint
  ) {
    self.alignment = alignment
    offset = absoluteOffset
    super.init(layoutSize, elementKind: elementKind)
  }
}

/// A decoration view behind a section.
@preconcurrency @MainActor
open class NSCollectionLayoutDecorationItem: NSCollectionLayoutItem {
  public let elementKind: String
  open var zIndex = 0
  private init(kind: String) {
    elementKind = kind
    super.init(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)))
  }
  public class func background(elementKind: String) -> NSCollectionLayoutDecorationItem {
    NSCollectionLayoutDecorationItem(kind: elementKind)
  }
}

public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Sendable {
  case none, continuous, continuousGroupLeadingBoundary, paging, groupPaging, groupPagingCentered
}

/// A section of a compositional layout: repeated groups with headers, footers and decorations.
@preconcurrency @MainActor
open class NSCollectionLayoutSection: _MainActorNSObject {
  let group: NSCollectionLayoutGroup
  /// The list configuration, if the section is a list.
  var list: UICollectionLayoutListConfiguration?
  /// The space above the headers, in points.
  var topPadding: CGFloat = 0
  public init(group: NSCollectionLayoutGroup) {
    self.group = group
    super.init()
  }
  open var contentInsets = NSDirectionalEdgeInsets.zero
  open var interGroupSpacing: CGFloat = 0
  open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
  open var supplementariesFollowContentInsets = true
  open var decorationItems: [NSCollectionLayoutDecorationItem] = []
  /// Called with the section's visible items at each layout, also during scrolling; its changes to the items
  /// are applied (E-709).
  open var visibleItemsInvalidationHandler: NSCollectionLayoutSectionVisibleItemsInvalidationHandler?
  open var orthogonalScrollingBehavior = UICollectionLayoutSectionOrthogonalScrollingBehavior.none {
    didSet {
      if orthogonalScrollingBehavior != .none {
        unimplemented("NSCollectionLayoutSection.orthogonalScrollingBehavior (the groups follow one another)")
      }
    }
  }

  public class func list(
    using configuration: UICollectionLayoutListConfiguration,
    layoutEnvironment: any NSCollectionLayoutEnvironment
  ) -> NSCollectionLayoutSection { list(configuration) }

  static func list(_ configuration: UICollectionLayoutListConfiguration) -> NSCollectionLayoutSection {
    let row = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(44))
    let section = NSCollectionLayoutSection(
      group: .vertical(layoutSize: row, subitems: [NSCollectionLayoutItem(layoutSize: row)]))
    section.list = configuration
    let isPlain = configuration.appearance == .plain || configuration.appearance == .sidebarPlain
    if configuration.appearance == .insetGrouped {
      section.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 20, bottom: 0, trailing: 20)
    }
    if !isPlain {
      section.contentInsets.top = configuration.headerMode == .supplementary ? 0 : 18
      section.contentInsets.bottom = 17
    }
    // DEVIATION: headers and footers have fixed heights; they are not self-sizing.
    func extra(_ height: CGFloat, _ kind: String, _ alignment: NSRectAlignment)
      -> NSCollectionLayoutBoundarySupplementaryItem
    {
      NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: NSCollectionLayoutSize(
          widthDimension: .fractionalWidth(1), heightDimension: .absolute(height)),
        elementKind: kind, alignment: alignment)
    }
    // C-322
    if configuration.headerMode != .none { section.topPadding = configuration.headerTopPadding ?? 0 }
    if configuration.headerMode == .supplementary {
      let header = extra(isPlain ? 28 : 38, UICollectionView.elementKindSectionHeader, .top)
      header.pinToVisibleBounds = isPlain
      section.boundarySupplementaryItems.append(header)
    }
    if configuration.footerMode == .supplementary {
      section.boundarySupplementaryItems.append(
        extra(30, UICollectionView.elementKindSectionFooter, .bottom))
    }
    return section
  }
}

/// The appearance of a list section.
@preconcurrency @MainActor
public struct UICollectionLayoutListConfiguration {
  public enum Appearance: Int, Sendable { case plain, grouped, insetGrouped, sidebar, sidebarPlain }
  public enum HeaderMode: Int, Sendable { case none, supplementary, firstItemInSection }
  public enum FooterMode: Int, Sendable { case none, supplementary }
  public let appearance: Appearance
  public init(appearance: Appearance) { self.appearance = appearance }
  public var showsSeparators = true
  public var backgroundColor: UIColor?
  /// Where a section's header comes from: nowhere, a supplementary view, or its first item, which then has a
  /// header's looks (C-331).
  public var headerMode = HeaderMode.none
  public var footerMode = FooterMode.none
  /// The space above each section with a header, in points; nil is the standard space of the appearance
  /// (C-322).
  public var headerTopPadding: CGFloat?
  public typealias SwipeActionsConfigurationProvider =
    @MainActor (_ indexPath: IndexPath) -> UISwipeActionsConfiguration?
  /// Called when an item is swiped, for the actions on that side (C-326).
  public var leadingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
  public var trailingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
}
