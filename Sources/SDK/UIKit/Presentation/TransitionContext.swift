@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

/// The context that an app's animator gets for one transition (E-439); also drives the transition while it is
/// interactive.
///
/// Without an interaction controller the animator runs and reports its end. With one, its animations are put
/// on a timeline (E-442); an animator that returns an interruptible animator is scrubbed through that
/// (E-445).
@MainActor
final class TransitionContext: _MainActorNSObject, UIViewControllerContextTransitioning {
  /// A controller of the transition, its view if that appears or disappears, and its frame before or after.
  struct Side {
    let controller: UIViewController
    let view: UIView?
    let frame: CGRect
  }

  let containerView: UIView
  let presentationStyle: UIModalPresentationStyle
  private let animator: any UIViewControllerAnimatedTransitioning
  private let interactor: (any UIViewControllerInteractiveTransitioning)?
  private let from: Side
  private let to: Side
  /// Requested once.
  private(set) lazy var duration: TimeInterval = animator.transitionDuration(using: self)
  private(set) var isInteractive: Bool
  private(set) var transitionWasCancelled = false
  private(set) var percentComplete: CGFloat = 0
  private var coordinator: TransitionCoordinator?
  private var timeline: AnimationTimeline?
  private var interruptibleAnimator: (any UIViewImplicitlyAnimating)?
  private var whenComplete: ((_ didComplete: Bool) -> Void)?

  init(
    _ animator: any UIViewControllerAnimatedTransitioning,
    _ interactor: (any UIViewControllerInteractiveTransitioning)?, _ container: UIView, from: Side, to: Side,
    style: UIModalPresentationStyle = .none
  ) {
    (self.animator, self.interactor, containerView) = (animator, interactor, container)
    (self.from, self.to, presentationStyle) = (from, to, style)
    isInteractive = interactor?.wantsInteractiveStart ?? false
    super.init()
  }

  /// A transition between two children of a container; nil if its delegate returns no animator. The
  /// interaction controller is requested only if there is one.
  convenience init?(
    _ animator: (any UIViewControllerAnimatedTransitioning)??, in container: UIView,
    _ from: UIViewController, _ to: UIViewController,
    _ interactor: (any UIViewControllerAnimatedTransitioning) -> (
      any UIViewControllerInteractiveTransitioning
    )??
  ) {
    guard let animator, let animator else { return nil }
    self.init(
      animator, interactor(animator) ?? nil, container,
      from: Side(controller: from, view: from.viewIfLoaded, frame: container.bounds),
      to: Side(controller: to, view: to.view, frame: container.bounds))
  }

