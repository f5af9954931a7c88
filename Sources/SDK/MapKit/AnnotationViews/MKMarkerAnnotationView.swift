import CarobRuntime
import UIKit

/// A balloon with a glyph, and the title below it; larger while selected.
@preconcurrency @MainActor
open class MKMarkerAnnotationView: MKAnnotationView {
  public override init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var markerTintColor: UIColor? { didSet { setNeedsBalloon() } }
  open var glyphTintColor: UIColor? { didSet { setNeedsBalloon() } }
  open var glyphText: String? { didSet { setNeedsBalloon() } }
  open var glyphImage: UIImage? { didSet { setNeedsBalloon() } }
  open var selectedGlyphImage: UIImage? { didSet { setNeedsBalloon() } }
  open var titleVisibility = MKFeatureVisibility.adaptive { didSet { setNeedsTexts() } }
  open var subtitleVisibility = MKFeatureVisibility.adaptive { didSet { setNeedsTexts() } }
  /// Whether the balloon grows from its tip when it is added (MK-46).
  open var animatesWhenAdded = false

  /// The size of the balloon in points; its tip is at the coordinate.
  private static let size = CGSize(width: 28, height: 34)
  private static let selectedSize = CGSize(width: 56, height: 66)
  private lazy var label = UILabel()

  override func setUpAnnotationView() {
    bounds.size = Self.size
    centerOffset = CGPoint(x: 0, y: -Self.size.height / 2)
    collisionMode = .circle
    setNeedsTexts()
    setNeedsBalloon()
  }

  // OPTIMIZATION: a view that is reused for several annotations before it is shown, as in clusters, draws
  // nothing.
  override func annotationChanged() {
    setNeedsTexts()
    setNeedsBalloon()
  }
  override func selectionChanged(animated: Bool) {
    let size = isSelected ? Self.selectedSize : Self.size
    bounds.size = size
    centerOffset = CGPoint(x: 0, y: -size.height / 2)
    setNeedsBalloon()
    setNeedsTexts()
  }
  open override func prepareForReuse() {
    super.prepareForReuse()
    isTitleHidden = false
  }

  // MK-46
  open override func prepareForDisplay() {
    super.prepareForDisplay()
    guard animatesWhenAdded, window != nil, UIView.areAnimationsEnabled else { return }
    let growth = CABasicAnimation(keyPath: "transform")
    // Small, with the tip at its place.
    let start = CGAffineTransform(translationX: 0, y: bounds.height / 2 * 0.99).scaledBy(x: 0.01, y: 0.01)
    growth.fromValue = CATransform3DMakeAffineTransform(start)
    growth.toValue = CATransform3DIdentity
    growth.duration = 0.3
    growth.timingFunction = CAMediaTimingFunction(name: .easeOut)
    layer.add(growth, forKey: "appearance")
  }

  private var needsTexts = false
  private func setNeedsTexts() {
    needsTexts = true
    setNeedsLayout()
  }
  private var needsBalloon = false
  private func setNeedsBalloon() {
    needsBalloon = true
    setNeedsLayout()
  }
  open override func layoutSubviews() {
    super.layoutSubviews()
    if needsBalloon { drawBalloon() }
    if needsTexts { updateTexts() }
    guard !label.isHidden, label.superview != nil else { return }
    label.frame = textFrame(label.text ?? "")
  }

  /// The title's frame in the view's coordinates, and whether it yields to other titles (MK-43); nil without
  /// a visible title.
  var titlePlace: (frame: CGRect, givesWay: Bool)? {
    guard titleVisibility != .hidden, let title = annotation?.titleText, !title.isEmpty else { return nil }
    return (textFrame(text(with: title)), titleVisibility == .adaptive && !isSelected)
  }
  /// Whether the title is hidden because another title overlaps it (MK-43).
  var isTitleHidden = false { didSet { if oldValue != isTitleHidden { setNeedsTexts() } } }

  /// Measures texts; never on screen.
  private static let measuringLabel = configured(UILabel())
  /// The last measured text and its size.
  private var measured: (text: String, size: CGSize) = ("", .zero)

  private static func configured(_ label: UILabel) -> UILabel {
    label.font = .systemFont(ofSize: 11, weight: .semibold)
    label.textAlignment = .center
    label.numberOfLines = 3
    label.shadowOffset = CGSize(width: 0, height: 1)
    return label
  }
  private func textFrame(_ text: String) -> CGRect {
    let room = CGSize(width: 120, height: 60)
    // OPTIMIZATION: text layout is the slowest part of resolving title collisions.
    if measured.text != text {
      Self.measuringLabel.text = text
      measured = (text, Self.measuringLabel.sizeThatFits(room))
    }
    let width = min(measured.size.width.rounded(.up) + 1, room.width)
    return CGRect(
      x: (bounds.midX - width / 2).rounded(), y: bounds.maxY + 1, width: width, height: measured.size.height)
  }

