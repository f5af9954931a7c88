internal import CCairo
internal import CRaster

/// Pixels that Cairo draws into and reads from: 32-bit premultiplied ARGB, one native word per pixel.
///
/// Layer contents, images and the composed screen are surfaces. Access is not synchronised: only the code
/// that creates a surface draws into it, and afterwards it is only read.
package final class Surface: @unchecked Sendable {
  // @unchecked because drawing is confined to the surface's maker, and a finished surface never changes.
  package let pointer: OpaquePointer
  package let width: Int
  package let height: Int
  /// Bytes per row.
  package let stride: Int

  /// The largest side and number of pixels that a surface may have.
  package static let maximumSide = 16384
  package static let maximumPixels = 64 << 20

  /// Transparent pixels; nil when the size is not positive, too large, or memory runs out.
  package init?(width: Int, height: Int) {
    guard width > 0, height > 0, width <= Self.maximumSide, height <= Self.maximumSide,
      width * height <= Self.maximumPixels,
      let pointer = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    guard cairo_surface_status(pointer) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(pointer)
      return nil
    }
    self.pointer = pointer
    self.width = width
    self.height = height
    stride = Int(cairo_image_surface_get_stride(pointer))
  }

  /// Decodes a PNG or JPEG file, or the first frame of a GIF file; nil if the bytes are none of these.
  package convenience init?(encoded bytes: UnsafeRawBufferPointer) {
    if let frame = GIFReader.firstFrame(bytes) {
      self.init(sharing: frame)
      return
    }
    guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return nil }
    var width: Int32 = 0
    var height: Int32 = 0
    let decoded =
      carob_png_decode(base, bytes.count, &width, &height)
      ?? carob_jpeg_decode(base, bytes.count, &width, &height)
    guard let decoded else { return nil }
    defer { carob_free(decoded) }
    self.init(width: Int(width), height: Int(height))
    let row = Int(width) * 4
    for y in 0..<Int(height) {
      (data + y * stride).update(from: decoded + y * row, count: row)
    }
    didWrite()
  }

  package convenience init?(encoded bytes: [UInt8]) {
    guard let surface = bytes.withUnsafeBytes({ Surface(encoded: $0) }) else { return nil }
    self.init(sharing: surface)
  }

  private init(sharing other: Surface) {
    pointer = cairo_surface_reference(other.pointer)
    width = other.width
    height = other.height
    stride = other.stride
  }

  deinit { cairo_surface_destroy(pointer) }

  /// The first row's first byte. Call `didWrite()` after writing here, `flush()` before reading.
  package var data: UnsafeMutablePointer<UInt8> {
    guard let data = cairo_image_surface_get_data(pointer) else {
      preconditionFailure("Surface: an image surface has lost its pixels")
    }
    return data
  }

  package func flush() { cairo_surface_flush(pointer) }
  package func didWrite() { cairo_surface_mark_dirty(pointer) }

  /// The pixel's word: alpha, red, green, blue from the top byte down, premultiplied; 0 outside.
  package subscript(x: Int, y: Int) -> UInt32 {
    get {
      guard x >= 0, y >= 0, x < width, y < height else { return 0 }
      flush()
      return UnsafeRawPointer(data + y * stride + x * 4).load(as: UInt32.self)
    }
    set {
      guard x >= 0, y >= 0, x < width, y < height else { return }
      UnsafeMutableRawPointer(data + y * stride + x * 4).storeBytes(of: newValue, as: UInt32.self)
      didWrite()
    }
  }

  package func copy() -> Surface? {
    guard let copy = Surface(width: width, height: height) else { return nil }
    flush()
    copy.data.update(from: data, count: stride * height)
    copy.didWrite()
    return copy
  }

  /// A copy of a rectangle of pixels; nil unless the rectangle lies inside.
  package func cropped(x: Int, y: Int, width: Int, height: Int) -> Surface? {
    guard x >= 0, y >= 0, x + width <= self.width, y + height <= self.height,
      let copy = Surface(width: width, height: height)
    else { return nil }
    flush()
    for row in 0..<height {
      (copy.data + row * copy.stride).update(from: data + (y + row) * stride + x * 4, count: width * 4)
    }
    copy.didWrite()
    return copy
  }

  /// The pixels as a PNG file, encoded for speed (deflate level 1), not for size.
  package func pngBytes() -> [UInt8] {
    flush()
    var length = 0
    guard let bytes = carob_png_encode(data, Int32(width), Int32(height), Int32(stride), &length) else {
      return []
    }
    defer { carob_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }

  /// The pixels over white as a JPEG file; quality 0…1.
  package func jpegBytes(quality: Double) -> [UInt8] {
    flush()
    var length = 0
    let percent = Int32(min(max(quality, 0), 1) * 100)
    guard
      let bytes = carob_jpeg_encode(data, Int32(width), Int32(height), Int32(stride), percent, &length)
    else { return [] }
    defer { carob_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }

  /// Gaussian blur in place; sigma in pixels.
  package func blur(sigma: Double) {
    flush()
    _ = carob_blur(data, Int32(width), Int32(height), Int32(stride), 0, sigma)
    didWrite()
  }

  /// The same for the alpha channel only, which is all that `tinted` reads.
  package func blurAlpha(sigma: Double) {
    flush()
    _ = carob_blur(data, Int32(width), Int32(height), Int32(stride), 1, sigma)
    didWrite()
  }

  /// This surface's alpha filled with one colour, for a shadow. Channels are premultiplied, 0…1.
  package func tinted(red: Double, green: Double, blue: Double, alpha: Double) -> Surface? {
    guard let result = Surface(width: width, height: height) else { return nil }
    let context = cairo_create(result.pointer)
    cairo_set_source_rgba(context, red, green, blue, alpha)
    cairo_mask_surface(context, pointer, 0, 0)
    cairo_destroy(context)
    return result
  }

  /// Draws `source` into this surface through a projective map from this surface's pixels to the source's.
  package func warp(_ source: Surface, map: [Double]) {
    precondition(map.count == 9, "Surface: a projective map is 3 × 3")
    source.flush()
    flush()
    carob_warp(
      source.data, Int32(source.width), Int32(source.height), Int32(source.stride), data, Int32(width),
      Int32(height), Int32(stride), map)
    didWrite()
  }
}
