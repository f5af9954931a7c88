import CarobFoundation
import CoreGraphics
import TestSupport
import Testing

@testable import ImageIO

/// Image files: images, frames, properties, thumbnails, and writing.
@Suite struct ImageSourceTests {
  private func picture(_ width: Int, _ height: Int, hasHole: Bool = false) throws -> CGImage {
    let context = try #require(CGContext(pixelWidth: width, pixelHeight: height, isFlipped: false))
    context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: width, height: height))
    // The lower left quarter is blue.
    context.setFillColor(CGColor(red: 0, green: 0, blue: 1, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: width / 2, height: height / 2))
    if hasHole { context.clear(CGRect(x: 0, y: 0, width: 1, height: 1)) }
    return try #require(context.makeImage())
  }

  private func written(
    _ image: CGImage, _ type: CFString, _ properties: NSDictionary? = nil
  ) throws -> NSMutableData {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, type, 1, nil))
    CGImageDestinationAddImage(destination, image, properties)
    #expect(CGImageDestinationFinalize(destination))
    #expect(!CGImageDestinationFinalize(destination))
    return data
  }

  private func color(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
    let data = image.dataProvider?.data ?? Data()
    let place = y * image.bytesPerRow + x * 4
    return place + 4 <= data.count ? Array(data[place..<place + 4]) : []
  }

  @Test(.rule("F-270", "F-271")) func `an image is written and read again, with its properties`() throws {
    for (type, alpha) in [("public.png", true), ("public.png", false), ("public.jpeg", false)]
      as [(CFString, Bool)]
    {
      let image = try picture(40, 20, hasHole: alpha)
      let source = try #require(CGImageSourceCreateWithData(try written(image, type), nil))
      #expect(CGImageSourceGetCount(source) == 1 && CGImageSourceGetType(source) == type)
      #expect(CGImageSourceGetStatus(source) == .statusComplete)
      let read = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
      #expect(read.width == 40 && read.height == 20)
      let found = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
      #expect(found[kCGImagePropertyPixelWidth] as? Int == 40)
      #expect(found[kCGImagePropertyPixelHeight] as? Int == 20)
      #expect((found[kCGImagePropertyHasAlpha] as? Bool ?? false) == alpha)
      #expect(CGImageSourceCreateImageAtIndex(source, 1, nil) == nil)
    }
  }

  @Test(.rule("F-270")) func `data of no known kind has no images`() {
    let source = CGImageSourceCreateWithData(NSData(data: Data("no image".utf8)), nil)
    #expect(source.map(CGImageSourceGetCount) == 0 && source.flatMap(CGImageSourceGetType) == nil)
    #expect(source.map(CGImageSourceGetStatus) == .statusUnknownType)
    #expect(source.flatMap { CGImageSourceCopyPropertiesAtIndex($0, 0, nil) } == nil)
  }

  @Test(.rule("F-270", "F-271"))
  func `an orientation is written, read, and applied to a thumbnail that asks for it`() throws {
    let data = try written(
      try picture(40, 20), "public.jpeg",
      NSDictionary(dictionary: ["Orientation": 6, "kCGImageDestinationLossyCompressionQuality": 1.0]))
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    let found = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    #expect(found[kCGImagePropertyOrientation] as? Int == 6)
    #expect((found[kCGImagePropertyTIFFDictionary] as? [String: Any])?["Orientation"] as? Int == 6)
    func thumbnail(_ options: [String: Any]) -> CGImage? {
      CGImageSourceCreateThumbnailAtIndex(source, 0, NSDictionary(dictionary: options))
    }
    #expect(thumbnail(["kCGImageSourceThumbnailMaxPixelSize": 10]) == nil)
    let plain = try #require(
      thumbnail([
        "kCGImageSourceCreateThumbnailFromImageAlways": true, "kCGImageSourceThumbnailMaxPixelSize": 10,
      ]))
    #expect(plain.width == 10 && plain.height == 5)
    let upright = try #require(
      thumbnail([
        "kCGImageSourceCreateThumbnailFromImageIfAbsent": true, "kCGImageSourceThumbnailMaxPixelSize": 20,
        "kCGImageSourceCreateThumbnailWithTransform": true,
      ]))
    #expect(upright.width == 10 && upright.height == 20)
    // Turned clockwise: the lower left quarter is now the upper left one.
    let (blue, red) = (color(upright, 2, 4), color(upright, 8, 16))
    #expect(blue[2] > 200 && blue[0] < 60 && red[0] > 200 && red[2] < 60)
  }

  /// A GIF of 2 × 1 pixels with three frames: red, then one pixel of blue at the right, then one of green at the
  /// left. Colours: red, green, blue, black.
  private func animation(disposal: UInt8) -> Data {
    var bytes: [UInt8] = Array("GIF89a".utf8) + [2, 0, 1, 0, 0x81, 0, 0]
    bytes += [255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0]
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 7, 0, 0]
    func frame(_ x: UInt8, _ width: UInt8, _ pixels: [UInt8], _ delay: UInt8, _ disposal: UInt8) {
      bytes += [0x21, 0xF9, 4, disposal << 2, delay, 0, 0, 0]
      bytes += [0x2C, x, 0, 0, 0, width, 0, 1, 0, 0, 2]
      // Codes of 3 bits: clear (4), the pixels, end (5).
      var (word, bits) = (0, 0)
      for code in [4] + pixels.map(Int.init) + [5] {
        word |= code << bits
        bits += 3
      }
      let packed = (0..<(bits + 7) / 8).map { UInt8(word >> (8 * $0) & 255) }
      bytes += [UInt8(packed.count)] + packed + [0]
    }
    frame(0, 2, [0, 0], 50, 0)
    frame(1, 1, [2], 1, disposal)
    frame(0, 1, [1], 20, 0)
    return Data(bytes + [0x3B])
  }

  @Test(.rule("F-270"), arguments: [1, 2, 3] as [UInt8])
  func `the frames of an animation are whole pictures, with their delays`(_ disposal: UInt8) throws {
    let data = NSData(data: animation(disposal: disposal))
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    #expect(CGImageSourceGetCount(source) == 3)
    let file = CGImageSourceCopyProperties(source, nil)?[kCGImagePropertyGIFDictionary] as? [String: Any]
    #expect(file?["LoopCount"] as? Int == 7)
    func value(_ index: Int, _ key: String) -> Double? {
      let all = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
      return (all?[kCGImagePropertyGIFDictionary] as? [String: Any])?[key] as? Double
    }
    #expect((0..<3).map { value($0, "UnclampedDelayTime") } == [0.5, 0.01, 0.2])
    #expect((0..<3).map { value($0, "DelayTime") } == [0.5, 0.1, 0.2])
    let pictures = try (0..<3).map { try #require(CGImageSourceCreateImageAtIndex(source, $0, nil)) }
    let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = (
      [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]
    )
    #expect(pictures.map { color($0, 0, 0) } == [red, red, green])
    let right = [1: blue, 2: [0, 0, 0, 0], 3: red][disposal]
    #expect(pictures.map { color($0, 1, 0) } == [red, blue, right])
  }

  @Test(.rule("F-270")) func `damaged files give fewer images, not crashes`() throws {
    let whole = animation(disposal: 1)
    for length in 0..<whole.count {
      let source = CGImageSource(data: whole.prefix(length))
      for index in 0..<source.count { _ = source.image(at: index) }
    }
    let jpeg = Data(referencing: try written(try picture(8, 8), "public.jpeg", ["Orientation": 3]))
    for length in stride(from: 0, to: min(jpeg.count, 60), by: 1) {
      _ = EXIFReader.properties(of: jpeg.prefix(length))
    }
  }

  @Test(.rule("F-271")) func `only types that can be written have destinations, and sizes can be limited`()
    throws
  {
    #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.heic", 1, nil) == nil)
    let data = try written(
      try picture(40, 20), "public.png", ["kCGImageDestinationImageMaxPixelSize": 20])
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil)?.width == 20)
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try #require(CGImageDestinationCreateWithURL(url as NSURL, "public.png", 1, nil))
    #expect(!CGImageDestinationFinalize(file))
    CGImageDestinationAddImageFromSource(file, source, 0, nil)
    #expect(CGImageDestinationFinalize(file))
    #expect(CGImageSourceCreateWithURL(url as NSURL, nil).map(CGImageSourceGetCount) == 1)
  }
}
