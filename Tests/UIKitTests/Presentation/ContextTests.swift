import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Presentations in the context of a container's child, and custom presentations.
@MainActor @Suite struct ContextTests {
  private func tabbed(_ body: (TestDevice, UITabBarController, Screen, Screen, Screen) -> Void) {
    withDevice { device in
      let (a, b, c) = (Screen("A", device.log), Screen("B", device.log), Screen("C", device.log))
      let tabs = UITabBarController()
      tabs.viewControllers = [a, b]
      a.definesPresentationContext = true
      device.show(tabs)
      _ = device.log.take()
      body(device, tabs, a, b, c)
    }
  }

  @Test(.rule("E-643", "E-101", "E-105"))
  func `a presentation in a tab's context replaces the tab's view and keeps the bar visible`() {
    tabbed { device, tabs, a, _, c in
      c.modalPresentationStyle = .currentContext
      a.present(c, animated: true)
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "C.loadView", "C.viewDidLoad", "A.willDisappear", "C.willAppear", "C.isAppearing", "C.didAppear",
          "A.didDisappear",
        ])
      #expect(c.presentingViewController === a && tabs.presentedViewController == nil)
      #expect(a.view.window == nil && c.view.isDescendant(of: tabs.content))
      let bar = CGPoint(x: 300, y: 800)
      #expect(device.window.hitTest(bar, with: nil)?.isDescendant(of: tabs.tabBar) == true)
      #expect(c.view.safeAreaInsets.bottom == 83.0)
      a.dismiss(animated: true)
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "C.willDisappear", "A.willAppear", "A.isAppearing", "A.didAppear", "C.didDisappear",
        ])
      #expect(a.view.superview === tabs.content && c.view.superview == nil)
    }
  }

  @Test(.rule("E-643")) func `a presentation in a tab's context is hidden and shown with its tab`() {
    tabbed { device, tabs, a, b, c in
      c.modalPresentationStyle = .currentContext
      a.present(c, animated: false)
      device.turn()
      _ = device.log.take()
      tabs.selectedIndex = 1
      device.turn()
      #expect(
        device.log.take() == [
          "B.loadView", "B.viewDidLoad", "B.willAppear", "C.willDisappear", "C.didDisappear", "B.isAppearing",
          "B.didAppear",
        ])
      #expect(c.view.window == nil && a.view.window == nil && b.view.window != nil)
      tabs.selectedIndex = 0
      device.turn()
      #expect(c.view.window != nil && a.view.window == nil && b.view.window == nil)
      _ = device.log.take()
      a.dismiss(animated: false)
      device.turn()
      #expect(a.view.window != nil && c.view.window == nil)
    }
  }

  @Test(.rule("E-643")) func `dismissing it while another tab is shown does not affect that tab`() {
    tabbed { device, tabs, a, b, c in
      c.modalPresentationStyle = .currentContext
      a.present(c, animated: false)
      device.turn()
      tabs.selectedIndex = 1
      device.turn()
      _ = device.log.take()
      a.dismiss(animated: true)
      device.turn()
      #expect(device.log.take() == [] && a.view.window == nil && b.view.window != nil)
      tabs.selectedIndex = 0
      device.turn()
      #expect(
        device.log.take() == [
          "A.willAppear", "B.willDisappear", "B.didDisappear", "A.isAppearing", "A.didAppear",
        ])
      #expect(a.view.window != nil)
    }
  }

  @Test(.rule("E-643", "E-108")) func `over a tab's context, the tab's view stays in the hierarchy`() {
    tabbed { device, tabs, a, _, c in
      c.modalPresentationStyle = .overCurrentContext
      a.present(c, animated: false)
      device.turn()
      #expect(
        device.log.take() == ["C.loadView", "C.viewDidLoad", "C.willAppear", "C.isAppearing", "C.didAppear"])
      #expect(a.view.window != nil && c.view.isDescendant(of: tabs.content))
      tabs.selectedIndex = 1
      device.turn()
      #expect(a.view.window == nil && c.view.window == nil)
      tabs.selectedIndex = 0
      device.turn()
      #expect(a.view.window != nil && c.view.window != nil)
      a.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-643"))
  func `a navigation controller defines a context by default; the root covers the window`() {
    withDevice { device in
      let (a, c) = (Screen("A", device.log), Screen("C", device.log))
      let navigation = UINavigationController(rootViewController: a)
      let tabs = UITabBarController()
      tabs.viewControllers = [navigation]
      device.show(tabs)
      c.modalPresentationStyle = .overCurrentContext
      a.present(c, animated: false)
      device.turn()
      #expect(c.presentingViewController === navigation && c.view.isDescendant(of: tabs.content))
      a.dismiss(animated: false)
      device.turn()
      tabs.viewControllers = []
      device.show(navigation)
      a.present(c, animated: false)
      device.turn()
      #expect(c.presentingViewController === navigation && c.view.superview?.superview === device.window)
      a.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-643"), arguments: [true, false])
  func `a presentation in a stacked screen's context lies below the bar and follows the screen`(
    _ animated: Bool
  ) {
    withDevice { device in
      let (a, b, c) = (Screen("A", device.log), Screen("B", device.log), Screen("C", device.log))
      a.definesPresentationContext = true
      let navigation = UINavigationController(rootViewController: a)
      device.show(navigation)
      c.modalPresentationStyle = .currentContext
      a.present(c, animated: animated)
      device.turn()
      device.advance(1)
      #expect(c.presentingViewController === a && a.view.window == nil)
      #expect(c.view.safeAreaInsets.top == 103.0 && c.view.window != nil)
      _ = device.log.take()
      navigation.pushViewController(b, animated: animated)
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "B.willMove(parent)", "B.loadView", "B.viewDidLoad", "C.willDisappear", "B.willAppear",
          "B.isAppearing", "C.didDisappear", "B.didAppear", "B.didMove(parent)",
        ])
      #expect(c.view.window == nil && a.view.window == nil)
      navigation.popViewController(animated: animated)
      device.turn()
      device.advance(1)
      #expect(c.view.window != nil && a.view.window == nil && b.view.window == nil)
      _ = device.log.take()
      a.dismiss(animated: animated)
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "C.willDisappear", "A.willAppear", "A.isAppearing", "A.didAppear", "C.didDisappear",
        ])
    }
  }

  @Test(.rule("E-642", "E-439"), arguments: [false, true])
  func `a custom presentation gives its animator the presenter's view only if it removes that view`(
    _ removes: Bool
  ) {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      device.show(a)
      _ = device.log.take()
      let delegate = KeyLogger(device.log, removes)
      b.modalPresentationStyle = .custom
      b.transitioningDelegate = delegate
      a.present(b, animated: true)
      device.turn()
      #expect(a.presentedViewController?.presentationController?.presentationStyle == .custom)
      #expect(
        device.log.take().filter { $0.contains("view") } == [
          "B.viewDidLoad", removes ? "views A B" : "views nil B",
        ])
      a.dismiss(animated: true)
      device.turn()
      #expect(device.log.take().filter { $0.contains("view") } == [removes ? "views B A" : "views B nil"])
    }
  }
}

