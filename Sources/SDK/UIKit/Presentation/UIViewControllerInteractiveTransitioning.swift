import CarobFoundation
import CoreGraphics

/// Drives a transition interactively.
@preconcurrency @MainActor
public protocol UIViewControllerInteractiveTransitioning: NSObjectProtocol, _CarobOptional {
  func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning)
  /// The speed of the remaining animation relative to the animator's duration.
  var completionSpeed: CGFloat { get }
  var completionCurve: UIView.AnimationCurve { get }
  /// False for a transition that starts non-interactively and runs until it is paused.
  var wantsInteractiveStart: Bool { get }
}

extension UIViewControllerInteractiveTransitioning {
  public var completionSpeed: CGFloat { 1 }
  public var completionCurve: UIView.AnimationCurve { .easeInOut }
  public var wantsInteractiveStart: Bool { true }
}
