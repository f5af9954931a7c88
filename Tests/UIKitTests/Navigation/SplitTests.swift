import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Columns, one of which a phone shows at a time.
@MainActor @Suite struct SplitTests {
  private func titled(_ title: String) -> UIViewController {
    let controller = UIViewController()
    controller.title = title
    return controller
  }
  private func titles(_ split: UISplitViewController) -> [String] {
    (split.children.first as? UINavigationController)?.viewControllers.map { $0.title ?? "?" } ?? []
  }

  /// Switches the device to another screen.
  private func use(_ model: DeviceModel, _ device: TestDevice) {
    UIScreen.main.configure(model, Environment())
    device.window.frame = UIScreen.main.bounds
  }

  @Test(.rule("E-376"))
  func `on a phone the columns form one stack, with the column that the delegate chooses on top`() {
    for (top, expected) in [
      (nil, ["list", "detail"]), (UISplitViewController.Column.primary, ["list"]),
    ] {
      withDevice { device in
        let split = UISplitViewController(style: .doubleColumn)
        let delegate = SplitDelegate(device.log)
        delegate.top = top
        split.delegate = delegate
        split.setViewController(titled("list"), for: .primary)
        split.setViewController(titled("detail"), for: .secondary)
        device.show(split)
        #expect(split.isCollapsed && titles(split) == expected)
        #expect(device.log.take() == ["top of secondary", "collapsed"])
      }
    }
  }

  @Test(.rule("E-376")) func `while collapsed, a detail is pushed and a column is shown and popped`() {
    withDevice { device in
      let split = UISplitViewController(style: .doubleColumn)
      let delegate = SplitDelegate(device.log)
      delegate.top = .primary
      split.delegate = delegate
      let list = titled("list")
      split.setViewController(list, for: .primary)
      split.setViewController(titled("detail"), for: .secondary)
      device.show(split)
      split.show(.secondary)
      device.advance(1)
      #expect(titles(split) == ["list", "detail"] && list.splitViewController === split)
      split.show(.primary)
      device.advance(1)
      #expect(titles(split) == ["list"] || titles(split) == ["list", "detail"])
      list.showDetailViewController(titled("other"), sender: nil)
      device.advance(1)
      #expect(titles(split).last == "other")
    }
  }

  @Test(.rule("E-376"))
  func `rotation to a wide screen separates the stack into columns, and rotation back merges it`() {
    withDevice { device in
      use(
        DeviceModel(
          name: "wide", width: 430, height: 932, scale: 3, idiom: "phone", safeAreaTop: 59,
          safeAreaBottom: 34,
          cornerRadius: 55), device)
      let split = UISplitViewController(style: .doubleColumn)
      let list = UINavigationController(rootViewController: titled("list"))
      let detail = UINavigationController(rootViewController: titled("detail"))
      split.setViewController(list, for: .primary)
      split.setViewController(detail, for: .secondary)
      device.show(split)
      #expect(split.isCollapsed && titles(split) == ["list", "detail"])
      list.pushViewController(titled("more"), animated: false)
      device.turn()
      Rotation.rotate(to: "landscapeLeft")
      device.turn()
      device.advance(1)
      #expect(!split.isCollapsed && split.children.count == 2)
      #expect(list.viewControllers.map { $0.title ?? "" } == ["list"])
      #expect(detail.viewControllers.map { $0.title ?? "" } == ["detail", "more"])
      Rotation.rotate(to: "portrait")
      device.turn()
      device.advance(1)
      #expect(split.isCollapsed && titles(split) == ["list", "detail", "more"])
    }
  }

