import CarobFoundation
import DeviceProtocol
import Glibc
import TestSupport
import Testing

@testable import UIKit

/// Random touches over random trees with random recognizers: everything that begins ends once.
///
/// Plays 3,000 events; `Tests/Deep/touch-invariants` plays 100,000 for each of two seeds.
@MainActor @Suite struct TouchInvariantTests {
  @Test(
    .rule(
      "E-160", "E-166", "E-167", "E-171", "E-172", "E-183", "E-184", "E-186", "E-187", "E-190", "E-192",
      "E-194",
      "E-201", "E-207"))
  func `random touches end once, gestures fire once, and nothing is left over`() {
    let events = RandomTest.count(otherwise: 3000)
    var seed = RandomTest.seed(otherwise: 7)
    var played = 0
    var seen = Playground.Counts()
    while played < events {
      let (count, violations) = round(seed, &seen)
      #expect(violations == [], "seed \(seed)")
      if !violations.isEmpty { return }
      played += count
      seed += 1
    }
    // The random events must have covered enough cases.
    #expect(seen.ended > events / 100 && seen.cancelled > events / 200)
    #expect(seen.actions > events / 100 && seen.controlEvents > events / 100)
    #expect(seen.removals > events / 500 && seen.disablings > events / 500)
  }

  /// Plays about 200 events in one tree; then lifts every finger and releases everything.
  private func round(_ seed: UInt64, _ counts: inout Playground.Counts) -> (Int, [String]) {
    withDevice { device in
      var playground: Playground? = Playground(device, seed)
      for _ in 0..<200 { playground?.step() }
      playground?.end()
      var violations = playground?.violations ?? []
      counts.add(playground?.counts ?? .init())
      let left = playground?.left ?? []
      playground = nil
      device.showEmpty()
      device.advance(5)
      violations += left.compactMap { $0.object.map { "\(type(of: $0)) is left" } }
      return (200, violations)
    }
  }
}

// MARK: The playground

/// A tree of views that check their touches, and the random events in it.
@MainActor
private final class Playground {
  struct Counts {
    var (ended, cancelled, actions, controlEvents, removals, disablings) = (0, 0, 0, 0, 0, 0)
    mutating func add(_ other: Counts) {
      ended += other.ended
      cancelled += other.cancelled
      actions += other.actions
      controlEvents += other.controlEvents
      removals += other.removals
      disablings += other.disablings
    }
  }

  struct Weak { weak var object: AnyObject? }

  let device: TestDevice
  private var random: SeededRandom
  private let root: UIView
  private var views: [UIView] = []
  private var recognizers: [UIGestureRecognizer] = []
  private var witnesses: [Witness] = []
  private var judge: Judge
  private var fingers: [UInt32: CGPoint] = [:]
  private var lastFinger: UInt32 = 0
  private(set) var violations: [String] = []
  private(set) var left: [Weak] = []
  private var touches: Set<ObjectIdentifier> = []
  var counts = Counts()
  private var step_ = 0
  private var history: [String] = []

  init(_ device: TestDevice, _ seed: UInt64) {
    self.device = device
    random = SeededRandom(seed: seed)
    root = device.showEmpty()
    judge = Judge()
    judge.playground = self
    left.append(Weak(object: judge))
    grow(root, depth: 0, in: root.bounds)
    device.turn()
  }

  func broken(_ text: String) {
    guard violations.count < 5 else { return }
    violations.append(text)
    if violations.count == 1 { violations += history.suffix(40) }
  }

  private func note(_ text: @autoclosure () -> String) { history.append("\(step_): \(text())") }

  func chance(_ percent: Int) -> Bool { random.below(100) < percent }

  // MARK: The tree

