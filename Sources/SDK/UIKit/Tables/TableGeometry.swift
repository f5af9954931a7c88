import CarobFoundation
import CoreGraphics

/// The positions of a table's headers, rows and footers, looked up by binary search.
///
/// Owned by a `UITableView`, which fills it when it counts the rows (E-260) and replaces estimated row
/// heights by measured ones (E-262). All values are in points, in the table's content coordinates.
struct TableGeometry {
  /// A header or footer.
  struct Edge {
    fileprivate(set) var height: CGFloat
    /// False while the height is an estimate.
    fileprivate(set) var isKnown = true

    static func known(_ height: CGFloat) -> Edge { Edge(height: height) }
    static func estimate(_ height: CGFloat) -> Edge { Edge(height: height, isKnown: false) }
  }

  struct Section {
    /// The space above the header (E-594).
    let padding: CGFloat
    fileprivate(set) var header: Edge
    fileprivate(set) var footer: Edge
    fileprivate var y: CGFloat = 0
    fileprivate var rows: RowHeights

    init(padding: CGFloat = 0, header: Edge, footer: Edge, rows: RowHeights) {
      self.padding = padding
      self.header = header
      self.footer = footer
      self.rows = rows
    }

    var rowCount: Int { rows.count }
    fileprivate var firstRowY: CGFloat { y + padding + header.height }
    fileprivate var end: CGFloat { firstRowY + rows.total + footer.height }
  }

  private(set) var sections: [Section] = []

  init() {}
  init(_ sections: [Section]) { self.sections = sections }

  var rowCounts: [Int] { sections.map(\.rowCount) }

  /// Places all sections below `top` and returns the end of the last one.
  mutating func place(below top: CGFloat) -> CGFloat {
    var y = top
    for index in sections.indices {
      sections[index].y = y
      y = sections[index].end
    }
    return y
  }

  func contains(_ path: IndexPath) -> Bool {
    sections.indices.contains(path.section) && (0..<sections[path.section].rowCount).contains(path.row)
  }

  func row(_ path: IndexPath) -> (y: CGFloat, height: CGFloat, isKnown: Bool) {
    let section = sections[path.section]
    return (
      section.firstRowY + section.rows.offset(path.row), section.rows.height(path.row),
      section.rows.isKnown(path.row)
    )
  }

  func header(_ section: Int) -> (y: CGFloat, height: CGFloat) {
    (sections[section].y + sections[section].padding, sections[section].header.height)
  }

  func footer(_ section: Int) -> (y: CGFloat, height: CGFloat) {
    (sections[section].end - sections[section].footer.height, sections[section].footer.height)
  }

  func isEdgeKnown(_ section: Int, isHeader: Bool) -> Bool {
    isHeader ? sections[section].header.isKnown : sections[section].footer.isKnown
  }

  /// Replaces the estimated height of a header or footer; returns true if the content below moves.
  mutating func setEdge(_ height: CGFloat, of section: Int, isHeader: Bool) -> Bool {
    let edge = isHeader ? \Section.header : \Section.footer
    let moves = abs(sections[section][keyPath: edge].height - height) > 0.01
    sections[section][keyPath: edge] = .known(moves ? height : sections[section][keyPath: edge].height)
    return moves
  }

  func top(of section: Int) -> CGFloat { sections[section].y }
  func end(of section: Int) -> CGFloat { sections[section].end }

  /// Replaces a row's estimated height; returns true if the rows below move. They move at the next
  /// `place(below:)`.
  mutating func setHeight(_ height: CGFloat, of path: IndexPath) -> Bool {
    let old = sections[path.section].rows.height(path.row)
    let moves = abs(old - height) > 0.01
    sections[path.section].rows.set(moves ? height : old, isKnown: true, at: path.row)
    return moves
  }

  /// Uses the heights from before an update as estimates for the rows that remain.
  mutating func estimate(from old: TableGeometry, _ outcome: ListUpdate.Outcome) {
    transfer(from: old, outcome) { _ in false }
  }

  private mutating func transfer(
    from old: TableGeometry, _ outcome: ListUpdate.Outcome, isKnown: (Bool) -> Bool
  ) {
    for (index, section) in old.sections.enumerated() {
      for row in section.rows.rowsOfTheirOwn {
        guard let place = outcome.place(of: IndexPath(row: row, section: index)), contains(place),
          !sections[place.section].rows.isKnown(place.row)
        else { continue }
        sections[place.section].rows.set(
          section.rows.height(row), isKnown: isKnown(section.rows.isKnown(row)), at: place.row)
      }
    }
  }

  /// The geometry after rows were reordered; the delegate is not asked for heights again (E-277).
  func moved(_ rowCounts: [Int], _ outcome: ListUpdate.Outcome) -> TableGeometry {
    var new = TableGeometry(
      zip(sections, rowCounts).map { section, count in
        Section(
          padding: section.padding, header: section.header, footer: section.footer,
          rows: RowHeights(count: count, usual: section.rows.usual, isKnown: false))
      })
    for (index, section) in sections.enumerated() where section.rowCount > 0 {
      guard section.rows.rowsOfTheirOwn.isEmpty, section.rows.isKnown(0) else { continue }
      // If all rows have the same known height, that height is kept.
      new.sections[index].rows = RowHeights(count: rowCounts[index], usual: section.rows.usual, isKnown: true)
    }
    new.transfer(from: self, outcome) { $0 }
    return new
  }

  /// The sections that intersect the range from `low` to `high`.
  func sections(from low: CGFloat, to high: CGFloat) -> Range<Int> {
    let first = BinarySearch.partition(sections.count) { sections[$0].end > low }
    let last = BinarySearch.partition(sections.count) { sections[$0].y >= high }
    return first..<max(first, last)
  }

  /// The rows that intersect the range from `low` to `high`, from top to bottom.
  func rows(from low: CGFloat, to high: CGFloat) -> [IndexPath] {
    sections(from: low, to: high).flatMap { index in
      let section = sections[index]
      return section.rows.rows(from: low - section.firstRowY, to: high - section.firstRowY).map {
        IndexPath(row: $0, section: index)
      }
    }
  }

  func row(at y: CGFloat) -> IndexPath? {
    let index = BinarySearch.partition(sections.count) { sections[$0].end > y }
    guard index < sections.count, y >= sections[index].firstRowY else { return nil }
    let section = sections[index]
    let row = section.rows.rows(from: y - section.firstRowY, to: .infinity).lowerBound
    return row < section.rowCount ? IndexPath(row: row, section: index) : nil
  }

  /// The index path at which a row would be inserted when its top edge is dragged to `top`: the place where
  /// it covers the least of other rows (E-277).
  func landing(of source: IndexPath, at top: CGFloat) -> IndexPath {
    let gap = row(source)
    // Computed as if the row were removed and the rows below had moved up.
    let y = top < gap.y ? top : top + gap.height
    let index = min(BinarySearch.partition(sections.count) { sections[$0].end > y }, sections.count - 1)
    let section = sections[index]
    let place = max(y - section.firstRowY, 0)
    var row = section.rows.rows(from: place, to: .infinity).lowerBound
    if row < section.rowCount, place - section.rows.offset(row) > section.rows.height(row) / 2 { row += 1 }
    if index == source.section, row > source.row { row -= 1 }
    return IndexPath(row: row, section: index)
  }
}
