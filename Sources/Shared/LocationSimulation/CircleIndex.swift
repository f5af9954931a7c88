import Foundation

/// L-273: finds circles on the earth near a point. Each size class has a grid, in which a circle lies in one cell; circles
/// that reach a point lie in the point's cell or a neighbouring one.
struct CircleIndex: Sendable {
  /// A stored circle: 32 bytes, and up to 16 for its cell.
  struct Circle: Sendable {
    var latitude: Double
    var longitude: Double
    var radius: Double
    /// The next circle in the same cell.
    var next: Int32 = -1
    /// Its size class.
    var level = Circle.unused
    static let unused: UInt8 = 255
  }

  private(set) var circles: [Circle] = []
  private var free: [Int32] = []
  /// The first circle in each cell. Two cells may share a chain, though rarely, which only adds a few candidates.
  private var cells = HeadTable()
  /// The number of circles in each size class.
  private var counts = [Int](repeating: 0, count: CircleIndex.levels)

  /// Cells of class 0 have sides of 64 m; one of the last class covers more than half the earth.
  private static let levels = 20
  private static let smallest = 64.0
  /// The shortest length of a degree of latitude, metres.
  private static let degree = 110_500.0

  var count: Int { circles.count - free.count }

  func point(_ id: Int32) -> GeographicPoint {
    GeographicPoint(latitude: circles[Int(id)].latitude, longitude: circles[Int(id)].longitude)
  }

  /// - Parameter reach: the distance from the centre, metres, up to which a point must find the circle.
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

  /// Rebuilds the table for the current circles, without cells that became empty.
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

  /// Calls `body` with every circle that may reach a point, and with some others.
  func forEachNear(_ point: GeographicPoint, _ body: (Int32, Circle) -> Void) {
    for level in 0..<Self.levels where counts[level] > 0 {
      let rows = Self.rows(level)
      let row = Self.row(level, point.latitude)
      for other in max(0, row - 1)...min(rows - 1, row + 1) {
        let columns = Self.columns(level, other)
        let column = Self.column(columns, point.longitude)
        // All cells of a short row, each once; otherwise three neighbours, across the 180° meridian if necessary.
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

  /// How many cells a row has, so that each is at least as wide as high, even at the end nearer to the pole.
  ///
  /// NB: computed for the narrowest of this row and its neighbours, so that the cell next to a point's in the neighbouring row
  /// contains what is near the point.
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
