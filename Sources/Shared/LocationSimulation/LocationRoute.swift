package import DeviceProtocol

/// A timed route of a simulated location (L-70 to L-74). Times are seconds from its start.
public struct LocationRoute: Sendable, Equatable {
  public struct Stop: Sendable, Equatable {
    public var point: GeographicPoint
    /// Metres; nil if unknown.
    public var altitude: Double?
    /// When the stop is reached.
    public var time: Double
    public init(point: GeographicPoint, altitude: Double? = nil, time: Double) {
      self.point = point
      self.altitude = altitude
      self.time = time
    }
  }

  public let stops: [Stop]
  /// What happens after the last stop.
  public var ending: Ending
  public enum Ending: Sendable, Equatable {
    /// The device stays there.
    case stays
    /// L-73: jumps to the first stop and starts again.
    case repeats
    /// L-73: travels back and starts again.
    case returns
  }

  /// L-72: the speed for points without times, metres per second.
  public static let standardSpeed = 15.0
  /// L-74: the time between fixes, seconds.
  public static let interval = 1.0

  /// - Precondition: at least one stop; times ascend from 0.
  public init(stops: [Stop], ending: Ending) {
    precondition(!stops.isEmpty, "L-70: a route has at least one point")
    self.stops = stops
    self.ending = ending
  }

  /// A route at constant speed (L-72), metres per second; nil without points.
  public init?(_ points: [GeographicPoint], speed: Double = standardSpeed, ending: Ending = .stays) {
    guard let first = points.first, speed > 0 else { return nil }
    var stops = [Stop(point: first, time: 0)]
    for point in points.dropFirst() {
      let last = stops[stops.count - 1]
      stops.append(Stop(point: point, time: last.time + last.point.distance(to: point) / speed))
    }
    self.init(stops: stops, ending: ending)
  }

  /// How long one passage takes, without the way back; 0 for a single place.
  public var duration: Double { stops[stops.count - 1].time }

  /// The time of the fix after `time`; nil at the end of the route.
  ///
  /// - Parameter rate: seconds of the route for each second of device time.
  public func nextFix(after time: Double, rate: Double = 1) -> Double? {
    guard duration > 0 else { return nil }
    let interval = Self.interval * rate
    var next = ((time / interval).rounded(.down) + 1) * interval
    // By rounding, a fix's time divided by the interval may be less than the fix's number.
    if next <= time { next += interval }
    guard ending == .stays else { return next }
    if time >= duration { return nil }
    // The last fix is at the exact end.
    return min(next, duration)
  }

  /// The position at a route time.
  ///
  /// L-71: constant speed along the geodesic between two stops. L-74: speed and course are those of the current leg.
  public func place(at time: Double) -> (
    point: GeographicPoint, altitude: Double?, speed: Double, course: Double
  ) {
    let last = stops[stops.count - 1]
    guard duration > 0 else { return (last.point, last.altitude, -1, -1) }
    if ending == .stays, time >= duration { return (last.point, last.altitude, 0, -1) }
    let (time, isReturning) = folded(time)
    // The leg that begins at the last stop that was reached.
    var low = 0
    var high = stops.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if stops[middle].time <= time { low = middle } else { high = middle }
    }
    let (from, to) = (stops[low], stops[low + 1])
    let span = to.time - from.time
    let way = from.point.way(to: to.point)
    guard way.distance > 0 else { return (from.point, from.altitude, 0, -1) }
    let part = min(max((time - from.time) / span, 0), 1)
    let point =
      part == 0
      ? from.point : part == 1 ? to.point : from.point.moved(by: way.distance * part, towards: way.departure)
    var altitude = from.altitude
    if let a = from.altitude, let b = to.altitude { altitude = a + (b - a) * part }
    var course = way.departure
    if part > 0 { course = part == 1 ? way.arrival : point.way(to: to.point).departure }
    if isReturning { course = course >= 180 ? course - 180 : course + 180 }
    return (point, altitude, way.distance / span, course)
  }

  /// The corresponding time within the first passage, and whether the device is on its way back.
  package func folded(_ time: Double) -> (Double, isReturning: Bool) {
    switch ending {
    case .stays: return (min(max(time, 0), duration), false)
    case .repeats: return (time.truncatingRemainder(dividingBy: duration), false)
    case .returns:
      let inRound = time.truncatingRemainder(dividingBy: 2 * duration)
      return inRound <= duration ? (inRound, false) : (2 * duration - inRound, true)
    }
  }

  /// The fix at a route time, with the accuracy of simulated locations.
  package func fix(at time: Double) -> LocationFix {
    let place = place(at: time)
    return LocationFix(
      latitude: place.point.latitude, longitude: place.point.longitude, altitude: place.altitude ?? 0,
      horizontalAccuracy: 5, verticalAccuracy: place.altitude == nil ? -1 : 5, speed: place.speed,
      course: place.course)
  }
}
