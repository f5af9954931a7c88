import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Scroll wheels and trackpads with pan recognizers and scroll views.
@MainActor @Suite struct WheelTests {
  private func scrolling(
    _ content: CGSize = CGSize(width: 300, height: 2000),
    _ body: (TestDevice, UIScrollView, WheelListener) -> Void
  ) {
    withDevice { device in
      let root = device.showEmpty()
      let view = UIScrollView(frame: CGRect(x: 0, y: 100, width: 300, height: 400))
      view.contentInsetAdjustmentBehavior = .never
      view.contentSize = content
      root.addSubview(view)
      device.turn()
      let listener = WheelListener(device.log)
      view.delegate = listener
      body(device, view, listener)
    }
  }

  /// Shows a view with a pan recognizer that allows the given scroll types.
  private func panning(
    _ mask: UIScrollTypeMask, _ body: (TestDevice, UIPanGestureRecognizer, PanListener) -> Void
  ) {
    withDevice { device in
      let root = device.showEmpty()
      let view = LoggingView("pane", device.log, CGRect(x: 0, y: 100, width: 300, height: 400))
      root.addSubview(view)
      let listener = PanListener(device.log)
      let pan = UIPanGestureRecognizer(target: listener, action: "pan:")
      pan.allowedScrollTypesMask = mask
      view.addGestureRecognizer(pan)
      device.turn()
      body(device, pan, listener)
    }
  }

