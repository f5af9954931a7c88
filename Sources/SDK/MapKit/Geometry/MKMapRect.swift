import CoreLocation
import Foundation

/// A rectangle on the projected world, in map points.
///
/// A rectangle that crosses the 180th meridian has edges outside the world (MK-3).
public struct MKMapRect: Sendable {
  public var origin: MKMapPoint
  public var size: MKMapSize

  public init() { self.init(origin: MKMapPoint(), size: MKMapSize()) }
  public init(origin: MKMapPoint, size: MKMapSize) { (self.origin, self.size) = (origin, size) }
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: MKMapPoint(x: x, y: y), size: MKMapSize(width: width, height: height))
  }

  public static let world = MKMapRect(origin: MKMapPoint(), size: .world)
  /// No rectangle. A rectangle of size 0 is not null: it has a position.
  public static let null = MKMapRect(x: .infinity, y: .infinity, width: 0, height: 0)

  public var minX: Double { origin.x }
  public var minY: Double { origin.y }
  public var midX: Double { origin.x + size.width / 2 }
  public var midY: Double { origin.y + size.height / 2 }
  public var maxX: Double { origin.x + size.width }
  public var maxY: Double { origin.y + size.height }
  public var width: Double { size.width }
  public var height: Double { size.height }
  public var isNull: Bool { origin.x == .infinity || origin.y == .infinity }
  public var isEmpty: Bool { isNull || (size.width == 0 && size.height == 0) }

  /// Whether a part of it is beyond an edge of the world (MK-3).
  public var spans180thMeridian: Bool { !isNull && (minX < 0 || maxX > MKMapSize.world.width) }
  /// The part beyond the edge, moved to the other side of the world, where its coordinates are.
  // MK-3
  public func remainder() -> MKMapRect {
    guard spans180thMeridian else { return .null }
    let width = MKMapSize.world.width
    if minX < 0 {
      return MKMapRect(x: minX + width, y: minY, width: min(-minX, size.width), height: size.height)
    }
    let beyond = min(maxX - width, size.width)
    return MKMapRect(x: maxX - beyond - width, y: minY, width: beyond, height: size.height)
  }

  public func union(_ other: MKMapRect) -> MKMapRect {
    if isNull { return other }
    if other.isNull { return self }
    let (x, y) = (min(minX, other.minX), min(minY, other.minY))
    return MKMapRect(x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }
  /// The intersection; null if they do not intersect.
  public func intersection(_ other: MKMapRect) -> MKMapRect {
    guard intersects(other) else { return .null }
    let (x, y) = (max(minX, other.minX), max(minY, other.minY))
    return MKMapRect(x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
  }
  /// Whether they intersect or touch.
  public func intersects(_ other: MKMapRect) -> Bool {
    !isNull && !other.isNull && minX <= other.maxX && other.minX <= maxX && minY <= other.maxY
      && other.minY <= maxY
  }
  public func contains(_ point: MKMapPoint) -> Bool {
    !isNull && point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }
  public func contains(_ rect: MKMapRect) -> Bool {
    !isNull && !rect.isNull && rect.minX >= minX && rect.maxX <= maxX && rect.minY >= minY
      && rect.maxY <= maxY
  }
  public func insetBy(dx: Double, dy: Double) -> MKMapRect {
    guard !isNull, size.width >= 2 * dx, size.height >= 2 * dy else { return .null }
    return MKMapRect(x: minX + dx, y: minY + dy, width: size.width - 2 * dx, height: size.height - 2 * dy)
  }
  public func offsetBy(dx: Double, dy: Double) -> MKMapRect {
    isNull ? self : MKMapRect(x: minX + dx, y: minY + dy, width: size.width, height: size.height)
  }
  /// Cuts off a slice of thickness `distance` at an edge.
  public func divided(atDistance distance: Double, from edge: CGRectEdge) -> (
    slice: MKMapRect, remainder: MKMapRect
  ) {
    guard !isNull else { return (.null, .null) }
    let isWide = edge == .minXEdge || edge == .maxXEdge
    let cut = min(max(distance, 0), isWide ? size.width : size.height)
    var (slice, rest) = (self, self)
    switch edge {
    case .minXEdge:
      slice.size.width = cut
      (rest.origin.x, rest.size.width) = (minX + cut, size.width - cut)
    case .maxXEdge:
      (slice.origin.x, slice.size.width) = (maxX - cut, cut)
      rest.size.width = size.width - cut
    case .minYEdge:
      slice.size.height = cut
      (rest.origin.y, rest.size.height) = (minY + cut, size.height - cut)
    case .maxYEdge:
      (slice.origin.y, slice.size.height) = (maxY - cut, cut)
      rest.size.height = size.height - cut
    }
    return (slice, rest)
  }

  /// The smallest rectangle that contains some points; null for none.
  init(around points: some Sequence<MKMapPoint>) {
    var (low, high) = (MKMapPoint(x: .infinity, y: .infinity), MKMapPoint(x: -.infinity, y: -.infinity))
    for point in points {
      (low.x, low.y) = (min(low.x, point.x), min(low.y, point.y))
      (high.x, high.y) = (max(high.x, point.x), max(high.y, point.y))
    }
    self =
      high.x < low.x ? .null : MKMapRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  var isFinite: Bool {
    origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
  }

  var center: MKMapPoint { MKMapPoint(x: midX, y: midY) }

  /// The rectangle moved by multiples of the world's width so that its centre is as near as possible to `x`.
  func near(_ x: Double) -> MKMapRect {
    isNull ? self : offsetBy(dx: x + Mercator.shortWay(midX - x) - midX, dy: 0)
  }
}

// MARK: Functions

public func MKMapRectMake(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> MKMapRect {
  MKMapRect(x: x, y: y, width: width, height: height)
}
public func MKMapRectEqualToRect(_ a: MKMapRect, _ b: MKMapRect) -> Bool {
  MKMapPointEqualToPoint(a.origin, b.origin) && MKMapSizeEqualToSize(a.size, b.size)
}
public func MKStringFromMapRect(_ rect: MKMapRect) -> String {
  "{\(MKStringFromMapPoint(rect.origin)), \(MKStringFromMapSize(rect.size))}"
}
public func MKMapRectGetMinX(_ rect: MKMapRect) -> Double { rect.minX }
public func MKMapRectGetMinY(_ rect: MKMapRect) -> Double { rect.minY }
public func MKMapRectGetMidX(_ rect: MKMapRect) -> Double { rect.midX }
public func MKMapRectGetMidY(_ rect: MKMapRect) -> Double { rect.midY }
public func MKMapRectGetMaxX(_ rect: MKMapRect) -> Double { rect.maxX }
public func MKMapRectGetMaxY(_ rect: MKMapRect) -> Double { rect.maxY }
public func MKMapRectGetWidth(_ rect: MKMapRect) -> Double { rect.width }
public func MKMapRectGetHeight(_ rect: MKMapRect) -> Double { rect.height }
public func MKMapRectIsNull(_ rect: MKMapRect) -> Bool { rect.isNull }
public func MKMapRectIsEmpty(_ rect: MKMapRect) -> Bool { rect.isEmpty }
public func MKMapRectUnion(_ a: MKMapRect, _ b: MKMapRect) -> MKMapRect { a.union(b) }
public func MKMapRectIntersection(_ a: MKMapRect, _ b: MKMapRect) -> MKMapRect { a.intersection(b) }
public func MKMapRectIntersectsRect(_ a: MKMapRect, _ b: MKMapRect) -> Bool { a.intersects(b) }
public func MKMapRectContainsPoint(_ rect: MKMapRect, _ point: MKMapPoint) -> Bool { rect.contains(point) }
public func MKMapRectContainsRect(_ a: MKMapRect, _ b: MKMapRect) -> Bool { a.contains(b) }
public func MKMapRectInset(_ rect: MKMapRect, _ dx: Double, _ dy: Double) -> MKMapRect {
  rect.insetBy(dx: dx, dy: dy)
}
public func MKMapRectOffset(_ rect: MKMapRect, _ dx: Double, _ dy: Double) -> MKMapRect {
  rect.offsetBy(dx: dx, dy: dy)
}
public func MKMapRectSpans180thMeridian(_ rect: MKMapRect) -> Bool { rect.spans180thMeridian }
public func MKMapRectRemainder(_ rect: MKMapRect) -> MKMapRect { rect.remainder() }
public var MKMapRectWorld: MKMapRect { .world }
public var MKMapRectNull: MKMapRect { .null }
