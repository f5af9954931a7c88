internal import CCairo
import Foundation
package import Raster

/// A bitmap to draw into, with its graphics state.
///
/// Contexts made with the public initializer have the origin at the bottom left, as on the platform; those
/// made for UIKit (images, layers, `draw(_:)`) have it at the top left, in points. Colours are drawn in
/// sRGB.
public final class CGContext {
  package let surface: Surface
  let cairo: OpaquePointer
  /// The initial matrix: user space to pixels.
  let base: CGAffineTransform
  /// From the surface's pixels to the platform's device space, where y points up.
  private let deviceFlip: CGAffineTransform
  public let colorSpace: CGColorSpace?
  public let bitmapInfo: CGBitmapInfo
  public let bitsPerComponent: Int
  var state = State()
  var saved: [State] = []
  /// The states outside the open transparency layers.
  var layers: [State] = []
  var bytes: AppBytes?

  var allowsAntialiasing = true

  /// The state that `saveGState` saves in addition to Cairo's.
  struct State {
    var fill = CGColor(space: .deviceGray, values: [0, 1])
    var stroke = CGColor(space: .deviceGray, values: [0, 1])
    var fillSpace = CGColorSpace.deviceGray
    var strokeSpace = CGColorSpace.deviceGray
    var alpha: CGFloat = 1
    var blend = CGBlendMode.normal
    var shadow: Shadow?
    /// A coverage mask in pixels of the surface; all drawing is multiplied with it.
    var mask: Surface?
    var quality = CGInterpolationQuality.default
    var patternPhase = CGSize.zero
    var shouldAntialias = true
    var textMode = CGTextDrawingMode.fill
    var characterSpacing: CGFloat = 0
    var lineWidth: CGFloat = 1
    var textMatrix = CGAffineTransform.identity
  }

  struct Shadow {
    var offset: CGSize
    var blur: CGFloat
    var color: CGColor
  }

