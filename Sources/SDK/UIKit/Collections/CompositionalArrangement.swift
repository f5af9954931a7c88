import CarobFoundation
import CoreGraphics

/// Computes the frames of one section of a compositional layout (E-372): fills one group after another with
/// items.
///
/// Coordinates are in points, with the section's top-left corner at (0, 0). For estimated dimensions the size
/// in `measured` is used, otherwise the estimate.
@MainActor
struct CompositionalArrangement {
  private(set) var frames: [CGRect] = []
  private(set) var extras: [(item: NSCollectionLayoutBoundarySupplementaryItem, frame: CGRect)] = []
  /// The supplementary views attached to items, by item index (E-552).
  private(set) var attached: [Int: [NSCollectionLayoutSupplementaryItem]] = [:]
  private(set) var height: CGFloat = 0

  private let itemCount: Int
  private let environment: any NSCollectionLayoutEnvironment
  private let measured: (Int) -> CGSize?

  init(
    _ section: NSCollectionLayoutSection, itemCount: Int, environment: any NSCollectionLayoutEnvironment,
    measured: @escaping (Int) -> CGSize?
  ) {
    self.itemCount = itemCount
    self.environment = environment
    self.measured = measured
    let whole = environment.container.effectiveContentSize
    let inset = section.contentInsets
    let inner = CGSize(
      width: max(0, whole.width - inset.leading - inset.trailing),
      height: max(0, whole.height - inset.top - inset.bottom))
    // E-372.1: headers, the inset, the groups, the inset, footers.
    height = section.topPadding
    placeExtras(section, whole) { $0.alignment.isTop }
    height += inset.top
    var isFirst = true
    while frames.count < itemCount {
      if !isFirst { height += section.interGroupSpacing }
      isFirst = false
      let before = frames.count
      let size = place(section.group, in: inner, at: CGPoint(x: inset.leading, y: height), size: nil)
      height += size.height
      // Stop if a group has no room for a single item; the loop would not end.
      guard frames.count > before else { break }
    }
    height += inset.bottom
    placeExtras(section, whole) { !$0.alignment.isTop }
  }

  /// E-552: the frame of a supplementary view attached to an item; fractional sizes are relative to the item.
  func frame(of extra: NSCollectionLayoutSupplementaryItem, at item: Int) -> CGRect {
    let container = frames[item]
    let frame = extra.containerAnchor.frame(
      of: extra.layoutSize.size(in: container.size), at: container, other: extra.itemAnchor)
    return Self.inset(frame, extra.contentInsets)
  }

  private mutating func placeExtras(
    _ section: NSCollectionLayoutSection, _ whole: CGSize,
    where isWanted: (NSCollectionLayoutBoundarySupplementaryItem) -> Bool
  ) {
    for extra in section.boundarySupplementaryItems where isWanted(extra) {
      let inset = section.supplementariesFollowContentInsets ? section.contentInsets : .zero
      let room = CGSize(
        width: max(0, whole.width - inset.leading - inset.trailing), height: whole.height)
      let size = extra.layoutSize.size(in: room)
      var x = inset.leading + (room.width - size.width) / 2
      switch extra.alignment {
      case .topLeading, .bottomLeading, .leading: x = inset.leading
      case .topTrailing, .bottomTrailing, .trailing: x = inset.leading + room.width - size.width
      default: break
      }
      let frame = CGRect(
        x: x + extra.offset.x, y: height + extra.offset.y, width: size.width, height: size.height)
      extras.append((extra, Self.inset(frame, extra.contentInsets)))
      if extra.extendsBoundary { height += size.height }
    }
  }

  private static func inset(_ frame: CGRect, _ inset: NSDirectionalEdgeInsets) -> CGRect {
    frame.inset(
      by: UIEdgeInsets(
        top: inset.top, left: inset.leading, bottom: inset.bottom, right: inset.trailing))
  }

