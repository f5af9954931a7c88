import CarobFoundation
import CoreGraphics
import TestSupport
import Testing

@testable import QuartzCore

/// The values that an animation shows over time, and its delegate calls.
@MainActor @Suite struct AnimationTests {
  /// An animation of the opacity from 0 to 1 in a second, unless `change` says otherwise.
  private func fade(_ change: (CABasicAnimation) -> Void = { _ in }) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 1)
    change(animation)
    return animation
  }
  /// The opacity that the layer shows every half second after the animation was added; its own is 0.7.
  private func shown(_ animation: CAAnimation, _ halves: Int) -> [Int] {
    withScreen { screen in
      let layer = CALayer()
      layer.opacity = 0.7
      screen.root.addSublayer(layer)
      screen.advance(1)
      screen.turn()
      layer.add(animation, forKey: "fade")
      screen.turn()
      return (0..<halves).map { _ in
        // Slightly later, so that the end has passed.
        let value = layer.shownOpacity
        screen.advance(0.5)
        return value
      }
    }
  }

  @Test(
    .rule("E-924"),
    arguments: [
      (nil, nil, nil, [70, 70]), (0.1, 0.5, nil, [10, 30]), (0.1, nil, nil, [10, 40]),
      (nil, 0.1, nil, [70, 40]),
      (0.1, nil, 0.4, [10, 30]), (nil, 0.5, 0.4, [10, 30]), (nil, nil, 0.2, [70, 80]),
    ] as [(Double?, Double?, Double?, [Int])])
  func `a missing from or to value is the layer's value`(
    from: Double?, to: Double?, by: Double?, expected: [Int]
  ) {
    let animation = fade { ($0.fromValue, $0.toValue, $0.byValue) = (from, to, by) }
    #expect(shown(animation, 2) == expected)
  }

  @Test(.rule("E-924")) func `after the end the layer's value is shown and the animation is removed`() {
    #expect(shown(fade(), 4) == [0, 50, 70, 70])
  }

  @Test(.rule("E-924")) func `the fill mode determines the value before the beginning and after the end`() {
    func late(_ fillMode: CAMediaTimingFillMode) -> CABasicAnimation {
      fade {
        // The screen's clock is at 1 when the animation is added.
        $0.beginTime = 2
        ($0.fillMode, $0.isRemovedOnCompletion, $0.fromValue) = (fillMode, false, 0.2)
      }
    }
    #expect(shown(late(.removed), 6) == [70, 70, 20, 60, 70, 70])
    #expect(shown(late(.backwards), 6) == [20, 20, 20, 60, 70, 70])
    #expect(shown(late(.forwards), 6) == [70, 70, 20, 60, 100, 100])
    #expect(shown(late(.both), 6) == [20, 20, 20, 60, 100, 100])
    // A fill mode has no effect after the animation is removed.
    let removed = late(.both)
    removed.isRemovedOnCompletion = true
    #expect(shown(removed, 6) == [20, 20, 20, 60, 70, 70])
  }

  @Test(.rule("E-924")) func `an animation repeats by count or duration, reverses, and runs at its speed`() {
    #expect(shown(fade { $0.repeatCount = 2 }, 6) == [0, 50, 0, 50, 70, 70])
    #expect(shown(fade { $0.repeatCount = 1.5 }, 5) == [0, 50, 0, 70, 70])
    #expect(shown(fade { $0.autoreverses = true }, 5) == [0, 50, 100, 50, 70])
    #expect(shown(fade { $0.repeatDuration = 1.5 }, 5) == [0, 50, 0, 70, 70])
    #expect(
      shown(fade { ($0.repeatDuration, $0.autoreverses) = (3, true) }, 8) == [0, 50, 100, 50, 0, 50, 70, 70])
    #expect(shown(fade { ($0.duration, $0.speed) = (4, 2) }, 5) == [0, 25, 50, 75, 70])
    // Three seconds of the animation's own time are one and a half of the layer's.
    #expect(shown(fade { ($0.repeatDuration, $0.speed) = (3, 2) }, 5) == [0, 0, 0, 70, 70])
    #expect(shown(fade { $0.repeatCount = .infinity }, 6) == [0, 50, 0, 50, 0, 50])
  }

  @Test(.rule("E-924"))
  func `the delegate is called after the commit that starts the animation, and at its end`() {
    withScreen { screen in
      let layer = screen.shown(CALayer())
      layer.add(fade { $0.delegate = AnimationListener(screen.log) }, forKey: "fade")
      #expect(screen.log.take() == [])
      screen.turn()
      #expect(screen.log.take() == ["started"])
      screen.advance(0.99)
      #expect(screen.log.take() == [])
      screen.advance(0.02)
      #expect(screen.log.take() == ["stopped true"])
    }
  }

  @Test(.rule("E-924")) func `an animation is replaced by one with the same key`() {
    withScreen { screen in
      let layer = screen.shown(CALayer())
      layer.add(fade { $0.delegate = AnimationListener(screen.log, "first") }, forKey: "a")
      layer.add(fade { $0.delegate = AnimationListener(screen.log, "other") }, forKey: "b")
      screen.turn()
      _ = screen.log.take()
      layer.add(fade { $0.delegate = AnimationListener(screen.log, "second") }, forKey: "a")
      screen.turn()
      #expect(layer.animationKeys() == ["b", "a"])
      #expect(screen.log.take() == ["first stopped false", "second started"])
      layer.removeAllAnimations()
      #expect(screen.log.take() == ["other stopped false", "second stopped false"])
      #expect(layer.animationKeys() == nil)
      // Without a key nothing replaces it.
      layer.add(fade(), forKey: nil)
      layer.add(fade(), forKey: nil)
      #expect(layer.animationKeys()?.count == 2)
    }
  }

  @Test(.rule("E-924")) func `a layer keeps a copy of the animation`() {
    withScreen { screen in
      let layer = screen.shown(CALayer())
      let animation = fade()
      animation.setValue("ours", forKey: "mark")
      layer.add(animation, forKey: "fade")
      animation.duration = 100
      animation.toValue = 0
      let kept = layer.animation(forKey: "fade")
      #expect(kept !== animation && kept?.duration == 1 && kept?.value(forKey: "mark") as? String == "ours")
      screen.advance(0.5)
      #expect(layer.shownOpacity == 50)
    }
  }

  @Test(.rule("E-921")) func `an additive animation is added to the layer's value and to earlier animations`()
  {
    withScreen { screen in
      let layer = screen.shown(box(95, 45, 10, 10))
      func shake(_ keyPath: String, _ from: CGFloat, _ to: CGFloat) {
        let animation = CABasicAnimation(keyPath: keyPath)
        (animation.fromValue, animation.toValue, animation.duration) = (from, to, 1)
        animation.isAdditive = true
        layer.add(animation, forKey: nil)
      }
      shake("position.x", 0, 20)
      shake("position.x", 100, 100)
      shake("transform.translation.y", 0, 8)
      screen.advance(0.5)
      let shown = layer.presentation()
      #expect(layer.shownX == 210 && shown?.position.y == 50)
      #expect(abs((shown?.transform.m42 ?? 0) - 4) < 0.001)
      screen.advance(1)
      #expect(layer.presentation()?.position == CGPoint(x: 100, y: 50))
    }
  }

  @Test(.rule("E-921")) func `an additive transform is applied before the layer's own`() {
    withScreen { screen in
      let layer = screen.shown(box(0, 0, 10, 10))
      withoutActions { layer.transform = CATransform3DMakeScale(2, 2, 1) }
      let move = CABasicAnimation(keyPath: "transform.translation.x")
      (move.fromValue, move.toValue, move.duration, move.isAdditive) = (0, 10, 1, true)
      layer.add(move, forKey: nil)
      screen.advance(0.5)
      let shown = layer.presentation()?.transform ?? CATransform3DIdentity
      #expect(shown.m11 == 2 && abs(shown.m41 - 10) < 0.001)
    }
  }

  @Test(.rule("E-920")) func `a group's animations run in the group's time`() {
    withScreen { screen in
      let layer = screen.shown(box(0, 0, 10, 10))
      let move = CABasicAnimation(keyPath: "position")
      (move.fromValue, move.toValue) = (CGPoint(x: 0, y: 5), CGPoint(x: 100, y: 5))
      let late = fade { ($0.beginTime, $0.delegate) = (1, AnimationListener(screen.log, "inner")) }
      let group = CAAnimationGroup()
      (group.animations, group.duration) = ([move, late], 2)
      group.delegate = AnimationListener(screen.log, "group")
      layer.add(group, forKey: "both")
      screen.turn()
      #expect(layer.animationKeys() == ["both"])
      var seen: [[Int]] = []
      for _ in 0..<5 {
        seen.append([layer.shownX, layer.shownOpacity])
        screen.advance(0.5)
      }
      #expect(seen == [[0, 100], [25, 100], [50, 0], [75, 50], [5, 100]])
      #expect(screen.log.take() == ["group started", "group stopped true"])
    }
  }

  @Test(.rule("E-920")) func `a group that is not removed shows its animations as they are at its end`() {
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([fade { $0.duration = 0 }], 1)
    (group.fillMode, group.isRemovedOnCompletion) = (.forwards, false)
    #expect(shown(group, 4) == [0, 50, 100, 100])
    // An animation that ends earlier is not shown at the group's end.
    group.animations = [fade { $0.duration = 0.5 }]
    #expect(shown(group, 4) == [0, 70, 70, 70])
    group.animations = [fade { ($0.duration, $0.fillMode) = (0.5, .forwards) }]
    #expect(shown(group, 4) == [0, 100, 100, 100])
    let slow = CAAnimationGroup()
    (slow.animations, slow.duration, slow.speed) = ([fade()], 1, 0.5)
    #expect(shown(slow, 5) == [0, 25, 50, 75, 70])
  }

  @Test func `a spring overshoots and comes to rest`() {
    withScreen { screen in
      let layer = screen.shown(box(-5, -5, 10, 10))
      let spring = CASpringAnimation(keyPath: "position.x")
      (spring.fromValue, spring.toValue) = (0, 100)
      spring.duration = spring.settlingDuration
      layer.add(spring, forKey: nil)
      var places: [Int] = []
      while layer.animationKeys() != nil {
        places.append(layer.shownX)
        screen.advance(0.05)
      }
      #expect(places[0] == 0 && places.max() ?? 0 > 110 && abs((places.last ?? 0) - 100) <= 1)
      #expect(layer.shownX == 0)
    }
  }

  @Test(.rule("E-501"))
  func `a value function turns numbers into transforms, for rotations beyond half a turn`() {
    withScreen { screen in
      let layer = screen.shown(CALayer())
      let turn = CABasicAnimation(keyPath: "transform")
      turn.valueFunction = CAValueFunction(name: .rotateZ)
      (turn.fromValue, turn.toValue, turn.duration) = (0, 2 * CGFloat.pi, 1)
      layer.add(turn, forKey: "turn")
      screen.turn()
      screen.advance(0.25)
      let quarter = layer.presentation()?.transform ?? CATransform3DIdentity
      #expect(abs(quarter.m11) < 0.01 && abs(quarter.m12 - 1) < 0.01)
      screen.advance(0.25)
      #expect(abs((layer.presentation()?.transform.m11 ?? 0) + 1) < 0.01)
      let grow = CABasicAnimation(keyPath: "transform")
      grow.valueFunction = CAValueFunction(name: .scale)
      (grow.fromValue, grow.toValue, grow.duration) = ([1, 1, 1], [3, 5, 1], 1)
      layer.add(grow, forKey: "turn")
      screen.advance(0.5)
      let grown = layer.presentation()?.transform ?? CATransform3DIdentity
      #expect(abs(grown.m11 - 2) < 0.01 && abs(grown.m22 - 3) < 0.01 && grown.m12 == 0)
      #expect(CAValueFunction(name: .init(rawValue: "none")) == nil)
    }
  }

  @Test(.rule("E-501")) func `values of the wrong type for the property are not animated`() {
    withScreen { screen in
      let layer = screen.shown(CALayer())
      for (keyPath, value) in [("transform", 2 as Any), ("position", 3), ("bounds", CGPoint.zero)] {
        let animation = CABasicAnimation(keyPath: keyPath)
        (animation.fromValue, animation.toValue, animation.duration) = (value, value, 1)
        layer.add(animation, forKey: keyPath)
      }
      screen.advance(0.5)
      #expect(layer.presentation()?.transform.m11 == 1)
      #expect(layer.presentation()?.position == .zero)
      #expect(layer.presentation()?.bounds == .zero)
    }
  }

  @Test(.rule("F-114")) func `animations accept NSValues of points and transforms`() {
    let turned = CATransform3DMakeScale(2, 3, 1)
    #expect(
      AnimatedProperty("transform")?.numbers(NSValue(caTransform3D: turned))
        == turned.values.map(Double.init))
    #expect(NSValue(caTransform3D: turned).caTransform3DValue == turned)
    #expect(AnimatedProperty("position")?.numbers(NSValue(point: CGPoint(x: 1, y: 2))) == [1, 2])
  }
}
