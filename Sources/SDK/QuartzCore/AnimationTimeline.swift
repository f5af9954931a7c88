import CarobFoundation
@_spi(Hazards) import CarobRuntime
import DeviceProtocol

/// A clock for the animations of a transition that can pause, be scrubbed, and run forward or back (E-442).
///
/// Animations that are added inside `collect` belong to it and use its time. The device gets their values at
/// the current moment, or samples of the run. The timeline starts paused at 0. When it has run to its end,
/// the animations end in order; when it has run back to 0, the properties are reset to their values before
/// the animations, and then all animations end. Main thread only, like the layers of an app.
///
/// DEVIATION: an animation without a fill mode shows its last value from its end to that of the timeline.
package final class AnimationTimeline {
  nonisolated(unsafe) package private(set) static var current: AnimationTimeline?

  /// An animation or a block that ends at a time of the timeline.
  private struct Entry {
    let id: Int
    let target: ZeroingElement<CALayer>?
    var layer: CALayer? { target?.object }
    let key: String
    let animation: CAAnimation?
    let end: Double
    /// Called at its end; the argument says whether the timeline ran back to its beginning.
    let over: (Bool) -> Void
  }

  /// A property and its value before the first animation.
  private struct Origin {
    let layer: CALayer
    let key: String
    let value: Any?
  }

  /// A run from one time of the timeline to another.
  private struct Run {
    let begin: Double
    let duration: Double
    let from: Double
    let to: Double
    /// The control points of the timing curve; empty for linear.
    let curve: [Double]

    func time(at part: Double) -> Double {
      from + (to - from) * CAMediaTimingFunction.ease(min(max(part, 0), 1), curve)
    }
    func time(now: Double) -> Double { duration > 0 ? time(at: (now - begin) / duration) : to }

    /// The device's time at which the timeline reaches `time`, by bisection: timing curves are monotonic.
    func moment(of time: Double) -> Double {
      guard time != to, to != from else { return begin + duration }
      if curve.isEmpty { return begin + duration * (time - from) / (to - from) }
      var (low, high) = (0.0, 1.0)
      for _ in 0..<50 {
        let middle = (low + high) / 2
        if (self.time(at: middle) - time) * (to - from) < 0 { low = middle } else { high = middle }
      }
      return begin + duration * high
    }
  }

  private let duration: Double
  /// Whether animations of views become linear, because a finger drives them.
  package let isEven: Bool
  private var entries: [Entry] = []
  private var origins: [Origin] = []
  private var lastID = 0
  /// The current time while it does not run.
  private var rest = 0.0
  private var run: Run?
  private var alarm: LayerAlarm?

  /// - Parameter duration: seconds; animations that end later make it longer.
  package init(duration: Double, isEven: Bool) { (self.duration, self.isEven) = (duration, isEven) }

  /// Seconds from its beginning.
  package var time: Double { run?.time(now: LayerClock.now) ?? rest }
  private var end: Double { entries.map(\.end).filter(\.isFinite).reduce(duration, max) }

  package func collect(_ body: () -> Void) {
    let outer = Self.current
    Self.current = self
    body()
    Self.current = outer
  }

  // MARK: Adding animations

  func note(_ layer: CALayer, _ key: String) {
    guard !origins.contains(where: { $0.layer === layer && $0.key == key }) else { return }
    origins.append(Origin(layer: layer, key: key, value: layer.animatable(key)))
  }

  /// Adds an animation whose times are the device's, and converts them.
  func add(_ animation: CAAnimation, _ layer: CALayer, _ key: String, over: @escaping (Bool) -> Void) {
    animation.beginTime += time - LayerClock.now
    animation.timeline = self
    append(layer, key, animation, animation.beginTime + animation.totalDuration, over)
  }

  /// Runs a block when the timeline reaches a time, given in the device's time.
  package func schedule(at moment: Double, _ block: @escaping (_ isRewound: Bool) -> Void) -> LayerAlarm {
    let id = append(nil, "", nil, time + moment - LayerClock.now, block)
    return LayerAlarm { [self] in entries.removeAll { $0.id == id } }
  }

  @discardableResult
  private func append(
    _ layer: CALayer?, _ key: String, _ animation: CAAnimation?, _ end: Double,
    _ over: @escaping (Bool) -> Void
  ) -> Int {
    lastID += 1
    let target = layer.map { ZeroingElement($0) }
    entries.append(Entry(id: lastID, target: target, key: key, animation: animation, end: end, over: over))
    // Added during the run, as by the completion of another animation.
    if let run, run.to > 0 {
      if end.isFinite, end > run.to {
        proceed(at: run.duration > 0 ? (run.to - run.from) / run.duration : 1)
      } else {
        arm()
      }
    }
    return lastID
  }

  /// Returns an animation to the device's clock.
  func handBack(_ animation: CAAnimation, _ layer: CALayer, _ key: String) {
    animation.beginTime += LayerClock.now - time
    animation.timeline = nil
    LayerAnimations.send(animation, layer, key)
  }

  /// The animation that the device gets for one in the timeline's time.
  func shown(_ animation: LayerAnimation) -> LayerAnimation {
    var source = animation
    (source.fillsBackwards, source.fillsForwards) = (true, true)
    func value(at time: Double) -> [Double] { source.value(at: time) ?? source.values[0] }
    var shown = source
    (shown.keyTimes, shown.timings, shown.autoreverses, shown.speed) = ([], [[0, 0, 1, 1]], false, 1)
    if let run, run.duration > 0 {
      let steps = max(1, min(Int((run.duration * 60).rounded(.up)), 240))
      shown.values = (0...steps).map { value(at: run.time(at: Double($0) / Double(steps))) }
      (shown.begin, shown.duration, shown.repeatCount) = (run.begin, run.duration, 1)
    } else {
      let still = value(at: time)
      shown.values = [still, still]
      (shown.begin, shown.duration, shown.repeatCount) = (LayerClock.now, 1, .infinity)
    }
    return shown
  }

  // MARK: Pausing and running

  package func hold(at time: Double) {
    alarm?.cancel()
    (alarm, run, rest) = (nil, nil, time)
    send()
  }

  /// Runs to the end at the animations' own speed.
  package func proceed() { proceed(at: 1) }

  private func proceed(at speed: Double) {
    let left = max(end - time, 0)
    go(Run(begin: LayerClock.now, duration: left / speed, from: time, to: end, curve: []))
  }

  /// Runs to the end in a number of seconds.
  package func finish(in seconds: Double, curve: [Double]) {
    go(Run(begin: LayerClock.now, duration: seconds, from: time, to: end, curve: curve))
  }

  /// Runs back to the beginning in a number of seconds.
  package func rewind(in seconds: Double, curve: [Double]) {
    go(Run(begin: LayerClock.now, duration: seconds, from: time, to: 0, curve: curve))
  }

  /// Ends the timeline at once, because the transition is over.
  package func release(_ completed: Bool) {
    guard run == nil, !entries.isEmpty else { return }
    if completed { finish(in: 0, curve: []) } else { rewind(in: 0, curve: []) }
    alarm?.cancel()
    arrive()
  }

  private func go(_ run: Run) {
    self.run = run
    LayerTree.shared.busyUntil = max(LayerTree.shared.busyUntil, run.begin + run.duration)
    send()
    arm()
  }

  private func send() {
    for entry in entries {
      guard let layer = entry.layer, let animation = entry.animation,
        layer.animations.contains(where: { $0.animation === animation })
      else { continue }
      LayerAnimations.send(animation, layer, entry.key)
    }
  }

  /// Schedules the next entry that ends, or the end of the run.
  private func arm() {
    alarm?.cancel()
    guard let run else { return }
    let next = run.to > 0 ? entries.map(\.end).reduce(run.to, min) : run.to
    alarm = LayerClock.schedule(at: run.moment(of: next)) { [self] in
      guard next < run.to else { return arrive() }
      let over = take { $0.end <= next }
      collect { for entry in over { entry.over(false) } }
      arm()
    }
  }

  private func arrive() {
    guard let run else { return }
    (self.run, alarm, rest) = (nil, nil, run.to)
    guard run.to > 0 else { return rewound() }
    let over = take(\.end.isFinite)
    for entry in entries {
      if let layer = entry.layer, let animation = entry.animation { handBack(animation, layer, entry.key) }
    }
    entries = []
    for entry in over { entry.over(false) }
  }

  private func rewound() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for origin in origins { origin.layer.setModelValue(origin.value, forKey: origin.key) }
    CATransaction.commit()
    for entry in take({ _ in true }) { entry.over(true) }
  }

  /// Removes and returns the entries that are over, in the order of their ends.
  private func take(_ isOver: (Entry) -> Bool) -> [Entry] {
    let over = entries.filter(isOver).sorted { ($0.end, $0.id) < ($1.end, $1.id) }
    entries.removeAll(where: isOver)
    return over
  }
}
