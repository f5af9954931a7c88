import CarobFoundation
import CoreGraphics

/// An image of a context menu's subject, as its preview describes it, with a badge (E-1077).
@MainActor
final class PreviewHighlight: UIView {
  let badge = UILabel()

  /// At the subject's place in its window.
  init(of preview: UITargetedPreview, badge count: Int) {
    super.init(frame: CGRect(origin: .zero, size: preview.view.bounds.size))
    isUserInteractionEnabled = false
    accessibilityElementsHidden = true
    addSubview(DragImage.picture(of: preview.view, preview.parameters))
    center = preview.target.container.convert(preview.target.center, to: nil)
    transform = preview.target.transform
    layer.shadowOpacity = 0.15
    layer.shadowRadius = 8
    layer.shadowPath = preview.parameters.shadowPath?.cgPath
    guard count > 0 else { return }
    badge.text = "\(count)"
    badge.font = .systemFont(ofSize: 13, weight: .semibold)
    badge.textColor = .white
    badge.textAlignment = .center
    badge.backgroundColor = .systemRed
    badge.layer.cornerRadius = 11
    badge.clipsToBounds = true
    let width = max(22, badge.intrinsicContentSize.width + 12)
    badge.frame = CGRect(x: bounds.maxX - width / 2, y: -11, width: width, height: 22)
    addSubview(badge)
  }
  required init?(coder: NSCoder) { nil }
}
