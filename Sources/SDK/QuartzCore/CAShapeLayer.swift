import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics

public struct CAShapeLayerFillRule: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let nonZero = Self(rawValue: "non-zero")
  public static let evenOdd = Self(rawValue: "even-odd")
}

public struct CAShapeLayerLineCap: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let butt = Self(rawValue: "butt")
  public static let round = Self(rawValue: "round")
  public static let square = Self(rawValue: "square")
}

public struct CAShapeLayerLineJoin: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let miter = Self(rawValue: "miter")
  public static let round = Self(rawValue: "round")
  public static let bevel = Self(rawValue: "bevel")
}

/// A path, filled and stroked, under the sublayers.
///
/// The device gets it as a picture of the size of the path and its stroke, independent of the layer's
/// bounds. On the device it is the first sublayer; the app does not see it (E-499). While a property of the
/// path is animated, the picture is drawn again for each frame that is shown (E-500).
///
/// DEVIATION: the picture is drawn at the layer's `contentsScale`, 1 unless the app sets it; the platform
/// uses the scale of the screen.
open class CAShapeLayer: CALayer {
  nonisolated open override class var _carobNew: (@MainActor () -> AnyObject)? { { CAShapeLayer() } }

  private var shapeStyle = Style()
  /// The path and its drawing properties.
  struct Style {
    var path: CGPath?
    var fillColor: CGColor? = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    var strokeColor: CGColor?
    var lineWidth: CGFloat = 1
    var miterLimit: CGFloat = 10
    var lineDashPhase: CGFloat = 0
    var strokeStart: CGFloat = 0
    var strokeEnd: CGFloat = 1
    var fillRule = CAShapeLayerFillRule.nonZero
    var lineCap = CAShapeLayerLineCap.butt
    var lineJoin = CAShapeLayerLineJoin.miter
    var lineDashPattern: [NSNumber]?
  }

  // NB: setting a path does not animate it, as its documentation says.
  open var path: CGPath? {
    get { shapeStyle.path }
    set { set(\.path, newValue) }
  }
  open var fillColor: CGColor? {
    get { shapeStyle.fillColor }
    set { animate("fillColor", \.fillColor, newValue) }
  }
  open var strokeColor: CGColor? {
    get { shapeStyle.strokeColor }
    set { animate("strokeColor", \.strokeColor, newValue) }
  }
  open var lineWidth: CGFloat {
    get { shapeStyle.lineWidth }
    set { animate("lineWidth", \.lineWidth, newValue) }
  }
  open var miterLimit: CGFloat {
    get { shapeStyle.miterLimit }
    set { animate("miterLimit", \.miterLimit, newValue) }
  }
  open var lineDashPhase: CGFloat {
    get { shapeStyle.lineDashPhase }
    set { animate("lineDashPhase", \.lineDashPhase, newValue) }
  }
  /// The part of the path that is stroked, as fractions of its length.
  open var strokeStart: CGFloat {
    get { shapeStyle.strokeStart }
    set { animate("strokeStart", \.strokeStart, newValue) }
  }
  open var strokeEnd: CGFloat {
    get { shapeStyle.strokeEnd }
    set { animate("strokeEnd", \.strokeEnd, newValue) }
  }
  open var fillRule: CAShapeLayerFillRule {
    get { shapeStyle.fillRule }
    set { set(\.fillRule, newValue) }
  }
  open var lineCap: CAShapeLayerLineCap {
    get { shapeStyle.lineCap }
    set { set(\.lineCap, newValue) }
  }
  open var lineJoin: CAShapeLayerLineJoin {
    get { shapeStyle.lineJoin }
    set { set(\.lineJoin, newValue) }
  }
  open var lineDashPattern: [NSNumber]? {
    get { shapeStyle.lineDashPattern }
    set { set(\.lineDashPattern, newValue) }
  }

  private func set<Value>(_ path: WritableKeyPath<Style, Value>, _ value: Value) {
    shapeStyle[keyPath: path] = value
    setNeedsDisplay()
  }
  /// Set without an animation on a view's layer, because the view answers for its actions.
  private func animate<Value: Equatable>(
    _ key: String, _ path: WritableKeyPath<Style, Value>, _ value: Value
  ) {
    guard shapeStyle[keyPath: path] != value else { return }
    guard owner == nil else { return set(path, value) }
    animateChange(key) { set(path, value) }
  }

  // MARK: Animating

  override func copyModel(of other: CALayer) {
    super.copyModel(of: other)
    if let other = other as? CAShapeLayer { shapeStyle = other.shapeStyle }
  }

