import CarobFoundation
import CoreGraphics

/// Writes an image as a PNG or JPEG file (F-271).
///
/// The functions named `CGImageDestination…` use it. Properties are dictionaries with the keys
/// `kCGImageDestination…` and `kCGImageProperty…`; those that are not written are announced once.
public final class CGImageDestination: @unchecked Sendable {
  // @unchecked because it is used on one thread, as on the platform.
  private enum Output {
    case file(URL)
    case data(NSMutableData)
  }
  private let output: Output
  private let type: String
  private let capacity: Int
  private var images: [(image: CGImage, properties: NSDictionary?)] = []
  private var common: NSDictionary?
  private var isFinished = false

  private init?(_ output: Output, _ type: CFString, _ count: Int) {
    let type = type.description
    guard ["public.png", "public.jpeg"].contains(type), count > 0 else {
      if count > 0 { unimplemented("CGImageDestination for \(type)") }
      return nil
    }
    (self.output, self.type, capacity) = (output, type, count)
    if count > 1 { unimplemented("CGImageDestination with several images") }
  }
  convenience init?(file url: URL, _ type: CFString, _ count: Int) { self.init(.file(url), type, count) }
  convenience init?(data: NSMutableData, _ type: CFString, _ count: Int) {
    self.init(.data(data), type, count)
  }

  func add(_ image: CGImage, _ properties: NSDictionary?) {
    guard !isFinished, images.count < capacity else { return }
    images.append((image, properties))
  }
  func set(_ properties: NSDictionary?) { common = properties }

  // F-271
  /// Encodes the image and writes it; returns whether that succeeded. It succeeds at most once, and only with
  /// all the images that were announced.
  func finish() -> Bool {
    guard !isFinished, images.count == capacity, let (image, own) = images.first else { return false }
    isFinished = true
    announce(own)
    announce(common)
    func number(_ key: CFString) -> Double? {
      ImageOptions.number(own, key) ?? ImageOptions.number(common, key)
    }
    var picture = image
    if let limit = number(kCGImageDestinationImageMaxPixelSize) {
      let scale = min(1, CGFloat(limit) / CGFloat(max(image.width, image.height)))
      let size = CGSize(
        width: max(1, (CGFloat(image.width) * scale).rounded()),
        height: max(1, (CGFloat(image.height) * scale).rounded()))
      picture = scale < 1 ? image.drawn(in: size, orientation: 1) ?? image : image
    }
    var bytes =
      type == "public.png"
      ? picture.pngBytes()
      : picture.surface.jpegBytes(
        quality: min(max(number(kCGImageDestinationLossyCompressionQuality) ?? 0.9, 0), 1))
    if type == "public.jpeg", let orientation = number(kCGImagePropertyOrientation), orientation != 1 {
      bytes = Self.orienting(bytes, Int(orientation))
    }
    let data = Data(bytes)
    switch output {
    case .data(let target): target.setData(data)
    case .file(let url):
      do { try data.write(to: url) } catch { return false }
    }
    return true
  }

  /// Adds an EXIF segment with the orientation behind the file's first marker.
  private static func orienting(_ jpeg: [UInt8], _ orientation: Int) -> [UInt8] {
    guard (1...8).contains(orientation), jpeg.count > 2 else { return jpeg }
    let tiff: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
      + [0, 0, 0, 0]
    let content = Array("Exif".utf8) + [0, 0] + tiff
    let length = content.count + 2
    let segment: [UInt8] = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)]
    return Array(jpeg[..<2]) + segment + content + Array(jpeg[2...])
  }

  private func announce(_ properties: NSDictionary?) {
    let written: Set<String> = [
      kCGImageDestinationLossyCompressionQuality.description,
      kCGImageDestinationImageMaxPixelSize.description, kCGImagePropertyOrientation.description,
      "PixelWidth", "PixelHeight", "Depth", "ColorModel", "HasAlpha", "ProfileName",
    ]
    let keys = (properties?.allKeys ?? []).map { ($0 as? NSString)?.description ?? "\($0)" }
    for key in keys.sorted() where !written.contains(key) {
      unimplemented("CGImageDestination with the property \(key)")
    }
  }
}

// MARK: The functions

/// Nil for a type that cannot be written.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  url.absoluteURL.flatMap { CGImageDestination(file: $0, type, count) }
}
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { CGImageDestination(data: data, type, count) }
public func CGImageDestinationAddImage(
  _ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) { idst.add(image, properties) }
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) { if let image = isrc.image(at: index) { idst.add(image, properties) } }
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
  idst.set(properties)
}
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { idst.finish() }
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray {
  NSArray(array: ["public.png", "public.jpeg"])
}
