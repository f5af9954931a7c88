import CarobFoundation

/// Asked by recognizers. All methods are optional.
@preconcurrency @MainActor
public protocol UIGestureRecognizerDelegate: NSObjectProtocol, _CarobOptional {
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
}

extension UIGestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
  public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch)
    -> Bool
  { true }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
}

/// Watches touches for a pattern and tells its targets.
///
/// Its states follow E-183; `state` set by a subclass drives cancelling of the view's touches (E-185) and the actions.
@preconcurrency @MainActor
open class UIGestureRecognizer: _MainActorNSObject {
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed
    public static var recognized: State { .ended }
  }

  public init(target: Any?, action: Selector?) {
    super.init()
    if let target, let action { addTarget(target, action: action) }
  }

  public convenience override init() { self.init(target: nil, action: nil) }

  public required init?(coder: NSCoder) {
    super.init()
    (coder as? NibCoder)?.decodeRecognizer(self)
  }

  /// Segues that recognition starts.
  var segues: [ConnectedSegue] = []
  open weak var delegate: (any UIGestureRecognizerDelegate)?
  open var view: UIView? { viewStorage }
  @Zeroing var viewStorage: UIView?
  open var name: String?
  open var cancelsTouchesInView = true
  open var delaysTouchesBegan = false
  open var delaysTouchesEnded = true
  open var allowedTouchTypes: [NSNumber] = []
  open var requiresExclusiveTouchType = true
  open var isEnabled = true {
    didSet {
      // E-194: disabling cancels a recognizer in progress.
      guard !isEnabled, oldValue else { return }
      if state == .began || state == .changed { state = .cancelled } else { resetAfterSequence() }
      GestureArbiter.decided(self, recognized: false)
    }
  }

  var actions: [(target: WeakObject, action: Selector)] = []
  struct WeakObject {
    private let reference: ZeroingReference
    var object: AnyObject? { reference.object }
    init(object: AnyObject) { reference = ZeroingReference(object) }
  }
  /// Touches that this recognizer follows, in order.
  var trackedTouches: [UITouch] = []
  /// All touches of this attempt; for several taps also those that have ended.
  var attemptTouches: [UITouch] = []
  private var requiredFailures: [WeakObject] = []

  // MARK: Waiting for the failure of others (E-190)

  /// The state that the recognizer will enter once those that must fail have failed.
  private(set) var heldState: State?
  /// What the dynamic forms answered in this attempt, by the other recognizer.
  private var dynamicRequirements: [ObjectIdentifier: Bool] = [:]
  /// A recognizer of several taps stays possible between them.
  var waitsForMoreTouches: Bool { false }
  /// Recognizers that need more of the same touch are asked first: the double tap before the single one.
  var precedence: Int { 0 }
  var keepsTouchesAfterEnd: Bool { heldState != nil || waitsForMoreTouches }
  /// It has touches and neither recognized nor failed.
  var isUndecided: Bool { isEnabled && state == .possible && !attemptTouches.isEmpty }

  private func requiresFailure(of other: UIGestureRecognizer) -> Bool {
    if requiredFailures.contains(where: { $0.object === other }) { return true }
    if let known = dynamicRequirements[ObjectIdentifier(other)] { return known }
    // Asked once an attempt; one true is enough.
    let answer =
      shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.ask(
        from: self, mechanism: .gesture, "gestureRecognizer(_:shouldRequireFailureOf:)",
        "gestureRecognizer:shouldRequireFailureOfGestureRecognizer:",
        { $0.gestureRecognizer(self, shouldRequireFailureOf: other) }) == true
      || other.delegate?.ask(
        from: other, mechanism: .gesture, "gestureRecognizer(_:shouldBeRequiredToFailBy:)",
        "gestureRecognizer:shouldBeRequiredToFailByGestureRecognizer:",
        { $0.gestureRecognizer(other, shouldBeRequiredToFailBy: self) }) == true
    dynamicRequirements[ObjectIdentifier(other)] = answer
    return answer
  }

  /// Those that are undecided and must fail first.
  private var awaited: [UIGestureRecognizer] {
    let own = requiredFailures.compactMap { $0.object as? UIGestureRecognizer }
    let beside = attemptTouches.flatMap(\.recognizers)
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    return (own + beside).filter {
      seen.insert(ObjectIdentifier($0)).inserted && $0.isUndecided && requiresFailure(of: $0)
    }
  }

  /// Another recognizer recognized, or failed.
  fileprivate func hears(_ other: UIGestureRecognizer, recognized: Bool) {
    guard let state = heldState, requiresFailure(of: other) else { return }
    if recognized {
      fail("\(Journal.describe(other)) recognized, whose failure it requires")
    } else if awaited.isEmpty {
      heldState = nil
      self.state = state
    } else {
      return
    }
    resetIfOver()
  }

  /// A decision that came between touches ends the attempt at once.
  func resetIfOver() {
    guard state != .began, state != .changed, !keepsTouchesAfterEnd,
      trackedTouches.allSatisfy({ $0.phase == .ended || $0.phase == .cancelled })
    else { return }
    resetAfterSequence()
  }

  open func addTarget(_ target: Any, action: Selector) {
    let object = target as AnyObject
    if actions.contains(where: { $0.target.object === object && $0.action == action }) { return }
    actions.append((WeakObject(object: object), action))
  }

  open func removeTarget(_ target: Any?, action: Selector?) {
    let object = target.map { $0 as AnyObject }
    actions.removeAll {
      (object == nil || $0.target.object === object) && (action == nil || $0.action == action)
    }
  }

  open func require(toFail other: UIGestureRecognizer) { requiredFailures.append(WeakObject(object: other)) }

  /// Where the gesture is: the middle of its touches.
  open func location(in view: UIView?) -> CGPoint {
    let touches = trackedTouches.isEmpty ? lastTouches : trackedTouches
    guard !touches.isEmpty else { return .zero }
    let points = touches.map { $0.location(in: view) }
    return CGPoint(
      x: points.map(\.x).reduce(0, +) / CGFloat(points.count),
      y: points.map(\.y).reduce(0, +) / CGFloat(points.count))
  }

  private var lastTouches: [UITouch] = []
  open var numberOfTouches: Int { trackedTouches.count }
  open func location(ofTouch index: Int, in view: UIView?) -> CGPoint {
    trackedTouches[index].location(in: view)
  }

  open var state: State = .possible { didSet { entered(state, from: oldValue) } }

  private var isEntering = false
  private func entered(_ new: State, from old: State) {
    guard !isEntering else { return }
    switch new {
    case .possible: return
    case .failed:
      heldState = nil
      if old == .possible { noteFailure() }
      lastTouches = trackedTouches
      GestureArbiter.decided(self, recognized: false)
      return
    case .began where old == .possible, .ended where old == .possible:
      guard awaited.isEmpty else {
        heldState = new
        setQuietly(.possible)
        GestureArbiter.waits(self)
        return
      }
      // E-182: leaving possible asks delegate and view; E-192: who recognized before prevents.
      guard shouldBegin() else {
        setQuietly(.failed)
        GestureArbiter.decided(self, recognized: false)
        return
      }
      if let other = GestureArbiter.preventer(of: self) {
        return fail("prevented by \(Journal.describe(other))")
      }
      GestureArbiter.recognized(self)
    default: break
    }
    lastTouches = trackedTouches
    // E-185: the view's touches are cancelled just before the action.
    if cancelsTouchesInView, old == .possible, new == .began || new == .ended {
      for touch in attemptTouches { UIWindow.cancelForView(touch, because: self) }
    }
    sendActions()
    if old == .possible { GestureArbiter.decided(self, recognized: true) }
    if old == .possible { for segue in segues { segue.trigger(by: self) } }
  }

  private var failureReason = ""
  func fail(_ reason: String) {
    failureReason = reason
    state = .failed
  }

  private func noteFailure() {
    // What the SDK's own recognizers miss would hide what the app's do.
    guard
      let entry = actions.first(where: { isOfApp($0.target.object, $0.action) || Journal.recordsInternal })
    else { return }
    Journal.note(
      .gesture, entry.action.name, outcome: "refused",
      why: failureReason.isEmpty ? "recognizer failed" : "recognizer failed: \(failureReason)",
      receiver: self,
      category: .user)
  }

  private func isOfApp(_ target: AnyObject?, _ action: Selector) -> Bool {
    guard let target, let method = Runtime.method(type(of: target), action) else { return true }
    return method.line != 0
  }

  func setQuietly(_ new: State) {
    isEntering = true
    state = new
    isEntering = false
  }

  private func shouldBegin() -> Bool {
    let answer = delegate?.ask(
      from: self, mechanism: .gesture, "gestureRecognizerShouldBegin(_:)", "gestureRecognizerShouldBegin:"
    ) { $0.gestureRecognizerShouldBegin(self) }
    if answer == false { return false }
    if let view, !view.gestureRecognizerShouldBegin(self) { return false }
    return !isOwnedByControl
  }

  /// E-193: what a control does with this kind of gesture goes before recognizers on its superviews.
  private var isOwnedByControl: Bool {
    var touched = trackedTouches.first?.view
    while let here = touched, here !== view {
      if let control = here as? UIControl, control.isEnabled, control.owns(self) { return true }
      touched = here.superview
    }
    return false
  }

  /// E-184: on began, every changed, ended and cancelled.
  private func sendActions() {
    for entry in actions {
      guard let target = entry.target.object else {
        Journal.note(
          .gesture, entry.action.name, outcome: "dropped", why: "the target was deallocated", sender: self)
        continue
      }
      if !ActionSender.sendDirectly(entry.action, to: target, from: self) {
        _ = ActionSender.send(entry.action, to: target, from: self, for: nil, mechanism: .gesture)
      }
    }
  }

  // MARK: For subclasses

  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func reset() {}
  open func ignore(_ touch: UITouch, for event: UIEvent) { trackedTouches.removeAll { $0 === touch } }
  open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
  open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
  open func shouldReceive(_ event: UIEvent) -> Bool { true }

  /// E-181: asked once per new touch.
  func wants(_ touch: UITouch) -> Bool {
    guard isEnabled else { return false }
    return delegate?.ask(
      from: self, mechanism: .gesture, "gestureRecognizer(_:shouldReceive:)",
      "gestureRecognizer:shouldReceiveTouch:"
    ) { $0.gestureRecognizer(self, shouldReceive: touch) } ?? true
  }

  /// Back to possible for the next sequence; sends no action (E-183).
  func resetAfterSequence() {
    trackedTouches.removeAll()
    attemptTouches.removeAll()
    heldState = nil
    dynamicRequirements.removeAll()
    setQuietly(.possible)
    reset()
  }
}