  private static func number(_ key: String) -> WritableKeyPath<Style, CGFloat>? {
    switch key {
    case "lineWidth": \.lineWidth
    case "miterLimit": \.miterLimit
    case "lineDashPhase": \.lineDashPhase
    case "strokeStart": \.strokeStart
    case "strokeEnd": \.strokeEnd
    default: nil
    }
  }

  override func drawnValue(_ key: String) -> Any? {
    switch key {
    case "path": shapeStyle.path
    case "fillColor": shapeStyle.fillColor
    case "strokeColor": shapeStyle.strokeColor
    default: Self.number(key).map { shapeStyle[keyPath: $0] }
    }
  }

  override func setDrawnValue(_ value: Any?, forKey key: String) {
    switch key {
    case "path": shapeStyle.path = value as? CGPath
    case "fillColor": shapeStyle.fillColor = value as? CGColor
    case "strokeColor": shapeStyle.strokeColor = value as? CGColor
    default:
      if let path = Self.number(key), let value = value as? CGFloat { shapeStyle[keyPath: path] = value }
    }
  }

  override func animationsChanged(_ animation: CAAnimation) {
    super.animationsChanged(animation)
    if AnimatedProperty.isDrawn(animation) { setNeedsDisplay() }
  }

  private var nextFrame: LayerAlarm?
  private static let frame = 1 / 60.0

  /// E-500: draws the next picture a frame later, while the path is animated and the screen is watched.
  private func awaitNextFrame() {
    nextFrame?.cancel()
    nextFrame = nil
    guard LayerTree.shared.isSeen, !animations.isEmpty else { return }
    let (device, time) = (LayerClock.now, time)
    let now = time.local(device)
    let runs = animations.contains { _, animation in
      AnimatedProperty.isDrawn(animation)
        && (animation.timeline != nil || now < animation.beginTime + animation.totalDuration)
    }
    // A layer whose time is stopped has no next frame (E-831).
    guard time.factor > 0 else { return }
    guard runs else { return }
    nextFrame = LayerClock.schedule(at: device + Self.frame) { [weakSelf = ZeroingElement(self)] in
      weakSelf.object?.setNeedsDisplay()
    }
  }

  // MARK: Drawing

  /// Identifies the picture in messages to the device.
  private(set) lazy var pictureID: UInt64 = {
    isPictureKnown = true
    return reserveID()
  }()
  private var isPictureKnown = false
  deinit { if isPictureKnown { LayerTree.shared.remove(pictureID) } }
  /// Where the picture is, in the layer's space; nil without one.
  private(set) var pictureFrame: CGRect?

  open override func display() {
    // In a mask the shape is part of the mask's picture (E-534).
    if LayerTree.shared.hasMasks, masked != nil { return markChanged() }
    defer { awaitNextFrame() }
    // NB: presented as a plain shape layer, because a subclass may have no factory.
    let shown = LayerAnimations.presentation(of: self as CAShapeLayer)?.shapeStyle ?? shapeStyle
    let box = shown.box
    guard !box.isEmpty else {
      guard hasBackingStore else { return }
      (hasBackingStore, contentsImage, pictureFrame) = (false, nil, nil)
      return markChanged()
    }
    // OPTIMIZATION: nothing is drawn while the screen is not watched.
    guard LayerTree.shared.isSeen else {
      contentsImage = LayerTree.shared.addImage(png: [], pixelWidth: 0, pixelHeight: 0)
      (hasBackingStore, pictureFrame) = (true, box)
      return markChanged()
    }
    guard let context = CGContext.layerContext(size: box.size, scale: contentsScale) else {
      Journal.warn("a path of \(box.width) × \(box.height) points is too large to draw")
      return
    }
    context.translateBy(x: -box.minX, y: -box.minY)
    shown.draw(in: context)
    let image = context.takeImage()
    contentsImage = LayerTree.shared.addImage(
      png: image.pngBytes(), pixelWidth: image.width, pixelHeight: image.height)
    (hasBackingStore, pictureFrame) = (true, box)
    markChanged()
  }

