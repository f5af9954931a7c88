import CarobFoundation
import CoreGraphics
import DeviceProtocol
import Foundation

// What layers need of Core Graphics, in one place.

extension CGColor {
  package var layerColor: LayerColor {
    let rgba = rgbaComponents
    return LayerColor(red: Float(rgba.0), green: Float(rgba.1), blue: Float(rgba.2), alpha: Float(rgba.3))
  }
}
