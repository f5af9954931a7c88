import CarobFoundation
import CoreGraphics

/// The background of a view: colour, corners and border.
public struct UIBackgroundConfiguration: @unchecked Sendable {
  // @unchecked because colours are immutable.
  public var backgroundColor: UIColor?
  public var cornerRadius: CGFloat = 0
  public var strokeColor: UIColor?
  public var strokeWidth: CGFloat = 0
  public var image: UIImage?
  public var backgroundInsets = NSDirectionalEdgeInsets.zero
  public init() {}
  public static func clear() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  /// The color that a standard background of lists has (C-332).
  var standardColor: UIColor?

  // E-824
  /// Applies the background to a view behind the button's content. The button's own background, corners and
  /// border remain the app's.
  @MainActor
  func apply(to view: UIView, of button: UIButton) {
    guard let configuration = button.configuration else { return }
    let color = configuration.effectiveBackground(tint: button.shownTint)
    let shown = button.looksEnabled || color == nil ? color : .tertiarySystemFill
    // NB: the view's own colour, because the layer's is lost when the traits change.
    view.backgroundColor = shown.map {
      let base = $0.resolvedColor(with: button.traitCollection)
      return button.looksHighlighted ? base.withAlphaComponent(base.cgColor.alpha * 0.75) : base
    }
    view.layer.borderColor = strokeColor?.resolvedColor(with: button.traitCollection).cgColor
    view.layer.borderWidth = strokeColor == nil ? 0 : strokeWidth
    view.clipsToBounds = true
    place(view, configuration.cornerStyle, of: button)
  }

  @MainActor
  func place(_ view: UIView, _ style: UIButton.Configuration.CornerStyle, of button: UIButton) {
    let isMirrored = button.effectiveUserInterfaceLayoutDirection == .rightToLeft
    let insets = backgroundInsets
    view.frame = button.bounds.inset(
      by: UIEdgeInsets(
        top: insets.top, left: isMirrored ? insets.trailing : insets.leading, bottom: insets.bottom,
        right: isMirrored ? insets.leading : insets.trailing))
    view.layer.cornerCurve = .continuous
    switch style {
    case .capsule: view.layer.cornerRadius = view.bounds.height / 2
    case .small: view.layer.cornerRadius = 5
    case .medium: view.layer.cornerRadius = 8
    case .large: view.layer.cornerRadius = 12
    case .fixed, .dynamic: view.layer.cornerRadius = cornerRadius > 0 ? cornerRadius : 5.95
    }
  }

  /// Resets the view for a button without a configuration.
  @MainActor
  static func clear(_ view: UIView) {
    view.backgroundColor = nil
    (view.layer.borderWidth, view.layer.cornerRadius) = (0, 0)
    view.clipsToBounds = false
  }
}

extension UIButton {
  /// A button's content and appearance as one value.
  public struct Configuration: @unchecked Sendable {
    // @unchecked because images, colours and fonts are immutable.
    enum Style { case plain, gray, tinted, filled, borderless, bordered, borderedTinted, borderedProminent }
    public enum Size: Int, Sendable { case medium, small, mini, large }
    public enum CornerStyle: Int, Sendable {
      case fixed = -1
      case dynamic, small, medium, large, capsule
    }
    public enum TitleAlignment: Int, Sendable { case automatic, leading, center, trailing }

    let style: Style
    public var title: String?
    public var subtitle: String?
    /// Parts without a font or colour get the configuration's (E-602).
    public var attributedTitle: AttributedString? {
      didSet {
        attributedTitleObject = nil
        if let attributedTitle { title = String(attributedTitle.characters) }
      }
    }
    var attributedTitleObject: NSAttributedString?
    public var image: UIImage?
    public var imagePlacement: NSDirectionalRectEdge = .leading
    public var imagePadding: CGFloat = 0
    /// Points between title and subtitle.
    public var titlePadding: CGFloat = 1
    public var baseForegroundColor: UIColor?
    public var baseBackgroundColor: UIColor?
    public var buttonSize = Size.medium { didSet { contentInsets = Self.insets(style, buttonSize) } }
    public var cornerStyle = CornerStyle.dynamic
    public var contentInsets: NSDirectionalEdgeInsets
    public var background = UIBackgroundConfiguration()
    /// How title and subtitle, and the lines of each, are aligned with each other (E-982).
    public var titleAlignment = TitleAlignment.automatic
    /// Automatic: centered without an image beside the text, else at the image's side.
    var textAlignment: NSTextAlignment {
      switch titleAlignment {
      case .leading: .left
      case .center: .center
      case .trailing: .right
      case .automatic:
        image == nil && !showsActivityIndicator || imagePlacement == .top || imagePlacement == .bottom
          ? .center : imagePlacement == .trailing ? .right : .left
      }
    }
    /// Whether an activity indicator is shown in place of the image (E-602).
    public var showsActivityIndicator = false
    /// How a symbol image is drawn where it has no settings of its own (E-1011).
    public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
    /// Makes the final changes to the title's attributes, each time the button's appearance is updated
    /// (E-602).
    public var titleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
    public var activityIndicatorColorTransformer: UIConfigurationColorTransformer?

