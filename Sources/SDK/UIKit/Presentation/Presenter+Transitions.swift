import CarobFoundation
import QuartzCore

/// Animates presentations: with the app's animator, or with the default animation of the style.
extension Presenter {
  // MARK: Transitions of the app's own (E-439)

  enum Direction {
    case presenting(source: UIViewController)
    case dismissing
  }

  static func customTransition(
    _ presentation: UIPresentationController, _ presented: UIViewController, _ presenter: UIViewController,
    _ direction: Direction, movesPresenter: Bool
  ) -> TransitionContext? {
    guard let delegate = presented.transitioningDelegate, let container = presentation.containerView else {
      return nil
    }
    let animator: (any UIViewControllerAnimatedTransitioning)??
    switch direction {
    case .presenting(let source):
      animator = delegate.ask(
        from: presented, "animationController(forPresented:presenting:source:)",
        "animationControllerForPresentedController:presentingController:sourceController:"
      ) { $0.animationController(forPresented: presented, presenting: presenter, source: source) }
    case .dismissing:
      animator = delegate.ask(
        from: presented, "animationController(forDismissed:)", "animationControllerForDismissedController:"
      ) { $0.animationController(forDismissed: presented) }
    }
    guard let animator, let animator else { return nil }
    // E-441: the interaction controller is requested only if there is an animator.
    let interactor: (any UIViewControllerInteractiveTransitioning)??
    let behind = TransitionContext.Side(
      controller: presenter, view: movesPresenter ? presenter.view : nil, frame: container.bounds)
    let shown = TransitionContext.Side(
      controller: presented, view: presentation.presentedView,
      frame: presentation.frameOfPresentedViewInContainerView)
    let sides: (from: TransitionContext.Side, to: TransitionContext.Side)
    switch direction {
    case .presenting:
      interactor = delegate.ask(
        from: presented, "interactionControllerForPresentation(using:)",
        "interactionControllerForPresentation:"
      ) { $0.interactionControllerForPresentation(using: animator) }
      sides = (behind, shown)
    case .dismissing:
      interactor = delegate.ask(
        from: presented, "interactionControllerForDismissal(using:)", "interactionControllerForDismissal:"
      ) { $0.interactionControllerForDismissal(using: animator) }
      sides = (shown, behind)
    }
    return TransitionContext(
      animator, interactor ?? nil, container, from: sides.from, to: sides.to,
      style: presentation.presentationStyle)
  }

  // MARK: Moving

  /// - Parameters:
  /// - presentation: The presentation whose view is animated.
  /// - coordinator: The coordinator whose blocks run alongside. For a dismissed chain, that of its lowest
  ///   presentation.
  static func run(
    _ transition: TransitionContext?, _ presentation: UIPresentationController,
    _ coordinator: TransitionCoordinator?, appearing: Bool, animated: Bool,
    _ finish: @escaping (_ completed: Bool) -> Void
  ) {
    let done = { (completed: Bool) in
      finish(completed)
      // Work that waits for a dismissal runs only if the screen really disappears.
      if completed || appearing { presentation.runWaiting() } else { presentation.afterTransition = [] }
    }
    if let transition, let coordinator { return transition.run(coordinator, done) }
    guard animated else {
      coordinator?.runAlongside { $0() }
      presentation.apply(progress: appearing ? 1 : 0)
      LayerAnimations.afterCommit { done(true) }
      return
    }
    if appearing {
      UIView.performWithoutAnimation { presentation.apply(progress: 0) }
    }
    move(
      {
        presentation.apply(progress: appearing ? 1 : 0)
        coordinator?.runAlongside { move($0) }
      }, completion: { _ in done(true) })
  }

  private static func move(_ animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil) {
    UIView.animate(
      withDuration: duration, delay: 0, options: [.curveEaseOut, .internalTransition],
      animations: animations, completion: completion)
  }
}
