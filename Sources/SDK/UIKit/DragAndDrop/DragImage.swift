import CarobFoundation
import CoreGraphics
import QuartzCore

/// The view that follows the finger: images of the lifted items in a stack, and a badge for the operation
/// that a drop would perform.
///
/// DEVIATION: the images are rectangles, whatever visible path a preview has, and omit layers that the app
/// added.
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
    show(previews.map(\.view))
    follow(place)
    window.addSubview(self)
  }
  required init?(coder: NSCoder) { nil }

  /// Shows images of these views instead of the current ones.
  func show(_ views: [UIView]) {
    for old in subviews { old.removeFromSuperview() }
    let size = views.first?.bounds.size ?? .zero
    bounds = CGRect(origin: .zero, size: size)
    for (index, view) in views.enumerated().reversed() {
      let picture = Self.copy(of: view)
      picture.transform = .identity
      picture.frame = CGRect(origin: .zero, size: view.bounds.size)
        .offsetBy(dx: CGFloat(index) * Self.step, dy: CGFloat(index) * Self.step)
      addSubview(picture)
    }
    addSubview(badge)
  }
  /// Adds an image behind the others.
  func add(_ view: UIView) {
    let picture = Self.copy(of: view)
    let step = CGFloat(subviews.count - 1) * Self.step
    picture.transform = .identity
    picture.frame = CGRect(origin: CGPoint(x: step, y: step), size: view.bounds.size)
    insertSubview(picture, at: 0)
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

  func lift() { transform = CGAffineTransform(scaleX: 1.05, y: 1.05) }
  func follow(_ place: CGPoint) { center = CGPoint(x: place.x - fingerOffset.x, y: place.y - fingerOffset.y) }

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
