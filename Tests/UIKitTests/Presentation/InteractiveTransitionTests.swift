import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Interactive transitions: updated, finished, cancelled, interrupted.
@MainActor @Suite struct InteractiveTransitionTests {
  /// A that presents B, with a delegate whose animator is driven by a percentage.
  private func presented(
    _ style: UIModalPresentationStyle = .fullScreen,
    _ body: (TestDevice, Teller, Teller, Director, UIPercentDrivenInteractiveTransition) -> Void
  ) {
    withDevice { device in
      let (a, b) = (Teller("A", device.log), Teller("B", device.log))
      let director = Director(device.log)
      b.modalPresentationStyle = style
      b.transitioningDelegate = director
      device.show(a)
      a.present(b, animated: false)
      device.turn()
      let percent = UIPercentDrivenInteractiveTransition()
      director.interactor = percent
      _ = device.log.take()
      body(device, a, b, director, percent)
    }
  }

  private func opacity(_ controller: UIViewController) -> Double {
    let shown = controller.view.layer.presentation()?.opacity ?? -1
    return Double((shown * 1000).rounded() / 1000)
  }

  @Test(.rule("E-441", "E-442", "E-443", "E-444", "E-439"))
  func `an interactive dismissal follows its percentage linearly and completes when it is finished`() {
    presented { device, a, b, _, percent in
      b.follows = true
      a.dismiss(animated: true) { device.log("dismissed") }
      device.turn()
      #expect(
        device.log.take() == [
          "asked for dismissing", "asked for what drives it", "asked for the duration", "B.willDisappear",
          "B.coordinator interactive", "A.willAppear", "B.alongside", "animate B to A", "A.isAppearing",
        ])
      #expect(percent.duration == 2)
      percent.update(0.25)
      device.advance(10)
      #expect(opacity(b) == 0.75 && b.transitionCoordinator?.percentComplete == 0.25)
      percent.update(0.5)
      #expect(opacity(b) == 0.5 && percent.percentComplete == 0.5)
      percent.update(0.25)
      #expect(opacity(b) == 0.75)
      #expect(device.log.take() == [])
      percent.finish()
      #expect(device.log.take() == ["B.interaction ended"])
      // 1.5 seconds remain; in the middle of them, half the remaining distance is covered (ease in, ease
      // out).
      device.advance(0.75)
      #expect(opacity(b) == 0.375)
      device.advance(0.74)
      #expect(device.log.take() == [] && opacity(b) < 0.01)
      device.advance(0.02)
      #expect(
        device.log.take() == [
          "A.didAppear", "B.didDisappear", "B.transition completed", "dismissed", "ended true",
        ])
      #expect(a.view.superview === device.window && a.presentedViewController == nil)
    }
  }

  @Test(.rule("E-441", "E-442", "E-444"))
  func `a cancelled dismissal runs backwards, and the presented controller appears again`() {
    presented { device, a, b, _, percent in
      b.follows = true
      a.dismiss(animated: true) { device.log("dismissed") }
      device.turn()
      percent.update(0.5)
      _ = device.log.take()
      percent.cancel()
      #expect(device.log.take() == ["B.interaction cancelled"])
      device.advance(0.5)
      #expect(opacity(b) == 0.75)
      device.advance(0.49)
      #expect(device.log.take() == [] && b.isBeingDismissed)
      device.advance(0.02)
      #expect(
        device.log.take() == [
          "A.willDisappear", "A.didDisappear", "B.willAppear", "B.isAppearing", "B.didAppear",
          "B.transition cancelled", "dismissed", "ended false",
        ])
      #expect(a.view.window == nil && b.view.window != nil && b.view.alpha == 1 && opacity(b) == 1)
      #expect(a.presentedViewController === b && !b.isBeingDismissed)
      // It can be dismissed again, this time non-interactively.
      percent.wantsInteractiveStart = false
      a.dismiss(animated: true)
      device.turn()
      device.advance(2.1)
      #expect(a.presentedViewController == nil && a.view.window != nil)
    }
  }

  @Test(.rule("E-441", "E-108"))
  func `if the presenter stays, only the presented controller gets messages for a cancelled dismissal`() {
    presented(.overFullScreen) { device, a, b, _, percent in
      a.dismiss(animated: true)
      device.turn()
      percent.update(0.5)
      percent.cancel()
      device.advance(2)
      #expect(
        device.log.take() == [
          "asked for dismissing", "asked for what drives it", "asked for the duration", "B.willDisappear",
          "animate B to A", "B.willAppear", "B.isAppearing", "B.didAppear", "ended false",
        ])
      #expect(b.view.window != nil)
    }
  }

  @Test(.rule("E-441", "E-102", "E-105"), arguments: [true, false])
  func `a cancelled presentation restores the state before it`(movesPresenter: Bool) {
    presented { device, a, b, director, percent in
      a.dismiss(animated: false)
      device.turn()
      director.movesBoth = movesPresenter
      _ = device.log.take()
      a.present(b, animated: true) { device.log("presented") }
      device.turn()
      #expect(
        device.log.take() == [
          "asked for presenting", "asked for what drives it", "asked for the duration", "A.willDisappear",
          "B.willAppear", "animate A to B", "B.isAppearing",
        ])
      percent.update(0.1)
      percent.cancel()
      device.advance(0.3)
      #expect(
        device.log.take() == [
          "B.willDisappear", "B.didDisappear", "A.willAppear", "A.isAppearing", "A.didAppear", "presented",
          "ended false",
        ])
      #expect(a.presentedViewController == nil && b.presentingViewController == nil)
      #expect(a.view.superview === device.window && b.view.window == nil)
      // It can be presented again.
      a.present(b, animated: true)
      device.turn()
      percent.update(0.9)
      percent.finish()
      device.advance(1)
      #expect(a.presentedViewController === b && a.view.window == nil && opacity(b) == 1)
    }
  }

  @Test(.rule("E-444")) func `the remaining animation uses the interaction's completion speed and curve`() {
    presented { device, a, b, _, percent in
      percent.completionSpeed = 2
      percent.completionCurve = .easeIn
      a.dismiss(animated: true)
      percent.update(0.5)
      #expect(b.transitionCoordinator?.completionVelocity == 1)
      let coordinator = b.transitionCoordinator
      percent.finish()
      #expect(coordinator?.completionVelocity == 2 && coordinator?.completionCurve == .easeIn)
      // Half a second instead of one; the first half of it is the slower one.
      device.advance(0.25)
      #expect(opacity(b) > 0.3 && opacity(b) < 0.4)
      device.advance(0.26)
      #expect(a.presentedViewController == nil)
    }
  }

  @Test(.rule("E-445", "E-444"))
  func `an animator that returns an interruptible animator is scrubbed through it`() {
    presented { device, a, b, director, percent in
      director.isInterruptible = true
      percent.timingCurve = UICubicTimingParameters(animationCurve: .linear)
      a.dismiss(animated: true)
      device.turn()
      #expect(b.transitionCoordinator?.isInterruptible == true)
      percent.update(0.5)
      #expect(opacity(b) == 0.5)
      percent.finish()
      device.advance(0.5)
      #expect(opacity(b) == 0.25)
      device.advance(0.51)
      #expect(
        device.log.take() == [
          "asked for dismissing", "asked for what drives it", "asked for the duration", "B.willDisappear",
          "A.willAppear", "handed out B to A", "A.isAppearing", "A.didAppear", "B.didDisappear", "ended true",
        ])
    }
  }

  @Test(.rule("E-445", "E-446"), arguments: [true, false])
  func `a non-interactive transition can be paused, updated and cancelled`(isInterruptible: Bool) {
    presented { device, a, b, director, percent in
      director.isInterruptible = isInterruptible
      director.curve = .curveLinear
      percent.wantsInteractiveStart = false
      b.follows = true
      a.dismiss(animated: true)
      device.turn()
      let start = isInterruptible ? ["animate", "handed out B to A"] : ["animate B to A"]
      #expect(
        device.log.take() == [
          "asked for dismissing", "asked for what drives it", "asked for the duration", "B.willDisappear",
          "B.coordinator", "A.willAppear", "B.alongside",
        ] + start + ["A.isAppearing"])
      // The transition is not interactive yet.
      percent.update(0.9)
      device.advance(1)
      #expect(opacity(b) == 0.5)
      percent.pause()
      #expect(device.log.take() == ["B.interaction goes on"])
      #expect(percent.percentComplete == 0.5 && b.transitionCoordinator?.isInteractive == true)
      device.advance(5)
      #expect(opacity(b) == 0.5)
      percent.update(0.25)
      #expect(opacity(b) == 0.75)
      percent.cancel()
      // Paused again while it runs backwards, then released.
      device.advance(0.25)
      percent.pause()
      #expect(abs(percent.percentComplete - 0.125) < 0.001)
      percent.cancel()
      device.advance(0.26)
      #expect(
        device.log.take() == [
          "B.interaction cancelled", "B.interaction goes on", "B.interaction cancelled", "A.willDisappear",
          "A.didDisappear", "B.willAppear", "B.isAppearing", "B.didAppear", "B.transition cancelled",
          "ended false",
        ])
      #expect(b.view.alpha == 1 && b.view.window != nil)
    }
  }

  @Test(.rule("E-446"))
  func `a transition that is not interrupted runs as without an interaction controller`() {
    presented { device, a, b, _, percent in
      percent.wantsInteractiveStart = false
      a.dismiss(animated: true)
      device.turn()
      // It follows the animator's own curve.
      device.advance(0.5)
      #expect(opacity(b) > 0.8)
      device.advance(1.51)
      #expect(a.presentedViewController == nil)
      // After the end, updates have no effect.
      percent.update(0.5)
      percent.finish()
      percent.cancel()
      percent.pause()
      device.advance(5)
      #expect(a.view.window != nil && a.presentedViewController == nil)
    }
  }

  @Test(.rule("E-447", "E-85", "E-86"))
  func `an app's interaction controller can cancel a push and finish a pop`() {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      let director = Director(device.log)
      let percent = UIPercentDrivenInteractiveTransition()
      director.interactor = percent
      let navigation = UINavigationController(rootViewController: a)
      navigation.delegate = director
      device.show(navigation)
      _ = device.log.take()
      navigation.pushViewController(b, animated: true)
      device.turn()
      percent.update(0.5)
      percent.cancel()
      device.advance(1.1)
      #expect(
        device.log.take() == [
          "B.willMove(parent)", "B.loadView", "B.viewDidLoad", "asked for push", "asked for what drives it",
          "asked for the duration", "A.willDisappear", "B.willAppear", "animate A to B", "B.isAppearing",
          "B.willDisappear", "B.didDisappear", "A.willAppear", "A.isAppearing", "A.didAppear",
          "B.didMove(nil)", "ended false",
        ])
      #expect(navigation.viewControllers == [a] && b.parent == nil && b.view.window == nil)
      // B has its alpha from before the animation: 0.
      #expect(a.view.window != nil && b.view.alpha == 0)
      b.view.alpha = 1
      navigation.pushViewController(b, animated: false)
      device.turn()
      _ = device.log.take()
      navigation.popViewController(animated: true)
      device.turn()
      percent.update(0.5)
      percent.finish()
      device.advance(1.1)
      #expect(
        device.log.take() == [
          "B.willMove(nil)", "asked for pop", "asked for what drives it", "asked for the duration",
          "B.willDisappear", "A.willAppear", "animate B to A", "A.isAppearing", "B.didDisappear",
          "A.didAppear", "B.didMove(nil)", "ended true",
        ])
    }
  }

  @Test(.rule("E-448", "E-115")) func `a tab change is animated by the delegate and can be cancelled`() {
    withDevice { device in
      let (a, b, c) = (Screen("A", device.log), Screen("B", device.log), Screen("C", device.log))
      let director = Director(device.log)
      let tabs = UITabBarController()
      tabs.viewControllers = [a, b, c]
      tabs.delegate = director
      device.show(tabs)
      _ = device.log.take()
      tabs.selectedIndex = 1
      device.turn()
      #expect(
        device.log.take() == [
          "B.loadView", "B.viewDidLoad", "asked for tabs", "asked for what drives it",
          "asked for the duration", "B.willAppear", "A.willDisappear", "animate A to B", "B.isAppearing",
        ])
      #expect(b.transitionCoordinator?.isAnimated == true && b.transitionCoordinator?.isInteractive == false)
      device.advance(2.1)
      #expect(device.log.take() == ["A.didDisappear", "B.didAppear", "ended true"])
      #expect(a.view.superview == nil && b.transitionCoordinator == nil)
      let percent = UIPercentDrivenInteractiveTransition()
      director.interactor = percent
      tabs.selectedIndex = 0
      device.turn()
      percent.update(0.5)
      _ = device.log.take()
      percent.cancel()
      device.advance(1.1)
      #expect(
        device.log.take() == [
          "A.willDisappear", "A.didDisappear", "B.willAppear", "B.isAppearing", "B.didAppear", "ended false",
        ])
      #expect(tabs.selectedIndex == 1 && tabs.tabBar.selectedItem === b.tabBarItem)
      #expect(b.view.window != nil && b.view.alpha == 1 && a.view.superview == nil)
      // A tab that is selected during the transition is shown after it.
      tabs.selectedIndex = 0
      tabs.selectedIndex = 2
      percent.finish()
      device.advance(2.1)
      percent.finish()
      device.advance(2.1)
      #expect(tabs.selectedViewController === c && c.view.window != nil && a.view.window == nil)
    }
  }

  @Test(.rule("E-441")) func `a custom interaction controller moves the views itself`() {
    presented { device, a, b, director, _ in
      let own = OwnInteractor(device.log)
      director.interactor = own
      b.follows = true
      a.dismiss(animated: true)
      device.turn()
      #expect(
        device.log.take() == [
          "asked for dismissing", "asked for what drives it", "asked for the duration", "B.willDisappear",
          "B.coordinator interactive", "A.willAppear", "B.alongside", "start", "A.isAppearing",
        ])
      own.context?.updateInteractiveTransition(0.3)
      #expect(b.transitionCoordinator?.percentComplete == 0.3)
      own.context?.cancelInteractiveTransition()
      #expect(own.context?.transitionWasCancelled == true && own.context?.isInteractive == false)
      #expect(device.log.take() == ["B.interaction cancelled"])
      own.context?.completeTransition(false)
      #expect(
        device.log.take() == [
          "A.willDisappear", "A.didDisappear", "B.willAppear", "B.isAppearing", "B.didAppear",
          "B.transition cancelled", "ended false",
        ])
      device.advance(5)
      #expect(device.log.take() == [] && b.view.window != nil)
    }
  }

  @Test(.rule("E-449")) func `an animator that reports no completion cancels its transition`() {
    presented { device, a, b, director, _ in
      director.interactor = nil
      director.completes = false
      a.dismiss(animated: true)
      device.turn()
      _ = device.log.take()
      device.advance(2.1)
      #expect(
        device.log.take() == [
          "A.willDisappear", "A.didDisappear", "B.willAppear", "B.isAppearing", "B.didAppear", "ended false",
        ])
      #expect(a.presentedViewController === b && a.view.window == nil)
    }
  }

  @Test(.rule("E-442")) func `animations that start later and end at different times are all scrubbed`() {
    presented { device, a, b, director, percent in
      director.steps = true
      director.curve = .curveLinear
      percent.wantsInteractiveStart = false
      a.dismiss(animated: true)
      device.turn()
      _ = device.log.take()
      // The first half takes a second, and the second half follows it.
      device.advance(1.5)
      #expect(device.log.take() == ["half"])
      #expect(opacity(b) == 0.25)
      percent.pause()
      #expect(percent.percentComplete == 0.75)
      percent.update(0.875)
      device.advance(1)
      #expect(opacity(b) == 0.125)
      percent.cancel()
      device.advance(2)
      #expect(b.view.alpha == 1 && b.view.window != nil)
    }
  }
}

