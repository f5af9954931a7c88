import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Interactive pops from the left edge.
@MainActor @Suite struct EdgePopTests {
  /// B on top of A, and a delegate that records its messages.
  private func pulling(_ body: (TestDevice, UINavigationController, Screen, CoordinatorScreen) -> Void) {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), CoordinatorScreen("B", device.log))
      let navigation = UINavigationController(rootViewController: a)
      device.show(navigation)
      navigation.pushViewController(b, animated: false)
      device.turn()
      let delegate = NavigationListener(device.log)
      navigation.delegate = delegate
      _ = device.log.take()
      body(device, navigation, a, b)
    }
  }

  /// Moves a finger from the edge to `x` and rests there, so that it has no speed.
  private func pull(_ device: TestDevice, to x: CGFloat) {
    device.down(5, 400)
    device.advance(0.02)
    device.move(25, 400)
    device.advance(0.1)
    device.move(x, 400)
    device.advance(0.3)
    device.move(x, 400)
    device.advance(0.3)
  }

  @Test(.rule("E-91", "E-420", "E-421"))
  func `a pan beyond half the width pops, with the did-messages at the end of the animation`() {
    pulling { device, navigation, a, b in
      b.follows = true
      pull(device, to: 300)
      #expect(navigation.viewControllers == [a])
      #expect(
        device.log.take() == [
          "B.willMove(nil)", "B.willDisappear", "B.coordinator interactive", "A.willAppear",
          "willShow A animated", "B.alongside", "A.isAppearing",
        ])
      let shown = a.view.layer.presentation()?.frame.minX ?? 0
      #expect(abs(shown - -393 * 0.3 * (1 - 295.0 / 393)) < 0.01)
      device.up(300, 400)
      #expect(device.log.take() == ["B.interaction ended"])
      device.advance(0.5)
      #expect(
        device.log.take() == [
          "B.didDisappear", "A.didAppear", "B.didMove(nil)", "didShow A animated", "B.transition completed",
        ])
      #expect(navigation.viewControllers == [a] && b.parent == nil && b.view.window == nil)
    }
  }

  @Test(.rule("E-91", "E-420", "E-421", "E-422"))
  func `a pan released too early restores B: both screens get the opposite messages, the delegate none`() {
    pulling { device, navigation, a, b in
      b.follows = true
      pull(device, to: 100)
      _ = device.log.take()
      device.up(100, 400)
      #expect(device.log.take() == ["B.interaction cancelled"])
      #expect(navigation.viewControllers == [a])
      device.advance(0.5)
      #expect(
        device.log.take() == [
          "A.willDisappear", "A.didDisappear", "B.willAppear", "B.isAppearing", "B.didAppear",
          "B.transition cancelled",
        ])
      #expect(navigation.viewControllers == [a, b] && b.parent === navigation)
      #expect(b.view.window === device.window && b.view.frame.minX == 0 && a.view.superview == nil)
      // It can be popped again, interactively or in code.
      pull(device, to: 300)
      device.up(300, 400)
      device.advance(0.5)
      #expect(navigation.viewControllers == [a])
    }
  }

  @Test(.rule("E-91")) func `a cancelled touch cancels the pop at any position`() {
    pulling { device, navigation, a, b in
      pull(device, to: 380)
      device.touch(.cancelled, [1: CGPoint(x: 380, y: 400)])
      device.advance(0.5)
      #expect(navigation.viewControllers == [a, b])
    }
  }

  @Test(.rule("E-91")) func `a fling to the right pops and a fling to the left does not, at any position`() {
    pulling { device, navigation, a, b in
      pull(device, to: 300)
      device.move(290, 400)
      device.advance(0.02)
      device.move(250, 400)
      device.up(250, 400)
      device.advance(0.5)
      #expect(navigation.viewControllers == [a, b])
      device.down(5, 400)
      for x in stride(from: 25.0, through: 85, by: 20) {
        device.advance(0.02)
        device.move(x, 400)
      }
      device.up(85, 400)
      device.advance(0.5)
      #expect(navigation.viewControllers == [a])
    }
  }

  @Test(.rule("E-422")) func `a push during an interactive pop waits until the pop has ended`() {
    pulling { device, navigation, a, b in
      let c = Screen("C", device.log)
      pull(device, to: 100)
      navigation.pushViewController(c, animated: false)
      #expect(navigation.viewControllers == [a, c])
      device.up(100, 400)
      device.advance(0.5)
      device.turn()
      #expect(navigation.viewControllers == [a, b, c] && c.view.window != nil && b.view.window == nil)
    }
  }

  @Test(.rule("E-423")) func `a scroll view pans only after the edge pan has failed`() {
    pulling { device, navigation, a, b in
      let list = UIScrollView(frame: b.view.bounds)
      list.contentSize = CGSize(width: 800, height: 4000)
      b.view.addSubview(list)
      device.turn()
      let top = list.contentOffset.y
      device.down(5, 400)
      device.move(6, 385)
      device.move(6, 340)
      #expect(navigation.viewControllers == [a, b] && list.contentOffset.y > top)
      device.up(6, 340)
      device.advance(3)
      let rest = list.contentOffset
      pull(device, to: 300)
      #expect(navigation.viewControllers == [a] && list.contentOffset == rest)
      device.up(300, 400)
      device.advance(0.5)
    }
  }

  @Test(.rule("E-424"))
  func `without a back button the swipe is disabled unless the app replaces the recognizer's delegate`() {
    pulling { device, navigation, a, b in
      @MainActor func swiped() -> [UIViewController] {
        pull(device, to: 300)
        device.up(300, 400)
        device.advance(0.5)
        return navigation.viewControllers
      }
      b.navigationItem.hidesBackButton = true
      #expect(swiped() == [a, b])
      b.navigationItem.hidesBackButton = false
      b.navigationItem.leftBarButtonItem = UIBarButtonItem(
        title: "X", style: .plain, target: nil, action: nil)
      #expect(swiped() == [a, b])
      b.navigationItem.leftBarButtonItem = nil
      navigation.isNavigationBarHidden = true
      #expect(swiped() == [a, b])
      navigation.interactivePopGestureRecognizer?.isEnabled = false
      navigation.interactivePopGestureRecognizer?.delegate = nil
      #expect(swiped() == [a, b])
      navigation.interactivePopGestureRecognizer?.isEnabled = true
      #expect(swiped() == [a])
      // A stack with one screen is not popped even then.
      #expect(swiped() == [a])
    }
  }

  @Test(.rule("E-492", "E-493"))
  func `a delegate that animates disables the swipe unless the app replaces the recognizer's delegate`() {
    pulling { device, navigation, a, b in
      let delegate = NilAnimatorDelegate(device.log)
      navigation.delegate = delegate
      pull(device, to: 300)
      device.up(300, 400)
      device.advance(0.5)
      #expect(navigation.viewControllers == [a, b] && device.log.take() == [])
      // The system's interactive pop: the delegate is not asked for an animator.
      navigation.interactivePopGestureRecognizer?.delegate = nil
      pull(device, to: 100)
      #expect(navigation.transitionCoordinator?.initiallyInteractive == true)
      device.up(100, 400)
      device.advance(0.5)
      #expect(navigation.viewControllers == [a, b] && !device.log.take().contains("asked"))
      navigation.popViewController(animated: true)
      #expect(device.log.take().contains("asked"))
      device.turn()
      device.advance(1)
    }
  }

  /// The opacities of the bar's labels with this text.
  private func seen(_ navigation: UINavigationController, _ text: String) -> [Float] {
    func look(_ view: UIView, _ opacity: Float) -> [Float] {
      guard !view.isHidden else { return [] }
      let here = opacity * (view.layer.presentation()?.opacity ?? 0)
      let own = (view as? UILabel)?.text == text ? [here] : []
      return own + view.subviews.flatMap { look($0, here) }
    }
    return look(navigation.navigationBar, 1).map { ($0 * 100).rounded() / 100 }
  }

  @Test(.rule("E-494")) func `the bar's titles and buttons fade with the finger in both directions`() {
    pulling { device, navigation, a, b in
      a.navigationItem.title = "Below"
      b.navigationItem.title = "Above"
      b.navigationItem.rightBarButtonItem = UIBarButtonItem(
        title: "Act", primaryAction: UIAction(title: "Act") { _ in device.log("act") })
      let badge = UILabel(frame: CGRect(x: 0, y: 0, width: 30, height: 30))
      (badge.text, badge.alpha) = ("Own", 0.5)
      a.navigationItem.rightBarButtonItem = UIBarButtonItem(customView: badge)
      device.turn()
      // The back button's title is the title of the previous screen.
      #expect(seen(navigation, "Above") == [1] && seen(navigation, "Below") == [1])
      // The pan is recognized 20 points after the touch down.
      pull(device, to: 5 + 393 / 4.0)
      #expect(seen(navigation, "Above") == [0.75] && seen(navigation, "Act") == [0.75])
      #expect(seen(navigation, "Below") == [0.25, 0.75] && seen(navigation, "Own") == [0.13])
      // Only the new items are accessible.
      #expect(!ScreenDescription.elements().contains { $0.label == "Above" })
      device.up(5 + 393 / 4.0, 400)
      device.advance(1)
      #expect(seen(navigation, "Above") == [1] && seen(navigation, "Act") == [1])
      #expect(seen(navigation, "Own") == [] && badge.alpha == 0.5)
      device.tap(393 - 30, 59 + 22)
      #expect(device.log.take().contains("act"))
      pull(device, to: 300)
      device.up(300, 400)
      device.advance(1)
      #expect(seen(navigation, "Below") == [1] && seen(navigation, "Own") == [0.5])
      #expect(seen(navigation, "Above") == [] && seen(navigation, "Act") == [])
    }
  }

  @Test(.rule("E-73"))
  func `a pushed controller finds the container's transition coordinator in viewWillAppear`() {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), CoordinatorScreen("B", device.log))
      let navigation = UINavigationController(rootViewController: a)
      device.show(navigation)
      _ = device.log.take()
      b.follows = true
      navigation.pushViewController(b, animated: true)
      navigation.popViewController(animated: true)
      device.turn()
      device.advance(1)
      #expect(
        device.log.take().filter { $0.hasPrefix("B.coord") || $0.hasPrefix("B.trans") } == [
          "B.coordinator", "B.transition completed",
        ])
    }
  }
}

/// Uses the transition coordinator in viewWillDisappear.
private final class CoordinatorScreen: Screen {
  var follows = false
  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    guard follows, let coordinator = transitionCoordinator else { return }
    note("coordinator\(coordinator.isInteractive ? " interactive" : "")")
    let log = log
    coordinator.animate(alongsideTransition: { _ in
      if coordinator.initiallyInteractive { log("B.alongside") }
    }) { context in
      log("B.transition \(context.isCancelled ? "cancelled" : "completed")")
    }
    coordinator.notifyWhenInteractionChanges { context in
      log("B.interaction \(context.isInteractive ? "goes on" : context.isCancelled ? "cancelled" : "ended")")
    }
  }
}

/// A delegate that implements the animator method but returns nil.
private final class NilAnimatorDelegate: NSObject, UINavigationControllerDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has("navigationController:animationControllerForOperation:fromViewController:toViewController:")
  }
  func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation, from fromVC: UIViewController,
    to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? {
    log("asked")
    return nil
  }
}
