import CarobFoundation
import CoreGraphics

/// A layer whose sublayers keep their places in depth: they are not flattened into its plane (E-599).
///
/// It shows nothing of its own, whatever its background, contents, border, shadow or mask, and its opacity is that of
/// each sublayer by itself. Sublayers are seen in the order of their depth.
open class CATransformLayer: CALayer {
  nonisolated open override class var _carobNew: (@MainActor () -> AnyObject)? { { CATransformLayer() } }

  open override var opacity: Float {
    get { super.opacity }
    set {
      super.opacity = newValue
      // They are sent with it.
      for layer in _sublayers { layer.markChanged() }
    }
  }

  /// It has no plane that could be hit.
  open override func hitTest(_ p: CGPoint) -> CALayer? {
    let found = super.hitTest(p)
    return found === self ? nil : found
  }
}

extension CALayer {
  /// What the transform layers that the layer lies in directly make of its opacity.
  var opacityAmongOthers: Float {
    var result = _opacity
    var here = superlayer
    while let outer = here as? CATransformLayer {
      result *= outer._opacity
      here = outer.superlayer
    }
    return result
  }

  /// The transform with what `zPosition` adds to it among layers that have depth.
  var deepTransform: CATransform3D {
    guard _zPosition != 0, superlayer is CATransformLayer else { return _transform }
    return CATransform3DConcat(_transform, CATransform3DMakeTranslation(0, 0, _zPosition))
  }
}
