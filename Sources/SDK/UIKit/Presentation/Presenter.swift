import CarobFoundation
import QuartzCore

/// Presents and dismisses controllers: who presents, in which order messages come, and the transition (E-100…E-113).
@MainActor
enum Presenter {
  static let duration: TimeInterval = 0.4

  static func present(
    _ presented: UIViewController, from source: UIViewController, animated: Bool, completion: (() -> Void)?
  ) {
    // E-101: the nearest ancestor that covers the context presents.
    let presenter = actualPresenter(source, presented.modalPresentationStyle)
    if let other = presenter.presentedViewController {
      refuse(
        "Attempt to present \(Journal.describe(presented)) on \(Journal.describe(source)) which is already "
          + "presenting \(Journal.describe(other))", presented, source)
      return
    }
    guard let window = source.viewIfLoaded?.window ?? presenter.viewIfLoaded?.window else {
      refuse(
        "Attempt to present \(Journal.describe(presented)) on \(Journal.describe(source)) whose view is not in the "
          + "window hierarchy!", presented, source, rule: "M-72")
      return
    }
    if presented.presentingViewController != nil || presented === presenter {
      NSException.raise(
        .invalidArgumentException,
        "Application tried to present modally a view controller \(Journal.describe(presented)) that is already "
          + "being presented.")
    }
    // E-431: a popover's delegate may name another controller.
    let (presentation, presented) = presented.presentationForPresenting(presenter).adapted()
    presentation.prepareToPresent()
    // E-102: set at once.
    presenter.presentedViewController = presented
    presented.presentingViewController = presenter
    presented.presentation = presentation
    presentation.isTransitioning = true
    let animated = animated && UIView.areAnimationsEnabled
    presented.isBeingPresented = true

    // E-100: the view is loaded before any appearance message.
    presented.loadViewIfNeeded()
    let container = TransitionView(frame: window.bounds)
    container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    container.presentation = presentation
    presentation.containerView = container
    let coversPresenter = presentation.shouldRemovePresentersView
    let transition =
      animated
      ? ofApp(
        presentation, presented, presenter, .presenting(source: source), movesPresenter: coversPresenter)
      : nil
    // E-73: there is a coordinator in viewWillAppear.
    presentation.coordinator = TransitionCoordinator(
      transition, from: presenter, to: presented, container: container, otherwise: animated ? duration : 0)
    if let popover = presentation.popover {
      presentation.delegate?.tell(
        from: presentation, "presentationController(_:willPresentWithAdaptiveStyle:transitionCoordinator:)",
        "presentationController:willPresentWithAdaptiveStyle:transitionCoordinator:"
      ) {
        $0.presentationController(
          popover, willPresentWithAdaptiveStyle: presentation.presentationStyle,
          transitionCoordinator: presentation.coordinator)
      }
    }
    if coversPresenter { presenter.beginAppearanceTransition(false, animated: animated) }
    presented.beginAppearanceTransition(true, animated: animated)
    Journal.deliver(.appearance, "presentationTransitionWillBegin()", to: presentation, category: .lifetime) {
      presentation.presentationTransitionWillBegin()
    }
    if coversPresenter { notePlace(of: presenter.viewIfLoaded, presentation) }
    window.addSubview(container)
    presentation.install(presented)
    if coversPresenter { Rotation.needsLook = true }
    let cause = Journal.cause
    let finish = { (completed: Bool) in
      Journal.with(cause: cause) {
        presentation.isTransitioning = false
        if completed {
          if coversPresenter {
            presenter.viewIfLoaded.map {
              $0.isHidden = false
              hideBehind($0, presentation)
            }
          }
          presented.endAppearanceTransition()
          // E-105: the new controller's did comes first.
          if coversPresenter { presenter.endAppearanceTransition() }
        } else {
          // E-441. The app's animator may have put the presenter's view where it animated it.
          UIViewController.takeBack(
            coming: presented, going: coversPresenter ? presenter : nil,
            away: { presented.viewIfLoaded?.removeFromSuperview() },
            back: { putBack(presenter, presentation) })
        }
        presented.isBeingPresented = false
        Journal.deliver(
          .appearance, "presentationTransitionDidEnd(_:)", to: presentation, category: .lifetime
        ) {
          presentation.presentationTransitionDidEnd(completed)
        }
        presentation.coordinator?.finish(cancelled: !completed)
        presentation.coordinator = nil
        if !completed { presented.tearDownPresentation() }
        // E-106.
        if let completion { deliver(completion, "present completion") }
      }
    }
    run(transition, presentation, appearing: true, animated: animated, finish)
  }

