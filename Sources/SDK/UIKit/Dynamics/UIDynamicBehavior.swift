@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// A behavior of items. An app's subclasses combine other behaviors.
@preconcurrency @MainActor
open class UIDynamicBehavior: _MainActorNSObject {
  public override init() { super.init() }
  open private(set) var childBehaviors: [UIDynamicBehavior] = []
  open func addChildBehavior(_ behavior: UIDynamicBehavior) {
    childBehaviors.append(behavior)
    behavior.enter(dynamicAnimator)
    dynamicAnimator?.wake()
  }
  open func removeChildBehavior(_ behavior: UIDynamicBehavior) {
    childBehaviors.removeAll { $0 === behavior }
    behavior.enter(nil)
    dynamicAnimator?.wake()
  }
  /// Called in each step.
  open var action: (() -> Void)?
  open internal(set) weak var dynamicAnimator: UIDynamicAnimator? {
    get { dynamicAnimatorReference }
    set { dynamicAnimatorReference = newValue }
  }
  @Zeroing private var dynamicAnimatorReference: UIDynamicAnimator?
  open func willMove(to dynamicAnimator: UIDynamicAnimator?) {}

  func enter(_ animator: UIDynamicAnimator?) {
    willMove(to: animator)
    dynamicAnimator = animator
    for child in childBehaviors { child.enter(animator) }
  }
  /// The behavior and all its descendants.
  var all: [UIDynamicBehavior] { [self] + childBehaviors.flatMap(\.all) }
  /// The items that the behavior moves.
  var movedItems: [any UIDynamicItem] { [] }
  /// Applies forces before a step.
  func apply(_ world: UIDynamicAnimator, _ time: CGFloat) {}
  /// Resolves constraints and collisions after a step.
  func resolve(_ world: UIDynamicAnimator, _ time: CGFloat) {}
  func changed() { dynamicAnimator?.wake() }
}

/// A behavior with a list of items.
@preconcurrency @MainActor
open class _ItemListBehavior: UIDynamicBehavior {
  var list: [any UIDynamicItem] = []
  override var movedItems: [any UIDynamicItem] { list }
  func add(_ item: any UIDynamicItem) {
    guard !list.contains(where: { $0 === item }) else { return }
    list.append(item)
    changed()
  }
  func remove(_ item: any UIDynamicItem) {
    list.removeAll { $0 === item }
    changed()
  }
}

/// Accelerates items by gravity.
@preconcurrency @MainActor
open class UIGravityBehavior: _ItemListBehavior {
  public override init() { super.init() }
  public init(items: [any UIDynamicItem]) {
    super.init()
    list = items
  }
  open var items: [any UIDynamicItem] { list }
  open func addItem(_ item: any UIDynamicItem) { add(item) }
  open func removeItem(_ item: any UIDynamicItem) { remove(item) }
  /// A length of 1 means 1000 points per second squared.
  open var gravityDirection = CGVector(dx: 0, dy: 1) { didSet { changed() } }
  open var magnitude: CGFloat {
    get { hypot(gravityDirection.dx, gravityDirection.dy) }
    set { setAngle(angle, magnitude: newValue) }
  }
  open var angle: CGFloat {
    get { atan2(gravityDirection.dy, gravityDirection.dx) }
    set { setAngle(newValue, magnitude: magnitude) }
  }
  open func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
    gravityDirection = CGVector(dx: cos(angle) * magnitude, dy: sin(angle) * magnitude)
  }
  override func apply(_ world: UIDynamicAnimator, _ time: CGFloat) {
    for item in list {
      world.change(item) { body in
        body.force.x += gravityDirection.dx * 1000 * body.mass
        body.force.y += gravityDirection.dy * 1000 * body.mass
      }
    }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIGravityBehavior.self,
      {
        [
          "gravityDirection": \.gravityDirection, "magnitude": \.magnitude, "angle": \.angle,
        ]
      },
      readOnly: {
        [
          "items": \.items
        ]
      }
    )
  }
}

/// Pushes items, either once or continuously while it is active.
@preconcurrency @MainActor
open class UIPushBehavior: _ItemListBehavior {
  public enum Mode: Int, Sendable { case continuous, instantaneous }
  public init(items: [any UIDynamicItem], mode: Mode) {
    self.mode = mode
    super.init()
    list = items
  }
  public let mode: Mode
  open var items: [any UIDynamicItem] { list }
  open func addItem(_ item: any UIDynamicItem) { add(item) }
  open func removeItem(_ item: any UIDynamicItem) { remove(item) }
  open var active = true { didSet { changed() } }
  /// A length of 1 accelerates a square with sides of 100 points by 100 points per second squared.
  open var pushDirection = CGVector.zero { didSet { changed() } }
  open var magnitude: CGFloat {
    get { hypot(pushDirection.dx, pushDirection.dy) }
    set { setAngle(angle, magnitude: newValue) }
  }
  open var angle: CGFloat {
    get { atan2(pushDirection.dy, pushDirection.dx) }
    set { setAngle(newValue, magnitude: magnitude) }
  }
  open func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
    pushDirection = CGVector(dx: cos(angle) * magnitude, dy: sin(angle) * magnitude)
  }
  private var offsets: [ObjectIdentifier: UIOffset] = [:]
  open func setTargetOffsetFromCenter(_ offset: UIOffset, for item: any UIDynamicItem) {
    offsets[ObjectIdentifier(item)] = offset
    if offset != .zero {
      unimplemented("UIPushBehavior.setTargetOffsetFromCenter (the push applies to the center)")
    }
  }
  open func targetOffsetFromCenter(for item: any UIDynamicItem) -> UIOffset {
    offsets[ObjectIdentifier(item)] ?? .zero
  }
  override func apply(_ world: UIDynamicAnimator, _ time: CGFloat) {
    guard active else { return }
    for item in list {
      world.change(item) { body in
        let push = CGPoint(x: pushDirection.dx * 100, y: pushDirection.dy * 100)
        if mode == .continuous {
          body.force.x += push.x
          body.force.y += push.y
        } else {
          body.velocity.x += push.x * body.inverseMass
          body.velocity.y += push.y * body.inverseMass
        }
      }
    }
    if mode == .instantaneous { active = false }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIPushBehavior.self,
      {
        [
          "active": \.active, "pushDirection": \.pushDirection, "magnitude": \.magnitude, "angle": \.angle,
        ]
      },
      readOnly: {
        [
          "mode": \.mode, "items": \.items,
        ]
      }
    )
  }
}

