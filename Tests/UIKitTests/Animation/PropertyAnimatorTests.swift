import CarobFoundation
import QuartzCore
import TestSupport
import Testing

@testable import UIKit

/// Property animators: positions and callbacks at each moment.
@MainActor @Suite struct PropertyAnimatorTests {
  /// A view at x = 100 that the animator moves to x = 300 in two seconds.
  private func moving(
    _ curve: any UITimingCurveProvider = UICubicTimingParameters(animationCurve: .linear),
    _ body: (TestDevice, UIView, UIViewPropertyAnimator) throws -> Void
  ) rethrows {
    try withDevice { device in
      let root = device.showEmpty()
      let box = UIView(frame: CGRect(x: 75, y: 100, width: 50, height: 50))
      root.addSubview(box)
      device.turn()
      let animator = UIViewPropertyAnimator(duration: 2, timingParameters: curve)
      animator.addAnimations {
        device.log("block")
        box.center.x = 300
      }
      animator.addCompletion { device.log("completion \($0)") }
      try body(device, box, animator)
    }
  }

  /// The rounded position on the screen, and that of the model.
  private func place(_ box: UIView) -> String {
    let shown = box.layer.presentation()?.position.x ?? -1
    return "\(Int(shown.rounded()))/\(Int(box.center.x.rounded()))"
  }

  @Test func `the block runs when it starts, the completion when it ends`() {
    moving { device, box, animator in
      #expect(animator.state == .inactive && !animator.isRunning && device.log.take() == [])
      animator.startAnimation()
      #expect(animator.state == .active && animator.isRunning && device.log.take() == ["block"])
      var places: [String] = []
      for _ in 0..<4 {
        places.append(place(box))
        device.advance(0.5)
      }
      #expect(places == ["100/300", "150/300", "200/300", "250/300"])
      #expect(place(box) == "300/300" && animator.state == .inactive && !animator.isRunning)
      #expect(device.log.take() == ["completion end"])
    }
  }

  @Test func `a delay defers the start, not the block`() {
    moving { device, box, animator in
      animator.startAnimation(afterDelay: 1)
      #expect(device.log.take() == ["block"])
      device.advance(1)
      #expect(place(box) == "100/300")
      device.advance(1)
      #expect(place(box) == "200/300" && device.log.take() == [])
      device.advance(1)
      #expect(device.log.take() == ["completion end"])
    }
  }

  @Test func `a paused animator stays in place; continued, it takes the remaining time`() {
    moving { device, box, animator in
      animator.startAnimation()
      device.advance(0.5)
      animator.pauseAnimation()
      #expect(animator.state == .active && !animator.isRunning && animator.fractionComplete == 0.25)
      device.advance(100)
      #expect(place(box) == "150/300")
      animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
      device.advance(1.4)
      #expect(place(box) == "290/300" && device.log.take() == ["block"])
      device.advance(0.1)
      #expect(device.log.take() == ["completion end"])
    }
  }

  @Test func `an inactive animator can be scrubbed, then continued in half its duration`() {
    moving { device, box, animator in
      animator.fractionComplete = 0.5
      #expect(place(box) == "200/300" && animator.state == .active && !animator.isRunning)
      animator.fractionComplete = 0.1
      #expect(place(box) == "120/300")
      animator.continueAnimation(
        withTimingParameters: UICubicTimingParameters(animationCurve: .linear), durationFactor: 0.5)
      device.advance(0.5)
      #expect(place(box) == "210/300")
      device.advance(0.5)
      #expect(device.log.take() == ["block", "completion end"])
    }
  }

  @Test func `scrubbing is linear, or follows the curve if scrubsLinearly is false`() {
    let ease = UICubicTimingParameters(animationCurve: .easeIn)
    moving(ease) { _, box, animator in
      animator.fractionComplete = 0.5
      #expect(place(box) == "200/300")
    }
    moving(ease) { _, box, animator in
      animator.scrubsLinearly = false
      animator.fractionComplete = 0.5
      #expect(place(box) == "163/300")
      #expect(abs(animator.fractionComplete - 0.5) < 0.001)
    }
  }

  @Test func `an eased animation does not jump when it is paused and continued`() {
    moving(UICubicTimingParameters(animationCurve: .easeInOut)) { device, box, animator in
      animator.startAnimation()
      device.advance(0.6)
      let before = place(box)
      animator.pauseAnimation()
      #expect(place(box) == before)
      device.advance(5)
      animator.startAnimation()
      #expect(place(box) == before)
      device.advance(0.4)
      #expect(place(box) == "200/300")
      device.advance(1)
      #expect(device.log.take() == ["block", "completion end"])
    }
  }

  @Test func `an animator reversed while running goes back and ends at its start`() {
    moving { device, box, animator in
      animator.startAnimation()
      device.advance(0.5)
      animator.isReversed = true
      #expect(place(box) == "150/300" && animator.fractionComplete == 0.75 && animator.isRunning)
      device.advance(0.25)
      #expect(place(box) == "125/300")
      device.advance(0.25)
      #expect(place(box) == "100/100" && device.log.take() == ["block", "completion start"])
      #expect(animator.state == .inactive)
    }
  }

