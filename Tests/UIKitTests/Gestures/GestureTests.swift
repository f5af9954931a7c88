import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Gesture recognition, and which touches the views get.
@MainActor @Suite struct GestureTests {
  private func touching(_ body: (TestDevice, LoggingView, GestureTarget) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let pane = LoggingView("v", device.log, CGRect(x: 50, y: 100, width: 300, height: 300))
      root.addSubview(pane)
      device.turn()
      body(device, pane, GestureTarget(device.log))
    }
  }

  @Test(.rule("E-183", "E-184", "E-195"))
  func `a tap sends one action, a pan sends began, changed and ended`() {
    touching { device, pane, target in
      pane.addGestureRecognizer(UITapGestureRecognizer(target: target, action: "plain"))
      device.tap(100, 150)
      #expect(device.log.take() == ["v.began", "v.cancelled", "plain"])
      pane.gestureRecognizers = nil
      let pan = UIPanGestureRecognizer(target: target, action: "panned:")
      pane.addGestureRecognizer(pan)
      device.down(100, 150)
      device.move(105, 150)
      device.move(120, 150)
      device.move(130, 150)
      #expect(pan.state == .changed)
      device.up(130, 150)
      #expect(pan.state == .possible)
      #expect(
        device.log.take() == ["v.began", "v.moved", "v.cancelled", "pan began", "pan changed", "pan ended"])
    }
  }

  @Test(.rule("E-184")) func `a failure and a reset send no action, a cancelled pan does`() {
    touching { device, pane, target in
      let pan = UIPanGestureRecognizer(target: target, action: "panned:")
      pane.addGestureRecognizer(pan)
      device.down(100, 150)
      device.up(100, 150)
      #expect(device.log.take() == ["v.began", "v.ended"])
      device.advance(1)
      device.down(100, 150)
      device.move(130, 150)
      device.touch(.cancelled, [1: CGPoint(x: 130, y: 150)])
      #expect(device.log.take() == ["v.began", "v.cancelled", "pan began", "pan cancelled"])
    }
  }

  @Test(.rule("E-185")) func `without cancelsTouchesInView the view gets all its touches`() {
    touching { device, pane, target in
      let tap = UITapGestureRecognizer(target: target, action: "plain")
      tap.cancelsTouchesInView = false
      pane.addGestureRecognizer(tap)
      device.tap(100, 150)
      #expect(device.log.take() == ["v.began", "plain", "v.ended"])
    }
  }

  @Test(.rule("E-182"))
  func `the delegate and the view can each prevent a recognizer from beginning`() {
    touching { device, pane, target in
      let delegate = GestureJudge(device.log)
      let pan = UIPanGestureRecognizer(target: target, action: "panned:")
      pan.delegate = delegate
      pane.addGestureRecognizer(pan)
      delegate.begins = false
      device.down(100, 150)
      device.move(130, 150)
      device.move(150, 150)
      device.up(150, 150)
      #expect(device.log.take() == ["v.began", "shouldBegin", "v.moved", "v.moved", "v.ended"])
      delegate.begins = true
      device.advance(1)
      device.down(100, 150)
      device.move(130, 150)
      device.up(130, 150)
      #expect(device.log.take() == ["v.began", "shouldBegin", "v.cancelled", "pan began", "pan ended"])
    }
  }

  @Test(.rule("E-192")) func `the first to recognize prevents others, unless a delegate allows both`() {
    touching { device, pane, target in
      let (one, other) = (
        UIPanGestureRecognizer(target: target, action: "first"),
        UIPanGestureRecognizer(target: target, action: "second")
      )
      pane.addGestureRecognizer(one)
      pane.addGestureRecognizer(other)
      device.down(100, 150)
      device.move(130, 150)
      device.up(130, 150)
      #expect(Set(device.log.take().filter { !$0.hasPrefix("v.") }).count == 1)
      let delegate = GestureJudge(device.log)
      delegate.logs = false
      delegate.allowsBoth = true
      other.delegate = delegate
      device.advance(1)
      device.down(100, 150)
      device.move(130, 150)
      #expect(Set(device.log.take().filter { !$0.hasPrefix("v.") }) == ["first", "second"])
      device.up(130, 150)
    }
  }

  @Test(.rule("E-194")) func `disabling a recognizer in progress cancels it`() {
    touching { device, pane, target in
      let pan = UIPanGestureRecognizer(target: target, action: "panned:")
      pane.addGestureRecognizer(pan)
      device.down(100, 150)
      device.move(130, 150)
      pan.isEnabled = false
      device.move(150, 150)
      device.up(150, 150)
      #expect(device.log.take() == ["v.began", "v.cancelled", "pan began", "pan cancelled"])
      pan.isEnabled = true
      device.advance(1)
      device.down(100, 150)
      device.move(130, 150)
      device.up(130, 150)
      #expect(device.log.take() == ["v.began", "v.cancelled", "pan began", "pan ended"])
    }
  }

  @Test(.rule("E-196")) func `a long press begins after half a second within ten points`() {
    touching { device, pane, target in
      let press = UILongPressGestureRecognizer(target: target, action: "pressed:")
      pane.addGestureRecognizer(press)
      device.down(100, 150)
      device.advance(0.49)
      device.move(105, 150)
      #expect(device.log.take() == ["v.began", "v.moved"])
      device.advance(0.02)
      #expect(device.log.take() == ["v.cancelled", "press began"])
      device.move(200, 150)
      device.up(200, 150)
      #expect(device.log.take() == ["press changed", "press ended"])
      device.advance(1)
      device.down(100, 150)
      device.move(112, 150)
      device.advance(1)
      device.up(112, 150)
      #expect(device.log.take() == ["v.began", "v.moved", "v.ended"])
      device.advance(1)
      device.down(100, 150)
      device.advance(0.4)
      device.up(100, 150)
      device.advance(1)
      #expect(device.log.take() == ["v.began", "v.ended"])
    }
  }

  @Test(.rule("E-196")) func `a pan begins after ten points and reports translation and velocity`() {
    touching { device, pane, target in
      let pan = UIPanGestureRecognizer(target: target, action: "plain")
      pane.addGestureRecognizer(pan)
      device.down(100, 150)
      device.move(109.9, 150)
      #expect(pan.state == .possible)
      device.advance(0.1)
      device.move(120, 150)
      #expect(pan.state == .began)
      #expect(pan.translation(in: pane) == CGPoint(x: 20, y: 0))
      device.advance(0.1)
      device.move(140, 150)
      #expect(abs(pan.velocity(in: pane).x - 200) < 1)
      pan.setTranslation(.zero, in: pane)
      device.move(145, 160)
      #expect(pan.translation(in: pane) == CGPoint(x: 5, y: 10))
      device.up(145, 160)
    }
  }

  @Test(.rule("E-183")) func `a pinch and a rotation are relative to the start of two touches`() {
    touching { device, pane, target in
      pane.isMultipleTouchEnabled = true
      let pinch = UIPinchGestureRecognizer(target: target, action: "pinched:")
      pane.addGestureRecognizer(pinch)
      device.touch(.began, [1: CGPoint(x: 100, y: 200), 2: CGPoint(x: 200, y: 200)])
      device.touch(.moved, [2: CGPoint(x: 205, y: 200)])
      #expect(pinch.state == .possible)
      device.touch(.moved, [2: CGPoint(x: 300, y: 200)])
      #expect(pinch.state == .began && abs(pinch.scale - 2) < 1e-9)
      device.advance(0.5)
      device.touch(.moved, [1: CGPoint(x: 50, y: 200)])
      #expect(abs(pinch.scale - 2.5) < 1e-9 && abs(pinch.velocity - 1) < 1e-9)
      device.touch(.ended, [1: CGPoint(x: 50, y: 200), 2: CGPoint(x: 300, y: 200)])
      #expect(
        device.log.take().filter { !$0.hasPrefix("v.") } == ["pinch began", "pinch changed", "pinch ended"])
      pane.gestureRecognizers = nil
      let turn = UIRotationGestureRecognizer(target: target, action: "turned:")
      pane.addGestureRecognizer(turn)
      device.advance(1)
      device.touch(.began, [1: CGPoint(x: 150, y: 200), 2: CGPoint(x: 250, y: 200)])
      device.touch(.moved, [2: CGPoint(x: 150, y: 300)])
      #expect(abs(turn.rotation - .pi / 2) < 1e-9)
      device.touch(.moved, [2: CGPoint(x: 50, y: 200)])
      // Takes the shorter direction across half a turn.
      device.touch(.moved, [2: CGPoint(x: 150, y: 100)])
      #expect(abs(turn.rotation - 3 * .pi / 2) < 1e-9)
      device.touch(.ended, [1: CGPoint(x: 150, y: 200), 2: CGPoint(x: 150, y: 100)])
      #expect(
        device.log.take().filter { !$0.hasPrefix("v.") } == [
          "turn began", "turn changed", "turn changed", "turn ended",
        ])
    }
  }

  @Test(.rule("E-190")) func `a single tap that requires the double tap's failure waits for it`() {
    touching { device, pane, target in
      let single = UITapGestureRecognizer(target: target, action: "first")
      let double = UITapGestureRecognizer(target: target, action: "second")
      double.numberOfTapsRequired = 2
      single.require(toFail: double)
      for tap in [single, double] {
        tap.cancelsTouchesInView = false
        pane.addGestureRecognizer(tap)
      }
      device.quickTap(100, 150)
      #expect(device.log.take() == ["v.began"])
      device.advance(0.34)
      #expect(device.log.take() == [])
      device.advance(0.02)
      #expect(device.log.take() == ["first", "v.ended"])
      device.advance(1)
      device.quickTap(100, 150)
      device.advance(0.1)
      device.quickTap(100, 150)
      device.advance(1)
      #expect(device.log.take().filter { !$0.hasPrefix("v.") } == ["second"])
    }
  }

  @Test(.rule("E-190"))
  func `a pan that requires a swipe's failure begins once the swipe has failed`() {
    touching { device, pane, target in
      let swipe = UISwipeGestureRecognizer(target: target, action: "second")
      let pan = UIPanGestureRecognizer(target: target, action: "panned:")
      pan.require(toFail: swipe)
      pane.addGestureRecognizer(pan)
      pane.addGestureRecognizer(swipe)
      device.down(100, 150)
      device.move(150, 150)
      device.move(160, 150)
      device.up(160, 150)
      #expect(device.log.take().filter { !$0.hasPrefix("v.") } == ["second"])
      device.advance(1)
      // A downward movement is no swipe to the right.
      device.down(100, 150)
      device.move(100, 170)
      device.move(100, 210)
      device.move(100, 220)
      device.up(100, 220)
      #expect(
        device.log.take().filter { !$0.hasPrefix("v.") } == ["pan began", "pan changed", "pan ended"])
    }
  }

  @Test(.rule("E-191")) func `without a requirement the single tap is sent before the double tap`() {
    touching { device, pane, target in
      let single = UITapGestureRecognizer(target: target, action: "first")
      let double = UITapGestureRecognizer(target: target, action: "second")
      double.numberOfTapsRequired = 2
      for tap in [single, double] {
        tap.cancelsTouchesInView = false
        pane.addGestureRecognizer(tap)
      }
      device.quickTap(100, 150)
      device.advance(0.1)
      device.quickTap(100, 150)
      device.advance(1)
      let heard = device.log.take().filter { !$0.hasPrefix("v.") }
      #expect(heard == ["first", "second"])
    }
  }

  @Test(.rule("E-193"))
  func `a button precedes a superview's recognizer; its own recognizer precedes the button`() {
    touching { device, pane, target in
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      button.addTarget(target, action: "second", for: .touchUpInside)
      pane.addSubview(button)
      device.turn()
      pane.addGestureRecognizer(UITapGestureRecognizer(target: target, action: "first"))
      device.tap(button)
      #expect(device.log.take() == ["second"])
      pane.gestureRecognizers = nil
      button.addGestureRecognizer(UITapGestureRecognizer(target: target, action: "first"))
      device.tap(button)
      #expect(device.log.take() == ["first"])
    }
  }

  @Test(.rule("E-188", "E-187"))
  func `a double tap cancels the view's touches; without a delay the first one ends`() {
    touching { device, pane, target in
      let double = UITapGestureRecognizer(target: target, action: "second")
      double.numberOfTapsRequired = 2
      pane.addGestureRecognizer(double)
      device.quickTap(100, 150)
      device.advance(0.1)
      device.quickTap(100, 150)
      #expect(device.log.take() == ["v.began", "v.began", "v.cancelled", "v.cancelled", "second"])
      double.delaysTouchesEnded = false
      device.advance(1)
      device.quickTap(100, 150)
      device.advance(0.1)
      device.quickTap(100, 150)
      #expect(device.log.take() == ["v.began", "v.ended", "v.began", "v.cancelled", "second"])
    }
  }

  @Test(.rule("E-187")) func `a delayed end is delivered when the double tap has failed`() {
    touching { device, pane, target in
      let double = UITapGestureRecognizer(target: target, action: "second")
      double.numberOfTapsRequired = 2
      pane.addGestureRecognizer(double)
      device.quickTap(100, 150)
      device.advance(0.34)
      #expect(device.log.take() == ["v.began"])
      device.advance(0.02)
      #expect(device.log.take() == ["v.ended"])
    }
  }

  @Test(.rule("E-186"))
  func `with delaysTouchesBegan the view gets everything after a failure, or nothing`() {
    touching { device, pane, target in
      let swipe = UISwipeGestureRecognizer(target: target, action: "second")
      swipe.delaysTouchesBegan = true
      pane.addGestureRecognizer(swipe)
      device.down(100, 150)
      device.move(100, 160)
      #expect(device.log.take() == [])
      device.move(100, 210)
      #expect(device.log.take() == ["v.began", "v.moved", "v.moved"])
      device.up(100, 210)
      #expect(device.log.take() == ["v.ended"])
      device.advance(1)
      device.down(100, 150)
      device.move(160, 150)
      device.up(160, 150)
      #expect(device.log.take() == ["second"])
    }
  }

  @Test(.rule("E-189"))
  func `with two fingers the first end is delayed until the second decides between cancel and end`() {
    touching { device, pane, target in
      pane.isMultipleTouchEnabled = true
      let tap = UITapGestureRecognizer(target: target, action: "second")
      tap.numberOfTouchesRequired = 2
      pane.addGestureRecognizer(tap)
      let fingers: [UInt32: CGPoint] = [1: CGPoint(x: 100, y: 150), 2: CGPoint(x: 150, y: 150)]
      device.touch(.began, fingers)
      device.up(100, 150, finger: 1)
      #expect(device.log.take() == ["v.began 2"])
      device.up(150, 150, finger: 2)
      #expect(device.log.take() == ["v.cancelled", "v.cancelled", "second"])
      device.advance(1)
      device.touch(.began, fingers)
      device.up(100, 150, finger: 1)
      device.move(250, 150, finger: 2)
      device.up(250, 150, finger: 2)
      #expect(device.log.take() == ["v.began 2", "v.ended", "v.moved", "v.ended"])
    }
  }

  @Test(.rule("E-190"))
  func `a delegate's requirement is evaluated once per attempt and works like a static one`() {
    touching { device, pane, target in
      let pan = UIPanGestureRecognizer(target: target, action: "panned:")
      let swipe = UISwipeGestureRecognizer(target: target, action: "second")
      let delegate = Requirer(device.log)
      pan.delegate = delegate
      pane.addGestureRecognizer(pan)
      pane.addGestureRecognizer(swipe)
      device.down(100, 150)
      device.move(120, 150)
      device.move(130, 150)
      device.move(160, 150)
      device.up(160, 150)
      #expect(device.log.take().filter { !$0.hasPrefix("v.") } == ["requires?", "second"])
    }
  }

  @Test(.rule("E-190")) func `a waiting pan begins and ends together if the finger was lifted meanwhile`() {
    touching { device, pane, target in
      let double = UITapGestureRecognizer(target: target, action: "second")
      double.numberOfTapsRequired = 2
      let pan = UIPanGestureRecognizer(target: target, action: "panned:")
      pan.require(toFail: double)
      pane.addGestureRecognizer(double)
      pane.addGestureRecognizer(pan)
      device.down(100, 150)
      device.move(120, 150)
      device.up(120, 150)
      #expect(device.log.take().filter { !$0.hasPrefix("v.") } == [])
      device.advance(1)
      #expect(device.log.take().filter { !$0.hasPrefix("v.") } == ["pan began", "pan ended"])
      #expect(pan.state == .possible && pan.location(in: pane) == CGPoint(x: 70, y: 50))
    }
  }

  @Test(.rule("E-190"))
  func `recognizers that require each other's failure both fail when the finger is lifted`() {
    touching { device, pane, target in
      let one = UITapGestureRecognizer(target: target, action: "first")
      let other = UITapGestureRecognizer(target: target, action: "second")
      one.require(toFail: other)
      other.require(toFail: one)
      for tap in [one, other] { pane.addGestureRecognizer(tap) }
      device.quickTap(100, 150)
      #expect(device.log.take() == ["v.began", "v.ended"])
      #expect(one.numberOfTouches == 0 && other.numberOfTouches == 0)
    }
  }

  @Test(.rule("E-190"))
  func `a required recognizer that recognizes first fails the other even if both are allowed`() {
    touching { device, pane, target in
      let delegate = GestureJudge(device.log)
      (delegate.logs, delegate.allowsBoth) = (false, true)
      let swipe = UISwipeGestureRecognizer(target: target, action: "second")
      let press = UILongPressGestureRecognizer(target: target, action: "pressed:")
      press.allowableMovement = 500
      press.delegate = delegate
      press.require(toFail: swipe)
      pane.addGestureRecognizer(press)
      pane.addGestureRecognizer(swipe)
      device.down(100, 150)
      device.move(170, 150)
      device.advance(1)
      device.up(170, 150)
      #expect(device.log.take().filter { !$0.hasPrefix("v.") } == ["second"])
    }
  }

  @Test(.rule("E-194", "E-184"))
  func `a recognizer disabled by its own action sends cancelled and no more actions`() {
    touching { device, pane, target in
      let pan = UIPanGestureRecognizer(target: target, action: "panned:")
      let stopper = Stopper(pan)
      pan.removeTarget(nil, action: nil)
      pan.addTarget(stopper, action: "stop")
      pan.addTarget(target, action: "panned:")
      pane.addGestureRecognizer(pan)
      device.down(100, 150)
      device.move(130, 150)
      device.move(150, 150)
      device.up(150, 150)
      #expect(device.log.take() == ["v.began", "v.cancelled", "pan cancelled"])
    }
  }

  @Test(.rule("E-194"))
  func `a recognizer removed while in progress is cancelled, and delayed touches are delivered`() {
    touching { device, pane, target in
      let pan = UIPanGestureRecognizer(target: target, action: "panned:")
      let swipe = UISwipeGestureRecognizer(target: target, action: "second")
      swipe.delaysTouchesBegan = true
      pane.addGestureRecognizer(pan)
      pane.addGestureRecognizer(swipe)
      pan.cancelsTouchesInView = false
      device.down(100, 150)
      #expect(device.log.take() == [])
      pane.removeGestureRecognizer(swipe)
      #expect(device.log.take() == ["v.began"])
      device.move(130, 150)
      pane.removeGestureRecognizer(pan)
      #expect(device.log.take() == ["pan began", "v.moved", "pan cancelled"])
      device.up(130, 150)
      #expect(device.log.take() == ["v.ended"])
    }
  }

  @Test(.rule("E-183")) func `a custom recognizer cannot violate the order of states`() {
    touching { device, pane, target in
      let free = FreeRecognizer(target: target, action: "panned:")
      pane.addGestureRecognizer(free)
      free.cancelsTouchesInView = false
      device.down(100, 150)
      // changed begins it, a second began is a change, failed is too late and cancels; then it is over.
      for state in [UIGestureRecognizer.State.changed, .began, .possible, .failed, .ended, .began] {
        free.next = state
        device.move(100, 150)
      }
      #expect(free.state == .cancelled)
      device.up(100, 150)
      #expect(
        device.log.take().filter { !$0.hasPrefix("v.") } == ["pan began", "pan changed", "pan cancelled"])
      #expect(free.state == .possible && free.resets == 1)
      // A recognizer that sets no final state is cancelled when its fingers are lifted.
      device.down(100, 150)
      free.next = .began
      device.move(100, 150)
      free.next = nil
      device.up(100, 150)
      #expect(device.log.take().filter { !$0.hasPrefix("v.") } == ["pan began", "pan cancelled"])
    }
  }

  @Test(.rule("E-236")) func `a nil target does not search the responder chain`() {
    withDevice { device in
      let root = device.showEmpty()
      let holder = HearingView(frame: CGRect(x: 0, y: 100, width: 200, height: 200))
      holder.log = device.log
      let inner = UIView(frame: holder.bounds)
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      holder.addSubview(inner)
      inner.addSubview(button)
      root.addSubview(holder)
      device.turn()
      inner.addGestureRecognizer(UITapGestureRecognizer(target: nil, action: "heard"))
      button.addTarget(nil, action: "heard", for: .touchUpInside)
      device.tap(100, 250)
      #expect(device.log.take() == [])
      // A control's action without a target does search it.
      device.tap(button)
      #expect(device.log.take() == ["heard"])
    }
  }

  @Test func `a pan is measured in the view's coordinates, even if it is rotated or scaled`() {
    touching { device, pane, target in
      let pan = UIPanGestureRecognizer(target: target, action: "plain")
      pane.addGestureRecognizer(pan)
      let turned = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      turned.transform = CGAffineTransform(rotationAngle: .pi / 2).scaledBy(x: 2, y: 2)
      pane.addSubview(turned)
      device.down(250, 350)
      device.move(270, 350)
      device.move(290, 350)
      let seen = pan.translation(in: turned)
      #expect(abs(seen.x) < 1e-6 && abs(seen.y + 20) < 1e-6)
      pan.setTranslation(CGPoint(x: 0, y: -5), in: turned)
      let screen = pan.translation(in: nil)
      #expect(abs(screen.x - 10) < 1e-6 && abs(screen.y) < 1e-6)
      device.up(290, 350)
    }
  }

  @Test(.rule("E-396"))
  func `a pointer without a pressed button drives hover through began, changed and ended`() {
    touching { device, pane, target in
      let inner = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      pane.addSubview(inner)
      device.turn()
      pane.addGestureRecognizer(UIHoverGestureRecognizer(target: target, action: "panned:"))
      let hover = UIHoverGestureRecognizer(target: target, action: "pressed:")
      inner.addGestureRecognizer(hover)
      device.touch(.hovering, [0: CGPoint(x: 10, y: 10)])
      device.touch(.hovering, [0: CGPoint(x: 60, y: 110)])
      #expect(hover.location(in: inner) == CGPoint(x: 10, y: 10))
      device.touch(.hovering, [0: CGPoint(x: 200, y: 200)])
      device.touch(.hovering, [0: CGPoint(x: 10, y: 10)])
      #expect(
        device.log.take() == [
          "press began", "pan began", "press ended", "pan changed", "pan ended",
        ])
      device.touch(.hovering, [0: CGPoint(x: 200, y: 200)])
      pane.gestureRecognizers?.first?.isEnabled = false
      device.touch(.hovering, [0: CGPoint(x: 210, y: 200)])
      #expect(device.log.take() == ["pan began", "pan cancelled"])
    }
  }

  @Test(.rule("E-192"))
  func `a gesture in progress prevents others; one that cannot be prevented cancels it`() {
    touching { device, pane, target in
      let pan = UIPanGestureRecognizer(target: target, action: "panned:")
      let late = LateRecognizer(target: target, action: "second")
      pane.addGestureRecognizer(pan)
      pane.addGestureRecognizer(late)
      @MainActor func drag() -> [String] {
        device.advance(1)
        device.down(100, 150)
        device.move(120, 150)
        device.move(200, 150)
        device.up(200, 150)
        return device.log.take().filter { !$0.hasPrefix("v.") }
      }
      #expect(drag() == ["pan began", "pan changed", "pan ended"])
      late.isProud = true
      #expect(drag() == ["pan began", "pan changed", "pan cancelled", "second"])
    }
  }

  @Test(.rule("F-241"))
  func `a subclass with only the designated initializer is created with and without a target`() {
    #expect(PlainRecognizer(target: nil, action: nil).isMade)
    #expect(PlainRecognizer().isMade)
  }

  @Test(.rule("E-944")) func `a recognizer ignores touches of types that it does not allow`() {
    touching { device, pane, target in
      let tap = UITapGestureRecognizer(target: target, action: "plain")
      #expect(tap.allowedTouchTypes.map(\.intValue) == [0, 1, 2, 3])
      pane.addGestureRecognizer(tap)
      tap.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.pencil.rawValue)]
      device.tap(100, 150)
      #expect(device.log.take() == ["v.began", "v.ended"])
      tap.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.direct.rawValue)]
      device.advance(1)
      device.tap(100, 150)
      #expect(device.log.take() == ["v.began", "v.cancelled", "plain"])
    }
  }

  private final class PencilTouch: UITouch {
    override var type: TouchType { .pencil }
  }

  @Test(.rule("E-1013")) func `a recognizer that tracks a finger ignores a pencil`() {
    touching { device, pane, target in
      let pan = UIPanGestureRecognizer(target: target, action: "panned:")
      pane.addGestureRecognizer(pan)
      let pencil = PencilTouch(fingerID: 7)
      #expect(pan.wants(pencil))
      device.down(100, 150)
      #expect(!pan.wants(pencil))
      pan.requiresExclusiveTouchType = false
      #expect(pan.wants(pencil))
      device.up(100, 150)
    }
  }

  @Test(.rule("E-945")) func `a tap with the secondary button is none of a finger`() {
    touching { device, pane, target in
      let tap = UITapGestureRecognizer(target: target, action: "plain")
      tap.buttonMaskRequired = .secondary
      pane.addGestureRecognizer(tap)
      device.tap(100, 150)
      #expect(device.log.take() == ["v.began", "v.ended"])
    }
  }
}

