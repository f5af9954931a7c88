/// A location on the screen, or the difference of two, in points.
package struct GesturePoint: Equatable, Sendable {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  package static let zero = GesturePoint(0, 0)

  package var length: Double { (x * x + y * y).squareRoot() }

  package static func + (a: GesturePoint, b: GesturePoint) -> GesturePoint {
    GesturePoint(a.x + b.x, a.y + b.y)
  }
  package static func - (a: GesturePoint, b: GesturePoint) -> GesturePoint {
    GesturePoint(a.x - b.x, a.y - b.y)
  }

  package static func middle(of points: [GesturePoint]) -> GesturePoint? {
    guard !points.isEmpty else { return nil }
    let sum = points.reduce(.zero, +)
    return GesturePoint(sum.x / Double(points.count), sum.y / Double(points.count))
  }
}
