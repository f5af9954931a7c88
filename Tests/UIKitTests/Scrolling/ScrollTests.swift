import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Dragging, flinging and scrolling in code.
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

  /// What happened, each run of scrolls as one.
  private func shortened(_ events: [String]) -> [String] {
    events.reduce(into: []) { result, event in
      if event != "scroll" || result.last != "scroll" { result.append(event) }
    }
  }

  @Test(.rule("E-278")) func `a drag that rests before it ends does not decelerate`() {
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

  @Test(.rule("E-278")) func `a fling goes on by itself and comes to rest`() {
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

  @Test(.rule("E-278")) func `the delegate may choose where it comes to rest`() {
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

  @Test(.rule("E-278")) func `animated in code: scrolls, and one message at the end`() {
    scrolling { device, view, _ in
      view.setContentOffset(CGPoint(x: 0, y: 300), animated: true)
      device.advance(1)
      #expect(shortened(device.log.take()) == ["scroll", "didEndScrollingAnimation"])
      #expect(view.contentOffset.y == 300)
      view.setContentOffset(CGPoint(x: 0, y: 100), animated: false)
      #expect(device.log.take() == ["scroll"])
    }
  }

  @Test(.rule("E-278")) func `a finger that catches a moving list ends its motion without a word of its end`()
  {
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

  @Test(.rule("E-193")) func `a control that held its finger keeps it; a view gives it away`() {
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
      // Moved at once, the touch is the list's.
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
