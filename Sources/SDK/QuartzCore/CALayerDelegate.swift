import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import DeviceProtocol

/// Provides a layer's contents, layout and actions; a view is the delegate of its layer (E-395). All methods
/// are optional.
@preconcurrency
public protocol CALayerDelegate: NSObjectProtocol, _CarobOptional {
  /// Sets the layer's contents; if implemented, `draw(_:in:)` is not called (E-150).
  func display(_ layer: CALayer)
  /// Draws into the layer's backing store (E-150).
  func draw(_ layer: CALayer, in context: CGContext)
  func layerWillDraw(_ layer: CALayer)
  func layoutSublayers(of layer: CALayer)
  /// The action for a change of the property `event`; NSNull for none, nil to continue the search (E-692).
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  public func display(_ layer: CALayer) {}
  public func draw(_ layer: CALayer, in context: CGContext) {}
  public func layerWillDraw(_ layer: CALayer) {}
  public func layoutSublayers(of layer: CALayer) {}
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
