import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import QuartzCore
@testable import UIKit

/// Layers whose time runs in another way than the device's.
@MainActor @Suite struct LayerTimingTests {
  private final class Listener: NSObject, CAAnimationDelegate {
    let log: Log
    init(_ log: Log) { self.log = log }
    override class var _carobMethods: [_CarobMethod] { has("animationDidStop:finished:") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      let log = log
      MainActor.assumeIsolated { log("stopped \(flag)") }
    }
  }

  /// A layer in another one, whose opacity grows from 0 to 1 in ten seconds.
  private func growing(_ device: TestDevice, in outer: CALayer? = nil) -> CALayer {
    let layer = CALayer()
    (outer ?? device.showEmpty().layer).addSublayer(layer)
    device.turn()
    CATransaction.begin()
    CATransaction.setCompletionBlock { [log = device.log] in log("completed") }
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 10)
    animation.delegate = Listener(device.log)
    layer.add(animation, forKey: "grow")
    CATransaction.commit()
    device.turn()
    return layer
  }
  private func tenths(_ layer: CALayer) -> Int { Int(((layer.presentation()?.opacity ?? -1) * 10).rounded()) }

  // As Apple's documentation says how to do it.
  private func pause(_ layer: CALayer) {
    let now = layer.convertTime(CACurrentMediaTime(), from: nil)
    layer.speed = 0
    layer.timeOffset = now
  }
  private func resume(_ layer: CALayer) {
    let then = layer.timeOffset
    layer.speed = 1
    layer.timeOffset = 0
    layer.beginTime = 0
    layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - then
  }

  @Test(.rule("E-830", "E-831")) func `a paused layer stands still and goes on where it was`() throws {
    try withDevice { device in
      device.advance(3)
      let layer = growing(device)
      _ = LayerTree.shared.makeCommit(roots: [device.window.layer])
      device.advance(4)
      #expect(tenths(layer) == 4)
      pause(layer)
      let paused = try #require(LayerTree.shared.makeCommit(roots: [device.window.layer]))
      #expect(Set(paused.removedAnimations) == [LayerAnimationKey(layer: layer.id, key: "grow")])
      #expect(paused.animations.map { $0.values.map { ($0[0] * 10).rounded() } } == [[4, 4]])
      device.advance(100)
      #expect(tenths(layer) == 4 && device.log.take() == [])
      resume(layer)
      #expect(tenths(layer) == 4)
      let resumed = try #require(LayerTree.shared.makeCommit(roots: [device.window.layer]))
      #expect(resumed.animations.map(\.begin) == [device.now - 4])
      device.advance(5)
      #expect(tenths(layer) == 9 && device.log.take() == [])
      device.advance(1.5)
      #expect(device.log.take() == ["stopped true", "completed"] && layer.animationKeys() == nil)
    }
  }

  @Test(.rule("E-831")) func `what is in a slow layer is slow, too`() {
    withDevice { device in
      let outer = CALayer()
      device.showEmpty().layer.addSublayer(outer)
      outer.speed = 0.5
      let layer = growing(device, in: outer)
      device.advance(8)
      #expect(tenths(layer) == 4)
      outer.speed = 2
      outer.beginTime = device.now
      outer.timeOffset = 4
      #expect(layer.convertTime(device.now, from: nil) == 4)
      #expect(layer.convertTime(5, to: outer) == 5 && layer.convertTime(6, to: nil) == device.now + 1)
      device.advance(1)
      #expect(tenths(layer) == 6)
      device.advance(2)
      #expect(device.log.take() == ["stopped true", "completed"])
    }
  }

  @Test(.rule("E-831")) func `a layer that stands still is moved by its offset`() {
    withDevice { device in
      let outer = CALayer()
      device.showEmpty().layer.addSublayer(outer)
      outer.speed = 0
      let layer = growing(device, in: outer)
      #expect(tenths(layer) == 0)
      device.advance(20)
      outer.timeOffset = 7
      #expect(tenths(layer) == 7)
      outer.timeOffset = 2
      #expect(tenths(layer) == 2)
      // Nothing ends it but its removal.
      #expect(device.log.take() == [])
      layer.removeAllAnimations()
      device.turn()
      #expect(device.log.take() == ["stopped false", "completed"])
    }
  }

  @Test(.rule("E-849"))
  func `a layer whose time runs backwards shows its animations from their end to their beginning`() {
    withDevice { device in
      let outer = CALayer()
      device.showEmpty().layer.addSublayer(outer)
      outer.speed = 0
      let layer = growing(device, in: outer)
      outer.timeOffset = 7
      #expect(tenths(layer) == 7)
      // As an interactive transition is taken back.
      outer.beginTime = device.now
      outer.speed = -1
      #expect(tenths(layer) == 7)
      #expect(layer.convertTime(device.now + 2, from: nil) == 5)
      device.advance(3)
      #expect(tenths(layer) == 4)
      outer.timeOffset = 4
      outer.beginTime = device.now
      outer.speed = -2
      device.advance(1)
      #expect(tenths(layer) == 2)
      // Before its beginning it does not count, and nobody is told: only its removal ends it.
      device.advance(5)
      #expect(device.log.take() == [] && layer.animationKeys() == ["grow"])
      layer.removeAllAnimations()
      device.turn()
      #expect(device.log.take() == ["stopped false", "completed"])
    }
  }

  @Test(.rule("E-849")) func `what repeats for ever runs back, too, also what goes there and back`() {
    let forward = LayerAnimation(
      layer: 1, key: "a", property: "opacity", values: [[0], [1], [4]], keyTimes: [0, 0.25, 1],
      timings: [[0.42, 0, 1, 1], [0, 0, 1, 1]], begin: 0, duration: 2, repeatCount: 3)
    let back = LayerTime(factor: -1, offset: 6)
    for (repeats, autoreverses) in [(3.0, false), (3, true), (.infinity, false), (.infinity, true)] {
      var animation = forward
      (animation.repeatCount, animation.autoreverses) = (repeats, autoreverses)
      let shown = back.shown(animation)
      for time in stride(from: 0.125, to: 6, by: 0.25) {
        let (wanted, got) = (animation.value(at: 6 - time)?.first, shown?.value(at: time)?.first)
        #expect(
          wanted.map { ($0 * 1000).rounded() } == got.map { ($0 * 1000).rounded() }, "\(repeats) \(time)")
      }
    }
  }

  @Test(.rule("E-831")) func `an animation that stands still shows its own offset`() {
    withDevice { device in
      let layer = CALayer()
      device.showEmpty().layer.addSublayer(layer)
      device.turn()
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 10)
      (animation.speed, animation.timeOffset) = (0, 3)
      layer.add(animation, forKey: nil)
      #expect(tenths(layer) == 3)
      device.advance(5)
      #expect(tenths(layer) == 3 && LayerTree.shared.busyUntil <= device.now)
    }
  }
}
