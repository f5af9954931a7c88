import CarobFoundation
import CoreGraphics

/// Drives an animator's animations by a percentage: those of the views, or those of the animator that it hands out.
///
/// It is given to one transition after the other. Without one that goes on its methods do nothing.
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
  /// For the rest of the way of an animator that was handed out, in place of the curve.
  open var timingCurve: (any UITimingCurveProvider)?
  open var wantsInteractiveStart = true
  private weak var context: TransitionContext?

  /// A transition begins, also if it runs by itself at first.
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
