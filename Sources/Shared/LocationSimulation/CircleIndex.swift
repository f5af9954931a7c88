import Foundation

/// L-273: circles on the earth, found by a point near them: a grid for each order of size, so that a circle lies in one cell, and
/// whatever reaches a point lies in that point's cell or one beside it.
struct CircleIndex: Sendable {
  /// What is stored of a circle, by its number: 32 bytes, and up to 16 for its cell.
  struct Circle: Sendable {
    var latitude: Double
    var longitude: Double
    var radius: Double
    /// The next circle in the same cell.
    var next: Int32 = -1
    /// Its order of size.
    var level = Circle.unused
    static let unused: UInt8 = 255
  }

  private(set) var circles: [Circle] = []
  private var free: [Int32] = []
  /// The first circle in a cell. Two cells very seldom share a chain, which only makes what is found a little more.
  private var cells = HeadTable()
  /// How many circles there are of each order of size.
  private var counts = [Int](repeating: 0, count: CircleIndex.levels)

  /// A cell of order 0 has sides of 64 m, of the last one more than half the earth.
  private static let levels = 20
  private static let smallest = 64.0
  /// The least length of a degree of latitude.
  private static let degree = 110_500.0

  var count: Int { circles.count - free.count }

  func point(_ id: Int32) -> GeographicPoint {
    GeographicPoint(latitude: circles[Int(id)].latitude, longitude: circles[Int(id)].longitude)
  }

  /// - Parameter reach: metres around the centre in which a point must be found.
  mutating func insert(_ center: GeographicPoint, radius: Double, reach: Double) -> Int32 {
    let level = Self.level(reach)
    let key = Self.key(level, center)
    if cells.isFull { grow() }
    var circle = Circle(latitude: center.latitude, longitude: center.longitude, radius: radius)
    circle.level = UInt8(level)
    circle.next = cells.head(key)
    let id: Int32
    if let reused = free.popLast() {
      id = reused
      circles[Int(id)] = circle
    } else {
      id = Int32(circles.count)
      circles.append(circle)
    }
    cells.setHead(key, id)
    counts[level] += 1
    return id
  }

  /// Makes room for the circles that there are; cells that became empty go.
  private mutating func grow() {
    cells.removeAll(roomFor: min(cells.count, counts.reduce(0, +)) * 3 / 2)
    for id in circles.indices where circles[id].level != Circle.unused {
      let key = Self.key(Int(circles[id].level), point(Int32(id)))
      circles[id].next = cells.head(key)
      cells.setHead(key, Int32(id))
    }
  }

  mutating func remove(_ id: Int32) {
    let level = Int(circles[Int(id)].level)
    guard level != Int(Circle.unused) else { return }
    let key = Self.key(level, point(id))
    var before: Int32 = -1
    var current = cells.head(key)
    while current >= 0, current != id { (before, current) = (current, circles[Int(current)].next) }
    guard current == id else { return }
    let next = circles[Int(id)].next
    if before >= 0 {
      circles[Int(before)].next = next
    } else {
      cells.setHead(key, next)
    }
    circles[Int(id)].level = Circle.unused
    free.append(id)
    counts[level] -= 1
  }

  /// Calls `body` with every circle whose reach a point may be in, and some more.
  func forEachNear(_ point: GeographicPoint, _ body: (Int32, Circle) -> Void) {
    for level in 0..<Self.levels where counts[level] > 0 {
      let rows = Self.rows(level)
      let row = Self.row(level, point.latitude)
      for other in max(0, row - 1)...min(rows - 1, row + 1) {
        let columns = Self.columns(level, other)
        let column = Self.column(columns, point.longitude)
        // All of a short row, each once; else three of it, around the earth.
        let range = columns <= 3 ? 0..<columns : (column - 1)..<(column + 2)
        for each in range {
          let key = Self.key(level, other, (each + columns) % columns)
          var id = cells.head(key)
          while id >= 0 {
            let circle = circles[Int(id)]
            body(id, circle)
            id = circle.next
          }
        }
      }
    }
  }

  // MARK: Cells

  private static func level(_ reach: Double) -> Int {
    var level = 0
    var side = smallest
    while side < reach, level < levels - 1 {
      side *= 2
      level += 1
    }
    return level
  }

  /// The height of a row, degrees.
  private static func height(_ level: Int) -> Double { smallest * Double(1 << level) / degree }
  private static func rows(_ level: Int) -> Int { max(1, Int((180 / height(level)).rounded(.down))) }
  private static func row(_ level: Int, _ latitude: Double) -> Int {
    let rows = rows(level)
    return min(max(Int((latitude + 90) / 180 * Double(rows)), 0), rows - 1)
  }

  /// How many cells a row has, so that each is at least as wide as it is high, also at its end nearer to the pole.
  ///
  /// NB: by the narrower of this row and its neighbours, so that what lies beside a point in the next row is found there.
  private static func columns(_ level: Int, _ row: Int) -> Int {
    let rows = Double(rows(level))
    let north = abs(Double(row + 2) / rows * 180 - 90)
    let south = abs(Double(row - 1) / rows * 180 - 90)
    let width = cos(min(max(north, south), 90) * .pi / 180)
    return max(1, Int((360 / height(level) * max(width, 0)).rounded(.down)))
  }
  private static func column(_ columns: Int, _ longitude: Double) -> Int {
    var part = ((longitude + 180) / 360).truncatingRemainder(dividingBy: 1)
    if part < 0 { part += 1 }
    return min(Int(part * Double(columns)), columns - 1)
  }

  private static func key(_ level: Int, _ point: GeographicPoint) -> UInt64 {
    let row = row(level, point.latitude)
    return key(level, row, column(columns(level, row), point.longitude))
  }
  /// The hash of a cell.
  private static func key(_ level: Int, _ row: Int, _ column: Int) -> UInt64 {
    var key = UInt64(level) << 58 | UInt64(row) << 29 | UInt64(column)
    key = (key ^ (key >> 32)) &* 0x9E37_79B9_7F4A_7C15
    return (key ^ (key >> 29)) &* 0xBF58_476D_1CE4_E5B9
  }
}
