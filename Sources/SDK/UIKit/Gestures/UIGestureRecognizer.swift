import CarobFoundation
@_spi(Hazards) import CarobRuntime
import GestureMachines
import QuartzCore

/// Recognizes a gesture in a sequence of touches and sends actions to its targets.
///
/// Its states follow E-183. When a subclass sets `state`, the touches of the view are cancelled (E-185) and
/// actions are sent.
@preconcurrency @MainActor
open class UIGestureRecognizer: _MainActorNSObject {
  // F-165
  nonisolated open override class var _carobFrameworkMethods: [_CarobMethod] { FrameworkMessages.of(self) }

  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed
    public static var recognized: State { .ended }
  }

  public init(target: Any?, action: Selector?) {
    super.init()
    if let target, let action { addTarget(target, action: action) }
  }

  public convenience override init() { self.init(target: nil, action: nil) }

  // NB: not `required`; a subclass that overrides the designated initializer inherits it.
  // F-241
  public convenience init?(coder: NSCoder) {
    self.init(target: nil, action: nil)
    (coder as? NibCoder)?.decodeRecognizer(self)
  }

  /// Creates a recognizer of the class from its metatype; generated for classes with `init(target:action:)`.
  nonisolated open class var _carobNewRecognizer: (@MainActor (Any?, Selector?) -> UIGestureRecognizer)? {
    nil
  }

  // F-155
  nonisolated open override class var _carobNewOfFramework: (@MainActor () -> AnyObject)? {
    FrameworkConstruction.plain(self)
  }

  /// Segues that are triggered by recognition.
  var segues: [ConnectedSegue] = []
  open weak var delegate: (any UIGestureRecognizerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIGestureRecognizerDelegate)?
  open var view: UIView? { viewStorage }
  @Zeroing var viewStorage: UIView?
  open var name: String?
  open var cancelsTouchesInView = true
  open var delaysTouchesBegan = false
  open var delaysTouchesEnded = true
  /// The raw values of the touch types that it receives; fingers are `direct` (E-944).
  open var allowedTouchTypes: [NSNumber] = [0, 1, 2, 3]
  /// Whether it ignores touches of other types than the first one that it tracks (E-1013).
  open var requiresExclusiveTouchType = true
  open var isEnabled = true {
    didSet { if !isEnabled, oldValue { leaveTouches("it was disabled") } }
  }

  var actions: [(target: ZeroingElement<AnyObject>, action: Selector)] = []
  /// The touches that this recognizer tracks, in order.
  var trackedTouches: [UITouch] = []
  /// All touches of this attempt; for multiple taps also those that have ended.
  var touchesOfCurrentGesture: [UITouch] = []
  private var requiredFailures: [ZeroingElement<UIGestureRecognizer>] = []

  // MARK: Waiting for the failure of others (E-190)

  /// The states that the recognizer will enter once the recognizers it requires to fail have failed.
  private(set) var deferredStates: [State] = []
  /// Cached results of the dynamic failure requirements in this attempt, by the other recognizer.
  // OPTIMIZATION: an array, since a linear search through few entries is faster than a dictionary.
  private var dynamicRequirements: [(of: ObjectIdentifier, answer: Bool)] = []
  /// A multiple-tap recognizer stays possible between its taps.
  var waitsForMoreTouches: Bool { false }
  /// Recognizers that need more taps get touches first: the double tap before the single tap.
  var precedence: Int { 0 }
  var keepsTouchesAfterEnd: Bool { !deferredStates.isEmpty || waitsForMoreTouches }
  /// Whether it has touches and has neither recognized nor failed.
  var isUndecided: Bool { isEnabled && state == .possible && !touchesOfCurrentGesture.isEmpty }

  private func requiresFailure(of other: UIGestureRecognizer) -> Bool {
    if namesRequirement(other) { return true }
    for known in dynamicRequirements where known.of == ObjectIdentifier(other) { return known.answer }
    // Evaluated once per attempt; one true is enough.
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
    dynamicRequirements.append((ObjectIdentifier(other), answer))
    return answer
  }

  /// The undecided recognizers that must fail first.
  var awaited: [UIGestureRecognizer] {
    var result: [UIGestureRecognizer] = []
    func look(at other: UIGestureRecognizer) {
      guard other !== self, other.isUndecided, requiresFailure(of: other) else { return }
      for known in result where known === other { return }
      result.append(other)
    }
    for entry in requiredFailures { if let other = entry.object { look(at: other) } }
    for touch in touchesOfCurrentGesture { for other in touch.recognizers { look(at: other) } }
    return result
  }

  /// Whether `require(toFail:)` was called with the other recognizer.
  func namesRequirement(_ other: UIGestureRecognizer) -> Bool {
    !requiredFailures.isEmpty && requiredFailures.contains { $0.object === other }
  }

  /// Called when another recognizer recognized or failed.
  func requirementResolved(_ other: UIGestureRecognizer, recognized: Bool) {
    guard !deferredStates.isEmpty, requiresFailure(of: other) else { return }
    if recognized {
      fail(.other("\(Journal.describe(other)) recognized, whose failure it requires"))
      resetIfOver()
    } else if awaited.isEmpty {
      proceed()
    }
  }

  /// Enters the deferred states.
  func proceed() {
    let states = deferredStates
    deferredStates = []
    for (index, next) in states.enumerated() where index == 0 || isInProgress { state = next }
    // E-183: a gesture that begins also ends, even if the fingers were lifted before it could begin.
    if isInProgress, hasNoFingers { state = .cancelled }
    resetIfOver()
  }

  /// Discards the deferred states.
  func giveUpWaiting() { deferredStates = [] }

  /// Whether all its touches have ended.
  var hasNoFingers: Bool {
    for touch in trackedTouches where touch.phase != .ended && touch.phase != .cancelled { return false }
    return true
  }

  var isInProgress: Bool { state == .began || state == .changed }

  /// Ends the attempt immediately if it was decided between touches.
  func resetIfOver() {
    guard !isInProgress, !keepsTouchesAfterEnd, state != .possible || !touchesOfCurrentGesture.isEmpty,
      hasNoFingers
    else { return }
    resetAfterSequence()
  }

  open func addTarget(_ target: Any, action: Selector) {
    guard let object = _messageTarget(target) else { return }
    if actions.contains(where: { $0.target.object === object && $0.action == action }) { return }
    actions.append((ZeroingElement(object), action))
  }

  open func removeTarget(_ target: Any?, action: Selector?) {
    let object = _messageTarget(target)
    actions.removeAll {
      (object == nil || $0.target.object === object) && (action == nil || $0.action == action)
    }
  }

  open func require(toFail other: UIGestureRecognizer) { requiredFailures.append(ZeroingElement(other)) }

  /// The location of the gesture: the centroid of its touches.
  open func location(in view: UIView?) -> CGPoint {
    let points =
      trackedTouches.isEmpty
      ? lastPlaces.map { place(ofScreen: $0, in: view) } : trackedTouches.map { $0.location(in: view) }
    guard !points.isEmpty else { return .zero }
    return CGPoint(
      x: points.map(\.x).reduce(0, +) / CGFloat(points.count),
      y: points.map(\.y).reduce(0, +) / CGFloat(points.count))
  }

  /// The locations of the last attempt's touches, in screen points.
  // NB: locations and not touches, because a touch retains its recognizers.
  private var lastPlaces: [CGPoint] = []
  func place(ofScreen point: CGPoint, in view: UIView?) -> CGPoint {
    guard let window = view?.window ?? self.view?.window else { return point }
    let inWindow = window.layer.fromSuperlayer(point)
    guard let view, view !== window else { return inWindow }
    return view.convert(inWindow, from: nil)
  }
  open var numberOfTouches: Int { trackedTouches.count }
  open func location(ofTouch index: Int, in view: UIView?) -> CGPoint {
    trackedTouches[index].location(in: view)
  }

  // F-181
  nonisolated open override var description: String { Describing.onMainActor(self) { $0.descriptionText } }

  open var state: State = .possible { didSet { if !isEntering { enter(state, from: oldValue) } } }

  private var isEntering = false
  /// Counts state transitions, to detect that an action caused another one.
  private var transitions = 0

  /// The state that E-183 allows after `old` when `new` is set; nil for none.
  private static func allowed(_ new: State, after old: State) -> State? {
    switch (old, new) {
    // Only the reset returns to possible, and final states last until then.
    case (_, .possible), (.ended, _), (.cancelled, _), (.failed, _): nil
    case (.possible, .changed): .began
    case (.possible, .cancelled): .failed
    case (.began, .began), (.changed, .began): .changed
    case (.began, .failed), (.changed, .failed): .cancelled
    default: new
    }
  }

  private func enter(_ wanted: State, from old: State) {
    guard let new = Self.allowed(wanted, after: old) else { return setQuietly(old) }
    setQuietly(new)
    transitions += 1
    switch new {
    case .failed: failed()
    case .began where old == .possible, .ended where old == .possible: leavePossible(for: new)
    default: sendActions()
    }
    // If the state was set between touches, no end of touches will follow.
    if trackedTouches.isEmpty { resetIfOver() }
  }

  private func failed() {
    deferredStates = []
    noteFailure()
    GestureArbiter.decided(self, recognized: false)
  }

  private func leavePossible(for new: State) {
    guard awaited.isEmpty else {
      // E-190: also keeps an end that occurs while it waits.
      if deferredStates.isEmpty || new == .ended { deferredStates.append(new) }
      setQuietly(.possible)
      GestureArbiter.waits(self)
      return
    }
    deferredStates = []
    // E-182: leaving possible asks the delegate and the view. E-192: an earlier recognized gesture prevents
    // it.
    guard shouldBegin() else {
      setQuietly(.failed)
      GestureArbiter.decided(self, recognized: false)
      return
    }
    if let reason = GestureArbiter.obstacle(to: self) {
      failureReason = reason
      setQuietly(.failed)
      return failed()
    }
    let transition = transitions
    // E-185, E-188, E-189: the view's touches are cancelled just before the action, and before other
    // recognizers fail and release the touches that they delayed.
    if cancelsTouchesInView {
      for touch in touchesOfCurrentGesture { TouchDelivery.cancelForView(touch, because: self) }
    }
    GestureArbiter.recognized(self)
    // Notified recognizers or views may have ended the gesture.
    guard transition == transitions else { return }
    sendActions()
    GestureArbiter.decided(self, recognized: true)
    for segue in segues { segue.trigger(by: self) }
  }

  /// Nil if no reason is known.
  private var failureReason: GestureFailure?
  /// The reason is evaluated only if the journal records.
  func fail(_ reason: @autoclosure () -> GestureFailure) {
    failureReason = Journal.isRecording ? reason() : nil
    state = .failed
  }

  private func noteFailure() {
    // Failures of the SDK's own recognizers would hide those of the app's.
    guard Journal.isRecording,
      let entry = actions.first(where: { isOfApp($0.target.object, $0.action) || Journal.recordsInternal })
    else { return }
    Journal.note(
      .gesture, entry.action.name, outcome: "refused",
      why: failureReason.map { "recognizer failed: \($0)" } ?? "recognizer failed",
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

  /// E-193: a control that handles this gesture itself takes precedence over recognizers on its superviews.
  private var isOwnedByControl: Bool {
    var touched = touchesOfCurrentGesture.first?.view
    while let here = touched, here !== view {
      if let control = here as? UIControl, control.isEnabled, control.owns(self) { return true }
      touched = here.superview
    }
    return false
  }

  /// E-184: sent for began, every changed, ended and cancelled. E-195: the colons in the selector determine
  /// the arguments.
  ///
  /// E-236: sent directly to the targets; the responder chain is not involved.
  private func sendActions() {
    let transition = transitions
    // If an action changed the state, that transition sends its own actions.
    for entry in actions where transition == transitions {
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

  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { follow(.began, event.timestamp) }
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { follow(.moved, event.timestamp) }
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { follow(.ended, event.timestamp) }
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    follow(.cancelled, event.timestamp)
  }
  open func reset() {}
  open func ignore(_ touch: UITouch, for event: UIEvent) {
    touch.recognizers.removeAll { $0 === self }
    trackedTouches.removeAll { $0 === touch }
    touchesOfCurrentGesture.removeAll { $0 === touch }
    TouchDelivery.deliverDeferred([touch])
    if hasNoFingers {
      // E-183: a begun gesture is cancelled and an undecided one fails, since no touch will cause that any
      // more.
      if isInProgress {
        state = .cancelled
      } else if isUndecided, !keepsTouchesAfterEnd {
        fail(.other("it ignored the touches that were left"))
      }
      resetIfOver()
    }
    GestureArbiter.settle()
  }
  open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
  open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
  open func shouldReceive(_ event: UIEvent) -> Bool { true }

  /// E-945: whether the buttons that are held during the event suffice.
  func acceptsButtons(of event: UIEvent) -> Bool { true }

  /// E-474: whether it wants the event; evaluated before each new touch and at the start of a scroll event.
  func wants(_ event: UIEvent) -> Bool {
    guard isEnabled, shouldReceive(event), acceptsButtons(of: event) else { return false }
    guard let delegate else { return true }
    let isNamed = Runtime.answers(delegate, "gestureRecognizer:shouldReceiveEvent:")
    if isNamed {
      return Journal.query(.gesture, "gestureRecognizer(_:shouldReceive:)", to: delegate, from: self) {
        delegate.gestureRecognizer(self, shouldReceive: event)
      }
    }
    // NB: an app's methods for touches and for events have the same name in Swift, and therefore one selector
    // here. Since it is unknown which of them the app implements, nothing is recorded in the trace; the
    // protocol's default answer is true.
    guard Runtime.answers(delegate, "gestureRecognizer:shouldReceiveTouch:") else { return true }
    return delegate.gestureRecognizer(self, shouldReceive: event)
  }

  /// E-181: whether it wants the touch; evaluated once per new touch.
  func wants(_ touch: UITouch) -> Bool {
    // E-944
    guard isEnabled, allowedTouchTypes.contains(where: { $0.intValue == touch.type.rawValue }) else {
      return false
    }
    // E-1013
    if requiresExclusiveTouchType, let first = trackedTouches.first, first.type != touch.type { return false }
    return delegate?.ask(
      from: self, mechanism: .gesture, "gestureRecognizer(_:shouldReceive:)",
      "gestureRecognizer:shouldReceiveTouch:"
    ) { $0.gestureRecognizer(self, shouldReceive: touch) } ?? true
  }

  /// E-194: ends the gesture in progress and stops tracking the current touches.
  func leaveTouches(_ reason: String) {
    let touches = touchesOfCurrentGesture
    if isInProgress {
      state = .cancelled
    } else if isUndecided || !deferredStates.isEmpty {
      fail(.other(reason))
    }
    for touch in touches { touch.recognizers.removeAll { $0 === self } }
    if !touchesOfCurrentGesture.isEmpty || state != .possible { resetAfterSequence() }
    GestureArbiter.decided(self, recognized: false)
    TouchDelivery.deliverDeferred(touches)
    GestureArbiter.settle()
  }

  /// Stores the locations of touches that have ended while the attempt continues.
  func keepPlaces() {
    guard !trackedTouches.isEmpty else { return }
    lastPlaces.removeAll(keepingCapacity: true)
    for touch in trackedTouches { lastPlaces.append(touch.screenLocation) }
    trackedTouches.removeAll(keepingCapacity: true)
  }

  /// Returns to possible for the next sequence; sends no action (E-183).
  func resetAfterSequence() {
    transitions += 1
    keepPlaces()
    touchesOfCurrentGesture.removeAll(keepingCapacity: true)
    deferredStates = []
    dynamicRequirements.removeAll(keepingCapacity: true)
    setQuietly(.possible)
    alarm?.cancel()
    alarm = nil
    resetMachine()
    reset()
  }

  // MARK: The SDK's own recognizers: a machine decides, the recognizer performs

  /// The decision of the recognizer's state machine about an input; nil for a custom subclass, which has no
  /// machine and sets its state itself.
  func decide(_ input: GestureInput) -> GestureDecision? { nil }
  func resetMachine() {}
  private var alarm: LayerAlarm?

  private func follow(_ kind: GestureInput.Kind, _ time: TimeInterval) {
    let standing: GestureInput.Standing = isInProgress || !deferredStates.isEmpty ? .underWay : .undecided
    var fingers: [TouchSample] = []
    fingers.reserveCapacity(trackedTouches.count)
    for touch in trackedTouches { fingers.append(touch.sample) }
    let input = GestureInput(kind, at: time, standing, fingers)
    if let decision = decide(input) { perform(decision) }
  }

  func perform(_ decision: GestureDecision) {
    switch decision {
    case .begin: state = .began
    // NB: a recognizer that waits for others has not begun, so it cannot change.
    case .change: if deferredStates.isEmpty { state = .changed }
    case .end, .recognize: state = .ended
    case .cancel: state = .cancelled
    case .fail(let reason): fail(reason)
    case .wait(let seconds): wait(seconds)
    }
  }

  private func wait(_ seconds: TimeInterval) {
    alarm?.cancel()
    let cause = Journal.cause
    alarm = LayerClock.schedule(at: LayerClock.now + seconds) { [weakSelf = ZeroingElement(self)] in
      Journal.with(cause: cause) { weakSelf.object?.alarmRang() }
    }
  }

  private func alarmRang() {
    alarm = nil
    follow(.alarm, LayerClock.now)
    resetIfOver()
    GestureArbiter.settle()
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIGestureRecognizer.self,
      {
        [
          "delegate": \.delegate, "name": \.name, "cancelsTouchesInView": \.cancelsTouchesInView,
          "delaysTouchesBegan": \.delaysTouchesBegan, "delaysTouchesEnded": \.delaysTouchesEnded,
          "allowedTouchTypes": \.allowedTouchTypes,
          "requiresExclusiveTouchType": \.requiresExclusiveTouchType, "enabled": \.isEnabled,
          "state": \.state,
        ]
      },
      readOnly: {
        [
          "view": \.view, "numberOfTouches": \.numberOfTouches,
        ]
      }
    )
  }
}

extension UITouch {
  /// The touch as input for a state machine.
  var sample: TouchSample {
    let phase: TouchSample.Phase =
      switch self.phase {
      case .began: .began
      case .moved: .moved
      case .ended: .ended
      case .cancelled: .cancelled
      default: .stationary
      }
    return TouchSample(phase, GesturePoint(screenLocation), from: GesturePoint(firstScreenLocation))
  }
}

extension GesturePoint {
  init(_ point: CGPoint) { self.init(Double(point.x), Double(point.y)) }
}

extension CGPoint {
  init(_ point: GesturePoint) { self.init(x: CGFloat(point.x), y: CGFloat(point.y)) }
}
