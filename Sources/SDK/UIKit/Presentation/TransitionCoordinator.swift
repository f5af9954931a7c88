import CarobFoundation

/// What a coordinator knows of the transition.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
  var isAnimated: Bool { get }
  var isCancelled: Bool { get }
  var isInteractive: Bool { get }
  var initiallyInteractive: Bool { get }
  var isInterruptible: Bool { get }
  var transitionDuration: TimeInterval { get }
  /// How far the finger was when it was lifted, or is.
  var percentComplete: CGFloat { get }
  /// How fast it was then, ways a second.
  var completionVelocity: CGFloat { get }
  var completionCurve: UIView.AnimationCurve { get }
  var presentationStyle: UIModalPresentationStyle { get }
  var targetTransform: CGAffineTransform { get }
  var containerView: UIView { get }
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  func view(forKey key: UITransitionContextViewKey) -> UIView?
}

/// Runs an app's animations along with a transition.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
  @discardableResult
  func animateAlongsideTransition(
    in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
  func notifyWhenInteractionChanges(
    _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void)
  func notifyWhenInteractionEnds(
    _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void)
}

extension UIViewControllerTransitionCoordinator {
  @discardableResult
  public func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool { animate(alongsideTransition: animation, completion: nil) }
}

@MainActor
final class TransitionCoordinator: _MainActorNSObject, UIViewControllerTransitionCoordinator {
  private let from: UIViewController?
  private let to: UIViewController?
  let containerView: UIView
  let transitionDuration: TimeInterval
  private(set) var isCancelled = false
  private var alongside: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
  private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []

  private var changeHandlers: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
  private var endHandlers: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
  let initiallyInteractive: Bool
  private(set) var isInteractive: Bool
  let isInterruptible: Bool
  var percentComplete: CGFloat = 0
  private(set) var completionVelocity: CGFloat = 1
  var completionCurve: UIView.AnimationCurve
  /// The app's own, while it goes on.
  var transition: TransitionContext?

  init(
    from: UIViewController?, to: UIViewController?, container: UIView, duration: TimeInterval,
    isInteractive: Bool = false, isInterruptible: Bool = false
  ) {
    self.from = from
    self.to = to
    containerView = container
    transitionDuration = duration
    initiallyInteractive = isInteractive
    completionCurve = isInteractive ? .linear : .easeInOut
    self.isInteractive = isInteractive
    self.isInterruptible = isInterruptible
    super.init()
  }

  /// For a transition of the app's own, or for one that takes `otherwise`; without an animation neither takes any time.
  convenience init(
    _ transition: TransitionContext?, from: UIViewController?, to: UIViewController?, container: UIView,
    otherwise: TimeInterval
  ) {
    self.init(
      from: from, to: to, container: container, duration: transition?.duration ?? otherwise,
      isInteractive: transition?.isInteractive ?? false,
      isInterruptible: transition?.isInterruptible ?? false)
  }

  var isAnimated: Bool { transitionDuration > 0 }
  var presentationStyle: UIModalPresentationStyle { to?.presentation?.presentationStyle ?? .none }
  var targetTransform: CGAffineTransform { .identity }
  func view(forKey key: UITransitionContextViewKey) -> UIView? {
    key == .from ? from?.viewIfLoaded : key == .to ? to?.viewIfLoaded : nil
  }
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    key == .from ? from : key == .to ? to : nil
  }

  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    if let animation { alongside.append(animation) }
    if let completion { completions.append(completion) }
    return true
  }

  @discardableResult
  func animateAlongsideTransition(
    in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool { animate(alongsideTransition: animation, completion: completion) }

  func notifyWhenInteractionChanges(
    _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
  ) { changeHandlers.append(handler) }
  func notifyWhenInteractionEnds(
    _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
  ) { endHandlers.append(handler) }

  /// E-421: the finger is up, and it is known whether the transition will be carried out.
  func endInteraction(cancelled: Bool, velocity: CGFloat) {
    isCancelled = cancelled
    isInteractive = false
    completionVelocity = velocity
    let blocks = changeHandlers + endHandlers
    endHandlers = []
    for block in blocks { block(self) }
  }

  /// E-446: a finger stops what ran by itself.
  func beginInteraction() {
    isCancelled = false
    isInteractive = true
    for block in changeHandlers { block(self) }
  }

  func runAlongside() {
    let blocks = alongside
    alongside = []
    for block in blocks { block(self) }
  }

  func finish(cancelled: Bool) {
    isCancelled = cancelled
    let blocks = completions
    completions = []
    for block in blocks { block(self) }
  }
}
