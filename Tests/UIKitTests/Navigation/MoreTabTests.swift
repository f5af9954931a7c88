import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// A tab bar with more tabs than fit.
@MainActor @Suite struct MoreTabTests {
  /// A to G, with G in a navigation controller; four of them and More are in the bar.
  private func tabbed(
    _ body: @MainActor (TestDevice, UITabBarController, [UIViewController]) throws -> Void
  ) rethrows {
    try withDevice { device in
      var tabs: [UIViewController] = ["A", "B", "C", "D", "E", "F"].map { named($0, device) }
      let stack = UINavigationController(rootViewController: named("G", device))
      stack.tabBarItem = UITabBarItem(title: "Stack", image: nil, tag: 0)
      tabs.append(stack)
      let controller = UITabBarController()
      controller.viewControllers = tabs
      let delegate = MoreListener(device.log)
      controller.delegate = delegate
      device.show(controller)
      device.advance(1)
      _ = device.log.take()
      try body(device, controller, tabs)
      withExtendedLifetime(delegate) {}
    }
  }
  private func named(_ name: String, _ device: TestDevice) -> Screen {
    let screen = Screen(name, device.log)
    screen.title = name
    return screen
  }
  private func tap(_ index: Int, _ device: TestDevice, _ tabs: UITabBarController) {
    device.tap(tabs.tabBar.subviews.filter { $0 is UIControl }[index])
    device.advance(1)
  }
  private func choose(_ row: Int, _ device: TestDevice) {
    device.tap(200, 59 + 44 + CGFloat(row) * 44 + 20)
    device.advance(1)
  }
  private func state(_ tabs: UITabBarController) -> String {
    let selected = tabs.selectedViewController
    let name = selected === tabs.moreNavigationController ? "More" : selected.map(word) ?? "nil"
    let index = tabs.selectedIndex == NSNotFound ? "none" : "\(tabs.selectedIndex)"
    return "\(name) \(index), \(tabs.tabBar.selectedItem?.title ?? "nil") on the bar"
  }