  /// The picture with its colours multiplied (E-600); nil without colours that change it.
  func tintedPicture(_ color: SIMD3<Float>) -> UInt64? {
    guard color != .one, let frame = pictureFrame, let contentsImage else { return nil }
    if tinted.of != contentsImage { tinted = (contentsImage, [:]) }
    if let known = tinted.images[color] { return known }
    guard let context = CGContext.layerContext(size: frame.size, scale: contentsScale) else { return nil }
    var shown = LayerAnimations.presentation(of: self as CAShapeLayer)?.shapeStyle ?? shapeStyle
    func multiplied(_ old: CGColor?) -> CGColor? {
      guard let old = old?.layerColor else { return nil }
      let parts = SIMD3(old.red, old.green, old.blue) * color
      return CGColor(
        red: CGFloat(parts.x), green: CGFloat(parts.y), blue: CGFloat(parts.z), alpha: CGFloat(old.alpha))
    }
    (shown.fillColor, shown.strokeColor) = (
      multiplied(shapeStyle.fillColor), multiplied(shapeStyle.strokeColor)
    )
    context.translateBy(x: -frame.minX, y: -frame.minY)
    shown.draw(in: context)
    let image = context.takeImage()
    let id = LayerTree.shared.addImage(
      png: image.pngBytes(), pixelWidth: image.width, pixelHeight: image.height)
    tinted.images[color] = id
    return id
  }
  private var tinted: (of: UInt64, images: [SIMD3<Float>: UInt64]) = (0, [:])

  open override func draw(in context: CGContext) { shapeStyle.draw(in: context) }
  /// Draws the path as part of a picture of layers.
  func drawPath(in context: CGContext) { shapeStyle.draw(in: context) }
  var pathBox: CGRect { shapeStyle.box }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      CAShapeLayer.self,
      {
        [
          "path": \.path, "fillColor": \.fillColor, "strokeColor": \.strokeColor, "lineWidth": \.lineWidth,
          "miterLimit": \.miterLimit, "lineDashPhase": \.lineDashPhase, "strokeStart": \.strokeStart,
          "strokeEnd": \.strokeEnd, "fillRule": \.fillRule, "lineCap": \.lineCap, "lineJoin": \.lineJoin,
          "lineDashPattern": \.lineDashPattern,
        ]
      }
    )
  }
}

extension CAShapeLayer.Style {
  /// The box of the path and its stroke, enlarged to whole points.
  var box: CGRect {
    guard let path, !path.isEmpty, fillColor != nil || (strokeColor != nil && lineWidth > 0) else {
      return .zero
    }
    var box = path.boundingBoxOfPath
    if strokeColor != nil, lineWidth > 0 {
      let room = lineWidth / 2 * (lineJoin == .miter ? max(1.5, min(miterLimit, 4)) : 1.5)
      box = box.insetBy(dx: -room, dy: -room)
    }
    guard box.minX.isFinite, box.minY.isFinite, box.width.isFinite, box.height.isFinite else { return .zero }
    return box.integral
  }

  func draw(in context: CGContext) {
    guard let path else { return }
    if let fillColor {
      context.addPath(path)
      context.setFillColor(fillColor)
      context.fillPath(using: fillRule == .evenOdd ? .evenOdd : .winding)
    }
    if let strokeColor, lineWidth > 0 {
      context.addPath(strokedPart(of: path))
      context.setStrokeColor(strokeColor)
      context.setLineWidth(lineWidth)
      context.setLineCap(lineCap == .round ? .round : lineCap == .square ? .square : .butt)
      context.setLineJoin(lineJoin == .round ? .round : lineJoin == .bevel ? .bevel : .miter)
      context.setMiterLimit(miterLimit)
      context.setLineDash(
        phase: lineDashPhase, lengths: (lineDashPattern ?? []).map { CGFloat($0.doubleValue) })
      context.strokePath()
    }
  }
  private func strokedPart(of path: CGPath) -> CGPath {
    let (start, end) = (min(max(strokeStart, 0), 1), min(max(strokeEnd, 0), 1))
    return start == 0 && end == 1 ? path : path.part(from: start, to: end)
  }
}

extension CGPath {
  /// The part between two fractions of the whole length, as straight lines.
  func part(from start: CGFloat, to end: CGFloat) -> CGPath {
    let result = CGMutablePath()
    guard start < end else { return result }
    let lines = flattened().map { $0.isClosed ? $0.points + $0.points.prefix(1) : $0.points }
    func length(_ a: CGPoint, _ b: CGPoint) -> CGFloat {
      ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
    }
    let total = lines.reduce(0) { sum, line in
      sum + zip(line, line.dropFirst()).reduce(0) { $0 + length($1.0, $1.1) }
    }
    let (low, high) = (start * total, end * total)
    var walked: CGFloat = 0
    for line in lines {
      var isDrawing = false
      for (a, b) in zip(line, line.dropFirst()) {
        let step = length(a, b)
        defer { walked += step }
        guard step > 0, walked < high, walked + step > low else {
          isDrawing = false
          continue
        }
        func point(_ way: CGFloat) -> CGPoint {
          let part = min(max((way - walked) / step, 0), 1)
          return CGPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
        }
        if !isDrawing { result.move(to: point(low)) }
        isDrawing = true
        result.addLine(to: point(high))
      }
    }
    return result
  }
}
