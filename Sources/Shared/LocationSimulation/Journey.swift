internal import DeviceProtocol

/// A way that the device goes: how far it has come, how fast its time passes, and when the next fix is due.
package struct Journey: Sendable, Equatable {
  package let way: LocationRoute
  /// Seconds of the way that pass in one of the device.
  package private(set) var rate = 1.0
  /// The device's time at which the way would have begun at this rate.
  private var start: Double
  /// The next fix in the way's time; nil when it has come to its end.
  // NB: kept apart from the start, because their sum is rounded: what is taken off it again may lie before a fix that was told.
  private var next: Double?
  /// The way's time at which it was stopped.
  private var pausedAt: Double?

  init(_ way: LocationRoute, at time: Double) {
    self.way = way
    start = time
    next = way.nextFix(after: 0)
  }

  package var isPaused: Bool { pausedAt != nil }
  package var isOver: Bool { next == nil }

  /// The device's time of the next fix; nil while nothing is due.
  var nextFix: Double? { isPaused ? nil : next.map { start + $0 / rate } }

  /// The way's time at a time of the device; beyond the duration for a way that begins again.
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
    // At its end a way that begins again is where it began.
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
