import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics

// Properties of an app's layer classes that are animated (E-932): those declared `@NSManaged`, and values
// that only have a key.
extension CALayer {
  func hasCustomProperty(_ keyPath: String) -> Bool {
    let key = keyPath.split(separator: ".").first.map(String.init) ?? keyPath
    return ownValues[key] != nil || type(of: self).needsDisplay(forKey: key)
      || type(of: self).defaultValue(forKey: key) != nil
  }

  /// The value of a property of the app, 0 if it was never set; nil for other properties.
  func customValue(_ key: String) -> Any? {
    hasCustomProperty(key) ? value(forUndefinedKey: key) ?? NSNumber(value: 0) : nil
  }

  /// Sets a sampled value on a presentation copy.
  func applyCustom(_ numbers: [Double], forKeyPath keyPath: String, isAdditive: Bool) {
    let below = value(forKeyPath: keyPath)
    var values = numbers
    if isAdditive, let old = below.flatMap(AnimatedProperty(custom: keyPath).numbers),
      old.count == values.count
    {
      values = zip(values, old).map(+)
    }
    setValue(Self.value(values, like: below), forKeyPath: keyPath)
  }

  /// The value with these numbers, of the type of another value.
  private static func value(_ n: [Double], like other: Any?) -> Any? {
    switch (other, n.count) {
    case (is CGFloat, 1): CGFloat(n[0])
    case (is Float, 1): Float(n[0])
    case (is Double, 1): n[0]
    case (is Int, 1): Int(n[0].rounded())
    case (is CGPoint, 2): CGPoint(x: n[0], y: n[1])
    case (is CGSize, 2): CGSize(width: n[0], height: n[1])
    case (is CGRect, 4): CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    case (is CGAffineTransform, 16):
      CATransform3DGetAffineTransform(CATransform3D(values: n.map { CGFloat($0) }))
    case (is CATransform3D, 16): CATransform3D(values: n.map { CGFloat($0) })
    case (_, 4) where other == nil || other is CGColor:
      CGColor(red: n[0], green: n[1], blue: n[2], alpha: n[3])
    case (_, 1): NSNumber(value: n[0])
    default: other
    }
  }

  // MARK: Drawing

  /// Whether an animation changes what the layer draws.
  func isDrawn(_ animation: CAAnimation) -> Bool {
    switch animation {
    case let group as CAAnimationGroup: return group.animations?.contains(where: isDrawn) == true
    case let property as CAPropertyAnimation:
      guard let key = property.keyPath?.split(separator: ".").first else { return false }
      return type(of: self).needsDisplay(forKey: String(key))
    default: return false
    }
  }

  /// Whether an animation changes what the layer draws now.
  var isDrawnAnimated: Bool { animations.contains { isDrawn($0.animation) } }

  /// E-932: draws the next frame while such an animation runs.
  func awaitCustomFrame() {
    guard customFrame != nil || !animations.isEmpty else { return }
    customFrame?.cancel()
    customFrame = nil
    let (device, time) = (LayerClock.now, time)
    // A layer whose time is stopped has no next frame (E-831).
    guard time.factor != 0 else { return }
    let now = time.local(device)
    let runs = animations.contains { _, animation in
      isDrawn(animation)
        && (animation.timeline != nil || time.factor < 0
          || now < animation.beginTime + animation.totalDuration)
    }
    guard runs else { return }
    customFrame = LayerClock.schedule(at: device + 1 / 60.0) { [weakSelf = ZeroingElement(self)] in
      weakSelf.object?.setNeedsDisplay()
    }
  }

  // MARK: Depth

  /// A transform about the anchor point, including its depth.
  func aboutAnchor(_ transform: CATransform3D) -> CATransform3D {
    guard anchorPointZ != 0 else { return transform }
    return CATransform3DConcat(CATransform3DMakeTranslation(0, 0, -anchorPointZ), transform)
  }
}
