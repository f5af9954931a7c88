internal import Raster

/// The layout of an app's bitmap; converts rows between it and the pixels of the drawing surface.
struct PixelFormat: Sendable, Equatable {
  enum Layout: Sendable, Equatable { case gray, alphaOnly, rgba, argb, bgra, abgr }
  var layout: Layout
  var alpha: CGImageAlphaInfo
  var bytesPerPixel: Int { layout == .gray || layout == .alphaOnly ? 1 : 4 }

  /// Nil for unsupported layouts: 16-bit and float components, 24-bit pixels, gray with alpha.
  init?(bitsPerComponent: Int, bitsPerPixel: Int?, space: CGColorSpace?, info: CGBitmapInfo) {
    guard bitsPerComponent == 8, !info.contains(.floatComponents),
      let alpha = CGImageAlphaInfo(rawValue: info.rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
    else { return nil }
    self.alpha = alpha
    let isLittle =
      info.rawValue & CGBitmapInfo.byteOrderMask.rawValue == CGBitmapInfo.byteOrder32Little.rawValue
    switch (space?.model, alpha) {
    case (_, .alphaOnly): layout = .alphaOnly
    case (.monochrome, .none): layout = .gray
    case (.rgb, .premultipliedLast), (.rgb, .last), (.rgb, .noneSkipLast): layout = isLittle ? .abgr : .rgba
    case (.rgb, .premultipliedFirst), (.rgb, .first), (.rgb, .noneSkipFirst):
      layout = isLittle ? .bgra : .argb
    default: return nil
    }
    if let bitsPerPixel, bitsPerPixel != bytesPerPixel * 8 { return nil }
  }

  /// The byte offsets of red, green, blue and alpha in a pixel.
  private var order: (r: Int, g: Int, b: Int, a: Int) {
    switch layout {
    case .rgba, .gray, .alphaOnly: (0, 1, 2, 3)
    case .argb: (1, 2, 3, 0)
    case .bgra: (2, 1, 0, 3)
    case .abgr: (3, 2, 1, 0)
    }
  }

  /// Converts rows of the app's bytes to pixels of the surface.
  func read(_ source: UnsafeRawPointer, bytesPerRow: Int, into surface: Surface) {
    surface.flush()
    let order = order
    for y in 0..<surface.height {
      let row = source + y * bytesPerRow
      let out = UnsafeMutableRawPointer(surface.data + y * surface.stride)
      for x in 0..<surface.width {
        var word: UInt32
        switch layout {
        case .gray:
          let gray = UInt32(row.load(fromByteOffset: x, as: UInt8.self))
          word = 0xFF00_0000 | gray << 16 | gray << 8 | gray
        case .alphaOnly: word = UInt32(row.load(fromByteOffset: x, as: UInt8.self)) << 24
        default:
          let pixel = row + x * 4
          var r = UInt32(pixel.load(fromByteOffset: order.r, as: UInt8.self))
          var g = UInt32(pixel.load(fromByteOffset: order.g, as: UInt8.self))
          var b = UInt32(pixel.load(fromByteOffset: order.b, as: UInt8.self))
          var a = UInt32(pixel.load(fromByteOffset: order.a, as: UInt8.self))
          switch alpha {
          case .noneSkipLast, .noneSkipFirst, .none: a = 255
          case .last, .first:
            r = (r * a + 127) / 255
            g = (g * a + 127) / 255
            b = (b * a + 127) / 255
          default: break
          }
          word = a << 24 | min(r, a) << 16 | min(g, a) << 8 | min(b, a)
        }
        out.storeBytes(of: word, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    surface.didWrite()
  }

  /// Writes the surface's pixels as rows of the app's bytes.
  func write(_ surface: Surface, to target: UnsafeMutableRawPointer, bytesPerRow: Int) {
    surface.flush()
    let order = order
    for y in 0..<surface.height {
      let row = target + y * bytesPerRow
      let source = UnsafeRawPointer(surface.data + y * surface.stride)
      for x in 0..<surface.width {
        let word = source.load(fromByteOffset: x * 4, as: UInt32.self)
        var r = word >> 16 & 255
        var g = word >> 8 & 255
        var b = word & 255
        let a = word >> 24
        switch layout {
        case .gray:
          row.storeBytes(
            of: UInt8((r * 2126 + g * 7152 + b * 722 + 5000) / 10000), toByteOffset: x, as: UInt8.self)
        case .alphaOnly: row.storeBytes(of: UInt8(a), toByteOffset: x, as: UInt8.self)
        default:
          if alpha == .last || alpha == .first, a > 0 {
            r = min((r * 255 + a / 2) / a, 255)
            g = min((g * 255 + a / 2) / a, 255)
            b = min((b * 255 + a / 2) / a, 255)
          }
          let pixel = row + x * 4
          pixel.storeBytes(of: UInt8(r), toByteOffset: order.r, as: UInt8.self)
          pixel.storeBytes(of: UInt8(g), toByteOffset: order.g, as: UInt8.self)
          pixel.storeBytes(of: UInt8(b), toByteOffset: order.b, as: UInt8.self)
          pixel.storeBytes(of: UInt8(a), toByteOffset: order.a, as: UInt8.self)
        }
      }
    }
  }
}