  package init?(
    pixelWidth: Int, pixelHeight: Int, isFlipped: Bool, scale: CGFloat = 1, space: CGColorSpace? = .deviceRGB,
    info: CGBitmapInfo = CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue)
  ) {
    guard let surface = Surface(width: pixelWidth, height: pixelHeight),
      let cairo = cairo_create(surface.pointer)
    else { return nil }
    self.surface = surface
    self.cairo = cairo
    deviceFlip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(pixelHeight))
    base = isFlipped ? CGAffineTransform(scaleX: scale, y: scale) : deviceFlip
    colorSpace = space
    bitmapInfo = info
    bitsPerComponent = 8
    cairo_set_line_width(cairo, 1)
    cairo_set_miter_limit(cairo, 10)
    concatenateMatrix(base)
  }

  /// A context in points with the origin at the top left, for UIKit and layers. Opaque ones begin black.
  package convenience init?(size: CGSize, scale: CGFloat, isOpaque: Bool = false) {
    let width = (size.width * scale).rounded(.up)
    let height = (size.height * scale).rounded(.up)
    guard width >= 1, height >= 1, width <= 100_000, height <= 100_000 else { return nil }
    let alpha = isOpaque ? CGImageAlphaInfo.noneSkipLast : .premultipliedLast
    self.init(
      pixelWidth: Int(width), pixelHeight: Int(height), isFlipped: true, scale: scale,
      info: CGBitmapInfo(rawValue: alpha.rawValue))
    if isOpaque {
      cairo_set_source_rgba(cairo, 0, 0, 0, 1)
      cairo_paint(cairo)
    }
  }

  /// A context that draws into the app's bitmap; if `data` is nil, the context owns the memory. 8-bit gray,
  /// alpha and RGB are supported.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    let info = CGBitmapInfo(rawValue: bitmapInfo)
    guard
      let format = PixelFormat(
        bitsPerComponent: bitsPerComponent, bitsPerPixel: nil, space: space, info: info)
    else {
      unimplemented("CGContext with \(bitsPerComponent) bits a component and bitmap info \(bitmapInfo)")
      return nil
    }
    let row = bytesPerRow == 0 ? width * format.bytesPerPixel : bytesPerRow
    guard width > 0, height > 0, row >= width * format.bytesPerPixel else { return nil }
    self.init(pixelWidth: width, pixelHeight: height, isFlipped: false, space: space, info: info)
    bytes = AppBytes(format: format, given: data, bytesPerRow: row, height: height)
  }

  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo
  ) {
    self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, bitmapInfo: bitmapInfo.rawValue)
  }

  deinit { cairo_destroy(cairo) }

  // MARK: The bitmap

  public var width: Int { surface.width }
  public var height: Int { surface.height }
  public var bitsPerPixel: Int { (bytes?.format.bytesPerPixel ?? 4) * 8 }
  public var bytesPerRow: Int { bytes?.bytesPerRow ?? surface.stride }
  public var alphaInfo: CGImageAlphaInfo {
    CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
      ?? .premultipliedLast
  }

  /// The pixels, in the layout of the initializer. Later drawing changes them, and the app may write to
  /// them.
  public var data: UnsafeMutableRawPointer? {
    if bytes == nil {
      guard
        let format = PixelFormat(
          bitsPerComponent: 8, bitsPerPixel: nil, space: .deviceRGB,
          info: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue))
      else { return nil }
      bytes = AppBytes(format: format, given: nil, bytesPerRow: surface.width * 4, height: surface.height)
    }
    return bytes?.pointer(surface)
  }

  /// An image of the current contents; later drawing does not change it.
  public func makeImage() -> CGImage? {
    bytes?.fetch(into: surface)
    guard let copy = surface.copy() else { return nil }
    return CGImage(surface: copy, colorSpace: colorSpace, alphaInfo: alphaInfo)
  }

  /// The image without a copy; nothing may be drawn into the context afterwards.
  package func takeImage() -> CGImage {
    bytes?.fetch(into: surface)
    return CGImage(surface: surface, colorSpace: colorSpace, alphaInfo: alphaInfo)
  }

  public func flush() {}
  public func synchronize() {}

  // MARK: State

  public func saveGState() {
    cairo_save(cairo)
    saved.append(state)
  }

  /// Has no effect without a saved state; the platform logs an error as well.
  public func restoreGState() {
    guard let last = saved.popLast() else { return }
    state = last
    cairo_restore(cairo)
    updateAntialiasing()
  }

  // MARK: Coordinates

  /// User space to the platform's device space: pixels, y up.
  public var ctm: CGAffineTransform { matrix.concatenating(deviceFlip) }
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { ctm }

  /// User space to the surface's pixels.
  var matrix: CGAffineTransform {
    get {
      var m = cairo_matrix_t()
      cairo_get_matrix(cairo, &m)
      return CGAffineTransform(a: m.xx, b: m.yx, c: m.xy, d: m.yy, tx: m.x0, ty: m.y0)
    }
    set {
      var m = newValue.cairo
      cairo_set_matrix(cairo, &m)
    }
  }

  private func concatenateMatrix(_ transform: CGAffineTransform) {
    let values = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
    // NB: after a matrix without an inverse, Cairo rejects every call; such a matrix would draw nothing
    // anyway.
    guard values.allSatisfy(\.isFinite) else { return }
    var next = transform.concatenating(matrix)
    guard [next.a, next.b, next.c, next.d, next.tx, next.ty].allSatisfy({ abs($0) < 1e12 }) else { return }
    let determinant = next.a * next.d - next.b * next.c
    if abs(determinant) < 1e-12 {
      next.a = next.a == 0 && next.b == 0 ? 1e-6 : next.a
      next.d = next.c == 0 && next.d == 0 ? 1e-6 : next.d
      guard abs(next.a * next.d - next.b * next.c) > 0 else { return }
    }
    matrix = next
  }

  public func concatenate(_ transform: CGAffineTransform) { concatenateMatrix(transform) }
  public func translateBy(x tx: CGFloat, y ty: CGFloat) {
    concatenateMatrix(CGAffineTransform(translationX: tx, y: ty))
  }
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
    concatenateMatrix(CGAffineTransform(scaleX: sx, y: sy))
  }
  public func rotate(by angle: CGFloat) { concatenateMatrix(CGAffineTransform(rotationAngle: angle)) }

  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm) }
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm.inverted()) }
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(ctm) }
  public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(ctm.inverted()) }
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm) }
  public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm.inverted()) }
}

extension CGAffineTransform {
  var cairo: cairo_matrix_t {
    cairo_matrix_t(
      xx: Double(a), yx: Double(b), xy: Double(c), yy: Double(d), x0: Double(tx), y0: Double(ty))
  }
}
