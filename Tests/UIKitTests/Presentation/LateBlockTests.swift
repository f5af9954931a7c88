import CarobFoundation
import TestSupport
import Testing
import UIKit

/// Blocks that are added to a transition coordinator at different times.
@MainActor @Suite struct LateBlockTests {
  /// Adds an animation and a completion to the coordinator and logs the result.
  private func add(_ name: String, _ coordinator: any UIViewControllerTransitionCoordinator, _ log: Log) {
    let answer = coordinator.animate(
      alongsideTransition: { _ in log("\(name) animates") }, completion: { _ in log("\(name) completed") })
    log("\(name): \(answer)")
  }

  /// A and B, which `begin` pushes or presents; the coordinator outlives the transition.
  private func following(
    _ begin: (UINavigationController, Screen) -> Void,
    _ body: (TestDevice, any UIViewControllerTransitionCoordinator) throws -> Void
  ) throws {
    try withDevice { device in
      let navigation = UINavigationController(rootViewController: Screen("A", Log()))
      device.show(navigation)
      begin(navigation, Screen("B", Log()))
      try body(device, #require(navigation.transitionCoordinator))
    }
  }

  @Test(
    .rule("E-490"), arguments: [true, false])
  func `an animation added in the transition's turn runs; later only a completion`(
    presents: Bool
  ) throws {
    try following { navigation, screen in
      if presents {
        navigation.present(screen, animated: true)
      } else {
        navigation.pushViewController(screen, animated: true)
      }
    } _: { device, coordinator in
      add("in time", coordinator, device.log)
      #expect(device.log.take() == ["in time: true"])
      device.turn()
      #expect(device.log.take() == ["in time animates"])
      device.advance(0.1)
      add("late", coordinator, device.log)
      let answer = coordinator.animate(alongsideTransition: nil) { _ in device.log("alone completed") }
      #expect(answer && device.log.take() == ["late: false"])
      device.advance(1)
      #expect(device.log.take() == ["in time completed", "late completed", "alone completed"])
      add("too late", coordinator, device.log)
      device.advance(1)
      #expect(device.log.take() == ["too late: false"])
    }
  }

  @Test(.rule("E-490")) func `animations added in the same turn take as long as the transition`() throws {
    let box = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    try following { navigation, screen in
      screen.loadViewIfNeeded()
      screen.view.addSubview(box)
      navigation.pushViewController(screen, animated: true)
    } _: { device, coordinator in
      _ = coordinator.animateAlongsideTransition(
        in: box, animation: { _ in box.alpha = 0 }, completion: nil)
      #expect(box.alpha == 1)
      device.turn()
      device.advance(0.175)
      let shown = box.layer.presentation()?.opacity ?? 0
      #expect(box.alpha == 0 && abs(shown - 0.5) < 0.01)
      device.advance(0.3)
      #expect(box.layer.presentation()?.opacity == 0)
    }
  }

  @Test(.rule("E-490"))
  func `in a non-animated transition, a block added in the same turn runs with its completion`() throws {
    try following { navigation, screen in
      navigation.pushViewController(screen, animated: false)
    } _: { device, coordinator in
      #expect(!coordinator.isAnimated)
      add("in time", coordinator, device.log)
      device.turn()
      #expect(device.log.take() == ["in time: true", "in time animates", "in time completed"])
    }
  }

  @Test(.rule("E-491")) func `an interaction handler is called for later changes and not after the end`() {
    withDevice { device in
      let (a, b) = (Screen("A", Log()), Screen("B", Log()))
      let navigation = UINavigationController(rootViewController: a)
      device.show(navigation)
      navigation.pushViewController(b, animated: false)
      device.turn()
      device.down(5, 400)
      device.advance(0.02)
      device.move(25, 400)
      device.advance(0.1)
      device.move(300, 400)
      device.advance(0.5)
      let coordinator = navigation.transitionCoordinator
      #expect(coordinator?.isInteractive == true)
      let log = device.log
      @MainActor func listen(_ name: String) {
        coordinator?.notifyWhenInteractionChanges {
          log("\(name) hears \($0.isCancelled ? "of the end" : "it goes on")")
        }
      }
      listen("late")
      device.up(300, 400)
      #expect(log.take() == ["late hears it goes on"])
      listen("too late")
      device.advance(1)
      listen("after the end")
      #expect(log.take() == [])
    }
  }
}
