import Foundation

/// A series of lines and curves, open or closed, to fill, stroke, hit-test or clip to.
///
/// Immutable by itself; `CGMutablePath` adds to it. Arcs and rounded corners are kept as cubic curves.
public class CGPath: @unchecked Sendable {
  // @unchecked because only CGMutablePath changes a path, and only its owner does so, as on the platform.
  package var types: [CGPathElementType] = []
  package var points: [CGPoint] = []

  init(types: [CGPathElementType] = [], points: [CGPoint] = []) {
    self.types = types
    self.points = points
  }

  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    let path = CGMutablePath()
    path.addRect(rect, transform: transform?.pointee ?? .identity)
    self.init(types: path.types, points: path.points)
  }

  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    let path = CGMutablePath()
    path.addEllipse(in: rect, transform: transform?.pointee ?? .identity)
    self.init(types: path.types, points: path.points)
  }

  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    let path = CGMutablePath()
    path.addRoundedRect(
      in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight,
      transform: transform?.pointee ?? .identity)
    self.init(types: path.types, points: path.points)
  }

  // MARK: Properties

  public var isEmpty: Bool { types.isEmpty }

  /// The end of the last segment, where the next one begins; zero for an empty path.
  public var currentPoint: CGPoint { lastPoint ?? .zero }

  var lastPoint: CGPoint? {
    guard let last = types.last else { return nil }
    guard last == .closeSubpath else { return points.last }
    var index = points.count
    for type in types.reversed() {
      index -= type.pointCount
      if type == .moveToPoint { return points[index] }
    }
    return points.last
  }

  /// The bounding box of all points, including control points; null for an empty path.
  public var boundingBox: CGRect {
    var box = Box()
    for point in points { box.add(point) }
    return box.rect
  }

  /// The bounding box of the lines and curves, without control points.
  public var boundingBoxOfPath: CGRect {
    var box = Box()
    var current = CGPoint.zero
    forEach { type, points in
      switch type {
      case .moveToPoint, .addLineToPoint: box.add(points[0])
      case .addQuadCurveToPoint:
        let (first, second) = Self.raised(from: current, control: points[0], to: points[1])
        box.add(curve: current, first, second, points[1])
      case .addCurveToPoint: box.add(curve: current, points[0], points[1], points[2])
      case .closeSubpath: break
      }
      if let last = points.last { current = last }
    }
    return box.rect
  }

  /// Whether the path is a single rectangle parallel to the axes; if so, stores it in `rect`.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    let open: [CGPathElementType] = [.moveToPoint, .addLineToPoint, .addLineToPoint, .addLineToPoint]
    guard
      types == open + [.closeSubpath] || types == open + [.addLineToPoint]
        || types == open + [.addLineToPoint, .closeSubpath]
    else { return false }
    let p = points
    if p.count == 5, p[4] != p[0] { return false }
    let isFirstHorizontal = p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x
    let isFirstVertical = p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y
    guard isFirstHorizontal || isFirstVertical else { return false }
    rect?.pointee = boundingBox
    return true
  }

  /// Calls `block` with each element, in order. The element's points are valid during the call only.
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    var copy = points
    copy.withUnsafeMutableBufferPointer { buffer in
      var none = CGPoint.zero
      withUnsafeMutablePointer(to: &none) { none in
        var index = 0
        for type in types {
          var element = CGPathElement(type: type, points: buffer.baseAddress.map { $0 + index } ?? none)
          block(&element)
          index += type.pointCount
        }
      }
    }
  }

  /// Calls `body` with each element and its points, which are valid during the call only.
  package func forEach(_ body: (CGPathElementType, UnsafeBufferPointer<CGPoint>) -> Void) {
    points.withUnsafeBufferPointer { buffer in
      var index = 0
      for type in types {
        let next = index + type.pointCount
        body(type, UnsafeBufferPointer(rebasing: buffer[index..<next]))
        index = next
      }
    }
  }

  // MARK: Copies

  public func copy() -> CGPath? { CGPath(types: types, points: points) }
  public func mutableCopy() -> CGMutablePath? { CGMutablePath(copying: self) }

  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    guard let transform = transform?.pointee else { return copy() }
    return CGPath(types: types, points: points.map { $0.applying(transform) })
  }

  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    copy(using: transform)?.mutableCopy()
  }

  /// The control points of the cubic curve that equals a quadratic one.
  static func raised(from start: CGPoint, control: CGPoint, to end: CGPoint) -> (CGPoint, CGPoint) {
    (
      CGPoint(x: start.x + (control.x - start.x) * 2 / 3, y: start.y + (control.y - start.y) * 2 / 3),
      CGPoint(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
    )
  }
}

extension CGPath: Hashable {
  public static func == (lhs: CGPath, rhs: CGPath) -> Bool {
    lhs.types == rhs.types && lhs.points == rhs.points
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(types.count)
    hasher.combine(points)
  }
}

/// A bounding box that points are added to.
private struct Box {
  private var low: CGPoint?
  private var high = CGPoint.zero

  var rect: CGRect {
    guard let low else { return .null }
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  mutating func add(_ point: CGPoint) {
    guard let low else {
      low = point
      high = point
      return
    }
    self.low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
    high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
  }

  /// Adds a cubic curve: its end points, and the points where a derivative is zero.
  mutating func add(curve p0: CGPoint, _ p1: CGPoint, _ p2: CGPoint, _ p3: CGPoint) {
    add(p0)
    add(p3)
    for t in Self.extremes(p0.x, p1.x, p2.x, p3.x) + Self.extremes(p0.y, p1.y, p2.y, p3.y) {
      let s = 1 - t
      let x = s * s * s * p0.x + 3 * s * s * t * p1.x + 3 * s * t * t * p2.x + t * t * t * p3.x
      let y = s * s * s * p0.y + 3 * s * s * t * p1.y + 3 * s * t * t * p2.y + t * t * t * p3.y
      add(CGPoint(x: x, y: y))
    }
  }

  /// The parameters between 0 and 1 at which one coordinate of the curve has an extremum.
  private static func extremes(_ p0: CGFloat, _ p1: CGFloat, _ p2: CGFloat, _ p3: CGFloat) -> [CGFloat] {
    roots(-p0 + 3 * p1 - 3 * p2 + p3, 2 * (p0 - 2 * p1 + p2), p1 - p0).filter { $0 > 0 && $0 < 1 }
  }

  private static func roots(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat) -> [CGFloat] {
    if abs(a) < 1e-12 { return abs(b) < 1e-12 ? [] : [-c / b] }
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return [] }
    let root = discriminant.squareRoot()
    return [(-b + root) / (2 * a), (-b - root) / (2 * a)]
  }
}
