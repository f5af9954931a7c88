import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// How safe area insets propagate to subviews.
@MainActor @Suite struct SafeAreaTests {
  private func rects(_ y: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: 0, y: y, width: 393, height: height)
  }

  @Test(.rule("E-550"))
  func `safe area insets that a scroll view applies to its content do not reach its subviews`() {
    withDevice { device in
      let root = device.showEmpty()
      let scroll = UIScrollView(frame: root.bounds)
      scroll.contentSize = CGSize(width: 393, height: 2000)
      let ends = [rects(0, 100), rects(700, 300)].map { UIView(frame: $0) }
      for view in ends { scroll.addSubview(view) }
      root.addSubview(scroll)
      device.turn()
      let safe = root.safeAreaInsets
      #expect(safe.top > 0 && safe.bottom > 0)
      #expect(scroll.safeAreaInsets == safe && ends.map(\.safeAreaInsets) == [.zero, .zero])
      scroll.contentInsetAdjustmentBehavior = .never
      scroll.contentOffset = .zero
      #expect(ends[0].safeAreaInsets == UIEdgeInsets(top: safe.top, left: 0, bottom: 0, right: 0))
    }
  }

  /// Shows a scroll view that fills a screen and whose content is smaller than the view.
  private func scrollView(
    on device: TestDevice, under container: (UIViewController) -> UIViewController
  ) -> UIScrollView {
    let screen = UIViewController()
    let scroll = UIScrollView()
    scroll.contentSize = CGSize(width: 393, height: 100)
    screen.view.addSubview(scroll)
    device.show(container(screen))
    scroll.frame = screen.view.bounds
    device.turn()
    return scroll
  }

  @Test(.rule("E-845")) func `content under a bar begins below the bar, even if it is too small to scroll`() {
    withDevice { device in
      let alone = scrollView(on: device) { $0 }
      #expect(alone.contentOffset.y == 0 && alone.adjustedContentInset == .zero)
      let below = scrollView(on: device) { UINavigationController(rootViewController: $0) }
      let safe = below.safeAreaInsets
      #expect(safe.top > 90 && safe.bottom > 0)
      #expect(below.contentOffset.y == -safe.top && below.adjustedContentInset == safe)
      below.contentInsetAdjustmentBehavior = .scrollableAxes
      #expect(below.adjustedContentInset == .zero)
    }
  }

  @Test(.rule("E-578"))
  func `a subview outside the bounds of a view without safe area insets has none either`() {
    withDevice { device in
      let root = device.showEmpty()
      let safe = root.safeAreaInsets
      let box = UIView(frame: root.bounds.inset(by: safe))
      let low = UIView(frame: rects(box.bounds.height - 20, 200))
      let lowest = UIView(frame: rects(root.bounds.height - 20, 20))
      box.addSubview(low)
      for view in [box, lowest] { root.addSubview(view) }
      #expect([box, low].map(\.safeAreaInsets) == [.zero, .zero])
      #expect(lowest.safeAreaInsets.bottom == safe.bottom)
    }
  }

  @Test(.rule("E-555")) func `a window without a frame has the size of the screen`() {
    withDevice { _ in
      #expect(UIWindow().frame == UIScreen.main.bounds && UIWindow(frame: .zero).frame == .zero)
    }
  }
}
