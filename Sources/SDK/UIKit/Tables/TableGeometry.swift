import CarobFoundation
import CoreGraphics

/// Where a table's headers, rows and footers lie: places are found by bisection.
///
/// Owned by a `UITableView`, which fills it when it counts (E-260) and corrects heights of rows that were estimates
/// (E-262). Points of the table's content.
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
    /// The room above the header (E-594).
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

  /// Puts everything below `top`; answers where it ends.
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

  /// An estimate of a header or footer becomes a height; true if what is below moves.
  mutating func setEdge(_ height: CGFloat, of section: Int, isHeader: Bool) -> Bool {
    let edge = isHeader ? \Section.header : \Section.footer
    let moves = abs(sections[section][keyPath: edge].height - height) > 0.01
    sections[section][keyPath: edge] = .known(moves ? height : sections[section][keyPath: edge].height)
    return moves
  }

  func top(of section: Int) -> CGFloat { sections[section].y }
  func end(of section: Int) -> CGFloat { sections[section].end }

  /// An estimate becomes a height; true if rows below move. They do at the next `place(below:)`.
  mutating func setHeight(_ height: CGFloat, of path: IndexPath) -> Bool {
    let old = sections[path.section].rows.height(path.row)
    let moves = abs(old - height) > 0.01
    sections[path.section].rows.set(moves ? height : old, isKnown: true, at: path.row)
    return moves
  }

  /// What rows that stayed had before an update is the best estimate of what they have now.
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

  /// The geometry after rows were moved, of which nothing is asked again (E-277).
  func moved(_ rowCounts: [Int], _ outcome: ListUpdate.Outcome) -> TableGeometry {
    var new = TableGeometry(
      zip(sections, rowCounts).map { section, count in
        Section(
          padding: section.padding, header: section.header, footer: section.footer,
          rows: RowHeights(count: count, usual: section.rows.usual, isKnown: false))
      })
    for (index, section) in sections.enumerated() where section.rowCount > 0 {
      guard section.rows.rowsOfTheirOwn.isEmpty, section.rows.isKnown(0) else { continue }
      // Rows that all have the same known height keep it.
      new.sections[index].rows = RowHeights(count: rowCounts[index], usual: section.rows.usual, isKnown: true)
    }
    new.transfer(from: self, outcome) { $0 }
    return new
  }

  /// Sections of which some part lies between two ordinates.
  func sections(from low: CGFloat, to high: CGFloat) -> Range<Int> {
    let first = BinarySearch.partition(sections.count) { sections[$0].end > low }
    let last = BinarySearch.partition(sections.count) { sections[$0].y >= high }
    return first..<max(first, last)
  }

  /// Rows of which some part lies between two ordinates, from the top.
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

  /// Where a row whose upper edge is dragged to an ordinate would be put: where it covers the fewest others (E-277).
  func landing(of source: IndexPath, at top: CGFloat) -> IndexPath {
    let gap = row(source)
    // As if the row were not there, and the others closed up.
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
