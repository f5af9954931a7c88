import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Transitions that an app animates itself.
@MainActor @Suite struct TransitionTests {
  @Test(.rule("E-439", "E-105", "E-107"))
  func `an app's animators run a full-screen presentation and its dismissal`() {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      let delegate = Transitions(device.log)
      b.modalPresentationStyle = .fullScreen
      b.transitioningDelegate = delegate
      device.show(a)
      _ = device.log.take()
      a.present(b, animated: true) { device.log("presented") }
      device.turn()
      #expect(
        device.log.take() == [
          "B.loadView", "B.viewDidLoad", "asked for presenting", "A.willDisappear", "B.willAppear",
          "animate A (0,0 393×852) to B (0,0 393×852)", "B.isAppearing",
        ])
      #expect(b.transitionCoordinator?.transitionDuration == 2)
      device.advance(1.9)
      #expect(device.log.take() == [])
      device.advance(0.2)
      #expect(
        device.log.take() == ["B.didAppear", "A.didDisappear", "presented", "ended true"])
      #expect(a.view.window == nil && b.view.window != nil)
      a.dismiss(animated: true) { device.log("dismissed") }
      device.turn()
      #expect(
        device.log.take() == [
          "asked for dismissing", "B.willDisappear", "A.willAppear",
          "animate B (0,0 393×852) to A (0,0 393×852)", "A.isAppearing",
        ])
      device.advance(2.1)
      #expect(device.log.take() == ["A.didAppear", "B.didDisappear", "dismissed", "ended true"])
      #expect(a.view.superview === device.window && a.presentedViewController == nil)
    }
  }

  @Test(.rule("E-439", "E-108")) func `if the presenter stays, the animator does not get its view`() {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      let delegate = Transitions(device.log)
      b.modalPresentationStyle = .overFullScreen
      b.transitioningDelegate = delegate
      device.show(a)
      _ = device.log.take()
      a.present(b, animated: true)
      device.turn()
      device.advance(2.1)
      #expect(
        device.log.take() == [
          "B.loadView", "B.viewDidLoad", "asked for presenting", "B.willAppear",
          "animate A without a view to B (0,0 393×852)", "B.isAppearing", "B.didAppear", "ended true",
        ])
      // Without animation the delegate is not asked.
      a.dismiss(animated: false)
      device.turn()
      #expect(device.log.take() == ["B.willDisappear", "B.didDisappear"])
    }
  }

  @Test(.rule("E-439", "E-85", "E-86"))
  func `a navigation controller's delegate animates a push and not the pop`() {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      let delegate = Transitions(device.log)
      let navigation = UINavigationController(rootViewController: a)
      navigation.delegate = delegate
      device.show(navigation)
      _ = device.log.take()
      navigation.pushViewController(b, animated: true)
      device.turn()
      device.advance(2.1)
      #expect(
        device.log.take() == [
          "B.willMove(parent)", "B.loadView", "B.viewDidLoad", "asked for push", "A.willDisappear",
          "B.willAppear", "animate A (0,0 393×852) to B (0,0 393×852)", "B.isAppearing", "A.didDisappear",
          "B.didAppear", "B.didMove(parent)", "ended true",
        ])
      navigation.popViewController(animated: true)
      device.turn()
      device.advance(0.4)
      #expect(
        device.log.take() == [
          "B.willMove(nil)", "asked for pop", "B.willDisappear", "A.willAppear", "A.isAppearing",
          "B.didDisappear", "A.didAppear", "B.didMove(nil)",
        ])
    }
  }
}

/// Returns animators that take two seconds; for navigation only for pushes.
private final class Transitions: NSObject, UIViewControllerTransitioningDelegate,
  UINavigationControllerDelegate
{
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "animationControllerForPresentedController:presentingController:sourceController:",
      "animationControllerForDismissedController:",
      "navigationController:animationControllerForOperation:fromViewController:toViewController:")
  }
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? {
    log("asked for presenting")
    return Fade(log)
  }
  func animationController(forDismissed dismissed: UIViewController) -> (
    any UIViewControllerAnimatedTransitioning
  )? {
    log("asked for dismissing")
    return Fade(log)
  }
  func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation, from fromVC: UIViewController,
    to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? {
    log("asked for \(operation)")
    return operation == .push ? Fade(log) : nil
  }
}

/// A typical animator: adds both views to the container and fades.
private final class Fade: NSObject, UIViewControllerAnimatedTransitioning {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
    -> TimeInterval
  {
    2
  }
  private func name(_ controller: UIViewController?) -> String { (controller as? Screen)?.name ?? "?" }
  private func text(_ view: UIView?, _ frame: CGRect) -> String {
    view == nil
      ? "without a view"
      : "(\(Int(frame.minX)),\(Int(frame.minY)) \(Int(frame.width))×\(Int(frame.height)))"
  }
  func animateTransition(using context: any UIViewControllerContextTransitioning) {
    guard let from = context.viewController(forKey: .from), let to = context.viewController(forKey: .to)
    else {
      return
    }
    let (old, new) = (context.view(forKey: .from), context.view(forKey: .to))
    log(
      "animate \(name(from)) \(text(old, context.initialFrame(for: from))) to \(name(to)) "
        + text(new, context.finalFrame(for: to)))
    if let new {
      context.containerView.addSubview(new)
      new.frame = context.finalFrame(for: to)
      new.alpha = 0
    }
    UIView.animate(
      withDuration: transitionDuration(using: context), animations: { new?.alpha = 1 },
      completion: { _ in context.completeTransition(!context.transitionWasCancelled) })
  }
  func animationEnded(_ transitionCompleted: Bool) { log("ended \(transitionCompleted)") }
}
