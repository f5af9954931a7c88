import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Delivery of the device's input to the touch methods.
@MainActor @Suite struct TouchDeliveryTests {
  /// A screen with the panes `a` (left half) and `b` (right half).
  private func panes(_ body: (TestDevice, LoggingView, LoggingView) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let a = LoggingView("a", device.log, CGRect(x: 0, y: 100, width: 150, height: 300))
      let b = LoggingView("b", device.log, CGRect(x: 150, y: 100, width: 150, height: 300))
      root.addSubview(a)
      root.addSubview(b)
      device.turn()
      body(device, a, b)
    }
  }

  @Test(.rule("E-160", "E-166"))
  func `the hit view keeps the touch until its end, wherever the finger moves`() {
    panes { device, a, _ in
      let seen = TouchKeeper()
      defer { seen.forget() }
      a.addGestureRecognizer(seen)
      device.down(10, 110)
      device.move(200, 110)
      device.up(200, 110)
      #expect(device.log.take() == ["a.began", "a.moved", "a.ended"])
      #expect(Set(seen.identities).count == 1 && seen.identities.count == 3)
    }
  }

  @Test(.rule("E-160")) func `the window is hit-tested before the event is sent to it`() {
    withDevice { device in
      let window = LoggingWindow(frame: UIScreen.main.bounds)
      window.log = device.log
      window.rootViewController = UIViewController()
      window.windowLevel = .alert
      window.makeKeyAndVisible()
      device.turn()
      device.down(10, 110)
      #expect(device.log.take() == ["hitTest", "sendEvent"])
      device.move(20, 110)
      device.up(20, 110)
      #expect(device.log.take() == ["sendEvent", "sendEvent"])
    }
  }

  @Test(.rule("E-166"))
  func `quick taps in one place increase the tap count; slow, distant or moved ones reset it`() {
    panes { device, a, _ in
      let seen = TouchKeeper()
      defer { seen.forget() }
      a.addGestureRecognizer(seen)
      for _ in 1...3 { device.quickTap(10, 110) }
      device.quickTap(100, 300)
      device.advance(0.4)
      device.quickTap(100, 300)
      #expect(seen.tapCounts == [1, 2, 3, 1, 1])
    }
  }

  @Test(.rule("E-167")) func `touches in the same phase are delivered together, to each view its own`() {
    panes { device, a, _ in
      a.isMultipleTouchEnabled = true
      device.touch(
        .began, [1: CGPoint(x: 10, y: 110), 2: CGPoint(x: 20, y: 120), 3: CGPoint(x: 200, y: 110)])
      #expect(device.log.take() == ["a.began 2", "b.began"])
      device.touch(.moved, [1: CGPoint(x: 11, y: 110)])
      device.touch(
        .ended, [1: CGPoint(x: 11, y: 110), 2: CGPoint(x: 20, y: 120), 3: CGPoint(x: 200, y: 110)])
      #expect(device.log.take() == ["a.moved", "a.ended 2", "b.ended"])
    }
  }

  @Test(.rule("E-167")) func `phases are delivered in the order began, moved, ended, cancelled`() {
    panes { device, a, _ in
      a.isMultipleTouchEnabled = true
      device.down(10, 110, finger: 1)
      device.down(20, 110, finger: 2)
      device.down(30, 110, finger: 3)
      _ = device.log.take()
      UIApplication.shared.touchDispatcher.handle(
        TouchEvent(
          time: device.now,
          fingers: [
            .init(id: 1, phase: .cancelled, x: 10, y: 110), .init(id: 2, phase: .ended, x: 20, y: 110),
            .init(id: 3, phase: .moved, x: 31, y: 110), .init(id: 4, phase: .began, x: 40, y: 110),
          ]))
      #expect(device.log.take() == ["a.began", "a.moved", "a.ended", "a.cancelled"])
      device.up(31, 110, finger: 3)
      device.up(40, 110, finger: 4)
    }
  }

  @Test(.rule("E-168")) func `without multiple touch a view gets one touch at a time; recognizers get all`() {
    panes { device, a, _ in
      let seen = TouchKeeper()
      defer { seen.forget() }
      a.addGestureRecognizer(seen)
      device.down(10, 110, finger: 1)
      device.down(20, 110, finger: 2)
      device.move(22, 110, finger: 2)
      device.up(22, 110, finger: 2)
      device.up(10, 110, finger: 1)
      #expect(device.log.take() == ["a.began", "a.ended"])
      #expect(Set(seen.identities).count == 2)
    }
  }

  @Test(.rule("E-169"))
  func `an exclusive view blocks touches in others, and gets none while others have some`() {
    panes { device, a, _ in
      a.isExclusiveTouch = true
      device.down(10, 110, finger: 1)
      device.down(200, 110, finger: 2)
      device.up(200, 110, finger: 2)
      device.up(10, 110, finger: 1)
      #expect(device.log.take() == ["a.began", "a.ended"])
      device.down(200, 110, finger: 2)
      device.down(10, 110, finger: 1)
      device.up(10, 110, finger: 1)
      device.up(200, 110, finger: 2)
      #expect(device.log.take() == ["b.began", "b.ended"])
    }
  }

  @Test(.rule("E-170", "E-235"))
  func `touches go to the next responder that overrides the methods; controls stop them`() {
    withDevice { device in
      let root = device.showEmpty()
      let pane = LoggingView("a", device.log, CGRect(x: 0, y: 100, width: 200, height: 200))
      let plain = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      let button = UIButton(frame: CGRect(x: 60, y: 0, width: 50, height: 50))
      root.addSubview(pane)
      pane.addSubview(plain)
      pane.addSubview(button)
      device.turn()
      device.tap(plain)
      #expect(device.log.take() == ["a.began", "a.ended"])
      device.tap(button)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-171")) func `resigning active cancels every touch once`() {
    panes { device, _, _ in
      device.down(10, 110)
      Lifecycle.willResignActive()
      device.move(20, 110)
      device.up(20, 110)
      #expect(device.log.take() == ["a.began", "a.cancelled"])
      Lifecycle.didBecomeActive()
    }
  }

  @Test(.rule("E-172")) func `a view that moved to another superview still gets its touch`() {
    panes { device, a, _ in
      let holder = UIView(frame: device.window.bounds)
      a.superview?.insertSubview(holder, at: 0)
      device.down(10, 110)
      holder.addSubview(a)
      device.move(12, 110)
      // Removing and re-adding the view in one turn does not count as leaving.
      a.removeFromSuperview()
      holder.addSubview(a)
      device.turn()
      device.up(12, 110)
      #expect(device.log.take() == ["a.began", "a.moved", "a.ended"])
    }
  }

  @Test(.rule("E-171")) func `a view that left its window gets one cancel at the end of the turn`() {
    panes { device, a, b in
      let pan = LoggingRecognizer("pan", device.log)
      let above = LoggingRecognizer("above", device.log)
      a.addGestureRecognizer(pan)
      a.superview?.addGestureRecognizer(above)
      device.down(10, 110)
      a.removeFromSuperview()
      device.turn()
      #expect(Set(device.log.events.prefix(2)) == ["pan.began", "above.began"])
      #expect(device.log.take().suffix(2) == ["a.began", "a.cancelled"])
      // Recognizers of views that are still in the window get the touch; those of the removed view do not.
      device.move(200, 110)
      b.superview?.addSubview(a)
      device.up(200, 110)
      #expect(device.log.take() == ["above.moved", "above.ended"])
    }
  }

  @Test(.rule("E-165")) func `an animating view gets no touches unless user interaction is allowed`() {
    panes { device, a, b in
      UIView.animate(withDuration: 1) {
        a.alpha = 0.5
        b.frame.origin.x = 160
      }
      device.tap(10, 110)
      #expect(device.log.take() == [])
      // The model value counts: b is hit at its new position although it is still shown at the old one.
      UIView.animate(
        withDuration: 1, delay: 0, options: .allowUserInteraction, animations: { a.frame.origin.y = 200 })
      device.advance(0.1)
      device.quickTap(10, 110)
      #expect(device.log.take() == [])
      device.quickTap(10, 210)
      #expect(device.log.take() == ["a.began", "a.ended"])
      device.advance(1)
      UIView.animate(withDuration: 1) { b.alpha = 0.5 }
      device.quickTap(200, 110)
      b.layer.removeAllAnimations()
      device.quickTap(200, 110)
      #expect(device.log.take() == ["b.began", "b.ended"])
    }
  }

  @Test(.rule("E-173"))
  func `ignoring interaction events keeps the touch in progress; ignored touches never begin`() {
    panes { device, a, _ in
      device.down(10, 110)
      a.isUserInteractionEnabled = false
      device.move(12, 110)
      device.up(12, 110)
      a.isUserInteractionEnabled = true
      #expect(device.log.take() == ["a.began", "a.moved", "a.ended"])
      UIApplication.shared.beginIgnoringInteractionEvents()
      UIApplication.shared.beginIgnoringInteractionEvents()
      device.tap(10, 110)
      UIApplication.shared.endIgnoringInteractionEvents()
      device.tap(10, 110)
      #expect(device.log.take() == [])
      UIApplication.shared.endIgnoringInteractionEvents()
      device.tap(10, 110)
      #expect(device.log.take() == ["a.began", "a.ended"])
    }
  }

  @Test(.rule("E-180", "E-181"))
  func `recognizers get a touch before its view; a delegate's refusal is permanent`() {
    panes { device, a, _ in
      let (on, above) = (LoggingRecognizer("r", device.log), LoggingRecognizer("R", device.log))
      let delegate = Refuser(device.log)
      a.addGestureRecognizer(on)
      a.superview?.addGestureRecognizer(above)
      device.down(10, 110)
      #expect(Set(device.log.events.prefix(2)) == ["r.began", "R.began"])
      #expect(device.log.take().last == "a.began")
      device.up(10, 110)
      _ = device.log.take()
      above.delegate = delegate
      device.down(10, 110)
      device.move(12, 110)
      device.up(12, 110)
      #expect(
        device.log.take() == [
          "shouldReceive", "r.began", "a.began", "r.moved", "a.moved", "r.ended", "a.ended",
        ])
    }
  }

  @Test(.rule("E-474", "E-181"))
  func `shouldReceive is called for the event before the touch, first on the recognizer`() {
    panes { device, a, _ in
      let recognizer = EventRefuser("r", device.log)
      recognizer.delegate = recognizer.refuser
      a.addGestureRecognizer(recognizer)
      device.down(10, 110)
      device.down(20, 110, finger: 2)
      device.up(20, 110, finger: 2)
      device.up(10, 110)
      #expect(
        device.log.take().filter { !$0.hasPrefix("a.") } == [
          "event", "delegate: event", "delegate: touch", "r.began",
          "event", "delegate: event", "delegate: touch", "r.began", "r.ended", "r.ended",
        ])
      recognizer.refuser.refuses = true
      device.down(10, 110)
      device.up(10, 110)
      recognizer.refuses = true
      device.down(10, 110)
      device.up(10, 110)
      #expect(device.log.take().filter { !$0.hasPrefix("a.") } == ["event", "delegate: event", "event"])
    }
  }
}

