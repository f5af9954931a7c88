import CarobFoundation
import CoreGraphics

/// A layer whose sublayers keep their z positions: they are not flattened into its plane (E-599).
///
/// Its own background, contents, border, shadow and mask are not shown; its opacity applies to
/// each sublayer separately. Sublayers are drawn in the order of their depth.
open class CATransformLayer: CALayer {
  nonisolated open override class var _carobNew: (@MainActor () -> AnyObject)? { { CATransformLayer() } }

  open override var opacity: Float {
    get { super.opacity }
    set {
      super.opacity = newValue
      // Their opacity includes the layer's.
      for layer in _sublayers { layer.markChanged() }
    }
  }

  /// The layer itself is never hit, because it has no plane.
  open override func hitTest(_ p: CGPoint) -> CALayer? {
    let found = super.hitTest(p)
    return found === self ? nil : found
  }
}

extension CALayer {
  /// The opacity multiplied with that of the transform layers directly around the layer.
  var opacityAmongOthers: Float {
    var result = _opacity
    var here = superlayer
    while let outer = here as? CATransformLayer {
      result *= outer._opacity
      here = outer.superlayer
    }
    return result
  }

  /// The transform; in a transform layer including `zPosition`.
  var deepTransform: CATransform3D {
    guard _zPosition != 0, superlayer is CATransformLayer else { return _transform }
    return CATransform3DConcat(_transform, CATransform3DMakeTranslation(0, 0, _zPosition))
  }
}