  private func grow(_ parent: UIView, depth: Int, in bounds: CGRect) {
    for _ in 0..<(2 + random.below(3)) {
      let frame = CGRect(
        x: random.within(-20, bounds.width * 0.7), y: random.within(-20, bounds.height * 0.7),
        width: random.within(40, bounds.width), height: random.within(40, bounds.height))
      let view = makeView(frame)
      parent.addSubview(view)
      views.append(view)
      left.append(Weak(object: view))
      for _ in 0..<random.below(3) { addRecognizer(to: view) }
      if depth < 2, !(view is UIControl) { grow(view, depth: depth + 1, in: view.bounds) }
    }
  }

  private func makeView(_ frame: CGRect) -> UIView {
    let account = Account(self, views.count)
    let view: UIView
    switch random.below(6) {
    case 0:
      let scroll = AccountScroll(frame: frame)
      scroll.account = account
      scroll.contentSize = CGSize(width: frame.width * 2, height: frame.height * 3)
      scroll.delaysContentTouches = chance(50)
      recognizers.append(scroll.panGestureRecognizer)
      view = scroll
    case 1, 2:
      let control = AccountControl(frame: frame)
      control.account = account
      view = control
    default:
      let plain = AccountView(frame: frame)
      plain.account = account
      view = plain
    }
    view.isMultipleTouchEnabled = chance(50)
    view.isExclusiveTouch = chance(5)
    view.isUserInteractionEnabled = chance(95)
    return view
  }

  private func addRecognizer(to view: UIView) {
    let recognizer: UIGestureRecognizer
    switch random.below(10) {
    case 0, 1:
      let tap = CountedTap()
      tap.numberOfTapsRequired = 1 + random.below(3)
      tap.numberOfTouchesRequired = 1 + random.below(2)
      recognizer = tap
    case 2:
      let press = UILongPressGestureRecognizer()
      press.numberOfTapsRequired = random.below(2)
      press.minimumPressDuration = random.within(0, 0.6)
      recognizer = press
    case 3:
      let pan = UIPanGestureRecognizer()
      pan.minimumNumberOfTouches = 1 + random.below(2)
      recognizer = pan
    case 4:
      let swipe = CountedSwipe()
      swipe.direction = UISwipeGestureRecognizer.Direction(rawValue: UInt(1 + random.below(15)))
      recognizer = swipe
    case 5: recognizer = UIPinchGestureRecognizer()
    case 6: recognizer = UIRotationGestureRecognizer()
    case 7:
      let edge = UIScreenEdgePanGestureRecognizer()
      edge.edges = .all
      recognizer = edge
    default:
      let wild = Wild()
      wild.random = SeededRandom(seed: random.next())
      recognizer = wild
    }
    recognizer.cancelsTouchesInView = chance(70)
    recognizer.delaysTouchesBegan = chance(25)
    recognizer.delaysTouchesEnded = chance(70)
    if chance(40) { recognizer.delegate = judge }
    // Cycles are possible, too: recognizers that wait for each other's failure.
    if chance(30), let other = recognizers.randomElement(using: &random) { recognizer.require(toFail: other) }
    if chance(5), let other = recognizers.randomElement(using: &random) { other.require(toFail: recognizer) }
    for _ in 0..<(1 + random.below(2)) {
      let witness = Witness(self, recognizer, witnesses.count)
      recognizer.addTarget(witness, action: "told:")
      witnesses.append(witness)
      left.append(Weak(object: witness))
    }
    view.addGestureRecognizer(recognizer)
    recognizers.append(recognizer)
    left.append(Weak(object: recognizer))
  }

  // MARK: Events

  func step() {
    step_ += 1
    switch random.below(100) {
    case 0..<22: begin()
    case 22..<60: move()
    case 60..<78: lift(.ended)
    case 78..<80: lift(.cancelled)
    case 80..<92: device.advance(random.within(0, chance(20) ? 0.7 : 0.1))
    case 92:
      note("all are taken away")
      UIApplication.shared.touchDispatcher.cancelAll()
      fingers = [:]
    default: disturb()
    }
  }

