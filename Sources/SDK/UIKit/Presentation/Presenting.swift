import CarobFoundation
import QuartzCore

/// Performs the appearing half of one presentation (E-100…E-109).
@MainActor
struct Presenting {
  private let presentation: UIPresentationController
  private let presented: UIViewController
  private let presenter: UIViewController
  /// Whether the presenter's view is removed from the hierarchy.
  private let coversPresenter: Bool
  private let completion: (() -> Void)?

  // MARK: The beginning

  static func begin(
    _ original: UIPresentationController, from source: UIViewController, _ presenter: UIViewController,
    in window: UIWindow, animated: Bool, completion: (() -> Void)?
  ) {
    // E-431, E-645: the delegate may choose another style or another controller.
    let (presentation, presented) = original.adapted()
    presentation.prepareToPresent()
    replace(original, presentation, presented, presenter)
    Presenting(
      presentation: presentation, presented: presented, presenter: presenter,
      coversPresenter: presentation.shouldRemovePresentersView, completion: completion
    ).begin(original, from: source, in: window, animated: animated)
  }

  /// E-431: replaces the requested presentation with another one, possibly of another controller.
  private static func replace(
    _ original: UIPresentationController, _ presentation: UIPresentationController,
    _ presented: UIViewController, _ presenter: UIViewController
  ) {
    guard presentation !== original else { return }
    _ = original.machine.handle(.replaced)
    let first = original.presentedViewController
    if presented !== first {
      (first.directPresenter, first.presentation, first.isBeingPresented) = (nil, nil, false)
    }
    Presenter.link(presentation, presented, presenter, source: original.source)
  }

  private func begin(
    _ original: UIPresentationController, from source: UIViewController, in window: UIWindow, animated: Bool
  ) {
    _ = presentation.machine.handle(.begin)
    let place = place(in: window)
    if presentation.isInContext { presentation.takeOverSafeArea() }
    let container = TransitionView(frame: place.frame)
    container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    container.presentation = presentation
    presentation.containerView = container
    let transition =
      animated
      ? Presenter.customTransition(
        presentation, presented, presenter, .presenting(source: source), movesPresenter: coversPresenter)
      : nil
    // E-73: the coordinator is available in viewWillAppear.
    presentation.coordinator = TransitionCoordinator(
      transition, from: presenter, to: presented, container: container,
      otherwise: animated ? Presenter.duration : 0)
    if presentation !== original { sendWillAdapt(original) }
    if coversPresenter { presenter.beginAppearanceTransition(false, animated: animated) }
    presented.beginAppearanceTransition(true, animated: animated)
    Journal.deliver(.appearance, "presentationTransitionWillBegin()", to: presentation, category: .lifetime) {
      presentation.presentationTransitionWillBegin()
    }
    presentation.dimPresenter(1)
    if coversPresenter { rememberPresentersPlace() }
    place.view.addSubview(container)
    presentation.install(presented)
    if coversPresenter { Rotation.needsLook = true }
    let cause = Journal.cause
    Presenter.run(
      transition, presentation, presentation.coordinator, appearing: true, animated: animated
    ) { completed in
      Journal.with(cause: cause) { end(completed: completed) }
    }
  }

  /// E-643: a presentation in a context takes the frame of the context's view and moves with it; any other
  /// fills the window.
  private func place(in window: UIWindow) -> (view: UIView, frame: CGRect) {
    guard presentation.isInContext, let view = presenter.viewIfLoaded, let superview = view.superview else {
      return (window, window.bounds)
    }
    return (superview, view.frame)
  }

  /// Remembers the presenter's view's place, since the app's animator may move the view elsewhere.
  private func rememberPresentersPlace() {
    let view = presenter.viewIfLoaded
    presentation.parkedSuperview = view?.superview
    presentation.parkedIndex = view?.superview?.subviews.firstIndex { $0 === view } ?? 0
  }

  private func sendWillAdapt(_ original: UIPresentationController) {
    presentation.delegate?.tell(
      from: presentation, "presentationController(_:willPresentWithAdaptiveStyle:transitionCoordinator:)",
      "presentationController:willPresentWithAdaptiveStyle:transitionCoordinator:"
    ) {
      $0.presentationController(
        original, willPresentWithAdaptiveStyle: presentation.presentationStyle,
        transitionCoordinator: presentation.coordinator)
    }
  }

  // MARK: The end

  private func end(completed: Bool) {
    for action in presentation.machine.handle(.presentationEnded(completed: completed)) {
      switch action {
      case .keepPresented: keepPresented()
      case .takeBackPresentation: takeBack()
      case .sendPresentationEnd(let completed): sendEnd(completed)
      case .finishCoordinator(let isCancelled):
        presentation.coordinator?.finish(cancelled: isCancelled)
        presentation.coordinator = nil
      case .tearDown: presented.tearDownPresentation()
      // E-106.
      case .reportCompletion: Presenter.deliver(completion, "present completion")
      default: preconditionFailure("\(action) at the end of a presentation")
      }
    }
  }

  private func keepPresented() {
    if coversPresenter, let view = presenter.viewIfLoaded {
      view.isHidden = false
      Presenter.hideBehind(view, presentation)
    }
    presented.endAppearanceTransition()
    // E-105: the new controller gets viewDidAppear first.
    if coversPresenter { presenter.endAppearanceTransition() }
  }

  /// E-441: cancels the presentation. The app's animator may have moved the presenter's view into its
  /// container.
  private func takeBack() {
    UIViewController.takeBack(
      coming: presented, going: coversPresenter ? presenter : nil,
      away: { presented.viewIfLoaded?.removeFromSuperview() },
      back: { Presenter.putBack(presenter, presentation) })
  }

  private func sendEnd(_ completed: Bool) {
    presented.isBeingPresented = false
    if !completed { presentation.dimPresenter(-1) }
    Journal.deliver(
      .appearance, "presentationTransitionDidEnd(_:)", to: presentation, category: .lifetime
    ) {
      presentation.presentationTransitionDidEnd(completed)
    }
  }
}
