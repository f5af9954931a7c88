import CarobFoundation
import CoreGraphics

/// Connects two items, or an item and a point, by a rod or a spring.
///
/// DEVIATION: items are attached at their centers, whatever offset is given.
@preconcurrency @MainActor
open class UIAttachmentBehavior: UIDynamicBehavior {
  public enum AttachmentType: Int, Sendable { case items, anchor }

  public init(item: any UIDynamicItem, attachedToAnchor point: CGPoint) {
    first = item
    second = nil
    anchorPoint = point
    length = hypot(item.center.x - point.x, item.center.y - point.y)
    super.init()
  }
  public convenience init(
    item: any UIDynamicItem, offsetFromCenter offset: UIOffset, attachedToAnchor point: CGPoint
  ) {
    self.init(item: item, attachedToAnchor: point)
    if offset != .zero {
      unimplemented("offsets of UIAttachmentBehavior (items are attached at their centers)")
    }
  }
  public init(item item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem) {
    first = item1
    second = item2
    anchorPoint = .zero
    length = hypot(item1.center.x - item2.center.x, item1.center.y - item2.center.y)
    super.init()
  }
  /// Restricts an item to motion along an axis through a point (E-948).
  public class func slidingAttachment(
    with item: any UIDynamicItem, attachmentAnchor point: CGPoint, axisOfTranslation axis: CGVector
  ) -> Self {
    make(.axis(axis), UIAttachmentBehavior(item: item, attachedToAnchor: point))
  }
  /// Restricts an item to motion along an axis through another item (E-948).
  public class func slidingAttachment(
    with item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem, attachmentAnchor point: CGPoint,
    axisOfTranslation axis: CGVector
  ) -> Self {
    make(.axis(axis), UIAttachmentBehavior(item: item1, attachedTo: item2))
  }
  /// Connects two items by a rope: they may come closer, but no farther apart (E-948).
  public class func limitAttachment(
    with item1: any UIDynamicItem, offsetFromCenter offset1: UIOffset, attachedTo item2: any UIDynamicItem,
    offsetFromCenter offset2: UIOffset
  ) -> Self {
    if offset1 != .zero || offset2 != .zero {
      unimplemented("offsets of UIAttachmentBehavior (items are attached at their centers)")
    }
    return make(.rope, UIAttachmentBehavior(item: item1, attachedTo: item2))
  }

  private enum Kind {
    case rod, rope
    case axis(CGVector)
  }
  private var kind = Kind.rod
  private class func make(_ kind: Kind, _ behavior: UIAttachmentBehavior) -> Self {
    behavior.kind = kind
    guard let behavior = behavior as? Self else {
      preconditionFailure("UIAttachmentBehavior makes itself, not a \(self)")
    }
    return behavior
  }

  private let first: any UIDynamicItem
  private let second: (any UIDynamicItem)?
  open var items: [any UIDynamicItem] { [first] + [second].compactMap { $0 } }
  open var attachedBehaviorType: AttachmentType { second == nil ? .anchor : .items }
  open var anchorPoint: CGPoint { didSet { changed() } }
  open var length: CGFloat { didSet { changed() } }
  /// The damping of a spring; 1 does not oscillate.
  open var damping: CGFloat = 0 { didSet { changed() } }
  /// The frequency of a spring in hertz; 0 makes a rod.
  open var frequency: CGFloat = 0 { didSet { changed() } }
  /// How strongly the attachment brakes the rotation of its items (E-946).
  open var frictionTorque: CGFloat = 0 { didSet { changed() } }
  /// How far an item may slide from the anchor in both directions of its axis, in points (E-948).
  open var attachmentRange = UIFloatRange.infinite { didSet { changed() } }

  override var movedItems: [any UIDynamicItem] { items }

