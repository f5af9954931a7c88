import CoreLocation
import Foundation

/// A point on the projected world: Web Mercator, x to the east and y to the south, in map points.
///
/// The world is a square of 2^28 map points; its left edge is the 180th meridian. Its upper and lower edges
/// are at about 85° north and south (MK-1).
public struct MKMapPoint: Sendable {
  public var x: Double
  public var y: Double
  public init() { (x, y) = (0, 0) }
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// The point of a coordinate; (-1, -1) for an invalid one.
  // MK-1
  public init(_ coordinate: CLLocationCoordinate2D) {
    guard CLLocationCoordinate2DIsValid(coordinate) else {
      self.init(x: -1, y: -1)
      return
    }
    let world = MKMapSize.world
    let latitude = min(max(coordinate.latitude, -Mercator.maximumLatitude), Mercator.maximumLatitude)
    self.init(
      x: (coordinate.longitude + 180) / 360 * world.width,
      y: min(max(Mercator.fraction(ofLatitude: latitude) * world.height, 0), world.height))
  }

  /// The coordinate of the point; an invalid one if the point is outside the world.
  // MK-1
  public var coordinate: CLLocationCoordinate2D {
    let world = MKMapSize.world
    guard x >= 0, x <= world.width, y >= 0, y <= world.height else { return kCLLocationCoordinate2DInvalid }
    return CLLocationCoordinate2D(
      latitude: Mercator.latitude(ofFraction: y / world.height), longitude: x / world.width * 360 - 180)
  }

  /// The distance between both on the globe, in metres.
  public func distance(to other: MKMapPoint) -> CLLocationDistance {
    let (a, b) = (wrapped.coordinate, other.wrapped.coordinate)
    return CLLocation(latitude: a.latitude, longitude: a.longitude)
      .distance(from: CLLocation(latitude: b.latitude, longitude: b.longitude))
  }

  /// The same point with x inside the world.
  var wrapped: MKMapPoint {
    let width = MKMapSize.world.width
    return x >= 0 && x <= width ? self : MKMapPoint(x: Mercator.wrap(x, width), y: y)
  }
}

/// Width and height in map points.
public struct MKMapSize: Sendable {
  public var width: Double
  public var height: Double
  public init() { (width, height) = (0, 0) }
  public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
  /// The size of the whole world.
  // MK-1
  public static let world = MKMapSize(width: 268_435_456, height: 268_435_456)
}

/// Screen points per map point.
public typealias MKZoomScale = CGFloat

/// The projection itself.
enum Mercator {
  /// The latitude at the upper edge of the square world, in degrees.
  static let maximumLatitude = 85.051_128_779_806_6

  /// From 0 at the upper edge of the world to 1 at its lower one.
  static func fraction(ofLatitude latitude: Double) -> Double {
    let sine = sin(latitude * .pi / 180)
    return 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)
  }
  static func latitude(ofFraction fraction: Double) -> Double {
    90 - 360 / .pi * atan(exp((fraction - 0.5) * 2 * .pi))
  }
  /// The value modulo `length`, from 0 up to `length`.
  static func wrap(_ value: Double, _ length: Double) -> Double {
    let rest = value.truncatingRemainder(dividingBy: length)
    return rest < 0 ? rest + length : rest
  }
  /// A difference of two x values, taken the short way around the world.
  static func shortWay(_ difference: Double) -> Double {
    let width = MKMapSize.world.width
    let rest = wrap(difference + width / 2, width)
    return rest - width / 2
  }
}

// MARK: Functions

/// Metres per map point at a latitude (MK-2).
public func MKMetersPerMapPointAtLatitude(_ latitude: CLLocationDegrees) -> CLLocationDistance {
  Globe.circumference * cos(latitude * .pi / 180) / MKMapSize.world.width
}
/// Map points per metre at a latitude (MK-2).
public func MKMapPointsPerMeterAtLatitude(_ latitude: CLLocationDegrees) -> Double {
  1 / MKMetersPerMapPointAtLatitude(latitude)
}
public func MKMetersBetweenMapPoints(_ a: MKMapPoint, _ b: MKMapPoint) -> CLLocationDistance {
  a.distance(to: b)
}
public func MKMapPointMake(_ x: Double, _ y: Double) -> MKMapPoint { MKMapPoint(x: x, y: y) }
public func MKMapSizeMake(_ width: Double, _ height: Double) -> MKMapSize {
  MKMapSize(width: width, height: height)
}
public func MKMapPointForCoordinate(_ coordinate: CLLocationCoordinate2D) -> MKMapPoint {
  MKMapPoint(coordinate)
}
public func MKCoordinateForMapPoint(_ point: MKMapPoint) -> CLLocationCoordinate2D { point.coordinate }
public func MKMapPointEqualToPoint(_ a: MKMapPoint, _ b: MKMapPoint) -> Bool { a.x == b.x && a.y == b.y }
public func MKMapSizeEqualToSize(_ a: MKMapSize, _ b: MKMapSize) -> Bool {
  a.width == b.width && a.height == b.height
}
public func MKStringFromMapPoint(_ point: MKMapPoint) -> String {
  "{\(MapText.number(point.x)), \(MapText.number(point.y))}"
}
public func MKStringFromMapSize(_ size: MKMapSize) -> String {
  "{\(MapText.number(size.width)), \(MapText.number(size.height))}"
}
public var MKMapSizeWorld: MKMapSize { .world }

/// The spherical earth of the projection.
enum Globe {
  /// The length of the WGS 84 equator, in metres.
  static let circumference = 2 * Double.pi * 6_378_137
  /// Metres per degree of latitude.
  static let metersPerDegree = circumference / 360
}

/// Formats numbers as in the platform's texts: with one decimal digit.
enum MapText {
  static func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
