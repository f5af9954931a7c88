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
    // E-439.
    let animator = animated ? ofApp(presented, presenter, source) : nil
    presentation.transition = animator.map {
      TransitionContext(
        $0, container,
        from: .init(
          controller: presenter, view: coversPresenter ? presenter.view : nil, initial: container.bounds),
        to: .init(
          controller: presented, view: presentation.presentedView,
          final: presentation.frameOfPresentedViewInContainerView), style: presentation.presentationStyle)
    }
    // E-73: there is a coordinator in viewWillAppear.
    presentation.coordinator = TransitionCoordinator(
      from: presenter, to: presented, container: container,
      duration: animated ? presentation.transition?.duration ?? duration : 0)
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
    let finish = {
      Journal.with(cause: cause) {
        presentation.isTransitioning = false
        if coversPresenter {
          presenter.viewIfLoaded.map {
            $0.isHidden = false
            hideBehind($0, presentation)
          }
        }
        presented.endAppearanceTransition()
        // E-105: the new controller's did comes first.
        if coversPresenter { presenter.endAppearanceTransition() }
        presented.isBeingPresented = false
        Journal.deliver(
          .appearance, "presentationTransitionDidEnd(_:)", to: presentation, category: .lifetime
        ) {
          presentation.presentationTransitionDidEnd(true)
        }
        presentation.coordinator?.finish(cancelled: false)
        presentation.coordinator = nil
        // E-106.
        if let completion { deliver(completion, "present completion") }
      }
    }
    run(presentation, presented, appearing: true, animated: animated, finish)
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
    let animator = animated && top === presented ? ofApp(dismissing: presented) : nil
    let uncovered = presentation.parkedView != nil
    let container = presentation.containerView ?? UIView()
    presentation.transition = animator.map {
      TransitionContext(
        $0, container,
        from: .init(
          controller: presented, view: presentation.presentedView,
          initial: presentation.frameOfPresentedViewInContainerView),
        to: .init(controller: presenter, view: uncovered ? presenter.view : nil, final: container.bounds),
        style: presentation.presentationStyle)
    }
    presentation.coordinator = TransitionCoordinator(
      from: presented, to: presenter, container: container,
      duration: animated ? presentation.transition?.duration ?? duration : 0)
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
    run(top.presentation ?? presentation, top, appearing: false, animated: animated) {
      Journal.with(cause: cause) {
        // The app's animator puts the uncovered view where it animates it.
        if let view = presenter.viewIfLoaded, view.superview === container { presentation.putBack(view) }
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

  // MARK: Transitions of the app's own (E-439)

  private static func ofApp(
    _ presented: UIViewController, _ presenter: UIViewController, _ source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? {
    presented.transitioningDelegate?.ask(
      from: presented, "animationController(forPresented:presenting:source:)",
      "animationControllerForPresentedController:presentingController:sourceController:"
    ) { $0.animationController(forPresented: presented, presenting: presenter, source: source) } ?? nil
  }

  private static func ofApp(dismissing presented: UIViewController)
    -> (any UIViewControllerAnimatedTransitioning)?
  {
    presented.transitioningDelegate?.ask(
      from: presented, "animationController(forDismissed:)", "animationControllerForDismissedController:"
    ) { $0.animationController(forDismissed: presented) } ?? nil
  }

  // MARK: Moving

  private static func run(
    _ presentation: UIPresentationController, _ controller: UIViewController, appearing: Bool, animated: Bool,
    _ finish: @escaping () -> Void
  ) {
    let done = {
      finish()
      let later = presentation.afterTransition
      presentation.afterTransition = []
      for block in later { block() }
    }
    let coordinator = presentation.coordinator
    if animated, let transition = presentation.transition {
      transition.run(coordinator) {
        presentation.transition = nil
        done()
      }
      return
    }
    guard animated else {
      coordinator?.runAlongside()
      presentation.apply(progress: appearing ? 1 : 0)
      LayerAnimations.afterCommit(done)
      return
    }
    if appearing {
      UIView.performWithoutAnimation { presentation.apply(progress: 0) }
    }
    UIView.animate(
      withDuration: duration, delay: 0, options: [.curveEaseOut, .internalTransition],
      animations: {
        presentation.apply(progress: appearing ? 1 : 0)
        coordinator?.runAlongside()
      }, completion: { _ in done() })
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

  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    letsThrough?(point) != true && super.point(inside: point, with: event)
  }
  override func layoutSubviews() {
    super.layoutSubviews()
    presentation?.layOutContainer()
  }
}
