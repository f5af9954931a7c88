import CarobFoundation
import TestSupport
import Testing
import UIKit

/// Changing tabs by touch and in code.
@MainActor @Suite struct TabTests {
  @Test(.rule("E-653"))
  func `a navigation controller without its own item uses the item of its first screen`() {
    withDevice { device in
      let (first, second, third) = (UIViewController(), UIViewController(), UIViewController())
      first.title = "First"
      second.tabBarItem = UITabBarItem(title: "Second", image: nil, tag: 7)
      let stacks = [first, second, third].map { UINavigationController(rootViewController: $0) }
      stacks[2].title = "Third"
      let tabs = UITabBarController()
      tabs.viewControllers = stacks
      device.show(tabs)
      #expect(tabs.tabBar.items?.map(\.title) == ["First", "Second", "Third"])
      first.title = "Changed"
      stacks[1].tabBarItem = UITabBarItem(title: "Own", image: nil, tag: 0)
      #expect(tabs.tabBar.items?.first?.title == "Changed" && stacks[1].tabBarItem.title == "Own")
      #expect(second.tabBarItem.tag == 7 && stacks[0].tabBarItem === first.tabBarItem)
    }
  }

  private func tabbed(_ body: (TestDevice, UITabBarController, TabListener, Screen, Screen) -> Void) {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      let tabs = UITabBarController()
      let delegate = TabListener(device.log)
      tabs.viewControllers = [a, b]
      tabs.delegate = delegate
      device.show(tabs)
      body(device, tabs, delegate, a, b)
    }
  }

  private func tap(_ index: Int, _ device: TestDevice, _ tabs: UITabBarController) {
    let buttons = tabs.tabBar.subviews.filter { $0 is UIControl }
    device.tap(buttons[index])
  }

  @Test(.rule("E-1063", "E-115"))
  func `a subclass of the controller learns of a tap before the delegate is asked`() {
    withDevice { device in
      let tabs = LoggingTabs(device.log)
      let delegate = TabListener(device.log)
      tabs.viewControllers = ["A", "B"].map { name in
        let screen = UIViewController()
        screen.title = name
        return screen
      }
      tabs.delegate = delegate
      device.show(tabs)
      _ = device.log.take()
      tap(1, device, tabs)
      let lines = device.log.take()
      #expect(lines.first == "bar B at 0" && lines.count == 3 && tabs.selectedIndex == 1)
    }
  }

  @Test(.rule("E-118", "E-93")) func `at first only the selected child is loaded`() {
    tabbed { device, _, _, a, b in
      #expect(a.isViewLoaded && !b.isViewLoaded)
      #expect(
        device.log.take() == [
          "A.willMove(parent)", "A.didMove(parent)", "B.willMove(parent)", "B.didMove(parent)", "A.loadView",
          "A.viewDidLoad", "A.willAppear", "A.isAppearing", "A.didAppear",
        ])
    }
  }

  @Test(.rule("E-115", "E-116")) func `tapping another tab`() {
    tabbed { device, tabs, _, _, b in
      _ = device.log.take()
      tap(1, device, tabs)
      #expect(tabs.selectedViewController === b)
      #expect(
        device.log.take() == [
          "shouldSelect B while A", "B.loadView", "B.viewDidLoad", "B.willAppear", "A.willDisappear",
          "A.didDisappear", "B.isAppearing", "B.didAppear", "didSelect B while B",
        ])
    }
  }

  @Test(.rule("E-115")) func `if the delegate refuses, the tab stays selected`() {
    tabbed { device, tabs, delegate, a, _ in
      _ = device.log.take()
      delegate.answer = false
      tap(1, device, tabs)
      #expect(tabs.selectedViewController === a)
      #expect(device.log.take() == ["shouldSelect B while A"])
    }
  }

  @Test(.rule("E-117")) func `selecting in code sends the appearance messages but none to the delegate`() {
    tabbed { device, tabs, _, _, _ in
      _ = device.log.take()
      tabs.selectedIndex = 1
      device.turn()
      #expect(
        device.log.take() == [
          "B.loadView", "B.viewDidLoad", "B.willAppear", "A.willDisappear", "A.didDisappear", "B.isAppearing",
          "B.didAppear",
        ])
    }
  }

  @Test(.rule("E-117")) func `tapping the selected tab sends the delegate's messages and pops to the root`() {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      let navigation = UINavigationController(rootViewController: a)
      let tabs = UITabBarController()
      let delegate = TabListener(device.log)
      tabs.viewControllers = [navigation]
      tabs.delegate = delegate
      device.show(tabs)
      navigation.pushViewController(b, animated: false)
      device.turn()
      _ = device.log.take()
      tap(0, device, tabs)
      device.advance(1)
      #expect(navigation.viewControllers == [a])
      let events = device.log.take()
      #expect(events.first == "shouldSelect ? while ?" && events.contains("didSelect ? while ?"))
      #expect(
        events.filter { !$0.contains("Select") } == [
          "B.willMove(nil)", "B.willDisappear", "A.willAppear", "A.isAppearing", "B.didDisappear",
          "A.didAppear", "B.didMove(nil)",
        ])
    }
  }
}

private final class TabListener: NSObject, UITabBarControllerDelegate {
  let log: Log
  var answer = true
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has("tabBarController:shouldSelectViewController:", "tabBarController:didSelectViewController:")
  }
  private func note(_ what: String, _ tabs: UITabBarController, _ controller: UIViewController) {
    let (new, now) = (controller as? Screen, tabs.selectedViewController as? Screen)
    log("\(what) \(new?.name ?? "?") while \(now?.name ?? "?")")
  }
  func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController)
    -> Bool
  {
    note("shouldSelect", tabBarController, viewController)
    return answer
  }
  func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {
    note("didSelect", tabBarController, viewController)
  }
}

private final class LoggingTabs: UITabBarController {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { nil }
  nonisolated override class var _carobMethods: [_CarobMethod] { has("tabBar:didSelectItem:") }
  override func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {
    log("bar \(item.title ?? "nothing") at \(selectedIndex)")
  }
}