/// Who wins when several recognizers see the same touches (E-190, E-192).
@MainActor
enum GestureArbiter {
  /// Recognizers that wait for others to fail, in the order in which they began to.
  private static var waiting: [UIGestureRecognizer.WeakObject] = []

  static func waits(_ recognizer: UIGestureRecognizer) {
    if !waiting.contains(where: { $0.object === recognizer }) {
      waiting.append(UIGestureRecognizer.WeakObject(object: recognizer))
    }
  }

  /// A recognizer is no longer undecided: whoever waited for it goes on or fails, held touches go to their views.
  static func decided(_ recognizer: UIGestureRecognizer, recognized: Bool) {
    for case let other as UIGestureRecognizer in waiting.map(\.object) where other !== recognizer {
      other.hears(recognizer, recognized: recognized)
    }
    waiting.removeAll { ($0.object as? UIGestureRecognizer)?.heldState == nil }
    UIWindow.deliverHeld(recognizer.attemptTouches)
  }

  private static func others(beside recognizer: UIGestureRecognizer) -> [UIGestureRecognizer] {
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(recognizer)]
    return recognizer.attemptTouches.flatMap(\.recognizers).filter {
      seen.insert(ObjectIdentifier($0)).inserted
    }
  }

  /// A gesture in progress that keeps this one from being recognized.
  static func preventer(of recognizer: UIGestureRecognizer) -> UIGestureRecognizer? {
    others(beside: recognizer).first {
      ($0.state == .began || $0.state == .changed) && $0.canPrevent(recognizer)
        && recognizer.canBePrevented(by: $0) && !mayRunTogether($0, recognizer)
    }
  }

  /// E-192: who is undecided fails; who has begun, and could not keep the winner off, is cancelled.
  static func recognized(_ winner: UIGestureRecognizer) {
    for other in others(beside: winner)
    where other.isUndecided || other.state == .began || other.state == .changed {
      guard winner.canPrevent(other), other.canBePrevented(by: winner), !mayRunTogether(winner, other) else {
        continue
      }
      if other.state == .possible {
        other.fail("prevented by \(Journal.describe(winner))")
      } else {
        other.state = .cancelled
      }
    }
  }

  private static func mayRunTogether(_ a: UIGestureRecognizer, _ b: UIGestureRecognizer) -> Bool {
    for (one, other) in [(a, b), (b, a)] {
      let answer = one.delegate?.ask(
        from: one, mechanism: .gesture, "gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)",
        "gestureRecognizer:shouldRecognizeSimultaneouslyWithGestureRecognizer:"
      ) { $0.gestureRecognizer(one, shouldRecognizeSimultaneouslyWith: other) }
      if answer == true { return true }
    }
    return false
  }
}
