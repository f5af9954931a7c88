import CarobFoundation
import NibFormat

/// A section's header or footer.
@preconcurrency @MainActor
open class UITableViewHeaderFooterView: UIView {
  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
  }
  public override convenience init(frame: CGRect) {
    self.init(reuseIdentifier: nil)
    self.frame = frame
  }
  /// Makes a view of the class for a section; generated for classes with `init(reuseIdentifier:)`.
  nonisolated open class var _carobNewHeader: (@MainActor (String?) -> UITableViewHeaderFooterView)? { nil }
  public required init?(coder: NSCoder) {
    reuseIdentifier = (coder as? NibCoder)?.element?["reuseIdentifier"]
    super.init(coder: coder)
    addSubview(contentView)
    // Also decodes an element that was created as a cell and then given this class, which is a common way to
    // get a content view.
    (coder as? NibCoder)?.decodeContent(into: contentView)
  }
  open private(set) var reuseIdentifier: String?
  open var contentView: UIView { ownContentView }
  private let ownContentView = UIView()
  // E-1010
  /// Shown behind the content and as large as the whole view, in place of the standard background.
  open var backgroundView: UIView? {
    didSet {
      guard oldValue !== backgroundView else { return }
      if oldValue?.superview === self { oldValue?.removeFromSuperview() }
      guard let backgroundView else { return }
      backgroundView.frame = bounds
      insertSubview(backgroundView, at: 0)
      if hasStandardBackground { (backgroundColor, hasStandardBackground) = (nil, false) }
    }
  }
  private var hasStandardBackground = false
  private var label: UILabel?
  open var textLabel: UILabel? {
    if let label { return label }
    let new = UILabel()
    new.font = .systemFont(ofSize: 13)
    contentView.addSubview(new)
    label = new
    return new
  }
  open var detailTextLabel: UILabel? { nil }
  open func prepareForReuse() {}

  // MARK: Configuration (E-1092)

  open var contentConfiguration: (any UIContentConfiguration)? { didSet { showContentConfiguration() } }
  open var automaticallyUpdatesContentConfiguration = true
  let content = ConfiguredContent()
  open var backgroundConfiguration: UIBackgroundConfiguration? { didSet { showBackgroundConfiguration() } }
  open var automaticallyUpdatesBackgroundConfiguration = true
  var configuredBackground: CellBackground?
  /// The standard content of the view: that of a header or footer in a table of its table's style.
  open func defaultContentConfiguration() -> UIListContentConfiguration { standardContent }
  open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
    isInPlainTable ? .listPlainHeaderFooter() : .listGroupedHeaderFooter()
  }
  open var configurationState: UIViewConfigurationState { ownConfigurationState }
  public typealias ConfigurationUpdateHandler =
    (_ headerFooterView: UITableViewHeaderFooterView, _ state: UIViewConfigurationState) -> Void
  open var configurationUpdateHandler: ConfigurationUpdateHandler? {
    didSet { setNeedsUpdateConfiguration() }
  }
  var needsConfiguration = false
  open func setNeedsUpdateConfiguration() {
    needsConfiguration = true
    setNeedsLayout()
  }
  /// Configures the view for its state. Called once before it is displayed, and at most once per run loop turn
  /// in which the state changed.
  open func updateConfiguration(using state: UIViewConfigurationState) {
    configurationUpdateHandler?(self, state)
  }
  /// Whether the header is at the edge of the visible bounds instead of at its place.
  var isPinned = false { didSet { if oldValue != isPinned { setNeedsUpdateConfiguration() } } }
  var isFooter = false

  func configure(_ title: String, isPlain: Bool) {
    textLabel?.text = title
    textLabel?.font = isPlain ? .systemFont(ofSize: 17, weight: .semibold) : .systemFont(ofSize: 13)
    textLabel?.textColor = isPlain ? .label : .secondaryLabel
    if isPlain, backgroundView == nil {
      (backgroundColor, hasStandardBackground) = (.secondarySystemBackground, true)
    }
  }
  open override func layoutSubviews() {
    updateConfigurationIfNeeded()
    super.layoutSubviews()
    // E-960
    let sides = (superview as? UITableView)?.headerSides ?? (left: 0, right: 0)
    backgroundView?.frame = bounds
    contentView.frame = CGRect(
      x: sides.left, y: 0, width: max(0, bounds.width - sides.left - sides.right), height: bounds.height)
    let width = contentView.bounds.width
    label?.frame = CGRect(
      x: 16, y: bounds.height > 30 ? bounds.height - 26 : 0, width: max(0, width - 32),
      height: min(bounds.height, 28) - 4)
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UITableViewHeaderFooterView.self,
      {
        [
          "backgroundView": \.backgroundView, "contentConfiguration": \.contentConfiguration,
          "automaticallyUpdatesContentConfiguration": \.automaticallyUpdatesContentConfiguration,
          "backgroundConfiguration": \.backgroundConfiguration,
          "automaticallyUpdatesBackgroundConfiguration": \.automaticallyUpdatesBackgroundConfiguration,
          "configurationUpdateHandler": \.configurationUpdateHandler,
        ]
      },
      readOnly: {
        [
          "reuseIdentifier": \.reuseIdentifier, "contentView": \.contentView, "textLabel": \.textLabel,
          "detailTextLabel": \.detailTextLabel, "configurationState": \.configurationState,
        ]
      }
    )
  }
}
