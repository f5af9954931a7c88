@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// Shows an image, or a sequence of images.
@preconcurrency @MainActor
open class UIImageView: UIView {
  public override init(frame: CGRect) {
    super.init(frame: frame)
    // E-164.
    isUserInteractionEnabled = false
  }
  public init(image: UIImage?) {
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    isUserInteractionEnabled = false
    self.image = image
    imageChanged()
  }
  public init(image: UIImage?, highlightedImage: UIImage?) {
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    isUserInteractionEnabled = false
    self.image = image
    self.highlightedImage = highlightedImage
    imageChanged()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    imageChanged()
  }

  override var defaultLargeContentImage: UIImage? { image }
  open var image: UIImage? {
    willSet { _kvoWill("image", image) }
    didSet {
      imageChanged()
      _kvoDid("image", image)
    }
  }
  open var highlightedImage: UIImage? { didSet { imageChanged() } }
  open var isHighlighted = false {
    didSet {
      if isAnimating, let images = shownImages {
        show(images[frameIndex % images.count])
      } else {
        imageChanged()
      }
    }
  }
  open var animationImages: [UIImage]?
  /// The sequence that is shown while the view is highlighted; nil is `animationImages` (E-942).
  open var highlightedAnimationImages: [UIImage]?
  /// The current sequence; nil if it is empty.
  private var shownImages: [UIImage]? {
    let images = isHighlighted ? highlightedAnimationImages ?? animationImages : animationImages
    return images?.isEmpty == false ? images : nil
  }
  open var animationDuration: TimeInterval = 0
  open var animationRepeatCount = 0
  open var preferredSymbolConfiguration: UIImage.SymbolConfiguration? { didSet { imageChanged() } }
  open private(set) var isAnimating = false
  private var alarm: LayerAlarm?
  private var frameIndex = 0

  open func startAnimating() {
    guard !isAnimating, let images = shownImages else { return }
    isAnimating = true
    let total = animationDuration > 0 ? animationDuration : Double(images.count) / 30
    frameIndex = 0
    show(images[0])
    waitForFrame(LayerClock.now, total / Double(images.count))
  }

  private func waitForFrame(_ last: TimeInterval, _ interval: TimeInterval) {
    let cause = Journal.cause
    alarm = LayerClock.schedule(at: last + interval) { [weakSelf = ZeroingElement(self)] in
      Journal.with(cause: cause) {
        weakSelf.object?.nextFrame()
        if weakSelf.object?.isAnimating == true { weakSelf.object?.waitForFrame(last + interval, interval) }
      }
    }
  }

  private func nextFrame() {
    guard let images = shownImages else { return stopAnimating() }
    frameIndex += 1
    if animationRepeatCount > 0, frameIndex >= images.count * animationRepeatCount { return stopAnimating() }
    show(images[frameIndex % images.count])
  }

  open func stopAnimating() {
    alarm?.cancel()
    alarm = nil
    isAnimating = false
    imageChanged()
  }

  private func imageChanged() {
    invalidateIntrinsicContentSize()
    show(isHighlighted ? highlightedImage ?? image : image)
  }

  private func show(_ image: UIImage?) {
    filled = nil
    layer.contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
    guard var image else {
      layer.contents = nil
      return
    }
    let traits = traitCollection
    if fills(image) { image = resized(image, traits) }
    enlargement = enlargement(of: image)
    let drawn = enlargement == 1 ? image : image.with { $0.scale *= enlargement }
    layer.contents = drawn.layerImage(tint: tintColor, traits: traits)
    layer.contentsScale = image.scale
    switch contentMode {
    case .scaleToFill, .redraw: layer.contentsGravity = .resize
    case .scaleAspectFit: layer.contentsGravity = .resizeAspect
    case .scaleAspectFill: layer.contentsGravity = .resizeAspectFill
    case .center: layer.contentsGravity = .center
    case .top: layer.contentsGravity = .top
    case .bottom: layer.contentsGravity = .bottom
    case .left: layer.contentsGravity = .left
    case .right: layer.contentsGravity = .right
    case .topLeft: layer.contentsGravity = .topLeft
    case .topRight: layer.contentsGravity = .topRight
    case .bottomLeft: layer.contentsGravity = .bottomLeft
    case .bottomRight: layer.contentsGravity = .bottomRight
    }
  }

