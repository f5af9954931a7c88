@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

/// Presents and dismisses controllers: finds the presenter, orders the messages and runs the transition
/// (E-100…E-113).
///
/// `PresentationMachine` decides; `Presenting` and `Dismissal` perform its actions.
@MainActor
enum Presenter {
  static let duration: TimeInterval = 0.4

  static func present(
    _ presented: UIViewController, from source: UIViewController, animated: Bool, completion: (() -> Void)?
  ) {
    beginPending()
    // E-101: the nearest ancestor that provides the context presents.
    let presenter = actualPresenter(source, presented.modalPresentationStyle)
    guard let window = windowForPresenting(presented, source, presenter) else { return }
    let presentation = presented.presentationForPresenting(presenter)
    // E-102: these properties are set immediately.
    link(presentation, presented, presenter, source: source)
    // E-644: the rest happens later in the turn.
    let animated = animated && UIView.areAnimationsEnabled
    let cause = Journal.cause
    pending.append { [window = ZeroingElement(window)] in
      guard let window = window.object, presenter.directlyPresented === presented,
        presented.presentation === presentation
      else { return }
      Journal.with(cause: cause) {
        Presenting.begin(
          presentation, from: source, presenter, in: window, animated: animated, completion: completion)
      }
    }
  }

  /// The window in which a presentation takes place; nil if it is refused (E-103).
  private static func windowForPresenting(
    _ presented: UIViewController, _ source: UIViewController, _ presenter: UIViewController
  ) -> UIWindow? {
    if let other = presenter.directlyPresented {
      refuse(
        "Attempt to present \(Journal.describe(presented)) on \(Journal.describe(source)) which is already "
          + "presenting \(Journal.describe(other))", presented, source)
      return nil
    }
    guard let window = source.viewIfLoaded?.window ?? presenter.viewIfLoaded?.window else {
      refuse(
        "Attempt to present \(Journal.describe(presented)) on \(Journal.describe(source)) whose view is not in the "
          + "window hierarchy!", presented, source, rule: "M-72")
      return nil
    }
    if presented.directPresenter != nil || presented === presenter {
      NSException.raise(
        .invalidArgumentException,
        "Application tried to present modally a view controller \(Journal.describe(presented)) that is already "
          + "being presented.")
    }
    return window
  }

  /// E-100: the view is loaded before any appearance message.
  static func link(
    _ presentation: UIPresentationController, _ presented: UIViewController, _ presenter: UIViewController,
    source: UIViewController?
  ) {
    presenter.directlyPresented = presented
    presented.directPresenter = presenter
    presented.presentation = presentation
    presentation.source = source
    _ = presentation.machine.handle(.present)
    presented.isBeingPresented = true
    presented.loadViewIfNeeded()
  }

  /// Presentations that begin before this turn ends (E-644).
  private static var pending: [() -> Void] = []
  static var hasPending: Bool { !pending.isEmpty }

  /// Begins the presentations of this turn: at its end, or earlier if a caller needs their state.
  static func beginPending() {
    while !pending.isEmpty { pending.removeFirst()() }
  }

  static func deliver(_ completion: (() -> Void)?, _ name: String) {
    guard let completion else { return }
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

  // MARK: The presenter's view

  /// Removes the presenter's view from the hierarchy once it is covered.
  static func hideBehind(_ view: UIView, _ presentation: UIPresentationController) {
    guard presentation.parkedSuperview != nil else { return }
    presentation.parkedView = view
    view.removeFromSuperview()
  }

  /// Moves the presenter's view from the container back to its original superview, if it is in the container.
  static func putBack(_ presenter: UIViewController, _ presentation: UIPresentationController) {
    if let view = presenter.viewIfLoaded, let container = presentation.containerView,
      view.superview === container
    {
      presentation.putBack(view)
    }
  }

  // MARK: Dismissing

  static func dismiss(_ controller: UIViewController, animated: Bool, completion: (() -> Void)?) {
    beginPending()
    // E-112: a presenter dismisses what it presents; anything else asks its presenter.
    if let presented = controller.directlyPresented {
      dismissPresented(presented, animated: animated, completion: completion)
      return
    }
    var current: UIViewController? = controller
    while let here = current {
      if let presenter = here.directPresenter {
        presenter.dismiss(animated: animated, completion: completion)
        return
      }
      if here.directlyPresented != nil {
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
    guard let presenter = presented.directPresenter, let presentation = presented.presentation else {
      return
    }
    switch presentation.machine.handle(.dismiss) {
    case [.startDismissal]:
      Dismissal(presented, presenter, presentation, animated: animated, completion).begin()
    case [.waitForTransition]:
      presentation.afterTransition.append {
        dismissPresented(presented, animated: animated, completion: completion)
      }
    default:
      Journal.note(
        .appearance, "dismiss(animated:completion:)", outcome: "dropped",
        why: "it is being dismissed already",
        receiver: presented)
    }
  }

  // MARK: Coordinators

  static func coordinator(for controller: UIViewController) -> (any UIViewControllerTransitionCoordinator)? {
    // E-644: a coordinator exists as soon as `present` was called.
    beginPending()
    return controller.presentation?.coordinator ?? controller.directlyPresented?.presentation?
      .coordinator
      // E-73: in a container's transition too.
      ?? controller.parent?.transitionCoordinator
  }
}

extension UIViewController {
  /// Every presentation that starts here, outermost first.
  var presentationStack: [UIViewController] {
    Array(sequence(first: self) { $0.directlyPresented }.dropFirst())
  }

  func tearDownPresentation() {
    if presentation?.isInContext == true { containerSafeAreaInsets = .zero }
    presentation?.containerView?.removeFromSuperview()
    presentation?.containerView = nil
    _ = presentation?.machine.handle(.tornDown)
    presentation = nil
    directPresenter?.directlyPresented = nil
    directPresenter = nil
  }
}