/// A custom presentation whose animator logs which views it gets.
private final class KeyLogger: NSObject, UIViewControllerTransitioningDelegate,
  UIViewControllerAnimatedTransitioning
{
  let log: Log
  let removes: Bool
  init(_ log: Log, _ removes: Bool) {
    (self.log, self.removes) = (log, removes)
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "presentationControllerForPresentedViewController:presentingViewController:sourceViewController:",
      "animationControllerForPresentedController:presentingController:sourceController:",
      "animationControllerForDismissedController:")
  }
  func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
  ) -> UIPresentationController? {
    removes
      ? Removing(presentedViewController: presented, presenting: presenting)
      : UIPresentationController(presentedViewController: presented, presenting: presenting)
  }
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { self }
  func animationController(forDismissed dismissed: UIViewController) -> (
    any UIViewControllerAnimatedTransitioning
  )? { self }
  func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval { 0 }
  func animateTransition(using context: any UIViewControllerContextTransitioning) {
    func name(_ key: UITransitionContextViewKey, _ controller: UITransitionContextViewControllerKey) -> String
    {
      let screen = context.viewController(forKey: controller) as? Screen
      guard let view = context.view(forKey: key) else { return "nil" }
      return view === screen?.view ? screen?.name ?? "?" : "?"
    }
    log("views \(name(.from, .from)) \(name(.to, .to))")
    if let to = context.view(forKey: .to) { context.containerView.addSubview(to) }
    context.completeTransition(true)
  }
}

private final class Removing: UIPresentationController {
  override var shouldRemovePresentersView: Bool { true }
}
