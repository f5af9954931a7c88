import Foundation
import LocationSimulation

/// The points of a GPX file (GPX 1.0 and 1.1) that a simulation uses: waypoints, tracks, routes. Everything else, extensions
/// included, is passed over.
public struct GPXFile: Sendable, Equatable {
  public struct Point: Sendable, Equatable {
    public var point: GeographicPoint
    /// Metres.
    public var elevation: Double?
    /// Seconds since 1970.
    public var time: Double?
    public var name: String?
    /// Where it stands in the file.
    public var line: Int
  }

  public internal(set) var path: String
  public internal(set) var waypoints: [Point] = []
  /// The points of each track, its segments one after the other.
  public internal(set) var tracks: [[Point]] = []
  public internal(set) var routes: [[Point]] = []

  /// Reads a file's bytes; throws `GPXError` with the place of what is wrong.
  public init(_ data: Data, path: String) throws(GPXError) {
    self = try GPXReader.read(data, path: path)
  }

  init(path: String) { self.path = path }

  /// L-70: the waypoints; a file without them is played by its first track, else by its first route.
  public var played: [Point] {
    if !waypoints.isEmpty { return waypoints }
    return tracks.first { !$0.isEmpty } ?? routes.first { !$0.isEmpty } ?? []
  }

  /// The way that the points describe.
  ///
  /// L-71: with times, as fast as they say, and only their differences matter. L-72: without, at one speed. A point without a
  /// time among others that have one is reached at that speed, too.
  ///
  /// - Parameter speed: metres a second; given, the times of the file are passed over.
  public func route(speed: Double?, ending: LocationRoute.Ending) throws(GPXError) -> LocationRoute {
    let points = played
    guard let first = points.first else {
      throw GPXError(
        path: path, line: 1, column: 1,
        message:
          "the file has no points: a location is a <wpt lat=\"…\" lon=\"…\"/>, a way several of them, or a <trk>"
      )
    }
    var stops: [LocationRoute.Stop] = []
    stops.reserveCapacity(points.count)
    stops.append(LocationRoute.Stop(point: first.point, altitude: first.elevation, time: 0))
    var latest = first
    for point in points.dropFirst() {
      let last = stops[stops.count - 1]
      let span: Double
      if speed == nil, let time = point.time, let before = latest.time {
        span = time - before
        guard span > 0 else {
          throw GPXError(
            path: path, line: point.line, column: 1,
            message:
              "the time of this point is not later than that of the point before it (line \(latest.line))")
        }
      } else {
        span = last.point.distance(to: point.point) / (speed ?? LocationRoute.standardSpeed)
      }
      stops.append(LocationRoute.Stop(point: point.point, altitude: point.elevation, time: last.time + span))
      latest = point
    }
    return LocationRoute(stops: stops, ending: ending)
  }
}
