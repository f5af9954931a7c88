import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import QuartzCore

/// Layers whose time differs from the device's.
@MainActor @Suite struct LayerTimingTests {
  /// A sublayer whose opacity grows from 0 to 1 in ten seconds.
  private func growing(_ screen: LayerScreen, in outer: CALayer? = nil) -> CALayer {
    let layer = CALayer()
    (outer ?? screen.root).addSublayer(layer)
    screen.turn()
    CATransaction.begin()
    CATransaction.setCompletionBlock { [log = screen.log] in log("completed") }
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 10)
    animation.delegate = AnimationListener(screen.log)
    layer.add(animation, forKey: "grow")
    CATransaction.commit()
    screen.turn()
    #expect(screen.log.take() == ["started"])
    return layer
  }
  private func tenths(_ layer: CALayer) -> Int { Int(((layer.presentation()?.opacity ?? -1) * 10).rounded()) }

  // As described in Apple's documentation.
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

  @Test(.rule("E-830", "E-831")) func `a paused layer stops and resumes where it was`() throws {
    try withScreen { screen in
      screen.advance(3)
      let layer = growing(screen)
      _ = screen.changes()
      screen.advance(4)
      #expect(tenths(layer) == 4)
      pause(layer)
      let paused = try #require(screen.changes())
      #expect(Set(paused.removedAnimations) == [LayerAnimationKey(layer: layer.id, key: "grow")])
      #expect(paused.animations.map { $0.values.map { ($0[0] * 10).rounded() } } == [[4, 4]])
      screen.advance(100)
      #expect(tenths(layer) == 4 && screen.log.take() == [])
      resume(layer)
      #expect(tenths(layer) == 4)
      let resumed = try #require(screen.changes())
      #expect(resumed.animations.map(\.begin) == [screen.now - 4])
      screen.advance(5)
      #expect(tenths(layer) == 9 && screen.log.take() == [])
      screen.advance(1.5)
      #expect(screen.log.take() == ["stopped true", "completed"] && layer.animationKeys() == nil)
    }
  }

  @Test(.rule("E-831")) func `sublayers of a slow layer are slow, too`() {
    withScreen { screen in
      let outer = CALayer()
      screen.root.addSublayer(outer)
      outer.speed = 0.5
      let layer = growing(screen, in: outer)
      screen.advance(8)
      #expect(tenths(layer) == 4)
      outer.speed = 2
      outer.beginTime = screen.now
      outer.timeOffset = 4
      #expect(layer.convertTime(screen.now, from: nil) == 4)
      #expect(layer.convertTime(5, to: outer) == 5 && layer.convertTime(6, to: nil) == screen.now + 1)
      screen.advance(1)
      #expect(tenths(layer) == 6)
      screen.advance(2)
      #expect(screen.log.take() == ["stopped true", "completed"])
    }
  }

  @Test(.rule("E-831")) func `the time offset moves the animations of a stopped layer`() {
    withScreen { screen in
      let outer = CALayer()
      screen.root.addSublayer(outer)
      outer.speed = 0
      let layer = growing(screen, in: outer)
      #expect(tenths(layer) == 0)
      screen.advance(20)
      outer.timeOffset = 7
      #expect(tenths(layer) == 7)
      outer.timeOffset = 2
      #expect(tenths(layer) == 2)
      // Only its removal ends it.
      #expect(screen.log.take() == [])
      layer.removeAllAnimations()
      screen.turn()
      #expect(screen.log.take() == ["stopped false", "completed"])
    }
  }

  @Test(.rule("E-849"))
  func `a layer whose time runs backwards shows its animations from end to beginning`() {
    withScreen { screen in
      let outer = CALayer()
      screen.root.addSublayer(outer)
      outer.speed = 0
      let layer = growing(screen, in: outer)
      outer.timeOffset = 7
      #expect(tenths(layer) == 7)
      // As when an interactive transition is cancelled.
      outer.beginTime = screen.now
      outer.speed = -1
      #expect(tenths(layer) == 7)
      #expect(layer.convertTime(screen.now + 2, from: nil) == 5)
      screen.advance(3)
      #expect(tenths(layer) == 4)
      outer.timeOffset = 4
      outer.beginTime = screen.now
      outer.speed = -2
      screen.advance(1)
      #expect(tenths(layer) == 2)
      // Before its beginning it has no effect, and its delegate is not called: only its removal ends it.
      screen.advance(5)
      #expect(screen.log.take() == [] && layer.animationKeys() == ["grow"])
      layer.removeAllAnimations()
      screen.turn()
      #expect(screen.log.take() == ["stopped false", "completed"])
    }
  }

  @Test(.rule("E-849")) func `animations that repeat forever run backwards, too, also with autoreverse`() {
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

  @Test(.rule("E-831")) func `a stopped animation shows the value at its own offset`() {
    withScreen { screen in
      let layer = CALayer()
      screen.root.addSublayer(layer)
      screen.turn()
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 10)
      (animation.speed, animation.timeOffset) = (0, 3)
      layer.add(animation, forKey: nil)
      #expect(tenths(layer) == 3)
      screen.advance(5)
      #expect(tenths(layer) == 3 && LayerTree.shared.busyUntil <= screen.now)
    }
  }
}
