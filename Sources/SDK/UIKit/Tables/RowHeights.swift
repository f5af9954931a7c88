import CoreGraphics

/// The heights of a section's rows: one that most of them have, and those of rows that differ (E-262).
///
/// A section of equal rows costs nothing however long it is; the first row that differs costs one pass, each further
/// one, and each question, a logarithm. Points.
struct RowHeights {
  let count: Int
  /// What a row has unless it is known to have another.
  let usual: CGFloat
  private let usualIsKnown: Bool
  /// Heights of rows that are known, or were asked for each.
  private var own: [Int: (height: CGFloat, isKnown: Bool)] = [:]
  /// Sums of what rows have more than usual, as a Fenwick tree; empty while none has.
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
  /// Rows whose heights are not just the usual one, in order.
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

  /// Where a row begins, from the first one's beginning; the row after the last is the end.
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

  /// Rows of which some part lies between two ordinates.
  func rows(from low: CGFloat, to high: CGFloat) -> Range<Int> {
    let first = BinarySearch.partition(count) { offset($0 + 1) > low }
    let last = BinarySearch.partition(count) { offset($0) >= high }
    return first..<max(first, last)
  }
}