private final class EventRefuser: LoggingRecognizer {
  var refuses = false
  let refuser: Delegate
  private let ownLog: Log
  override init(_ tag: String, _ log: Log) {
    ownLog = log
    refuser = Delegate(log)
    super.init(tag, log)
  }
  required init?(coder: NSCoder) { nil }
  override func shouldReceive(_ event: UIEvent) -> Bool {
    ownLog("event")
    return !refuses
  }

  final class Delegate: NSObject, UIGestureRecognizerDelegate {
    let log: Log
    var refuses = false
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    override class var _carobMethods: [_CarobMethod] { has("gestureRecognizer:shouldReceiveTouch:") }
    func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive event: UIEvent) -> Bool {
      log("delegate: event")
      return !refuses
    }
    func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
      log("delegate: touch")
      return true
    }
  }
}

private final class LoggingWindow: UIWindow {
  var log: Log?
  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    log?("hitTest")
    return super.hitTest(point, with: event)
  }
  override func sendEvent(_ event: UIEvent) {
    log?("sendEvent")
    super.sendEvent(event)
  }
}

/// Receives every touch and recognizes nothing.
private final class TouchKeeper: UIGestureRecognizer {
  private(set) var identities: [ObjectIdentifier] = []
  private(set) var tapCounts: [Int] = []
  private var kept: [UITouch] = []
  /// Releases the touches, which retain their recognizers.
  func forget() { kept = [] }
  private func note(_ touches: Set<UITouch>) {
    // NB: retained, so that no two touches of a test have the same address.
    kept += touches
    identities += touches.map { ObjectIdentifier($0) }
  }
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    note(touches)
    tapCounts += touches.map(\.tapCount)
  }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { note(touches) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { note(touches) }
}

class LoggingRecognizer: UIGestureRecognizer {
  private let log: Log
  private let tag: String
  init(_ tag: String, _ log: Log) {
    self.log = log
    self.tag = tag
    super.init(target: nil, action: nil)
  }
  required init?(coder: NSCoder) { nil }
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { log("\(tag).began") }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { log("\(tag).moved") }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { log("\(tag).ended") }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { log("\(tag).cancelled") }
}

private final class Refuser: NSObject, UIGestureRecognizerDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] { has("gestureRecognizer:shouldReceiveTouch:") }
  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    log("shouldReceive")
    return false
  }
}
