import CarobFoundation

/// What an app's animator works with, once for each transition (E-439).
@MainActor
final class TransitionContext: _MainActorNSObject, UIViewControllerContextTransitioning {
  /// A controller of the transition, with its view if that comes or goes, and where it stands before and after.
  struct Side {
    let controller: UIViewController
    var view: UIView?
    var initial = CGRect.zero
    var final = CGRect.zero
  }

  let containerView: UIView
  let presentationStyle: UIModalPresentationStyle
  private let animator: any UIViewControllerAnimatedTransitioning
  private let from: Side
  private let to: Side
  private var whenComplete: (() -> Void)?

  init(
    _ animator: any UIViewControllerAnimatedTransitioning, _ container: UIView, from: Side, to: Side,
    style: UIModalPresentationStyle = .none
  ) {
    (self.animator, containerView, self.from, self.to, presentationStyle) = (
      animator, container, from, to, style
    )
    super.init()
  }

  var isAnimated: Bool { true }
  var isInteractive: Bool { false }
  var transitionWasCancelled: Bool { false }
  var targetTransform: CGAffineTransform { .identity }
  var duration: TimeInterval { animator.transitionDuration(using: self) }

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    key == .from ? from.controller : key == .to ? to.controller : nil
  }
  func view(forKey key: UITransitionContextViewKey) -> UIView? {
    key == .from ? from.view : key == .to ? to.view : nil
  }
  func initialFrame(for vc: UIViewController) -> CGRect {
    vc === from.controller ? from.initial : vc === to.controller ? to.initial : .zero
  }
  func finalFrame(for vc: UIViewController) -> CGRect {
    vc === from.controller ? from.final : vc === to.controller ? to.final : .zero
  }
  func updateInteractiveTransition(_ percentComplete: CGFloat) {}
  func finishInteractiveTransition() {}
  func cancelInteractiveTransition() {
    unimplemented("UIViewControllerContextTransitioning.cancelInteractiveTransition()")
  }
  func pauseInteractiveTransition() {}

  /// Hands over to the animator; the transition is over when that says so, and not before.
  func run(_ coordinator: TransitionCoordinator?, _ completion: @escaping () -> Void) {
    whenComplete = completion
    // What runs along takes as long as the animator says.
    UIView.animate(
      withDuration: duration, delay: 0, options: [.internalTransition],
      animations: { coordinator?.runAlongside() })
    Journal.deliver(.appearance, "animateTransition(using:)", to: animator, category: .lifetime) {
      animator.animateTransition(using: self)
    }
  }

  func completeTransition(_ didComplete: Bool) {
    guard let completion = whenComplete else { return }
    whenComplete = nil
    if !didComplete {
      Journal.warn(
        "\(Journal.describe(animator)) said that its transition was not completed; only one that is interactive can be "
          + "taken back", receiver: animator)
    }
    completion()
    Journal.deliver(.appearance, "animationEnded(_:)", to: animator, category: .lifetime) {
      animator.animationEnded(didComplete)
    }
  }
}
