import CarobFoundation
import RuleTrait
import Testing

@testable import UIKit

/// What of the screen's unsafe margins reaches views within views.
@MainActor @Suite struct SafeAreaTests {
  private func rects(_ y: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: 0, y: y, width: 393, height: height)
  }

  @Test(.rule("E-550")) func `what a scroll view makes an inset of its content does not reach its subviews`()
  {
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

  @Test(.rule("E-578")) func `what lies beside a view that is not covered is not covered either`() {
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

  @Test(.rule("E-555")) func `a window of which nothing is said is as large as the screen`() {
    withDevice { _ in
      #expect(UIWindow().frame == UIScreen.main.bounds && UIWindow(frame: .zero).frame == .zero)
    }
  }
}
