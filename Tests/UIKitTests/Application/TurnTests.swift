import CarobFoundation
import QuartzCore
import TestSupport
import Testing

@testable import UIKit

/// The work at the end of a turn, and what is deferred until then.
@MainActor @Suite struct TurnTests {
  private func drawing(_ body: (TestDevice, UIView, DrawingView) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let sketch = DrawingView(frame: CGRect(x: 10, y: 100, width: 50, height: 50))
      sketch.log = device.log
      root.addSubview(sketch)
      device.turn()
      body(device, root, sketch)
    }
  }

  @Test(.rule("E-143", "E-152", "E-153", "E-141"))
  func `views marked several times are updated once, at the end of the turn`() {
    drawing { device, _, sketch in
      #expect(device.log.take() == ["layout", "draw"])
      for _ in 1...3 {
        sketch.setNeedsLayout()
        sketch.setNeedsDisplay()
      }
      #expect(device.log.take() == [])
      device.turn()
      #expect(device.log.take() == ["layout", "draw"])
      device.turn()
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("F-56", "E-141", "E-142"))
  func `a turn handles the event, recognizers and the control's action, then lays out and draws`() {
    withDevice { device in
      let window = EventWindow(frame: UIScreen.main.bounds)
      window.log = device.log
      let root = UIViewController()
      window.rootViewController = root
      window.windowLevel = .alert
      window.makeKeyAndVisible()
      let sketch = DrawingView(frame: CGRect(x: 10, y: 100, width: 50, height: 50))
      sketch.log = device.log
      root.view.addSubview(sketch)
      let control = UIControl(frame: CGRect(x: 100, y: 100, width: 50, height: 50))
      root.view.addSubview(control)
      let changes = { (what: String) in
        device.log(what)
        sketch.setNeedsLayout()
        sketch.setNeedsDisplay()
      }
      control.addAction(UIAction { _ in changes("down") }, for: .touchDown)
      control.addAction(UIAction { _ in changes("up inside") }, for: .touchUpInside)
      let hand = Listener(device.log)
      let tap = UITapGestureRecognizer(target: hand, action: Selector("plain"))
      tap.cancelsTouchesInView = false
      control.addGestureRecognizer(tap)
      device.turn()
      #expect(device.log.take() == ["layout", "draw"])
      device.down(110, 110)
      #expect(device.log.take() == ["sendEvent", "down", "layout", "draw"])
      device.up(110, 110)
      #expect(device.log.take() == ["sendEvent", "plain", "up inside", "layout", "draw"])
    }
  }

  @Test(.rule("E-141")) func `flushing the transaction commits at once`() {
    drawing { device, _, sketch in
      _ = device.log.take()
      sketch.setNeedsLayout()
      CATransaction.flush()
      #expect(device.log.take() == ["layout"])
      device.turn()
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-141")) func `a transaction's completion follows the commit, and the animations it began`() {
    drawing { device, _, sketch in
      CATransaction.begin()
      CATransaction.setCompletionBlock { device.log("completed") }
      sketch.alpha = 0.5
      CATransaction.commit()
      #expect(!device.log.take().contains("completed"))
      device.turn()
      #expect(device.log.take() == ["completed"])
      CATransaction.begin()
      CATransaction.setCompletionBlock { device.log("completed") }
      UIView.animate(withDuration: 0.5) { sketch.alpha = 1 }
      CATransaction.commit()
      device.turn()
      device.advance(0.49)
      #expect(device.log.take() == [])
      device.advance(0.02)
      #expect(device.log.take() == ["completed"])
    }
  }

  @Test(.rule("E-145"))
  func `size changes, subviews and setNeedsLayout trigger layout; a transform does not`() {
    drawing { device, _, sketch in
      _ = device.log.take()
      sketch.transform = CGAffineTransform(rotationAngle: 1)
      sketch.center.x += 10
      device.turn()
      #expect(device.log.take() == [])
      sketch.transform = .identity
      device.turn()
      sketch.bounds.size.width += 10
      device.turn()
      #expect(device.log.take().contains("layout"))
      sketch.addSubview(UIView())
      device.turn()
      #expect(device.log.take().contains("layout"))
    }
  }

  @Test(.rule("E-145")) func `bringing the frontmost subview to the front triggers no layout`() {
    withDevice { device in
      let root = device.showEmpty()
      let parent = LayoutCounter()
      root.addSubview(parent)
      let (back, front) = (UIView(), UIView())
      parent.addSubview(back)
      parent.addSubview(front)
      device.turn()
      parent.count = 0
      parent.bringSubviewToFront(front)
      parent.sendSubviewToBack(back)
      device.turn()
      #expect(parent.count == 0)
      parent.bringSubviewToFront(back)
      device.turn()
      #expect(parent.count == 1 && parent.subviews == [front, back])
    }
  }

  @Test(.rule("E-149")) func `only a view that overrides draw is drawn, with a context and a cleared area`() {
    drawing { device, root, sketch in
      #expect(sketch.hadContext && sketch.layer.hasBackingStore)
      #expect(UIGraphicsGetCurrentContext() == nil)
      let plain = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      root.addSubview(plain)
      device.turn()
      plain.setNeedsDisplay()
      device.turn()
      #expect(!plain.layer.hasBackingStore)
    }
  }

  @Test(.rule("E-561"))
  func `a view marked for display while it has no size is drawn as soon as it has one`() {
    withDevice { device in
      let view = CountingDrawView(frame: .zero)
      device.showEmpty().addSubview(view)
      device.turn()
      #expect(view.count == 0)
      view.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      device.turn()
      #expect(view.count == 1)
      device.turn()
      #expect(view.count == 1)
    }
  }

  @Test(.rule("E-151")) func `a layout that marks its superview brings another pass in the same commit`() {
    withDevice { device in
      let root = device.showEmpty()
      let outer = Marker("outer", device.log)
      let inner = Marker("inner", device.log)
      outer.addSubview(inner)
      root.addSubview(outer)
      device.turn()
      _ = device.log.take()
      inner.marksSuperview = 1
      inner.setNeedsLayout()
      device.turn()
      #expect(device.log.take() == ["inner", "outer"])
      device.turn()
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-151", "M-89")) func `layout stops after some passes if views keep marking each other`() {
    withDevice { device in
      let root = device.showEmpty()
      let outer = Marker("outer", device.log)
      let inner = Marker("inner", device.log)
      outer.addSubview(inner)
      root.addSubview(outer)
      outer.marksSubviews = true
      inner.marksSuperview = .max
      inner.setNeedsLayout()
      device.turn()
      let passes = device.log.take().count
      #expect(passes > 2 && passes < 1000)
      outer.marksSubviews = false
      inner.marksSuperview = 0
    }
  }

  @Test(.rule("E-148")) func `trait changes are reported before the layout of the same pass`() {
    withDevice { device in
      let screen = TraitScreen("A", device.log)
      screen.logsLayout = true
      device.show(screen)
      _ = device.log.take()
      UIScreen.main.change { $0.appearance = "dark" }
      device.turn()
      #expect(device.log.take() == ["A.traits dark", "A.willLayout", "A.didLayout"])
    }
  }

  @Test(.rule("E-165")) func `an animation is committed, and its completion follows its end`() {
    drawing { device, _, sketch in
      _ = device.log.take()
      UIView.animate(withDuration: 0.3, animations: { sketch.alpha = 0 }) { device.log("done \($0)") }
      device.turn()
      device.advance(0.29)
      #expect(device.log.take() == [])
      device.advance(0.02)
      #expect(device.log.take() == ["done true"])
      UIView.animate(withDuration: 0.3, animations: {}) { device.log("done \($0)") }
      device.turn()
      #expect(device.log.take() == ["done true"])
    }
  }
}

/// Rotating the interface.
@MainActor @Suite struct RotationTests {
  private func rotating(_ body: (TestDevice, TurningScreen) -> Void) {
    withDevice { device in
      let screen = TurningScreen("A", device.log)
      device.show(screen)
      _ = device.log.take()
      body(device, screen)
      UIScreen.main.change { $0.orientation = "portrait" }
    }
  }

  @Test(.rule("E-333"))
  func `the new size is reported first, then follow layout, alongside animations and completion`() {
    rotating { device, screen in
      screen.logsLayout = true
      Rotation.rotate(to: "landscapeLeft")
      device.turn()
      device.advance(0.4)
      #expect(
        device.log.take().filter { $0 != "A.updateViewConstraints" } == [
          "A.asked shouldAutorotate", "A.asked orientations", "A.transition to 852.0 from 393.0",
          "A.alongside", "A.willLayout", "A.didLayout", "A.completed",
        ])
      #expect(UIScreen.main.interfaceOrientation.isLandscape && device.window.bounds.width == 852)
    }
  }

  @Test(.rule("E-330", "E-332"))
  func `an orientation that the controller does not support is refused; shouldAutorotate is asked first`() {
    rotating { device, screen in
      screen.mask = .portrait
      Rotation.rotate(to: "landscapeLeft")
      #expect(device.log.take() == ["A.asked shouldAutorotate", "A.asked orientations"])
      screen.rotates = false
      Rotation.rotate(to: "landscapeLeft")
      #expect(device.log.take() == ["A.asked shouldAutorotate"])
      #expect(UIScreen.main.interfaceOrientation == .portrait)
      #expect(UIViewController().supportedInterfaceOrientations == .allButUpsideDown)
      #expect(UIViewController().shouldAutorotate)
    }
  }

  @Test(.rule("E-331")) func `the topmost full-screen controller is asked, and none of its children`() {
    rotating { device, screen in
      let child = TurningScreen("C", device.log)
      screen.addChild(child)
      screen.view.addSubview(child.view)
      child.didMove(toParent: screen)
      let full = TurningScreen("B", device.log)
      full.modalPresentationStyle = .fullScreen
      full.mask = .portrait
      screen.present(full, animated: false)
      device.turn()
      _ = device.log.take()
      Rotation.rotate(to: "landscapeLeft")
      #expect(device.log.take() == ["B.asked shouldAutorotate", "B.asked orientations"])
      screen.dismiss(animated: false)
      device.turn()
    }
  }
}

private final class TurningScreen: Screen {
  var mask = UIInterfaceOrientationMask.all
  var rotates = true
  override var shouldAutorotate: Bool {
    note("asked shouldAutorotate")
    return rotates
  }
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    note("asked orientations")
    return mask
  }
  override func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.viewWillTransition(to: size, with: coordinator)
    note("transition to \(size.width) from \(view.bounds.width)")
    coordinator.animate(alongsideTransition: { _ in self.note("alongside") }) { _ in self.note("completed") }
  }
}