  private func begin() {
    guard fingers.count < 4 else { return }
    var new: [UInt32: CGPoint] = [:]
    for _ in 0..<(1 + (chance(30) ? 1 : 0)) {
      lastFinger += 1
      new[lastFinger] = CGPoint(x: random.within(0, 390), y: random.within(0, 840))
    }
    note("down \(new)")
    fingers.merge(new) { $1 }
    device.touch(.began, new)
  }

  private func move() {
    var changed: [UInt32: CGPoint] = [:]
    for (id, point) in fingers.sorted(by: { $0.key < $1.key }) where chance(70) {
      let reach: CGFloat = chance(30) ? 120 : 15
      changed[id] = CGPoint(
        x: point.x + random.within(-reach, reach), y: point.y + random.within(-reach, reach))
    }
    guard !changed.isEmpty else { return }
    note("move \(changed)")
    fingers.merge(changed) { $1 }
    device.touch(.moved, changed)
  }

  private func lift(_ phase: TouchEvent.Phase) {
    let ids = fingers.keys.sorted().filter { _ in chance(50) }
    guard !ids.isEmpty else { return }
    note("\(phase) \(ids)")
    var gone: [UInt32: CGPoint] = [:]
    for id in ids { gone[id] = fingers.removeValue(forKey: id) }
    device.touch(phase, gone)
  }

  /// Something that an app may do at any time, even in its handlers.
  func disturb() {
    switch random.below(8) {
    case 0, 1:
      guard let view = views.randomElement(using: &random) else { return }
      note("\(name(of: view)) leaves")
      view.removeFromSuperview()
      counts.removals += 1
      // Sometimes it is added again.
      if chance(60) {
        (chance(50) ? root : views.first { $0.window != nil && !$0.isDescendant(of: view) } ?? root)
          .addSubview(view)
      }
    case 2, 3:
      guard let recognizer = recognizers.randomElement(using: &random) else { return }
      note("\(name(of: recognizer)) is \(recognizer.isEnabled ? "disabled" : "enabled")")
      if recognizer.isEnabled { counts.disablings += 1 }
      recognizer.isEnabled.toggle()
      if chance(50) { recognizer.isEnabled.toggle() }
    case 4:
      guard let recognizer = recognizers.randomElement(using: &random), !(recognizer.view is UIScrollView),
        let view = views.randomElement(using: &random)
      else { return }
      note("\(name(of: recognizer)) moves to \(name(of: view))")
      recognizer.view?.removeGestureRecognizer(recognizer)
      view.addGestureRecognizer(recognizer)
    case 5:
      guard let control = views.compactMap({ $0 as? UIControl }).randomElement(using: &random) else { return }
      note("\(name(of: control)) is switched \(control.isEnabled ? "off" : "on")")
      control.isEnabled.toggle()
    case 6:
      guard let view = views.randomElement(using: &random) else { return }
      if !chance(20) { view.isUserInteractionEnabled = true } else { view.isUserInteractionEnabled.toggle() }
      view.isHidden = chance(10)
    default:
      guard let view = views.filter({ $0.window != nil }).randomElement(using: &random),
        recognizers.count < 80
      else { return }
      addRecognizer(to: view)
    }
  }

  /// Lifts all fingers, lets all timers expire, and checks that nothing is left.
  func end() {
    for (id, point) in fingers.sorted(by: { $0.key < $1.key }) { device.touch(.ended, [id: point]) }
    fingers = [:]
    device.advance(3)
    for view in views { (view as? any Accounting)?.account?.close() }
    for (index, recognizer) in recognizers.enumerated() {
      if recognizer.state != .possible || !recognizer.trackedTouches.isEmpty
        || !recognizer.touchesOfCurrentGesture.isEmpty
      {
        broken(
          "recognizer \(index) \(type(of: recognizer)) is left \(recognizer.state), held \(recognizer.deferredStates)"
        )
      }
    }
    if UIApplication.shared.touchDispatcher.currentEvent.orderedTouches.count > 0 {
      broken("touches are left in the event")
    }
    for view in views { view.removeFromSuperview() }
  }

