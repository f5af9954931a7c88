import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// How far views extend beneath the bars of their containers.
@MainActor @Suite struct ExtendedEdgeTests {
  private func screen(_ set: (UIViewController) -> Void) -> UIViewController {
    let screen = UIViewController()
    set(screen)
    return screen
  }

  @Test(.rule("E-576")) func `a view ends at a bar if its edges are not extended beneath it`() {
    withDevice { device in
      let top = UIScreen.main.safeAreaInsets.top + 44
      let bounds = UIScreen.main.bounds
      let (all, none) = (UIViewController(), screen { $0.edgesForExtendedLayout = [] })
      let navigation = UINavigationController(rootViewController: all)
      device.show(navigation)
      #expect(all.view.frame == bounds && all.view.safeAreaInsets.top == top)
      navigation.pushViewController(none, animated: true)
      device.advance(1)
      #expect(none.view.frame == CGRect(x: 0, y: top, width: bounds.width, height: bounds.height - top))
      #expect(none.view.safeAreaInsets.top == 0)
      navigation.isNavigationBarHidden = true
      device.turn()
      #expect(none.view.frame == bounds)
    }
  }

  @Test(.rule("E-576"))
  func `only a view with extendedLayoutIncludesOpaqueBars extends beneath an opaque bar`() {
    withDevice { device in
      let top = UIScreen.main.safeAreaInsets.top + 44
      let (plain, under) = (UIViewController(), screen { $0.extendedLayoutIncludesOpaqueBars = true })
      let navigation = UINavigationController(rootViewController: plain)
      navigation.navigationBar.isTranslucent = false
      device.show(navigation)
      #expect(plain.view.frame.minY == top)
      navigation.pushViewController(under, animated: false)
      device.turn()
      #expect(under.view.frame.minY == 0 && under.view.safeAreaInsets.top == top)
      let tabs = UITabBarController()
      tabs.tabBar.isTranslucent = false
      let tab = UIViewController()
      tabs.viewControllers = [tab]
      device.show(tabs)
      #expect(tab.view.frame.maxY == tabs.tabBar.frame.minY && tab.view.safeAreaInsets.bottom == 0)
    }
  }

  @Test(.rule("E-578")) func `a page that is off screen has the safe area of the page on screen`() {
    withDevice { device in
      let root = device.showEmpty()
      let scroll = UIScrollView(frame: root.bounds)
      scroll.contentInsetAdjustmentBehavior = .never
      scroll.contentSize = CGSize(width: root.bounds.width * 2, height: root.bounds.height)
      root.addSubview(scroll)
      let pages = [0, 1].map {
        UIView(frame: root.bounds.offsetBy(dx: CGFloat($0) * root.bounds.width, dy: 0))
      }
      for page in pages { scroll.addSubview(page) }
      device.turn()
      #expect(pages[1].safeAreaInsets == pages[0].safeAreaInsets)
      #expect(pages[1].safeAreaInsets == root.safeAreaInsets)
    }
  }

  @Test func `the back button's title follows the previous screen's display mode`() {
    withDevice { device in
      let root = screen { $0.title = "Home" }
      let navigation = UINavigationController(rootViewController: root)
      device.show(navigation)
      @MainActor func titles() -> [String?] {
        navigation.popViewController(animated: false)
        device.turn()
        navigation.pushViewController(UIViewController(), animated: false)
        device.turn()
        return navigation.navigationBar.subviews.compactMap { $0 as? UIButton }.map { $0.currentTitle }
      }
      #expect(titles() == ["Home"])
      root.navigationItem.backButtonDisplayMode = .generic
      #expect(titles() == ["Back"])
      root.navigationItem.backButtonDisplayMode = .minimal
      #expect(titles() == [nil])
    }
  }
}