  @Test func `the primary column's width stays within its limits`() {
    withDevice { device in
      use(
        DeviceModel(
          name: "wide", width: 1024, height: 768, scale: 2, idiom: "pad", safeAreaTop: 20, safeAreaBottom: 0,
          cornerRadius: 0), device)
      let split = UISplitViewController(style: .doubleColumn)
      split.setViewController(titled("list"), for: .primary)
      split.setViewController(titled("detail"), for: .secondary)
      device.show(split)
      var widths = [split.primaryColumnWidth]
      split.maximumPrimaryColumnWidth = 300
      widths.append(split.primaryColumnWidth)
      split.preferredPrimaryColumnWidthFraction = 0.1
      widths.append(split.primaryColumnWidth)
      split.minimumPrimaryColumnWidth = 200
      widths.append(split.primaryColumnWidth)
      #expect(widths.map { ($0 * 10).rounded() / 10 } == [320, 300, 102.4, 200])
      device.turn()
      #expect(split.children.first?.view.frame.width == 200)
    }
  }

  @Test(.rule("E-376")) func `in the classic style the delegate may discard the secondary`() {
    for (discards, expected) in [(true, ["list"]), (false, ["list", "detail"])] {
      withDevice { device in
        let split = UISplitViewController()
        let delegate = SplitDelegate(device.log)
        delegate.discards = discards
        split.delegate = delegate
        split.viewControllers = [
          UINavigationController(rootViewController: titled("list")),
          UINavigationController(rootViewController: titled("detail")),
        ]
        device.show(split)
        #expect(titles(split) == expected && device.log.take() == ["collapse"])
      }
    }
  }

  @Test(.rule("E-822")) func `the display mode button is hidden while it has no effect`() {
    let broad = DeviceModel(
      name: "broad", width: 1024, height: 768, scale: 2, idiom: "pad", safeAreaTop: 20, safeAreaBottom: 0,
      cornerRadius: 0)
    for (isBroad, expected) in [(false, [true, true]), (true, [false, true])] {
      withDevice { device in
        if isBroad { use(broad, device) }
        let split = UISplitViewController()
        split.viewControllers = [
          UINavigationController(rootViewController: titled("list")),
          UINavigationController(rootViewController: titled("detail")),
        ]
        device.show(split)
        var hidden = [split.displayModeButtonItem.isHidden]
        split.presentsWithGesture = false
        hidden.append(split.displayModeButtonItem.isHidden)
        #expect(hidden == expected)
      }
    }
  }

  @Test(.rule("E-559")) func `a primary screen may set the delegate when its view loads`() {
    withDevice { device in
      let delegate = SplitDelegate(device.log)
      delegate.discards = true
      let split = UISplitViewController()
      split.viewControllers = [
        UINavigationController(rootViewController: DelegateSettingScreen(delegate)),
        UINavigationController(rootViewController: titled("detail")),
      ]
      device.show(split)
      #expect(titles(split) == ["list"] && device.log.take() == ["2 columns", "collapse"])
    }
  }
}

/// A screen that sets the split view controller's delegate in viewDidLoad.
private final class DelegateSettingScreen: UIViewController {
  let delegate: SplitDelegate
  init(_ delegate: SplitDelegate) {
    self.delegate = delegate
    super.init(nibName: nil, bundle: nil)
    title = "list"
  }
  required init?(coder: NSCoder) { nil }
  override func viewDidLoad() {
    super.viewDidLoad()
    // Called before the columns are collapsed.
    delegate.log("\(splitViewController?.viewControllers.count ?? 0) columns")
    splitViewController?.delegate = delegate
  }
}

private final class SplitDelegate: NSObject, UISplitViewControllerDelegate {
  let log: Log
  var top: UISplitViewController.Column?
  var discards = false
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "splitViewController:topColumnForCollapsingToProposedTopColumn:", "splitViewControllerDidCollapse:",
      "splitViewController:collapseSecondaryViewController:ontoPrimaryViewController:")
  }
  func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column {
    log("top of \(proposedTopColumn)")
    return top ?? proposedTopColumn
  }
  func splitViewControllerDidCollapse(_ svc: UISplitViewController) { log("collapsed") }
  func splitViewController(
    _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
    onto primaryViewController: UIViewController
  ) -> Bool {
    log("collapse")
    return discards
  }
}
