import CoreGraphics

/// The heights of a section's rows: a usual height, and the heights of the rows that differ from it (E-262).
///
/// A section of equal rows takes constant time and memory. The first row that differs takes one pass over the
/// section; each further row and each query take logarithmic time. All heights are in points.
struct RowHeights {
  let count: Int
  /// The height of a row that has no entry in `own`.
  let usual: CGFloat
  private let usualIsKnown: Bool
  /// Heights that were set for single rows, whether known or estimated.
  private var own: [Int: (height: CGFloat, isKnown: Bool)] = [:]
  /// A Fenwick tree of the differences from the usual height; empty while there are none.
  private var surplus: [CGFloat] = []

  /// - Parameter isKnown: false while the height is an estimate.
  init(count: Int, usual: CGFloat, isKnown: Bool) {
    self.count = count
    self.usual = usual
    usualIsKnown = isKnown
  }

  init(_ rows: [(height: CGFloat, isKnown: Bool)]) {
    self.init(count: rows.count, usual: rows.first?.height ?? 0, isKnown: rows.first?.isKnown ?? false)
    for (row, height) in rows.enumerated() where height.height != usual || height.isKnown != usualIsKnown {
      set(height.height, isKnown: height.isKnown, at: row)
    }
  }

  func height(_ row: Int) -> CGFloat { own[row]?.height ?? usual }
  func isKnown(_ row: Int) -> Bool { own[row]?.isKnown ?? usualIsKnown }
  /// The rows with an entry of their own, in order.
  var rowsOfTheirOwn: [Int] { own.keys.sorted() }

  mutating func set(_ height: CGFloat, isKnown: Bool, at row: Int) {
    let change = height - self.height(row)
    own[row] = (height, isKnown)
    guard change != 0 else { return }
    if surplus.isEmpty { surplus = [CGFloat](repeating: 0, count: count + 1) }
    var index = row + 1
    while index <= count {
      surplus[index] += change
      index += index & -index
    }
  }

  /// The distance from the top of the first row to the top of this one; `count` gives the end of the section.
  func offset(_ row: Int) -> CGFloat {
    var sum = CGFloat(row) * usual
    guard !surplus.isEmpty else { return sum }
    var index = row
    while index > 0 {
      sum += surplus[index]
      index -= index & -index
    }
    return sum
  }

  var total: CGFloat { offset(count) }

  /// The rows that intersect the range from `low` to `high`.
  func rows(from low: CGFloat, to high: CGFloat) -> Range<Int> {
    let first = BinarySearch.partition(count) { offset($0 + 1) > low }
    let last = BinarySearch.partition(count) { offset($0) >= high }
    return first..<max(first, last)
  }
}