  func remember(_ touch: UITouch) {
    if touches.insert(ObjectIdentifier(touch)).inserted { left.append(Weak(object: touch)) }
  }
  func name(of view: UIView) -> String {
    "view \(views.firstIndex { $0 === view } ?? -1)"
  }
  func name(of recognizer: UIGestureRecognizer) -> String {
    "recognizer \(recognizers.firstIndex { $0 === recognizer } ?? -1) \(type(of: recognizer))"
  }
  func told(_ text: @autoclosure () -> String) {
    note(text())
    if chance(4) { disturb() }
  }
}

// MARK: Accounts

@MainActor private protocol Accounting: AnyObject { var account: Account? { get } }

/// Checks a view's touches: began once, then moved, then ended or cancelled once.
@MainActor
private final class Account {
  private unowned let playground: Playground
  private let number: Int
  private var open: Set<ObjectIdentifier> = []
  init(_ playground: Playground, _ number: Int) {
    self.playground = playground
    self.number = number
  }

  func began(_ touches: Set<UITouch>) {
    for touch in touches {
      playground.remember(touch)
      if !open.insert(ObjectIdentifier(touch)).inserted { playground.broken("view \(number) began twice") }
    }
    playground.told("view \(number) began \(touches.count)")
  }
  func moved(_ touches: Set<UITouch>) {
    for touch in touches where !open.contains(ObjectIdentifier(touch)) {
      playground.broken("view \(number) moved a touch that it does not have")
    }
    playground.told("view \(number) moved \(touches.count)")
  }
  func ended(_ touches: Set<UITouch>, _ how: String) {
    for touch in touches {
      if open.remove(ObjectIdentifier(touch)) == nil {
        playground.broken("view \(number) \(how) a touch that it does not have")
      }
    }
    if how == "ended" {
      playground.counts.ended += touches.count
    } else {
      playground.counts.cancelled += touches.count
    }
    playground.told("view \(number) \(how) \(touches.count)")
  }
  func close() {
    if !open.isEmpty { playground.broken("view \(number) still has \(open.count) touches") }
  }

  // MARK: A control's events

  private var isDown = false
  func control(_ event: UIControl.Event, isEnabled: Bool) {
    playground.counts.controlEvents += 1
    if !isEnabled { playground.broken("control \(number) sent \(event.names) while switched off") }
    if event == .touchDown {
      isDown = true
    } else if !isDown {
      playground.broken("control \(number) sent \(event.names) without touchDown")
    }
    if [.touchUpInside, .touchUpOutside, .touchCancel].contains(event) { isDown = false }
    playground.told("control \(number) \(event.names)")
  }
  func controlEndedSilently() { isDown = false }
}

private final class AccountView: UIView, Accounting {
  var account: Account?
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { account?.began(touches) }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { account?.moved(touches) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    account?.ended(touches, "ended")
  }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    account?.ended(touches, "cancelled")
  }
}

private final class AccountScroll: UIScrollView, Accounting {
  var account: Account?
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { account?.began(touches) }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { account?.moved(touches) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    account?.ended(touches, "ended")
  }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    account?.ended(touches, "cancelled")
  }
}

private final class AccountControl: UIControl, Accounting {
  var account: Account? {
    didSet {
      for bit in 0..<9 {
        let event = UIControl.Event(rawValue: 1 << bit)
        addAction(
          UIAction { [weak self] _ in
            guard let self else { return }
            account?.control(event, isEnabled: isEnabled)
          }, for: event)
      }
    }
  }
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    account?.began(touches)
    super.touchesBegan(touches, with: event)
  }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    account?.moved(touches)
    super.touchesMoved(touches, with: event)
  }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    account?.ended(touches, "ended")
    super.touchesEnded(touches, with: event)
  }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    account?.ended(touches, "cancelled")
    super.touchesCancelled(touches, with: event)
  }
}

