import CarobFoundation
import QuartzCore

/// The content of a cell, from which a content view is made.
@preconcurrency @MainActor
public protocol UIContentConfiguration {
  func makeContentView() -> UIView & UIContentView
  func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a content configuration.
@preconcurrency @MainActor
public protocol UIContentView: AnyObject {
  var configuration: any UIContentConfiguration { get set }
}

public protocol UIConfigurationState {}

/// The texts and the image of a list cell.
@preconcurrency @MainActor
public struct UIListContentConfiguration: UIContentConfiguration {
  @preconcurrency @MainActor
  public struct TextProperties {
    public var font: UIFont
    public var color: UIColor
    public var numberOfLines = 0
    public var alignment = NSTextAlignment.natural
    public var lineBreakMode = NSLineBreakMode.byTruncatingTail
  }
  @preconcurrency @MainActor
  public struct ImageProperties {
    public var tintColor: UIColor?
    public var maximumSize = CGSize.zero
    public var cornerRadius: CGFloat = 0
    public var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
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
  public var imageToTextPadding: CGFloat = 12
  public var textToSecondaryTextVerticalPadding: CGFloat = 2
  public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public static func subtitleCell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public static func valueCell() -> UIListContentConfiguration {
    var configuration = UIListContentConfiguration()
    configuration.prefersSideBySideTextAndSecondaryText = true
    configuration.secondaryTextProperties = TextProperties(
      font: .systemFont(ofSize: 17), color: .secondaryLabel)
    return configuration
  }
  public func makeContentView() -> UIView & UIContentView { UIListContentView(configuration: self) }
  public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration { self }
}

/// Shows a list configuration.
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
  private func apply() {
    for (view, text, attributed, look) in [
      (label, list.text, list.attributedText, list.textProperties),
      (detail, list.secondaryText, list.secondaryAttributedText, list.secondaryTextProperties),
    ] {
      view.font = look.font
      view.textColor = look.color
      view.numberOfLines = look.numberOfLines
      view.text = text
      if let attributed { view.attributedText = attributed }
    }
    picture.image = list.image
    if let tint = list.imageProperties.tintColor { picture.tintColor = tint }
    setNeedsLayout()
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = max(0, size.width - 32 - (list.image.map { $0.size.width + list.imageToTextPadding } ?? 0))
    let room = CGSize(width: width, height: 0)
    let (a, b) = (label.sizeThatFits(room), detail.sizeThatFits(room))
    let text =
      list.prefersSideBySideTextAndSecondaryText
      ? max(a.height, b.height) : a.height + (b.height > 0 ? b.height + 2 : 0)
    return CGSize(width: size.width, height: max(44, max(text, list.image?.size.height ?? 0) + 22))
  }
  open override func layoutSubviews() {
    super.layoutSubviews()
    var x: CGFloat = 16
    if let size = list.image?.size {
      picture.frame = CGRect(
        x: x, y: (bounds.height - size.height) / 2, width: size.width, height: size.height)
      x += size.width + list.imageToTextPadding
    }
    let room = CGSize(width: max(0, bounds.width - x - 16), height: 0)
    let (a, b) = (label.sizeThatFits(room), detail.sizeThatFits(room))
    if list.prefersSideBySideTextAndSecondaryText {
      detail.frame = CGRect(
        x: bounds.width - 16 - b.width, y: (bounds.height - b.height) / 2, width: b.width, height: b.height)
      label.frame = CGRect(
        x: x, y: (bounds.height - a.height) / 2, width: max(0, room.width - b.width - 8), height: a.height)
    } else {
      let total = a.height + (b.height > 0 ? b.height + 2 : 0)
      label.frame = CGRect(x: x, y: (bounds.height - total) / 2, width: room.width, height: a.height)
      detail.frame = CGRect(x: x, y: label.frame.maxY + 2, width: room.width, height: b.height)
    }
  }
}