    init(_ style: Style) {
      self.style = style
      contentInsets = Self.insets(style, .medium)
    }

    private static func insets(_ style: Style, _ size: Size) -> NSDirectionalEdgeInsets {
      switch size {
      case .mini: return NSDirectionalEdgeInsets(top: 4, leading: 10, bottom: 4, trailing: 10)
      case .small: return NSDirectionalEdgeInsets(top: 4, leading: 10, bottom: 4, trailing: 10)
      case .medium: return NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
      case .large: return NSDirectionalEdgeInsets(top: 15, leading: 20, bottom: 15, trailing: 20)
      }
    }

    public static func plain() -> Configuration { Configuration(.plain) }
    public static func gray() -> Configuration { Configuration(.gray) }
    public static func tinted() -> Configuration { Configuration(.tinted) }
    public static func filled() -> Configuration { Configuration(.filled) }
    public static func borderless() -> Configuration { Configuration(.borderless) }
    public static func bordered() -> Configuration { Configuration(.bordered) }
    public static func borderedTinted() -> Configuration { Configuration(.borderedTinted) }
    public static func borderedProminent() -> Configuration { Configuration(.borderedProminent) }
    public func updated(for button: UIButton) -> Configuration { self }

    /// The title with all attributes; nil if font and colour are enough to draw it.
    @MainActor
    func styledTitle(_ title: String?, color: UIColor, traits: UITraitCollection) -> NSAttributedString? {
      let transformer = titleTextAttributesTransformer
      if attributedTitleObject == nil, attributedTitle == nil, transformer == nil { return nil }
      let base = AttributeContainer().font(titleFont(traits)).foregroundColor(color)
      if let attributedTitleObject {
        let text = NSMutableAttributedString(
          string: attributedTitleObject.string,
          attributes: (transformer?.transform(base) ?? base).uiKitAttributes)
        let whole = NSRange(location: 0, length: text.length)
        attributedTitleObject.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
          text.addAttributes(attributes, range: range)
        }
        return text
      }
      guard let string = attributedTitle ?? title.map({ AttributedString($0) }) else { return nil }
      let text = NSMutableAttributedString(string: "")
      for run in string.runs {
        let own = base.merging(run.attributes)
        text.append(
          NSAttributedString(
            string: String(string[run.range].characters),
            attributes: (transformer?.transform(own) ?? own).uiKitAttributes))
      }
      return text
    }

    /// The title's font where `attributedTitle` has none; it follows the text size (E-970.4).
    func titleFont(_ traits: UITraitCollection) -> UIFont {
      .preferredFont(
        forTextStyle: buttonSize == .mini || buttonSize == .small ? .subheadline : .body,
        compatibleWith: traits)
    }

    func effectiveForeground(tint: UIColor, role: UIButton.Role = .normal) -> UIColor? {
      if let baseForegroundColor { return baseForegroundColor }
      switch style {
      case .filled, .borderedProminent: return .white
      default: return tint
      }
    }

    func effectiveBackground(tint: UIColor) -> UIColor? {
      if let color = background.backgroundColor { return color }
      switch style {
      case .filled, .borderedProminent: return baseBackgroundColor ?? tint
      case .tinted, .borderedTinted: return (baseBackgroundColor ?? tint).withAlphaComponent(0.18)
      case .gray, .bordered: return baseBackgroundColor ?? .secondarySystemFill
      case .plain, .borderless: return baseBackgroundColor == nil ? nil : nil
      }
    }
  }
}

/// A transformer for the text attributes of a configuration.
public struct UIConfigurationTextAttributesTransformer: @unchecked Sendable {
  // @unchecked because the closure is only called on the main thread.
  let transform: (AttributeContainer) -> AttributeContainer
  public init(_ transform: @escaping (AttributeContainer) -> AttributeContainer) {
    self.transform = transform
  }
  public func callAsFunction(_ input: AttributeContainer) -> AttributeContainer { transform(input) }
}

/// A transformer for a colour of a configuration.
public struct UIConfigurationColorTransformer: @unchecked Sendable {
  // @unchecked because the closure is only called on the main thread.
  public let transform: (UIColor) -> UIColor
  public init(_ transform: @escaping (UIColor) -> UIColor) { self.transform = transform }
  public func callAsFunction(_ input: UIColor) -> UIColor { transform(input) }
}