  @Test func `animations added to a running animator take its remaining time`() {
    moving { device, box, animator in
      animator.startAnimation()
      device.advance(1)
      animator.addAnimations { box.alpha = 0 }
      animator.addAnimations({ box.layer.cornerRadius = 10 }, delayFactor: 0.5)
      device.advance(0.5)
      let shown = box.layer.presentation()
      #expect(shown?.opacity == 0.5 && shown?.cornerRadius == 0)
      device.advance(0.25)
      #expect(abs((box.layer.presentation()?.cornerRadius ?? 0) - 5) < 0.001)
      device.advance(0.25)
      #expect(place(box) == "300/300" && box.alpha == 0 && device.log.take() == ["block", "completion end"])
    }
  }

  @Test func `a stopped animator stays in place; finishing it sets an end and calls the completion`() {
    moving { device, box, animator in
      animator.startAnimation()
      device.advance(0.5)
      animator.stopAnimation(false)
      #expect(animator.state == .stopped && !animator.isRunning && place(box) == "150/150")
      device.advance(5)
      #expect(device.log.take() == ["block"])
      animator.finishAnimation(at: .start)
      #expect(animator.state == .inactive && place(box) == "100/100")
      #expect(device.log.take() == ["completion start"])
    }
    moving { device, box, animator in
      animator.startAnimation()
      device.advance(0.5)
      animator.stopAnimation(true)
      device.advance(5)
      #expect(animator.state == .inactive && place(box) == "150/150")
      #expect(device.log.take() == ["block"])
    }
  }

  @Test func `an animator that pauses on completion stays at the end and can be reversed`() {
    moving { device, box, animator in
      animator.pausesOnCompletion = true
      animator.startAnimation()
      device.advance(3)
      #expect(animator.state == .active && !animator.isRunning && device.log.take() == ["block"])
      animator.isReversed = true
      animator.startAnimation()
      device.advance(1)
      #expect(place(box) == "200/300")
      animator.pausesOnCompletion = false
      device.advance(1)
      #expect(place(box) == "100/100" && device.log.take() == ["completion start"])
    }
  }

  @Test func `a spring overshoots and is at rest after its duration`() {
    moving(UISpringTimingParameters(dampingRatio: 0.3)) { device, box, animator in
      animator.startAnimation()
      var highest: CGFloat = 0
      for _ in 0..<39 {
        device.advance(0.05)
        highest = max(highest, box.layer.presentation()?.position.x ?? 0)
      }
      #expect(highest > 320 && device.log.take() == ["block"])
      device.advance(0.05)
      #expect(place(box) == "300/300" && device.log.take() == ["completion end"])
    }
  }

  @Test func `isRunning is observable`() {
    moving { device, _, animator in
      let token = animator.observe(\.isRunning, options: [.new]) { _, change in
        let isRunning = change.newValue == true
        MainActor.assumeIsolated { device.log("running \(isRunning)") }
      }
      animator.startAnimation()
      device.advance(2)
      token.invalidate()
      #expect(device.log.take() == ["block", "running true", "running false", "completion end"])
    }
  }

  @Test func `finishing an animator that was not stopped stops the app with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        UIViewPropertyAnimator(duration: 1, curve: .linear).finishAnimation(at: .end)
      }
    }
    #expect(errors(of: result).contains("should only be called on a stopped animator!"))
  }

  @Test(.rule("E-943"))
  func `a hit test finds a moving view on the screen, or at its end if the app tests itself`() {
    moving { device, box, animator in
      let root = box.superview!
      @MainActor func hit(_ x: CGFloat) -> Bool { root.hitTest(CGPoint(x: x, y: 120), with: nil) === box }
      animator.startAnimation()
      device.advance(1)
      #expect(place(box) == "200/300")
      #expect(hit(200) && !hit(300))
      animator.isManualHitTestingEnabled = true
      #expect(!hit(200) && hit(300))
      animator.isManualHitTestingEnabled = false
      device.advance(2)
      #expect(hit(300) && !hit(200))
      #expect(UIView.viewsTestedOnScreen == 0)
    }
  }

  @Test(.rule("E-943")) func `without interaction the moving views get no touches while it runs`() {
    moving { device, box, animator in
      let root = box.superview!
      @MainActor func hit(_ x: CGFloat) -> Bool { root.hitTest(CGPoint(x: x, y: 120), with: nil) === box }
      animator.isUserInteractionEnabled = false
      animator.startAnimation()
      #expect(!hit(100) && !hit(300))
      animator.pauseAnimation()
      #expect(hit(300))
      animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
      #expect(!hit(300))
      device.advance(3)
      #expect(hit(300))
    }
  }

  @Test(.rule("E-943")) func `an animator that is not interruptible cannot be paused, scrubbed or stopped`() {
    moving { device, box, animator in
      animator.isInterruptible = false
      animator.startAnimation()
      device.advance(0.5)
      animator.pauseAnimation()
      animator.fractionComplete = 0.9
      animator.stopAnimation(true)
      #expect(animator.isRunning && place(box) == "150/300")
      device.advance(2)
      #expect(device.log.take() == ["block", "completion end"])
    }
  }
}
