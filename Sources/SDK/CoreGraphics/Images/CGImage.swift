import Foundation
package import Raster

/// An immutable bitmap image.
public final class CGImage: Sendable {
  package let surface: Surface
  public let colorSpace: CGColorSpace?
  public let alphaInfo: CGImageAlphaInfo
  public let bitmapInfo: CGBitmapInfo
  public let isMask: Bool
  public let shouldInterpolate: Bool
  public let bitsPerComponent: Int
  public let bitsPerPixel: Int
  /// The encoded file from which the image was read; kept so that it is not encoded again.
  package let file: Data?
  package let fileIsPNG: Bool
  /// The orientation that the file states (EXIF, 1…8); 1 is upright.
  package let fileOrientation: Int

  package init(
    surface: Surface, colorSpace: CGColorSpace? = .deviceRGB,
    alphaInfo: CGImageAlphaInfo = .premultipliedLast,
    isMask: Bool = false, shouldInterpolate: Bool = true, file: Data? = nil, fileIsPNG: Bool = false
  ) {
    self.surface = surface
    self.colorSpace = colorSpace
    self.alphaInfo = alphaInfo
    bitmapInfo = CGBitmapInfo(rawValue: alphaInfo.rawValue)
    self.isMask = isMask
    self.shouldInterpolate = shouldInterpolate
    bitsPerComponent = 8
    bitsPerPixel = isMask || colorSpace?.model == .monochrome ? 8 : 32
    self.file = file
    self.fileIsPNG = fileIsPNG
    fileOrientation = file.map { $0.first == 0xFF ? JPEGOrientation.read($0) : 1 } ?? 1
  }

  /// Decodes a PNG, JPEG or GIF file (its first image); nil if the data is none of these.
  package convenience init?(fileData data: Data) {
    guard let surface = data.withUnsafeBytes({ Surface(encoded: $0) }) else { return nil }
    let isPNG = data.first == 0x89
    let isJPEG = data.first == 0xFF
    self.init(
      surface: surface, alphaInfo: isJPEG ? .noneSkipLast : .premultipliedLast, file: data, fileIsPNG: isPNG)
  }

  public convenience init?(
    pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    guard let data = source.data, data.first == 0x89 else { return nil }
    self.init(fileData: data)
  }

  public convenience init?(
    jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    guard let data = source.data, data.first == 0xFF else { return nil }
    self.init(fileData: data)
  }

  /// An image from raw pixels. Nil when the layout is not supported or the provider has too few bytes.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    guard
      let format = PixelFormat(
        bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, space: space, info: bitmapInfo)
    else {
      unimplemented(
        "CGImage from pixels of \(bitsPerComponent) bits a component, \(bitsPerPixel) bits a pixel")
      return nil
    }
    guard let data = provider.data, let surface = Surface(width: width, height: height),
      bytesPerRow >= width * format.bytesPerPixel,
      data.count >= (height - 1) * bytesPerRow + width * format.bytesPerPixel
    else { return nil }
    data.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { format.read(base, bytesPerRow: bytesPerRow, into: surface) }
    }
    self.init(
      surface: surface, colorSpace: space, alphaInfo: format.alpha, shouldInterpolate: shouldInterpolate)
  }

  public var width: Int { surface.width }
  public var height: Int { surface.height }
  public var bytesPerRow: Int { surface.width * bitsPerPixel / 8 }
  public var utType: String? {
    switch file?.first {
    case nil: nil
    case 0x89: "public.png"
    case 0xFF: "public.jpeg"
    default: "com.compuserve.gif"
    }
  }

  /// The pixels in the layout given by `alphaInfo`, `bitsPerPixel` and `bytesPerRow`.
  public var dataProvider: CGDataProvider? {
    let space = isMask ? CGColorSpace.deviceGray : colorSpace
    let info = bitsPerPixel == 8 ? CGBitmapInfo([]) : bitmapInfo
    guard let format = PixelFormat(bitsPerComponent: 8, bitsPerPixel: nil, space: space, info: info) else {
      return nil
    }
    var data = Data(count: bytesPerRow * height)
    data.withUnsafeMutableBytes { bytes in
      if let base = bytes.baseAddress { format.write(surface, to: base, bytesPerRow: bytesPerRow) }
    }
    return CGDataProvider(data: data)
  }

  public func copy() -> CGImage? { self }

  /// The part inside `rect` (pixels, y down), enlarged to whole pixels; nil if `rect` is outside the image.
  public func cropping(to rect: CGRect) -> CGImage? {
    let box = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    guard !box.isNull, !box.isEmpty,
      let part = surface.cropped(
        x: Int(box.minX), y: Int(box.minY), width: Int(box.width), height: Int(box.height))
    else { return nil }
    return CGImage(
      surface: part, colorSpace: colorSpace, alphaInfo: alphaInfo, isMask: isMask,
      shouldInterpolate: shouldInterpolate)
  }

  /// The image, visible where a mask image is black or a gray image is white.
  public func masking(_ mask: CGImage) -> CGImage? {
    guard let context = CGContext(pixelWidth: width, pixelHeight: height, isFlipped: false) else {
      return nil
    }
    let box = CGRect(x: 0, y: 0, width: width, height: height)
    context.clip(to: box, mask: mask)
    context.draw(self, in: box)
    return context.makeImage()
  }

  /// Pixels whose channels all lie within the given ranges (low, high for each) become transparent.
  public func copy(maskingColorComponents components: UnsafePointer<CGFloat>) -> CGImage? {
    guard let copy = surface.copy() else { return nil }
    let limits = (0..<6).map { UInt32(min(max(components[$0], 0), 255)) }
    for y in 0..<height {
      for x in 0..<width {
        let word = copy[x, y]
        let inside = (0..<3).allSatisfy { channel in
          let value = word >> UInt32(16 - 8 * channel) & 255
          return value >= limits[2 * channel] && value <= limits[2 * channel + 1]
        }
        if inside { copy[x, y] = 0 }
      }
    }
    return CGImage(surface: copy, colorSpace: colorSpace)
  }

  /// The image as a PNG file; the original file if it was one.
  package func pngBytes() -> [UInt8] {
    if fileIsPNG, let file { return Array(file) }
    return surface.pngBytes()
  }
}

extension CGImage: Hashable {
  public static func == (lhs: CGImage, rhs: CGImage) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
