import CarobFoundation
import QuartzCore

/// Dismisses one presented controller and everything it presents (E-106, E-107, E-112).
@MainActor
final class Dismissal {
  private let presented: UIViewController
  private let presenter: UIViewController
  private let presentation: UIPresentationController
  private let animated: Bool
  private let completion: (() -> Void)?
  /// The controllers that are dismissed, topmost first.
  private let chain: [UIViewController]
  /// The controllers in the chain that are on screen.
  private var disappearing: [UIViewController] = []
  /// Whether the presenter appears again.
  private let uncovers: Bool
  private let isParked: Bool

  init(
    _ presented: UIViewController, _ presenter: UIViewController, _ presentation: UIPresentationController,
    animated: Bool, _ completion: (() -> Void)?
  ) {
    (self.presented, self.presenter, self.presentation) = (presented, presenter, presentation)
    self.animated = animated && UIView.areAnimationsEnabled && !presentation.isAway
    self.completion = completion
    // Everything above disappears at once; only the topmost controller is animated (E-112).
    var top = presented
    while let above = top.directlyPresented { top = above }
    chain = sequence(first: top) { $0 === presented ? nil : $0.directPresenter }.map { $0 }
    // E-643: a presenter that its container does not show reappears with the container's content.
    isParked = presentation.parkedView != nil
    uncovers = isParked && !presentation.isAway
  }

  private var top: UIViewController { chain.first ?? presented }

  func begin() {
    let container = presentation.containerView ?? UIView()
    let transition =
      animated && top === presented
      ? Presenter.customTransition(presentation, presented, presenter, .dismissing, movesPresenter: uncovers)
      : nil
    presentation.coordinator = TransitionCoordinator(
      transition, from: presented, to: presenter, container: container,
      otherwise: animated ? Presenter.duration : 0)
    // E-112: the topmost controller is the one that is animated, so it uses the same coordinator.
    if let seen = top.presentation, seen.coordinator == nil { seen.coordinator = presentation.coordinator }
    // E-646: covered controllers have already received their disappearance messages.
    disappearing = chain.filter(\.appearance.isVisibleOrBecomes)
    for controller in chain {
      controller.isBeingDismissed = true
      _ = controller.presentation?.machine.handle(.dismissedWithPresenter)
    }
    for controller in disappearing { controller.beginAppearanceTransition(false, animated: animated) }
    if uncovers { presenter.beginAppearanceTransition(true, animated: animated) }
    if isParked { presentation.unpark() }
    Journal.deliver(.appearance, "dismissalTransitionWillBegin()", to: presentation, category: .lifetime) {
      presentation.dismissalTransitionWillBegin()
    }
    presentation.dimPresenter(-1)
    let cause = Journal.cause
    Presenter.run(
      transition, top.presentation ?? presentation, presentation.coordinator, appearing: false,
      animated: animated
    ) { [self] completed in
      Journal.with(cause: cause) { handle(.dismissalEnded(completed: completed)) }
    }
  }

  private func handle(_ input: PresentationMachine.Input) {
    for action in presentation.machine.handle(input) {
      switch action {
      case .uncoverPresenter: uncoverPresenter()
      case .removeDismissed: removeDismissed()
      case .takeBackDismissal:
        takeBack()
        handle(.restored)
      case .sendDismissalEnd: sendEnd(presentation, completed: false)
      case .finishCoordinator(let isCancelled):
        presentation.coordinator?.finish(cancelled: isCancelled)
        presentation.coordinator = nil
      case .reportCompletion: Presenter.deliver(completion, "dismiss completion")
      default: preconditionFailure("\(action) at the end of a dismissal")
      }
    }
  }

  private func uncoverPresenter() {
    // The app's animator may have placed the uncovered view in its container.
    Presenter.putBack(presenter, presentation)
    // E-107: the uncovered controller gets viewDidAppear first.
    if uncovers { presenter.endAppearanceTransition() }
  }

  private func removeDismissed() {
    for controller in chain {
      controller.viewIfLoaded?.removeFromSuperview()
      if disappearing.contains(where: { $0 === controller }) { controller.endAppearanceTransition() }
      controller.isBeingDismissed = false
      let presentation = controller.presentation
      if let presentation {
        _ = presentation.machine.handle(.screenRemoved)
        sendEnd(presentation, completed: true)
      }
      if controller === presented || presentation?.coordinator !== self.presentation.coordinator {
        presentation?.coordinator?.finish(cancelled: false)
      }
      controller.tearDownPresentation()
    }
    if uncovers { Rotation.needsLook = true }
  }

  /// E-441: the dismissal was cancelled; the presented controller stays.
  private func takeBack() {
    presented.isBeingDismissed = false
    UIViewController.takeBack(
      coming: uncovers ? presenter : nil, going: presented,
      away: { if uncovers, let view = presenter.viewIfLoaded { Presenter.hideBehind(view, presentation) } })
  }

  private func sendEnd(_ presentation: UIPresentationController, completed: Bool) {
    if !completed { presentation.dimPresenter(1) }
    Journal.deliver(.appearance, "dismissalTransitionDidEnd(_:)", to: presentation, category: .lifetime) {
      presentation.dismissalTransitionDidEnd(completed)
    }
  }
}
