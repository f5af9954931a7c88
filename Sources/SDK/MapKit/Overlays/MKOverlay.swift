import CarobRuntime
import CoreLocation
import UIKit

/// An object that covers a part of the map and is drawn by a renderer.
public protocol MKOverlay: MKAnnotation {
  /// The area that it covers, in map points.
  var boundingMapRect: MKMapRect { get }
  /// Whether it intersects a rectangle; called before it is drawn there.
  func intersects(_ mapRect: MKMapRect) -> Bool
  /// Whether the map need not draw its own content below the overlay.
  var canReplaceMapContent: Bool { get }
}
extension MKOverlay {
  public func intersects(_ mapRect: MKMapRect) -> Bool { boundingMapRect.intersects(mapRect) }
  public var canReplaceMapContent: Bool { false }
}

/// The content that an overlay is drawn above; overlays of one level are in the order of addition (MK-22).
public enum MKOverlayLevel: Int, Sendable { case aboveRoads, aboveLabels }

/// A shape with a sequence of points.
open class MKMultiPoint: MKShape {
  var mapPoints: [MKMapPoint]
  let bounding: MKMapRect
  init(mapPoints: [MKMapPoint]) {
    self.mapPoints = mapPoints
    bounding = MKMapRect(around: mapPoints)
    super.init()
    storage = mapPoints.withUnsafeBufferPointer { source in
      let copy = UnsafeMutablePointer<MKMapPoint>.allocate(capacity: max(source.count, 1))
      if let base = source.baseAddress { copy.initialize(from: base, count: source.count) }
      return copy
    }
  }
  deinit { storage?.deallocate() }
  // nonisolated(unsafe) because it is written once, in init.
  nonisolated(unsafe) private var storage: UnsafeMutablePointer<MKMapPoint>?

  /// The points; the pointer is valid for as long as the overlay exists.
  open func points() -> UnsafeMutablePointer<MKMapPoint> { storage! }
  open var pointCount: Int { mapPoints.count }
  open func getCoordinates(_ coords: UnsafeMutablePointer<CLLocationCoordinate2D>, range: NSRange) {
    for index in 0..<range.length where mapPoints.indices.contains(range.location + index) {
      coords[index] = mapPoints[range.location + index].wrapped.coordinate
    }
  }
  /// The position of a point along the line, from 0 to 1 of its length.
  open func location(atPointIndex index: Int) -> CGFloat {
    let lengths = partLengths
    guard index > 0, index < mapPoints.count, let total = lengths.last, total > 0 else {
      return index <= 0 ? 0 : 1
    }
    return CGFloat(lengths[index] / total)
  }
  open func locations(atPointIndexes indexes: IndexSet) -> [CGFloat] { indexes.map(location(atPointIndex:)) }
  private lazy var partLengths: [Double] = {
    var sum = 0.0
    return mapPoints.enumerated().map { index, point in
      if index > 0 { sum += hypot(point.x - mapPoints[index - 1].x, point.y - mapPoints[index - 1].y) }
      return sum
    }
  }()

  static func places(_ coordinates: UnsafePointer<CLLocationCoordinate2D>, _ count: Int) -> [MKMapPoint] {
    (0..<max(count, 0)).map { MKMapPoint(coordinates[$0]) }
  }
  static func places(_ points: UnsafePointer<MKMapPoint>, _ count: Int) -> [MKMapPoint] {
    (0..<max(count, 0)).map { points[$0] }
  }
  open override var coordinate: CLLocationCoordinate2D { bounding.center.wrapped.coordinate }
}

/// A line.
open class MKPolyline: MKMultiPoint, MKOverlay {
  public convenience init(points: UnsafePointer<MKMapPoint>, count: Int) {
    self.init(mapPoints: Self.places(points, count))
  }
  public convenience init(coordinates: UnsafePointer<CLLocationCoordinate2D>, count: Int) {
    self.init(mapPoints: Self.places(coordinates, count))
  }
  override init(mapPoints: [MKMapPoint]) { super.init(mapPoints: mapPoints) }
  open var boundingMapRect: MKMapRect { bounding }
}

/// A line that follows the shortest path on the globe from point to point (MK-23).
open class MKGeodesicPolyline: MKPolyline {
  public convenience init(points: UnsafePointer<MKMapPoint>, count: Int) {
    self.init(mapPoints: Geodesic.line(Self.places(points, count)))
  }
  public convenience init(coordinates: UnsafePointer<CLLocationCoordinate2D>, count: Int) {
    self.init(mapPoints: Geodesic.line(Self.places(coordinates, count)))
  }
  override init(mapPoints: [MKMapPoint]) { super.init(mapPoints: mapPoints) }
}

/// An area, optionally with holes.
open class MKPolygon: MKMultiPoint, MKOverlay {
  public private(set) var interiorPolygons: [MKPolygon]?

