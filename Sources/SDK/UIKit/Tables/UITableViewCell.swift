import CarobFoundation
@_spi(Hazards) import CarobRuntime
import NibFormat
import QuartzCore

/// One row of a table.
@preconcurrency @MainActor
open class UITableViewCell: UIView {
  public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }
  public enum SelectionStyle: Int, Sendable { case none, blue, gray, `default` }
  public enum AccessoryType: Int, Sendable {
    case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
  }
  public enum EditingStyle: Int, Sendable { case none, delete, insert }
  public enum SeparatorStyle: Int, Sendable { case none, singleLine, singleLineEtched }
  public enum DragState: Int, Sendable { case none, lifting, dragging }

  public init(style: CellStyle, reuseIdentifier: String?) {
    self.style = style
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    prepare()
  }
  public override convenience init(frame: CGRect) {
    self.init(style: .default, reuseIdentifier: nil)
    self.frame = frame
  }
  public required init?(coder: NSCoder) {
    style = .default
    reuseIdentifier = (coder as? NibCoder)?.element?["reuseIdentifier"]
    super.init(coder: coder)
    prepare()
    (coder as? NibCoder)?.decodeCell(self)
  }

  private func prepare() {
    guard contentView.superview == nil else { return }
    contentView.frame = bounds
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    // Keep a color from the nib.
    if backgroundColor == nil { backgroundColor = .systemBackground }
    insertSubview(contentView, at: 0)
    separator.backgroundColor = .separator
    separator.isUserInteractionEnabled = false
    addSubview(separator)
  }

  var style: CellStyle
  open private(set) var reuseIdentifier: String?
  open private(set) var contentView = UIView()
  private let separator = UIView()
  private var ownTextLabel: UILabel?
  private var ownDetailLabel: UILabel?
  private var ownImageView: UIImageView?
  @Zeroing var table: UITableView?
  var indexPath: IndexPath?
  /// Called when the row is lifted, dragged, and put back (E-510).
  open func dragStateDidChange(_ dragState: DragState) {}

  open var textLabel: UILabel? {
    if let label = ownTextLabel { return label }
    let label = UILabel()
    label.font = .systemFont(ofSize: 17)
    ownTextLabel = label
    contentView.addSubview(label)
    return label
  }
  open var detailTextLabel: UILabel? {
    if let label = ownDetailLabel { return label }
    guard style != .default else { return nil }
    let label = UILabel()
    label.font = .systemFont(ofSize: style == .subtitle ? 12 : 17)
    label.textColor = style == .subtitle ? .label : .secondaryLabel
    ownDetailLabel = label
    contentView.addSubview(label)
    return label
  }
  open var imageView: UIImageView? {
    if let view = ownImageView { return view }
    let view = UIImageView()
    ownImageView = view
    contentView.addSubview(view)
    return view
  }
  func adoptIdentifier(_ identifier: String) { reuseIdentifier = identifier }
  /// The segue that selecting the cell starts.
  var segue: ConnectedSegue?
  /// Makes a cell of the class for the reuse queue; generated for classes with
  /// `init(style:reuseIdentifier:)`. Called when the reuse queue has no cell.
  nonisolated open class var _carobNewCell:
    (@MainActor (UITableViewCell.CellStyle, String?) -> UITableViewCell)?
  { nil }

  /// Adopts the labels and the image view from a nib.
  func adopt(text: UILabel?, detail: UILabel?, image: UIImageView?) {
    ownTextLabel = text
    ownDetailLabel = detail
    ownImageView = image
  }

  open var accessoryType = AccessoryType.none { didSet { updateAccessory() } }
  open var accessoryView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      updateAccessory()
    }
  }
  open var editingAccessoryType = AccessoryType.none { didSet { updateAccessory() } }
  open var editingAccessoryView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      updateAccessory()
    }
  }
  /// Whether the accessory is hidden in editing mode if the cell has none for that mode; a storyboard can
  /// set it (C-316).
  var hidesAccessoryWhenEditing = true { didSet { updateAccessory() } }
  open var selectionStyle = SelectionStyle.default
  open var backgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
    }
  }
  open var selectedBackgroundView: UIView?
  /// The background of a selected cell in a table that allows several rows to be selected (C-317); without
  /// it, `selectedBackgroundView` is used.
  open var multipleSelectionBackgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      look()
    }
  }
  private var shownSelectedBackground: UIView?
  private var wantedSelectedBackground: UIView? {
    table?.selectsSeveral == true
      ? multipleSelectionBackgroundView ?? selectedBackgroundView : selectedBackgroundView
  }
  /// The cell's separator insets; the table's unless the cell sets its own (E-596).
  open var separatorInset: UIEdgeInsets {
    get { ownSeparatorInset ?? table?.separatorInset ?? Self.automaticSeparatorInset }
    set {
      ownSeparatorInset = newValue
      setNeedsLayout()
    }
  }
  private var ownSeparatorInset: UIEdgeInsets?
  static let automaticSeparatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  /// Updates the separator after the table's separator properties or readable width changed.
  func separatorChanged() {
    separator.backgroundColor = table?.separatorColor ?? .separator
    setNeedsLayout()
  }
  /// The separator's insets from the left and right edges, in points.
  private var separatorEnds: (left: CGFloat, right: CGFloat) {
    let (usual, beyond) = (Self.automaticSeparatorInset, table?.readableInset ?? 0)
    // E-960: the automatic insets keep the leading end out of the safe area.
    let left = usual.left + beyond + sides.left
    guard let set = ownSeparatorInset ?? table?.ownSeparatorInset else { return (left, usual.right + beyond) }
    guard table?.separatorInsetReference == .fromAutomaticInsets else { return (set.left, set.right) }
    return (left + set.left, usual.right + beyond + set.right)
  }
  private var sides: (left: CGFloat, right: CGFloat) { table?.contentSides ?? (0, 0) }
  private var hasReadableMargins = false
  /// E-596: adds the readable inset to the content view's layout margins, so that constraints to the margins
  /// follow it.
  private func followReadableWidth(_ beyond: CGFloat) {
    guard beyond > 0 || hasReadableMargins else { return }
    hasReadableMargins = beyond > 0
    var margins = contentView.layoutMargins
    (margins.left, margins.right) = (16 + beyond, 16 + beyond)
    if contentView.layoutMargins != margins { contentView.layoutMargins = margins }
  }
  /// How many times the content is indented by `indentationWidth`.
  ///
  /// The table sets it from `tableView(_:indentationLevelForRowAt:)` when the cell is about to be shown
  /// (C-310).
  open var indentationLevel = 0 { didSet { if oldValue != indentationLevel { setNeedsLayout() } } }
  /// Points per level.
  open var indentationWidth: CGFloat = 10 { didSet { if oldValue != indentationWidth { setNeedsLayout() } } }
  var indentation: CGFloat { CGFloat(indentationLevel) * indentationWidth }
  open var shouldIndentWhileEditing = true
  /// Whether the reorder control is shown; the table sets it for rows that can be moved.
  open var showsReorderControl = false
  /// How the row may be edited, as the table determined (E-274).
  var editing = RowEditing()
  var editsNow = false
  var sign: EditSign?
  var grip: ReorderControl?
  open var isEditing: Bool {
    get { editsNow }
    set { setEditing(newValue, animated: false) }
  }
  open func setEditing(_ editing: Bool, animated: Bool) { changeEditing(editing, animated: animated) }
  open var editingStyle: EditingStyle { editsNow ? editing.style : .none }
  open var showingDeleteConfirmation: Bool { indexPath != nil && table?.swipe?.path == indexPath }
  open func willTransition(to state: StateMask) {}
  open func didTransition(to state: StateMask) {}
  /// Returns the default list configuration for the cell's style (E-842).
  open func defaultContentConfiguration() -> UIListContentConfiguration {
    switch style {
    case .default: .cell()
    case .subtitle: .subtitleCell()
    case .value1, .value2: .valueCell()
    }
  }

  // MARK: Configuration (UITableViewCell+Configuration.swift)

  open var contentConfiguration: (any UIContentConfiguration)? { didSet { showContentConfiguration() } }
  open var automaticallyUpdatesContentConfiguration = true
  let content = ConfiguredContent()
  /// The background's color, image, corners and border, in place of the background views (E-1092).
  open var backgroundConfiguration: UIBackgroundConfiguration? { didSet { showBackgroundConfiguration() } }
  open var automaticallyUpdatesBackgroundConfiguration = true
  var configuredBackground: CellBackground?
  open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
    table?.style == .plain ? .listPlainCell() : .listGroupedCell()
  }
  open var configurationState: UICellConfigurationState { ownConfigurationState }
  public typealias ConfigurationUpdateHandler =
    (_ cell: UITableViewCell, _ state: UICellConfigurationState) -> Void
  open var configurationUpdateHandler: ConfigurationUpdateHandler? {
    didSet { setNeedsUpdateConfiguration() }
  }
  var needsConfiguration = false
  open func setNeedsUpdateConfiguration() {
    needsConfiguration = true
    setNeedsLayout()
  }
  /// Configures the cell for its state. Called once before the cell is displayed, and at most once per run
  /// loop turn in which the state changed (E-1092).
  open func updateConfiguration(using state: UICellConfigurationState) {
    configurationUpdateHandler?(self, state)
  }
  var shownDragState = UICellConfigurationState.DragState.none

  private var accessory: UIView?
  func updateAccessory() {
    accessory?.removeFromSuperview()
    // C-316
    let showsEditing =
      editsNow && (hidesAccessoryWhenEditing || editingAccessoryView != nil || editingAccessoryType != .none)
    accessory = showsEditing ? editingAccessoryView : accessoryView
    if accessory == nil {
      switch showsEditing ? editingAccessoryType : accessoryType {
      case .none: break
      case .disclosureIndicator: accessory = symbol("chevron.right", .tertiaryLabel, 12)
      case .checkmark: accessory = symbol("checkmark", tintColor, 17)
      case .detailButton, .detailDisclosureButton: accessory = detailButton()
      }
    }
    if let accessory { addSubview(accessory) }
    setNeedsLayout()
  }
  /// The detail button. A tap is reported to the delegate and does not select the row.
  private func detailButton() -> UIView {
    let button = UIButton(type: .detailDisclosure)
    button.bounds.size = CGSize(width: 22, height: 22)
    button.accessibilityLabel = "More Info"
    button.addTarget(self, action: "carob_accessory", for: .touchUpInside)
    return button
  }
  open override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + [
      .init(none: "carob_accessory", "carob_accessory()", 0) {
        let cell = unsafeDowncast($0, to: UITableViewCell.self)
        cell.table?.accessoryTapped(cell)
      }
    ]
  }
  private func symbol(_ name: String, _ color: UIColor, _ size: CGFloat) -> UIView {
    let view = UIImageView(image: UIImage(systemName: name)?.withRenderingMode(.alwaysTemplate))
    view.tintColor = color
    view.contentMode = .scaleAspectFit
    view.bounds.size = CGSize(width: size, height: size)
    return view
  }

  /// E-609.
  override func defaultLayoutMargins(of subview: UIView) -> UIEdgeInsets? {
    guard subview === contentView else { return nil }
    let side = UIViewController.systemMinimumMargin
    return UIEdgeInsets(top: 11, left: side, bottom: 11, right: side)
  }

  // MARK: State

  open var isSelected = false { didSet { if oldValue != isSelected { stateChanged() } } }
  open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }
  open var isHighlighted = false { didSet { if oldValue != isHighlighted { stateChanged() } } }
  open func setHighlighted(_ highlighted: Bool, animated: Bool) { isHighlighted = highlighted }

  private func stateChanged() {
    look()
    setNeedsUpdateConfiguration()
  }
  func look() {
    sign?.showsChosen(isSelected)
    if shownSelectedBackground?.superview === self { shownSelectedBackground?.removeFromSuperview() }
    shownSelectedBackground = nil
    // E-1092: a background configuration follows the state by itself.
    if configuredBackground != nil {
      layer.backgroundColor = backgroundColor?.resolvedColor(with: traitCollection).cgColor
      return
    }
    let marked = isSelected || isHighlighted
    if let background = wantedSelectedBackground {
      shownSelectedBackground = background
      background.removeFromSuperview()
      if marked {
        background.frame = bounds
        insertSubview(background, at: 0)
      }
      contentView.backgroundColor = nil
      return
    }
    guard selectionStyle != .none else { return }
    layer.backgroundColor =
      (marked ? UIColor.systemGray4 : backgroundColor ?? .systemBackground).resolvedColor(
        with: traitCollection
      ).cgColor
  }
  override func colorsMayHaveChanged() { look() }

  /// Called before a recycled cell is used again; not called for a new cell (E-265).
  open func prepareForReuse() {}

  open override func layoutSubviews() {
    updateConfigurationIfNeeded()
    super.layoutSubviews()
    let (editing, sides) = (editingInsets, sides)
    let insets = (left: editing.left + sides.left, right: editing.right + sides.right)
    let beyond = table?.readableInset ?? 0
    followReadableWidth(beyond)
    var width = bounds.width - insets.right
    layoutEditingControls(sides)
    if let accessory {
      let size = accessory.bounds.size
      accessory.frame = CGRect(
        x: width - (editing.right > 0 ? 4 : 16 + beyond) - size.width, y: (bounds.height - size.height) / 2,
        width: size.width,
        height: size.height)
      width = accessory.frame.minX - 8
    }
    contentView.frame = CGRect(
      x: insets.left, y: 0, width: max(0, width - insets.left),
      height: max(0, bounds.height - separatorHeight))
    backgroundView?.frame = bounds
    shownSelectedBackground?.frame = bounds
    content.view?.frame = contentView.bounds.inset(
      by: UIEdgeInsets(top: 0, left: indentation, bottom: 0, right: 0))
    let line = Self.lineHeight
    let ends = separatorEnds
    separator.frame = CGRect(
      x: ends.left + editing.left, y: bounds.height - line,
      width: max(0, bounds.width - editing.left - ends.left - ends.right), height: line)
    layoutLabels(beyond)
  }
  /// One pixel, in points.
  private static var lineHeight: CGFloat { 1 / UIScreen.main.scale }
  /// The separator's height. The separator is below the content view, which is therefore one pixel lower than
  /// the row.
  private var separatorHeight: CGFloat { separator.isHidden ? 0 : Self.lineHeight }
  func showSeparator(_ shown: Bool) {
    guard separator.isHidden == shown else { return }
    separator.isHidden = !shown
    setNeedsLayout()
  }

  private func layoutLabels(_ beyond: CGFloat) {
    let content = contentView.bounds
    var x: CGFloat = 16 + beyond + indentation
    if let view = ownImageView, let size = view.image?.size {
      let side = min(size.height, content.height - 2)
      let width = size.height > 0 ? size.width * side / size.height : 0
      view.frame = CGRect(x: x, y: (content.height - side) / 2, width: width, height: side)
      x += width + 15
    }
    let right = content.width - (accessory == nil ? 16 + beyond : 0)
    guard let text = ownTextLabel, text.translatesAutoresizingMaskIntoConstraints else { return }
    let width = max(0, right - x)
    switch (style, ownDetailLabel) {
    case (.subtitle, let detail?) where detail.text?.isEmpty == false:
      let (a, b) = (
        text.sizeThatFits(CGSize(width: width, height: 0)),
        detail.sizeThatFits(CGSize(width: width, height: 0))
      )
      let top = (content.height - a.height - b.height - 2) / 2
      text.frame = CGRect(x: x, y: top, width: width, height: a.height)
      detail.frame = CGRect(x: x, y: top + a.height + 2, width: width, height: b.height)
    case (.value1, let detail?), (.value2, let detail?):
      let b = detail.sizeThatFits(CGSize(width: width, height: 0))
      detail.frame = CGRect(x: right - b.width, y: 0, width: b.width, height: content.height)
      text.frame = CGRect(x: x, y: 0, width: max(0, width - b.width - 8), height: content.height)
    default: text.frame = CGRect(x: x, y: 0, width: width, height: content.height)
    }
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    var height: CGFloat = 44
    let inner = CGSize(width: max(0, size.width - sides.left - sides.right), height: size.height)
    let configured = content.view
    if let configured { height = max(height, configured.sizeThatFits(inner).height) }
    let beside = (accessory.map { $0.bounds.width + 24 } ?? 0) + sides.left + sides.right
    let fitting = contentView.systemLayoutSizeFitting(
      CGSize(width: max(0, size.width - beside), height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    if fitting.height > 0 {
      height = max(fitting.height + separatorHeight, configured == nil ? 0 : height)
    }
    if fitting.height <= 0, let text = ownTextLabel {
      let room = CGSize(width: max(0, size.width - 32 - sides.left - sides.right), height: 0)
      height = max(
        height, text.sizeThatFits(room).height + (ownDetailLabel?.sizeThatFits(room).height ?? 0) + 22)
    }
    return CGSize(width: size.width, height: max(height, 1))
  }

  // MARK: Touches, forwarded to the table

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let indexPath, let table else { return super.touchesBegan(touches, with: event) }
    table.touchBegan(self, indexPath)
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, let table else { return }
    if !point(inside: touch.location(in: self), with: event) { table.touchCancelled(self) }
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let indexPath, let table else { return super.touchesEnded(touches, with: event) }
    table.touchEnded(self, indexPath)
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    table?.touchCancelled(self)
  }

  override var defaultIsAccessibilityElement: Bool { true }
  override var isElementWithControls: Bool { true }
  override var defaultAccessibilityLabel: String? {
    let texts = contentView.shownTexts
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
  override var elementText: String? { contentView.shownTexts.first }
  override var defaultAccessibilityTraits: UIAccessibilityTraits {
    isSelected || accessoryType == .checkmark ? [.selected] : []
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UITableViewCell.self,
      {
        [
          "accessoryType": \.accessoryType, "accessoryView": \.accessoryView,
          "editingAccessoryType": \.editingAccessoryType, "editingAccessoryView": \.editingAccessoryView,
          "selectionStyle": \.selectionStyle, "backgroundView": \.backgroundView,
          "selectedBackgroundView": \.selectedBackgroundView,
          "multipleSelectionBackgroundView": \.multipleSelectionBackgroundView,
          "separatorInset": \.separatorInset, "indentationLevel": \.indentationLevel,
          "indentationWidth": \.indentationWidth, "shouldIndentWhileEditing": \.shouldIndentWhileEditing,
          "showsReorderControl": \.showsReorderControl, "editing": \.isEditing,
          "contentConfiguration": \.contentConfiguration,
          "automaticallyUpdatesContentConfiguration": \.automaticallyUpdatesContentConfiguration,
          "backgroundConfiguration": \.backgroundConfiguration,
          "automaticallyUpdatesBackgroundConfiguration": \.automaticallyUpdatesBackgroundConfiguration,
          "configurationUpdateHandler": \.configurationUpdateHandler, "selected": \.isSelected,
          "highlighted": \.isHighlighted,
        ]
      },
      readOnly: {
        [
          "reuseIdentifier": \.reuseIdentifier, "contentView": \.contentView, "textLabel": \.textLabel,
          "detailTextLabel": \.detailTextLabel, "imageView": \.imageView, "editingStyle": \.editingStyle,
          "configurationState": \.configurationState,
          "showingDeleteConfirmation": \.showingDeleteConfirmation,
        ]
      }
    )
  }
}

