import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Items that fall, are thrown, bounce and come to rest.
@MainActor @Suite struct DynamicsTests {
  private func moving(
    _ body: (TestDevice, UIDynamicAnimator, UIView, AnimatorDelegate) -> Void
  ) {
    withDevice { device in
      let world = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 600))
      let box = UIView(frame: CGRect(x: 100, y: 0, width: 100, height: 100))
      world.addSubview(box)
      device.showEmpty().addSubview(world)
      let animator = UIDynamicAnimator(referenceView: world)
      let delegate = AnimatorDelegate(device.log)
      animator.delegate = delegate
      body(device, animator, box, delegate)
      animator.removeAllBehaviors()
    }
  }

  @Test(.rule("E-375")) func `an item falls onto the floor, bounces and comes to rest`() {
    moving { device, animator, box, delegate in
      let floor = UICollisionBehavior(items: [box])
      floor.translatesReferenceBoundsIntoBoundary = true
      floor.collisionDelegate = delegate
      animator.addBehavior(UIGravityBehavior(items: [box]))
      animator.addBehavior(floor)
      #expect(device.log.take() == ["resumes"] && animator.isRunning)
      device.advance(0.5)
      // Half of 1000 points per second squared, for half a second.
      #expect(abs(box.center.y - 175) < 12)
      #expect(device.log.take() == [])
      device.advance(5)
      #expect(abs(box.frame.maxY - 600) < 1)
      #expect(device.log.take() == ["touches the reference bounds", "rests"] && !animator.isRunning)
    }
  }

  @Test(.rule("E-375")) func `an elastic item bounces by its elasticity`() {
    moving { device, animator, box, delegate in
      let floor = UICollisionBehavior(items: [box])
      floor.addBoundary(
        withIdentifier: "floor" as NSString, from: CGPoint(x: 0, y: 300), to: CGPoint(x: 300, y: 300))
      floor.collisionDelegate = delegate
      let rubber = UIDynamicItemBehavior(items: [box])
      rubber.elasticity = 0.5
      for behavior in [UIGravityBehavior(items: [box]), floor, rubber] { animator.addBehavior(behavior) }
      var highest: CGFloat = 300
      var hasTouched = false
      rubber.action = { if box.frame.maxY > 298 { hasTouched = true } }
      for _ in 0..<120 {
        device.advance(1.0 / 60)
        if hasTouched { highest = min(highest, box.frame.maxY) }
      }
      // After a fall of 200 points, half of the speed leads to a quarter of the height.
      #expect(abs(highest - 250) < 12)
      device.advance(5)
      #expect(device.log.take().contains("touches floor"))
    }
  }

  @Test(.rule("E-375"))
  func `an instantaneous push sets a speed by mass, a continuous push keeps accelerating`() {
    moving { device, animator, box, _ in
      let push = UIPushBehavior(items: [box], mode: .instantaneous)
      push.pushDirection = CGVector(dx: 1, dy: 0)
      animator.addBehavior(push)
      device.advance(1)
      #expect(abs(box.center.x - 250) < 4 && !push.active)
      animator.removeBehavior(push)
      let wind = UIPushBehavior(items: [box], mode: .continuous)
      wind.setAngle(.pi, magnitude: 2)
      let body = UIDynamicItemBehavior(items: [box])
      animator.addBehavior(wind)
      animator.addBehavior(body)
      device.advance(1)
      #expect(abs(body.linearVelocity(for: box).x + 200) < 220 && wind.active)
    }
  }

  @Test(.rule("E-375")) func `a snapped item reaches its point and rests there`() {
    moving { device, animator, box, _ in
      animator.addBehavior(UISnapBehavior(item: box, snapTo: CGPoint(x: 200, y: 400)))
      device.advance(3)
      #expect(hypot(box.center.x - 200, box.center.y - 400) < 1)
      #expect(device.log.take() == ["resumes", "rests"])
    }
  }

  @Test(.rule("E-375")) func `a rod keeps its length while the item swings`() {
    moving { device, animator, box, _ in
      let anchor = CGPoint(x: 50, y: 50)
      let rod = UIAttachmentBehavior(item: box, attachedToAnchor: anchor)
      animator.addBehavior(rod)
      animator.addBehavior(UIGravityBehavior(items: [box]))
      var worst: CGFloat = 0
      for _ in 0..<60 {
        device.advance(1.0 / 60)
        worst = max(worst, abs(hypot(box.center.x - anchor.x, box.center.y - anchor.y) - 100))
      }
      #expect(worst < 2 && box.center.y > 60)
    }
  }

  @Test(.rule("E-375")) func `items push each other and report the beginning and end of contacts`() {
    moving { device, animator, box, delegate in
      let other = UIView(frame: CGRect(x: 100, y: 300, width: 100, height: 100))
      box.superview?.addSubview(other)
      let collision = UICollisionBehavior(items: [box, other])
      collision.collisionDelegate = delegate
      let body = UIDynamicItemBehavior(items: [box, other])
      body.elasticity = 1
      body.addLinearVelocity(CGPoint(x: 0, y: 400), for: box)
      animator.addBehavior(collision)
      animator.addBehavior(body)
      device.advance(0.9)
      #expect(device.log.take() == ["resumes", "touches another", "leaves another"])
      #expect(abs(body.linearVelocity(for: other).y - 400) < 20)
      #expect(abs(body.linearVelocity(for: box).y) < 20)
    }
  }

  @Test(.rule("E-375"))
  func `behaviors are informed of their animator, child behaviors included`() {
    moving { device, animator, box, _ in
      let whole = UIDynamicBehavior()
      whole.addChildBehavior(UIGravityBehavior(items: [box]))
      animator.addBehavior(whole)
      device.advance(0.2)
      #expect(box.center.y > 55 && whole.childBehaviors[0].dynamicAnimator === animator)
      animator.removeBehavior(whole)
      let y = box.center.y
      device.advance(1)
      #expect(box.center.y == y && whole.dynamicAnimator == nil)
      #expect(device.log.take() == ["resumes", "rests"])
    }
  }

  @Test(.rule("E-946")) func `an attachment's friction stops the rotation`() {
    moving { device, animator, box, _ in
      let rod = UIAttachmentBehavior(item: box, attachedToAnchor: CGPoint(x: 150, y: 50))
      rod.frictionTorque = 0.5
      let spin = UIDynamicItemBehavior(items: [box])
      spin.addAngularVelocity(3, for: box)
      animator.addBehavior(rod)
      animator.addBehavior(spin)
      device.advance(0.5)
      // 3 radians per second squared.
      #expect(abs(spin.angularVelocity(for: box) - 1.5) < 0.1)
      device.advance(1)
      #expect(spin.angularVelocity(for: box) == 0)
    }
  }

  @Test(.rule("E-948")) func `a sliding item stays on its axis and in its range`() {
    moving { device, animator, box, _ in
      let slide = UIAttachmentBehavior.slidingAttachment(
        with: box, attachmentAnchor: CGPoint(x: 150, y: 50), axisOfTranslation: CGVector(dx: 0, dy: 2))
      slide.attachmentRange = UIFloatRange(minimum: -10, maximum: 100)
      let push = UIPushBehavior(items: [box], mode: .instantaneous)
      push.pushDirection = CGVector(dx: 3, dy: 1)
      for behavior in [slide, UIGravityBehavior(items: [box]), push] as [UIDynamicBehavior] {
        animator.addBehavior(behavior)
      }
      device.advance(0.2)
      #expect(abs(box.center.x - 150) < 0.001 && box.center.y > 55 && box.center.y < 150)
      device.advance(3)
      #expect(abs(box.center.y - 150) < 0.5)
    }
  }

  @Test(.rule("E-948")) func `a rope lets items come closer, but not move apart`() {
    moving { device, animator, box, _ in
      let other = UIView(frame: CGRect(x: 100, y: 200, width: 100, height: 100))
      box.superview!.addSubview(other)
      let anchored = UIDynamicItemBehavior(items: [box])
      anchored.isAnchored = true
      animator.addBehavior(anchored)
      animator.addBehavior(
        UIAttachmentBehavior.limitAttachment(
          with: other, offsetFromCenter: .zero, attachedTo: box, offsetFromCenter: .zero))
      let gravity = UIGravityBehavior(items: [other])
      gravity.gravityDirection = CGVector(dx: 0, dy: -1)
      animator.addBehavior(gravity)
      device.advance(0.2)
      #expect(other.center.y < 245)
      gravity.gravityDirection = CGVector(dx: 0, dy: 1)
      device.advance(3)
      #expect(abs(other.center.y - 250) < 1)
    }
  }

  /// Where a field carries the box in half a second.
  private func carried(
    _ make: (UIView) -> UIFieldBehavior, _ prepare: (UIDynamicItemBehavior, UIView) -> Void = { _, _ in }
  )
    -> CGPoint
  {
    var result = CGPoint.zero
    moving { device, animator, box, _ in
      box.center = CGPoint(x: 150, y: 300)
      let field = make(box)
      field.addItem(box)
      let material = UIDynamicItemBehavior(items: [box])
      prepare(material, box)
      animator.addBehavior(material)
      animator.addBehavior(field)
      device.advance(0.5)
      result = CGPoint(x: box.center.x - 150, y: box.center.y - 300)
    }
    return result
  }

  @Test(.rule("E-951")) func `fields carry items by their kind, strength and distance`() {
    func near(_ point: CGPoint, _ x: CGFloat, _ y: CGFloat) -> Bool {
      abs(point.x - x) < 2 && abs(point.y - y) < 2
    }
    // 400 points per second squared for half a second.
    let linear = carried { _ in
      let field = UIFieldBehavior.linearGravityField(direction: CGVector(dx: 1, dy: 0))
      field.strength = 4
      return field
    }
    #expect(near(linear, 50, 0))
    let radial = carried { _ in
      let field = UIFieldBehavior.radialGravityField(position: CGPoint(x: 150, y: 500))
      field.strength = 4
      return field
    }
    #expect(near(radial, 0, 50))
    let weaker = carried { _ in
      let field = UIFieldBehavior.radialGravityField(position: CGPoint(x: 150, y: 500))
      (field.strength, field.falloff) = (800, 1)
      return field
    }
    #expect(weaker.y > 48 && weaker.y < 60)
    let outside = carried { _ in
      let field = UIFieldBehavior.radialGravityField(position: CGPoint(x: 150, y: 500))
      (field.strength, field.region) = (4, UIRegion(radius: 100))
      return field
    }
    #expect(outside == .zero)
    let velocity = carried { _ in UIFieldBehavior.velocityField(direction: CGVector(dx: 0, dy: 1)) }
    #expect(near(velocity, 0, 50))
    let electric = carried { _ in
      let field = UIFieldBehavior.electricField()
      (field.position, field.strength) = (CGPoint(x: 0, y: 300), 2)
      return field
    } _: { material, _ in
      material.charge = 2
    }
    #expect(near(electric, 50, 0))
    let custom = carried { _ in
      UIFieldBehavior.field { _, position, _, mass, _, _ in
        CGVector(dx: position.x > 100 ? 4 * mass : 0, dy: 0)
      }
    }
    #expect(near(custom, 50, 0))
    let drag = carried { _ in
      UIFieldBehavior.dragField()
    } _: { material, box in
      material.addLinearVelocity(CGPoint(x: 100, y: 0), for: box)
    }
    #expect(drag.x > 20 && drag.x < 48)
    #expect(carried { _ in UIFieldBehavior.noiseField(smoothness: 0.5, animationSpeed: 1) } != .zero)
    #expect(carried { _ in UIFieldBehavior.springField() }.y < -1)
    #expect(carried { _ in UIFieldBehavior.vortexField() } != .zero)
    #expect(carried { _ in UIFieldBehavior.turbulenceField(smoothness: 0, animationSpeed: 0) } == .zero)
    #expect(carried { _ in UIFieldBehavior.magneticField() } == .zero)
  }

  @Test(.rule("E-951")) func `regions are combined`() {
    let disc = UIRegion(radius: 10)
    let strip = UIRegion(size: CGSize(width: 100, height: 4))
    let (inside, outside, right) = (CGPoint(x: 0, y: 8), CGPoint(x: 0, y: 20), CGPoint(x: 40, y: 0))
    #expect(disc.contains(inside) && !disc.contains(outside) && !strip.contains(inside))
    #expect(disc.inverse().contains(outside) && disc.union(with: strip).contains(right))
    #expect(disc.difference(from: strip).contains(inside) && !disc.difference(from: strip).contains(.zero))
    #expect(
      disc.intersection(with: strip).contains(.zero) && !disc.intersection(with: strip).contains(inside))
    #expect(UIRegion.infinite.contains(outside))
  }
}

private final class AnimatorDelegate: NSObject, UIDynamicAnimatorDelegate, UICollisionBehaviorDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "dynamicAnimatorWillResume:", "dynamicAnimatorDidPause:",
      "collisionBehavior:beganContactForItem:withBoundaryIdentifier:atPoint:",
      "collisionBehavior:beganContactForItem:withItem:atPoint:",
      "collisionBehavior:endedContactForItem:withItem:")
  }
  func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) { log("resumes") }
  func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) { log("rests") }
  func collisionBehavior(
    _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
    withBoundaryIdentifier identifier: (any NSCopying)?, at p: CGPoint
  ) { log("touches \(identifier.map { "\($0)" } ?? "the reference bounds")") }
  func collisionBehavior(
    _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem,
    at p: CGPoint
  ) { log("touches another") }
  func collisionBehavior(
    _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem
  ) { log("leaves another") }
}
