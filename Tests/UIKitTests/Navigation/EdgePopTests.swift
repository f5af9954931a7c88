import CarobFoundation
import RuleTrait
import Testing
import UIKit

/// Popping under a finger that comes from the left edge.
@MainActor @Suite struct EdgePopTests {
  /// B on top of A, and a delegate that writes down what it hears.
  private func pulling(_ body: (TestDevice, UINavigationController, Screen, Puller) -> Void) {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Puller("B", device.log))
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

  /// A finger from the edge to there, and a rest in which it loses its speed.
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
  func `pulled over its half, B goes: as in any pop, the did-messages when it has gone all the way`() {
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
  func `let go too early, B stays: both hear the opposite messages, and the delegate hears nothing more`() {
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
      // It can be popped again, by hand or by code.
      pull(device, to: 300)
      device.up(300, 400)
      device.advance(0.5)
      #expect(navigation.viewControllers == [a])
    }
  }

  @Test(.rule("E-91")) func `a finger that is taken away gives up, wherever it was`() {
    pulling { device, navigation, a, b in
      pull(device, to: 380)
      device.touch(.cancelled, [1: CGPoint(x: 380, y: 400)])
      device.advance(0.5)
      #expect(navigation.viewControllers == [a, b])
    }
  }

  @Test(.rule("E-91")) func `a fling pops, a fling back does not, wherever the finger is`() {
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

  @Test(.rule("E-422")) func `what is pushed under the finger comes when the finger has decided`() {
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

  @Test(.rule("E-423")) func `a list goes after the edge: it moves only if the finger goes another way`() {
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
  func `without a back button there is no swipe back, unless the app answers for the recognizer`() {
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
      // A stack of one is left alone, also then.
      #expect(swiped() == [a])
    }
  }

  @Test(.rule("E-73")) func `a pushed controller finds the container's coordinator in viewWillAppear`() {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Puller("B", device.log))
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

/// Asks the transition coordinator as it leaves.
private final class Puller: Screen {
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
