import CarobFoundation
import CoreGraphics
internal import Raster

/// An image with a scale, an orientation, and settings for tinting and stretching. Immutable; usable on any
/// thread.
open class UIImage: NSObject, NSCopying, _ExpressibleByImageLiteral, @unchecked Sendable {
  // @unchecked because nothing changes after init, except a cache behind a lock.

  public enum Orientation: Int, Sendable {
    case up = 0
    case down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
  }
  public enum RenderingMode: Int, Sendable {
    case automatic = 0
    case alwaysOriginal, alwaysTemplate
  }
  public enum ResizingMode: Int, Sendable {
    case tile = 0
    case stretch
  }

  /// Where the pixels come from.
  package enum Source {
    case none
    case picture(CGImage)
    case symbol(SymbolImage)
    /// The variants of a catalog image, chosen by traits.
    case variants((UITraitCollection) -> UIImage?)
  }

  package struct Values {
    package var source = Source.none
    package var scale: CGFloat = 1
    package var orientation = Orientation.up
    package var mode = RenderingMode.automatic
    package var capInsets = UIEdgeInsets.zero
    package var resizingMode = ResizingMode.tile
    /// Whether cap insets and a resizing mode were set.
    package var isResizable = false
    package var alignmentRectInsets = UIEdgeInsets.zero
    package var tint: UIColor?
    package var frames: [UIImage]?
    package var duration: TimeInterval = 0
    var flips = false
    package var baselineOffset: CGFloat?
    package var name: String?
    package var asset: UIImageAsset?
  }
  package let values: Values
  private let upright = Guarded<CGImage?>(nil)

  package init(values: Values) {
    self.values = values
    super.init()
  }

  package func with(_ change: (inout Values) -> Void) -> UIImage {
    var copy = values
    change(&copy)
    return UIImage(values: copy)
  }

  // MARK: Creating

  /// An empty image.
  public override convenience init() { self.init(values: Values()) }

