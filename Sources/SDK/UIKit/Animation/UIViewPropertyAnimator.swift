import CarobFoundation
import CoreGraphics
import QuartzCore

/// Animates the changes of its blocks, and can be paused, scrubbed, reversed and stopped while running.
///
/// It is inactive until it is started, paused or scrubbed; then the blocks run, their changes become tracks,
/// and it is active. It ends at `end` or, if reversed, at `start`: the model values are set, the completions
/// are called, and it is inactive again. `stopAnimation(false)` stops it at its current position until
/// `finishAnimation(at:)`.
///
/// NB: `fractionComplete` is measured in the direction of the animation: reversing turns 0.25 into 0.75 and
/// moves nothing. While `scrubsLinearly` is true, which is the default, it is the fraction of the progress
/// and not of the time.
/// DEVIATION: changes that are added with a delay follow the rest of the animator's curve, not a curve of
/// their own.
@preconcurrency @MainActor
open class UIViewPropertyAnimator: _MainActorNSObject, UIViewImplicitlyAnimating, NSCopying {
  // F-165
  nonisolated open override class var _carobFrameworkMethods: [_CarobMethod] { FrameworkMessages.of(self) }

  /// The animation of one property of one layer.
  private final class Track {
    let layer: CALayer
    let key: String
    /// The animator's progress at which the track begins.
    let start: Double
    /// Also holds the start and end values, once the block has changed the property.
    let animation: ProgressAnimation
    /// The property's value before the animator first changed it.
    var origin: Any?

    init(_ layer: CALayer, _ key: String, start: Double) {
      (self.layer, self.key, self.start) = (layer, key, start)
      animation = ProgressAnimation(keyPath: key)
    }

    func progress(_ whole: Double) -> Double {
      start < 1 ? max(0, (whole - start) / (1 - start)) : (whole < 1 ? 0 : 1)
    }
  }

  /// The current run: progress by time, sampled from `curve`.
  private struct Run {
    var begin: Double
    var duration: Double
    /// Fractions of the curve's duration.
    var from: Double
    var to: Double
    var curve: TimingCurve
    /// The progress at which the curve starts.
    var base: Double
    /// The progress at which the curve ends. `base` and `top` are 0 and 1 unless a new curve is used for the
    /// remaining animation.
    var top: Double

    func progress(at time: Double) -> Double {
      let part = duration > 0 ? min(max((time - begin) / duration, 0), 1) : 1
      return base + (top - base) * curve.progress(at: from + (to - from) * part)
    }
  }

  open private(set) var timingParameters: (any UITimingCurveProvider)?
  open private(set) var duration: TimeInterval
  open private(set) var delay: TimeInterval = 0
  /// Whether the views that it animates receive touches while it runs (E-943).
  open var isUserInteractionEnabled = true { didSet { updateTouches() } }
  /// Whether hit tests use the views' final places; otherwise they use those on the screen (E-943).
  open var isManualHitTestingEnabled = false { didSet { updateTouches() } }
  /// Whether it can be paused, scrubbed and stopped (E-943).
  open var isInterruptible = true
  /// Whether `fractionComplete` is linear rather than along the curve. Set it while the animator is inactive.
  open var scrubsLinearly = true
  open var pausesOnCompletion = false

  private var blocks: [(block: () -> Void, delayFactor: CGFloat)] = []
  private var completions: [(block: (UIViewAnimatingPosition) -> Void, cause: UInt64)] = []
  private var tracks: [Track] = []
  private var run: Run?
  private var alarm: LayerAlarm?
  /// The progress while it is not running: 0 is the start, 1 the end, in either direction.
  private var resting = 0.0
  private var curve: TimingCurve
  /// Whether this is one of the SDK's own animators, whose completions are not blocks of the app.
  var isInternal = false

  // MARK: Creating

