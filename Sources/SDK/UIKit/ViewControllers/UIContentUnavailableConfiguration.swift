import CarobFoundation
import CoreGraphics

/// The state that a content-unavailable configuration may depend on.
public struct UIContentUnavailableConfigurationState: UIConfigurationState, @unchecked Sendable {
  // @unchecked because a trait collection does not change.
  public var traitCollection: UITraitCollection
  public var searchText: String?
  public init(traitCollection: UITraitCollection) {
    self.init(traitCollection: traitCollection, searchText: nil)
  }
  init(traitCollection: UITraitCollection, searchText: String?) {
    self.traitCollection = traitCollection
    self.searchText = searchText?.isEmpty == false ? searchText : nil
  }
}

/// Describes an image, text and buttons shown in the middle of a screen without content (E-603).
@preconcurrency @MainActor
public struct UIContentUnavailableConfiguration: UIContentConfiguration {
  public enum Alignment: Int, Sendable { case center, natural }

  @preconcurrency @MainActor
  public struct TextProperties {
    public var font: UIFont
    public var color: UIColor
    public var alignment = NSTextAlignment.center
    public var numberOfLines = 0
    public var lineBreakMode = NSLineBreakMode.byTruncatingTail
    public var adjustsFontSizeToFitWidth = false
    public var minimumScaleFactor: CGFloat = 0
  }
  @preconcurrency @MainActor
  public struct ImageProperties {
    public var tintColor: UIColor? = .secondaryLabel
    public var preferredSymbolConfiguration: UIImage.SymbolConfiguration? = .init(pointSize: 48)
    public var maximumSize = CGSize.zero
    public var cornerRadius: CGFloat = 0
  }
  @preconcurrency @MainActor
  public struct ButtonProperties {
    public var primaryAction: UIAction?
    public var menu: UIMenu?
    public var role = UIButton.Role.normal
    public var isEnabled = true
  }

  public var image: UIImage?
  public var imageProperties = ImageProperties()
  public var text: String?
  public var attributedText: NSAttributedString?
  public var textProperties = TextProperties(font: .systemFont(ofSize: 22, weight: .bold), color: .label)
  public var secondaryText: String?
  public var secondaryAttributedText: NSAttributedString?
  public var secondaryTextProperties = TextProperties(font: .systemFont(ofSize: 15), color: .secondaryLabel)
  /// Shown when it has a title or an image.
  public var button = UIButton.Configuration.plain()
  public var buttonProperties = ButtonProperties()
  public var secondaryButton = UIButton.Configuration.plain()
  public var secondaryButtonProperties = ButtonProperties()
  public var alignment = Alignment.center
  /// Has no effect; the value is only stored.
  ///
  /// DEVIATION: the margins are always `directionalLayoutMargins`, whatever the margins of the superview
  /// are.
  public var axesPreservingSuperviewLayoutMargins = UIAxis.both
  public var directionalLayoutMargins = NSDirectionalEdgeInsets(
    top: 20, leading: 20, bottom: 20, trailing: 20)
  public var imageToTextPadding: CGFloat = 15
  public var textToSecondaryTextPadding: CGFloat = 5
  public var textToButtonPadding: CGFloat = 15
  public var buttonToSecondaryButtonPadding: CGFloat = 8
  public var background = UIBackgroundConfiguration()
  /// Whether an activity indicator is shown instead of the image.
  var isLoading = false
  private var isSearch = false

  public static func empty() -> UIContentUnavailableConfiguration { UIContentUnavailableConfiguration() }
  /// A configuration with an activity indicator.
  public static func loading() -> UIContentUnavailableConfiguration {
    var configuration = UIContentUnavailableConfiguration()
    configuration.isLoading = true
    configuration.text = "Loading\u{2026}"
    configuration.textProperties = TextProperties(font: .systemFont(ofSize: 15), color: .secondaryLabel)
    return configuration
  }
  /// A configuration for a search without results; `updated(for:)` adds the text that was searched for.
  public static func search() -> UIContentUnavailableConfiguration {
    var configuration = UIContentUnavailableConfiguration()
    configuration.isSearch = true
    configuration.image = UIImage(systemName: "magnifyingglass")
    configuration.text = "No Results"
    configuration.secondaryText = "Check the spelling or try a new search."
    return configuration
  }

  public func makeContentView() -> UIView & UIContentView { UIContentUnavailableView(configuration: self) }
  public func updated(for state: any UIConfigurationState) -> UIContentUnavailableConfiguration {
    guard isSearch, let searched = (state as? UIContentUnavailableConfigurationState)?.searchText else {
      return self
    }
    var copy = self
    copy.text = "No Results for \u{201C}\(searched)\u{201D}"
    return copy
  }
}

/// Shows a content-unavailable configuration.
@preconcurrency @MainActor
open class UIContentUnavailableView: UIView, UIContentView {
  private var shown: UIContentUnavailableConfiguration
  private let column = UIStackView()

  public init(configuration: UIContentUnavailableConfiguration) {
    shown = configuration
    super.init(frame: .zero)
    prepare()
  }
  public required init?(coder: NSCoder) {
    shown = .empty()
    super.init(coder: coder)
    prepare()
  }

  open var configuration: any UIContentConfiguration {
    get { shown }
    set {
      guard let new = newValue as? UIContentUnavailableConfiguration else { return }
      shown = new
      apply()
    }
  }
  /// The scroll view whose missing content the view replaces.
  open var scrollView: UIScrollView?

