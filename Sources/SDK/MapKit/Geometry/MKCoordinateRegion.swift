import CoreLocation
import Foundation

/// The extent of a region, in degrees.
public struct MKCoordinateSpan: Sendable {
  public var latitudeDelta: CLLocationDegrees
  public var longitudeDelta: CLLocationDegrees
  public init() { (latitudeDelta, longitudeDelta) = (0, 0) }
  public init(latitudeDelta: CLLocationDegrees, longitudeDelta: CLLocationDegrees) {
    (self.latitudeDelta, self.longitudeDelta) = (latitudeDelta, longitudeDelta)
  }
}

/// An area of the globe around a centre.
public struct MKCoordinateRegion: Sendable {
  public var center: CLLocationCoordinate2D
  public var span: MKCoordinateSpan
  public init() {
    self.init(center: CLLocationCoordinate2D(latitude: 0, longitude: 0), span: MKCoordinateSpan())
  }
  public init(center: CLLocationCoordinate2D, span: MKCoordinateSpan) {
    (self.center, self.span) = (center, span)
  }

  /// The region with an extent in metres from north to south and from west to east, measured at the centre
  /// (MK-2).
  public init(
    center: CLLocationCoordinate2D, latitudinalMeters: CLLocationDistance,
    longitudinalMeters: CLLocationDistance
  ) {
    let across = Globe.metersPerDegree * max(cos(center.latitude * .pi / 180), 1e-6)
    self.init(
      center: center,
      span: MKCoordinateSpan(
        latitudeDelta: min(max(latitudinalMeters / Globe.metersPerDegree, 0), 180),
        longitudeDelta: min(max(longitudinalMeters / across, 0), 360)))
  }

  /// The region of a rectangle; its centre is the coordinate at the rectangle's centre.
  // MK-3
  public init(_ rect: MKMapRect) {
    guard !rect.isNull else {
      self.init(center: kCLLocationCoordinate2DInvalid, span: MKCoordinateSpan())
      return
    }
    let world = MKMapSize.world
    let north = Mercator.latitude(ofFraction: min(max(rect.minY / world.height, 0), 1))
    let south = Mercator.latitude(ofFraction: min(max(rect.maxY / world.height, 0), 1))
    let longitude = Mercator.wrap(rect.midX, world.width) / world.width * 360 - 180
    let latitude = Mercator.latitude(ofFraction: min(max(rect.midY / world.height, 0), 1))
    self.init(
      center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      span: MKCoordinateSpan(
        latitudeDelta: north - south, longitudeDelta: min(rect.width / world.width, 1) * 360))
  }

  /// Whether map views accept it: a valid centre, and spans between 0 and the size of the globe (MK-4).
  var isValid: Bool {
    CLLocationCoordinate2DIsValid(center) && (0...180).contains(span.latitudeDelta)
      && (0...360).contains(span.longitudeDelta)
  }

  /// The rectangle around the centre with this span: the inverse of `init(_:)`.
  // MK-3
  var mapRect: MKMapRect {
    let middle = MKMapPoint(center)
    let world = MKMapSize.world
    func latitude(_ y: Double) -> Double { Mercator.latitude(ofFraction: min(max(y / world.height, 0), 1)) }
    // Degrees of latitude have different lengths on the map, so there is no closed form: bisection.
    var (low, high) = (0.0, 2 * world.height)
    for _ in 0..<60 {
      let half = (low + high) / 4
      if latitude(middle.y - half) - latitude(middle.y + half) < span.latitudeDelta {
        low = half * 2
      } else {
        high = half * 2
      }
    }
    let width = span.longitudeDelta / 360 * world.width
    return MKMapRect(x: middle.x - width / 2, y: middle.y - high / 2, width: width, height: high)
  }
}

public func MKCoordinateSpanMake(
  _ latitudeDelta: CLLocationDegrees, _ longitudeDelta: CLLocationDegrees
) -> MKCoordinateSpan { MKCoordinateSpan(latitudeDelta: latitudeDelta, longitudeDelta: longitudeDelta) }
public func MKCoordinateRegionMake(
  _ center: CLLocationCoordinate2D, _ span: MKCoordinateSpan
) -> MKCoordinateRegion { MKCoordinateRegion(center: center, span: span) }
public func MKCoordinateRegionMakeWithDistance(
  _ center: CLLocationCoordinate2D, _ latitudinalMeters: CLLocationDistance,
  _ longitudinalMeters: CLLocationDistance
) -> MKCoordinateRegion {
  MKCoordinateRegion(
    center: center, latitudinalMeters: latitudinalMeters, longitudinalMeters: longitudinalMeters)
}
public func MKCoordinateRegionForMapRect(_ rect: MKMapRect) -> MKCoordinateRegion { MKCoordinateRegion(rect) }
