import CarobFoundation

/// How the items of a tab bar look in one state.
open class UITabBarItemStateAppearance: NSObject {
  /// Whose values are taken where this one has none (E-496).
  private let origin: UITabBarItemStateAppearance?
  var onChange: (() -> Void)?
  private var own = Values() { didSet { onChange?() } }

  struct Values {
    var titleTextAttributes: [NSAttributedString.Key: Any]?
    var titlePositionAdjustment: UIOffset?
    var iconColor: UIColor?
    var badgeBackgroundColor: UIColor?
    var badgeTextAttributes: [NSAttributedString.Key: Any]?
    var badgePositionAdjustment: UIOffset?
    var badgeTitlePositionAdjustment: UIOffset?
  }

  init(_ origin: UITabBarItemStateAppearance? = nil) {
    self.origin = origin
    super.init()
  }

  open var titleTextAttributes: [NSAttributedString.Key: Any] {
    get { own.titleTextAttributes ?? origin?.titleTextAttributes ?? [:] }
    set { own.titleTextAttributes = newValue }
  }
  open var titlePositionAdjustment: UIOffset {
    get { own.titlePositionAdjustment ?? origin?.titlePositionAdjustment ?? .zero }
    set { own.titlePositionAdjustment = newValue }
  }
  /// Of the picture; nil for the bar's colour.
  open var iconColor: UIColor? {
    get { own.iconColor ?? origin?.iconColor }
    set { own.iconColor = newValue }
  }
  open var badgeBackgroundColor: UIColor? {
    get { own.badgeBackgroundColor ?? origin?.badgeBackgroundColor }
    set { own.badgeBackgroundColor = newValue }
  }
  open var badgeTextAttributes: [NSAttributedString.Key: Any] {
    get { own.badgeTextAttributes ?? origin?.badgeTextAttributes ?? [:] }
    set { own.badgeTextAttributes = newValue }
  }
  open var badgePositionAdjustment: UIOffset {
    get { own.badgePositionAdjustment ?? origin?.badgePositionAdjustment ?? .zero }
    set { own.badgePositionAdjustment = newValue }
  }
  open var badgeTitlePositionAdjustment: UIOffset {
    get { own.badgeTitlePositionAdjustment ?? origin?.badgeTitlePositionAdjustment ?? .zero }
    set { own.badgeTitlePositionAdjustment = newValue }
  }

  /// What was set for this very state.
  var ownTitleColor: UIColor? { own.titleTextAttributes?[.foregroundColor] as? UIColor }
  var ownIconColor: UIColor? { own.iconColor }

  fileprivate func take(_ other: UITabBarItemStateAppearance) { own = other.own }
  fileprivate func reset() { own = Values() }
}

/// How the items of a tab bar look in each of their states.
open class UITabBarItemAppearance: NSObject, NSCopying {
  public enum Style: Int, Sendable { case stacked, inline, compactInline }
  public let normal: UITabBarItemStateAppearance
  public let selected: UITabBarItemStateAppearance
  public let disabled: UITabBarItemStateAppearance
  public let focused: UITabBarItemStateAppearance
  private var style: Style

  public convenience override init() { self.init(style: .stacked) }
  public init(style: Style) {
    self.style = style
    normal = UITabBarItemStateAppearance()
    selected = UITabBarItemStateAppearance(normal)
    disabled = UITabBarItemStateAppearance(normal)
    focused = UITabBarItemStateAppearance(normal)
    super.init()
    for state in states { state.onChange = { [weak self] in self?.onChange?() } }
  }

  /// As a new one of that style.
  open func configureWithDefault(for style: Style) {
    self.style = style
    for state in states { state.reset() }
  }

  open func copy(with zone: NSZone? = nil) -> Any { duplicate() }
  func duplicate() -> UITabBarItemAppearance {
    let copy = UITabBarItemAppearance(style: style)
    for (mine, its) in zip(states, copy.states) { its.take(mine) }
    return copy
  }

  private var states: [UITabBarItemStateAppearance] { [normal, selected, disabled, focused] }
  var onChange: (() -> Void)?
}

/// How a tab bar looks, with its items.
///
/// DEVIATION: titles always stand below the pictures, so only the stacked layout is seen.
open class UITabBarAppearance: UIBarAppearance {
  public override init() {
    super.init()
    watchItems()
  }
  public required init(barAppearance: UIBarAppearance) {
    super.init(barAppearance: barAppearance)
    if let other = barAppearance as? UITabBarAppearance {
      stackedLayoutAppearance = other.stackedLayoutAppearance.duplicate()
      inlineLayoutAppearance = other.inlineLayoutAppearance.duplicate()
      compactInlineLayoutAppearance = other.compactInlineLayoutAppearance.duplicate()
    }
    watchItems()
  }

  /// Titles below pictures: the layout of narrow, upright screens.
  open var stackedLayoutAppearance = UITabBarItemAppearance(style: .stacked) { didSet { watchItems() } }
  open var inlineLayoutAppearance = UITabBarItemAppearance(style: .inline) { didSet { watchItems() } }
  open var compactInlineLayoutAppearance = UITabBarItemAppearance(style: .compactInline) {
    didSet { watchItems() }
  }

  private func watchItems() {
    for items in [stackedLayoutAppearance, inlineLayoutAppearance, compactInlineLayoutAppearance] {
      items.onChange = { [weak self] in self?.changed() }
    }
    changed()
  }
}
