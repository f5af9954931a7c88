import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Hiding and showing a navigation controller's bars.
@MainActor @Suite struct BarHidingTests {
  /// A on a stack, with toolbar items, in a window.
  private func navigating(
    _ body: @MainActor (TestDevice, UINavigationController, Screen) throws -> Void
  ) rethrows {
    try withDevice { device in
      let a = Screen("A", device.log)
      a.toolbarItems = [UIBarButtonItem(title: "Tool", style: .plain, target: nil, action: nil)]
      let navigation = UINavigationController(rootViewController: a)
      navigation.isToolbarHidden = false
      device.show(navigation)
      _ = device.log.take()
      try body(device, navigation, a)
    }
  }
  /// A view's current position on the screen, also during animations.
  private func seen(_ view: UIView) -> CGRect {
    let frame = view.layer.presentation()?.frame ?? view.frame
    return CGRect(
      x: frame.minX.rounded(), y: frame.minY.rounded(), width: frame.width.rounded(),
      height: frame.height.rounded())
  }

  @Test(.rule("E-579")) func `hidden with an animation, the bars slide out and the content follows`() {
    navigating { device, navigation, a in
      let (bar, toolbar) = (navigation.navigationBar, navigation.toolbar!)
      let box = UIView()
      box.translatesAutoresizingMaskIntoConstraints = false
      a.view.addSubview(box)
      NSLayoutConstraint.activate([
        box.topAnchor.constraint(equalTo: a.view.safeAreaLayoutGuide.topAnchor),
        box.bottomAnchor.constraint(equalTo: a.view.safeAreaLayoutGuide.bottomAnchor),
        box.leftAnchor.constraint(equalTo: a.view.leftAnchor),
        box.rightAnchor.constraint(equalTo: a.view.rightAnchor),
      ])
      device.turn()
      let whole = (bar.frame, toolbar.frame, box.frame)
      #expect(whole.0.minY == 0 && whole.2.minY == whole.0.maxY && whole.2.maxY == whole.1.minY)
      navigation.setNavigationBarHidden(true, animated: true)
      navigation.setToolbarHidden(true, animated: true)
      device.turn()
      #expect(navigation.isNavigationBarHidden && navigation.isToolbarHidden)
      #expect(!bar.isHidden && !toolbar.isHidden)
      #expect(seen(bar) == whole.0 && seen(toolbar) == whole.1 && seen(box) == whole.2)
      device.advance(0.1)
      #expect(abs(seen(bar).midY) <= 1 && seen(box).minY == 59 + 22)
      #expect(seen(toolbar).minY == (whole.1.minY + 852) / 2)
      device.advance(0.11)
      #expect(bar.isHidden && bar.frame.maxY == 0 && toolbar.isHidden && toolbar.frame.minY == 852)
      #expect(box.frame == CGRect(x: 0, y: 59, width: 393, height: 852 - 59 - 34))
      navigation.setNavigationBarHidden(false, animated: true)
      device.turn()
      #expect(!bar.isHidden && seen(bar).maxY == 0)
      device.advance(0.3)
      #expect(bar.frame == whole.0 && !bar.isHidden && toolbar.isHidden && box.frame.minY == whole.2.minY)
      navigation.setToolbarHidden(false, animated: false)
      #expect(toolbar.frame == whole.1 && seen(toolbar) == whole.1)
    }
  }

  @Test(.rule("E-579")) func `before the view is on screen, bars are hidden without an animation`() {
    withDevice { device in
      let navigation = UINavigationController(rootViewController: UIViewController())
      navigation.setNavigationBarHidden(true, animated: true)
      navigation.loadViewIfNeeded()
      #expect(navigation.navigationBar.isHidden)
      device.show(navigation)
      navigation.isNavigationBarHidden = false
      #expect(!navigation.navigationBar.isHidden && seen(navigation.navigationBar).minY == 0)
      navigation.isNavigationBarHidden = true
      #expect(navigation.navigationBar.isHidden)
      device.turn()
    }
  }

