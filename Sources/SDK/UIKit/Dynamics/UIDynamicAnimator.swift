@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// Informed when items begin to move and when they have come to rest. Both methods are optional.
@preconcurrency @MainActor
public protocol UIDynamicAnimatorDelegate: NSObjectProtocol, _CarobOptional {
  func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator)
  func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator)
}
extension UIDynamicAnimatorDelegate {
  public func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) {}
  public func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) {}
}

/// Moves items according to behaviors, 60 times a second, until all items are at rest (E-375).
///
/// Steps have a fixed length and follow the app's clock, so two runs with the same seed are identical.
@preconcurrency @MainActor
open class UIDynamicAnimator: _MainActorNSObject {
  // F-165
  nonisolated open override class var _carobFrameworkMethods: [_CarobMethod] { FrameworkMessages.of(self) }

  public override init() { super.init() }
  public init(referenceView view: UIView) {
    referenceViewReference = view
    super.init()
  }
  public init(collectionViewLayout layout: UICollectionViewLayout) {
    super.init()
    unimplemented("UIDynamicAnimator.init(collectionViewLayout:) (the layout is not updated)")
  }

  open private(set) weak var referenceView: UIView? {
    get { referenceViewReference }
    set { referenceViewReference = newValue }
  }
  @Zeroing private var referenceViewReference: UIView?
  open weak var delegate: (any UIDynamicAnimatorDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIDynamicAnimatorDelegate)?
  open private(set) var behaviors: [UIDynamicBehavior] = []
  open func addBehavior(_ behavior: UIDynamicBehavior) {
    guard !behaviors.contains(where: { $0 === behavior }) else { return }
    behaviors.append(behavior)
    behavior.enter(self)
    wake()
  }
  open func removeBehavior(_ behavior: UIDynamicBehavior) {
    guard behaviors.contains(where: { $0 === behavior }) else { return }
    behaviors.removeAll { $0 === behavior }
    behavior.enter(nil)
    wake()
  }
  open func removeAllBehaviors() { for behavior in behaviors { removeBehavior(behavior) } }
  open func items(in rect: CGRect) -> [any UIDynamicItem] {
    items.filter { body($0)?.frame.intersects(rect) == true }
  }
  /// Call it after the app itself has moved an item.
  open func updateItem(usingCurrentState item: any UIDynamicItem) {
    guard let old = body(item) else { return }
    var new = Self.makeBody(item)
    new.velocity = old.velocity
    new.spin = old.spin
    bodies[ObjectIdentifier(item)] = new
    wake()
  }
  /// The time in seconds during which items have moved.
  open private(set) var elapsedTime: TimeInterval = 0
  open private(set) var isRunning = false

  // MARK: Bodies

  private var bodies: [ObjectIdentifier: DynamicBody] = [:]
  /// In the order of the behaviors and of the items in each.
  private var items: [any UIDynamicItem] {
    var seen: Set<ObjectIdentifier> = []
    return behaviors.flatMap(\.all).flatMap(\.movedItems).filter {
      seen.insert(ObjectIdentifier($0)).inserted
    }
  }

  func body(_ item: any UIDynamicItem) -> DynamicBody? { bodies[ObjectIdentifier(item)] }
  func change(_ item: any UIDynamicItem, _ change: (inout DynamicBody) -> Void) {
    guard var body = bodies[ObjectIdentifier(item)] else { return }
    change(&body)
    bodies[ObjectIdentifier(item)] = body
  }
  private static func makeBody(_ item: any UIDynamicItem) -> DynamicBody {
    DynamicBody(
      center: item.center, angle: atan2(item.transform.b, item.transform.a), size: item.bounds.size)
  }

  // MARK: Time

  private static let frame = 1.0 / 60
  /// Simulation steps per frame.
  private static let steps = 4
  private var alarm: LayerAlarm?
  private var restingFrames = 0

  /// Restarts the simulation after a change.
  func wake() {
    restingFrames = 0
    guard !isRunning, !behaviors.isEmpty else { return }
    isRunning = true
    delegate?.tell(from: self, "dynamicAnimatorWillResume(_:)", "dynamicAnimatorWillResume:") {
      $0.dynamicAnimatorWillResume(self)
    }
    wait()
  }

  private func wait() {
    let cause = Journal.cause
    let next = LayerClock.now + Self.frame
    LayerTree.shared.busyUntil = max(LayerTree.shared.busyUntil, next)
    alarm = LayerClock.schedule(at: next) { [weakSelf = ZeroingElement(self)] in
      Journal.with(cause: cause) { weakSelf.object?.step() }
    }
  }

  private func step() {
    let all = behaviors.flatMap(\.all)
    let items = items
    let known = bodies
    bodies = [:]
    for item in items {
      bodies[ObjectIdentifier(item)] = known[ObjectIdentifier(item)] ?? Self.makeBody(item)
    }
    let before = bodies
    let time = CGFloat(Self.frame) / CGFloat(Self.steps)
    for _ in 0..<Self.steps {
      for item in items { change(item) { $0.force = .zero } }
      for behavior in all { behavior.apply(self, time) }
      for item in items { change(item) { $0.step(time) } }
      for behavior in all { behavior.resolve(self, time) }
    }
    var moves = false
    for item in items {
      guard let body = body(item), let old = before[ObjectIdentifier(item)] else { continue }
      let way = hypot(body.center.x - old.center.x, body.center.y - old.center.y)
      if way > 0.02 || abs(body.angle - old.angle) > 0.000_5 { moves = true }
      if item.center != body.center { item.center = body.center }
      if body.angle != old.angle { item.transform = CGAffineTransform(rotationAngle: body.angle) }
    }
    elapsedTime += Self.frame
    for behavior in all { behavior.action?() }
    restingFrames = moves ? 0 : restingFrames + 1
    // E-375: pauses after all items were at rest for a while, or when there are no items or behaviors left.
    guard restingFrames < 15, !behaviors.isEmpty, !items.isEmpty else { return pause() }
    wait()
  }

  private func pause() {
    isRunning = false
    alarm = nil
    delegate?.tell(from: self, "dynamicAnimatorDidPause(_:)", "dynamicAnimatorDidPause:") {
      $0.dynamicAnimatorDidPause(self)
    }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIDynamicAnimator.self,
      {
        [
          "delegate": \.delegate
        ]
      },
      readOnly: {
        [
          "referenceView": \.referenceView, "behaviors": \.behaviors, "elapsedTime": \.elapsedTime,
          "running": \.isRunning,
        ]
      }
    )
  }
}
