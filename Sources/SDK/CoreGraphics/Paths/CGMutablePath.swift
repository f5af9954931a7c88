import Foundation

/// A path that can be extended.
public class CGMutablePath: CGPath, @unchecked Sendable {
  public init() { super.init() }
  init(copying path: CGPath) { super.init(types: path.types, points: path.points) }

  private func append(_ type: CGPathElementType, _ new: [CGPoint], _ t: CGAffineTransform) {
    types.append(type)
    for point in new { points.append(t.isIdentity ? point : point.applying(t)) }
  }

  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    // A move directly after a move replaces it.
    if types.last == .moveToPoint {
      types.removeLast()
      points.removeLast()
    }
    append(.moveToPoint, [point], transform)
  }

  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    guard continues(at: point, transform) else { return }
    append(.addLineToPoint, [point], transform)
  }

  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    guard continues(at: control, transform) else { return }
    append(.addQuadCurveToPoint, [control, end], transform)
  }

  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    guard continues(at: control1, transform) else { return }
    append(.addCurveToPoint, [control1, control2, end], transform)
  }

  public func closeSubpath() {
    guard let last = types.last, last != .closeSubpath else { return }
    types.append(.closeSubpath)
  }

  /// Whether a segment can be added: without a current point the platform logs an error and ignores it.
  /// After a close, begins the next subpath at the start of the closed one.
  private func continues(at point: CGPoint, _ transform: CGAffineTransform) -> Bool {
    guard let last = types.last else { return false }
    if last == .closeSubpath, let start = lastPoint {
      types.append(.moveToPoint)
      points.append(start)
    }
    return true
  }

  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    if rect.isNull { return }
    move(to: rect.origin, transform: transform)
    addLine(to: CGPoint(x: rect.origin.x + rect.size.width, y: rect.origin.y), transform: transform)
    addLine(
      to: CGPoint(x: rect.origin.x + rect.size.width, y: rect.origin.y + rect.size.height),
      transform: transform)
    addLine(to: CGPoint(x: rect.origin.x, y: rect.origin.y + rect.size.height), transform: transform)
    closeSubpath()
  }

  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// Moves to the first point and draws lines to the others.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    guard let first = points.first else { return }
    move(to: first, transform: transform)
    for point in points.dropFirst() { addLine(to: point, transform: transform) }
  }

  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    if rect.isNull { return }
    let map = CGAffineTransform(
      a: rect.width / 2, b: 0, c: 0, d: rect.height / 2, tx: rect.midX, ty: rect.midY
    ).concatenating(transform)
    move(to: CGPoint(x: 1, y: 0), transform: map)
    turn(from: 0, by: 2 * .pi, map: map)
    closeSubpath()
  }

  /// Corner radii above half a side are reduced to it, as by the platform's renderer.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) {
    let box = rect.standardized
    let w = min(max(cornerWidth, 0), box.width / 2)
    let h = min(max(cornerHeight, 0), box.height / 2)
    guard w > 0, h > 0 else { return addRect(box, transform: transform) }
    func corner(_ x: CGFloat, _ y: CGFloat) -> CGAffineTransform {
      CGAffineTransform(a: w, b: 0, c: 0, d: h, tx: x, ty: y).concatenating(transform)
    }
    move(to: CGPoint(x: box.maxX, y: box.midY), transform: transform)
    addLine(to: CGPoint(x: box.maxX, y: box.maxY - h), transform: transform)
    turn(from: 0, by: .pi / 2, map: corner(box.maxX - w, box.maxY - h))
    addLine(to: CGPoint(x: box.minX + w, y: box.maxY), transform: transform)
    turn(from: .pi / 2, by: .pi / 2, map: corner(box.minX + w, box.maxY - h))
    addLine(to: CGPoint(x: box.minX, y: box.minY + h), transform: transform)
    turn(from: .pi, by: .pi / 2, map: corner(box.minX + w, box.minY + h))
    addLine(to: CGPoint(x: box.maxX - w, y: box.minY), transform: transform)
    turn(from: .pi * 1.5, by: .pi / 2, map: corner(box.maxX - w, box.minY + h))
    closeSubpath()
  }

  /// An arc of a circle, preceded by a line from the current point if there is one. `clockwise` is as in a
  /// space whose y axis points up: in UIKit's, it turns the other way.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    guard startAngle.isFinite, endAngle.isFinite else { return }
    var delta = endAngle - startAngle
    let full = 2 * CGFloat.pi
    if clockwise {
      if delta <= -full {
        delta = -full
      } else if delta > 0 {
        delta = delta.truncatingRemainder(dividingBy: full) - full
      }
    } else {
      if delta >= full {
        delta = full
      } else if delta < 0 {
        delta = delta.truncatingRemainder(dividingBy: full) + full
      }
    }
    addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
  }

  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    guard delta.isFinite, radius.isFinite else { return }
    let map = CGAffineTransform(a: radius, b: 0, c: 0, d: radius, tx: center.x, ty: center.y)
      .concatenating(transform)
    let start = CGPoint(x: cos(startAngle), y: sin(startAngle))
    if isEmpty { move(to: start, transform: map) } else { addLine(to: start, transform: map) }
    turn(from: startAngle, by: min(max(delta, -1000), 1000), map: map)
  }

  /// An arc that touches the lines from the current point to `tangent1End` and on to `tangent2End`.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
  ) {
    guard let last = lastPoint else { return }
    let current = last.applying(transform.inverted())
    let toStart = CGVector(dx: current.x - tangent1End.x, dy: current.y - tangent1End.y)
    let toEnd = CGVector(dx: tangent2End.x - tangent1End.x, dy: tangent2End.y - tangent1End.y)
    let lengths = (hypot(toStart.dx, toStart.dy), hypot(toEnd.dx, toEnd.dy))
    let cross = toStart.dx * toEnd.dy - toStart.dy * toEnd.dx
    guard lengths.0 > 0, lengths.1 > 0, abs(cross) > 1e-9 * lengths.0 * lengths.1, radius > 0 else {
      return addLine(to: tangent1End, transform: transform)
    }
    let half =
      acos(
        min(max((toStart.dx * toEnd.dx + toStart.dy * toEnd.dy) / (lengths.0 * lengths.1), -1), 1)) / 2
    let distance = radius / tan(half)
    let first = CGPoint(
      x: tangent1End.x + toStart.dx / lengths.0 * distance,
      y: tangent1End.y + toStart.dy / lengths.0 * distance)
    let bisector = CGVector(
      dx: toStart.dx / lengths.0 + toEnd.dx / lengths.1, dy: toStart.dy / lengths.0 + toEnd.dy / lengths.1)
    let reach = radius / sin(half) / hypot(bisector.dx, bisector.dy)
    let center = CGPoint(x: tangent1End.x + bisector.dx * reach, y: tangent1End.y + bisector.dy * reach)
    let start = atan2(first.y - center.y, first.x - center.x)
    let sweep = .pi - 2 * half
    addRelativeArc(
      center: center, radius: radius, startAngle: start, delta: cross > 0 ? -sweep : sweep,
      transform: transform)
  }

  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    let new = transform.isIdentity ? path.points : path.points.map { $0.applying(transform) }
    if types.last == .moveToPoint, path.types.first == .moveToPoint {
      types.removeLast()
      points.removeLast()
    }
    types += path.types
    points += new
  }

  /// Adds curves along the unit circle under `map`, from the angle `start`, where the path currently ends.
  private func turn(from start: CGFloat, by delta: CGFloat, map: CGAffineTransform) {
    let count = max(Int((abs(delta) / (.pi / 2) - 1e-9).rounded(.up)), 1)
    let step = delta / CGFloat(count)
    let handle = 4 / 3 * tan(step / 4)
    for index in 0..<count {
      let a = start + CGFloat(index) * step
      let b = a + step
      addCurve(
        to: CGPoint(x: cos(b), y: sin(b)),
        control1: CGPoint(x: cos(a) - handle * sin(a), y: sin(a) + handle * cos(a)),
        control2: CGPoint(x: cos(b) + handle * sin(b), y: sin(b) - handle * cos(b)), transform: map)
    }
  }
}
