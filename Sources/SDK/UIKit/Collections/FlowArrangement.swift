import CarobFoundation
import CoreGraphics

/// Computes the frames of a flow layout: items in lines, lines in sections (E-363, E-364).
///
/// One axis is the *flow*, along which lines follow each other and the content scrolls. The other is the
/// *line*, along which the items of a line are placed. `UICollectionViewFlowLayout` maps both to x and y.
struct FlowArrangement {
  struct Extent: Equatable {
    /// The extents along the line and along the flow.
    var line: CGFloat
    var flow: CGFloat
  }
  struct Section {
    var header: CGFloat = 0
    var footer: CGFloat = 0
    /// The section's insets: before and after it along the flow, and at the start and end of each line.
    var before: CGFloat = 0
    var behind: CGFloat = 0
    var start: CGFloat = 0
    var end: CGFloat = 0
    var lineSpacing: CGFloat = 0
    var itemSpacing: CGFloat = 0
    var items: [Extent] = []
  }
  struct Place: Equatable {
    var line: CGFloat
    var flow: CGFloat
    var size: Extent
  }
  struct PlacedLine {
    var section: Int
    var items: Range<Int>
    var flow: CGFloat
    var end: CGFloat
  }
  struct PlacedSection {
    var header: (flow: CGFloat, length: CGFloat)
    var footer: (flow: CGFloat, length: CGFloat)
    var items: [Place]
    var end: CGFloat
  }

  private(set) var sections: [PlacedSection] = []
  /// All lines in order; their ends never decrease.
  private(set) var lines: [PlacedLine] = []
  private(set) var length: CGFloat = 0

  init() {}

  /// - Parameter room: the length of a line, including the section's insets at its start and end.
  /// - Parameter pixel: the size of a pixel; positions along a line are rounded to multiples of it.
  init(_ sections: [Section], room: CGFloat, pixel: CGFloat) {
    var flow: CGFloat = 0
    for (index, section) in sections.enumerated() {
      let header = flow
      flow += section.header
      var placed = PlacedSection(
        header: (header, section.header), footer: (0, section.footer), items: [], end: 0)
      flow += section.before
      let usable = room - section.start - section.end
      // E-363.1: a line takes as many items as fit with the minimum spacing.
      let breaks = Self.breaks(section.items, spacing: section.itemSpacing, usable: usable)
      let isUniform = section.items.allSatisfy { $0 == section.items[0] }
      for (number, items) in breaks.enumerated() {
        if number > 0 { flow += section.lineSpacing }
        let height = section.items[items].map(\.flow).max() ?? 0
        let isLast = number == breaks.count - 1
        let (first, spacing) = Self.spread(
          section, items, usable: usable, isFull: !isLast || isUniform, pixel: pixel)
        var line = section.start + first
        for item in section.items[items] {
          // E-363.4: an item that is smaller than its line along the flow is centered in the line.
          let y = flow + Self.pixels((height - item.flow) / 2, pixel)
          placed.items.append(Place(line: Self.pixels(line, pixel), flow: y, size: item))
          line += item.line + spacing
        }
        lines.append(PlacedLine(section: index, items: items, flow: flow, end: flow + height))
        flow += height
      }
      // NB: the insets also apply to a section without items.
      flow += section.behind
      placed.footer.flow = flow
      flow += section.footer
      placed.end = flow
      self.sections.append(placed)
    }
    length = flow
  }

  private static func pixels(_ value: CGFloat, _ pixel: CGFloat) -> CGFloat {
    (value / pixel + 1e-6).rounded(.down) * pixel
  }

  private static func breaks(_ items: [Extent], spacing: CGFloat, usable: CGFloat) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var first = 0
    var used: CGFloat = 0
    for (index, item) in items.enumerated() {
      let more = index == first ? item.line : used + spacing + item.line
      if index > first, more > usable + 0.001 {
        result.append(first..<index)
        first = index
        used = item.line
      } else {
        used = more
      }
    }
    if first < items.count { result.append(first..<items.count) }
    return result
  }

  /// The position of a line's first item and the spacing between its items.
  private static func spread(
    _ section: Section, _ range: Range<Int>, usable: CGFloat, isFull: Bool, pixel: CGFloat
  ) -> (first: CGFloat, spacing: CGFloat) {
    let items = section.items[range]
    guard isFull else { return (0, section.itemSpacing) }
    // E-363.2: the remaining space is distributed between the items of a full line. A last line of equal
    // items uses the same columns as full lines, even if it is the only line.
    var count = items.count
    var used = items.reduce(0) { $0 + $1.line }
    if range.upperBound == section.items.count, let item = items.first, item.line > 0 {
      let fitting = ((usable + section.itemSpacing + 0.001) / (item.line + section.itemSpacing)).rounded(
        .down)
      count = max(count, Int(min(fitting, 100_000)))
      used = CGFloat(count) * item.line
    }
    // E-363.3: an item is centered if a second one does not fit into the line.
    if count == 1 { return (max(0, (usable - used) / 2), section.itemSpacing) }
    return (0, max(section.itemSpacing, (usable - used) / CGFloat(count - 1)))
  }

  /// The lines that intersect the range from `low` to `high` along the flow.
  func lines(from low: CGFloat, to high: CGFloat) -> Range<Int> {
    let first = BinarySearch.partition(lines.count) { lines[$0].end > low }
    let last = BinarySearch.partition(lines.count) { lines[$0].flow >= high }
    return first..<max(first, last)
  }
}

/// Binary search in sorted sequences.
enum BinarySearch {
  /// Returns the first index for which `isBehind` is true, or `count`. It must be true for all later indices,
  /// too.
  static func partition(_ count: Int, _ isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
