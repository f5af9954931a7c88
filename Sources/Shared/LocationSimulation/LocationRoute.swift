package import DeviceProtocol

/// A way through places in time, as a simulated location takes it (L-70 to L-74). Seconds count from its start.
public struct LocationRoute: Sendable, Equatable {
  public struct Stop: Sendable, Equatable {
    public var point: GeographicPoint
    /// Metres; nil where nothing is known.
    public var altitude: Double?
    /// When it is reached.
    public var time: Double
    public init(point: GeographicPoint, altitude: Double? = nil, time: Double) {
      self.point = point
      self.altitude = altitude
      self.time = time
    }
  }

  public let stops: [Stop]
  /// What comes after the last stop.
  public var ending: Ending
  public enum Ending: Sendable, Equatable {
    /// It rests there.
    case stays
    /// L-73: it jumps to the first stop and begins again.
    case repeats
    /// L-73: it travels back, and then begins again.
    case returns
  }

  /// L-72: metres a second where the points have no times.
  public static let standardSpeed = 15.0
  /// L-74: seconds between fixes.
  public static let interval = 1.0

  /// - Precondition: at least one stop; times ascend from 0.
  public init(stops: [Stop], ending: Ending) {
    precondition(!stops.isEmpty, "L-70: a route has at least one point")
    self.stops = stops
    self.ending = ending
  }

  /// A way at one speed (L-72), metres a second.
  public init?(_ points: [GeographicPoint], speed: Double = standardSpeed, ending: Ending = .stays) {
    guard let first = points.first, speed > 0 else { return nil }
    var stops = [Stop(point: first, time: 0)]
    for point in points.dropFirst() {
      let last = stops[stops.count - 1]
      stops.append(Stop(point: point, time: last.time + last.point.distance(to: point) / speed))
    }
    self.init(stops: stops, ending: ending)
  }

  /// How long one passage takes, the way back not counted; 0 for a fixed place.
  public var duration: Double { stops[stops.count - 1].time }

  /// The time of the fix after `time`; nil when nothing changes any more.
  ///
  /// - Parameter rate: how many seconds of the way pass between two fixes.
  public func nextFix(after time: Double, rate: Double = 1) -> Double? {
    guard duration > 0 else { return nil }
    let interval = Self.interval * rate
    var next = ((time / interval).rounded(.down) + 1) * interval
    // A fix's time divided by the interval may come out below the fix's number.
    if next <= time { next += interval }
    guard ending == .stays else { return next }
    if time >= duration { return nil }
    // The end is reached, and said, when it is reached.
    return min(next, duration)
  }

  /// Where it is at a time.
  ///
  /// L-71: evenly along the straight way between two stops. L-74: speed and course are those of the part of the way.
  public func place(at time: Double) -> (
    point: GeographicPoint, altitude: Double?, speed: Double, course: Double
  ) {
    let last = stops[stops.count - 1]
    guard duration > 0 else { return (last.point, last.altitude, -1, -1) }
    if ending == .stays, time >= duration { return (last.point, last.altitude, 0, -1) }
    let (time, isReturning) = folded(time)
    // The part of the way that begins at the latest stop that was reached.
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

  /// A time within the first passage, and whether the way back is meant.
  package func folded(_ time: Double) -> (Double, isReturning: Bool) {
    switch ending {
    case .stays: return (min(max(time, 0), duration), false)
    case .repeats: return (time.truncatingRemainder(dividingBy: duration), false)
    case .returns:
      let inRound = time.truncatingRemainder(dividingBy: 2 * duration)
      return inRound <= duration ? (inRound, false) : (2 * duration - inRound, true)
    }
  }

  /// The fix at a time of the route, with the accuracy that simulated ones have.
  package func fix(at time: Double) -> LocationFix {
    let place = place(at: time)
    return LocationFix(
      latitude: place.point.latitude, longitude: place.point.longitude, altitude: place.altitude ?? 0,
      horizontalAccuracy: 5, verticalAccuracy: place.altitude == nil ? -1 : 5, speed: place.speed,
      course: place.course)
  }
}
