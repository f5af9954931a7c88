internal import DeviceProtocol

/// The progress of the device along a route: position, rate, and when the next fix is due.
package struct Journey: Sendable, Equatable {
  package let way: LocationRoute
  /// Seconds of the route for each second of device time.
  package private(set) var rate = 1.0
  /// The device time at which the route would have begun at this rate.
  private var start: Double
  /// The route time of the next fix; nil at the end of the route.
  // NB: kept apart from the start, because the sum is rounded: subtracting the start again could give a time before the last fix.
  private var next: Double?
  /// The route time at which it was paused.
  private var pausedAt: Double?

  init(_ way: LocationRoute, at time: Double) {
    self.way = way
    start = time
    next = way.nextFix(after: 0)
  }

  package var isPaused: Bool { pausedAt != nil }
  package var isOver: Bool { next == nil }

  /// The device time of the next fix; nil if none is due.
  var nextFix: Double? { isPaused ? nil : next.map { start + $0 / rate } }

  /// The route time at a device time; larger than the duration for a route that repeats.
  package func reached(at time: Double) -> Double {
    if let pausedAt { return pausedAt }
    let passed = max((time - start) * rate, 0)
    return way.ending == .stays ? min(passed, way.duration) : passed
  }

  mutating func takeFix() -> LocationFix? {
    guard let reached = next else { return nil }
    next = way.nextFix(after: reached, rate: rate)
    return way.fix(at: reached)
  }

  mutating func pause(_ isPaused: Bool, at time: Double) {
    guard isPaused != self.isPaused else { return }
    let reached = reached(at: time)
    pausedAt = isPaused ? reached : nil
    begin(from: reached, at: time)
  }

  /// - Precondition: more than 0.
  mutating func setRate(_ rate: Double, at time: Double) {
    precondition(rate > 0 && rate.isFinite, "L-272: the rate of a way is more than 0")
    let reached = reached(at: time)
    self.rate = rate
    begin(from: reached, at: time)
  }

  /// - Parameter wayTime: at most the duration.
  mutating func seek(_ wayTime: Double, at time: Double) {
    // The end of a repeating route is its beginning.
    let end = way.ending == .repeats ? way.duration.nextDown : way.duration
    let reached = min(max(wayTime, 0), end)
    if isPaused { pausedAt = reached }
    begin(from: reached, at: time)
  }

  private mutating func begin(from reached: Double, at time: Double) {
    start = time - reached / rate
    next = way.nextFix(after: reached, rate: rate)
  }
}
