import CarobFoundation
import QuartzCore

/// Describes the content of a cell; the cell shows it in a view made from the configuration.
@preconcurrency @MainActor
public protocol UIContentConfiguration {
  func makeContentView() -> UIView & UIContentView
  func updated(for state: any UIConfigurationState) -> Self
}

@preconcurrency @MainActor
public protocol UIContentView: AnyObject {
  var configuration: any UIContentConfiguration { get set }
}

public protocol UIConfigurationState {}

/// Text, secondary text and image of a standard list cell or header (C-333).
@preconcurrency @MainActor
public struct UIListContentConfiguration: UIContentConfiguration {
  @preconcurrency @MainActor
  public struct TextProperties {
    public enum TextAlignment: Int, Sendable { case natural, center, justified }
    public enum TextTransform: Int, Sendable { case none, uppercase, lowercase, capitalized }

    public var font: UIFont
    public var color: UIColor
    public var colorTransformer: UIConfigurationColorTransformer?
    public var numberOfLines = 0
    public var alignment = TextAlignment.natural
    public var lineBreakMode = NSLineBreakMode.byTruncatingTail
    public var transform = TextTransform.none
    public var adjustsFontSizeToFitWidth = false
    public var minimumScaleFactor: CGFloat = 0
    public var allowsDefaultTighteningForTruncation = false
    public var adjustsFontForContentSizeCategory = false
    public var showsExpansionTextWhenTruncated = false {
      didSet {
        if showsExpansionTextWhenTruncated {
          unimplemented("UIListContentConfiguration.TextProperties.showsExpansionTextWhenTruncated")
        }
      }
    }
    init(font: UIFont, color: UIColor) { (self.font, self.color) = (font, color) }
    public func resolvedColor() -> UIColor { colorTransformer?(color) ?? color }

    fileprivate func shown(_ text: String?) -> String? {
      switch transform {
      case .none: text
      case .uppercase: text?.uppercased()
      case .lowercase: text?.lowercased()
      case .capitalized: text?.capitalized
      }
    }
  }
  @preconcurrency @MainActor
  public struct ImageProperties {
    public var tintColor: UIColor?
    public var tintColorTransformer: UIConfigurationColorTransformer?
    /// The greatest size of the image in points; zero in a dimension is no limit.
    public var maximumSize = CGSize.zero
    /// The size of the space for the image, in the middle of which it is shown; zero in a dimension is the
    /// image's own, `standardDimension` that of list cells.
    public var reservedLayoutSize = CGSize.zero
    public static let standardDimension: CGFloat = -1
    public var cornerRadius: CGFloat = 0
    public var strokeWidth: CGFloat = 0
    public var strokeColor: UIColor?
    public var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
    public var accessibilityIgnoresInvertColors = false
    public func resolvedTintColor(for tintColor: UIColor) -> UIColor {
      let base = self.tintColor ?? tintColor
      return tintColorTransformer?(base) ?? base
    }
  }
  public var text: String?
  public var secondaryText: String?
  public var attributedText: NSAttributedString?
  public var secondaryAttributedText: NSAttributedString?
  public var image: UIImage?
  public var textProperties = TextProperties(font: .systemFont(ofSize: 17), color: .label)
  public var secondaryTextProperties = TextProperties(font: .systemFont(ofSize: 12), color: .label)
  public var imageProperties = ImageProperties()
  public var prefersSideBySideTextAndSecondaryText = false
  /// The distances between the parts, in points.
  public var imageToTextPadding: CGFloat = 12
  public var textToSecondaryTextVerticalPadding: CGFloat = 2
  public var textToSecondaryTextHorizontalPadding: CGFloat = 8
  /// The space around the content. Left and right follow the reading direction.
  public var directionalLayoutMargins = NSDirectionalEdgeInsets(
    top: 11, leading: 16, bottom: 11, trailing: 16)
  /// Along these axes the margins are at least those of the superview.
  public var axesPreservingSuperviewLayoutMargins: UIAxis = .both
  /// The least height of the view, in points.
  fileprivate var minimumHeight: CGFloat = 44
  /// Whether the configuration is that of an element of a sidebar, whose text follows the selection.
  fileprivate var isSidebar = false