  @Test(.rule("E-465"))
  func `a wheel step moves the content at once, as a drag that ends after a short time`() {
    scrolling { device, view, _ in
      #expect(device.scroll(100, 200, by: CGPoint(x: 0, y: -100)))
      #expect(view.contentOffset.y == 100 && view.isDragging)
      device.advance(0.1)
      // A second step soon after the first belongs to the same drag.
      device.scroll(100, 200, by: CGPoint(x: 0, y: -100))
      device.advance(0.14)
      #expect(view.isDragging)
      device.advance(0.02)
      #expect(view.contentOffset.y == 200 && !view.isDragging && !view.isDecelerating)
      #expect(
        device.log.take() == [
          "willBeginDragging", "scroll 100", "scroll 200", "willEndDragging 0", "didEndDragging",
        ])
      device.advance(1)
      device.scroll(100, 200, by: CGPoint(x: 0, y: 30))
      #expect(device.log.take() == ["willBeginDragging", "scroll 170"])
    }
  }

  @Test(.rule("E-465"))
  func `the content stops at its ends and ignores steps in a direction that it cannot scroll`() {
    scrolling { device, view, _ in
      #expect(device.scroll(100, 200, by: CGPoint(x: 0, y: 100)))
      device.advance(1)
      #expect(device.log.take() == ["willBeginDragging", "willEndDragging 0", "didEndDragging"])
      #expect(device.scroll(100, 200, by: CGPoint(x: 0, y: -5000)))
      device.advance(1)
      #expect(
        device.log.take() == ["willBeginDragging", "scroll 1600", "willEndDragging 0", "didEndDragging"])
      #expect(!device.scroll(100, 200, by: CGPoint(x: 50, y: 0)))
      #expect(!device.scroll(100, 50, by: CGPoint(x: 0, y: 50)))
      view.isScrollEnabled = false
      device.advance(1)
      #expect(!device.scroll(100, 200, by: CGPoint(x: 0, y: 50)))
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-465")) func `with paging, the content moves on to the nearest page`() {
    scrolling(CGSize(width: 900, height: 400)) { device, view, _ in
      view.isPagingEnabled = true
      device.scroll(100, 200, by: CGPoint(x: -200, y: 0))
      device.advance(0.2)
      #expect(view.isDecelerating)
      device.advance(1)
      #expect(view.contentOffset.x == 300)
      let events = device.log.take()
      #expect(
        events.filter { !$0.hasPrefix("scroll") } == [
          "willBeginDragging", "willEndDragging 0", "didEndDragging, goes on", "didEndDecelerating",
        ])
    }
  }

  @Test(.rule("E-464"))
  func `of nested scroll views, each scrolls in the direction that it supports`() {
    scrolling { device, outer, _ in
      let inner = UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 100))
      inner.contentInsetAdjustmentBehavior = .never
      inner.contentSize = CGSize(width: 900, height: 100)
      outer.addSubview(inner)
      device.turn()
      device.scroll(100, 150, by: CGPoint(x: -40, y: 0))
      // Vertical, but soon after: the gesture still belongs to the inner view.
      device.scroll(100, 150, by: CGPoint(x: 0, y: -40))
      #expect(inner.contentOffset == CGPoint(x: 40, y: 0) && outer.contentOffset.y == 0)
      device.advance(1)
      device.scroll(100, 150, by: CGPoint(x: 0, y: -40))
      #expect(inner.contentOffset == CGPoint(x: 40, y: 0) && outer.contentOffset.y == 40)
    }
  }

  @Test(.rule("E-464")) func `a pan that allows scroll events recognizes them without touches`() {
    panning(.all) { device, pan, _ in
      #expect(device.scroll(50, 150, by: CGPoint(x: 0, y: 4)))
      device.scroll(60, 160, by: CGPoint(x: 3, y: 0))
      device.advance(1)
      #expect(
        device.log.take() == [
          "began 0, 4 at 50, 50 with 0", "changed 3, 4 at 50, 50 with 0", "ended 3, 4 at 50, 50 with 0",
        ])
      #expect(pan.state == .possible)
    }
  }

  @Test(.rule("E-464"))
  func `a pan ignores scroll types that it does not allow`() {
    panning(.discrete) { device, pan, _ in
      #expect(!device.scroll(50, 150, by: CGPoint(x: 0, y: 40), isDiscrete: false))
      #expect(device.scroll(50, 150, by: CGPoint(x: 0, y: 40)))
      device.advance(1)
      pan.allowedScrollTypesMask = []
      #expect(!device.scroll(50, 150, by: CGPoint(x: 0, y: 40)))
      #expect(device.log.take().map { $0.prefix(5) } == ["began", "ended"])
    }
  }

  @Test(.rule("E-464")) func `a trackpad scroll has a velocity, a wheel step has none`() {
    panning(.all) { device, pan, listener in
      for isDiscrete in [true, false] {
        device.scroll(50, 150, by: CGPoint(x: 0, y: 10), isDiscrete: isDiscrete)
        device.advance(0.05)
        device.scroll(50, 150, by: CGPoint(x: 0, y: 10), isDiscrete: isDiscrete)
        listener.velocities.append(pan.velocity(in: nil).y)
        device.advance(1)
      }
      #expect(listener.velocities.map { $0.rounded() } == [0, 200])
    }
  }

  @Test(.rule("E-464"))
  func `two pans recognize simultaneously only if a delegate allows it, otherwise only the inner one`() {
    panning(.all) { device, outer, listener in
      let inner = UIPanGestureRecognizer(target: listener, action: "pan:")
      inner.allowedScrollTypesMask = .all
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      outer.view?.addSubview(view)
      view.addGestureRecognizer(inner)
      device.turn()
      device.scroll(50, 150, by: CGPoint(x: 0, y: 1))
      device.advance(1)
      #expect(device.log.take().map { $0.prefix(5) } == ["began", "ended"])
      outer.delegate = listener
      device.scroll(50, 150, by: CGPoint(x: 0, y: 1))
      device.advance(1)
      #expect(device.log.take().map { $0.prefix(5) } == ["began", "began", "ended", "ended"])
    }
  }

  @Test(.rule("E-464")) func `a touch ends the scroll gesture and then drives the pan itself`() {
    panning(.all) { device, pan, _ in
      device.scroll(50, 150, by: CGPoint(x: 0, y: 4))
      device.down(100, 200)
      device.move(100, 220)
      #expect(pan.location(in: nil) == CGPoint(x: 100, y: 220))
      device.up(100, 220)
      #expect(
        device.log.take() == [
          "began 0, 4 at 50, 50 with 0", "ended 0, 4 at 50, 50 with 0", "pane.began", "pane.cancelled",
          "began 0, 20 at 100, 120 with 1", "ended 0, 20 at 100, 120 with 1",
        ])
    }
  }

  @Test(.rule("E-464")) func `the gesture is cancelled when the app resigns active or the view is removed`() {
    panning(.all) { device, pan, _ in
      device.scroll(50, 150, by: CGPoint(x: 0, y: 4))
      Lifecycle.handle(.willResignActive)
      Lifecycle.handle(.didBecomeActive)
      device.scroll(50, 150, by: CGPoint(x: 0, y: 4))
      pan.view?.removeFromSuperview()
      device.advance(1)
      #expect(device.log.take().map { $0.prefix(9) } == ["began 0, ", "cancelled", "began 0, ", "cancelled"])
      #expect(pan.state == .possible)
    }
  }

  @Test(.rule("E-464"))
  func `a window's sendEvent receives the scroll event and can withhold it`() {
    withDevice { device in
      let window = WheelWindow(frame: UIScreen.main.bounds)
      window.log = device.log
      let screen = UIViewController()
      window.rootViewController = screen
      window.makeKeyAndVisible()
      let view = UIScrollView(frame: CGRect(x: 0, y: 100, width: 300, height: 400))
      view.contentSize = CGSize(width: 300, height: 2000)
      screen.view.addSubview(view)
      device.turn()
      let start = view.contentOffset.y
      device.scroll(50, 150, by: CGPoint(x: 0, y: -10))
      window.keeps = true
      device.scroll(50, 150, by: CGPoint(x: 0, y: -10))
      window.keeps = false
      device.advance(1)
      #expect(view.contentOffset.y == start + 10)
      #expect(device.log.take() == ["10 no touches", "10 no touches", "10 no touches"])
    }
  }
}

