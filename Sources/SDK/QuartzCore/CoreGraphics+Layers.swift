import CarobFoundation
import CoreGraphics
import DeviceProtocol

// The parts of Core Graphics that layers use.

extension CGColor {
  package var layerColor: LayerColor {
    let rgba = raster
    return LayerColor(
      red: Float(rgba.red), green: Float(rgba.green), blue: Float(rgba.blue), alpha: Float(rgba.alpha))
  }
}

extension CGContext {
  /// A context for a layer's contents, in the layer's points, y down.
  static func layerContext(size: CGSize, scale: CGFloat) -> CGContext? { CGContext(size: size, scale: scale) }
}