  @Test(.rule("E-579")) func `setNavigationBarHidden is called for each way of hiding the bar`() {
    withDevice { device in
      final class RecordingNavigation: UINavigationController {
        var heard: [String] = []
        override func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
          heard.append("\(hidden) \(animated)")
          super.setNavigationBarHidden(hidden, animated: animated)
        }
      }
      let navigation = RecordingNavigation(rootViewController: UIViewController())
      device.show(navigation)
      navigation.isNavigationBarHidden = true
      navigation.hidesBarsOnTap = true
      device.tap(200, 400)
      #expect(navigation.heard == ["true false", "false true"])
    }
  }

  @Test(.rule("E-580"))
  func `a bar hidden or shown in viewWillAppear moves with the screens`() {
    navigating { device, navigation, a in
      let b = BarHidingScreen("B", device.log)
      let bar = navigation.navigationBar
      navigation.pushViewController(b, animated: true)
      device.turn()
      #expect(seen(bar).minX == 0 && !bar.isHidden && b.view.safeAreaInsets.top == 59)
      #expect(abs(a.view.safeAreaInsets.top - 103) < 1e-6)
      device.advance(0.175)
      #expect(seen(bar).origin == CGPoint(x: -196, y: 0) || seen(bar).origin == CGPoint(x: -197, y: 0))
      device.advance(0.3)
      #expect(bar.isHidden && b.view.safeAreaInsets.top == 59 && bar.frame.maxY == 0)
      navigation.popViewController(animated: true)
      device.turn()
      #expect(!bar.isHidden && seen(bar).origin == CGPoint(x: -393, y: 0))
      device.advance(0.5)
      #expect(bar.frame.origin == .zero && a.view.safeAreaInsets.top == 59 + 44)
    }
  }

  @Test(.rule("E-580"))
  func `during an interactive pop the bar follows the finger, and is hidden again if the pop is cancelled`() {
    navigating { device, navigation, a in
      let b = BarHidingScreen("B", device.log)
      let bar = navigation.navigationBar
      navigation.interactivePopGestureRecognizer?.delegate = nil
      navigation.pushViewController(b, animated: false)
      device.turn()
      #expect(bar.isHidden)
      device.down(5, 400)
      device.move(25, 400)
      device.advance(0.1)
      device.move(5 + 393 / 2.0, 400)
      device.advance(0.3)
      #expect(!navigation.isNavigationBarHidden && abs(seen(bar).minX - -196) < 2 && seen(bar).minY == 0)
      device.move(30, 400)
      device.advance(0.3)
      device.up(30, 400)
      device.advance(1)
      #expect(navigation.viewControllers == [a, b])
      #expect(navigation.isNavigationBarHidden && bar.isHidden && b.view.safeAreaInsets.top == 59)
    }
  }

  @Test(.rule("E-581"))
  func `hidesBottomBarWhenPushed hides the toolbar and tab bar until the screen is popped`() {
    withDevice { device in
      let (a, b, c) = (UIViewController(), UIViewController(), UIViewController())
      for screen in [a, b, c] {
        screen.toolbarItems = [UIBarButtonItem(title: "Tool", style: .plain, target: nil, action: nil)]
      }
      b.hidesBottomBarWhenPushed = true
      let navigation = UINavigationController(rootViewController: a)
      navigation.isToolbarHidden = false
      let tabs = UITabBarController()
      tabs.viewControllers = [navigation, UIViewController()]
      device.show(tabs)
      let (bar, toolbar) = (tabs.tabBar, navigation.toolbar!)
      var states: [[CGFloat]] = []
      @MainActor func note() {
        let bottom = navigation.topViewController?.view.safeAreaInsets.bottom ?? 0
        states.append([seen(bar).minX, seen(toolbar).minX, bottom])
      }
      note()
      navigation.pushViewController(b, animated: true)
      device.turn()
      note()
      device.advance(0.5)
      #expect(bar.frame.minY == 852 && toolbar.isHidden)
      navigation.pushViewController(c, animated: false)
      device.turn()
      #expect(bar.frame.minY == 852 && toolbar.isHidden && !bar.isHidden)
      note()
      navigation.popToRootViewController(animated: true)
      device.turn()
      note()
      device.advance(0.5)
      #expect(bar.frame.maxY == 852 && !toolbar.isHidden)
      note()
      // A tab without a navigation controller has its tab bar.
      navigation.pushViewController(b, animated: false)
      tabs.selectedIndex = 1
      device.turn()
      #expect(bar.frame.maxY == 852)
      let all: CGFloat = 34 + 49 + 44
      let expected: [[CGFloat]] = [[0, 0, all], [0, 0, 34], [0, 0, 34], [-393, -393, all], [0, 0, all]]
      #expect(states == expected)
    }
  }

  @Test(.rule("E-579")) func `the tab bar can be hidden too`() {
    withDevice { device in
      let child = UIViewController()
      let tabs = UITabBarController()
      tabs.viewControllers = [child]
      device.show(tabs)
      tabs.setTabBarHidden(true, animated: true)
      device.advance(0.1)
      #expect(tabs.isTabBarHidden && abs(seen(tabs.tabBar).midY - 852) < 1)
      device.advance(0.2)
      #expect(child.view.safeAreaInsets.bottom == 34)
      tabs.isTabBarHidden = false
      device.turn()
      #expect(tabs.tabBar.frame.maxY == 852 && child.view.safeAreaInsets.bottom == 34 + 49)
    }
  }

  // MARK: User interaction

  @Test(.rule("E-582")) func `a tap that no view handles hides both bars, and another shows them`() {
    navigating { device, navigation, a in
      navigation.hidesBarsOnTap = true
      let target = Listener(device.log)
      navigation.barHideOnTapGestureRecognizer.addTarget(target, action: "sent:")
      let button = UIButton(frame: CGRect(x: 100, y: 300, width: 100, height: 44))
      button.addTarget(target, action: "plain", for: .touchUpInside)
      a.view.addSubview(button)
      let own = UIView(frame: CGRect(x: 100, y: 500, width: 100, height: 44))
      own.addGestureRecognizer(UITapGestureRecognizer(target: target, action: "first"))
      a.view.addSubview(own)
      device.turn()
      var states: [String] = []
      @MainActor func tap(_ x: CGFloat, _ y: CGFloat) {
        device.tap(x, y)
        states.append("\(navigation.isNavigationBarHidden) \(navigation.isToolbarHidden)")
      }
      tap(300, 400)
      tap(150, 320)
      tap(150, 520)
      tap(300, 400)
      // Taps on the bars.
      tap(200, 80)
      tap(200, 800)
      a.toolbarItems = nil
      tap(300, 400)
      tap(300, 400)
      navigation.hidesBarsOnTap = false
      tap(300, 400)
      #expect(
        states == [
          "true true", "true true", "true true", "false false", "false false", "false false", "true true",
          "false true", "false true",
        ])
      #expect(
        device.log.take() == [
          "sent from BarTapRecognizer", "plain", "first", "sent from BarTapRecognizer",
          "sent from BarTapRecognizer", "sent from BarTapRecognizer",
        ])
    }
  }

  @Test(.rule("E-582")) func `a tap that selects a row does not hide the bars`() {
    withDevice { device in
      let list = UITableViewController()
      let source = ListSource(device.log, [["a", "b", "c"]])
      list.tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      list.tableView.dataSource = source
      let navigation = UINavigationController(rootViewController: list)
      navigation.hidesBarsOnTap = true
      device.show(navigation)
      device.tap(200, 59 + 44 + 20)
      #expect(!navigation.isNavigationBarHidden && list.tableView.indexPathForSelectedRow?.row == 0)
      device.tap(200, 700)
      #expect(navigation.isNavigationBarHidden)
    }
  }

  @Test(.rule("E-582")) func `a swipe up over a scroll view hides the bars, and a swipe down shows them`() {
    navigating { device, navigation, a in
      let scroll = UIScrollView(frame: a.view.bounds)
      scroll.contentSize = CGSize(width: 393, height: 4000)
      a.view.addSubview(scroll)
      device.turn()
      let top = scroll.contentOffset.y
      @MainActor func swipe(_ points: [CGFloat]) -> [Bool] {
        device.down(200, points[0])
        var states: [Bool] = []
        for y in points.dropFirst() {
          device.advance(0.05)
          device.move(200, y)
          states.append(navigation.isNavigationBarHidden)
        }
        device.up(200, points.last ?? 0)
        device.advance(3)
        return states
      }
      #expect(swipe([600, 560, 500]) == [false, false])
      navigation.hidesBarsOnSwipe = true
      #expect(swipe([600, 585, 575, 500, 510, 515]) == [false, true, true, true, true])
      #expect(scroll.contentOffset.y > top && navigation.isToolbarHidden)
      // The same finger moves back.
      #expect(swipe([500, 450, 465, 480]) == [true, true, false])
      #expect(!navigation.isToolbarHidden)
    }
  }

  @Test(.rule("E-582")) func `the keyboard hides the bars, and a tap shows them again`() {
    navigating { device, navigation, a in
      navigation.hidesBarsWhenKeyboardAppears = true
      let field = UITextField(frame: CGRect(x: 0, y: 200, width: 393, height: 44))
      a.view.addSubview(field)
      device.turn()
      device.tap(200, 400)
      #expect(!navigation.isNavigationBarHidden)
      device.tap(field)
      #expect(navigation.isNavigationBarHidden && navigation.isToolbarHidden)
      field.resignFirstResponder()
      device.advance(1)
      #expect(navigation.isNavigationBarHidden)
      device.tap(200, 400)
      #expect(!navigation.isNavigationBarHidden && !navigation.isToolbarHidden)
    }
  }

  @Test(.rule("E-582")) func `a compact height hides the bars, and a regular height shows them`() {
    navigating { device, navigation, a in
      navigation.hidesBarsWhenVerticallyCompact = true
      device.turn()
      var states = [navigation.isNavigationBarHidden]
      @MainActor func turn(_ way: String) {
        Rotation.rotate(to: way)
        device.turn()
        device.advance(1)
        states.append(navigation.isNavigationBarHidden)
      }
      turn("landscapeLeft")
      device.tap(400, 200)
      states.append(navigation.isNavigationBarHidden)
      turn("portrait")
      turn("landscapeLeft")
      turn("portrait")
      #expect(states == [false, true, false, false, true, false])
      #expect(!navigation.isToolbarHidden)
    }
  }

  @Test(.rule("E-579")) func `hiding the bars asks again whether the status bar is hidden`() {
    withDevice { device in
      final class FullScreenController: UIViewController {
        var asked = 0
        override var prefersStatusBarHidden: Bool {
          asked += 1
          return navigationController?.isNavigationBarHidden == true
        }
      }
      let screen = FullScreenController()
      let navigation = UINavigationController(rootViewController: screen)
      navigation.hidesBarsOnTap = true
      device.show(navigation)
      let before = screen.asked
      device.tap(200, 400)
      #expect(screen.asked > before && screen.prefersStatusBarHidden)
      #expect(navigation.childForStatusBarStyle === screen)
    }
  }

  @Test(.rule("E-820"))
  func `a bar that the app hides directly stays hidden until the controller shows it`() {
    navigating { device, navigation, _ in
      var states: [Bool] = []
      @MainActor func note() {
        device.turn()
        states.append(navigation.navigationBar.isHidden)
      }
      navigation.navigationBar.isHidden = true
      note()
      navigation.pushViewController(Screen("B", device.log), animated: true)
      device.advance(1)
      note()
      navigation.setToolbarHidden(true, animated: true)
      device.advance(1)
      note()
      #expect(!navigation.isNavigationBarHidden)
      navigation.isNavigationBarHidden = true
      note()
      navigation.isNavigationBarHidden = false
      note()
      #expect(states == [true, true, true, true, false])
    }
  }
}

/// Hides the navigation bar while it is on top, as apps do.
private final class BarHidingScreen: Screen {
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    navigationController?.setNavigationBarHidden(true, animated: animated)
  }
  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    navigationController?.setNavigationBarHidden(false, animated: animated)
  }
}
