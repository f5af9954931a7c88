import CarobFoundation
import TestSupport
import Testing

@testable import QuartzCore

/// Transactions, nested and implicit.
@MainActor @Suite struct TransactionTests {
  private func fade(_ seconds: Double) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, seconds)
    return animation
  }

  @Test(.rule("E-922")) func `an inner transaction inherits the settings of the outer one`() {
    let linear = CAMediaTimingFunction(name: .linear)
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    CATransaction.setDisableActions(true)
    CATransaction.setValue("outer", forKey: "mark")
    CATransaction.begin()
    #expect(CATransaction.animationDuration() == 2 && CATransaction.disableActions())
    #expect(CATransaction.value(forKey: "mark") as? String == "outer")
    CATransaction.setAnimationDuration(3)
    CATransaction.setDisableActions(false)
    CATransaction.setAnimationTimingFunction(linear)
    CATransaction.setValue("inner", forKey: "mark")
    #expect(CATransaction.animationDuration() == 3 && !CATransaction.disableActions())
    #expect(CATransaction.animationTimingFunction() === linear)
    #expect(CATransaction.value(forKey: "mark") as? String == "inner")
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 2 && CATransaction.disableActions())
    #expect(CATransaction.animationTimingFunction() == nil)
    #expect(CATransaction.value(forKey: "mark") as? String == "outer")
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
    #expect(CATransaction.value(forKey: "mark") == nil)
  }

  @Test(.rule("E-922")) func `implicit animations use the duration and timing of the transaction`() {
    withScreen { screen in
      let layer = screen.shown(box(0, 0, 10, 10))
      CATransaction.begin()
      CATransaction.setAnimationDuration(4)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.position = CGPoint(x: 105, y: 5)
      CATransaction.commit()
      screen.advance(1)
      #expect(layer.shownX == 30)
      screen.advance(2)
      #expect(layer.shownX == 80)
    }
  }

  @Test(.rule("E-922")) func `settings of the implicit transaction end with the turn`() {
    withScreen { screen in
      let layer = screen.shown(CALayer())
      CATransaction.setDisableActions(true)
      CATransaction.setAnimationDuration(9)
      CATransaction.setValue(1, forKey: "mark")
      layer.opacity = 0.5
      #expect(layer.animationKeys() == nil)
      screen.turn()
      #expect(CATransaction.animationDuration() == 0.25 && CATransaction.value(forKey: "mark") == nil)
      layer.opacity = 1
      #expect(layer.animationKeys() == ["opacity"])
    }
  }

  @Test(.rule("E-141", "E-922"))
  func `the implicit transaction's completion waits for the animations of its own turn`() {
    withScreen { screen in
      let layer = screen.shown(CALayer())
      layer.add(fade(5), forKey: "earlier")
      screen.turn()
      CATransaction.setCompletionBlock { screen.log("completed") }
      layer.add(fade(1), forKey: "later")
      screen.turn()
      screen.advance(0.9)
      #expect(screen.log.take() == [])
      screen.advance(0.2)
      #expect(screen.log.take() == ["completed"])
    }
  }

  @Test(.rule("E-141"))
  func `completions without animations run after the commit, the inner transaction's first`() {
    withScreen { screen in
      let layer = screen.shown(LoggingLayer())
      layer.log = screen.log
      CATransaction.begin()
      CATransaction.setCompletionBlock { screen.log("outer") }
      CATransaction.begin()
      CATransaction.setCompletionBlock { screen.log("inner") }
      layer.setNeedsLayout()
      CATransaction.commit()
      CATransaction.commit()
      #expect(screen.log.take() == [])
      screen.turn()
      #expect(screen.log.take() == ["layout", "inner", "outer"])
    }
  }

  @Test(.rule("E-141")) func `each transaction's completion waits for its own animations`() {
    withScreen { screen in
      let layer = screen.shown(CALayer())
      CATransaction.begin()
      CATransaction.setCompletionBlock { screen.log("outer") }
      layer.add(fade(1), forKey: "short")
      CATransaction.begin()
      CATransaction.setCompletionBlock { screen.log("inner") }
      layer.add(fade(2), forKey: "long")
      layer.add(fade(0.5), forKey: "shorter")
      CATransaction.commit()
      CATransaction.commit()
      screen.turn()
      screen.advance(0.99)
      #expect(screen.log.take() == [])
      screen.advance(0.5)
      #expect(screen.log.take() == ["outer"])
      screen.advance(1)
      #expect(screen.log.take() == ["inner"])
    }
  }

  @Test(.rule("E-141")) func `a removed animation counts as ended, one without end does not count`() {
    withScreen { screen in
      let layer = screen.shown(CALayer())
      CATransaction.begin()
      CATransaction.setCompletionBlock { screen.log("completed") }
      let endless = fade(1)
      endless.repeatCount = .infinity
      layer.add(endless, forKey: "endless")
      layer.add(fade(5), forKey: "fade")
      CATransaction.commit()
      screen.turn()
      screen.advance(3)
      #expect(screen.log.take() == [])
      layer.removeAnimation(forKey: "fade")
      screen.advance(3)
      #expect(screen.log.take() == ["completed"] && layer.animationKeys() == ["endless"])
    }
  }

  @Test func `a commit without a begin has no effect`() {
    CATransaction.commit()
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.commit()
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 0.25)
  }
}
