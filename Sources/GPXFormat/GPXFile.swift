import Foundation
import LocationSimulation

/// The waypoints, tracks and routes of a GPX file (GPX 1.0 and 1.1). Everything else, including extensions, is ignored.
public struct GPXFile: Sendable, Equatable {
  public struct Point: Sendable, Equatable {
    public var point: GeographicPoint
    /// Metres.
    public var elevation: Double?
    /// Seconds since 1970.
    public var time: Double?
    public var name: String?
    /// The line in the file, from 1.
    public var line: Int
  }

  public internal(set) var path: String
  public internal(set) var waypoints: [Point] = []
  /// The points of each track, with its segments concatenated.
  public internal(set) var tracks: [[Point]] = []
  public internal(set) var routes: [[Point]] = []

  /// Parses a file.
  ///
  /// - Throws: `GPXError` with the place of the error.
  public init(_ data: Data, path: String) throws(GPXError) {
    self = try GPXReader.read(data, path: path)
  }

  init(path: String) { self.path = path }

  /// L-70: the points of the route: the waypoints; without any, the first track, and without tracks the first route.
  public var played: [Point] {
    if !waypoints.isEmpty { return waypoints }
    return tracks.first { !$0.isEmpty } ?? routes.first { !$0.isEmpty } ?? []
  }

  /// The route along the points.
  ///
  /// L-71: points with times are reached at these times, relative to the first. L-72: points without times are reached at a
  /// constant speed, also among points with times.
  ///
  /// - Parameter speed: metres per second, instead of the times of the file; nil to use the times.
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
