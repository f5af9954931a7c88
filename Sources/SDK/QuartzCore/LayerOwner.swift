import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import DeviceProtocol

/// The delegate of a layer that belongs to a view, as the SDK calls it: without a look-up in the method table.
package protocol LayerOwner: AnyObject {
  func layerNeedsLayout(_ layer: CALayer)
  func layerLayoutSublayers(_ layer: CALayer)
  /// Whether the owner draws: overrides `draw(_:)`, or has text or an image.
  func layerHasContents(_ layer: CALayer) -> Bool
  func layerDraw(_ layer: CALayer, in context: CGContext)
  /// Whether drawing does nothing but make a picture: none of the app's code has a part in it.
  func layerDrawsByItself(_ layer: CALayer) -> Bool
  func layerAction(_ layer: CALayer, forKey key: String) -> LayerAction
  /// Whether the app decides about actions, so that it wants to be told about events that nothing here animates (E-692).
  func layerIsAskedForActions(_ layer: CALayer) -> Bool
  /// The class name under which the page shows the layer.
  var layerName: String { get }
  var layerAccessibility: LayerAccessibility? { get }
}

package enum LayerAction {
  case none
  case animation(CAAnimation)
  /// An action of the app's own, to be run after the change.
  case other(any CAAction)
}