  private static func deliver(_ completion: @escaping () -> Void, _ name: String) {
    Journal.deliverRegistered(.animation, "{}", detail: [("block", name)]) { completion() }
  }

  private static func refuse(
    _ text: String, _ presented: UIViewController, _ source: UIViewController, rule: StaticString? = nil
  ) {
    Journal.warn(text, rule: rule, receiver: source)
    Journal.note(
      .appearance, "present(_:animated:completion:)", outcome: "refused", why: text, receiver: source)
  }

  static func actualPresenter(_ source: UIViewController, _ style: UIModalPresentationStyle)
    -> UIViewController
  {
    var presenter = source
    let wantsContext = style == .currentContext || style == .overCurrentContext
    while let parent = presenter.parent {
      if wantsContext, presenter.definesPresentationContext { break }
      presenter = parent
    }
    return presenter
  }

  /// The presenter's view leaves the hierarchy once it is covered.
  private static func hideBehind(_ view: UIView, _ presentation: UIPresentationController) {
    guard presentation.parkedSuperview != nil else { return }
    presentation.parkedView = view
    view.removeFromSuperview()
  }

  /// The presenter's view leaves the container, if it is there.
  private static func putBack(_ presenter: UIViewController, _ presentation: UIPresentationController) {
    if let view = presenter.viewIfLoaded, let container = presentation.containerView,
      view.superview === container
    {
      presentation.putBack(view)
    }
  }

  /// Where that view is; an animator of the app's may take it elsewhere.
  private static func notePlace(of view: UIView?, _ presentation: UIPresentationController) {
    presentation.parkedSuperview = view?.superview
    presentation.parkedIndex = view?.superview?.subviews.firstIndex { $0 === view } ?? 0
  }

  // MARK: Dismissing

  static func dismiss(_ controller: UIViewController, animated: Bool, completion: (() -> Void)?) {
    // E-112: a presenter dismisses what it presents; anything else asks its presenter.
    if let presented = controller.presentedViewController {
      dismissPresented(presented, animated: animated, completion: completion)
      return
    }
    var current: UIViewController? = controller
    while let here = current {
      if let presenter = here.presentingViewController {
        presenter.dismiss(animated: animated, completion: completion)
        return
      }
      if here.presentedViewController != nil {
        here.dismiss(animated: animated, completion: completion)
        return
      }
      current = here.parent
    }
    Journal.note(
      .appearance, "dismiss(animated:completion:)", outcome: "dropped", why: "nothing is presented",
      receiver: controller)
    if let completion { LayerAnimations.afterCommit { deliver(completion, "dismiss completion") } }
  }

  static func dismissPresented(
    _ presented: UIViewController, animated: Bool, completion: (() -> Void)?
  ) {
    guard let presenter = presented.presentingViewController, let presentation = presented.presentation else {
      return
    }
    guard !presented.isBeingDismissed else {
      Journal.note(
        .appearance, "dismiss(animated:completion:)", outcome: "dropped",
        why: "it is being dismissed already",
        receiver: presented)
      return
    }
    if presentation.isTransitioning {
      // The presentation is still running: dismiss when it has ended.
      presentation.afterTransition.append {
        dismissPresented(presented, animated: animated, completion: completion)
      }
      return
    }
    let animated = animated && UIView.areAnimationsEnabled
    // Everything above goes at once; only the top one is seen to move (E-112).
    var top = presented
    while let above = top.presentedViewController { top = above }
    let chain = sequence(first: top) { $0 === presented ? nil : $0.presentingViewController }.map { $0 }
    let uncovered = presentation.parkedView != nil
    let container = presentation.containerView ?? UIView()
    let transition =
      animated && top === presented
      ? ofApp(presentation, presented, presenter, .dismissing, movesPresenter: uncovered) : nil
    presentation.coordinator = TransitionCoordinator(
      transition, from: presented, to: presenter, container: container, otherwise: animated ? duration : 0)
    for controller in chain {
      controller.isBeingDismissed = true
      controller.presentation?.isTransitioning = true
      controller.beginAppearanceTransition(false, animated: animated)
    }
    if uncovered {
      presenter.beginAppearanceTransition(true, animated: animated)
      presentation.unpark()
    }
    Journal.deliver(.appearance, "dismissalTransitionWillBegin()", to: presentation, category: .lifetime) {
      presentation.dismissalTransitionWillBegin()
    }
    let cause = Journal.cause
    run(transition, top.presentation ?? presentation, appearing: false, animated: animated) { completed in
      Journal.with(cause: cause) {
        guard completed else {
          takeBackDismissal(presented, presenter, presentation, uncovered: uncovered)
          if let completion { deliver(completion, "dismiss completion") }
          return
        }
        // The app's animator puts the uncovered view where it animates it.
        putBack(presenter, presentation)
        // E-107: the uncovered controller's did comes first.
        if uncovered { presenter.endAppearanceTransition() }
        for controller in chain {
          controller.viewIfLoaded?.removeFromSuperview()
          controller.endAppearanceTransition()
          controller.isBeingDismissed = false
          let presentation = controller.presentation
          if let presentation {
            Journal.deliver(
              .appearance, "dismissalTransitionDidEnd(_:)", to: presentation, category: .lifetime
            ) {
              presentation.dismissalTransitionDidEnd(true)
            }
          }
          presentation?.coordinator?.finish(cancelled: false)
          controller.tearDownPresentation()
        }
        if uncovered { Rotation.needsLook = true }
        if let completion { deliver(completion, "dismiss completion") }
      }
    }
  }