  public convenience init(points: UnsafePointer<MKMapPoint>, count: Int) {
    self.init(mapPoints: Self.places(points, count))
  }
  public convenience init(
    points: UnsafePointer<MKMapPoint>, count: Int, interiorPolygons: [MKPolygon]?
  ) {
    self.init(mapPoints: Self.places(points, count))
    self.interiorPolygons = interiorPolygons
  }
  public convenience init(coordinates: UnsafePointer<CLLocationCoordinate2D>, count: Int) {
    self.init(mapPoints: Self.places(coordinates, count))
  }
  public convenience init(
    coordinates: UnsafePointer<CLLocationCoordinate2D>, count: Int, interiorPolygons: [MKPolygon]?
  ) {
    self.init(mapPoints: Self.places(coordinates, count))
    self.interiorPolygons = interiorPolygons
  }
  convenience init(mapPoints: [MKMapPoint], interiorPolygons: [MKPolygon]) {
    self.init(mapPoints: mapPoints)
    self.interiorPolygons = interiorPolygons.isEmpty ? nil : interiorPolygons
  }
  override init(mapPoints: [MKMapPoint]) { super.init(mapPoints: mapPoints) }
  open var boundingMapRect: MKMapRect { bounding }
}

/// A circle with a radius in metres.
open class MKCircle: MKShape, MKOverlay {
  private let center: CLLocationCoordinate2D
  /// Metres.
  public let radius: CLLocationDistance
  open override var coordinate: CLLocationCoordinate2D { center }
  public let boundingMapRect: MKMapRect

  // MK-2
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
    self.center = center
    self.radius = radius
    let length = radius * MKMapPointsPerMeterAtLatitude(center.latitude)
    let place = MKMapPoint(center)
    boundingMapRect = MKMapRect(
      x: place.x - length, y: place.y - length, width: 2 * length, height: 2 * length)
    super.init()
  }
  /// The circle around a rectangle.
  public convenience init(mapRect: MKMapRect) {
    let center = mapRect.center.wrapped.coordinate
    let length = max(mapRect.width, mapRect.height) / 2
    self.init(center: center, radius: length * MKMetersPerMapPointAtLatitude(center.latitude))
  }
}

/// Several lines with the same style, drawn by one renderer.
open class MKMultiPolyline: MKShape, MKOverlay {
  public let polylines: [MKPolyline]
  public let boundingMapRect: MKMapRect
  public init(_ polylines: [MKPolyline]) {
    self.polylines = polylines
    boundingMapRect = polylines.reduce(MKMapRect.null) { $0.union($1.boundingMapRect) }
    super.init()
  }
  open override var coordinate: CLLocationCoordinate2D { boundingMapRect.center.wrapped.coordinate }
}

/// Several areas with the same style, drawn by one renderer.
open class MKMultiPolygon: MKShape, MKOverlay {
  public let polygons: [MKPolygon]
  public let boundingMapRect: MKMapRect
  public init(_ polygons: [MKPolygon]) {
    self.polygons = polygons
    boundingMapRect = polygons.reduce(MKMapRect.null) { $0.union($1.boundingMapRect) }
    super.init()
  }
  open override var coordinate: CLLocationCoordinate2D { boundingMapRect.center.wrapped.coordinate }
}

/// Geodesics on a sphere; the difference to the ellipsoid is not visible in drawings.
enum Geodesic {
  private typealias Vector = SIMD3<Double>

  // MK-23: a point about every degree.
  static func line(_ points: [MKMapPoint]) -> [MKMapPoint] {
    guard var last = points.first else { return [] }
    var result = [last]
    for next in points.dropFirst() {
      let (a, b) = (vector(last), vector(next))
      let angle = acos(min(max((a * b).sum(), -1), 1))
      let steps = max(Int((angle * 180 / .pi).rounded(.up)), 1)
      for step in 1...steps {
        let part = Double(step) / Double(steps)
        var place =
          step == steps || angle < 1e-12
          ? next : point((a * sin((1 - part) * angle) + b * sin(part * angle)) / sin(angle))
        // A line across the 180th meridian continues beyond the edge of the world.
        if let before = result.last { place.x = before.x + Mercator.shortWay(place.x - before.x) }
        result.append(place)
      }
      last = next
    }
    return result
  }

  private static func vector(_ point: MKMapPoint) -> Vector {
    let place = point.wrapped.coordinate
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    return Vector(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }
  private static func point(_ v: Vector) -> MKMapPoint {
    MKMapPoint(
      CLLocationCoordinate2D(
        latitude: asin(min(max(v.z, -1), 1)) * 180 / .pi, longitude: atan2(v.y, v.x) * 180 / .pi))
  }
}
