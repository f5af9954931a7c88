internal import CGeodesics
import Foundation

/// A point of the earth's surface: degrees on the WGS-84 ellipsoid.
public struct GeographicPoint: Sendable, Hashable {
  /// −90…90, positive to the north.
  public var latitude: Double
  /// −180…180, positive to the east.
  public var longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether the coordinates are in range.
  public var isValid: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }

  /// Metres along the geodesic.
  public func distance(to other: GeographicPoint) -> Double {
    carob_geodesic_distance(latitude, longitude, other.latitude, other.longitude)
  }

  /// Metres along the geodesic, and its azimuth at both ends: degrees clockwise from north, 0…360.
  public func way(to other: GeographicPoint) -> (distance: Double, departure: Double, arrival: Double) {
    var departure = 0.0
    var arrival = 0.0
    let distance = carob_geodesic_inverse(
      latitude, longitude, other.latitude, other.longitude, &departure, &arrival)
    return (distance, Self.course(departure), Self.course(arrival))
  }

  /// The point at a distance in metres and an azimuth in degrees.
  public func moved(by distance: Double, towards azimuth: Double) -> GeographicPoint {
    var latitude = 0.0
    var longitude = 0.0
    carob_geodesic_direct(self.latitude, self.longitude, azimuth, distance, &latitude, &longitude)
    return GeographicPoint(latitude: latitude, longitude: longitude)
  }

  private static func course(_ azimuth: Double) -> Double { azimuth < 0 ? azimuth + 360 : azimuth }
}

/// A cheap test, without trigonometry, whether points are certainly farther from one point than a limit, or certainly nearer.
struct DistanceBound: Sendable {
  private let latitude: Double
  private let longitude: Double
  private let cosine: Double

  init(from point: GeographicPoint) {
    latitude = point.latitude
    longitude = point.longitude
    cosine = cos(point.latitude * .pi / 180)
  }

  /// - Parameter limit: metres. May be false for points that are nearer by less than a third.
  func isNearer(than limit: Double, latitude: Double, longitude: Double) -> Bool {
    let north = abs(latitude - self.latitude) * .pi / 180
    var degrees = abs(longitude - self.longitude)
    if degrees > 180 { degrees = abs(360 - degrees) }
    // Along the parallel and then the meridian. The largest radius of curvature, at the pole, is 6,399,594 m.
    return (north + degrees * .pi / 180 * cosine) * 6_400_000 < limit
  }

  /// - Parameter limit: metres. May be false for points that are slightly farther.
  func isFarther(than limit: Double, latitude: Double, longitude: Double) -> Bool {
    let north = abs(latitude - self.latitude) * .pi / 180
    // A degree of latitude is shortest at the equator.
    if north * 6_335_000 > limit { return true }
    var degrees = abs(longitude - self.longitude)
    if degrees > 180 { degrees = abs(360 - degrees) }
    let east = degrees * .pi / 180
    // A lower bound of the haversine: sin x ≥ x − x³ / 6, cos b ≥ cos a − |b − a|, asin x ≥ x.
    let (half, halfEast) = (north / 2, east / 2)
    let s = half * (1 - half * half / 6)
    let t = halfEast * (1 - halfEast * halfEast / 6)
    let haversine = s * s + cosine * max(cosine - north, 0) * t * t
    // A sphere differs by less than 0.6 %.
    let reach = limit / (2 * 6_371_000 * 0.99)
    return haversine > reach * reach
  }
}