/// Uses the transition coordinator when it disappears.
private final class Teller: Screen {
  var follows = false
  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    guard follows, let coordinator = transitionCoordinator else { return }
    note("coordinator\(coordinator.isInteractive ? " interactive" : "")")
    let (log, name) = (log, name)
    coordinator.animate(alongsideTransition: { _ in log("\(name).alongside") }) { context in
      log("\(name).transition \(context.isCancelled ? "cancelled" : "completed")")
    }
    coordinator.notifyWhenInteractionChanges { context in
      log(
        "\(name).interaction \(context.isInteractive ? "goes on" : context.isCancelled ? "cancelled" : "ended")"
      )
    }
  }
}

/// The delegate of every kind of transition.
private final class Director: NSObject, UIViewControllerTransitioningDelegate, UINavigationControllerDelegate,
  UITabBarControllerDelegate
{
  let log: Log
  var interactor: (any UIViewControllerInteractiveTransitioning)?
  var isInterruptible = false
  var completes = true
  var movesBoth = false
  var steps = false
  var curve: UIView.AnimationOptions = .curveEaseInOut
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "animationControllerForPresentedController:presentingController:sourceController:",
      "animationControllerForDismissedController:", "interactionControllerForPresentation:",
      "interactionControllerForDismissal:",
      "navigationController:animationControllerForOperation:fromViewController:toViewController:",
      "navigationController:interactionControllerForAnimationController:",
      "tabBarController:animationControllerForTransitionFromViewController:toViewController:",
      "tabBarController:interactionControllerForAnimationController:")
  }
  private func animator(_ word: String) -> any UIViewControllerAnimatedTransitioning {
    log("asked for \(word)")
    return isInterruptible ? InterruptibleFade(self) : EvenFade(self)
  }
  private func driver() -> (any UIViewControllerInteractiveTransitioning)? {
    log("asked for what drives it")
    return interactor
  }
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { animator("presenting") }
  func animationController(forDismissed dismissed: UIViewController)
    -> (any UIViewControllerAnimatedTransitioning)?
  { animator("dismissing") }
  func interactionControllerForPresentation(using animator: any UIViewControllerAnimatedTransitioning)
    -> (any UIViewControllerInteractiveTransitioning)?
  { driver() }
  func interactionControllerForDismissal(using animator: any UIViewControllerAnimatedTransitioning)
    -> (any UIViewControllerInteractiveTransitioning)?
  { driver() }
  func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation, from fromVC: UIViewController,
    to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { animator("\(operation)") }
  func navigationController(
    _ navigationController: UINavigationController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { driver() }
  func tabBarController(
    _ tabBarController: UITabBarController,
    animationControllerForTransitionFrom fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { animator("tabs") }
  func tabBarController(
    _ tabBarController: UITabBarController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { driver() }
}

/// Fades the old screen for two seconds, which uncovers the new one.
private class EvenFade: NSObject, UIViewControllerAnimatedTransitioning {
  let director: Director
  init(_ director: Director) {
    self.director = director
    super.init()
  }
  func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
    -> TimeInterval
  {
    director.log("asked for the duration")
    return 2
  }
  private func name(_ controller: UIViewController?) -> String { (controller as? Screen)?.name ?? "?" }

  /// Returns the view that fades, and its final opacity.
  func setUp(_ word: String, _ context: any UIViewControllerContextTransitioning) -> (UIView, CGFloat)? {
    guard let from = context.viewController(forKey: .from), let to = context.viewController(forKey: .to)
    else { return nil }
    director.log("\(word) \(name(from)) to \(name(to))")
    let (old, new) = (context.view(forKey: .from), context.view(forKey: .to))
    if director.movesBoth, let old { context.containerView.addSubview(old) }
    if let new { context.containerView.addSubview(new) }
    if let old, new == nil || to.isMovingFromParent || from.isBeingDismissed || from.isMovingFromParent {
      context.containerView.bringSubviewToFront(old)
      return (old, 0)
    }
    guard let new else { return nil }
    new.alpha = 0
    return (new, 1)
  }
  func animateTransition(using context: any UIViewControllerContextTransitioning) {
    guard let (view, alpha) = setUp("animate", context) else { return }
    let completes = director.completes
    let finish = { (_: Bool) in
      context.completeTransition(completes && !context.transitionWasCancelled)
    }
    guard director.steps else {
      return UIView.animate(
        withDuration: 2, delay: 0, options: director.curve, animations: { view.alpha = alpha },
        completion: finish)
    }
    let (log, curve) = (director.log, director.curve)
    UIView.animate(
      withDuration: 1, delay: 0, options: curve, animations: { view.alpha = 0.5 },
      completion: { _ in
        guard !context.transitionWasCancelled else { return }
        log("half")
        UIView.animate(
          withDuration: 1, delay: 0, options: curve, animations: { view.alpha = alpha }, completion: finish)
      })
  }
  func animationEnded(_ transitionCompleted: Bool) { director.log("ended \(transitionCompleted)") }

  private var made: UIViewPropertyAnimator?
  func interruptibleAnimator(using context: any UIViewControllerContextTransitioning)
    -> any UIViewImplicitlyAnimating
  {
    if let made { return made }
    let animator = UIViewPropertyAnimator(duration: 2, curve: .linear)
    if let (view, alpha) = setUp("handed out", context) { animator.addAnimations { view.alpha = alpha } }
    animator.addCompletion { context.completeTransition($0 == .end) }
    made = animator
    return animator
  }
}

/// The same, with an interruptible animator.
private final class InterruptibleFade: EvenFade {
  override class var _carobMethods: [_CarobMethod] { has("interruptibleAnimatorForTransition:") }
  override func animateTransition(using context: any UIViewControllerContextTransitioning) {
    director.log("animate")
    interruptibleAnimator(using: context).startAnimation()
  }
}

/// Only keeps the context.
private final class OwnInteractor: NSObject, UIViewControllerInteractiveTransitioning {
  let log: Log
  var context: (any UIViewControllerContextTransitioning)?
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning) {
    log("start")
    context = transitionContext
  }
}
