import CarobFoundation
import CoreGraphics

/// The properties of a compositional layout that apply to all of its sections.
@preconcurrency @MainActor
open class UICollectionViewCompositionalLayoutConfiguration: _MainActorNSObject {
  public override init() { super.init() }
  open var scrollDirection = UICollectionView.ScrollDirection.vertical {
    didSet {
      if scrollDirection == .horizontal {
        unimplemented("UICollectionViewCompositionalLayoutConfiguration.scrollDirection .horizontal")
      }
    }
  }
  open var interSectionSpacing: CGFloat = 0
  open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = [] {
    didSet {
      if !boundarySupplementaryItems.isEmpty {
        unimplemented("UICollectionViewCompositionalLayoutConfiguration.boundarySupplementaryItems")
      }
    }
  }
}

/// A layout of sections, which consist of groups of items (E-372). `CompositionalArrangement` computes the
/// frames of a section.
@preconcurrency @MainActor
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  public typealias SectionProvider =
    @MainActor (_ sectionIndex: Int, _ layoutEnvironment: any NSCollectionLayoutEnvironment)
    -> NSCollectionLayoutSection?

  private let provider: SectionProvider
  open var configuration: UICollectionViewCompositionalLayoutConfiguration { didSet { invalidateLayout() } }

  public init(section: NSCollectionLayoutSection) {
    provider = { _, _ in section }
    configuration = UICollectionViewCompositionalLayoutConfiguration()
    super.init()
  }
  public init(
    section: NSCollectionLayoutSection, configuration: UICollectionViewCompositionalLayoutConfiguration
  ) {
    provider = { _, _ in section }
    self.configuration = configuration
    super.init()
  }
  public init(sectionProvider: @escaping SectionProvider) {
    provider = sectionProvider
    configuration = UICollectionViewCompositionalLayoutConfiguration()
    super.init()
  }
  public init(
    sectionProvider: @escaping SectionProvider,
    configuration: UICollectionViewCompositionalLayoutConfiguration
  ) {
    provider = sectionProvider
    self.configuration = configuration
    super.init()
  }
  public required init?(coder: NSCoder) { nil }

  public class func list(using configuration: UICollectionLayoutListConfiguration)
    -> UICollectionViewCompositionalLayout
  {
    UICollectionViewCompositionalLayout { _, _ in NSCollectionLayoutSection.list(configuration) }
  }

  // MARK: Preparing

  private struct Section {
    let section: NSCollectionLayoutSection
    let arrangement: CompositionalArrangement
    let y: CGFloat
    var end: CGFloat { y + arrangement.height }
  }
  private var sections: [Section] = []
  private var room = CGSize.zero
  private var environment: LayoutEnvironment?
  /// The sizes of cells that measured themselves.
  private var measured: [IndexPath: CGSize] = [:]

  open override func prepare() {
    super.prepare()
    sections = []
    guard let collectionView else { return }
    room = size(collectionView)
    let environment = LayoutEnvironment(size: room, traits: collectionView.traitCollection)
    self.environment = environment
    var y: CGFloat = 0
    for index in 0..<collectionView.numberOfSections {
      guard let section = provider(index, environment) else {
        NSException.raise(
          .internalInconsistencyException,
          "Invalid section definition. Please specify a valid section definition when content is to be rendered for a "
            + "section. This is a client error.")
      }
      if index > 0 { y += configuration.interSectionSpacing }
      let arrangement = CompositionalArrangement(
        section, itemCount: collectionView.numberOfItems(inSection: index), environment: environment
      ) { [measured] item in measured[IndexPath(item: item, section: index)] }
      sections.append(Section(section: section, arrangement: arrangement, y: y))
      y += arrangement.height
      if let color = section.list?.backgroundColor { collectionView.backgroundColor = color }
    }
  }

  private func size(_ collectionView: UICollectionView) -> CGSize {
    let size = collectionView.bounds.size
    let inset = collectionView.adjustedContentInset
    return CGSize(
      width: max(0, size.width - inset.left - inset.right),
      height: max(0, size.height - inset.top - inset.bottom))
  }

  // MARK: Answering

  open override var collectionViewContentSize: CGSize {
    CGSize(width: room.width, height: sections.last?.end ?? 0)
  }

  open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    var result: [UICollectionViewLayoutAttributes] = []
    let first = BinarySearch.partition(sections.count) { sections[$0].end > rect.minY }
    for index in first..<sections.count {
      guard sections[index].y < rect.maxY else { break }
      let firstOfSection = result.count
      for item in sections[index].arrangement.frames.indices {
        let path = IndexPath(item: item, section: index)
        if let attributes = layoutAttributesForItem(at: path), attributes.frame.overlaps(rect) {
          result.append(attributes)
        }
        for extra in sections[index].arrangement.attached[item] ?? [] {
          if let attributes = layoutAttributesForSupplementaryView(ofKind: extra.elementKind, at: path),
            attributes.frame.overlaps(rect)
          {
            result.append(attributes)
          }
        }
      }
      for extra in sections[index].arrangement.extras {
        let path = IndexPath(item: 0, section: index)
        let kind = extra.item.elementKind
        if let attributes = layoutAttributesForSupplementaryView(ofKind: kind, at: path),
          attributes.frame.overlaps(rect)
        {
          result.append(attributes)
        }
      }
      for decoration in sections[index].section.decorationItems {
        let attributes = UICollectionViewLayoutAttributes.make(
          self, .decorationView, kind: decoration.elementKind, at: IndexPath(item: 0, section: index))
        let inset = decoration.contentInsets
        attributes.frame = CGRect(
          x: 0, y: sections[index].y, width: room.width, height: sections[index].arrangement.height
        ).inset(
          by: UIEdgeInsets(
            top: inset.top, left: inset.leading, bottom: inset.bottom, right: inset.trailing))
        attributes.zIndex = min(decoration.zIndex, -1)
        result.append(attributes)
      }
      // E-709
      if let handler = sections[index].section.visibleItemsInvalidationHandler, let environment,
        let collectionView
      {
        handler(Array(result[firstOfSection...]), collectionView.contentOffset, environment)
      }
    }
    return result
  }

  open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    guard sections.indices.contains(indexPath.section),
      sections[indexPath.section].arrangement.frames.indices.contains(indexPath.item)
    else { return nil }
    let section = sections[indexPath.section]
    let attributes = UICollectionViewLayoutAttributes.make(self, .cell, kind: nil, at: indexPath)
    attributes.frame = section.arrangement.frames[indexPath.item].offsetBy(dx: 0, dy: section.y)
    return attributes
  }

  open override func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    guard sections.indices.contains(indexPath.section) else { return nil }
    let section = sections[indexPath.section]
    let attributes = UICollectionViewLayoutAttributes.make(
      self, .supplementaryView, kind: elementKind, at: indexPath)
    let attached = section.arrangement.attached[indexPath.item] ?? []
    if let extra = attached.first(where: { $0.elementKind == elementKind }) {
      attributes.frame = section.arrangement.frame(of: extra, at: indexPath.item).offsetBy(
        dx: 0, dy: section.y)
      attributes.zIndex = extra.zIndex
      return attributes
    }
    guard let extra = section.arrangement.extras.first(where: { $0.item.elementKind == elementKind }) else {
      return nil
    }
    var frame = extra.frame.offsetBy(dx: 0, dy: section.y)
    if extra.item.pinToVisibleBounds, extra.item.alignment.isTop, let collectionView {
      let top = collectionView.contentOffset.y + collectionView.adjustedContentInset.top
      let y = frame.minY
      frame.origin.y = min(max(y, top), max(y, section.end - frame.height))
      attributes.isPinned = frame.minY > y
    }
    attributes.frame = frame
    attributes.zIndex = extra.item.zIndex
    return attributes
  }

  /// The list configuration and the row count of a section; nil if the section is not a list.
  func list(_ section: Int) -> (configuration: UICollectionLayoutListConfiguration, rows: Int)? {
    guard sections.indices.contains(section), let list = sections[section].section.list else { return nil }
    return (list, sections[section].arrangement.frames.count)
  }

  /// Whether a section's items have swipe actions.
  var hasSwipes: Bool {
    sections.contains {
      $0.section.list?.leadingSwipeActionsConfigurationProvider != nil
        || $0.section.list?.trailingSwipeActionsConfigurationProvider != nil
    }
  }

  // MARK: Invalidating

  open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    guard let collectionView else { return false }
    // E-709: a visible-items handler is called on each scroll.
    return size(collectionView) != room
      || sections.contains { $0.section.visibleItemsInvalidationHandler != nil }
  }

  override var measuresViews: Bool { true }
  override var measuredWidthIsFixed: Bool { true }

  /// E-365.
  override func adopt(
    _ preferred: UICollectionViewLayoutAttributes, of original: UICollectionViewLayoutAttributes
  ) -> Bool {
    let path = preferred.indexPath
    guard measured[path] == nil, preferred.size != original.size else { return false }
    measured[path] = preferred.size
    invalidateLayout()
    return true
  }
  override func forgetMeasuredSizes() { measured = [:] }
}

/// The environment that is passed to section providers.
private final class LayoutEnvironment: _MainActorNSObject, NSCollectionLayoutEnvironment,
  NSCollectionLayoutContainer
{
  let contentSize: CGSize
  let traitCollection: UITraitCollection
  init(size: CGSize, traits: UITraitCollection) {
    contentSize = size
    traitCollection = traits
    super.init()
  }
  var container: any NSCollectionLayoutContainer { self }
  var effectiveContentSize: CGSize { contentSize }
  var contentInsets: NSDirectionalEdgeInsets { .zero }
  var effectiveContentInsets: NSDirectionalEdgeInsets { .zero }
}
