import CarobFoundation
import QuartzCore

/// Presents and dismisses controllers: who presents, in which order messages come, and the transition (E-100…E-113).
@MainActor
enum Presenter {
  static let duration: TimeInterval = 0.4

  static func present(
    _ presented: UIViewController, from source: UIViewController, animated: Bool, completion: (() -> Void)?
  ) {
    beginPending()
    // E-101: the nearest ancestor that covers the context presents.
    let presenter = actualPresenter(source, presented.modalPresentationStyle)
    if let other = presenter.ownPresented {
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
    if presented.ownPresenter != nil || presented === presenter {
      NSException.raise(
        .invalidArgumentException,
        "Application tried to present modally a view controller \(Journal.describe(presented)) that is already "
          + "being presented.")
    }
    let presentation = presented.presentationForPresenting(presenter)
    // E-102: set at once.
    presenter.ownPresented = presented
    presented.ownPresenter = presenter
    presented.presentation = presentation
    presentation.source = source
    presentation.isTransitioning = true
    presented.isBeingPresented = true
    // E-100: the view is loaded before any appearance message.
    presented.loadViewIfNeeded()
    // E-644: the rest of it later in the turn.
    let animated = animated && UIView.areAnimationsEnabled
    let cause = Journal.cause
    pending.append { [weak window] in
      guard let window, presenter.ownPresented === presented,
        presented.presentation === presentation
      else { return }
      Journal.with(cause: cause) {
        begin(presentation, from: source, presenter, in: window, animated: animated, completion: completion)
      }
    }
  }

  /// Presentations that begin before this turn ends (E-644).
  private static var pending: [() -> Void] = []
  static var hasPending: Bool { !pending.isEmpty }

  /// Begins what was presented in this turn: at its end, or because somebody needs it now.
  static func beginPending() {
    while !pending.isEmpty { pending.removeFirst()() }
  }

  private static func begin(
    _ original: UIPresentationController, from source: UIViewController, _ presenter: UIViewController,
    in window: UIWindow, animated: Bool, completion: (() -> Void)?
  ) {
    // E-431, E-645: the delegate may want another style, or another controller.
    let (presentation, presented) = original.adapted()
    presentation.prepareToPresent()
    takeOver(original, presentation, presented, presenter)
    let place = place(of: presentation, presenter, window)
    if presentation.isInContext { presentation.takeOverSafeArea() }
    let container = TransitionView(frame: place.frame)
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
    if presentation !== original {
      presentation.delegate?.tell(
        from: presentation, "presentationController(_:willPresentWithAdaptiveStyle:transitionCoordinator:)",
        "presentationController:willPresentWithAdaptiveStyle:transitionCoordinator:"
      ) {
        $0.presentationController(
          original, willPresentWithAdaptiveStyle: presentation.presentationStyle,
          transitionCoordinator: presentation.coordinator)
      }
    }
    if coversPresenter { presenter.beginAppearanceTransition(false, animated: animated) }
    presented.beginAppearanceTransition(true, animated: animated)
    Journal.deliver(.appearance, "presentationTransitionWillBegin()", to: presentation, category: .lifetime) {
      presentation.presentationTransitionWillBegin()
    }
    if coversPresenter { notePlace(of: presenter.viewIfLoaded, presentation) }
    place.view.addSubview(container)
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

  /// E-431: another presentation, or another controller in it, takes the place of the one that was asked for.
  private static func takeOver(
    _ original: UIPresentationController, _ presentation: UIPresentationController,
    _ presented: UIViewController, _ presenter: UIViewController
  ) {
    guard presentation !== original else { return }
    presentation.source = original.source
    original.isTransitioning = false
    let first = original.presentedViewController
    if presented !== first {
      (first.ownPresenter, first.presentation, first.isBeingPresented) = (nil, nil, false)
    }
    presenter.ownPresented = presented
    presented.ownPresenter = presenter
    presented.presentation = presentation
    presentation.isTransitioning = true
    presented.isBeingPresented = true
    presented.loadViewIfNeeded()
  }

  /// E-643: a presentation in a context lies where the context's view is, and goes with it; any other in the window.
  private static func place(
    of presentation: UIPresentationController, _ presenter: UIViewController, _ window: UIWindow
  ) -> (view: UIView, frame: CGRect) {
    guard presentation.isInContext, let view = presenter.viewIfLoaded, let superview = view.superview else {
      return (window, window.bounds)
    }
    return (superview, view.frame)
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
    beginPending()
    // E-112: a presenter dismisses what it presents; anything else asks its presenter.
    if let presented = controller.ownPresented {
      dismissPresented(presented, animated: animated, completion: completion)
      return
    }
    var current: UIViewController? = controller
    while let here = current {
      if let presenter = here.ownPresenter {
        presenter.dismiss(animated: animated, completion: completion)
        return
      }
      if here.ownPresented != nil {
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
    guard let presenter = presented.ownPresenter, let presentation = presented.presentation else {
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
    let animated = animated && UIView.areAnimationsEnabled && !presentation.isAway
    // Everything above goes at once; only the top one is seen to move (E-112).
    var top = presented
    while let above = top.ownPresented { top = above }
    let chain = sequence(first: top) { $0 === presented ? nil : $0.ownPresenter }.map { $0 }
    // E-643: what its container does not show comes back with it.
    let isParked = presentation.parkedView != nil
    let uncovered = isParked && !presentation.isAway
    let container = presentation.containerView ?? UIView()
    let transition =
      animated && top === presented
      ? ofApp(presentation, presented, presenter, .dismissing, movesPresenter: uncovered) : nil
    presentation.coordinator = TransitionCoordinator(
      transition, from: presented, to: presenter, container: container, otherwise: animated ? duration : 0)
    // E-646: what is covered has heard that it disappeared.
    let leaving = chain.filter(\.appearance.isVisibleOrBecomes)
    for controller in chain {
      controller.isBeingDismissed = true
      controller.presentation?.isTransitioning = true
    }
    for controller in leaving { controller.beginAppearanceTransition(false, animated: animated) }
    if uncovered { presenter.beginAppearanceTransition(true, animated: animated) }
    if isParked { presentation.unpark() }
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
          if leaving.contains(where: { $0 === controller }) { controller.endAppearanceTransition() }
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

  // MARK: Coordinators

  static func coordinator(for controller: UIViewController) -> (any UIViewControllerTransitionCoordinator)? {
    // E-644: there is one as soon as `present` was called.
    beginPending()
    return controller.presentation?.coordinator ?? controller.ownPresented?.presentation?
      .coordinator
      // E-73: in a container's transition too.
      ?? controller.parent?.transitionCoordinator
  }
}

extension UIViewController {
  /// Every presentation that starts here, outermost first.
  var presentationStack: [UIViewController] {
    Array(sequence(first: self) { $0.ownPresented }.dropFirst())
  }

  func tearDownPresentation() {
    if presentation?.isInContext == true { containerSafeAreaInsets = .zero }
    presentation?.containerView?.removeFromSuperview()
    presentation?.containerView = nil
    presentation?.isTransitioning = false
    presentation = nil
    ownPresenter?.ownPresented = nil
    ownPresenter = nil
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