  public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public static func subtitleCell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public static func valueCell() -> UIListContentConfiguration {
    var configuration = UIListContentConfiguration()
    configuration.prefersSideBySideTextAndSecondaryText = true
    configuration.secondaryTextProperties = TextProperties(
      font: .systemFont(ofSize: 17), color: .secondaryLabel)
    return configuration
  }
  public static func header() -> UIListContentConfiguration { groupedHeader() }
  public static func footer() -> UIListContentConfiguration { groupedFooter() }
  public static func plainHeader() -> UIListContentConfiguration {
    edge(.systemFont(ofSize: 17, weight: .semibold), .label)
  }
  public static func plainFooter() -> UIListContentConfiguration {
    edge(.systemFont(ofSize: 17), .secondaryLabel)
  }
  public static func groupedHeader() -> UIListContentConfiguration {
    var configuration = edge(.systemFont(ofSize: 13), .secondaryLabel)
    configuration.textProperties.transform = .uppercase
    return configuration
  }
  public static func groupedFooter() -> UIListContentConfiguration {
    edge(.systemFont(ofSize: 13), .secondaryLabel)
  }
  public static func prominentInsetGroupedHeader() -> UIListContentConfiguration {
    edge(.systemFont(ofSize: 20, weight: .bold), .label)
  }
  public static func extraProminentInsetGroupedHeader() -> UIListContentConfiguration {
    edge(.systemFont(ofSize: 22, weight: .bold), .label)
  }
  public static func sidebarCell() -> UIListContentConfiguration {
    var configuration = UIListContentConfiguration()
    configuration.isSidebar = true
    return configuration
  }
  public static func sidebarSubtitleCell() -> UIListContentConfiguration { sidebarCell() }
  public static func sidebarHeader() -> UIListContentConfiguration {
    edge(.systemFont(ofSize: 20, weight: .bold), .label)
  }
  public static func accompaniedSidebarCell() -> UIListContentConfiguration { sidebarCell() }
  public static func accompaniedSidebarSubtitleCell() -> UIListContentConfiguration { sidebarCell() }
  private static func edge(_ font: UIFont, _ color: UIColor) -> UIListContentConfiguration {
    var configuration = UIListContentConfiguration()
    configuration.textProperties = TextProperties(font: font, color: color)
    configuration.secondaryTextProperties = TextProperties(
      font: .systemFont(ofSize: 13), color: .secondaryLabel)
    configuration.minimumHeight = 28
    (configuration.directionalLayoutMargins.top, configuration.directionalLayoutMargins.bottom) = (6, 6)
    return configuration
  }

  public func makeContentView() -> UIView & UIContentView { UIListContentView(configuration: self) }
  /// A disabled cell's text is dimmed, unless the app set its color.
  public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration {
    guard let cell = state as? UICellConfigurationState else { return self }
    var copy = self
    if cell.isDisabled, textProperties.color == .label { copy.textProperties.color = .tertiaryLabel }
    return copy
  }
}