  public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
    timingParameters = parameters
    curve = TimingCurve(parameters, duration: duration)
    self.duration = curve.duration
    super.init()
  }
  public convenience override init() { self.init(duration: 0, curve: .easeInOut) }
  public convenience init(
    duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
  ) {
    self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
    if let animations { addAnimations(animations) }
  }
  public convenience init(
    duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
    animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration,
      timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
    if let animations { addAnimations(animations) }
  }
  public convenience init(
    duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil
  ) {
    self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
    if let animations { addAnimations(animations) }
  }

  @discardableResult
  open class func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> Self {
    let curves: [UIView.AnimationCurve] = [.easeInOut, .easeIn, .easeOut, .linear]
    let curve = curves[Int((options.rawValue >> 16) & 3)]
    let animator = UIViewPropertyAnimator(duration: duration, curve: curve, animations: animations)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    guard let animator = animator as? Self else {
      preconditionFailure("runningPropertyAnimator makes a UIViewPropertyAnimator, not a \(self)")
    }
    return animator
  }

  /// A new animator with the same curve and duration, without blocks.
  nonisolated open func copy(with zone: NSZone? = nil) -> Any {
    // nonisolated(unsafe) because the caller is on the main actor.
    nonisolated(unsafe) let original = self
    nonisolated(unsafe) var copy: Any = self
    MainActor.assumeIsolated {
      copy = UIViewPropertyAnimator(
        duration: original.duration,
        timingParameters: original.timingParameters ?? UICubicTimingParameters())
    }
    return copy
  }

  // MARK: State

  open private(set) var state = UIViewAnimatingState.inactive {
    willSet { willChangeValue(forKey: "state") }
    didSet { didChangeValue(forKey: "state") }
  }
  open private(set) var isRunning = false {
    willSet { willChangeValue(forKey: "running") }
    didSet { didChangeValue(forKey: "running") }
  }
  private var reversed = false
  /// Whether the animator runs backwards; reversing a running one continues from its current position.
  open var isReversed: Bool {
    get { reversed }
    set {
      guard newValue != reversed else { return }
      let progress = progress
      willChangeValue(forKey: "reversed")
      reversed = newValue
      didChangeValue(forKey: "reversed")
      if isRunning { go(from: progress, curve: nil, duration: nil) }
    }
  }
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    [
      .init(readOnly: "running", \UIViewPropertyAnimator.isRunning),
      .init("reversed", \UIViewPropertyAnimator.isReversed),
    ]
  }

  /// The progress on the screen: 0 is the start, in either direction.
  private var progress: Double { run?.progress(at: LayerClock.now) ?? resting }

  open var fractionComplete: CGFloat {
    get {
      let progress = min(max(progress, 0), 1)
      let fraction = scrubsLinearly ? progress : curve.fraction(of: progress)
      return CGFloat(reversed ? 1 - fraction : fraction)
    }
    set {
      mustNotBeStopped("fractionComplete")
      guard mayInterrupt("fractionComplete") else { return }
      pauseAnimation()
      let fraction = Double(reversed ? 1 - newValue : newValue)
      resting = scrubsLinearly ? fraction : curve.progress(at: fraction)
      hold()
    }
  }

  // MARK: Blocks

  open func addAnimations(_ animation: @escaping () -> Void) { addAnimations(animation, delayFactor: 0) }

  /// - Parameter delayFactor: The delay as a fraction (0…1) of the remaining animation.
  open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
    mustNotBeStopped("addAnimations(_:)")
    guard state == .active else { return blocks.append((animation, delayFactor)) }
    let here = progress
    capture(animation, start: here + (1 - here) * Double(delayFactor))
    if isRunning { go(from: here, curve: nil, duration: nil) } else { hold() }
  }

  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append((completion, Journal.cause))
  }

  /// Runs a block and creates tracks for its changes.
  private func capture(_ block: @escaping () -> Void, start: Double) {
    var new: [Track] = []
    let changes = ViewAnimation(duration: duration) { view, key in
      let track = Track(view.layer, key, start: start)
      // Shows the old value until `go` or `hold` is called.
      track.animation.progress = [0, 0]
      track.animation.duration = 1
      track.animation.repeatCount = .infinity
      new.append(track)
      return track.animation
    }
    changes.run(
      {
        if isInternal {
          block()
        } else {
          Journal.deliverRegistered(.animation, "{}", detail: [("block", "animations")], block)
        }
      }, nil)
    for track in new {
      track.origin = track.animation.fromValue
      if let old = tracks.firstIndex(where: { $0.layer === track.layer && $0.key == track.key }) {
        track.origin = tracks[old].origin
        tracks.remove(at: old)
      }
      tracks.append(track)
    }
  }

  private func activate() {
    guard state == .inactive else { return }
    resting = reversed ? 1 : 0
    state = .active
    let blocks = blocks
    self.blocks = []
    for entry in blocks { capture(entry.block, start: Double(entry.delayFactor)) }
  }

  // MARK: Touches

  /// The animated views while it runs.
  private var running: [UIView] = []
  private var (ignoresTouches, testsPresented) = (false, false)

  /// E-943: sets how touches find the animated views.
  private func updateTouches() {
    for view in running {
      if ignoresTouches { view.animationsWithoutTouches -= 1 }
      if testsPresented { view.animatorsWithHitTests -= 1 }
    }
    running = []
    guard run != nil else { return }
    for case let view as UIView in tracks.map(\.layer.owner) where !running.contains(where: { $0 === view }) {
      running.append(view)
    }
    (ignoresTouches, testsPresented) = (!isUserInteractionEnabled, !isManualHitTestingEnabled && !isInternal)
    for view in running {
      if ignoresTouches { view.animationsWithoutTouches += 1 }
      if testsPresented { view.animatorsWithHitTests += 1 }
    }
  }

  /// E-943: whether a call that interrupts the animation has an effect.
  private func mayInterrupt(_ call: String) -> Bool {
    guard !isInterruptible, isRunning else { return true }
    Journal.warn("\(Journal.describe(self)) is not interruptible: \(call) has no effect while it runs")
    return false
  }

  // MARK: Running and pausing

  open func startAnimation() { startAnimation(afterDelay: 0) }

  open func startAnimation(afterDelay delay: TimeInterval) {
    mustNotBeStopped("startAnimation()")
    guard !isRunning else { return }
    activate()
    self.delay = delay
    go(from: resting, curve: nil, duration: nil, delay: delay)
  }

  open func pauseAnimation() {
    mustNotBeStopped("pauseAnimation()")
    guard mayInterrupt("pauseAnimation()") else { return }
    activate()
    guard isRunning else { return hold() }
    resting = progress
    hold()
    isRunning = false
  }

  /// Continues a paused animation from its current position.
  ///
  /// - Parameters:
  /// - parameters: A new curve for the remaining animation; nil continues along the old one.
  /// - durationFactor: The duration of the remaining animation as a factor of the animator's duration; 0 is
  ///   the remaining time.
  open func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
  ) {
    mustNotBeStopped("continueAnimation(withTimingParameters:durationFactor:)")
    guard state == .active, !isRunning else { return }
    let rest = durationFactor > 0 ? duration * Double(durationFactor) : nil
    let left = duration * (1 - Double(fractionComplete))
    let new = parameters.map { TimingCurve($0, duration: rest ?? left) }
    go(from: resting, curve: new, duration: rest)
  }

  /// Runs from a progress to the end of the current direction.
  private func go(from progress: Double, curve new: TimingCurve?, duration: Double?, delay: Double = 0) {
    let goal = reversed ? 0.0 : 1.0
    var run: Run
    if let new {
      run = Run(
        begin: 0, duration: duration ?? new.duration, from: 0, to: 1, curve: new, base: progress, top: goal)
    } else {
      let here = curve.fraction(of: progress)
      run = Run(
        begin: 0, duration: duration ?? curve.duration * abs(goal - here), from: here, to: goal, curve: curve,
        base: 0, top: 1)
    }
    run.begin = LayerClock.now + delay
    self.run = run
    let steps = max(1, min(Int((run.duration * 60).rounded(.up)), 240))
    for track in tracks {
      let animation = track.animation
      animation.progress = (0...steps).map { step in
        track.progress(run.progress(at: run.begin + run.duration * Double(step) / Double(steps)))
      }
      animation.duration = max(run.duration, 1e-6)
      animation.repeatCount = 0
      animation.beginTime = run.begin
      animation.fillMode = .both
      animation.isRemovedOnCompletion = false
      track.layer.add(animation, forKey: track.key)
    }
    if !isRunning { isRunning = true }
    updateTouches()
    alarm?.cancel()
    let end = run.begin + run.duration
    if AnimationTimeline.current == nil {
      LayerTree.shared.busyUntil = max(LayerTree.shared.busyUntil, end)
    }
    let cause = Journal.cause
    let arrive = { [self] (position: UIViewAnimatingPosition) in
      MainActor.assumeIsolated { Journal.with(cause: cause) { arrived(at: position) } }
    }
    let last = reversed ? UIViewAnimatingPosition.start : .end
    alarm =
      AnimationTimeline.current?.schedule(at: end) { arrive($0 ? .start : last) }
      ?? LayerClock.schedule(at: end) { arrive(last) }
  }

  /// Stops and shows the resting progress.
  private func hold() {
    run = nil
    updateTouches()
    alarm?.cancel()
    alarm = nil
    for track in tracks {
      let animation = track.animation
      let progress = track.progress(resting)
      animation.progress = [progress, progress]
      animation.duration = 1
      animation.repeatCount = .infinity
      animation.beginTime = track.layer.convertTime(LayerClock.now, from: nil)
      track.layer.add(animation, forKey: track.key)
    }
  }

  private func arrived(at position: UIViewAnimatingPosition) {
    alarm = nil
    resting = position == .start ? 0 : 1
    guard !pausesOnCompletion else {
      hold()
      isRunning = false
      return
    }
    end(at: position)
  }

  open func stopAnimation(_ withoutFinishing: Bool) {
    guard state == .active, mayInterrupt("stopAnimation(_:)") else { return }
    resting = progress
    settle(.current)
    isRunning = false
    if withoutFinishing {
      (blocks, completions, tracks) = ([], [], [])
      state = .inactive
    } else {
      state = .stopped
    }
  }

  open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
    guard state == .stopped else {
      NSException.raise(
        .internalInconsistencyException,
        "finishAnimationAtPosition: should only be called on a stopped animator!")
    }
    end(at: finalPosition)
  }

  /// Sets the properties to their final values and removes the animations.
  private func settle(_ position: UIViewAnimatingPosition) {
    run = nil
    updateTouches()
    alarm?.cancel()
    alarm = nil
    UIView.performWithoutAnimation {
      for track in tracks {
        let layer = track.layer
        let shown = layer.presentedValue(forKey: track.key)
        layer.removeAnimation(forKey: track.key)
        switch position {
        case .end: layer.setModelValue(track.animation.toValue, forKey: track.key)
        case .start: layer.setModelValue(track.origin, forKey: track.key)
        case .current: layer.setModelValue(shown, forKey: track.key)
        }
      }
    }
  }

  private func end(at position: UIViewAnimatingPosition) {
    settle(position)
    let blocks = completions
    (self.blocks, completions, tracks) = ([], [], [])
    if isRunning { isRunning = false }
    state = .inactive
    for (block, cause) in blocks {
      guard !isInternal else {
        block(position)
        continue
      }
      Journal.with(cause: cause) {
        Journal.deliverRegistered(.animation, "{}", detail: [("position", "\(position)")]) { block(position) }
      }
    }
  }

  private func mustNotBeStopped(_ call: String) {
    guard state == .stopped else { return }
    NSException.raise(
      .internalInconsistencyException,
      "\(Journal.describe(self)): \(call) of a stopped animator; finishAnimation(at:) comes first")
  }
}
