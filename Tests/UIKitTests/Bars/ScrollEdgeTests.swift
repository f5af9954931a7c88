import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The appearance of bars while the content's edge is at the bar.
@MainActor @Suite struct ScrollEdgeTests {
  private func scrolling(_ height: CGFloat = 2000) -> (UIViewController, UIScrollView) {
    let scroll = UIScrollView(frame: UIScreen.main.bounds)
    scroll.contentSize = CGSize(width: 393, height: height)
    let controller = UIViewController()
    controller.view.addSubview(scroll)
    return (controller, scroll)
  }
  private func line(_ bar: UIView) -> UIView? {
    bar.subviews.first { $0.bounds.height == 1 / UIScreen.main.scale }
  }

  @Test(.rule("E-530"))
  func `a navigation bar changes its appearance as the content leaves its edge and returns`() {
    withDevice { device in
      let (controller, scroll) = scrolling()
      let navigation = UINavigationController(rootViewController: controller)
      let bar = navigation.navigationBar
      for (look, color) in [(bar.standardAppearance, UIColor.red), (UINavigationBarAppearance(), .green)] {
        look.backgroundColor = color
        look.buttonAppearance.normal.titleTextAttributes = [.foregroundColor: color]
        if color == .green { bar.scrollEdgeAppearance = look }
      }
      let item = UIBarButtonItem(title: "Go", style: .plain, target: nil, action: nil)
      controller.navigationItem.rightBarButtonItem = item
      device.show(navigation)
      var seen: [UIColor?] = []
      @MainActor func look(_ offset: CGFloat) {
        scroll.contentOffset.y = offset
        let button = bar.subviews.compactMap { $0 as? UIButton }.first { $0.title(for: .normal) == "Go" }
        seen += [bar.backgroundColor, button?.titleColor(for: .normal)]
      }
      let top = -scroll.adjustedContentInset.top
      #expect(top < -40)
      look(top)
      look(top - 30)
      look(top + 30)
      look(top)
      #expect(seen == [.green, .green, .green, .green, .red, .red, .green, .green])
      // A bar without a controller never uses the scroll-edge appearance.
      let own = UINavigationBar(frame: CGRect(x: 0, y: 200, width: 393, height: 44))
      own.standardAppearance = bar.standardAppearance
      own.scrollEdgeAppearance = bar.scrollEdgeAppearance
      controller.view.addSubview(own)
      device.turn()
      #expect(own.backgroundColor == .red)
    }
  }

  @Test(.rule("E-531"))
  func `without a scroll-edge appearance the bar is transparent at the edge`() {
    withDevice { device in
      let (controller, scroll) = scrolling()
      let navigation = UINavigationController(rootViewController: controller)
      let bar = navigation.navigationBar
      bar.prefersLargeTitles = true
      bar.standardAppearance.titleTextAttributes = [.foregroundColor: UIColor.purple]
      bar.barTintColor = .yellow
      controller.navigationItem.largeTitleDisplayMode = .never
      controller.title = "Here"
      device.show(navigation)
      let title = bar.subviews.compactMap { $0 as? UILabel }.first { $0.text == "Here" }
      #expect(bar.backgroundColor == .clear && line(bar)?.alpha == 0 && title?.textColor == .purple)
      scroll.contentOffset.y += 100
      #expect(bar.backgroundColor == .yellow && line(bar)?.alpha == 1 && title?.textColor == .purple)
      controller.navigationItem.largeTitleDisplayMode = .always
      device.turn()
      #expect(bar.backgroundColor == .yellow)
      scroll.contentOffset.y = -scroll.adjustedContentInset.top
      #expect(bar.backgroundColor == .clear)
    }
  }

