import CarobFoundation
import QuartzCore

/// One change of a navigation stack's top screen: the two screens and their animation.
@MainActor
final class NavigationTransition {
  let operation: UINavigationController.Operation
  let pace: NavigationTransitionMachine.Pace
  /// Called with whether the new top stays.
  let report: (_ stays: Bool) -> Void

  // Set when the transition begins.
  var from: UIViewController?
  var to: UIViewController?
  /// The animator of the app's delegate (E-439).
  var custom: TransitionContext?
  var coordinator: TransitionCoordinator?
  /// The two screens, each together with what it presents in its own context (E-643).
  var disappearing: [UIViewController] = []
  var appearing: [UIViewController] = []
  var oldViews: [UIView] = []
  var newViews: [UIView] = []
  /// The animation of an interactive pop; its progress follows the finger.
  var animator: UIViewPropertyAnimator?
  /// The finger's speed when it was lifted, in points per second.
  var speed: CGFloat = 0

  init(
    _ operation: UINavigationController.Operation, _ pace: NavigationTransitionMachine.Pace,
    _ report: @escaping (_ stays: Bool) -> Void
  ) {
    (self.operation, self.pace, self.report) = (operation, pace, report)
  }
}

/// Shows the top screen (E-85, E-86) by performing the actions of `NavigationTransitionMachine`.
extension UINavigationController {
  private static let duration: TimeInterval = 0.35

  var isTransitioning: Bool { !transitionMachine.state.isIdle }

  /// Called when the top of the stack has changed.
  func showTop(
    _ operation: Operation, _ pace: NavigationTransitionMachine.Pace, _ report: @escaping (Bool) -> Void
  ) {
    showTop(NavigationTransition(operation, pace, report))
  }

  private func showTop(_ transition: NavigationTransition) {
    if transition.pace == .interactive { navigationBar.beginCrossfade() }
    showBars()
    let situation = NavigationTransitionMachine.Situation(
      hasContent: viewIfLoaded != nil || shown != nil, isSameScreen: shown === topViewController,
      hasOldScreen: shown != nil, isVisible: appearance.isVisibleOrBecomes,
      areAnimationsEnabled: UIView.areAnimationsEnabled)
    handle(.topChanged(transition.pace, situation), transition)
  }

  private func handle(_ input: NavigationTransitionMachine.Input, _ transition: NavigationTransition) {
    for action in transitionMachine.handle(input) { perform(action, transition) }
  }

  private func perform(
    _ action: NavigationTransitionMachine.Action, _ transition: NavigationTransition
  ) {
    switch action {
    case .wait: waitingTransitions.append(transition)
    case .prepare: prepare(transition)
    case .finishAtCommit: finishAtCommit(transition)
    case .slide: slide(transition)
    case .runCustomAnimator: runCustomAnimator(transition)
    case .trackFinger: trackFinger(transition)
    case .settle(let completes): settle(transition, completes: completes)
    case .endBarTransition: endBarTransition()
    case .removeOldViews: for view in transition.oldViews { view.removeFromSuperview() }
    case .sendDidMessages: sendDidMessages(transition)
    case .clearMovingFlags: clearMovingFlags(transition)
    case .restoreOldScreen: restoreOldScreen(transition)
    case .report(let stays): transition.report(stays)
    case .reportSettled: stackDidChange()
    case .sendDidShow: sendDidShow(transition)
    case .end(let isCancelled): end(transition, isCancelled: isCancelled)
    case .layOut: arrange()
    case .startNext:
      // A transition that the layout began ends first and then starts the next one.
      if !isTransitioning, !waitingTransitions.isEmpty { showTop(waitingTransitions.removeFirst()) }
    }
  }

  // MARK: Preparing

