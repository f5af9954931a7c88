import CarobFoundation
import TestSupport
import Testing
import UIKit

/// The messages of pushes and pops, and their order.
@MainActor @Suite struct NavigationTests {
  /// A visible navigation controller with A on its stack, and B.
  private func navigating(_ body: (TestDevice, UINavigationController, Screen, Screen) -> Void) {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      let navigation = UINavigationController(rootViewController: a)
      device.show(navigation)
      _ = device.log.take()
      body(device, navigation, a, b)
    }
  }

  @Test(.rule("E-93")) func `at launch the container's messages precede the root's`() {
    withDevice { device in
      let navigation = LoggingNavigation(rootViewController: Screen("A", device.log))
      navigation.log = device.log
      device.show(navigation)
      #expect(
        device.log.take().filter { $0.hasSuffix("Appear") } == [
          "nav.willAppear", "A.willAppear", "nav.didAppear", "A.didAppear",
        ])
    }
  }

  @Test(.rule("E-85", "E-87", "E-88")) func `an animated push`() {
    navigating { device, navigation, a, b in
      let delegate = NavigationListener(device.log)
      navigation.delegate = delegate
      navigation.pushViewController(b, animated: true)
      #expect(navigation.viewControllers == [a, b] && navigation.topViewController === b)
      #expect(
        device.log.take() == [
          "B.willMove(parent)", "B.loadView", "B.viewDidLoad", "A.willDisappear", "B.willAppear",
          "willShow B animated",
        ])
      device.turn()
      #expect(device.log.take() == ["B.isAppearing"])
      device.advance(0.34)
      #expect(device.log.take() == [])
      device.advance(0.02)
      #expect(
        device.log.take() == ["A.didDisappear", "B.didAppear", "B.didMove(parent)", "didShow B animated"])
    }
  }

  @Test(.rule("E-86")) func `an animated pop does not load A again`() {
    navigating { device, navigation, a, _ in
      weak var gone: Screen?
      do {
        let b = Screen("B", device.log)
        gone = b
        navigation.pushViewController(b, animated: false)
        device.turn()
      }
      _ = device.log.take()
      let delegate = NavigationListener(device.log)
      navigation.delegate = delegate
      navigation.popViewController(animated: true)
      #expect(navigation.viewControllers == [a])
      device.turn()
      device.advance(0.4)
      #expect(
        device.log.take() == [
          "B.willMove(nil)", "B.willDisappear", "A.willAppear", "willShow A animated", "A.isAppearing",
          "B.didDisappear", "A.didAppear", "B.didMove(nil)", "didShow A animated",
        ])
      #expect(gone == nil)
    }
  }

  @Test(.rule("E-88")) func `without animation the did-messages follow the commit`() {
    navigating { device, navigation, _, b in
      navigation.pushViewController(b, animated: false)
      #expect(!device.log.take().contains("B.didAppear"))
      device.turn()
      #expect(device.log.take() == ["B.isAppearing", "A.didDisappear", "B.didAppear", "B.didMove(parent)"])
    }
  }

  @Test(.rule("E-90"))
  func `setViewControllers informs removed and added screens and shows only the new top`() {
    navigating { device, navigation, _, b in
      let c = Screen("C", device.log)
      navigation.setViewControllers([b, c], animated: false)
      device.turn()
      #expect(
        device.log.take() == [
          "A.willMove(nil)", "B.willMove(parent)", "C.willMove(parent)", "C.loadView", "C.viewDidLoad",
          "A.willDisappear", "C.willAppear", "C.isAppearing", "A.didDisappear", "C.didAppear",
          "A.didMove(nil)", "B.didMove(parent)", "C.didMove(parent)",
        ])
      #expect(!b.isViewLoaded)
    }
  }

  @Test(.rule("E-85", "E-86", "E-92"))
  func `a screen pushed and popped during a push gets both didMove messages after it`() {
    navigating { device, navigation, a, b in
      let c = Screen("C", device.log)
      navigation.pushViewController(b, animated: true)
      device.turn()
      navigation.pushViewController(c, animated: true)
      navigation.popViewController(animated: true)
      #expect(navigation.viewControllers == [a, b])
      _ = device.log.take()
      device.advance(0.36)
      #expect(
        device.log.take() == [
          "A.didDisappear", "B.didAppear", "B.didMove(parent)", "C.didMove(parent)", "C.didMove(nil)",
        ])
      #expect(c.parent == nil && b.view.window != nil && a.view.window == nil)
    }
  }

  @Test(.rule("E-92")) func `pushing a controller that is already on the stack raises an exception`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let root = UIViewController()
        UINavigationController(rootViewController: root).pushViewController(root, animated: false)
      }
    }
    #expect(
      errors(of: result).contains("same view controller instance"))
  }

  @Test(.rule("E-77", "E-79"))
  func `will- and did-messages carry the same flag, and the reason is set during these four messages only`() {
    withDevice { device in
      let a = Screen("A", device.log)
      let b = ReasonScreen("B", device.log)
      let navigation = UINavigationController(rootViewController: a)
      device.show(navigation)
      navigation.pushViewController(b, animated: true)
      device.turn()
      device.advance(0.4)
      #expect(!b.isMovingToParent)
      navigation.popViewController(animated: false)
      device.turn()
      #expect(!b.isMovingFromParent)
      #expect(
        device.log.take().filter { $0.hasPrefix("B.reason") } == [
          "B.reason will appear true, to parent", "B.reason did appear true, to parent",
          "B.reason will disappear false, from parent", "B.reason did disappear false, from parent",
        ])
    }
  }
}

private final class LoggingNavigation: UINavigationController {
  var log: Log?
  override func viewWillAppear(_ animated: Bool) {
    log?("nav.willAppear")
    super.viewWillAppear(animated)
  }
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    log?("nav.didAppear")
  }
}

final class NavigationListener: NSObject, UINavigationControllerDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "navigationController:willShowViewController:animated:",
      "navigationController:didShowViewController:animated:")
  }
  private func note(_ what: String, _ controller: UIViewController, _ animated: Bool) {
    log("\(what) \((controller as? Screen)?.name ?? "?")\(animated ? " animated" : "")")
  }
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
  ) { note("willShow", viewController, animated) }
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
  ) { note("didShow", viewController, animated) }
}

/// Records with each appearance message what the controller reports about its reason.
final class ReasonScreen: Screen {
  private func reason(_ what: String, _ animated: Bool) {
    var reasons: [String] = []
    if isBeingPresented { reasons.append("presented") }
    if isBeingDismissed { reasons.append("dismissed") }
    if isMovingToParent { reasons.append("to parent") }
    if isMovingFromParent { reasons.append("from parent") }
    note("reason \(what) \(animated), \(reasons.joined(separator: ", "))")
  }
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    reason("will appear", animated)
  }
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    reason("did appear", animated)
  }
  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    reason("will disappear", animated)
  }
  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    reason("did disappear", animated)
  }
}