  override func resolve(_ world: UIDynamicAnimator, _ time: CGFloat) {
    brake(world, time)
    if case .axis(let axis) = kind { return slide(world, axis) }
    guard let a = world.body(first) else { return }
    let b = second.flatMap { world.body($0) }
    let other = b?.center ?? anchorPoint
    let (dx, dy) = (a.center.x - other.x, a.center.y - other.y)
    let distance = hypot(dx, dy)
    let weight = a.inverseMass + (b?.inverseMass ?? 0)
    guard weight > 0, distance > 0.001 || length > 0.001 else { return }
    let unit = distance > 0.001 ? CGPoint(x: dx / distance, y: dy / distance) : CGPoint(x: 0, y: 1)
    let excess = distance - length
    if case .rope = kind, excess <= 0 { return }
    let speed =
      (a.velocity.x - (b?.velocity.x ?? 0)) * unit.x + (a.velocity.y - (b?.velocity.y ?? 0)) * unit.y
    var impulse: CGFloat
    if frequency > 0 {
      let rate = 2 * CGFloat.pi * frequency
      impulse = -(rate * rate * excess + 2 * damping * rate * speed) * time / weight
    } else {
      // A rod cancels the velocity along its direction and corrects the distance.
      impulse = -speed / weight
      move(world, unit, -excess / weight)
    }
    if frequency <= 0, length < 0.001 { impulse = -speed / weight }
    push(world, unit, impulse)
  }

  /// E-946: a square with sides of 100 points and density 1 loses 6 radians per second in each second for a
  /// torque of 1. NB: the platform's unit is not documented.
  private func brake(_ world: UIDynamicAnimator, _ time: CGFloat) {
    guard frictionTorque > 0 else { return }
    for item in items {
      world.change(item) { body in
        guard body.inverseMass > 0, body.allowsRotation else { return }
        let inertia =
          body.mass * (body.size.width * body.size.width + body.size.height * body.size.height) / 120_000
        let loss = frictionTorque * time / max(inertia, 0.000_1)
        body.spin = body.spin > 0 ? max(0, body.spin - loss) : min(0, body.spin + loss)
      }
    }
  }

  /// E-948: puts the first item onto its axis, and removes its velocity across it.
  private func slide(_ world: UIDynamicAnimator, _ axis: CGVector) {
    let size = hypot(axis.dx, axis.dy)
    guard size > 0 else { return }
    let unit = CGPoint(x: axis.dx / size, y: axis.dy / size)
    let origin = second.flatMap { world.body($0)?.center } ?? anchorPoint
    world.change(first) { body in
      guard body.inverseMass > 0 else { return }
      let free = (body.center.x - origin.x) * unit.x + (body.center.y - origin.y) * unit.y
      let place = min(
        max(free, attachmentRange.minimum), max(attachmentRange.minimum, attachmentRange.maximum))
      body.center = CGPoint(x: origin.x + unit.x * place, y: origin.y + unit.y * place)
      let speed = place == free ? body.velocity.x * unit.x + body.velocity.y * unit.y : 0
      body.velocity = CGPoint(x: unit.x * speed, y: unit.y * speed)
    }
  }

  private func push(_ world: UIDynamicAnimator, _ unit: CGPoint, _ impulse: CGFloat) {
    world.change(first) { body in
      body.velocity.x += unit.x * impulse * body.inverseMass
      body.velocity.y += unit.y * impulse * body.inverseMass
    }
    guard let second else { return }
    world.change(second) { body in
      body.velocity.x -= unit.x * impulse * body.inverseMass
      body.velocity.y -= unit.y * impulse * body.inverseMass
    }
  }
  private func move(_ world: UIDynamicAnimator, _ unit: CGPoint, _ way: CGFloat) {
    world.change(first) { body in
      body.center.x += unit.x * way * body.inverseMass
      body.center.y += unit.y * way * body.inverseMass
    }
    guard let second else { return }
    world.change(second) { body in
      body.center.x -= unit.x * way * body.inverseMass
      body.center.y -= unit.y * way * body.inverseMass
    }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIAttachmentBehavior.self,
      {
        [
          "anchorPoint": \.anchorPoint, "length": \.length, "damping": \.damping, "frequency": \.frequency,
          "frictionTorque": \.frictionTorque, "attachmentRange": \.attachmentRange,
        ]
      },
      readOnly: {
        [
          "items": \.items, "attachedBehaviorType": \.attachedBehaviorType,
        ]
      }
    )
  }
}