  @Test(.rule("E-531", "E-626")) func `in an app linked with an earlier SDK the appearance does not change`()
  {
    withDevice { device in
      UIApplication.shared.linkedProfile = .classic
      let (controller, _) = scrolling()
      let navigation = UINavigationController(rootViewController: controller)
      navigation.navigationBar.barTintColor = .yellow
      device.show(navigation)
      #expect(
        navigation.navigationBar.backgroundColor == .yellow && line(navigation.navigationBar)?.alpha == 1)
    }
  }

  @Test(.rule("E-530")) func `toolbars and tab bars use the bottom edge`() {
    withDevice { device in
      let (controller, scroll) = scrolling()
      let navigation = UINavigationController(rootViewController: controller)
      navigation.isToolbarHidden = false
      let tabs = UITabBarController()
      tabs.viewControllers = [navigation]
      tabs.tabBar.standardAppearance.backgroundColor = .red
      navigation.toolbar.standardAppearance.backgroundColor = .orange
      device.show(tabs)
      var seen: [UIColor?] = []
      @MainActor func look() {
        device.turn()
        seen += [tabs.tabBar.backgroundColor, navigation.toolbar.subviews.first?.backgroundColor]
      }
      look()
      let inset = scroll.adjustedContentInset.bottom
      scroll.contentOffset.y = 2000 + inset - scroll.bounds.height
      look()
      scroll.contentOffset.y -= 20
      look()
      // Short content has its edge at both bars.
      scroll.contentSize.height = 100
      look()
      #expect(inset > 80)
      #expect(seen == [.red, .orange, .clear, .clear, .red, .orange, .clear, .clear])
    }
  }

  @Test(.rule("E-530")) func `a toolbar fades when content scrolls to its edge`() {
    withDevice { device in
      let (controller, scroll) = scrolling()
      let navigation = UINavigationController(rootViewController: controller)
      navigation.isToolbarHidden = false
      navigation.toolbar.standardAppearance.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
      let item = UIBarButtonItem(title: "Tool", style: .plain, target: nil, action: nil)
      controller.toolbarItems = [item]
      device.show(navigation)
      let look = UIToolbarAppearance()
      look.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
      navigation.toolbar.scrollEdgeAppearance = look
      device.turn()
      let backdrop = navigation.toolbar.subviews.first
      @MainActor func red() -> CGFloat? {
        (backdrop?.layer.presentation()?.backgroundColor?.components?.first).map { ($0 * 10).rounded() / 10 }
      }
      let place = item.viewInBar?.frame
      var reds = [red()]
      scroll.contentOffset.y = 2000 + scroll.adjustedContentInset.bottom - scroll.bounds.height
      device.turn()
      reds.append(red())
      device.advance(0.1)
      reds.append(red())
      #expect(item.viewInBar?.layer.presentation()?.frame == place)
      device.advance(0.2)
      reds.append(red())
      #expect(reds == [1, 1, 0.5, 0])
    }
  }

  @Test(.rule("E-532")) func `bars observe the given scroll view, else one that extends to them, or none`() {
    withDevice { device in
      final class Deaf: UIViewController {
        var isDeaf = false
        override func contentScrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? {
          isDeaf ? nil : super.contentScrollView(for: edge)
        }
      }
      let controller = Deaf()
      let navigation = UINavigationController(rootViewController: controller)
      let bar = navigation.navigationBar
      bar.standardAppearance.backgroundColor = .red
      device.show(navigation)
      @MainActor func add(_ frame: CGRect) -> UIScrollView {
        let scroll = UIScrollView(frame: frame)
        scroll.contentSize = CGSize(width: 300, height: 2000)
        controller.view.addSubview(scroll)
        scroll.contentOffset.y = 300
        return scroll
      }
      let middle = add(CGRect(x: 0, y: 300, width: 300, height: 200))
      #expect(bar.backgroundColor == .clear && navigation.contentScrollView(for: .top) == nil)
      let whole = add(controller.view.bounds)
      #expect(bar.backgroundColor == .red && navigation.contentScrollView(for: .top) === whole)
      controller.setContentScrollView(middle, for: .top)
      middle.contentOffset.y = 0
      #expect(bar.backgroundColor == .clear && navigation.contentScrollView(for: .bottom) === whole)
      controller.setContentScrollView(nil)
      #expect(bar.backgroundColor == .red)
      controller.isDeaf = true
      whole.contentOffset.y = -whole.adjustedContentInset.top
      whole.contentOffset.y = 300
      #expect(bar.backgroundColor == .clear)
    }
  }

  @Test(.rule("E-533")) func `in compact height the compact appearances take precedence`() {
    withDevice { device in
      let (controller, scroll) = scrolling()
      let navigation = UINavigationController(rootViewController: controller)
      let bar = navigation.navigationBar
      bar.standardAppearance.backgroundColor = .red
      device.show(navigation)
      Rotation.rotate(to: "landscapeLeft")
      device.turn()
      device.advance(1)
      scroll.frame = controller.view.bounds
      var seen: [UIColor?] = []
      @MainActor func look() {
        scroll.contentOffset.y = -scroll.adjustedContentInset.top
        seen.append(bar.backgroundColor)
        scroll.contentOffset.y += 100
        seen.append(bar.backgroundColor)
      }
      @MainActor func color(_ color: UIColor) -> UINavigationBarAppearance {
        let look = UINavigationBarAppearance()
        look.backgroundColor = color
        return look
      }
      look()
      bar.scrollEdgeAppearance = color(.green)
      bar.compactAppearance = color(.orange)
      look()
      bar.compactScrollEdgeAppearance = color(.yellow)
      controller.navigationItem.compactAppearance = color(.brown)
      look()
      #expect(seen == [.clear, .red, .green, .orange, .yellow, .brown])
      Rotation.rotate(to: "portrait")
      device.turn()
      device.advance(1)
      #expect(bar.backgroundColor == .red)
    }
  }
}
