import CarobFoundation
import RuleTrait
import Testing

@testable import UIKit

/// Large titles and the content that is scrolled beneath them.
@MainActor @Suite struct LargeTitleTests {
  /// A screen with a large title over 2,000 points of content, and the offset at which the content rests below it.
  private func show(_ device: TestDevice) -> (navigation: UINavigationController, UIScrollView, rest: CGFloat)
  {
    let scroll = UIScrollView(frame: UIScreen.main.bounds)
    scroll.contentSize = CGSize(width: 393, height: 2000)
    let controller = UIViewController()
    controller.title = "Here"
    controller.view.addSubview(scroll)
    let navigation = UINavigationController(rootViewController: controller)
    navigation.navigationBar.prefersLargeTitles = true
    device.show(navigation)
    return (navigation, scroll, -scroll.adjustedContentInset.top)
  }
  private func height(_ navigation: UINavigationController) -> CGFloat {
    navigation.navigationBar.bounds.height - navigation.view.safeAreaInsets.top
  }

  @Test(.rule("E-542"))
  func `a large title gives way to content beneath the bar, and comes back with its top`() {
    withDevice { device in
      let (navigation, scroll, rest) = show(device)
      let top = navigation.view.safeAreaInsets.top
      #expect(rest == -top - 96)
      let small = navigation.navigationBar.subviews.compactMap { $0 as? UILabel }.first { $0.text == "Here" }
      var heights: [CGFloat] = []
      var insets: [CGFloat] = []
      var offsets: [CGFloat] = []
      var hidden: [Bool?] = []
      let steps: [CGFloat] = [0, 20, 52, 60, 200, 30, 0, -40]
      for step in steps {
        scroll.contentOffset.y = rest + step
        device.turn()
        heights.append(height(navigation))
        insets.append(scroll.adjustedContentInset.top - top)
        offsets.append(scroll.contentOffset.y - rest)
        hidden.append(small?.isHidden)
      }
      #expect(heights == [96, 76, 44, 44, 44, 66, 96, 96])
      #expect(insets == heights && offsets == steps)
      #expect(hidden == [true, true, false, false, false, true, true, true])
    }
  }

  @Test(.rule("E-530", "E-542"))
  func `beside a large title the content's edge is at the bar until it is gone`() {
    withDevice { device in
      let (navigation, scroll, rest) = show(device)
      let steps: [CGFloat] = [0, 20, 52, 53, 52, 20]
      let clear = steps.map { step in
        scroll.contentOffset.y = rest + step
        return navigation.navigationBar.backgroundColor == .clear
      }
      #expect(clear == [true, true, true, false, true, true])
    }
  }

  @Test(.rule("E-542")) func `each screen's title is as its content is scrolled`() {
    withDevice { device in
      let (navigation, scroll, rest) = show(device)
      scroll.contentOffset.y = rest + 100
      device.turn()
      var heights = [height(navigation)]
      navigation.pushViewController(UIViewController(), animated: false)
      device.turn()
      heights.append(height(navigation))
      navigation.popViewController(animated: false)
      device.turn()
      heights.append(height(navigation))
      scroll.contentOffset.y = rest + 10
      device.turn()
      heights.append(height(navigation))
      #expect(heights == [44, 96, 44, 86] && scroll.contentOffset.y == rest + 10)
    }
  }

  @Test(.rule("E-543")) func `after a drag a large title is shown whole or not at all`() {
    withDevice { device in
      let (navigation, scroll, rest) = show(device)
      var ends: [CGFloat] = []
      for distance in [20, 40, 60, -130] as [CGFloat] {
        device.down(100, 500)
        device.move(100, 500 - distance / 2)
        device.advance(0.1)
        device.move(100, 500 - distance)
        device.advance(0.5)
        device.up(100, 500 - distance)
        device.advance(2)
        ends += [scroll.contentOffset.y - rest, height(navigation)]
      }
      #expect(ends == [0, 96, 52, 44, 112, 44, 0, 96])
    }
  }
}
