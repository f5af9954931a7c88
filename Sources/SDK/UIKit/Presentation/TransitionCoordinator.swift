import CarobFoundation

/// Describes a transition to the blocks of its coordinator.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
  var isAnimated: Bool { get }
  var isCancelled: Bool { get }
  var isInteractive: Bool { get }
  var initiallyInteractive: Bool { get }
  var isInterruptible: Bool { get }
  var transitionDuration: TimeInterval { get }
  /// The progress of the interaction, 0…1; after it ended, the progress at its end.
  var percentComplete: CGFloat { get }
  /// The velocity at the end of the interaction, in full transitions per second.
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
  /// Returns whether the animation will run. An animation that is added too late does not run, but its
  /// completion may (E-490).
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

/// Collects the blocks that an app registers during a transition and runs them at the right time.
///
/// The creator calls `runAlongside` once inside the transition's animations, and `finish` once at the end.
/// Blocks that are registered in between are in time until the turn of `runAlongside` is committed: on the
/// platform, a transition that code starts is set up at the end of its turn (E-490).
@MainActor
final class TransitionCoordinator: _MainActorNSObject, UIViewControllerTransitionCoordinator {
  /// Runs blocks in an animation with the transition's timing that begins immediately.
  typealias Animate = (_ blocks: @escaping () -> Void) -> Void

  private enum Stage {
    case waiting
    /// The blocks have run; blocks added later in this turn run in an animation of their own.
    case beginning(Animate)
    case underWay, over
  }

  private var stage = Stage.waiting
  /// The coordinators in stage `beginning`, in order.
  private static var beginners: [TransitionCoordinator] = []
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
  /// The app's custom transition while it runs.
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

  /// For a custom transition of the app, or for a built-in one with the duration `otherwise`; without
  /// animation, the duration is 0.
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
    // E-490.
    switch stage {
    case .waiting, .beginning:
      if let animation { alongside.append(animation) }
    case .underWay:
      if animation != nil { explainLate("its animation has begun: only the completion will be called") }
    case .over:
      explainLate("its transition is over: neither the animation nor the completion will be called")
      return false
    }
    if let completion { completions.append(completion) }
    guard case .underWay = stage else { return true }
    return animation == nil
  }

  private func explainLate(_ what: String) {
    Journal.explain("a block came too late to a transition coordinator: \(what)", rule: "E-490")
  }

  @discardableResult
  func animateAlongsideTransition(
    in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool { animate(alongsideTransition: animation, completion: completion) }

  func notifyWhenInteractionChanges(
    _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
  ) {
    // E-491.
    if case .over = stage { return }
    changeHandlers.append(handler)
  }
  func notifyWhenInteractionEnds(
    _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
  ) {
    if case .over = stage { return }
    endHandlers.append(handler)
  }

  /// E-421: the interaction ended, and it is decided whether the transition completes.
  func endInteraction(cancelled: Bool, velocity: CGFloat) {
    isCancelled = cancelled
    isInteractive = false
    completionVelocity = velocity
    let blocks = changeHandlers + endHandlers
    endHandlers = []
    for block in blocks { block(self) }
  }

  /// E-446: the user interrupts a running transition.
  func beginInteraction() {
    isCancelled = false
    isInteractive = true
    for block in changeHandlers { block(self) }
  }

  /// Runs the registered blocks inside the transition's animation; `later` animates blocks that are added
  /// later in this turn.
  func runAlongside(later: @escaping Animate) {
    runBlocks()
    stage = .beginning(later)
    Self.beginners.append(self)
  }

  private func runBlocks() {
    let blocks = alongside
    alongside = []
    for block in blocks { block(self) }
  }

  /// Called when a turn is committed, before its layout.
  static func runLateBlocks() {
    for coordinator in beginners {
      guard case .beginning(let animate) = coordinator.stage, !coordinator.alongside.isEmpty else { continue }
      animate(coordinator.runBlocks)
    }
  }

  /// Called after the turn's layout; animations that are added later are too late.
  static func turnIsLaidOut() {
    let begun = beginners
    beginners = []
    for coordinator in begun {
      if case .beginning = coordinator.stage { coordinator.stage = .underWay }
    }
  }

  func finish(cancelled: Bool) {
    isCancelled = cancelled
    let blocks = completions
    (stage, alongside, completions, changeHandlers, endHandlers) = (.over, [], [], [], [])
    for block in blocks { block(self) }
  }
}
