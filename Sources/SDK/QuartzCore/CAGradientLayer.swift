import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import DeviceProtocol

public struct CAGradientLayerType: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let axial = Self(rawValue: "axial")
  public static let radial = Self(rawValue: "radial")
  public static let conic = Self(rawValue: "conic")
}

/// A gradient over the layer's background color; points are in the layer's unit square.
open class CAGradientLayer: CALayer {
  nonisolated open override class var _carobNew: (@MainActor () -> AnyObject)? { { CAGradientLayer() } }
  private struct Style {
    var colors: [Any]?
    var locations: [NSNumber]?
    var startPoint = CGPoint(x: 0.5, y: 0)
    var endPoint = CGPoint(x: 0.5, y: 1)
  }
  private var gradientStyle = Style()
  open var colors: [Any]? {
    get { gradientStyle.colors }
    set { LayerAnimations.change(self, "colors") { gradientStyle.colors = newValue } }
  }
  open var locations: [NSNumber]? {
    get { gradientStyle.locations }
    set { LayerAnimations.change(self, "locations") { gradientStyle.locations = newValue } }
  }
  open var startPoint: CGPoint {
    get { gradientStyle.startPoint }
    set { LayerAnimations.change(self, "startPoint") { gradientStyle.startPoint = newValue } }
  }
  open var endPoint: CGPoint {
    get { gradientStyle.endPoint }
    set { LayerAnimations.change(self, "endPoint") { gradientStyle.endPoint = newValue } }
  }
  open var type = CAGradientLayerType.axial { didSet { markChanged() } }

  /// The location of each colour. Colours without one are spread evenly between the last given location and
  /// 1; surplus locations are ignored.
  ///
  /// NB: no source; the documentation requires one location per colour and does not say what happens
  /// otherwise.
  private func places(_ count: Int) -> [Double] {
    let given = (locations ?? []).prefix(count).map(\.doubleValue)
    let (first, missing) = (given.last, count - given.count)
    guard let first else { return (0..<count).map { Double($0) / Double(max(count - 1, 1)) } }
    return given + (0..<missing).map { first + (max(1, first) - first) * Double($0 + 1) / Double(missing) }
  }

  func drawGradient(in context: CGContext, _ box: CGRect) {
    guard let colors,
      let gradient = CGGradient(
        colorsSpace: nil, colors: colors, locations: places(colors.count).map { CGFloat($0) })
    else { return }
    func place(_ p: CGPoint) -> CGPoint {
      CGPoint(x: box.minX + p.x * box.width, y: box.minY + p.y * box.height)
    }
    let (start, end) = (place(startPoint), place(endPoint))
    let all: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
    switch type {
    case .radial:
      // A circle of radius 1, stretched to the ellipse that the end gives.
      context.saveGState()
      context.translateBy(x: start.x, y: start.y)
      context.scaleBy(x: max(abs(end.x - start.x), 1e-6), y: max(abs(end.y - start.y), 1e-6))
      context.drawRadialGradient(
        gradient, startCenter: .zero, startRadius: 0, endCenter: .zero, endRadius: 1, options: all)
      context.restoreGState()
    case .conic:
      context.drawConicGradient(
        gradient, center: start, angle: atan2(end.y - start.y, end.x - start.x))
    default: context.drawLinearGradient(gradient, start: start, end: end, options: all)
    }
  }

  // MARK: Animation (E-619)

  override func copyModel(of other: CALayer) {
    super.copyModel(of: other)
    if let other = other as? CAGradientLayer { (gradientStyle, type) = (other.gradientStyle, other.type) }
  }

  override func drawnValue(_ key: String) -> Any? {
    switch key {
    case "colors": gradientStyle.colors
    case "locations": places(gradientStyle.colors?.count ?? 0).map { NSNumber(value: $0) }
    case "startPoint": gradientStyle.startPoint
    case "endPoint": gradientStyle.endPoint
    default: nil
    }
  }

  override func setDrawnValue(_ value: Any?, forKey key: String) {
    switch key {
    case "colors": gradientStyle.colors = value as? [Any]
    case "locations": gradientStyle.locations = value as? [NSNumber]
    case "startPoint": if let point = value as? CGPoint { gradientStyle.startPoint = point }
    case "endPoint": if let point = value as? CGPoint { gradientStyle.endPoint = point }
    default: break
    }
  }

  private var nextFrame: LayerAlarm?

  override func animationsChanged(_ animation: CAAnimation) {
    super.animationsChanged(animation)
    guard AnimatedProperty.isDrawn(animation) else { return }
    markChanged()
    awaitNextFrame()
  }

  /// Sends the gradient of each frame to the device while it is animated and the screen is watched.
  private func awaitNextFrame() {
    nextFrame?.cancel()
    nextFrame = nil
    guard LayerTree.shared.isSeen else { return }
    let (device, time) = (LayerClock.now, time)
    let now = time.local(device)
    let runs = animations.contains { _, animation in
      AnimatedProperty.isDrawn(animation)
        && (animation.timeline != nil || now < animation.beginTime + animation.totalDuration)
    }
    // A layer whose time is stopped has no next frame (E-831).
    guard time.factor > 0 else { return }
    guard runs else { return }
    nextFrame = LayerClock.schedule(at: device + 1 / 60.0) { [weakSelf = ZeroingElement(self)] in
      guard let self = weakSelf.object else { return }
      self.markChanged()
      self.awaitNextFrame()
    }
  }

  /// The gradient at this moment, with its animations applied.
  var shownGradient: LayerGradient? {
    // NB: presented as a plain gradient layer, because a subclass may have no factory.
    let isAnimated = animations.contains { AnimatedProperty.isDrawn($0.animation) }
    return isAnimated
      ? LayerAnimations.presentation(of: self as CAGradientLayer)?.layerGradient : layerGradient
  }

  var layerGradient: LayerGradient? {
    let colors = (colors ?? []).compactMap { ($0 as? CGColor)?.layerColor }
    guard !colors.isEmpty else { return nil }
    return LayerGradient(
      kind: type.rawValue, colors: colors, locations: places(colors.count), startX: Double(startPoint.x),
      startY: Double(startPoint.y), endX: Double(endPoint.x), endY: Double(endPoint.y))
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      CAGradientLayer.self,
      {
        [
          "colors": \.colors, "locations": \.locations, "startPoint": \.startPoint, "endPoint": \.endPoint,
          "type": \.type,
        ]
      }
    )
  }
}
