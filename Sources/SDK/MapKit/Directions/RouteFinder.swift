import CarobRuntime
import CoreLocation
import UIKit

/// Makes simulated routes between two places: the shortest line on the globe, and two detours (MK-33).
struct RouteFinder {
  private let start: MKMapPoint
  private let end: MKMapPoint
  private let transport: MKDirectionsTransportType?
  private let name: String?

  /// - Parameter name: The destination's name, for the last instruction.
  init(
    from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D,
    _ transport: MKDirectionsTransportType, _ name: String?
  ) {
    (self.start, self.end, self.name) = (MKMapPoint(start), MKMapPoint(end), name)
    self.transport = Self.speeds.first { transport.contains($0.type) }?.type
  }

  /// Metres per second. The first one that a request allows is used.
  // MK-33
  private static let speeds: [(type: MKDirectionsTransportType, speed: Double)] = [
    (.automobile, 60 / 3.6), (.walking, 5 / 3.6), (.cycling, 15 / 3.6), (.transit, 30 / 3.6),
  ]

  /// Water that is wider than this, in metres, has no bridge, tunnel or ferry.
  private static let longestCrossing = 200_000.0
  private static let sampleDistance = 10_000.0

  /// Why there is no route; nil if there is one.
  // MK-33
  var obstacle: String? {
    if transport == nil { return "there are no routes for this means of transport" }
    let line = Geodesic.line([start, end])
    var water = 0.0
    for (a, b) in zip(line, line.dropFirst()) {
      let count = max(Int((a.distance(to: b) / Self.sampleDistance).rounded(.up)), 1)
      for index in 0..<count {
        let part = Double(index) / Double(count)
        let place = MKMapPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part).wrapped
        water = MapGround.shared.isLand(place) ? 0 : water + a.distance(to: b) / Double(count)
        if water > Self.longestCrossing { return "the line crosses an ocean" }
      }
    }
    return nil
  }

  /// The direct line first, then the detours, which are longer.
  var routes: [MKRoute] {
    guard let transport, let speed = Self.speeds.first(where: { $0.type == transport })?.speed else {
      return []
    }
    let across = MKMapPoint(x: Mercator.shortWay(end.x - start.x), y: end.y - start.y)
    let middle = MKMapPoint(x: start.x + across.x / 2, y: start.y + across.y / 2)
    func beside(_ part: Double) -> MKMapPoint {
      MKMapPoint(x: middle.x - across.y * part, y: middle.y + across.x * part).wrapped
    }
    let ways = [
      ("Direct Line", [start, end]), ("Right Detour", [start, beside(0.2), end]),
      ("Left Detour", [start, beside(-0.3), end]),
    ]
    return ways.map { title, corners in
      let steps = steps(corners, transport)
      let distance = steps.reduce(0) { $0 + $1.distance }
      return MKRoute(
        title, MKPolyline(mapPoints: Geodesic.line(corners)), steps, distance, distance / speed, transport)
    }
  }

  private func steps(_ corners: [MKMapPoint], _ transport: MKDirectionsTransportType) -> [MKRoute.Step] {
    let legs = zip(corners, corners.dropFirst()).map { a, b in
      let line = Geodesic.line([a, b])
      let distance = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
      return MKRoute.Step(
        "Head \(Self.direction(from: a, to: b))", nil, MKPolyline(mapPoints: line), distance, transport)
    }
    let arrival = MKRoute.Step(
      name.map { "Arrive at \($0)" } ?? "Arrive at the destination", nil,
      MKPolyline(mapPoints: [end, end]), 0, transport)
    return legs + [arrival]
  }

  private static func direction(from a: MKMapPoint, to b: MKMapPoint) -> String {
    let names = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
    let angle = atan2(Mercator.shortWay(b.x - a.x), a.y - b.y) * 180 / .pi
    return names[Int((Mercator.wrap(angle, 360) / 45).rounded()) % 8]
  }
}

/// Finds the coordinates of map items, of which some may be the device's current location.
@MainActor
final class CurrentPlace: _MainActorNSObject, @preconcurrency CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private var done: (@MainActor (CLLocationCoordinate2D?) -> Void)?

  /// Calls the block once with the coordinates in the items' order; nil if the location is not known.
  static func resolve(_ items: [MKMapItem], _ done: @escaping @MainActor ([CLLocationCoordinate2D]?) -> Void)
  {
    func places(_ current: CLLocationCoordinate2D?) -> [CLLocationCoordinate2D]? {
      let found = items.compactMap { $0.isCurrentLocation ? current : $0.placemark.coordinate }
      return found.count == items.count && found.allSatisfy(CLLocationCoordinate2DIsValid) ? found : nil
    }
    guard items.contains(where: \.isCurrentLocation) else { return done(places(nil)) }
    let seeker = CurrentPlace()
    // NB: the block keeps the seeker until it is called.
    seeker.seek { current in withExtendedLifetime(seeker) { done(places(current)) } }
  }

  private func seek(_ done: @escaping @MainActor (CLLocationCoordinate2D?) -> Void) {
    guard [.authorizedAlways, .authorizedWhenInUse].contains(manager.authorizationStatus) else {
      return done(nil)
    }
    self.done = done
    manager.delegate = self
    manager.requestLocation()
  }
  private func finish(_ place: CLLocationCoordinate2D?) {
    let waiting = done
    done = nil
    waiting?(place)
  }

  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "locationManager:didUpdateLocations:", "locationManager(_:didUpdateLocations:)", 0),
      .init(has: "locationManager:didFailWithError:", "locationManager(_:didFailWithError:)", 0),
    ]
  }
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    finish(locations.last?.coordinate)
  }
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) { finish(nil) }
}
