internal import Raster

/// A rendered image of the screen.
public struct Bitmap: Sendable {
  let surface: Surface

  public var width: Int { surface.width }
  public var height: Int { surface.height }

  /// The pixel's sRGB channels, not premultiplied; transparent black outside.
  public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    let word = surface[x, y]
    let alpha = word >> 24
    func channel(_ shift: UInt32) -> UInt8 {
      alpha == 0 ? 0 : UInt8(min(((word >> shift & 255) * 255 + alpha / 2) / alpha, 255))
    }
    return (channel(16), channel(8), channel(0), UInt8(alpha))
  }

  /// The image as a PNG file.
  public func pngData() -> [UInt8] { surface.pngBytes() }

  /// Decodes an image for a comparison; nil if the data is not PNG, JPEG or GIF.
  public init?(encoded bytes: [UInt8]) {
    guard let surface = Surface(encoded: bytes) else { return nil }
    self.surface = surface
  }

  init(_ surface: Surface) { self.surface = surface }

  /// The fraction of pixels in which a channel differs by more than `tolerance`; 1 for different sizes.
  public func difference(from other: Bitmap, tolerance: Int = 24) -> Double {
    guard width == other.width, height == other.height else { return 1 }
    var count = 0
    for y in 0..<height {
      for x in 0..<width {
        let (a, b) = (self[x, y], other[x, y])
        let channels = [(a.red, b.red), (a.green, b.green), (a.blue, b.blue), (a.alpha, b.alpha)]
        if channels.contains(where: { abs(Int($0.0) - Int($0.1)) > tolerance }) { count += 1 }
      }
    }
    return Double(count) / Double(width * height)
  }
}
