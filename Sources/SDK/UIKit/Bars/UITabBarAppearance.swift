import CarobFoundation

/// The appearance of tab bar items in one state.
open class UITabBarItemStateAppearance: _ItemStateAppearance {
  /// The colour of the image; nil for the bar's colour.
  open var iconColor: UIColor? {
    get { self[.icon] }
    set { self[.icon] = newValue }
  }
  open var badgeBackgroundColor: UIColor? {
    get { self[.badge] }
    set { self[.badge] = newValue }
  }
  open var badgeTextAttributes: [NSAttributedString.Key: Any] {
    get { self[.badgeTitle] ?? [:] }
    set { self[.badgeTitle] = newValue }
  }
  open var badgePositionAdjustment: UIOffset {
    get { self[.badgePlace] ?? .zero }
    set { self[.badgePlace] = newValue }
  }
  open var badgeTitlePositionAdjustment: UIOffset {
    get { self[.badgeTitlePlace] ?? .zero }
    set { self[.badgeTitlePlace] = newValue }
  }
  /// The icon colour set for this state itself.
  var ownIconColor: UIColor? { own[.icon] as? UIColor }
}

/// The appearance of tab bar items in all states.
open class UITabBarItemAppearance: _ItemAppearance, NSCopying {
  public enum Style: Int, Sendable { case stacked, inline, compactInline }
  public let normal: UITabBarItemStateAppearance
  public let selected: UITabBarItemStateAppearance
  public let disabled: UITabBarItemStateAppearance
  public let focused: UITabBarItemStateAppearance
  private var style: Style

  public convenience init() { self.init(style: .stacked) }
  public init(style: Style) {
    self.style = style
    normal = UITabBarItemStateAppearance()
    selected = UITabBarItemStateAppearance(normal)
    disabled = UITabBarItemStateAppearance(normal)
    focused = UITabBarItemStateAppearance(normal)
    super.init([normal, selected, disabled, focused])
  }

  /// Resets the appearance to the default for a style.
  open func configureWithDefault(for style: Style) {
    self.style = style
    reset()
  }

  open func copy(with zone: NSZone? = nil) -> Any { duplicate() }
  func duplicate() -> UITabBarItemAppearance { UITabBarItemAppearance(style: style).take(self) }
}

/// The appearance of a tab bar, including its items.
///
/// DEVIATION: titles are always below the images, so only the stacked layout is used.
open class UITabBarAppearance: UIBarAppearance {
  public override init() { super.init() }
  public required init(barAppearance: UIBarAppearance) {
    if let other = barAppearance as? UITabBarAppearance {
      stackedLayoutAppearance = other.stackedLayoutAppearance.duplicate()
      inlineLayoutAppearance = other.inlineLayoutAppearance.duplicate()
      compactInlineLayoutAppearance = other.compactInlineLayoutAppearance.duplicate()
      (selectionIndicatorImage, selectionIndicatorTintColor) = (
        other.selectionIndicatorImage, other.selectionIndicatorTintColor
      )
      (stackedItemPositioning, stackedItemWidth, stackedItemSpacing) = (
        other.stackedItemPositioning, other.stackedItemWidth, other.stackedItemSpacing
      )
    }
    super.init(barAppearance: barAppearance)
  }

  /// The layout with titles below images, used on narrow portrait screens.
  open var stackedLayoutAppearance = UITabBarItemAppearance(style: .stacked) { didSet { watchItems() } }
  open var inlineLayoutAppearance = UITabBarItemAppearance(style: .inline) { didSet { watchItems() } }
  open var compactInlineLayoutAppearance = UITabBarItemAppearance(style: .compactInline) {
    didSet { watchItems() }
  }
  /// An image behind the selected item, in the image's own size (E-705).
  open var selectionIndicatorImage: UIImage? { didSet { changed() } }
  /// The tint colour of a selection indicator that is a template image.
  open var selectionIndicatorTintColor: UIColor? { didSet { changed() } }
  /// How the items share the bar's width (E-706).
  open var stackedItemPositioning = UITabBar.ItemPositioning.automatic { didSet { changed() } }
  /// The width of items centred in the bar, in points; 0 for the width that fits.
  open var stackedItemWidth: CGFloat = 0 { didSet { changed() } }
  open var stackedItemSpacing: CGFloat = 0 { didSet { changed() } }
  override var items: [_ItemAppearance] {
    [stackedLayoutAppearance, inlineLayoutAppearance, compactInlineLayoutAppearance]
  }
}