private final class TraitScreen: Screen {
  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    note("traits \(traitCollection.userInterfaceStyle)")
  }
}

/// Logs sendEvent.
private final class EventWindow: UIWindow {
  var log: Log?
  override func sendEvent(_ event: UIEvent) {
    log?("sendEvent")
    super.sendEvent(event)
  }
}

private final class DrawingView: UIView {
  var log: Log?
  var hadContext = false
  override func layoutSubviews() {
    super.layoutSubviews()
    log?("layout")
  }
  override class var _carobMethods: [_CarobMethod] { [.init(has: "drawRect:", "draw(_:)", 1)] }
  override func draw(_ rect: CGRect) {
    log?("draw")
    hadContext = UIGraphicsGetCurrentContext() != nil
  }
}

private final class Marker: UIView {
  let name: String
  let log: Log
  var marksSuperview = 0
  var marksSubviews = false
  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
    super.init(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
  }
  required init?(coder: NSCoder) { nil }
  override func layoutSubviews() {
    super.layoutSubviews()
    log(name)
    if marksSuperview > 0 {
      marksSuperview -= 1
      superview?.setNeedsLayout()
    }
    if marksSubviews { for view in subviews { view.setNeedsLayout() } }
  }
}

private final class LayoutCounter: UIView {
  var count = 0
  override func layoutSubviews() {
    super.layoutSubviews()
    count += 1
  }
}

/// A view that counts its drawings.
private final class CountingDrawView: UIView {
  var count = 0
  override class var _carobMethods: [_CarobMethod] { [.init(has: "drawRect:", "draw(_:)", 1)] }
  override func draw(_ rect: CGRect) { count += 1 }
}
