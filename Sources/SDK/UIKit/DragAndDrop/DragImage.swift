import CarobFoundation
import CoreGraphics
import QuartzCore

/// What follows the finger: pictures of what was lifted, one behind the other, and a mark for what a drop would do.
///
/// DEVIATION: the pictures are rectangles, whatever visible path the preview names.
@MainActor
final class DragImage: UIView {
  private let badge = UILabel()
  /// From the middle to the finger.
  private var grab: CGPoint
  private static let step: CGFloat = 6

  init(_ previews: [UITargetedDragPreview], at place: CGPoint, in window: UIWindow) {
    let middle = previews.first.map {
      $0.target.container.convert($0.target.center, to: nil)
    }
    grab = middle.map { CGPoint(x: place.x - $0.x, y: place.y - $0.y) } ?? .zero
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

  /// Pictures of these views in place of what there was.
  func show(_ views: [UIView]) {
    for old in subviews { old.removeFromSuperview() }
    let size = views.first?.bounds.size ?? .zero
    bounds = CGRect(origin: .zero, size: size)
    for (index, view) in views.enumerated().reversed() {
      let picture = UIImageView(image: Self.picture(of: view))
      picture.frame = view.bounds.offsetBy(
        dx: CGFloat(index) * Self.step - view.bounds.minX, dy: CGFloat(index) * Self.step - view.bounds.minY)
      addSubview(picture)
    }
    addSubview(badge)
  }
  private static func picture(of view: UIView) -> UIImage? {
    guard view.bounds.width > 0, view.bounds.height > 0 else { return nil }
    view.layoutIfNeeded()
    return UIGraphicsImageRenderer(bounds: view.bounds).image { view.layer.render(in: $0.cgContext) }
  }

  func lift() { transform = CGAffineTransform(scaleX: 1.05, y: 1.05) }
  func follow(_ place: CGPoint) { center = CGPoint(x: place.x - grab.x, y: place.y - grab.y) }

  /// How many there are, and that they would be copied.
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

  /// The end: to where a preview says, or away.
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