/// Disables a recognizer in its action.
private final class Stopper: NSObject {
  private weak var recognizer: UIGestureRecognizer?
  init(_ recognizer: UIGestureRecognizer) {
    self.recognizer = recognizer
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "stop", "stop()", 1) {
        unsafeDowncast($0, to: Stopper.self).recognizer?.isEnabled = false
      }
    ]
  }
}

/// Sets the state that the test chooses.
private final class FreeRecognizer: UIGestureRecognizer {
  var next: State?
  var resets = 0
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { if let next { state = next } }
  override func reset() { resets += 1 }
}

private final class HearingView: UIView {
  var log: Log?
  override class var _carobMethods: [_CarobMethod] {
    [.init(none: "heard", "heard()", 1) { unsafeDowncast($0, to: HearingView.self).log?("heard") }]
  }
}

/// Logs the actions of recognizers.
final class GestureTarget: NSObject {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  @MainActor private func heard(_ what: String, _ recognizer: AnyObject?) {
    guard let recognizer = recognizer as? UIGestureRecognizer else { return }
    log("\(what) \(recognizer.state)")
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "plain", "plain()", 1) { unsafeDowncast($0, to: GestureTarget.self).log("plain") },
      .init(none: "first", "first()", 1) { unsafeDowncast($0, to: GestureTarget.self).log("first") },
      .init(none: "second", "second()", 1) { unsafeDowncast($0, to: GestureTarget.self).log("second") },
      .init(object: "panned:", "panned(_:)", 1) { s, r in
        unsafeDowncast(s, to: GestureTarget.self).heard("pan", r)
      },
      .init(object: "pressed:", "pressed(_:)", 1) { s, r in
        unsafeDowncast(s, to: GestureTarget.self).heard("press", r)
      },
      .init(object: "pinched:", "pinched(_:)", 1) { s, r in
        unsafeDowncast(s, to: GestureTarget.self).heard("pinch", r)
      },
      .init(object: "turned:", "turned(_:)", 1) { s, r in
        unsafeDowncast(s, to: GestureTarget.self).heard("turn", r)
      },
    ]
  }
}

private final class GestureJudge: NSObject, UIGestureRecognizerDelegate {
  let log: Log
  var begins = true
  var allowsBoth = false
  var logs = true
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "gestureRecognizerShouldBegin:",
      "gestureRecognizer:shouldRecognizeSimultaneouslyWithGestureRecognizer:")
  }
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    if logs { log("shouldBegin") }
    return begins
  }
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { allowsBoth }
}

private final class Requirer: NSObject, UIGestureRecognizerDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has("gestureRecognizer:shouldRequireFailureOfGestureRecognizer:")
  }
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool {
    log("requires?")
    return true
  }
}

/// Recognizes a finger that is a hundred points from its start.
private final class LateRecognizer: UIGestureRecognizer {
  /// Whether no other recognizer can prevent it.
  var isProud = false
  override func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { !isProud }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let touch = touches.first, touch.location(in: nil).x >= 200 else { return }
    state = .ended
  }
}

/// Overrides the designated initializer and inherits the one from a coder (F-241).
private final class PlainRecognizer: UIGestureRecognizer {
  let isMade: Bool
  override init(target: Any?, action: Selector?) {
    isMade = true
    super.init(target: target, action: action)
  }
}