extension UITableViewCell {
  func setReuseIdentifier(_ identifier: String) { adoptIdentifier(identifier) }

  // E-265
  /// A new cell of a registered class: `init(style:reuseIdentifier:)`.
  class func makeCell(_ identifier: String) -> UITableViewCell {
    if self == UITableViewCell.self { return UITableViewCell(style: .default, reuseIdentifier: identifier) }
    guard let make = _carobNewCell else { unimplementedInitializer("init(style:reuseIdentifier:)", of: self) }
    return make(.default, identifier)
  }
}

extension NibCoder {
  func decodeCell(_ cell: UITableViewCell) {
    guard let e = element else { return }
    switch e["style"] {
    case "IBUITableViewCellStyleValue1": cell.style = .value1
    case "IBUITableViewCellStyleValue2": cell.style = .value2
    case "IBUITableViewCellStyleSubtitle": cell.style = .subtitle
    default: break
    }
    if let type = accessoryType(e["accessoryType"]) { cell.accessoryType = type }
    if let type = accessoryType(e["editingAccessoryType"]) { cell.editingAccessoryType = type }
    if let level = e.int("indentationLevel") { cell.indentationLevel = level }
    if let width = e.double("indentationWidth") { cell.indentationWidth = CGFloat(width) }
    if let flag = e.bool("shouldIndentWhileEditing") { cell.shouldIndentWhileEditing = flag }
    if let flag = e.bool("hidesAccessoryWhenEditing") { cell.hidesAccessoryWhenEditing = flag }
    if let flag = e.bool("showsReorderControl") { cell.showsReorderControl = flag }
    if let inset = e.child(key: "separatorInset") { cell.separatorInset = edgeInsets(inset) }
    if let view = e.child(key: "backgroundView") { cell.backgroundView = makeView(view) }
    if let view = e.child(key: "selectedBackgroundView") { cell.selectedBackgroundView = makeView(view) }
    if let view = e.child(key: "multipleSelectionBackgroundView") {
      cell.multipleSelectionBackgroundView = makeView(view)
    }
    if let view = e.child(key: "accessoryView") { cell.accessoryView = makeView(view) }
    if let view = e.child(key: "editingAccessoryView") { cell.editingAccessoryView = makeView(view) }
    switch e["selectionStyle"] {
    case "none": cell.selectionStyle = .none
    case "blue": cell.selectionStyle = .blue
    case "gray": cell.selectionStyle = .gray
    default: break
    }
    decodeCellContent(cell, e)
  }

  private func accessoryType(_ name: String?) -> UITableViewCell.AccessoryType? {
    switch name {
    case "disclosureIndicator": .disclosureIndicator
    case "checkmark": .checkmark
    case "detailButton": .detailButton
    case "detailDisclosureButton": .detailDisclosureButton
    default: nil
    }
  }

  private func decodeCellContent(_ cell: UITableViewCell, _ e: NibElement) {
    guard let content = e.child(named: "tableViewCellContentView") else { return }
    if let id = content.id { objects[id] = cell.contentView }
    if let rect = content.children.first(where: { $0.name == "rect" && $0.key == "frame" }) {
      cell.contentView.frame = self.rect(rect)
    }
    let outer = element
    element = content
    decodeView(cell.contentView)
    element = outer
    func part<T>(_ key: String) -> T? { e[key].flatMap { objects[$0] as? T } }
    cell.adopt(text: part("textLabel"), detail: part("detailTextLabel"), image: part("imageView"))
  }
}