  /// Loads an image from the app's asset catalog or, failing that, from a file in the bundle.
  public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }
  public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
    self.init(named: name, in: bundle, compatibleWith: nil)
  }
  public convenience init?(
    named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
  ) {
    guard let found = AssetCatalog.of(bundle ?? .main).image(named: name, traits: traitCollection) else {
      return nil
    }
    self.init(values: found.values)
  }
  public required convenience init(imageLiteralResourceName name: String) {
    guard let found = AssetCatalog.of(.main).image(named: name, traits: nil) else {
      preconditionFailure("#imageLiteral: the app has no image “\(name)”")
    }
    self.init(values: found.values)
  }

  /// Creates a symbol image, drawn from a free icon set. Nil for a name that is not a system symbol.
  public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }
  public convenience init?(systemName name: String, compatibleWith traitCollection: UITraitCollection?) {
    self.init(systemName: name, withConfiguration: nil)
  }
  public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
    guard let shapes = SymbolLibrary.shapes(named: name) else { return nil }
    let symbol = SymbolImage(
      name: name, shapes: shapes, configuration: configuration as? SymbolConfiguration ?? .unspecified)
    self.init(
      values: Values(
        source: .symbol(symbol), scale: Self.screenScale, tint: symbol.configuration.values.colors.first,
        name: name))
  }

  public convenience init?(data: Data) { self.init(data: data, scale: 1) }
  /// Decodes PNG, JPEG and the first frame of GIF files (E-685). Nil for data of other formats.
  public convenience init?(data: Data, scale: CGFloat) {
    guard let picture = CGImage(fileData: data) else { return nil }
    self.init(
      values: Values(
        source: .picture(picture), scale: scale > 0 ? scale : 1,
        orientation: Orientation(exif: picture.fileOrientation)))
  }
  /// A suffix @2x or @3x in the file's name gives the scale. Without an extension, `.png` is tried first.
  public convenience init?(contentsOfFile path: String) {
    guard let (data, scale) = ImageFiles.read(path) else { return nil }
    self.init(data: data, scale: scale)
  }
  public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    self.init(
      values: Values(source: .picture(cgImage), scale: scale > 0 ? scale : 1, orientation: orientation))
  }

  open class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    guard let first = images.first else { return nil }
    return first.with {
      $0.frames = images
      $0.duration = duration
    }
  }
  /// Loads `name0`, `name1`… up to the first missing one.
  open class func animatedImageNamed(_ name: String, duration: TimeInterval) -> UIImage? {
    var images: [UIImage] = []
    for index in 0...1024 {
      guard let image = UIImage(named: "\(name)\(index)") else { if index == 0 { continue } else { break } }
      images.append(image)
    }
    return animatedImage(with: images, duration: duration)
  }

  // MARK: Properties

  static var screenScale: CGFloat {
    let scale = UITraitCollection.current.displayScale
    return scale > 0 ? scale : 3
  }

  /// The variant for the traits if the image has variants, else the image itself.
  package func resolved(with traits: UITraitCollection = .current) -> UIImage {
    guard case .variants(let choose) = values.source, let chosen = choose(traits) else { return self }
    var result = values
    result.source = chosen.values.source
    result.scale = chosen.values.scale
    result.orientation = chosen.values.orientation
    return UIImage(values: result)
  }

  /// The stored pixels, not rotated by the orientation. Symbols and catalog images use the current traits.
  open var cgImage: CGImage? {
    switch values.source {
    case .none: return nil
    case .picture(let picture): return picture
    case .symbol: return uprightImage
    case .variants: return resolved().values.source.picture
    }
  }
  /// In points, with the orientation applied.
  open var size: CGSize {
    switch values.source {
    case .none: return .zero
    case .symbol(let symbol): return symbol.size
    case .variants:
      let image = resolved()
      if case .variants = image.values.source { return .zero }
      return image.size
    case .picture(let picture):
      let size = CGSize(width: CGFloat(picture.width) / scale, height: CGFloat(picture.height) / scale)
      return values.orientation.isSideways ? CGSize(width: size.height, height: size.width) : size
    }
  }
  open var scale: CGFloat {
    if case .variants = values.source {
      let image = resolved()
      if case .variants = image.values.source { return 1 }
      return image.scale
    }
    return values.scale
  }
  open var imageOrientation: Orientation { values.orientation }
  open var renderingMode: RenderingMode { values.mode }
  open var capInsets: UIEdgeInsets { values.capInsets }
  open var resizingMode: ResizingMode { values.resizingMode }
  open var alignmentRectInsets: UIEdgeInsets { values.alignmentRectInsets }
  open var images: [UIImage]? { values.frames }
  open var duration: TimeInterval { values.duration }
  open var imageAsset: UIImageAsset? { values.asset }
  open var isSymbolImage: Bool { if case .symbol = values.source { true } else { false } }
  open var configuration: Configuration? { symbolConfiguration }
  open var symbolConfiguration: SymbolConfiguration? {
    if case .symbol(let symbol) = values.source { symbol.configuration } else { nil }
  }
  open var flipsForRightToLeftLayoutDirection: Bool { values.flips }
  open var baselineOffsetFromBottom: CGFloat? {
    values.baselineOffset ?? (isSymbolImage ? size.height * 0.2 : nil)
  }
  /// Symbols are templates unless another rendering mode is set.
  package var isTemplate: Bool {
    values.mode == .alwaysTemplate || (values.mode == .automatic && isSymbolImage && values.tint == nil)
  }
  /// The name that scripts and screen readers use for an image without a label: the name it was loaded by.
  package var accessibilityNameForScripts: String? { accessibilityLabel ?? values.name }

  // MARK: Accessibility

  private struct AccessibilityTexts {
    var label: String?
    var value: String?
    var hint: String?
    var identifier: String?
  }
  private let accessibilityTexts = Guarded(AccessibilityTexts())
  /// The label of views that show the image and have none of their own (E-771).
  open var accessibilityLabel: String? {
    get { accessibilityTexts.withLock(\.label) }
    set { accessibilityTexts.withLock { $0.label = newValue } }
  }
  open var accessibilityValue: String? {
    get { accessibilityTexts.withLock(\.value) }
    set { accessibilityTexts.withLock { $0.value = newValue } }
  }
  open var accessibilityHint: String? {
    get { accessibilityTexts.withLock(\.hint) }
    set { accessibilityTexts.withLock { $0.hint = newValue } }
  }
  open var accessibilityIdentifier: String? {
    get { accessibilityTexts.withLock(\.identifier) }
    set { accessibilityTexts.withLock { $0.identifier = newValue } }
  }

  // MARK: Variations

  open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { with { $0.mode = renderingMode } }
  open func withTintColor(_ color: UIColor) -> UIImage { withTintColor(color, renderingMode: values.mode) }
  open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    with {
      $0.tint = color
      $0.mode = renderingMode
    }
  }
  open func withAlignmentRectInsets(_ alignmentInsets: UIEdgeInsets) -> UIImage {
    with { $0.alignmentRectInsets = alignmentInsets }
  }
  open func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
    resizableImage(withCapInsets: capInsets, resizingMode: .tile)
  }
  open func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage {
    with {
      $0.capInsets = capInsets
      $0.resizingMode = resizingMode
      $0.isResizable = true
    }
  }
  open func stretchableImage(withLeftCapWidth leftCapWidth: Int, topCapHeight: Int) -> UIImage {
    let (left, top) = (CGFloat(leftCapWidth), CGFloat(topCapHeight))
    return resizableImage(
      withCapInsets: UIEdgeInsets(
        top: top, left: left, bottom: size.height - top - 1, right: size.width - left - 1),
      resizingMode: .stretch)
  }
  open func withHorizontallyFlippedOrientation() -> UIImage {
    with { $0.orientation = $0.orientation.mirrored }
  }
  open func imageFlippedForRightToLeftLayoutDirection() -> UIImage { with { $0.flips = true } }
  open func withBaselineOffset(fromBottom baselineOffset: CGFloat) -> UIImage {
    with { $0.baselineOffset = baselineOffset }
  }
  open func imageWithoutBaseline() -> UIImage { with { $0.baselineOffset = nil } }
  open func withConfiguration(_ configuration: Configuration) -> UIImage {
    guard case .symbol(let symbol) = values.source, let configuration = configuration as? SymbolConfiguration
    else {
      return self
    }
    return with {
      $0.source = .symbol(SymbolImage(name: symbol.name, shapes: symbol.shapes, configuration: configuration))
      $0.tint = configuration.values.colors.first ?? $0.tint
    }
  }
  open func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
    guard case .symbol(let symbol) = values.source else { return nil }
    return withConfiguration(symbol.configuration.applying(configuration))
  }
  /// The image scaled down to fit into `size`, in points; the aspect ratio is kept.
  open func preparingThumbnail(of size: CGSize) -> UIImage? {
    let own = self.size
    guard own.width > 0, own.height > 0, size.width > 0, size.height > 0 else { return nil }
    let factor = min(size.width / own.width, size.height / own.height, 1)
    return redrawn(CGSize(width: own.width * factor, height: own.height * factor))
  }
  open func preparingForDisplay() -> UIImage? { self }
  /// The asynchronous forms. Nothing is decoded; the handler is called later, on a global queue.
  open func byPreparingForDisplay() async -> UIImage? { self }
  open func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? { preparingThumbnail(of: size) }
  open func prepareForDisplay(completionHandler: @escaping @Sendable (UIImage?) -> Void) {
    DispatchQueue.global().async { completionHandler(self) }
  }
  open func prepareThumbnail(
    of size: CGSize, completionHandler: @escaping @Sendable (UIImage?) -> Void
  ) {
    DispatchQueue.global().async { completionHandler(self.preparingThumbnail(of: size)) }
  }

  private func redrawn(_ size: CGSize) -> UIImage? {
    guard let context = CGContext(size: size, scale: scale) else { return nil }
    UIGraphicsPushContext(context)
    draw(in: CGRect(origin: .zero, size: size))
    UIGraphicsPopContext()
    return UIImage(cgImage: context.takeImage(), scale: scale, orientation: .up)
  }

  // MARK: Object

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIImage else { return false }
    if other === self { return true }
    let same =
      values.scale == other.values.scale && values.orientation == other.values.orientation
      && values.mode == other.values.mode && values.tint == other.values.tint
    switch (values.source, other.values.source) {
    case (.picture(let a), .picture(let b)): return a === b && same
    case (.symbol(let a), .symbol(let b)):
      return a.name == b.name && a.configuration == b.configuration && same
    case (.variants, .variants): return values.name == other.values.name && same
    default: return false
    }
  }
  open override var hash: Int { values.name?.hashValue ?? 0 }
  open override var description: String {
    let size = size
    let kind = isSymbolImage ? "symbol" : "anonymous"
    let name = values.name.map { "\(isSymbolImage ? "system" : "named(main: \($0))"): \($0)" } ?? kind
    return "<UIImage: \(name); {\(NSCoder.short(size.width)), \(NSCoder.short(size.height))}>"
  }
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The pixels with the orientation applied, at the image's own scale; a symbol in its tint colour or
  /// black. Cached.
  var uprightImage: CGImage? {
    switch values.source {
    case .none: return nil
    case .variants:
      let image = resolved()
      if case .variants = image.values.source { return nil }
      return image.uprightImage
    case .picture(let picture) where values.orientation == .up: return picture
    case .picture, .symbol:
      if let made = upright.withLock({ $0 }) { return made }
      let made = makeUpright()
      // A tint colour may depend on traits, so a tinted image is not cached.
      if values.tint == nil { upright.withLock { $0 = made } }
      return made
    }
  }

  private func makeUpright() -> CGImage? {
    if case .symbol(let symbol) = values.source {
      return symbol.picture(scale: values.scale, color: values.tint?.cgColor ?? CGColor(gray: 0, alpha: 1))
    }
    guard case .picture(let picture) = values.source, let context = CGContext(size: size, scale: scale) else {
      return nil
    }
    let target = size
    // Maps the stored image's box onto the upright one.
    context.concatenate(values.orientation.transform(to: target))
    let stored = values.orientation.isSideways ? CGSize(width: target.height, height: target.width) : target
    context.drawUpright(picture, in: CGRect(origin: .zero, size: stored))
    return context.takeImage()
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIImage.self,
      { [:] },
      readOnly: {
        [
          "imageRendererFormat": \.imageRendererFormat, "cgImage": \.cgImage, "size": \.size,
          "scale": \.scale, "imageOrientation": \.imageOrientation, "renderingMode": \.renderingMode,
          "capInsets": \.capInsets, "resizingMode": \.resizingMode,
          "alignmentRectInsets": \.alignmentRectInsets, "images": \.images, "duration": \.duration,
          "imageAsset": \.imageAsset, "symbolImage": \.isSymbolImage, "configuration": \.configuration,
          "symbolConfiguration": \.symbolConfiguration,
          "flipsForRightToLeftLayoutDirection": \.flipsForRightToLeftLayoutDirection,
          "baselineOffsetFromBottom": \.baselineOffsetFromBottom,
        ]
      }
    )
  }
}