  @Test(.rule("E-586")) func `the bar's last tab lists the tabs that do not fit`() {
    tabbed { device, tabs, all in
      #expect(tabs.tabBar.items?.map(\.title) == ["A", "B", "C", "D", "More"])
      #expect(tabs.viewControllers == all && state(tabs) == "A 0, A on the bar")
      tap(4, device, tabs)
      #expect(state(tabs) == "More none, More on the bar")
      #expect(
        device.log.take() == [
          "shouldSelect More", "A.willDisappear", "A.didDisappear", "didSelect More",
        ])
      let seen = ScreenDescription.elements().compactMap(\.label)
      #expect(["E", "F", "Stack"].allSatisfy(seen.contains) && !seen.contains("G"))
    }
  }

  @Test(.rule("E-586")) func `a tab chosen in the list is pushed and selected, and then popped`() {
    tabbed { device, tabs, all in
      tap(4, device, tabs)
      _ = device.log.take()
      choose(1, device)
      #expect(state(tabs) == "F 5, More on the bar")
      #expect(all[5].navigationController === tabs.moreNavigationController)
      #expect(all[5].tabBarController === tabs && tabs.viewControllers == all)
      #expect(
        device.log.take() == [
          "shouldSelect F", "F.didMove(nil)", "F.willMove(parent)", "F.loadView", "F.viewDidLoad",
          "F.willAppear", "didSelect F", "F.isAppearing", "F.didAppear", "F.didMove(parent)",
        ])
      // After another tab was selected, More shows the same tab again.
      tap(0, device, tabs)
      #expect(state(tabs) == "A 0, A on the bar")
      tap(4, device, tabs)
      #expect(state(tabs) == "F 5, More on the bar")
      _ = device.log.take()
      // Tapping More again shows the list.
      tap(4, device, tabs)
      #expect(state(tabs) == "More none, More on the bar" && all[5].parent === tabs)
      #expect(
        device.log.take() == [
          "shouldSelect More", "F.willMove(nil)", "F.willDisappear", "didSelect More", "F.didDisappear",
          "F.didMove(nil)", "F.willMove(parent)", "F.didMove(parent)",
        ])
    }
  }

  @Test(.rule("E-586")) func `if the delegate refuses a selection, the list does not change`() {
    tabbed { device, tabs, _ in
      tap(4, device, tabs)
      (tabs.delegate as? MoreListener)?.answer = false
      _ = device.log.take()
      choose(0, device)
      #expect(state(tabs) == "More none, More on the bar" && device.log.take() == ["shouldSelect E"])
    }
  }

  @Test(.rule("E-586"))
  func `a navigation controller in the list keeps its screens, and its bar leads back to the list`() {
    tabbed { device, tabs, all in
      let stack = all[6] as? UINavigationController
      let g = stack?.topViewController
      tap(4, device, tabs)
      choose(2, device)
      #expect(state(tabs) == "stack 6, More on the bar" && g?.navigationController === stack)
      #expect(tabs.moreNavigationController.isNavigationBarHidden && g?.view.safeAreaInsets.top == 59 + 44)
      stack?.pushViewController(named("H", device), animated: true)
      device.advance(1)
      // Pops to G, and then to the list.
      device.tap(30, 59 + 22)
      device.advance(1)
      #expect(stack?.viewControllers == [g].compactMap { $0 } && state(tabs) == "stack 6, More on the bar")
      device.tap(30, 59 + 22)
      device.advance(1)
      #expect(state(tabs) == "More none, More on the bar")
      #expect(
        !tabs.moreNavigationController.isNavigationBarHidden
          && stack?.viewControllers == [g].compactMap { $0 })
    }
  }

  @Test(.rule("E-586")) func `code can select any of the tabs, and the list`() {
    tabbed { device, tabs, all in
      var states: [String] = []
      @MainActor func note(_ change: () -> Void) {
        change()
        states.append(state(tabs))
        device.turn()
        device.advance(1)
      }
      note { tabs.selectedIndex = 5 }
      #expect(all[5].view.window != nil)
      note { tabs.selectedViewController = all[4] }
      #expect(all[4].view.window != nil && all[5].view.window == nil && all[5].parent === tabs)
      note { tabs.selectedIndex = 6 }
      note { tabs.selectedViewController = tabs.moreNavigationController }
      note { tabs.selectedIndex = 1 }
      note { tabs.selectedIndex = 40 }
      note { tabs.selectedViewController = UIViewController() }
      #expect(
        states == [
          "F 5, More on the bar", "E 4, More on the bar", "stack 6, More on the bar",
          "More none, More on the bar", "B 1, B on the bar", "B 1, B on the bar", "B 1, B on the bar",
        ])
      #expect(!device.log.take().contains { $0.contains("elect") })
    }
  }

  @Test(.rule("E-586")) func `five tabs fit, and changing the tabs keeps the selected one`() {
    withDevice { device in
      let all = ["A", "B", "C", "D", "E", "F"].map { named($0, device) }
      let tabs = UITabBarController()
      tabs.viewControllers = Array(all[..<5])
      device.show(tabs)
      #expect(tabs.tabBar.items?.count == 5 && tabs.tabBar.items?.last?.title == "E")
      var states: [String] = []
      @MainActor func note(_ change: () -> Void) {
        change()
        device.turn()
        states.append(state(tabs))
      }
      note { tabs.selectedViewController = tabs.moreNavigationController }
      note { tabs.selectedIndex = 4 }
      note { tabs.viewControllers = all }
      note { tabs.viewControllers = [all[4], all[0]] }
      note { tabs.viewControllers = [all[1], all[2]] }
      note { tabs.selectedIndex = 1 }
      note { tabs.viewControllers = [all[3]] }
      #expect(
        states == [
          "A 0, A on the bar", "E 4, E on the bar", "E 4, More on the bar", "E 0, E on the bar",
          "B 0, B on the bar", "C 1, C on the bar", "D 0, D on the bar",
        ])
      #expect(all[3].view.window != nil && all[4].view.window == nil && all[4].parent == nil)
    }
  }

  @Test(.rule("E-587")) func `the user can reorder the tabs`() {
    tabbed { device, tabs, all in
      tabs.customizableViewControllers = Array(all[1...])
      tap(4, device, tabs)
      _ = device.log.take()
      device.tap(393 - 30, 59 + 22)
      device.advance(1)
      let order = (tabs.presentedViewController as? UINavigationController)?.topViewController
      guard let list = order as? TabOrderController else {
        Issue.record("no reordering controller")
        return
      }
      let table: UITableView = list.tableView
      #expect(!list.tableView(table, canMoveRowAt: IndexPath(row: 0, section: 0)))
      #expect(
        list.tableView(
          table, targetIndexPathForMoveFromRowAt: IndexPath(row: 5, section: 0),
          toProposedIndexPath: IndexPath(row: 0, section: 0)
        ).row == 5)
      list.tableView(table, moveRowAt: IndexPath(row: 5, section: 0), to: IndexPath(row: 1, section: 0))
      #expect(tabs.viewControllers == all)
      tabs.customized(list.order)
      device.advance(1)
      #expect(tabs.tabBar.items?.map(\.title) == ["A", "F", "B", "C", "More"])
      #expect(state(tabs) == "More none, More on the bar" && tabs.presentedViewController == nil)
      #expect(
        device.log.take() == [
          "willBeginCustomizing ABCDEFstack", "willEndCustomizing AFBCDEstack true",
          "didEndCustomizing AFBCDEstack true",
        ])
      tabs.customizableViewControllers = nil
      device.turn()
      device.tap(393 - 30, 59 + 22)
      device.advance(1)
      #expect(tabs.presentedViewController == nil)
    }
  }
}

@MainActor private func word(_ controller: UIViewController) -> String {
  (controller as? Screen)?.name ?? (controller is UINavigationController ? "stack" : "?")
}

private final class MoreListener: NSObject, UITabBarControllerDelegate {
  let log: Log
  var answer = true
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "tabBarController:shouldSelectViewController:", "tabBarController:didSelectViewController:",
      "tabBarController:willBeginCustomizingViewControllers:",
      "tabBarController:willEndCustomizingViewControllers:changed:",
      "tabBarController:didEndCustomizingViewControllers:changed:")
  }
  private func name(_ tabs: UITabBarController, _ controller: UIViewController) -> String {
    controller === tabs.moreNavigationController ? "More" : word(controller)
  }
  func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController)
    -> Bool
  {
    log("shouldSelect \(name(tabBarController, viewController))")
    return answer
  }
  func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {
    log("didSelect \(name(tabBarController, viewController))")
  }
  func tabBarController(
    _ tabBarController: UITabBarController, willBeginCustomizing viewControllers: [UIViewController]
  ) { log("willBeginCustomizing \(viewControllers.map(word).joined())") }
  func tabBarController(
    _ tabBarController: UITabBarController, willEndCustomizing viewControllers: [UIViewController],
    changed: Bool
  ) { log("willEndCustomizing \(viewControllers.map(word).joined()) \(changed)") }
  func tabBarController(
    _ tabBarController: UITabBarController, didEndCustomizing viewControllers: [UIViewController],
    changed: Bool
  ) { log("didEndCustomizing \(viewControllers.map(word).joined()) \(changed)") }
}