  /// E-614: whether the image is resizable (cap insets or tiles) and fills the view.
  private func fills(_ image: UIImage) -> Bool {
    image.values.isResizable && (contentMode == .scaleToFill || contentMode == .redraw)
  }
  /// The size for which the displayed image was tiled.
  private var filled: CGSize?

  /// A stretched image is stretched by the layer between its caps; a tiled image is drawn in the view's size.
  private func resized(_ image: UIImage, _ traits: UITraitCollection) -> UIImage {
    let caps = image.capInsets, size = image.size
    let center = CGSize(
      width: size.width - caps.left - caps.right, height: size.height - caps.top - caps.bottom)
    // A center of one point looks the same stretched and tiled.
    if image.resizingMode == .stretch || center.width <= 1 && center.height <= 1 {
      if size.width > 0, size.height > 0 {
        layer.contentsCenter = CGRect(
          x: caps.left / size.width, y: caps.top / size.height, width: max(0, center.width) / size.width,
          height: max(0, center.height) / size.height)
      }
      return image
    }
    filled = bounds.size
    guard !bounds.isEmpty else { return image }
    let format = UIGraphicsImageRendererFormat()
    format.scale = image.scale
    let tint = image.isTemplate ? tintColor?.resolvedColor(with: traits) : nil
    let tile =
      tint.map { image.withTintColor($0, renderingMode: .alwaysOriginal) } ?? image.resolved(with: traits)
    let drawn = tint == nil ? tile : tile.with { $0.isResizable = true }
    return UIGraphicsImageRenderer(size: bounds.size, format: format).image { context in
      drawn.draw(in: context.format.bounds)
    }.withRenderingMode(.alwaysOriginal)
  }

  /// E-565: the factor by which a symbol is enlarged; 1 for bitmaps.
  private func enlargement(of image: UIImage) -> CGFloat {
    guard case .symbol = image.values.source, image.size.width > 0, image.size.height > 0 else { return 1 }
    let (x, y) = (bounds.width / image.size.width, bounds.height / image.size.height)
    switch contentMode {
    case .scaleAspectFit: return max(1, min(x, y))
    case .scaleToFill, .redraw, .scaleAspectFill: return max(1, max(x, y))
    default: return 1
    }
  }
  private var enlargement: CGFloat = 1
  open override func layoutSubviews() {
    super.layoutSubviews()
    guard !isAnimating, let image = isHighlighted ? highlightedImage ?? image : image,
      enlargement(of: image) != enlargement || filled != nil && filled != bounds.size
    else { return }
    show(image)
  }

  override func contentModeChanged() { imageChanged() }
  override func colorsMayHaveChanged() { imageChanged() }
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    imageChanged()
  }
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil { imageChanged() }
  }
  open override var intrinsicContentSize: CGSize {
    image?.size ?? CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }
  open override var alignmentRectInsets: UIEdgeInsets { image?.alignmentRectInsets ?? .zero }
  override var defaultAccessibilityLabel: String? { image?.accessibilityNameForScripts }
  override var defaultIsAccessibilityElement: Bool { false }
  override var defaultAccessibilityTraits: UIAccessibilityTraits { .image }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIImageView.self,
      {
        [
          "image": \.image, "highlightedImage": \.highlightedImage, "highlighted": \.isHighlighted,
          "animationImages": \.animationImages, "highlightedAnimationImages": \.highlightedAnimationImages,
          "animationDuration": \.animationDuration, "animationRepeatCount": \.animationRepeatCount,
          "preferredSymbolConfiguration": \.preferredSymbolConfiguration,
        ]
      },
      readOnly: {
        [
          "animating": \.isAnimating
        ]
      },
      reporting: ["image"]
    )
  }
}
