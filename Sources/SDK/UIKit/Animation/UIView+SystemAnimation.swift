import CarobFoundation
import CoreGraphics

extension UIView {
  /// Predefined animations of views.
  public enum SystemAnimation: UInt, Sendable { case delete = 0 }

  /// Shrinks and fades the views, then removes them from their superviews (E-708).
  public class func perform(
    _ animation: SystemAnimation, on views: [UIView], options: AnimationOptions = [],
    animations parallelAnimations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    UIView.animate(withDuration: 0.3, delay: 0, options: options) {
      for view in views {
        view.alpha = 0
        view.transform = view.transform.scaledBy(x: 0.1, y: 0.1)
      }
      parallelAnimations?()
    } completion: { finished in
      for view in views { view.removeFromSuperview() }
      completion?(finished)
    }
  }
}