private final class WheelListener: NSObject, UIScrollViewDelegate {
  let log: Log
  init(_ log: Log) { self.log = log }

  override class var _carobMethods: [_CarobMethod] {
    has(
      "scrollViewDidScroll:", "scrollViewWillBeginDragging:",
      "scrollViewWillEndDragging:withVelocity:targetContentOffset:",
      "scrollViewDidEndDragging:willDecelerate:", "scrollViewDidEndDecelerating:")
  }
  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    log("scroll \(Int(max(scrollView.contentOffset.x, scrollView.contentOffset.y)))")
  }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { log("willBeginDragging") }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) { log("willEndDragging \(Int(velocity.y))") }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    log("didEndDragging\(decelerate ? ", goes on" : "")")
  }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { log("didEndDecelerating") }
}

private final class PanListener: NSObject, UIGestureRecognizerDelegate {
  let log: Log
  var velocities: [CGFloat] = []
  init(_ log: Log) { self.log = log }

  override class var _carobMethods: [_CarobMethod] {
    has("gestureRecognizer:shouldRecognizeSimultaneouslyWithGestureRecognizer:") + [
      .init(object: "pan:", "pan(_:)", 1) { s, pan in
        if let pan = pan as? UIPanGestureRecognizer { unsafeDowncast(s, to: PanListener.self).pan(pan) }
      }
    ]
  }
  private func pan(_ pan: UIPanGestureRecognizer) {
    let (way, place) = (pan.translation(in: nil), pan.location(in: pan.view))
    log(
      "\(pan.state) \(Int(way.x)), \(Int(way.y)) at \(Int(place.x)), \(Int(place.y)) with \(pan.numberOfTouches)"
    )
  }
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { true }
}

private final class WheelWindow: UIWindow {
  var log: Log?
  var keeps = false
  override func sendEvent(_ event: UIEvent) {
    log?("\(event.type.rawValue) \(event.allTouches == nil ? "no touches" : "touches")")
    if !keeps { super.sendEvent(event) }
  }
}
