import CarobFoundation
import CoreGraphics

/// Where a table's headers, rows and footers lie: offsets are summed once, places found by bisection.
///
/// Owned by a `UITableView`, which fills it when it counts (E-260) and corrects heights of rows that were estimates
/// (E-262). Points of the table's content.
struct TableGeometry {
  struct Row {
    var height: CGFloat
    /// False while the height is an estimate.
    var isKnown: Bool
  }

  struct Section {
    let headerHeight: CGFloat
    let footerHeight: CGFloat
    fileprivate var y: CGFloat = 0
    fileprivate var rows: [Row]
    /// Of each row from the header's end, and behind them all of the footer.
    fileprivate var offsets: [CGFloat]
    /// The first row whose successors' offsets are out of date.
    fileprivate var firstMoved: Int?

    init(headerHeight: CGFloat, footerHeight: CGFloat, rows: [Row]) {
      self.headerHeight = headerHeight
      self.footerHeight = footerHeight
      self.rows = rows
      offsets = [CGFloat](repeating: 0, count: rows.count + 1)
      firstMoved = 0
    }

    var rowCount: Int { rows.count }
    fileprivate var firstRowY: CGFloat { y + headerHeight }
    fileprivate var end: CGFloat { y + headerHeight + (offsets.last ?? 0) + footerHeight }

    fileprivate mutating func sum() {
      guard let first = firstMoved else { return }
      for row in first..<rows.count { offsets[row + 1] = offsets[row] + rows[row].height }
      firstMoved = nil
    }
  }

  private(set) var sections: [Section] = []

  init() {}
  init(_ sections: [Section]) { self.sections = sections }

  /// Puts everything below `top`; answers where it ends.
  mutating func place(below top: CGFloat) -> CGFloat {
    var y = top
    for index in sections.indices {
      sections[index].y = y
      sections[index].sum()
      y = sections[index].end
    }
    return y
  }

  func contains(_ path: IndexPath) -> Bool {
    sections.indices.contains(path.section) && sections[path.section].rows.indices.contains(path.row)
  }

  func row(_ path: IndexPath) -> (y: CGFloat, height: CGFloat, isKnown: Bool) {
    let section = sections[path.section]
    let row = section.rows[path.row]
    return (section.firstRowY + section.offsets[path.row], row.height, row.isKnown)
  }

  func header(_ section: Int) -> (y: CGFloat, height: CGFloat) {
    (sections[section].y, sections[section].headerHeight)
  }

  func footer(_ section: Int) -> (y: CGFloat, height: CGFloat) {
    (sections[section].end - sections[section].footerHeight, sections[section].footerHeight)
  }

  func end(of section: Int) -> CGFloat { sections[section].end }

  /// An estimate becomes a height; true if rows below move. They do at the next `place(below:)`.
  mutating func setHeight(_ height: CGFloat, of path: IndexPath) -> Bool {
    let moves = abs(sections[path.section].rows[path.row].height - height) > 0.01
    sections[path.section].rows[path.row].isKnown = true
    guard moves else { return false }
    sections[path.section].rows[path.row].height = height
    sections[path.section].firstMoved = min(sections[path.section].firstMoved ?? path.row, path.row)
    return true
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
      let (low, high) = (low - section.firstRowY, high - section.firstRowY)
      let first = BinarySearch.partition(section.rowCount) { section.offsets[$0 + 1] > low }
      let last = BinarySearch.partition(section.rowCount) { section.offsets[$0] >= high }
      return (first..<max(first, last)).map { IndexPath(row: $0, section: index) }
    }
  }

  func row(at y: CGFloat) -> IndexPath? {
    let index = BinarySearch.partition(sections.count) { sections[$0].end > y }
    guard index < sections.count else { return nil }
    let section = sections[index]
    let place = y - section.firstRowY
    guard place >= 0 else { return nil }
    let row = BinarySearch.partition(section.rowCount) { section.offsets[$0 + 1] > place }
    return row < section.rowCount ? IndexPath(row: row, section: index) : nil
  }
}