  /// E-441: what was to be dismissed stays.
  private static func takeBackDismissal(
    _ presented: UIViewController, _ presenter: UIViewController, _ presentation: UIPresentationController,
    uncovered: Bool
  ) {
    presented.isBeingDismissed = false
    UIViewController.takeBack(
      coming: uncovered ? presenter : nil, going: presented,
      away: { if uncovered, let view = presenter.viewIfLoaded { hideBehind(view, presentation) } })
    presentation.isTransitioning = false
    Journal.deliver(.appearance, "dismissalTransitionDidEnd(_:)", to: presentation, category: .lifetime) {
      presentation.dismissalTransitionDidEnd(false)
    }
    presentation.coordinator?.finish(cancelled: true)
    presentation.coordinator = nil
  }

  // MARK: Transitions of the app's own (E-439)

  private enum Way {
    case presenting(source: UIViewController)
    case dismissing
  }

  private static func ofApp(
    _ presentation: UIPresentationController, _ presented: UIViewController, _ presenter: UIViewController,
    _ way: Way, movesPresenter: Bool
  ) -> TransitionContext? {
    guard let delegate = presented.transitioningDelegate, let container = presentation.containerView else {
      return nil
    }
    let animator: (any UIViewControllerAnimatedTransitioning)??
    switch way {
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
    // E-441: only who animates is asked for what drives it.
    let interactor: (any UIViewControllerInteractiveTransitioning)??
    let behind = TransitionContext.Side(
      controller: presenter, view: movesPresenter ? presenter.view : nil, frame: container.bounds)
    let shown = TransitionContext.Side(
      controller: presented, view: presentation.presentedView,
      frame: presentation.frameOfPresentedViewInContainerView)
    let sides: (from: TransitionContext.Side, to: TransitionContext.Side)
    switch way {
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

  private static func run(
    _ transition: TransitionContext?, _ presentation: UIPresentationController, appearing: Bool,
    animated: Bool, _ finish: @escaping (_ completed: Bool) -> Void
  ) {
    let done = { (completed: Bool) in
      finish(completed)
      let later = presentation.afterTransition
      presentation.afterTransition = []
      // What waits for a dismissal waits for the screen to be gone.
      if completed || appearing { for block in later { block() } }
    }
    let coordinator = presentation.coordinator
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

  static func coordinator(for controller: UIViewController) -> (any UIViewControllerTransitionCoordinator)? {
    controller.presentation?.coordinator ?? controller.presentedViewController?.presentation?.coordinator
      // E-73: in a container's transition too.
      ?? controller.parent?.transitionCoordinator
  }
}

extension UIViewController {
  /// Every presentation that starts here, outermost first.
  var presentationStack: [UIViewController] {
    Array(sequence(first: self) { $0.presentedViewController }.dropFirst())
  }

  func tearDownPresentation() {
    presentation?.containerView?.removeFromSuperview()
    presentation?.containerView = nil
    presentation?.isTransitioning = false
    presentation = nil
    presentingViewController?.presentedViewController = nil
    presentingViewController = nil
  }
}

/// The layer of a presentation in the window: dims and holds the presented view.
final class TransitionView: UIView {
  weak var presentation: UIPresentationController?
  /// Whether a touch here is for what is behind.
  var letsThrough: ((CGPoint) -> Bool)?

  override func reaches(_ point: CGPoint) -> Bool {
    letsThrough?(point) != true && super.reaches(point)
  }
  override func layoutSubviews() {
    super.layoutSubviews()
    presentation?.layOutContainer()
  }
}
