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
  open internal(set) weak var view: UIView?
  open var name: String?
  open var cancelsTouchesInView = true
  open var delaysTouchesBegan = false
  open var delaysTouchesEnded = true
  open var allowedTouchTypes: [NSNumber] = []
  open var requiresExclusiveTouchType = true
  open var isEnabled = true {
    didSet {
      // E-194: disabling cancels a recognizer in progress.
      if !isEnabled, oldValue { state == .began || state == .changed ? (state = .cancelled) : reset() }
    }
  }

  var actions: [(target: WeakObject, action: Selector)] = []
  struct WeakObject { weak var object: AnyObject? }
  /// Touches that this recognizer follows, in order.
  var trackedTouches: [UITouch] = []
  private var requiredFailures: [WeakObject] = []

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
      if old == .possible { noteFailure() }
      lastTouches = trackedTouches
      return
    case .began where old == .possible, .ended where old == .possible:
      // E-182: leaving possible asks delegate and view; E-190, E-192: failures and other recognizers.
      guard shouldBegin() else {
        setQuietly(.failed)
        return
      }
      GestureArbiter.recognized(self)
    default: break
    }
    lastTouches = trackedTouches
    // E-185: the view's touches are cancelled just before the action.
    if cancelsTouchesInView, old == .possible, new == .began || new == .ended {
      for touch in trackedTouches { UIWindow.cancelForView(touch, because: self) }
    }
    sendActions()
    if old == .possible { for segue in segues { segue.trigger(by: self) } }
  }

  private var failureReason = ""
  func fail(_ reason: String) {
    failureReason = reason
    state = .failed
  }

  private func noteFailure() {
    guard !actions.isEmpty else { return }
    Journal.note(
      .gesture, actions[0].action.name, outcome: "refused",
      why: failureReason.isEmpty ? "recognizer failed" : "recognizer failed: \(failureReason)",
      receiver: self,
      category: .user)
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
    return requiredFailures.allSatisfy { entry in
      guard let other = entry.object as? UIGestureRecognizer, other.isEnabled, other.view != nil else {
        return true
      }
      return other.state == .failed || (other.state == .possible && other.trackedTouches.isEmpty)
    }
  }

  /// E-184: on began, every changed, ended and cancelled.
  private func sendActions() {
    for entry in actions {
      guard let target = entry.target.object else {
        Journal.note(
          .gesture, entry.action.name, outcome: "dropped", why: "the target was deallocated", sender: self)
        continue
      }
      _ = ActionSender.send(entry.action, to: target, from: self, for: nil, mechanism: .gesture)
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
    setQuietly(.possible)
    reset()
  }
}

/// Who wins when several recognizers see the same touches (E-192).
@MainActor
enum GestureArbiter {
  static func recognized(_ winner: UIGestureRecognizer) {
    let others = winner.trackedTouches.flatMap(\.recognizers)
    for other in others
    where other !== winner && (other.state == .possible || other.state == .began || other.state == .changed) {
      if mayRunTogether(winner, other) || !winner.canPrevent(other) || !other.canBePrevented(by: winner) {
        continue
      }
      if other.state == .possible {
        other.fail("prevented by \(Journal.describe(winner))")
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
