import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import DeviceProtocol

/// The view that owns a layer. The SDK calls these methods directly, without a lookup in the method table.
package protocol LayerOwner: AnyObject {
  func layerNeedsLayout(_ layer: CALayer)
  func layerLayoutSublayers(_ layer: CALayer)
  /// Whether the owner draws: overrides `draw(_:)`, or has text or an image.
  func layerHasContents(_ layer: CALayer) -> Bool
  func layerDraw(_ layer: CALayer, in context: CGContext)
  /// Whether drawing only makes a picture and runs no code of the app.
  func layerDrawsByItself(_ layer: CALayer) -> Bool
  /// Whether what the owner leaves out is black: the app's code draws a view that is opaque, without a
  /// background (E-937).
  func layerIsFilledBlack(_ layer: CALayer) -> Bool
  func layerAction(_ layer: CALayer, forKey key: String) -> LayerAction
  /// Whether the app provides actions, so that it is also asked about events that are not animated here
  /// (E-692).
  func layerIsAskedForActions(_ layer: CALayer) -> Bool
  /// The class name under which the page shows the layer.
  var layerName: String { get }
  /// Whether the owner's layer is opaque unless `isOpaque` is set.
  var layerIsOpaqueByDefault: Bool { get }
  var layerAccessibility: LayerAccessibility? { get }
}

package enum LayerAction {
  case none
  case animation(CAAnimation)
  /// An action of the app, to run after the change.
  case other(any CAAction)
}