/// The target of a recognizer: checks that states follow the order of E-183.
private final class Witness: NSObject {
  private unowned let playground: Playground
  private let number: Int
  private var isInProgress = false
  private weak var recognizer: UIGestureRecognizer?
  @MainActor init(_ playground: Playground, _ recognizer: UIGestureRecognizer, _ number: Int) {
    self.playground = playground
    self.recognizer = recognizer
    self.number = number
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "told:", "told(_:)", 1) { s, r in
        if let r = r as? UIGestureRecognizer { unsafeDowncast(s, to: Witness.self).told(r) }
      }
    ]
  }
  @MainActor private func told(_ recognizer: UIGestureRecognizer) {
    playground.counts.actions += 1
    let what = "\(playground.name(of: recognizer)) \(recognizer.state)"
    if !recognizer.isEnabled, recognizer.state != .cancelled { playground.broken("\(what) while disabled") }
    switch recognizer.state {
    case .began:
      if isInProgress { playground.broken("\(what) began twice") }
      isInProgress = true
    case .changed: if !isInProgress { playground.broken("\(what) without having begun") }
    case .cancelled:
      // A recognizer that an earlier target of the same action disabled has not sent began to this one.
      isInProgress = false
    case .ended:
      if !isInProgress, let counted = recognizer as? any Counted {
        if counted.fired.contains(number) { playground.broken("\(what) fired twice") }
        counted.fired.insert(number)
      }
      isInProgress = false
    case .possible, .failed: playground.broken("\(what) sent an action")
    }
    playground.told(what)
  }
}

/// A recognizer that records its actions since its last reset.
@MainActor private protocol Counted: UIGestureRecognizer { var fired: Set<Int> { get set } }

private final class CountedTap: UITapGestureRecognizer, Counted {
  var fired: Set<Int> = []
  override func reset() { fired = [] }
}

private final class CountedSwipe: UISwipeGestureRecognizer, Counted {
  var fired: Set<Int> = []
  override func reset() { fired = [] }
}

/// A custom recognizer that sets any state at any time.
private final class Wild: UIGestureRecognizer, Counted {
  var fired: Set<Int> = []
  var random = SeededRandom(seed: 0)
  private func maybe() {
    // NB: only with touches, since no touch would end a gesture that began without one.
    guard random.below(4) == 0, numberOfTouches > 0, let new = State(rawValue: random.below(6)) else {
      return
    }
    state = new
  }
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if random.below(8) == 0, let touch = touches.first { ignore(touch, for: event) }
    maybe()
  }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { maybe() }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { maybe() }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { maybe() }
  override func reset() { fired = [] }
  override func canPrevent(_ other: UIGestureRecognizer) -> Bool { random.below(3) > 0 }
  override func canBePrevented(by other: UIGestureRecognizer) -> Bool { random.below(3) > 0 }
  override func shouldRequireFailure(of other: UIGestureRecognizer) -> Bool { random.below(9) == 0 }
}

/// Returns random results to every delegate call.
private final class Judge: NSObject, UIGestureRecognizerDelegate {
  weak var playground: Playground?
  override class var _carobMethods: [_CarobMethod] {
    has(
      "gestureRecognizerShouldBegin:", "gestureRecognizer:shouldReceiveTouch:",
      "gestureRecognizer:shouldRecognizeSimultaneouslyWithGestureRecognizer:",
      "gestureRecognizer:shouldRequireFailureOfGestureRecognizer:",
      "gestureRecognizer:shouldBeRequiredToFailByGestureRecognizer:")
  }
  @MainActor private func says(_ percent: Int) -> Bool { playground?.chance(percent) ?? true }
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { says(80) }
  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    says(85)
  }
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { says(40) }
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { says(10) }
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { says(5) }
}

extension SeededRandom {
  mutating func within(_ low: CGFloat, _ high: CGFloat) -> CGFloat {
    low + (high - low) * CGFloat(next() >> 11) / CGFloat(1 << 53)
  }
}
