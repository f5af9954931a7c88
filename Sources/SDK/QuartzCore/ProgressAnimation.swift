import CarobFoundation
import CoreGraphics

/// An animation between two values through a list of progress values, evenly spread over the duration. An
/// interruptible animation uses it while it runs (samples of its curve) and while it is paused (the same
/// progress twice).
package final class ProgressAnimation: CABasicAnimation {
  /// 0 is `fromValue`, 1 is `toValue`; springs overshoot.
  package var progress: [Double] = [0, 1]

  package override func copyForLayer() -> CAAnimation {
    let copy = super.copyForLayer() as! ProgressAnimation
    copy.progress = progress
    return copy
  }
}

extension CALayer {
  /// The value of an animatable property that is on the screen now.
  package func presentedValue(forKey key: String) -> Any? { (presentation() ?? self).animatable(key) }

  /// Sets an animatable property from an animation's value.
  package func setModelValue(_ value: Any?, forKey key: String) {
    switch (key, value) {
    case ("bounds", let value as CGRect): bounds = value
    case ("position", let value as CGPoint): position = value
    case ("transform", let value as CATransform3D): transform = value
    case ("opacity", let value as Float): opacity = value
    case ("cornerRadius", let value as CGFloat): cornerRadius = value
    case ("borderWidth", let value as CGFloat): borderWidth = value
    case ("shadowOpacity", let value as Float): shadowOpacity = value
    case ("backgroundColor", let value as CGColor?): backgroundColor = value
    case ("borderColor", let value as CGColor?): borderColor = value
    default:
      if hasCustomProperty(key) { return setValue(value, forUndefinedKey: key) }
      precondition(AnimatedProperty.drawn.contains(key), "\(key) is not an animatable property")
      setDrawnValue(value, forKey: key)
      setNeedsDisplay()
    }
  }
}
