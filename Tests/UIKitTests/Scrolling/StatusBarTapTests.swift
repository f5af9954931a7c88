import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Taps on the status bar.
@MainActor @Suite struct StatusBarTapTests {
  private func scrolled(_ body: (TestDevice, UIScrollView, TopListener) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let view = UIScrollView(frame: root.bounds)
      view.contentInsetAdjustmentBehavior = .never
      view.contentSize = CGSize(width: 300, height: 3000)
      root.addSubview(view)
      let listener = TopListener(device.log)
      view.delegate = listener
      view.contentOffset = CGPoint(x: 0, y: 900)
      device.turn()
      body(device, view, listener)
    }
  }

  @Test(.rule("E-279")) func `a tap asks the delegate, scrolls to the top and reports the end`() {
    scrolled { device, view, _ in
      device.tap(200, 10)
      #expect(device.log.take() == ["should", "did"] && view.contentOffset.y == 0)
      // A tap below the status bar does nothing.
      view.contentOffset.y = 900
      device.tap(200, 200)
      #expect(device.log.take() == [] && view.contentOffset.y == 900)
    }
  }

  @Test(.rule("E-279"))
  func `no scrolling if the delegate refuses, scrollsToTop is false, or two views qualify`() {
    scrolled { device, view, listener in
      listener.may = false
      device.tap(200, 10)
      #expect(device.log.take() == ["should"] && view.contentOffset.y == 900)
      view.scrollsToTop = false
      device.tap(200, 10)
      #expect(device.log.take() == [])
      view.scrollsToTop = true
      view.addSubview(UIScrollView(frame: CGRect(x: 0, y: 900, width: 10, height: 10)))
      device.tap(200, 10)
      #expect(device.log.take() == [])
    }
  }
}

private final class TopListener: NSObject, UIScrollViewDelegate {
  let log: Log
  var may = true
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has("scrollViewShouldScrollToTop:", "scrollViewDidScrollToTop:")
  }
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
    log("should")
    return may
  }
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView) { log("did") }
}
