import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import DeviceProtocol

/// What a layer asks its owner; a view is that of its layer (E-395). All methods are optional; the defaults say no.
@preconcurrency
public protocol CALayerDelegate: NSObjectProtocol, _CarobOptional {
  /// Provides the contents itself (E-150).
  func display(_ layer: CALayer)
  /// Draws into the layer's backing store (E-150).
  func draw(_ layer: CALayer, in context: CGContext)
  func layerWillDraw(_ layer: CALayer)
  func layoutSublayers(of layer: CALayer)
  /// The animation for a change of `event`; NSNull for none at all; nil to go on looking.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  public func display(_ layer: CALayer) {}
  public func draw(_ layer: CALayer, in context: CGContext) {}
  public func layerWillDraw(_ layer: CALayer) {}
  public func layoutSublayers(of layer: CALayer) {}
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
