import CarobFoundation
import CoreGraphics

/// Describes the contexts that a renderer creates.
open class UIGraphicsRendererFormat: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because a format is used only by the thread that configures it, as on the platform.
  /// The renderer's bounds in points; zero until a renderer uses the format.
  open fileprivate(set) var bounds = CGRect.zero
  open class func `default`() -> Self {
    guard let format = UIGraphicsImageRendererFormat() as? Self else {
      preconditionFailure("UIGraphicsRendererFormat: \(self) must make its own default format")
    }
    return format
  }
  open class func preferred() -> Self { `default`() }
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat, @unchecked Sendable {
  public enum Range: Int, Sendable {
    case unspecified = -1
    case automatic, extended, standard
  }
  /// Pixels per point; the screen's scale by default.
  open var scale: CGFloat = UIImage.screenScale
  open var opaque = false
  open var preferredRange = Range.automatic
  open var prefersExtendedRange = false
  public override init() { super.init() }
  public convenience init(for traitCollection: UITraitCollection) {
    self.init()
    if traitCollection.displayScale > 0 { scale = traitCollection.displayScale }
  }
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIGraphicsImageRendererFormat()
    (copy.scale, copy.opaque, copy.preferredRange) = (scale, opaque, preferredRange)
    copy.prefersExtendedRange = prefersExtendedRange
    return copy
  }
}

open class UIGraphicsRendererContext: NSObject, @unchecked Sendable {
  // @unchecked because it lives during one drawing, on its thread.
  public let cgContext: CGContext
  public let format: UIGraphicsRendererFormat
  package init(_ context: CGContext, _ format: UIGraphicsRendererFormat) {
    cgContext = context
    self.format = format
    super.init()
  }
  open func fill(_ rect: CGRect) { cgContext.fill(rect) }
  open func fill(_ rect: CGRect, blendMode: CGBlendMode) { with(blendMode) { cgContext.fill(rect) } }
  /// Strokes a line one point wide inside the rectangle.
  open func stroke(_ rect: CGRect) { stroke(rect, blendMode: .normal) }
  open func stroke(_ rect: CGRect, blendMode: CGBlendMode) {
    with(blendMode) { cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1) }
  }
  open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
  private func with(_ mode: CGBlendMode, _ body: () -> Void) {
    cgContext.saveGState()
    cgContext.setBlendMode(mode)
    body()
    cgContext.restoreGState()
  }
}

public final class UIGraphicsImageRendererContext: UIGraphicsRendererContext, @unchecked Sendable {
  private var imageScale: CGFloat { (format as? UIGraphicsImageRendererFormat)?.scale ?? 1 }
  /// An image of what has been drawn so far.
  public var currentImage: UIImage {
    guard let picture = cgContext.makeImage() else { return UIImage() }
    return UIImage(cgImage: picture, scale: imageScale, orientation: .up)
  }
}

open class UIGraphicsRenderer: NSObject, @unchecked Sendable {
  // @unchecked because nothing changes after init.
  public let format: UIGraphicsRendererFormat
  fileprivate let bounds: CGRect
  package init(bounds: CGRect, format: UIGraphicsRendererFormat) {
    self.bounds = bounds
    self.format = format
    super.init()
  }
  open var allowsImageOutput: Bool { true }
}

/// Creates images from drawing code.
open class UIGraphicsImageRenderer: UIGraphicsRenderer, @unchecked Sendable {
  private let imageFormat: UIGraphicsImageRendererFormat

  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
    imageFormat = format.copy() as? UIGraphicsImageRendererFormat ?? format
    imageFormat.bounds = bounds
    super.init(bounds: bounds, format: imageFormat)
  }
  public convenience init(bounds: CGRect) {
    self.init(bounds: bounds, format: UIGraphicsImageRendererFormat())
  }
  public convenience init(size: CGSize) { self.init(bounds: CGRect(origin: .zero, size: size)) }
  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }

  /// Returns an image of what `actions` draws. Its context is the current context during the call. An empty
  /// size gives an empty image.
  open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    guard let context = draw(actions) else { return UIImage() }
    return UIImage(cgImage: context.takeImage(), scale: density, orientation: .up)
  }
  open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
    draw(actions).map { Data($0.takeImage().pngBytes()) } ?? Data()
  }
  open func jpegData(
    withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
  ) -> Data {
    draw(actions).map { Data($0.surface.jpegBytes(quality: Double(compressionQuality))) } ?? Data()
  }

  private var density: CGFloat { imageFormat.scale > 0 ? imageFormat.scale : UIImage.screenScale }

  private func draw(_ actions: (UIGraphicsImageRendererContext) -> Void) -> CGContext? {
    guard let context = CGContext(size: bounds.size, scale: density, isOpaque: imageFormat.opaque) else {
      return nil
    }
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    UIGraphicsPushContext(context)
    actions(UIGraphicsImageRendererContext(context, imageFormat))
    UIGraphicsPopContext()
    return context
  }
}