  /// Places an item or a group, and returns the size that it takes.
  private mutating func place(
    _ item: NSCollectionLayoutItem, in container: CGSize, at origin: CGPoint, size given: CGSize?
  ) -> CGSize {
    let edges = item.edgeSpacing?.insets ?? .zero
    let corner = CGPoint(x: origin.x + edges.left, y: origin.y + edges.top)
    var size = given ?? item.layoutSize.size(in: container)
    if let group = item as? NSCollectionLayoutGroup {
      let used = fill(group, size, at: corner)
      // E-372.4: a group with an estimated dimension takes the size of its content.
      if group.layoutSize.heightDimension.isEstimated { size.height = used.height }
      if group.layoutSize.widthDimension.isEstimated { size.width = used.width }
    } else {
      if let known = measured(frames.count) {
        if item.layoutSize.heightDimension.isEstimated { size.height = known.height }
        if item.layoutSize.widthDimension.isEstimated { size.width = known.width }
      }
      if !item.supplementaryItems.isEmpty { attached[frames.count] = item.supplementaryItems }
      frames.append(Self.inset(CGRect(origin: corner, size: size), item.contentInsets))
    }
    return CGSize(
      width: size.width + edges.left + edges.right, height: size.height + edges.top + edges.bottom)
  }

  /// E-372.2: repeats the group's subitems in order as long as the next one fits and items are left.
  private mutating func fill(_ group: NSCollectionLayoutGroup, _ size: CGSize, at corner: CGPoint) -> CGSize {
    let inset = group.contentInsets
    let inner = CGSize(
      width: max(0, size.width - inset.leading - inset.trailing),
      height: max(0, size.height - inset.top - inset.bottom))
    let start = CGPoint(x: corner.x + inset.leading, y: corner.y + inset.top)
    if let provider = group.provider {
      for custom in provider(environment) where frames.count < itemCount {
        frames.append(custom.frame.offsetBy(dx: start.x, dy: start.y))
      }
      return size
    }
    guard !group.subitems.isEmpty else { return size }
    let isHorizontal = group.direction == .horizontal
    let room = isHorizontal ? inner.width : inner.height
    let spacing = group.interItemSpacing?.spacing ?? 0
    var (planned, along, across): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
    var placed = 0
    var ranges: [Range<Int>] = []
    while frames.count < itemCount {
      if let count = group.count, placed >= count { break }
      let item = group.subitems[placed % group.subitems.count]
      var wanted = item.layoutSize.size(in: inner)
      // E-372.3: `count` equal items share the group evenly.
      if let count = group.count, count > 0 {
        let share = (room - spacing * CGFloat(count - 1)) / CGFloat(count)
        if isHorizontal { wanted.width = share } else { wanted.height = share }
      }
      let edges = item.edgeSpacing?.insets ?? .zero
      let length =
        isHorizontal ? wanted.width + edges.left + edges.right : wanted.height + edges.top + edges.bottom
      if placed > 0 {
        if group.count == nil, planned + spacing + length > room + 0.01 { break }
        planned += spacing
        along += spacing
      }
      let before = frames.count
      let origin =
        isHorizontal
        ? CGPoint(x: start.x + along, y: start.y) : CGPoint(x: start.x, y: start.y + along)
      let used = place(item, in: inner, at: origin, size: group.count == nil ? nil : wanted)
      planned += length
      along += isHorizontal ? used.width : used.height
      across = max(across, isHorizontal ? used.height : used.width)
      ranges.append(before..<frames.count)
      placed += 1
      if length <= 0 { break }
    }
    // Flexible spacing distributes the remaining space.
    if group.interItemSpacing?.isFlexible == true, ranges.count > 1, along < room {
      let more = (room - along) / CGFloat(ranges.count - 1)
      for (index, range) in ranges.enumerated() {
        for frame in range {
          frames[frame] = frames[frame].offsetBy(
            dx: isHorizontal ? more * CGFloat(index) : 0, dy: isHorizontal ? 0 : more * CGFloat(index))
        }
      }
    }
    return isHorizontal
      ? CGSize(
        width: along + inset.leading + inset.trailing, height: across + inset.top + inset.bottom)
      : CGSize(
        width: across + inset.leading + inset.trailing, height: along + inset.top + inset.bottom)
  }
}