/// Shows a `UIListContentConfiguration`.
@preconcurrency @MainActor
open class UIListContentView: UIView, UIContentView {
  private let label = UILabel()
  private let detail = UILabel()
  private let picture = UIImageView()
  private var list: UIListContentConfiguration
  public init(configuration: UIListContentConfiguration) {
    list = configuration
    super.init(frame: .zero)
    for view in [picture, label, detail] { addSubview(view) }
    apply()
  }
  public required init?(coder: NSCoder) {
    list = .cell()
    super.init(coder: coder)
  }
  open var configuration: any UIContentConfiguration {
    get { list }
    set {
      if let new = newValue as? UIListContentConfiguration {
        list = new
        apply()
      }
    }
  }
  /// The areas of the parts, for constraints of the app; nil without that part.
  open var textLayoutGuide: UILayoutGuide? {
    list.text == nil && list.attributedText == nil ? nil : guides.text
  }
  open var secondaryTextLayoutGuide: UILayoutGuide? {
    list.secondaryText == nil && list.secondaryAttributedText == nil ? nil : guides.detail
  }
  open var imageLayoutGuide: UILayoutGuide? { list.image == nil ? nil : guides.image }
  private lazy var guides = (text: guide(of: label), detail: guide(of: detail), image: guide(of: picture))
  private func guide(of view: UIView) -> UILayoutGuide {
    let guide = UILayoutGuide()
    addLayoutGuide(guide)
    NSLayoutConstraint.activate([
      guide.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      guide.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      guide.topAnchor.constraint(equalTo: view.topAnchor),
      guide.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
    return guide
  }

  private func apply() {
    for (view, text, attributed, look) in [
      (label, list.text, list.attributedText, list.textProperties),
      (detail, list.secondaryText, list.secondaryAttributedText, list.secondaryTextProperties),
    ] {
      view.font = look.font
      view.textColor = look.resolvedColor()
      view.numberOfLines = look.numberOfLines
      switch look.alignment {
      case .natural: view.textAlignment = .natural
      case .center: view.textAlignment = .center
      case .justified: view.textAlignment = .justified
      }
      view.lineBreakMode = look.lineBreakMode
      view.adjustsFontSizeToFitWidth = look.adjustsFontSizeToFitWidth
      view.minimumScaleFactor = look.minimumScaleFactor
      view.allowsDefaultTighteningForTruncation = look.allowsDefaultTighteningForTruncation
      view.adjustsFontForContentSizeCategory = look.adjustsFontForContentSizeCategory
      view.text = look.shown(text)
      if let attributed { view.attributedText = attributed }
    }
    let look = list.imageProperties
    picture.image =
      look.preferredSymbolConfiguration.flatMap { list.image?.applyingSymbolConfiguration($0) }
      ?? list.image
    picture.tintColor =
      look.tintColor == nil && look.tintColorTransformer == nil
      ? nil : look.resolvedTintColor(for: tintColor)
    picture.contentMode = .scaleAspectFit
    picture.layer.cornerRadius = look.cornerRadius
    picture.clipsToBounds = look.cornerRadius > 0
    picture.layer.borderWidth = look.strokeWidth
    picture.layer.borderColor = look.strokeColor?.resolvedColor(with: traitCollection).cgColor
    picture.accessibilityIgnoresInvertColors = look.accessibilityIgnoresInvertColors
    setNeedsLayout()
  }

  /// The image's size within the maximum, with its aspect ratio.
  private var imageSize: CGSize {
    guard let size = picture.image?.size, size.width > 0, size.height > 0 else { return .zero }
    let most = list.imageProperties.maximumSize
    let scale = min(
      1, most.width > 0 ? most.width / size.width : 1, most.height > 0 ? most.height / size.height : 1)
    return CGSize(width: size.width * scale, height: size.height * scale)
  }
  private var imageRoom: CGSize {
    let (size, reserved) = (imageSize, list.imageProperties.reservedLayoutSize)
    guard picture.image != nil else { return .zero }
    func room(_ own: CGFloat, _ reserved: CGFloat) -> CGFloat {
      reserved == UIListContentConfiguration.ImageProperties.standardDimension
        ? max(own, 28) : reserved > 0 ? reserved : own
    }
    return CGSize(
      width: room(size.width, reserved.width), height: room(size.height, reserved.height))
  }
  private var margins: NSDirectionalEdgeInsets {
    var margins = list.directionalLayoutMargins
    // Only margins that the app gave the superview count; the standard ones are those of the configuration.
    guard let superview, superview.ownLayoutMargins != nil else { return margins }
    let outer = superview.directionalLayoutMargins
    if list.axesPreservingSuperviewLayoutMargins.contains(.horizontal) {
      (margins.leading, margins.trailing) = (
        max(margins.leading, outer.leading), max(margins.trailing, outer.trailing)
      )
    }
    if list.axesPreservingSuperviewLayoutMargins.contains(.vertical) {
      (margins.top, margins.bottom) = (max(margins.top, outer.top), max(margins.bottom, outer.bottom))
    }
    return margins
  }

  private func sizes(_ width: CGFloat) -> (text: CGSize, detail: CGSize, height: CGFloat) {
    let room = CGSize(width: width, height: 0)
    let (text, detail) = (label.sizeThatFits(room), self.detail.sizeThatFits(room))
    let height =
      list.prefersSideBySideTextAndSecondaryText
      ? max(text.height, detail.height)
      : text.height + (detail.height > 0 ? detail.height + list.textToSecondaryTextVerticalPadding : 0)
    return (text, detail, height)
  }
  private func textWidth(_ width: CGFloat, _ margins: NSDirectionalEdgeInsets) -> CGFloat {
    let image = picture.image == nil ? 0 : imageRoom.width + list.imageToTextPadding
    return max(0, width - margins.leading - margins.trailing - image)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let margins = margins
    let height = max(sizes(textWidth(size.width, margins)).height, imageRoom.height)
    return CGSize(
      width: size.width, height: max(list.minimumHeight, height + margins.top + margins.bottom))
  }
  open override func layoutSubviews() {
    super.layoutSubviews()
    let margins = margins
    let content = bounds.inset(
      by: UIEdgeInsets(
        top: margins.top, left: margins.leading, bottom: margins.bottom, right: margins.trailing))
    var x = content.minX
    let middle = margins.top == margins.bottom ? bounds.midY : content.midY
    if picture.image != nil {
      let (size, room) = (imageSize, imageRoom)
      picture.frame = CGRect(
        x: x + (room.width - size.width) / 2, y: middle - size.height / 2, width: size.width,
        height: size.height)
      x += room.width + list.imageToTextPadding
    }
    let width = textWidth(bounds.width, margins)
    let (a, b, height) = sizes(width)
    if list.prefersSideBySideTextAndSecondaryText {
      detail.frame = CGRect(
        x: content.maxX - b.width, y: middle - b.height / 2, width: b.width, height: b.height)
      let gap = b.width > 0 ? b.width + list.textToSecondaryTextHorizontalPadding : 0
      label.frame = CGRect(x: x, y: middle - a.height / 2, width: max(0, width - gap), height: a.height)
    } else {
      label.frame = CGRect(x: x, y: middle - height / 2, width: width, height: a.height)
      detail.frame = CGRect(
        x: x, y: label.frame.maxY + list.textToSecondaryTextVerticalPadding, width: width, height: b.height)
    }
    guard effectiveUserInterfaceLayoutDirection == .rightToLeft else { return }
    for view in [picture, label, detail] { view.frame.origin.x = bounds.width - view.frame.maxX }
  }
}