  private func prepare(_ transition: NavigationTransition) {
    let (operation, isAnimated) = (transition.operation, transitionMachine.state.isAnimated)
    let (from, to) = (shown, topViewController)
    (transition.from, transition.to) = (from, to)
    self.transition = transition
    shown = to
    if viewIfLoaded != nil, isAnimated { prepareBarTransition() }
    to?.loadViewIfNeeded()
    arrange()
    if transitionMachine.state == .preparing(.slide),
      let custom = customTransition(operation, from, to)
    {
      transition.custom = custom
      handle(.customAnimator, transition)
    }
    let coordinator = makeCoordinator(transition)
    transition.coordinator = coordinator
    from?.isMovingFromParent = operation == .pop
    to?.isMovingToParent = operation == .push
    transition.disappearing = from?.controllersInPlace ?? []
    transition.appearing = to?.controllersInPlace ?? []
    transition.oldViews = from?.viewsInPlace ?? []
    transition.newViews = to?.viewsInPlace ?? []
    if transitionMachine.state != .preparing(.offscreen) {
      sendWillMessages(transition, animated: isAnimated)
    }
    beginBarTransition(isAnimated ? coordinator : nil, operation)
    installNewViews(transition)
    handle(.prepared, transition)
  }

  private func makeCoordinator(_ transition: NavigationTransition) -> TransitionCoordinator {
    if transitionMachine.state == .preparing(.finger) {
      return TransitionCoordinator(
        from: transition.from, to: transition.to, container: content, duration: Self.duration,
        isInteractive: true)
    }
    return TransitionCoordinator(
      transition.custom, from: transition.from, to: transition.to, container: content,
      otherwise: transitionMachine.state.isAnimated ? Self.duration : 0)
  }

  private func sendWillMessages(_ transition: NavigationTransition, animated: Bool) {
    for controller in transition.disappearing {
      controller.beginAppearanceTransition(false, animated: animated)
    }
    for controller in transition.appearing {
      controller.beginAppearanceTransition(true, animated: animated)
    }
    guard let to = transition.to else { return }
    delegate?.tell(
      from: self, category: .functional,
      "navigationController(_:willShow:animated:)",
      "navigationController:willShowViewController:animated:"
    ) { $0.navigationController(self, willShow: to, animated: animated) }
  }

  private func installNewViews(_ transition: NavigationTransition) {
    for view in transition.newViews {
      view.translatesAutoresizingMaskIntoConstraints = true
      view.frame = transition.to.map(frame) ?? content.bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      if transition.operation == .pop, let lowest = transition.oldViews.first, lowest.superview === content {
        content.insertSubview(view, belowSubview: lowest)
      } else {
        content.addSubview(view)
      }
    }
  }

  /// E-439: a transition animated by the app.
  private func customTransition(
    _ operation: Operation, _ from: UIViewController?, _ to: UIViewController?
  ) -> TransitionContext? {
    guard let from, let to else { return nil }
    let animator = delegate?.ask(
      from: self, "navigationController(_:animationControllerFor:from:to:)",
      "navigationController:animationControllerForOperation:fromViewController:toViewController:"
    ) { $0.navigationController(self, animationControllerFor: operation, from: from, to: to) }
    return TransitionContext(animator, in: content, from, to) { animator in
      delegate?.ask(
        from: self, "navigationController(_:interactionControllerFor:)",
        "navigationController:interactionControllerForAnimationController:"
      ) { $0.navigationController(self, interactionControllerFor: animator) }
    }
  }

  // MARK: Moving

  /// Returns the block that ends the movement, with the cause that started the transition.
  private func movementCompletion(_ transition: NavigationTransition) -> (_ completed: Bool) -> Void {
    let cause = Journal.cause
    return { [self] completed in
      Journal.with(cause: cause) { handle(.movementEnded(completed: completed), transition) }
    }
  }

  private func finishAtCommit(_ transition: NavigationTransition) {
    let finish = movementCompletion(transition)
    transition.coordinator?.runAlongside { $0() }
    LayerAnimations.afterCommit { finish(true) }
  }

  private func runCustomAnimator(_ transition: NavigationTransition) {
    guard let custom = transition.custom, let coordinator = transition.coordinator else { return }
    custom.run(coordinator, movementCompletion(transition))
  }

  private func slide(_ transition: NavigationTransition) {
    let finish = movementCompletion(transition)
    let animate = { (animations: @escaping () -> Void, completion: ((Bool) -> Void)?) in
      UIView.animate(
        withDuration: Self.duration, delay: 0, options: [.curveEaseInOut, .internalTransition],
        animations: animations, completion: completion)
    }
    animate(movements(transition) { animate($0, nil) }) { _ in finish(true) }
  }

