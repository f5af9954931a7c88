import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// In landscape the safe area at the sides keeps content and bars away from the Dynamic Island.
@MainActor @Suite struct SideSafeAreaTests {
  private func turned(_ root: UIViewController, _ body: (TestDevice) -> Void) {
    withDevice { device in
      device.show(root)
      Rotation.rotate(to: "landscapeLeft")
      device.turn()
      device.advance(1)
      body(device)
      Rotation.rotate(to: "portrait")
      device.turn()
      device.advance(1)
    }
  }
  private func table(_ style: UITableView.Style, _ log: Log) -> (UITableViewController, ListSource) {
    let source = ListSource(log, [["A"]])
    let list = UITableViewController(style: style)
    list.tableView.dataSource = source
    list.tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    return (list, source)
  }

  @Test(.rule("E-960")) func `a row fills the table, and its content keeps out of the safe area`() {
    let (list, source) = table(.plain, Log())
    turned(list) { device in
      let cell = list.tableView.visibleCells[0]
      #expect(cell.frame.minX == 0 && cell.frame.width == 852)
      #expect(cell.contentView.frame.minX == 59 && cell.contentView.frame.maxX == 793)
      #expect(cell.textLabel?.frame.minX == 16)
      list.tableView.insetsContentViewsToSafeArea = false
      device.turn()
      #expect(cell.contentView.frame.minX == 0 && cell.contentView.frame.maxX == 852)
    }
    withExtendedLifetime(source) {}
  }

  @Test(.rule("E-960")) func `rows of an inset style are inset from the safe area`() {
    let (list, source) = table(.insetGrouped, Log())
    turned(list) { _ in
      let cell = list.tableView.visibleCells[0]
      #expect(cell.frame.minX == 79 && cell.frame.maxX == 773)
      #expect(cell.contentView.frame.minX == 0)
    }
    withExtendedLifetime(source) {}
  }

  @Test(.rule("E-961")) func `bars fill the width, and their items keep out of the safe area`() {
    let screen = UIViewController()
    screen.navigationItem.leftBarButtonItem = UIBarButtonItem(
      title: "Edit", style: .plain, target: nil, action: nil)
    screen.navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Add", style: .plain, target: nil, action: nil)
    let stack = UINavigationController(rootViewController: screen)
    let tabs = UITabBarController()
    let other = UIViewController()
    other.tabBarItem = UITabBarItem(title: "Other", image: nil, tag: 1)
    tabs.viewControllers = [stack, other]
    turned(tabs) { _ in
      let bar = stack.navigationBar
      let buttons = bar.subviews.compactMap { $0 as? UIButton }.filter { !$0.isHidden }
      #expect(bar.frame.width == 852)
      #expect(buttons.allSatisfy { $0.frame.minX >= 59 && $0.frame.maxX <= 793 })
      let items = tabs.tabBar.subviews.filter { $0 is UIControl }.map(\.frame)
      #expect(items.map(\.minX) == [59, 426] && items.map(\.maxX) == [426, 793])
    }
  }
}
