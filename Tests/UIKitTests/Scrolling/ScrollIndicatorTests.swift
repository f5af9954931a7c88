import CarobFoundation
import QuartzCore
import TestSupport
import Testing

@testable import UIKit

/// Scroll indicators and the directional lock.
@MainActor @Suite struct ScrollIndicatorTests {
  private func scrolling(
    _ content: CGSize = CGSize(width: 300, height: 2000), _ body: (TestDevice, UIScrollView) -> Void
  ) {
    withDevice { device in
      let root = device.showEmpty()
      let view = UIScrollView(frame: CGRect(x: 0, y: 100, width: 300, height: 400))
      view.contentInsetAdjustmentBehavior = .never
      view.contentSize = content
      view.addSubview(UIView(frame: CGRect(origin: .zero, size: content)))
      root.addSubview(view)
      device.turn()
      body(device, view)
    }
  }
  private func bars(_ view: UIScrollView) -> [CGRect] {
    (view.layer.sublayers ?? []).filter { $0 is ScrollIndicatorLayer }.map {
      let box = $0.frame
      func hundredth(_ length: CGFloat) -> CGFloat { (length * 100).rounded() / 100 }
      return CGRect(
        x: hundredth(box.minX), y: hundredth(box.minY), width: box.width, height: hundredth(box.height))
    }
  }

  @Test(.rule("E-593")) func `an indicator is visible only during a drag, and is not a subview`() {
    scrolling { device, view in
      #expect(bars(view) == [])
      device.down(100, 400)
      device.move(100, 200)
      #expect(view.contentOffset.y == 200 && view.subviews.count == 1)
      // A fifth of 394 points long, at an eighth of the remaining distance.
      #expect(bars(view) == [CGRect(x: 294, y: 200 + 3 + 39.4, width: 3, height: 78.8)])
      device.advance(1)
      #expect(LayerTree.shared.busyUntil <= device.now)
      device.up(100, 200)
      #expect(bars(view) == [] && LayerTree.shared.busyUntil <= device.now)
    }
  }

  @Test(.rule("E-593")) func `the indicators are visible until a deceleration ends`() {
    scrolling(CGSize(width: 900, height: 2000)) { device, view in
      view.showsHorizontalScrollIndicator = false
      device.down(100, 400)
      for step in 1...5 {
        device.advance(0.016)
        device.move(100, 400 - CGFloat(step) * 20)
      }
      #expect(bars(view).count == 1)
      view.showsHorizontalScrollIndicator = true
      #expect(bars(view).count == 2)
      device.up(100, 300)
      device.advance(0.1)
      #expect(view.isDecelerating && bars(view).count == 2)
      device.advance(5)
      #expect(!view.isDecelerating && bars(view) == [])
    }
  }

  @Test(.rule("E-593"))
  func `flashed indicators show for a second without keeping the device busy, inside the app's insets`() {
    scrolling { device, view in
      view.verticalScrollIndicatorInsets = UIEdgeInsets(top: 50, left: 0, bottom: 20, right: 5)
      view.indicatorStyle = .white
      view.flashScrollIndicators()
      device.turn()
      #expect(bars(view) == [CGRect(x: 289, y: 53, width: 3, height: 64.8)])
      #expect(LayerTree.shared.busyUntil <= device.now)
      let layer = view.layer.sublayers?.last
      #expect(layer?.backgroundColor?.components == [1, 1, 1, 0.35])
      device.advance(0.7)
      #expect(layer?.presentation()?.opacity == 1)
      device.advance(0.2)
      #expect((layer?.presentation()?.opacity ?? 1) < 0.5)
      device.advance(0.2)
      #expect(bars(view) == [])
      view.showsVerticalScrollIndicator = false
      view.flashScrollIndicators()
      #expect(bars(view) == [])
    }
  }

  @Test(.rule("E-592"), arguments: [(-4.0, -20.0, 0.0, 20.0), (-20, 3, 20, 0), (-20, -15, 20, 15)])
  func `a drag that begins along an axis stays on it`(x: Double, y: Double, right: Double, down: Double) {
    scrolling(CGSize(width: 2000, height: 2000)) { device, view in
      view.isDirectionalLockEnabled = true
      device.down(200, 300)
      device.move(200 + x, 300 + y)
      #expect(view.contentOffset == CGPoint(x: right, y: down))
      device.move(100, 200)
      let isFree = right != 0 && down != 0
      #expect(
        view.contentOffset == CGPoint(x: right > 0 || isFree ? 100 : 0, y: down > 0 || isFree ? 100 : 0))
      device.up(100, 200)
      // The next drag can move along the other axis.
      device.advance(5)
      let before = view.contentOffset
      device.down(200, 300)
      device.move(200 + y, 300 + x)
      #expect(view.contentOffset != before)
      view.isDirectionalLockEnabled = false
    }
  }
}
