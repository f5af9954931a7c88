import CarobFoundation
import CoreGraphics

/// A colour as hue, saturation and brightness, each 0…1, with conversions from and to RGB.
struct HueColor {
  var hue: CGFloat
  var saturation: CGFloat
  var brightness: CGFloat

  init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat) {
    self.hue = hue
    self.saturation = saturation
    self.brightness = brightness
  }

  init(red: CGFloat, green: CGFloat, blue: CGFloat) {
    let high = max(red, green, blue)
    let range = high - min(red, green, blue)
    brightness = high
    saturation = high > 0 ? range / high : 0
    guard range > 0 else {
      hue = 0
      return
    }
    let sector: CGFloat =
      high == red
      ? (green - blue) / range : high == green ? 2 + (blue - red) / range : 4 + (red - green) / range
    hue = (sector < 0 ? sector + 6 : sector) / 6
  }

  var rgb: (red: CGFloat, green: CGFloat, blue: CGFloat) {
    // Hues outside 0…1 are clamped, as on the platform with extended colours.
    let position = min(max(hue, 0), 1) * 6
    func channel(_ offset: CGFloat) -> CGFloat {
      let k = (offset + position).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(k, 4 - k, 1))
    }
    return (channel(5), channel(3), channel(1))
  }
}
