import CarobFoundation
@_spi(Hazards) import CarobRuntime
import DeviceProtocol

/// A clock of its own for the animations that a transition starts: it pauses, is moved, runs forward or back (E-442).
///
/// Animations that are added inside `collect` belong to it; their times are its own, and the device gets what they look
/// like at the moment at which it stands, or samples of the way that it runs. It begins standing at 0. When it has run
/// to its end the animations end one after the other; when it has run back to 0 the properties have again the values
/// from before the animations, and then all of them end. Main thread only, like the layers of an app.
///
/// DEVIATION: an animation without a fill mode shows its last value from its end to that of the timeline.
package final class AnimationTimeline {
  nonisolated(unsafe) package private(set) static var current: AnimationTimeline?

  /// Something that ends at a time of the timeline.
  private struct Entry {
    let id: Int
    let target: ZeroingElement<CALayer>?
    var layer: CALayer? { target?.object }
    let key: String
    let animation: CAAnimation?
    let end: Double
    /// Hears whether the timeline ran back to its beginning.
    let over: (Bool) -> Void
  }

  /// A property from before its first animation.
  private struct Origin {
    let layer: CALayer
    let key: String
    let value: Any?
  }

  /// The way that is being gone.
  private struct Run {
    let begin: Double
    let duration: Double
    let from: Double
    let to: Double
    /// Control points; none for the straight line.
    let curve: [Double]

    func time(at part: Double) -> Double {
      from + (to - from) * CAMediaTimingFunction.ease(min(max(part, 0), 1), curve)
    }
    func time(now: Double) -> Double { duration > 0 ? time(at: (now - begin) / duration) : to }

    /// When the timeline gets to a time of its own; curves only grow.
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
  /// Whether animations of views lose their curves, because a finger moves them.
  package let isEven: Bool
  private var entries: [Entry] = []
  private var origins: [Origin] = []
  private var lastID = 0
  /// Where it stands while it does not run.
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

  // MARK: What it holds

  func note(_ layer: CALayer, _ key: String) {
    guard !origins.contains(where: { $0.layer === layer && $0.key == key }) else { return }
    origins.append(Origin(layer: layer, key: key, value: layer.animatable(key)))
  }

  /// Takes over an animation whose times are the device's.
  func add(_ animation: CAAnimation, _ layer: CALayer, _ key: String, over: @escaping (Bool) -> Void) {
    animation.beginTime += time - LayerClock.now
    animation.timeline = self
    append(layer, key, animation, animation.beginTime + animation.totalDuration, over)
  }

  /// Does something when it gets to a time that is told in the device's. The closure that is answered calls it off.
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
    // Begun on the way, by what follows another animation.
    if let run, run.to > 0 {
      if end.isFinite, end > run.to {
        proceed(at: run.duration > 0 ? (run.to - run.from) / run.duration : 1)
      } else {
        arm()
      }
    }
    return lastID
  }

  /// An animation that goes on without the timeline.
  func handBack(_ animation: CAAnimation, _ layer: CALayer, _ key: String) {
    animation.beginTime += LayerClock.now - time
    animation.timeline = nil
    LayerAnimations.send(animation, layer, key)
  }

  /// What the device is to show of an animation whose times are the timeline's.
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

  // MARK: Standing and running

  package func hold(at time: Double) {
    alarm?.cancel()
    (alarm, run, rest) = (nil, nil, time)
    send()
  }

  /// Runs on to the end as the animations say.
  package func proceed() { proceed(at: 1) }

  private func proceed(at speed: Double) {
    let left = max(end - time, 0)
    go(Run(begin: LayerClock.now, duration: left / speed, from: time, to: end, curve: []))
  }

  /// Runs on to the end.
  package func finish(in seconds: Double, curve: [Double]) {
    go(Run(begin: LayerClock.now, duration: seconds, from: time, to: end, curve: curve))
  }

  /// Runs back to the beginning.
  package func rewind(in seconds: Double, curve: [Double]) {
    go(Run(begin: LayerClock.now, duration: seconds, from: time, to: 0, curve: curve))
  }

  /// The transition is over, whatever the timeline has still to show.
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

  /// Waits for the next thing that ends, or for the end of the way.
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

  /// The entries that are over, in the order in which they end.
  private func take(_ isOver: (Entry) -> Bool) -> [Entry] {
    let over = entries.filter(isOver).sorted { ($0.end, $0.id) < ($1.end, $1.id) }
    entries.removeAll(where: isOver)
    return over
  }
}