extension UIImage.Source {
  package var picture: CGImage? { if case .picture(let picture) = self { picture } else { nil } }
}

extension UIImage.Orientation {
  package var isSideways: Bool {
    self == .left || self == .right || self == .leftMirrored || self == .rightMirrored
  }
  package var mirrored: UIImage.Orientation {
    switch self {
    case .up: .upMirrored
    case .down: .downMirrored
    case .left: .rightMirrored
    case .right: .leftMirrored
    case .upMirrored: .up
    case .downMirrored: .down
    case .leftMirrored: .right
    case .rightMirrored: .left
    }
  }

  /// The orientation for an EXIF value, 1…8.
  package init(exif: Int) {
    let order: [UIImage.Orientation] = [
      .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
    ]
    self = (1...8).contains(exif) ? order[exif - 1] : .up
  }

  /// Maps points in the stored image to points in the upright one, which has this size.
  package func transform(to size: CGSize) -> CGAffineTransform {
    let (w, h) = (size.width, size.height)
    switch self {
    case .up: return .identity
    case .down: return CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: w, ty: h)
    case .upMirrored: return CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: w, ty: 0)
    case .downMirrored: return CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: h)
    // Rotated clockwise by a quarter turn to be upright.
    case .right: return CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: w, ty: 0)
    case .left: return CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: h)
    case .leftMirrored: return CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case .rightMirrored: return CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: w, ty: h)
    }
  }
}

/// The type of `#imageLiteral` expressions.
public typealias _ImageLiteralType = UIImage
