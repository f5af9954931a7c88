import CarobFoundation
import CoreGraphics

/// The button of one tab.
@preconcurrency @MainActor
final class TabButton: UIControl {
  private let label = UILabel()
  private let picture = UIImageView()
  private let badge = UILabel()
  private var item: UITabBarItem?
  private var look: UITabBarItemStateAppearance?
  var onTap: (() -> Void)?

  func show(_ item: UITabBarItem) {
    if label.superview == nil {
      label.textAlignment = .center
      picture.contentMode = .scaleAspectFit
      badge.textAlignment = .center
      badge.layer.masksToBounds = true
      addSubview(label)
      addSubview(picture)
      addSubview(badge)
    }
    self.item = item
    label.text = item.title
    badge.text = item.badgeValue
    badge.isHidden = item.badgeValue == nil
    accessibilityLabel = item.accessibilityName
    accessibilityIdentifier = item.accessibilityIdentifier
    accessibilityValue = item.badgeValue
    setNeedsLayout()
  }

  /// E-496: the item's own attributes take precedence over those of the bar's appearance, and these over
  /// the colour.
  func color(_ color: UIColor, _ look: UITabBarItemStateAppearance, isSelected: Bool) {
    self.isSelected = isSelected
    self.look = look
    let own = item?.titleAttributes
    let state = own?[isSelected ? UIControl.State.selected.rawValue : UIControl.State.normal.rawValue]
    label.textColor = state?[.foregroundColor] as? UIColor ?? look.ownTitleColor ?? color
    label.font =
      own?[UIControl.State.normal.rawValue]?[.font] as? UIFont ?? look.titleTextAttributes[.font] as? UIFont
      ?? .systemFont(ofSize: 10, weight: .medium)
    let image = isSelected ? item?.selectedImage ?? item?.image : item?.image
    picture.image =
      image.map { $0.renderingMode == .automatic ? $0.withRenderingMode(.alwaysTemplate) : $0 }
    picture.tintColor = look.ownIconColor ?? color
    badge.backgroundColor = item?.badgeColor ?? look.badgeBackgroundColor ?? .systemRed
    badge.textColor = look.badgeTextAttributes[.foregroundColor] as? UIColor ?? .white
    badge.font = look.badgeTextAttributes[.font] as? UIFont ?? .systemFont(ofSize: 13)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    picture.frame = CGRect(x: bounds.midX - 13, y: 5, width: 26, height: 26)
    let way = look?.titlePositionAdjustment ?? .zero
    label.frame = CGRect(x: way.horizontal, y: 33 + way.vertical, width: bounds.width, height: 13)
    guard !badge.isHidden else { return }
    let moved = look?.badgePositionAdjustment ?? .zero
    let width = max(18, badge.intrinsicContentSize.width + 10)
    badge.frame = CGRect(
      x: bounds.midX + 4 + moved.horizontal, y: 2 + moved.vertical, width: width, height: 18)
    badge.layer.cornerRadius = 9
  }
  override func touchEnded(inside: Bool, _ event: UIEvent?) {
    super.touchEnded(inside: inside, event)
    if inside { onTap?() }
  }
  override var defaultAccessibilityTraits: UIAccessibilityTraits {
    super.defaultAccessibilityTraits.union([.button])
  }
}
