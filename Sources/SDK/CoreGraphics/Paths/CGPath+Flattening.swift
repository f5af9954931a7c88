import Foundation

/// A subpath as straight lines.
package struct FlatSubpath {
  package var points: [CGPoint]
  package var isClosed: Bool
}

extension CGPath {
  /// The subpaths with every curve replaced by lines that stay within `tolerance` of it.
  package func flattened(tolerance: CGFloat = 0.05) -> [FlatSubpath] {
    var result: [FlatSubpath] = []
    var current: FlatSubpath?
    func finish() {
      if let done = current { result.append(done) }
      current = nil
    }
    forEach { type, points in
      switch type {
      case .moveToPoint:
        finish()
        current = FlatSubpath(points: [points[0]], isClosed: false)
      case .addLineToPoint: current?.points.append(points[0])
      case .addQuadCurveToPoint:
        guard let start = current?.points.last else { return }
        let (first, second) = Self.raised(from: start, control: points[0], to: points[1])
        current?.points += Self.flat(start, first, second, points[1], tolerance)
      case .addCurveToPoint:
        guard let start = current?.points.last else { return }
        current?.points += Self.flat(start, points[0], points[1], points[2], tolerance)
      case .closeSubpath:
        current?.isClosed = true
        finish()
      }
    }
    finish()
    return result
  }

  /// Points on a cubic curve without the first one: at equal steps of the parameter, more for a stronger
  /// bend.
  private static func flat(
    _ p0: CGPoint, _ p1: CGPoint, _ p2: CGPoint, _ p3: CGPoint, _ tolerance: CGFloat
  ) -> [CGPoint] {
    // The second differences bound the distance between the curve and its chords.
    let bend = max(
      hypot(p0.x - 2 * p1.x + p2.x, p0.y - 2 * p1.y + p2.y),
      hypot(p1.x - 2 * p2.x + p3.x, p1.y - 2 * p2.y + p3.y))
    let wanted = (bend * 0.75 / tolerance).squareRoot().rounded(.up)
    let count = wanted.isFinite ? Int(min(max(wanted, 1), 500)) : 1
    return (1...count).map { index in
      if index == count { return p3 }
      let t = CGFloat(index) / CGFloat(count)
      let s = 1 - t
      return CGPoint(
        x: s * s * s * p0.x + 3 * s * s * t * p1.x + 3 * s * t * t * p2.x + t * t * t * p3.x,
        y: s * s * s * p0.y + 3 * s * s * t * p1.y + 3 * s * t * t * p2.y + t * t * t * p3.y)
    }
  }

  /// Whether the point is inside the path when filled; open subpaths count as closed.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    var winding = 0
    let subpaths =
      (transform.isIdentity ? self : CGPath(types: types, points: points.map { $0.applying(transform) }))
      .flattened(tolerance: 0.02)
    for subpath in subpaths {
      guard var previous = subpath.points.last else { continue }
      for next in subpath.points {
        // Points on an edge count as inside, as for the platform's rectangles.
        if Self.isOn(point, previous, next) { return true }
        if (previous.y <= point.y) != (next.y <= point.y) {
          let side =
            (next.x - previous.x) * (point.y - previous.y) - (point.x - previous.x) * (next.y - previous.y)
          if previous.y <= point.y, side > 0 { winding += 1 }
          if previous.y > point.y, side < 0 { winding -= 1 }
        }
        previous = next
      }
    }
    return rule == .winding ? winding != 0 : winding % 2 != 0
  }

  private static func isOn(_ p: CGPoint, _ a: CGPoint, _ b: CGPoint) -> Bool {
    guard p.x >= min(a.x, b.x), p.x <= max(a.x, b.x), p.y >= min(a.y, b.y), p.y <= max(a.y, b.y) else {
      return false
    }
    return (b.x - a.x) * (p.y - a.y) == (p.x - a.x) * (b.y - a.y)
  }
}
