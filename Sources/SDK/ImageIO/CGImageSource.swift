import CarobFoundation
import CoreGraphics

/// Reads the images of a file or of data: PNG, JPEG, and GIF with all its frames (F-270).
///
/// The functions named `CGImageSource…` use it. Images are decoded when they are asked for, and not cached.
public final class CGImageSource: @unchecked Sendable {
  // @unchecked because an incremental source is used on one thread, as on the platform; others are immutable.
  var data: Data
  var isFinal: Bool
  private var parsed: (count: Int, frames: GIFFrames?)?

  init(data: Data, isFinal: Bool = true) {
    (self.data, self.isFinal) = (data, isFinal)
  }

  /// The uniform type of the data; nil for data of another kind.
  var type: String? {
    switch data.first {
    case 0x89 where data.starts(with: [0x89, 0x50, 0x4E, 0x47]): "public.png"
    case 0xFF where data.starts(with: [0xFF, 0xD8, 0xFF]): "public.jpeg"
    case 0x47 where data.starts(with: "GIF8".utf8): "com.compuserve.gif"
    default: nil
    }
  }

  /// The frames of an animation; nil for other files.
  var frames: GIFFrames? {
    if let parsed, parsed.count == data.count { return parsed.frames }
    let frames = type == "com.compuserve.gif" ? GIFFrames(data) : nil
    parsed = (data.count, frames)
    return frames
  }

  var count: Int { frames?.count ?? (type == nil ? 0 : 1) }

  func image(at index: Int) -> CGImage? {
    guard index >= 0, index < count else { return nil }
    if let frames, frames.count > 1 { return frames.image(at: index) }
    return CGImage(fileData: data)
  }

  /// F-270.3: the properties of one image.
  func properties(at index: Int) -> [String: Any]? {
    guard let image = image(at: index) else { return nil }
    var result: [String: Any] = [
      "PixelWidth": image.width, "PixelHeight": image.height, "Depth": 8,
      "ColorModel": image.colorSpace?.model == .monochrome ? "Gray" : "RGB",
      "ProfileName": "sRGB IEC61966-2.1",
    ]
    switch type {
    case "public.png":
      // The colour type in the header chunk: 4 and 6 have alpha.
      result["HasAlpha"] = data.count > 25 && [4, 6].contains(data[data.startIndex + 25])
      result["{PNG}"] = [String: Any]()
    case "com.compuserve.gif":
      result["HasAlpha"] = true
      if let frames { result["{GIF}"] = frames.properties(at: index) }
    default:
      result["{JFIF}"] = ["IsProgressive": false]
      result.merge(EXIFReader.properties(of: data)) { $1 }
    }
    return result
  }

  /// The properties of the whole file.
  var properties: [String: Any]? {
    guard type != nil else { return nil }
    var result: [String: Any] = ["FileSize": data.count]
    if let frames { result["{GIF}"] = frames.fileProperties }
    return result
  }

  /// F-270.4: a smaller copy whose longer side has at most the given number of pixels, upright if asked for.
  func thumbnail(at index: Int, options: NSDictionary?) -> CGImage? {
    func flag(_ key: CFString) -> Bool { ImageOptions.flag(options, key) }
    // NB: no file that is read here has a thumbnail of its own.
    guard
      flag(kCGImageSourceCreateThumbnailFromImageAlways)
        || flag(kCGImageSourceCreateThumbnailFromImageIfAbsent), let image = image(at: index)
    else { return nil }
    let limit = ImageOptions.number(options, kCGImageSourceThumbnailMaxPixelSize).map { CGFloat($0) }
    let longer = CGFloat(max(image.width, image.height))
    let scale = limit.map { min(1, $0 / longer) } ?? 1
    let size = CGSize(
      width: max(1, (CGFloat(image.width) * scale).rounded()),
      height: max(1, (CGFloat(image.height) * scale).rounded()))
    let orientation = flag(kCGImageSourceCreateThumbnailWithTransform) ? image.fileOrientation : 1
    return image.drawn(in: size, orientation: orientation)
  }
}

extension CGImage {
  /// A copy of this size in pixels, turned so that an image with this EXIF orientation is upright.
  func drawn(in size: CGSize, orientation: Int) -> CGImage? {
    let isTurned = orientation >= 5
    let result = isTurned ? CGSize(width: size.height, height: size.width) : size
    guard
      let context = CGContext(
        pixelWidth: Int(result.width), pixelHeight: Int(result.height), isFlipped: false)
    else { return nil }
    context.translateBy(x: result.width / 2, y: result.height / 2)
    // Quarter turns counterclockwise, because y is up here; then mirrored.
    let quarters: CGFloat =
      switch orientation {
      case 3, 4: 2
      case 5, 8: 1
      case 6, 7: -1
      default: 0
      }
    context.rotate(by: quarters * .pi / 2)
    if [2, 4, 5, 7].contains(orientation) { context.scaleBy(x: -1, y: 1) }
    context.draw(
      self, in: CGRect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height))
    return context.makeImage()
  }
}

/// Values in the dictionaries of options.
enum ImageOptions {
  static func value(_ options: NSDictionary?, _ key: CFString) -> Any? { options?.object(forKey: key) }
  static func number(_ options: NSDictionary?, _ key: CFString) -> Double? {
    switch value(options, key) {
    case let number as NSNumber: number.doubleValue
    case let number as Double: number
    case let number as CGFloat: Double(number)
    case let number as Int: Double(number)
    default: nil
    }
  }
  static func flag(_ options: NSDictionary?, _ key: CFString) -> Bool {
    value(options, key) as? Bool ?? (number(options, key).map { $0 != 0 } ?? false)
  }
}

// MARK: The functions

public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  guard let url = url.absoluteURL, let data = try? Data(contentsOf: url) else { return nil }
  return CGImageSource(data: data)
}
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(data: Data(referencing: data))
}
public func CGImageSourceCreateWithDataProvider(
  _ provider: CGDataProvider, _ options: CFDictionary?
) -> CGImageSource? { provider.data.map { CGImageSource(data: $0) } }
/// A source that gets its data in parts, by `CGImageSourceUpdateData`.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource {
  CGImageSource(data: Data(), isFinal: false)
}
/// Replaces the data by all data so far.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
  isrc.data = Data(referencing: data)
  isrc.isFinal = final
}
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.count }
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
  isrc.type.map { NSString(string: $0) }
}
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
  NSArray(array: ["public.png", "public.jpeg", "com.compuserve.gif"])
}
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
  isrc.properties.map { NSDictionary(dictionary: $0) }
}
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? { isrc.properties(at: index).map { NSDictionary(dictionary: $0) } }
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { isrc.image(at: index) }
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { isrc.thumbnail(at: index, options: options) }

public enum CGImageSourceStatus: Int32, Sendable {
  case statusUnexpectedEOF = -5
  case statusInvalidData, statusUnknownType, statusReadingHeader, statusIncomplete, statusComplete
}
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus {
  if isrc.data.isEmpty { return isrc.isFinal ? .statusUnexpectedEOF : .statusReadingHeader }
  if isrc.type == nil { return .statusUnknownType }
  return isrc.isFinal ? .statusComplete : .statusIncomplete
}
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
  let status = CGImageSourceGetStatus(isrc)
  guard status == .statusComplete else { return status }
  return isrc.image(at: index) == nil ? .statusInvalidData : .statusComplete
}