  private func prepare() {
    column.axis = .vertical
    column.translatesAutoresizingMaskIntoConstraints = false
    addSubview(column)
    let margins = layoutMarginsGuide
    NSLayoutConstraint.activate([
      column.centerYAnchor.constraint(equalTo: safeAreaLayoutGuide.centerYAnchor),
      column.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      column.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
    ])
    apply()
  }

  private func apply() {
    for view in column.arrangedSubviews { view.removeFromSuperview() }
    column.alignment = shown.alignment == .center ? .center : .leading
    directionalLayoutMargins = shown.directionalLayoutMargins
    backgroundColor = shown.background.backgroundColor
    if shown.isLoading {
      let wheel = UIActivityIndicatorView(style: .medium)
      wheel.startAnimating()
      add(wheel, shown.imageToTextPadding)
    } else if let image = shown.image {
      add(picture(image), shown.imageToTextPadding)
    }
    let hasSecondary = shown.secondaryText != nil || shown.secondaryAttributedText != nil
    let beforeButton = shown.textToButtonPadding
    if shown.text != nil || shown.attributedText != nil {
      let label = label(shown.text, shown.attributedText, shown.textProperties)
      add(label, hasSecondary ? shown.textToSecondaryTextPadding : beforeButton)
    }
    if hasSecondary {
      add(
        label(shown.secondaryText, shown.secondaryAttributedText, shown.secondaryTextProperties),
        beforeButton)
    }
    addButton(shown.button, shown.buttonProperties)
    addButton(shown.secondaryButton, shown.secondaryButtonProperties)
  }

  private func add(_ view: UIView, _ spacing: CGFloat) {
    column.addArrangedSubview(view)
    column.setCustomSpacing(spacing, after: view)
  }
  private func picture(_ image: UIImage) -> UIImageView {
    let look = shown.imageProperties
    let sized =
      image.isSymbolImage
      ? look.preferredSymbolConfiguration.flatMap { image.applyingSymbolConfiguration($0) } ?? image : image
    let view = UIImageView(image: sized)
    view.tintColor = look.tintColor
    view.contentMode = .scaleAspectFit
    view.layer.cornerRadius = look.cornerRadius
    view.clipsToBounds = look.cornerRadius > 0
    let limit = look.maximumSize
    if limit.width > 0 { view.widthAnchor.constraint(lessThanOrEqualToConstant: limit.width).isActive = true }
    if limit.height > 0 {
      view.heightAnchor.constraint(lessThanOrEqualToConstant: limit.height).isActive = true
    }
    return view
  }
  private func label(
    _ text: String?, _ attributed: NSAttributedString?,
    _ look: UIContentUnavailableConfiguration.TextProperties
  ) -> UILabel {
    let label = UILabel()
    label.font = look.font
    label.textColor = look.color
    label.textAlignment = look.alignment
    label.numberOfLines = look.numberOfLines
    label.lineBreakMode = look.lineBreakMode
    label.adjustsFontSizeToFitWidth = look.adjustsFontSizeToFitWidth
    label.minimumScaleFactor = look.minimumScaleFactor
    label.text = text
    if let attributed { label.attributedText = attributed }
    return label
  }
  private func addButton(
    _ configuration: UIButton.Configuration,
    _ properties: UIContentUnavailableConfiguration.ButtonProperties
  ) {
    guard configuration.title != nil || configuration.image != nil || properties.primaryAction != nil else {
      return
    }
    let button = UIButton(configuration: configuration, primaryAction: properties.primaryAction)
    button.isEnabled = properties.isEnabled
    button.role = properties.role
    if let menu = properties.menu {
      button.menu = menu
      button.showsMenuAsPrimaryAction = properties.primaryAction == nil
    }
    add(button, shown.buttonToSecondaryButtonPadding)
  }
}

/// The view that a controller shows instead of content, above the other subviews of its view.
@MainActor
final class ContentUnavailableHolder {
  let view: UIView & UIContentView
  init(_ view: UIView & UIContentView) { self.view = view }

  /// Covers the visible bounds, which move in a scroll view.
  func cover(_ outer: UIView) {
    if view.superview !== outer {
      view.frame = outer.bounds
      outer.addSubview(view)
    } else if outer.subviews.last !== view {
      outer.bringSubviewToFront(view)
    }
    if view.frame != outer.bounds { view.frame = outer.bounds }
  }
}

extension UIViewController {
  /// E-603.
  func updateContentUnavailableIfNeeded() {
    guard needsContentUnavailable, view.window != nil else { return }
    needsContentUnavailable = false
    let state = contentUnavailableConfigurationState
    Journal.deliver(
      .appearance, "updateContentUnavailableConfiguration(using:)", to: self, category: .lifetime
    ) { updateContentUnavailableConfiguration(using: state) }
  }

  func showContentUnavailable() {
    guard let configuration = contentUnavailableConfiguration else {
      unavailableView?.view.removeFromSuperview()
      unavailableView = nil
      return
    }
    let updated = configuration.updated(for: contentUnavailableConfigurationState)
    if let holder = unavailableView, type(of: holder.view.configuration) == type(of: updated) {
      holder.view.configuration = updated
    } else {
      unavailableView?.view.removeFromSuperview()
      unavailableView = ContentUnavailableHolder(updated.makeContentView())
    }
    if isViewLoaded { view.setNeedsLayout() }
  }
}
