import CarobFoundation
import CoreGraphics
import QuartzCore

/// The view that follows the finger: images of the lifted items in a stack, and a badge for the operation
/// that a drop would perform.
///
/// An image shows the visible path of its preview on the preview's background color (E-1074).
///
/// DEVIATION: the images omit layers that the app added.
@MainActor
final class DragImage: UIView {
  private let badge = UILabel()
  /// The vector from the centre to the finger.
  private var fingerOffset: CGPoint
  private static let step: CGFloat = 6

  init(_ previews: [UITargetedDragPreview], at place: CGPoint, in window: UIWindow) {
    let middle = previews.first.map {
      $0.target.container.convert($0.target.center, to: nil)
    }
    fingerOffset = middle.map { CGPoint(x: place.x - $0.x, y: place.y - $0.y) } ?? .zero
    super.init(frame: .zero)
    isUserInteractionEnabled = false
    accessibilityElementsHidden = true
    layer.shadowOpacity = 0.25
    layer.shadowRadius = 10
    badge.font = .systemFont(ofSize: 13, weight: .semibold)
    badge.textColor = .white
    badge.textAlignment = .center
    badge.layer.cornerRadius = 11
    badge.clipsToBounds = true
    badge.isHidden = true
    show(previews.map { ($0.view, $0.parameters) })
    follow(place)
    window.addSubview(self)
  }
  required init?(coder: NSCoder) { nil }

  /// Shows images of these views instead of the current ones.
  func show(_ parts: [(view: UIView, parameters: UIPreviewParameters)]) {
    for old in subviews { old.removeFromSuperview() }
    let size = parts.first?.view.bounds.size ?? .zero
    bounds = CGRect(origin: .zero, size: size)
    layer.shadowPath = parts.first?.parameters.shadowPath?.cgPath
    for (index, part) in parts.enumerated().reversed() {
      let picture = Self.picture(of: part.view, part.parameters)
      picture.frame.origin = CGPoint(x: CGFloat(index) * Self.step, y: CGFloat(index) * Self.step)
      addSubview(picture)
    }
    addSubview(badge)
  }
  /// Adds an image behind the others.
  func add(_ view: UIView, _ parameters: UIPreviewParameters) {
    let picture = Self.picture(of: view, parameters)
    let step = CGFloat(subviews.count - 1) * Self.step
    picture.frame.origin = CGPoint(x: step, y: step)
    insertSubview(picture, at: 0)
  }
  // E-1074
  /// A static copy of a view at the origin, with the appearance that the parameters give it.
  static func picture(of view: UIView, _ parameters: UIPreviewParameters) -> UIView {
    let picture = copy(of: view)
    picture.transform = .identity
    picture.frame = CGRect(origin: .zero, size: view.bounds.size)
    if let color = parameters.backgroundColor { picture.backgroundColor = color }
    if let path = parameters.visiblePath {
      let mask = CAShapeLayer()
      mask.frame = picture.bounds
      mask.path = path.cgPath
      picture.layer.mask = mask
    }
    return picture
  }
  /// Returns a static copy of a view and its subviews as they look now.
  static func copy(of view: UIView) -> UIView {
    let copy = UIView()
    copy.isUserInteractionEnabled = false
    (copy.bounds, copy.center, copy.transform) = (view.bounds, view.center, view.transform)
    (copy.alpha, copy.isHidden, copy.clipsToBounds) = (view.alpha, view.isHidden, view.clipsToBounds)
    copy.backgroundColor = view.backgroundColor
    let (layer, old) = (copy.layer, view.layer)
    (layer.cornerRadius, layer.borderWidth, layer.borderColor) = (
      old.cornerRadius, old.borderWidth, old.borderColor
    )
    (layer.contentsGravity, layer.contentsRect, layer.contentsScale) = (
      old.contentsGravity, old.contentsRect, old.contentsScale
    )
    if old.hasBackingStore, view.bounds.width > 0, view.bounds.height > 0 {
      let picture = UIGraphicsImageRenderer(bounds: view.bounds).image { old.draw(in: $0.cgContext) }
      layer.contentsScale = picture.scale
      layer.contents = picture.cgImage
    } else if let contents = old.contents {
      layer.contents = contents
    }
    for subview in view.subviews where !(subview is InsertionPoint) {
      copy.addSubview(Self.copy(of: subview))
    }
    return copy
  }

  private static let liftedScale: CGFloat = 1.05
  func lift() { transform = CGAffineTransform(scaleX: Self.liftedScale, y: Self.liftedScale) }
  /// The longer side of a reduced image, in points.
  private static let reducedSide: CGFloat = 240
  // E-1075
  /// Reduces a large image while it is dragged, so that the destination remains visible; `asFullSize` if the
  /// destination wants it as large as the source.
  func resize(asFullSize isFull: Bool) {
    let side = max(bounds.width, bounds.height)
    let scale = isFull || side <= Self.reducedSide ? Self.liftedScale : Self.reducedSide / side
    let wanted = CGAffineTransform(scaleX: scale, y: scale)
    guard transform != wanted else { return }
    UIView.animate(
      withDuration: 0.2, delay: 0, options: [.internalTransition, .beginFromCurrentState],
      animations: { self.transform = wanted })
  }
  func follow(_ place: CGPoint) {
    // The finger stays at the same point of a reduced image.
    let scale = min(transform.a, 1)
    center = CGPoint(x: place.x - fingerOffset.x * scale, y: place.y - fingerOffset.y * scale)
  }

  /// Sets the badge, which shows the number of items and whether a drop would copy them.
  func mark(_ operation: UIDropOperation, count: Int) {
    let text =
      switch operation {
      case .copy: count > 1 ? "+ \(count)" : "+"
      case .forbidden: "⃠"
      case .cancel, .move: count > 1 ? "\(count)" : ""
      }
    badge.isHidden = text.isEmpty
    badge.text = text
    badge.backgroundColor =
      operation == .copy ? .systemGreen : operation == .forbidden ? .systemGray : .systemRed
    let width = max(22, badge.intrinsicContentSize.width + 12)
    badge.frame = CGRect(x: bounds.maxX - width / 2, y: -11, width: width, height: 22)
  }

  /// The final state of the drop animation: at the preview's target, or faded out.
  func go(to target: UIPreviewTarget?) {
    badge.isHidden = true
    guard let target, target.container.window === window else {
      alpha = 0
      return
    }
    center = target.container.convert(target.center, to: nil)
    transform = target.transform
  }
}
