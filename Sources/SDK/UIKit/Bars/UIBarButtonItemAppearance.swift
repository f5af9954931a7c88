import CarobFoundation

/// How the items of a bar look in one state.
open class UIBarButtonItemStateAppearance: NSObject {
  /// Whose values are taken where this one has none (E-495).
  private let origin: UIBarButtonItemStateAppearance?
  var onChange: (() -> Void)?
  private var own = Values() { didSet { onChange?() } }

  /// What was set for this state.
  struct Values {
    var titleTextAttributes: [NSAttributedString.Key: Any]?
    var titlePositionAdjustment: UIOffset?
    var backgroundImage: UIImage?
    var backgroundImagePositionAdjustment: UIOffset?
  }

  init(_ origin: UIBarButtonItemStateAppearance? = nil) {
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
  open var backgroundImage: UIImage? {
    get { own.backgroundImage ?? origin?.backgroundImage }
    set { own.backgroundImage = newValue }
  }
  open var backgroundImagePositionAdjustment: UIOffset {
    get { own.backgroundImagePositionAdjustment ?? origin?.backgroundImagePositionAdjustment ?? .zero }
    set {
      if newValue != .zero {
        unimplemented("UIBarButtonItemStateAppearance.backgroundImagePositionAdjustment")
      }
      own.backgroundImagePositionAdjustment = newValue
    }
  }

  /// The colour of titles, if it was set for this very state.
  var ownTitleColor: UIColor? { own.titleTextAttributes?[.foregroundColor] as? UIColor }

  fileprivate func take(_ other: UIBarButtonItemStateAppearance) { own = other.own }
  fileprivate func reset() { own = Values() }
}

/// How the items of a bar look in each of their states.
///
/// DEVIATION: a font that is set for another state than the normal one is not seen.
open class UIBarButtonItemAppearance: NSObject, NSCopying {
  public let normal: UIBarButtonItemStateAppearance
  public let highlighted: UIBarButtonItemStateAppearance
  public let disabled: UIBarButtonItemStateAppearance
  public let focused: UIBarButtonItemStateAppearance
  private(set) var style: UIBarButtonItem.Style

  public convenience override init() { self.init(style: .plain) }
  public init(style: UIBarButtonItem.Style) {
    self.style = style
    normal = UIBarButtonItemStateAppearance()
    highlighted = UIBarButtonItemStateAppearance(normal)
    disabled = UIBarButtonItemStateAppearance(normal)
    focused = UIBarButtonItemStateAppearance(highlighted)
    super.init()
    for state in states { state.onChange = { [weak self] in self?.onChange?() } }
  }

  /// As a new one of that style.
  open func configureWithDefault(for style: UIBarButtonItem.Style) {
    self.style = style
    for state in states { state.reset() }
  }

  open func copy(with zone: NSZone? = nil) -> Any { duplicate() }
  func duplicate() -> UIBarButtonItemAppearance {
    let copy = UIBarButtonItemAppearance(style: style)
    for (mine, its) in zip(states, copy.states) { its.take(mine) }
    return copy
  }

  private var states: [UIBarButtonItemStateAppearance] { [normal, highlighted, disabled, focused] }
  var onChange: (() -> Void)?
}

@MainActor
extension UIBarButtonItemAppearance {
  /// Gives a button this look, where the item that it stands for has none of its own.
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
    button.titleEdgeInsets = UIEdgeInsets(
      top: way.vertical, left: way.horizontal, bottom: -way.vertical, right: -way.horizontal)
  }
}