/// The physical properties of items.
@preconcurrency @MainActor
open class UIDynamicItemBehavior: _ItemListBehavior {
  public override init() { super.init() }
  public init(items: [any UIDynamicItem]) {
    super.init()
    list = items
  }
  open var items: [any UIDynamicItem] { list }
  open func addItem(_ item: any UIDynamicItem) { add(item) }
  open func removeItem(_ item: any UIDynamicItem) { remove(item) }
  open var elasticity: CGFloat = 0 { didSet { changed() } }
  open var friction: CGFloat = 0.2 { didSet { changed() } }
  open var density: CGFloat = 1 { didSet { changed() } }
  open var resistance: CGFloat = 0 { didSet { changed() } }
  open var angularResistance: CGFloat = 0 { didSet { changed() } }
  open var allowsRotation = true { didSet { changed() } }
  open var isAnchored = false { didSet { changed() } }
  /// The charge that electric and magnetic fields act on (E-951).
  open var charge: CGFloat = 0 { didSet { changed() } }

  /// Velocities to add in the next step; they may be set before there is an animator.
  private var waiting: [(item: any UIDynamicItem, velocity: CGPoint, spin: CGFloat)] = []
  open func addLinearVelocity(_ velocity: CGPoint, for item: any UIDynamicItem) {
    waiting.append((item, velocity, 0))
    changed()
  }
  open func addAngularVelocity(_ velocity: CGFloat, for item: any UIDynamicItem) {
    waiting.append((item, .zero, velocity))
    changed()
  }
  open func linearVelocity(for item: any UIDynamicItem) -> CGPoint {
    dynamicAnimator?.body(item)?.velocity ?? .zero
  }
  open func angularVelocity(for item: any UIDynamicItem) -> CGFloat { dynamicAnimator?.body(item)?.spin ?? 0 }

  override func apply(_ world: UIDynamicAnimator, _ time: CGFloat) {
    for item in list {
      world.change(item) { body in
        body.elasticity = elasticity
        body.friction = friction
        body.density = density
        body.resistance = resistance
        body.angularResistance = angularResistance
        body.allowsRotation = allowsRotation
        body.isAnchored = isAnchored
        body.charge = charge
      }
    }
    for change in waiting {
      world.change(change.item) { body in
        body.velocity.x += change.velocity.x
        body.velocity.y += change.velocity.y
        body.spin += change.spin
      }
    }
    waiting = []
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIDynamicItemBehavior.self,
      {
        [
          "elasticity": \.elasticity, "friction": \.friction, "density": \.density,
          "resistance": \.resistance, "angularResistance": \.angularResistance,
          "allowsRotation": \.allowsRotation, "anchored": \.isAnchored,
          "charge": \.charge,
        ]
      },
      readOnly: {
        [
          "items": \.items
        ]
      }
    )
  }
}

/// Moves an item to a point, where it settles.
@preconcurrency @MainActor
open class UISnapBehavior: UIDynamicBehavior {
  public init(item: any UIDynamicItem, snapTo point: CGPoint) {
    self.item = item
    snapPoint = point
    super.init()
  }
  private let item: any UIDynamicItem
  open var snapPoint: CGPoint { didSet { changed() } }
  /// 0 oscillates most, 1 does not oscillate.
  open var damping: CGFloat = 0.5 { didSet { changed() } }
  override var movedItems: [any UIDynamicItem] { [item] }
  override func apply(_ world: UIDynamicAnimator, _ time: CGFloat) {
    world.change(item) { body in
      let stiffness: CGFloat = 250
      let brake = 2 * stiffness.squareRoot() * (0.4 + 0.6 * min(max(damping, 0), 1))
      body.force.x += ((snapPoint.x - body.center.x) * stiffness - body.velocity.x * brake) * body.mass
      body.force.y += ((snapPoint.y - body.center.y) * stiffness - body.velocity.y * brake) * body.mass
      // Rotates the item so that it is upright when it arrives.
      body.spin += (-body.angle * stiffness - body.spin * brake) * time
    }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UISnapBehavior.self,
      {
        [
          "snapPoint": \.snapPoint, "damping": \.damping,
        ]
      }
    )
  }
}
