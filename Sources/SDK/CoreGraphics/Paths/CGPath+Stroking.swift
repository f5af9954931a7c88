import Foundation

extension CGPath {
  /// The outline that stroking would paint. Its pieces overlap, so fill it with the winding rule.
  public func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    let path =
      transform.isIdentity ? self : CGPath(types: types, points: points.map { $0.applying(transform) })
    var stroker = Stroker(half: max(lineWidth, 0) / 2, cap: lineCap, join: lineJoin, miterLimit: miterLimit)
    for subpath in path.flattened(tolerance: 0.05) { stroker.add(subpath) }
    return stroker.outline
  }

  /// The path cut into dashes: `lengths` alternate between painted and unpainted segments.
  public func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
  ) -> CGPath {
    let path =
      transform.isIdentity ? self : CGPath(types: types, points: points.map { $0.applying(transform) })
    let total = lengths.reduce(0, +)
    guard total > 0, total.isFinite, lengths.allSatisfy({ $0 >= 0 }) else { return path }
    // With an odd number of lengths the pattern repeats after two rounds.
    let pattern = lengths.count.isMultiple(of: 2) ? lengths : lengths + lengths
    let result = CGMutablePath()
    for subpath in path.flattened() {
      var position = phase.truncatingRemainder(dividingBy: pattern.reduce(0, +))
      if position < 0 { position += pattern.reduce(0, +) }
      var index = 0
      while position >= pattern[index] {
        position -= pattern[index]
        index = (index + 1) % pattern.count
      }
      var left = pattern[index] - position
      guard var current = subpath.points.first else { continue }
      if index.isMultiple(of: 2) { result.move(to: current) }
      for next in subpath.points.dropFirst() + (subpath.isClosed ? [current] : []) {
        var length = hypot(next.x - current.x, next.y - current.y)
        while length > left {
          current = CGPoint(
            x: current.x + (next.x - current.x) * left / length,
            y: current.y + (next.y - current.y) * left / length)
          length -= left
          if index.isMultiple(of: 2) { result.addLine(to: current) }
          index = (index + 1) % pattern.count
          left = pattern[index]
          if index.isMultiple(of: 2) { result.move(to: current) }
        }
        left -= length
        current = next
        if index.isMultiple(of: 2) { result.addLine(to: current) }
      }
    }
    return result
  }
}

/// Builds a stroke's outline from one quadrilateral per line and one piece per join and cap, all in the same
/// winding direction.
private struct Stroker {
  let half: CGFloat
  let cap: CGLineCap
  let join: CGLineJoin
  let miterLimit: CGFloat
  let outline = CGMutablePath()

  init(half: CGFloat, cap: CGLineCap, join: CGLineJoin, miterLimit: CGFloat) {
    self.half = half
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
  }

  mutating func add(_ subpath: FlatSubpath) {
    var points: [CGPoint] = []
    for point in subpath.points where points.last != point { points.append(point) }
    if subpath.isClosed, points.count > 1, points.first == points.last { points.removeLast() }
    guard half > 0, let first = points.first else { return }
    guard points.count > 1 else {
      // A subpath of zero length shows only its caps.
      switch cap {
      case .round: disc(first)
      case .square:
        polygon(
          [(-1, -1), (1, -1), (1, 1), (-1, 1)].map {
            CGPoint(x: first.x + $0.0 * half, y: first.y + $0.1 * half)
          })
      case .butt: break
      }
      return
    }
    let isClosed = subpath.isClosed && points.count > 2
    let count = isClosed ? points.count : points.count - 1
    for index in 0..<count { segment(points[index], points[(index + 1) % points.count]) }
    for index in 0..<points.count where isClosed || (index > 0 && index < points.count - 1) {
      let before = points[(index + points.count - 1) % points.count]
      corner(before, points[index], points[(index + 1) % points.count])
    }
    if !isClosed {
      end(points[0], from: points[1])
      end(points[points.count - 1], from: points[points.count - 2])
    }
  }

  /// Adds a polygon, reversed if necessary, so that all have the same orientation.
  private func polygon(_ points: [CGPoint]) {
    var area: CGFloat = 0
    for index in points.indices {
      let a = points[index]
      let b = points[(index + 1) % points.count]
      area += a.x * b.y - b.x * a.y
    }
    guard area != 0 else { return }
    outline.addLines(between: area > 0 ? points : points.reversed())
    outline.closeSubpath()
  }

  private func disc(_ center: CGPoint) {
    outline.addEllipse(in: CGRect(x: center.x - half, y: center.y - half, width: 2 * half, height: 2 * half))
  }

  private func unit(_ a: CGPoint, _ b: CGPoint) -> CGVector {
    let length = hypot(b.x - a.x, b.y - a.y)
    return CGVector(dx: (b.x - a.x) / length, dy: (b.y - a.y) / length)
  }

  private func offset(_ p: CGPoint, _ v: CGVector, _ amount: CGFloat) -> CGPoint {
    CGPoint(x: p.x + v.dx * amount, y: p.y + v.dy * amount)
  }

  private func segment(_ a: CGPoint, _ b: CGPoint) {
    let u = unit(a, b)
    let normal = CGVector(dx: -u.dy, dy: u.dx)
    polygon([
      offset(a, normal, half), offset(b, normal, half), offset(b, normal, -half), offset(a, normal, -half),
    ])
  }

  private func corner(_ a: CGPoint, _ b: CGPoint, _ c: CGPoint) {
    let u = unit(a, b)
    let v = unit(b, c)
    let cross = u.dx * v.dy - u.dy * v.dx
    let dot = u.dx * v.dx + u.dy * v.dy
    if abs(cross) < 1e-6, dot > 0 { return }
    if join == .round { return disc(b) }
    // The outer side of the turn.
    let side: CGFloat = cross > 0 ? -half : half
    let first = offset(b, CGVector(dx: -u.dy, dy: u.dx), side)
    let second = offset(b, CGVector(dx: -v.dy, dy: v.dx), side)
    // 1 / sin(half the angle between the lines), the ratio that the miter limit bounds.
    let ratio = (2 / max(1 + dot, 1e-12)).squareRoot()
    if join == .miter, ratio <= miterLimit {
      let middle = CGVector(dx: first.x + second.x - 2 * b.x, dy: first.y + second.y - 2 * b.y)
      let length = hypot(middle.dx, middle.dy)
      let tip = offset(b, CGVector(dx: middle.dx / length, dy: middle.dy / length), half * ratio)
      polygon([b, first, tip, second])
    } else {
      polygon([b, first, second])
    }
  }

  private func end(_ p: CGPoint, from inner: CGPoint) {
    switch cap {
    case .butt: break
    case .round: disc(p)
    case .square:
      let u = unit(inner, p)
      segment(p, offset(p, u, half))
    }
  }
}
