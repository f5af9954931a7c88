import CarobFoundation
import CoreGraphics
import QuartzCore

/// A magnifier that shows the text around the insertion point above the user's finger (E-518).
@MainActor
final class Loupe: UIView {
  private let pane = UIView()
  private let caret = UIView()
  private var copy: UIView?
  private static let size = CGSize(width: 120, height: 48)
  private static let scale: CGFloat = 1.25
  private static let margin: CGFloat = 8

  init() {
    super.init(frame: CGRect(origin: .zero, size: Self.size))
    isUserInteractionEnabled = false
    accessibilityElementsHidden = true
    layer.shadowOpacity = 0.25
    layer.shadowRadius = 8
    layer.shadowOffset = CGSize(width: 0, height: 3)
    pane.frame = bounds
    pane.backgroundColor = .systemBackground
    pane.layer.cornerRadius = Self.size.height / 2
    pane.layer.borderWidth = 0.5
    pane.clipsToBounds = true
    addSubview(pane)
    pane.addSubview(caret)
  }
  required init?(coder: NSCoder) { nil }

  /// - Parameter box: the rectangle of the insertion point, in the coordinates of `text`.
  func show(_ text: UIView, _ box: CGRect, in window: UIWindow) {
    pane.layer.borderColor = UIColor.separator.cgColor
    copy?.removeFromSuperview()
    let picture = DragImage.copy(of: text)
    picture.alpha = 1
    picture.transform = CGAffineTransform(scaleX: Self.scale, y: Self.scale)
    // The insertion point is in the centre of the loupe.
    let middle = CGPoint(x: pane.bounds.midX, y: pane.bounds.midY)
    picture.center = CGPoint(
      x: middle.x - (box.midX - text.bounds.midX) * Self.scale,
      y: middle.y - (box.midY - text.bounds.midY) * Self.scale)
    pane.insertSubview(picture, at: 0)
    copy = picture
    caret.backgroundColor = text.tintColor
    caret.bounds.size = CGSize(width: 2 * Self.scale, height: box.height * Self.scale)
    caret.center = middle
    let place = text.convert(box, to: nil)
    let room = window.bounds.insetBy(dx: Self.size.width / 2, dy: 0)
    center = CGPoint(
      x: min(max(place.midX, room.minX), room.maxX),
      y: max(
        place.minY - Self.margin - Self.size.height / 2, window.safeAreaInsets.top + Self.size.height / 2))
    if superview !== window { window.addSubview(self) }
  }
}
