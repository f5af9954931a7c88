@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Drives the animations of an animator, or of the interruptible animator that it returns, by a percentage.
///
/// It can be used for several transitions in sequence. Without a running transition its methods have no
/// effect.
@preconcurrency @MainActor
open class UIPercentDrivenInteractiveTransition: _MainActorNSObject, UIViewControllerInteractiveTransitioning
{
  // F-165
  nonisolated open override class var _carobFrameworkMethods: [_CarobMethod] { FrameworkMessages.of(self) }

  public override init() { super.init() }

  /// The duration of the transition in seconds.
  open private(set) var duration: CGFloat = 0
  open private(set) var percentComplete: CGFloat = 0
  /// The factor by which the rest of the duration is shortened when the interaction ends (E-444).
  open var completionSpeed: CGFloat = 1
  open var completionCurve = UIView.AnimationCurve.easeInOut
  /// The timing of the remaining animation of an interruptible animator; used in place of `completionCurve`.
  open var timingCurve: (any UITimingCurveProvider)?
  open var wantsInteractiveStart = true
  @Zeroing private var context: TransitionContext?

  /// Called when a transition begins, even if it is not interactive at first.
  func drive(_ context: TransitionContext) {
    self.context = context
    (duration, percentComplete) = (CGFloat(context.duration), 0)
  }

  open func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning) {
    guard let context = transitionContext as? TransitionContext else {
      return unimplemented("UIPercentDrivenInteractiveTransition with a transition context of the app's own")
    }
    drive(context)
    context.animateInteractively()
  }

  open func update(_ percentComplete: CGFloat) {
    guard let context, context.isInteractive else { return }
    self.percentComplete = min(max(percentComplete, 0), 1)
    context.updateInteractiveTransition(self.percentComplete)
  }

  /// Stops the running transition so that the interaction continues (E-446).
  open func pause() {
    guard let context else { return }
    context.pauseInteractiveTransition()
    percentComplete = context.percentComplete
  }

  open func finish() { context?.finishInteractiveTransition() }
  open func cancel() { context?.cancelInteractiveTransition() }
}
