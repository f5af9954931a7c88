import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Dragging, deceleration and scrolling in code.
@MainActor @Suite struct ScrollTests {
  private func scrolling(_ body: (TestDevice, UIScrollView, ScrollListener) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let view = UIScrollView(frame: CGRect(x: 0, y: 100, width: 300, height: 400))
      view.contentInsetAdjustmentBehavior = .never
      view.contentSize = CGSize(width: 300, height: 2000)
      root.addSubview(view)
      device.turn()
      let listener = ScrollListener(device.log)
      view.delegate = listener
      body(device, view, listener)
    }
  }

  /// The events, with consecutive scrolls merged into one.
  private func shortened(_ events: [String]) -> [String] {
    events.reduce(into: []) { result, event in
      if event != "scroll" || result.last != "scroll" { result.append(event) }
    }
  }

  @Test(.rule("E-278")) func `a drag that pauses before it ends does not decelerate`() {
    scrolling { device, view, _ in
      device.down(100, 400)
      device.move(100, 380)
      device.advance(0.1)
      device.move(100, 350)
      device.advance(0.5)
      #expect(view.contentOffset.y == 50 && view.isDragging)
      device.up(100, 350)
      #expect(!view.isDragging)
      #expect(
        shortened(device.log.take()) == ["willBeginDragging", "scroll", "willEndDragging", "didEndDragging"])
    }
  }

  @Test(.rule("E-278")) func `a fling decelerates and comes to rest`() {
    scrolling { device, view, _ in
      device.down(100, 400)
      for step in 1...5 {
        device.advance(0.016)
        device.move(100, 400 - CGFloat(step) * 20)
      }
      device.up(100, 300)
      #expect(view.isDecelerating)
      #expect(
        shortened(device.log.take()) == [
          "willBeginDragging", "scroll", "willEndDragging", "didEndDragging, goes on",
          "willBeginDecelerating",
        ])
      device.advance(5)
      #expect(shortened(device.log.take()) == ["scroll", "didEndDecelerating"])
      #expect(!view.isDecelerating && view.contentOffset.y > 150)
    }
  }

  @Test(.rule("E-278")) func `the delegate can choose the target offset of a deceleration`() {
    scrolling { device, view, listener in
      listener.target = CGPoint(x: 0, y: 700)
      device.down(100, 400)
      for step in 1...5 {
        device.advance(0.016)
        device.move(100, 400 - CGFloat(step) * 20)
      }
      device.up(100, 300)
      device.advance(5)
      #expect(view.contentOffset == CGPoint(x: 0, y: 700))
    }
  }

  @Test(.rule("E-278")) func `animated scrolling in code sends didEndScrollingAnimation once at the end`() {
    scrolling { device, view, _ in
      view.setContentOffset(CGPoint(x: 0, y: 300), animated: true)
      device.advance(1)
      #expect(shortened(device.log.take()) == ["scroll", "didEndScrollingAnimation"])
      #expect(view.contentOffset.y == 300)
      view.setContentOffset(CGPoint(x: 0, y: 100), animated: false)
      #expect(device.log.take() == ["scroll"])
    }
  }

  @Test(.rule("E-278")) func `a drag stops an animated scroll without didEndScrollingAnimation`() {
    scrolling { device, view, _ in
      view.setContentOffset(CGPoint(x: 0, y: 1000), animated: true)
      device.advance(0.1)
      _ = device.log.take()
      device.down(100, 300)
      device.move(100, 280)
      device.advance(1)
      #expect(view.contentOffset.y < 900)
      device.up(100, 280)
      #expect(!device.log.take().contains("didEndScrollingAnimation"))
    }
  }

  @Test(.rule("E-193")) func `a control keeps a touch that rested before it moved; a plain view does not`() {
    scrolling { device, view, _ in
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
      button.addAction(UIAction { _ in device.log("up inside") }, for: .touchUpInside)
      view.addSubview(button)
      device.turn()
      device.down(100, 300)
      device.advance(0.3)
      device.move(100, 250)
      device.up(100, 250)
      #expect(device.log.take() == ["up inside"] && view.contentOffset.y == 0)
      // If the finger moves at once, the scroll view takes the touch.
      device.advance(1)
      device.down(100, 300)
      device.move(100, 250)
      device.advance(0.5)
      device.up(100, 250)
      #expect(view.contentOffset.y == 50 && !device.log.take().contains("up inside"))
      button.removeFromSuperview()
      view.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300)))
      device.advance(1)
      device.down(100, 300)
      device.advance(0.3)
      device.move(100, 250)
      device.advance(0.5)
      device.up(100, 250)
      #expect(view.contentOffset.y == 100)
    }
  }
}

private final class ScrollListener: NSObject, UIScrollViewDelegate {
  let log: Log
  var target: CGPoint?
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "scrollViewDidScroll:", "scrollViewWillBeginDragging:",
      "scrollViewWillEndDragging:withVelocity:targetContentOffset:",
      "scrollViewDidEndDragging:willDecelerate:", "scrollViewWillBeginDecelerating:",
      "scrollViewDidEndDecelerating:", "scrollViewDidEndScrollingAnimation:")
  }
  func scrollViewDidScroll(_ scrollView: UIScrollView) { log("scroll") }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { log("willBeginDragging") }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    log("willEndDragging")
    if let target { targetContentOffset.pointee = target }
  }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    log("didEndDragging\(decelerate ? ", goes on" : "")")
  }
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { log("willBeginDecelerating") }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { log("didEndDecelerating") }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { log("didEndScrollingAnimation") }
}
