@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// The appearance of bar items in one state, with the settings common to both kinds of items.
///
/// Values that are not set are taken from another state (E-495, E-496).
open class _ItemStateAppearance: NSObject {
  enum Key {
    case title, titlePlace, background, backgroundPlace, icon, badge, badgeTitle, badgePlace, badgeTitlePlace
  }
  private let origin: _ItemStateAppearance?
  var onChange: (() -> Void)?
  /// The values set for this state itself.
  fileprivate(set) var own: [Key: Any] = [:] { didSet { onChange?() } }

  init(_ origin: _ItemStateAppearance? = nil) {
    self.origin = origin
    super.init()
  }

  subscript<Value>(_ key: Key) -> Value? {
    get { own[key] as? Value ?? origin?[key] }
    set { own[key] = newValue }
  }

  open var titleTextAttributes: [NSAttributedString.Key: Any] {
    get { self[.title] ?? [:] }
    set { self[.title] = newValue }
  }
  open var titlePositionAdjustment: UIOffset {
    get { self[.titlePlace] ?? .zero }
    set { self[.titlePlace] = newValue }
  }
  /// The title colour, if it was set for this state itself.
  var ownTitleColor: UIColor? {
    (own[.title] as? [NSAttributedString.Key: Any])?[.foregroundColor] as? UIColor
  }
}

/// The appearance of bar items in all states, with the settings common to both kinds of items.
open class _ItemAppearance: NSObject {
  let states: [_ItemStateAppearance]
  var onChange: (() -> Void)?

  init(_ states: [_ItemStateAppearance]) {
    self.states = states
    super.init()
    for state in states {
      state.onChange = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.onChange?() }
    }
  }
  func take(_ other: _ItemAppearance) -> Self {
    for (mine, its) in zip(states, other.states) { mine.own = its.own }
    return self
  }
  func reset() { for state in states { state.own = [:] } }
}

/// The appearance of bar buttons in one state.
open class UIBarButtonItemStateAppearance: _ItemStateAppearance {
  open var backgroundImage: UIImage? {
    get { self[.background] }
    set { self[.background] = newValue }
  }
  open var backgroundImagePositionAdjustment: UIOffset {
    get { self[.backgroundPlace] ?? .zero }
    set {
      if newValue != .zero {
        unimplemented("UIBarButtonItemStateAppearance.backgroundImagePositionAdjustment")
      }
      self[.backgroundPlace] = newValue
    }
  }
}

/// The appearance of bar buttons in all states.
///
/// DEVIATION: fonts of states other than normal have no effect.
open class UIBarButtonItemAppearance: _ItemAppearance, NSCopying {
  public let normal: UIBarButtonItemStateAppearance
  public let highlighted: UIBarButtonItemStateAppearance
  public let disabled: UIBarButtonItemStateAppearance
  public let focused: UIBarButtonItemStateAppearance
  private(set) var style: UIBarButtonItem.Style

  public convenience init() { self.init(style: .plain) }
  public init(style: UIBarButtonItem.Style) {
    self.style = style
    normal = UIBarButtonItemStateAppearance()
    highlighted = UIBarButtonItemStateAppearance(normal)
    disabled = UIBarButtonItemStateAppearance(normal)
    focused = UIBarButtonItemStateAppearance(highlighted)
    super.init([normal, highlighted, disabled, focused])
  }

  /// Resets the appearance to the default for a style.
  open func configureWithDefault(for style: UIBarButtonItem.Style) {
    self.style = style
    reset()
  }

  open func copy(with zone: NSZone? = nil) -> Any { duplicate() }
  func duplicate() -> UIBarButtonItemAppearance { UIBarButtonItemAppearance(style: style).take(self) }
}

@MainActor
extension UIBarButtonItemAppearance {
  /// Applies the appearance to a button, except for values that its item sets itself.
  func apply(to button: UIButton, of item: UIBarButtonItem?) {
    func own(_ state: UIControl.State) -> [NSAttributedString.Key: Any]? {
      item?.titleAttributes[state.rawValue]
    }
    button.titleLabel?.font =
      own(.normal)?[.font] as? UIFont ?? normal.titleTextAttributes[.font] as? UIFont
      ?? .systemFont(ofSize: 17, weight: (item?.style ?? style) == .done ? .semibold : .regular)
    for (state, look) in [
      (UIControl.State.normal, normal), (.highlighted, highlighted), (.disabled, disabled),
    ] {
      button.setTitleColor(own(state)?[.foregroundColor] as? UIColor ?? look.ownTitleColor, for: state)
      button.setBackgroundImage(look.backgroundImage, for: state)
    }
    let way = normal.titlePositionAdjustment
    // A centred title moves by half of the insets' difference.
    button.moveTitle(way)
  }
}
