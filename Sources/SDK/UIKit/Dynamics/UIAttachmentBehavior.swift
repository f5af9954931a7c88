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
  /// Restricts an item to motion along an axis.
  public class func slidingAttachment(
    with item: any UIDynamicItem, attachmentAnchor point: CGPoint, axisOfTranslation axis: CGVector
  ) -> UIAttachmentBehavior {
    unimplemented("UIAttachmentBehavior.slidingAttachment (a rod is used instead)")
    return UIAttachmentBehavior(item: item, attachedToAnchor: point)
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
  open var frictionTorque: CGFloat = 0

  override var movedItems: [any UIDynamicItem] { items }

  override func resolve(_ world: UIDynamicAnimator, _ time: CGFloat) {
    guard let a = world.body(first) else { return }
    let b = second.flatMap { world.body($0) }
    let other = b?.center ?? anchorPoint
    let (dx, dy) = (a.center.x - other.x, a.center.y - other.y)
    let distance = hypot(dx, dy)
    let weight = a.inverseMass + (b?.inverseMass ?? 0)
    guard weight > 0, distance > 0.001 || length > 0.001 else { return }
    let unit = distance > 0.001 ? CGPoint(x: dx / distance, y: dy / distance) : CGPoint(x: 0, y: 1)
    let excess = distance - length
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
          "frictionTorque": \.frictionTorque,
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