  /// E-91.
  private func trackFinger(_ transition: NavigationTransition) {
    let finish = movementCompletion(transition)
    let animator = UIViewPropertyAnimator(duration: Self.duration, curve: .linear)
    animator.addAnimations(movements(transition) { animator.addAnimations($0) })
    animator.isInternal = true
    animator.addAnimations(navigationBar.crossfade())
    animator.addCompletion { finish($0 == .end) }
    animator.pauseAnimation()
    transition.animator = animator
  }

  /// Puts the new screen at its start position and returns a block that moves both screens, to be called in
  /// an animation. `later` animates blocks that the app registers in the same turn of the run loop.
  private func movements(
    _ transition: NavigationTransition, later: @escaping TransitionCoordinator.Animate
  ) -> () -> Void {
    let (width, middle) = (content.bounds.width, content.bounds.midX)
    let isPush = transition.operation == .push
    let move = { (views: [UIView], x: CGFloat) in
      for view in views { view.center = CGPoint(x: x, y: view.center.y) }
    }
    let (oldViews, newViews) = (transition.oldViews, transition.newViews)
    UIView.performWithoutAnimation { move(newViews, middle + (isPush ? width : -width * 0.3)) }
    return {
      move(newViews, middle)
      move(oldViews, middle + (isPush ? -width * 0.3 : width))
      transition.coordinator?.runAlongside(later: later)
    }
  }

  /// Called when the finger moves; `progress` is a fraction of the width.
  func updateInteractivePop(_ progress: CGFloat) {
    guard transitionMachine.state == .tracking, let transition else { return }
    transition.animator?.fractionComplete = progress
    transition.coordinator?.percentComplete = progress
  }

  /// Called when the finger is lifted. E-421: the observers of the interaction learn the outcome before the
  /// screens animate to their final positions.
  func endInteractivePop(_ progress: CGFloat, speed: CGFloat, isCancelled: Bool) {
    guard transitionMachine.state == .tracking, let transition else { return }
    transition.speed = speed
    handle(
      .fingerLifted(progress: Double(progress), speed: Double(speed), isCancelled: isCancelled), transition)
  }

  private func settle(_ transition: NavigationTransition, completes: Bool) {
    transition.coordinator?.endInteraction(
      cancelled: !completes, velocity: transition.speed / max(view.bounds.width, 1))
    transition.animator?.isReversed = !completes
    transition.animator?.continueAnimation(withTimingParameters: nil, durationFactor: 0)
  }

  // MARK: Ending

  private func sendDidMessages(_ transition: NavigationTransition) {
    for controller in transition.disappearing {
      if case .disappearing = controller.appearance { controller.endAppearanceTransition() }
    }
    for controller in transition.appearing {
      if case .appearing = controller.appearance, case .appeared = appearance {
        controller.endAppearanceTransition()
      }
    }
  }

  private func clearMovingFlags(_ transition: NavigationTransition) {
    transition.from?.isMovingFromParent = false
    transition.to?.isMovingToParent = false
  }

  private func sendDidShow(_ transition: NavigationTransition) {
    guard let to = transition.to else { return }
    let animated = transitionMachine.state.isAnimated
    delegate?.tell(
      from: self, category: .functional,
      "navigationController(_:didShow:animated:)",
      "navigationController:didShowViewController:animated:"
    ) { $0.navigationController(self, didShow: to, animated: animated) }
  }

  /// E-91: cancels the transition; the incoming screen disappears again.
  private func restoreOldScreen(_ transition: NavigationTransition) {
    let (from, to) = (transition.from, transition.to)
    shown = from
    Self.takeBack(coming: to, going: from, away: { to?.viewIfLoaded?.removeFromSuperview() })
    clearMovingFlags(transition)
    handle(.restored, transition)
  }

  private func end(_ transition: NavigationTransition, isCancelled: Bool) {
    navigationBar.endCrossfade()
    if isCancelled { showBars() }
    transition.coordinator?.finish(cancelled: isCancelled)
    self.transition = nil
    handle(.ended, transition)
  }
}