  private func updateTexts() {
    needsTexts = false
    let isHidden =
      titleVisibility == .hidden || (titleVisibility == .adaptive && isTitleHidden && !isSelected)
    updateTexts(showing: isHidden ? nil : annotation?.titleText)
  }
  private func text(with title: String?) -> String {
    let showsSubtitle = subtitleVisibility == .visible || (subtitleVisibility == .adaptive && isSelected)
    return [title, showsSubtitle ? annotation?.subtitleText : nil].compactMap { $0 }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
  private func updateTexts(showing title: String?) {
    let text = text(with: title)
    guard !text.isEmpty else {
      if label.superview != nil { label.isHidden = true }
      return
    }
    if label.superview == nil { addSubview(Self.configured(label)) }
    label.textColor = .label
    label.isHidden = false
    label.text = text
  }

  private func drawBalloon() {
    needsBalloon = false
    var text = glyphText
    if text == nil, glyphImage == nil, let cluster = annotation as? MKClusterAnnotation {
      text = "\(cluster.memberAnnotations.count)"
    }
    let balloon = Balloon(
      size: bounds.size, tint: markerTintColor ?? .systemRed, glyphTint: glyphTintColor ?? .white, text: text,
      image: (isSelected ? selectedGlyphImage : nil) ?? glyphImage)
    layer.contents = balloon.picture
  }

  nonisolated open override class var _carobNewAnnotationView:
    (@MainActor ((any MKAnnotation)?, String?) -> MKAnnotationView)?
  {
    guard self == MKMarkerAnnotationView.self else { return nil }
    return { MKMarkerAnnotationView(annotation: $0, reuseIdentifier: $1) as MKAnnotationView }
  }

  nonisolated open override class var _carobKVC: [_CarobProperty] {
    super._carobKVC
      + _CarobProperty.table(
        MKMarkerAnnotationView.self,
        {
          [
            "markerTintColor": \.markerTintColor, "glyphTintColor": \.glyphTintColor,
            "glyphText": \.glyphText, "glyphImage": \.glyphImage,
          ]
        })
  }
}

/// The drawing of a marker, which is shared by all markers that look the same.
@MainActor
private struct Balloon {
  let size: CGSize
  let tint: UIColor
  let glyphTint: UIColor
  let text: String?
  let image: UIImage?

  private struct Key: Hashable {
    let width: CGFloat
    let tint: UIColor
    let glyphTint: UIColor
    let text: String?
    let image: ObjectIdentifier?
  }
  private static var drawn: [Key: CGImage] = [:]
  private static let limit = 256

  var picture: CGImage? {
    let key = Key(
      width: size.width, tint: tint, glyphTint: glyphTint, text: text, image: image.map(ObjectIdentifier.init)
    )
    if image == nil, let known = Self.drawn[key] { return known }
    let made = GroundPainter.picture(size, UIScreen.main.scale, isOpaque: false, draw)
    // Markers with images are not cached: another image may get the same address.
    if image == nil {
      if Self.drawn.count > Self.limit { Self.drawn = [:] }
      Self.drawn[key] = made
    }
    return made
  }

  private func draw(_ context: CGContext) {
    let width = size.width
    let circle = CGRect(x: 1, y: 1, width: width - 2, height: width - 2)
    context.setFillColor(tint.cgColor)
    context.fillEllipse(in: circle)
    context.setStrokeColor(UIColor.white.withAlphaComponent(0.9).cgColor)
    context.setLineWidth(1)
    context.strokeEllipse(in: circle)
    // The tip begins inside the circle, so that the ring does not separate them.
    context.move(to: CGPoint(x: width * 0.3, y: width * 0.86))
    context.addQuadCurve(
      to: CGPoint(x: width / 2, y: size.height), control: CGPoint(x: width * 0.45, y: width * 0.98))
    context.addQuadCurve(
      to: CGPoint(x: width * 0.7, y: width * 0.86), control: CGPoint(x: width * 0.55, y: width * 0.98))
    context.closePath()
    context.setFillColor(tint.cgColor)
    context.fillPath()
    let middle = CGPoint(x: circle.midX, y: circle.midY)
    if let image {
      let edge = width * 0.5
      let scale = min(edge / max(image.size.width, 1), edge / max(image.size.height, 1))
      let drawn = CGSize(width: image.size.width * scale, height: image.size.height * scale)
      image.withTintColor(glyphTint, renderingMode: .alwaysOriginal).draw(
        in: CGRect(
          x: middle.x - drawn.width / 2, y: middle.y - drawn.height / 2, width: drawn.width,
          height: drawn.height))
    } else if let text {
      let attributes: [NSAttributedString.Key: Any] = [
        .font: UIFont.systemFont(ofSize: width * (text.count > 2 ? 0.36 : 0.46), weight: .semibold),
        .foregroundColor: glyphTint,
      ]
      let drawn = (text as NSString).size(withAttributes: attributes)
      (text as NSString).draw(
        at: CGPoint(x: middle.x - drawn.width / 2, y: middle.y - drawn.height / 2), withAttributes: attributes
      )
    } else {
      // The default pin symbol, without a glyph.
      context.setFillColor(glyphTint.cgColor)
      let head = width * 0.32
      context.fillEllipse(
        in: CGRect(x: middle.x - head / 2, y: middle.y - head * 0.85, width: head, height: head))
      context.fill(
        CGRect(x: middle.x - width * 0.025, y: middle.y, width: width * 0.05, height: width * 0.25))
    }
  }
}