  var isAnimated: Bool { true }
  var targetTransform: CGAffineTransform { .identity }
  var isInterruptible: Bool { Runtime.answers(animator, "interruptibleAnimatorForTransition:") }

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    key == .from ? from.controller : key == .to ? to.controller : nil
  }
  func view(forKey key: UITransitionContextViewKey) -> UIView? {
    key == .from ? from.view : key == .to ? to.view : nil
  }
  func initialFrame(for vc: UIViewController) -> CGRect { vc === from.controller ? from.frame : .zero }
  func finalFrame(for vc: UIViewController) -> CGRect { vc === to.controller ? to.frame : .zero }

  // MARK: Running

  /// Starts the animator or the interaction; the transition ends when the animator calls
  /// `completeTransition(_:)`.
  func run(_ coordinator: TransitionCoordinator, _ completion: @escaping (_ didComplete: Bool) -> Void) {
    (self.coordinator, whenComplete) = (coordinator, completion)
    coordinator.transition = self
    guard let interactor else {
      runAlongside()
      return animate()
    }
    let timeline = AnimationTimeline(duration: duration, isEven: isInteractive)
    self.timeline = timeline
    timeline.collect(runAlongside)
    guard isInteractive else {
      (interactor as? UIPercentDrivenInteractiveTransition)?.drive(self)
      if isInterruptible { animate() } else { timeline.collect(animate) }
      return timeline.proceed()
    }
    Journal.deliver(.appearance, "startInteractiveTransition(_:)", to: interactor, category: .lifetime) {
      interactor.startInteractiveTransition(self)
    }
  }

  /// Runs the alongside blocks with the animator's duration.
  private func runAlongside() {
    alongside { [self] in
      coordinator?.runAlongside { [weakSelf = ZeroingElement(self)] blocks in
        guard let self = weakSelf.object else { return }
        if let timeline = self.timeline {
          timeline.collect { self.alongside(blocks) }
        } else {
          self.alongside(blocks)
        }
      }
    }
  }

  private func alongside(_ blocks: @escaping () -> Void) {
    UIView.animate(withDuration: duration, delay: 0, options: [.internalTransition], animations: blocks)
  }

  private func animate() {
    Journal.deliver(.appearance, "animateTransition(using:)", to: animator, category: .lifetime) {
      animator.animateTransition(using: self)
    }
  }

  /// Sets up the animations of a transition that begins interactively, and holds them at their start.
  func animateInteractively() {
    requestInterruptibleAnimator()
    guard let interruptibleAnimator else {
      timeline?.collect(animate)
      return
    }
    interruptibleAnimator.pauseAnimation()
  }

  /// E-445.
  private func requestInterruptibleAnimator() {
    guard interruptibleAnimator == nil else { return }
    interruptibleAnimator = animator.ask(
      from: self, mechanism: .appearance, "interruptibleAnimator(using:)",
      "interruptibleAnimatorForTransition:"
    ) { $0.interruptibleAnimator(using: self) }
  }

  // MARK: Under the finger

  private func show(_ percent: CGFloat) {
    percentComplete = min(max(percent, 0), 1)
    coordinator?.percentComplete = percentComplete
    timeline?.hold(at: Double(percentComplete) * duration)
  }

  func updateInteractiveTransition(_ percentComplete: CGFloat) {
    guard isInteractive, whenComplete != nil else { return }
    show(percentComplete)
    interruptibleAnimator?.fractionComplete = self.percentComplete
  }

  func finishInteractiveTransition() { endInteraction(cancelled: false) }
  func cancelInteractiveTransition() { endInteraction(cancelled: true) }

  /// E-444: reports the outcome to observers, then runs the remaining animation.
  private func endInteraction(cancelled: Bool) {
    guard isInteractive, whenComplete != nil else { return }
    isInteractive = false
    transitionWasCancelled = cancelled
    let speed = interactor.map { max($0.completionSpeed, 1e-3) } ?? 1
    let curve = UICubicTimingParameters(animationCurve: interactor?.completionCurve ?? .easeInOut)
    let left = (cancelled ? percentComplete : 1 - percentComplete) / speed
    coordinator?.completionCurve = curve.animationCurve
    coordinator?.endInteraction(cancelled: cancelled, velocity: speed)
    if let interruptibleAnimator {
      interruptibleAnimator.isReversed = cancelled
      let own = (interactor as? UIPercentDrivenInteractiveTransition)?.timingCurve
      interruptibleAnimator.continueAnimation(withTimingParameters: own ?? curve, durationFactor: left)
    }
    let points = [curve.controlPoint1.x, curve.controlPoint1.y, curve.controlPoint2.x, curve.controlPoint2.y]
      .map(Double.init)
    if cancelled {
      timeline?.rewind(in: Double(left) * duration, curve: points)
    } else {
      timeline?.finish(in: Double(left) * duration, curve: points)
    }
  }

  /// E-446.
  func pauseInteractiveTransition() {
    guard !isInteractive, whenComplete != nil else { return }
    requestInterruptibleAnimator()
    guard timeline != nil || interruptibleAnimator != nil else {
      return unimplemented("pausing a transition without an interaction controller or interruptible animator")
    }
    (isInteractive, transitionWasCancelled) = (true, false)
    if let interruptibleAnimator {
      interruptibleAnimator.pauseAnimation()
      interruptibleAnimator.isReversed = false
      show(interruptibleAnimator.fractionComplete)
    } else if let timeline {
      show(duration > 0 ? CGFloat(timeline.time / duration) : 0)
    }
    coordinator?.beginInteraction()
  }

  // MARK: The end

  /// E-449: only the argument decides whether the transition completed.
  func completeTransition(_ didComplete: Bool) {
    guard let completion = whenComplete else { return }
    whenComplete = nil
    if isInteractive {
      isInteractive = false
      coordinator?.endInteraction(cancelled: !didComplete, velocity: 1)
    }
    if didComplete, transitionWasCancelled {
      Journal.warn(
        "\(Journal.describe(animator)) said that its transition was completed, which was cancelled; "
          + "completeTransition(!context.transitionWasCancelled) takes it back", receiver: animator)
    }
    timeline?.release(didComplete)
    coordinator?.transition = nil
    completion(didComplete)
    Journal.deliver(.appearance, "animationEnded(_:)", to: animator, category: .lifetime) {
      animator.animationEnded(didComplete)
    }
  }
}

extension UIViewController {
  /// E-441: reverses a cancelled transition: the appearing controller disappears, and the disappearing one
  /// appears.
  ///
  /// `away` removes the view of the first, `back` restores that of the other.
  static func takeBack(
    coming: UIViewController?, going: UIViewController?, away: () -> Void, back: () -> Void = {}
  ) {
    var (comes, goes) = (false, false)
    if let coming, case .appearing = coming.appearance { comes = true }
    if comes { coming?.beginAppearanceTransition(false, animated: true) }
    away()
    if comes { coming?.endAppearanceTransition() }
    if let going, case .disappearing = going.appearance { goes = true }
    if goes { going?.beginAppearanceTransition(true, animated: true) }
    back()
    if goes { going?.endAppearanceTransition() }
  }
}
