@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// A view beside a list cell's content: an arrow, a check mark, a control for editing … (C-330).
@preconcurrency @MainActor
public struct UICellAccessory {
  public typealias ActionHandler = @MainActor () -> Void

  public enum DisplayedState: Sendable { case always, whenEditing, whenNotEditing }
  /// The width reserved for the view: its own, the standard one of all accessories, or a width in points.
  public enum LayoutDimension: Hashable, Sendable {
    case actual, standard
    case custom(CGFloat)
  }
  public enum AccessoryType: Int, Sendable {
    case disclosureIndicator, outlineDisclosure, checkmark, detail, delete, insert, reorder, multiselect,
      label
    case customView, popUpMenu
  }
  public enum Placement {
    /// Returns the index at which an accessory is inserted among others on its side.
    public typealias Position = @MainActor ([UICellAccessory]) -> Int
    case leading(displayed: DisplayedState = .always, at: Position = { $0.count })
    case trailing(displayed: DisplayedState = .always, at: Position = { _ in 0 })
    /// The positions before and after the first accessory of a type.
    @MainActor public static func position(before type: AccessoryType) -> Position {
      { all in all.firstIndex { $0.accessoryType == type } ?? all.count }
    }
    @MainActor public static func position(after type: AccessoryType) -> Position {
      { all in all.firstIndex { $0.accessoryType == type }.map { $0 + 1 } ?? all.count }
    }
  }

  public let accessoryType: AccessoryType
  let placement: Placement
  let content: Content
  let style: Style
  enum Content {
    case symbol(String, UIColor?, CGFloat)
    case label(String, UIFont, Bool)
    case view(UIView, Bool)
    case menu(UIMenu, ((UIMenu) -> Void)?)
    case outline(OutlineDisclosureOptions.Style)
    case multiselect
    case reorder
  }
  /// What all kinds have in common.
  struct Style {
    var isHidden = false
    var width: LayoutDimension?
    var tint: UIColor?
    var action: ActionHandler?
    var showsSeparator = false
  }

  var isLeading: Bool { if case .leading = placement { true } else { false } }
  var position: Placement.Position {
    switch placement {
    case .leading(_, let at): at
    case .trailing(_, let at): at
    }
  }
  func isDisplayed(isEditing: Bool) -> Bool {
    let displayed: DisplayedState
    switch placement {
    case .leading(let state, _): displayed = state
    case .trailing(let state, _): displayed = state
    }
    switch displayed {
    case .always: return true
    case .whenEditing: return isEditing
    case .whenNotEditing: return !isEditing
    }
  }

  // MARK: Options

  public struct DisclosureIndicatorOptions {
    public var isHidden: Bool
    public var reservedLayoutWidth: LayoutDimension?
    public var tintColor: UIColor?
    public init(isHidden: Bool? = nil, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil)
    {
      (self.isHidden, self.reservedLayoutWidth, self.tintColor) = (
        isHidden ?? false, reservedLayoutWidth, tintColor
      )
    }
    var style: Style { Style(isHidden: isHidden, width: reservedLayoutWidth, tint: tintColor) }
  }
  public typealias CheckmarkOptions = DisclosureIndicatorOptions
  public typealias DetailOptions = DisclosureIndicatorOptions

  public struct OutlineDisclosureOptions {
    /// Whether a tap on the whole cell expands it (`header`), or only one on the accessory (`cell`).
    public enum Style: Int, Sendable { case automatic, header, cell }
    public var style: Style
    public var isHidden: Bool
    public var reservedLayoutWidth: LayoutDimension?
    public var tintColor: UIColor?
    public init(
      style: Style? = nil, isHidden: Bool? = nil, reservedLayoutWidth: LayoutDimension? = nil,
      tintColor: UIColor? = nil
    ) {
      (self.style, self.isHidden) = (style ?? .automatic, isHidden ?? false)
      (self.reservedLayoutWidth, self.tintColor) = (reservedLayoutWidth, tintColor)
    }
  }
  /// Of the controls for editing, which may have a background.
  public struct DeleteOptions {
    public var isHidden: Bool
    public var reservedLayoutWidth: LayoutDimension?
    public var tintColor: UIColor?
    public var backgroundColor: UIColor?
    public init(
      isHidden: Bool? = nil, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil,
      backgroundColor: UIColor? = nil
    ) {
      (self.isHidden, self.reservedLayoutWidth) = (isHidden ?? false, reservedLayoutWidth)
      (self.tintColor, self.backgroundColor) = (tintColor, backgroundColor)
    }
    /// The control is one symbol, whose disk has the background color.
    var style: Style { Style(isHidden: isHidden, width: reservedLayoutWidth, tint: backgroundColor) }
  }
  public typealias InsertOptions = DeleteOptions
  public typealias MultiselectOptions = DeleteOptions
  public struct ReorderOptions {
    public var isHidden: Bool
    public var reservedLayoutWidth: LayoutDimension?
    public var tintColor: UIColor?
    public var showsVerticalSeparator: Bool
    public init(
      isHidden: Bool? = nil, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil,
      showsVerticalSeparator: Bool? = nil
    ) {
      (self.isHidden, self.reservedLayoutWidth) = (isHidden ?? false, reservedLayoutWidth)
      (self.tintColor, self.showsVerticalSeparator) = (tintColor, showsVerticalSeparator ?? true)
    }
  }
  public struct LabelOptions {
    public var isHidden: Bool
    public var reservedLayoutWidth: LayoutDimension?
    public var tintColor: UIColor?
    public var font: UIFont
    public var adjustsFontForContentSizeCategory: Bool
    public init(
      isHidden: Bool? = nil, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil,
      font: UIFont? = nil, adjustsFontForContentSizeCategory: Bool? = nil
    ) {
      (self.isHidden, self.reservedLayoutWidth) = (isHidden ?? false, reservedLayoutWidth)
      (self.tintColor, self.font) = (tintColor, font ?? .preferredFont(forTextStyle: .body))
      self.adjustsFontForContentSizeCategory = adjustsFontForContentSizeCategory ?? true
    }
  }
  public typealias PopUpMenuOptions = DisclosureIndicatorOptions

  public struct CustomViewConfiguration {
    public let customView: UIView
    public let placement: Placement
    public var isHidden: Bool
    public var reservedLayoutWidth: LayoutDimension?
    public var tintColor: UIColor?
    public var maintainsFixedSize: Bool
    public init(
      customView: UIView, placement: Placement, isHidden: Bool? = nil,
      reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil, maintainsFixedSize: Bool? = nil
    ) {
      (self.customView, self.placement, self.isHidden) = (customView, placement, isHidden ?? false)
      (self.reservedLayoutWidth, self.tintColor) = (reservedLayoutWidth, tintColor)
      self.maintainsFixedSize = maintainsFixedSize ?? false
    }
  }

  // MARK: Kinds

  public static func disclosureIndicator(
    displayed: DisplayedState = .always, options: DisclosureIndicatorOptions = .init()
  ) -> UICellAccessory {
    trailing(
      .disclosureIndicator, displayed, .symbol("chevron.right", .tertiaryLabel, 12), options.style)
  }
  public static func checkmark(
    displayed: DisplayedState = .always, options: CheckmarkOptions = .init()
  ) -> UICellAccessory { trailing(.checkmark, displayed, .symbol("checkmark", nil, 17), options.style) }
  public static func detail(
    displayed: DisplayedState = .always, options: DetailOptions = .init(),
    actionHandler: ActionHandler? = nil
  ) -> UICellAccessory {
    var style = options.style
    style.action = actionHandler
    return trailing(.detail, displayed, .symbol("info.circle", nil, 22), style)
  }
  public static func label(
    text: String, displayed: DisplayedState = .always, options: LabelOptions = .init()
  ) -> UICellAccessory {
    trailing(
      .label, displayed, .label(text, options.font, options.adjustsFontForContentSizeCategory),
      Style(isHidden: options.isHidden, width: options.reservedLayoutWidth, tint: options.tintColor))
  }
  /// Expands and collapses the cell's item, or calls the handler instead.
  public static func outlineDisclosure(
    displayed: DisplayedState = .always, options: OutlineDisclosureOptions = .init(),
    actionHandler: ActionHandler? = nil
  ) -> UICellAccessory {
    trailing(
      .outlineDisclosure, displayed, .outline(options.style),
      Style(
        isHidden: options.isHidden, width: options.reservedLayoutWidth, tint: options.tintColor,
        action: actionHandler))
  }
  /// Uncovers the item's trailing swipe actions, or calls the handler instead.
  public static func delete(
    displayed: DisplayedState = .whenEditing, options: DeleteOptions = .init(),
    actionHandler: ActionHandler? = nil
  ) -> UICellAccessory {
    var style = options.style
    style.action = actionHandler
    return leading(.delete, displayed, .symbol("minus.circle.fill", .systemRed, 22), style)
  }
  public static func insert(
    displayed: DisplayedState = .whenEditing, options: InsertOptions = .init(),
    actionHandler: ActionHandler? = nil
  ) -> UICellAccessory {
    var style = options.style
    style.action = actionHandler
    return leading(.insert, displayed, .symbol("plus.circle.fill", .systemGreen, 22), style)
  }
  /// Shows whether the cell is selected.
  public static func multiselect(
    displayed: DisplayedState = .whenEditing, options: MultiselectOptions = .init()
  ) -> UICellAccessory { leading(.multiselect, displayed, .multiselect, options.style) }
  /// Moves the item with the finger (C-312).
  public static func reorder(
    displayed: DisplayedState = .whenEditing, options: ReorderOptions = .init()
  ) -> UICellAccessory {
    trailing(
      .reorder, displayed, .reorder,
      Style(
        isHidden: options.isHidden, width: options.reservedLayoutWidth, tint: options.tintColor,
        showsSeparator: options.showsVerticalSeparator))
  }
  /// A button with the title of the menu's selected element, which shows the menu.
  public static func popUpMenu(
    _ menu: UIMenu, displayed: DisplayedState = .always, options: PopUpMenuOptions = .init(),
    selectedElementDidChangeHandler: ((UIMenu) -> Void)? = nil
  ) -> UICellAccessory {
    trailing(.popUpMenu, displayed, .menu(menu, selectedElementDidChangeHandler), options.style)
  }
  public static func customView(configuration: CustomViewConfiguration) -> UICellAccessory {
    UICellAccessory(
      accessoryType: .customView, placement: configuration.placement,
      content: .view(configuration.customView, configuration.maintainsFixedSize),
      style: Style(
        isHidden: configuration.isHidden, width: configuration.reservedLayoutWidth,
        tint: configuration.tintColor))
  }

  private static func leading(
    _ type: AccessoryType, _ displayed: DisplayedState, _ content: Content, _ style: Style
  ) -> UICellAccessory {
    UICellAccessory(
      accessoryType: type, placement: .leading(displayed: displayed), content: content, style: style)
  }
  private static func trailing(
    _ type: AccessoryType, _ displayed: DisplayedState, _ content: Content, _ style: Style
  ) -> UICellAccessory {
    UICellAccessory(
      accessoryType: type, placement: .trailing(displayed: displayed, at: { $0.count }), content: content,
      style: style)
  }
}

extension UICellAccessory {
  static let standardWidth: CGFloat = 40

  /// The accessories of one side in the order in which they are shown, from left to right.
  static func ordered(_ all: [UICellAccessory], leading: Bool) -> [UICellAccessory] {
    var result: [UICellAccessory] = []
    for accessory in all where accessory.isLeading == leading {
      result.insert(accessory, at: min(max(accessory.position(result), 0), result.count))
    }
    return result
  }

  /// Makes the view for a cell.
  func makeView(_ cell: UICollectionViewListCell) -> UIView? {
    let view: UIView
    switch content {
    case .symbol(let name, let color, let size): view = symbol(name, color, size, cell)
    case .outline: view = symbol("chevron.right", nil, 14, cell)
    case .multiselect:
      let isSelected = cell.isSelected
      view = symbol(
        isSelected ? "checkmark.circle.fill" : "circle", isSelected ? cell.tintColor : .tertiaryLabel, 22,
        cell)
    case .reorder: view = ItemReorderControl(cell, style.tint, showsSeparator: style.showsSeparator)
    case .label(let text, let font, let adjusts):
      let label = UILabel()
      label.text = text
      label.font = font
      label.adjustsFontForContentSizeCategory = adjusts
      label.textColor = style.tint ?? .secondaryLabel
      label.bounds.size = label.sizeThatFits(.zero)
      view = label
    case .view(let custom, let keepsSize):
      if custom.bounds.isEmpty || !keepsSize && custom.intrinsicContentSize.width > 0 { custom.sizeToFit() }
      if let tint = style.tint { custom.tintColor = tint }
      view = custom
    case .menu(let menu, let changed):
      let button = UIButton(type: .system)
      button.menu = menu
      button.showsMenuAsPrimaryAction = true
      button.changesSelectionAsPrimaryAction = true
      if changed != nil { unimplemented("selectedElementDidChangeHandler of UICellAccessory.popUpMenu") }
      button.tintColor = style.tint ?? .secondaryLabel
      button.sizeToFit()
      view = button
    }
    view.isHidden = style.isHidden
    return view
  }

  /// A symbol; a button if it acts.
  private func symbol(_ name: String, _ color: UIColor?, _ size: CGFloat, _ cell: UICollectionViewListCell)
    -> UIView
  {
    let picture = UIImageView(image: UIImage(systemName: name)?.withRenderingMode(.alwaysTemplate))
    picture.tintColor = style.tint ?? color ?? cell.tintColor
    picture.contentMode = .scaleAspectFit
    picture.bounds.size = CGSize(width: size, height: size)
    guard let action = cell.action(of: self) else { return picture }
    let button = TapButton(type: .custom)
    button.bounds.size = CGSize(width: max(size, 22), height: 44)
    picture.center = CGPoint(x: button.bounds.midX, y: button.bounds.midY)
    picture.isUserInteractionEnabled = false
    button.addSubview(picture)
    button.accessibilityLabel = spokenName(cell)
    button.onTap = action
    return button
  }
  private func spokenName(_ cell: UICollectionViewListCell) -> String {
    let name = cell.contentView.shownTexts.joined(separator: ", ")
    switch accessoryType {
    case .delete: return "Delete \(name)"
    case .insert: return "Insert \(name)"
    case .outlineDisclosure: return cell.configurationState.isExpanded ? "Collapse" : "Expand"
    default: return "More Info"
    }
  }
}

/// The control at the end of a list cell that moves its item (C-312).
@preconcurrency @MainActor
final class ItemReorderControl: UIControl {
  @Zeroing private var cell: UICollectionViewListCell?
  private let picture = UIImageView(
    image: UIImage(systemName: "line.3.horizontal")?.withRenderingMode(.alwaysTemplate))
  private let line = UIView()
  private var grab = CGPoint.zero

  init(_ cell: UICollectionViewListCell, _ tint: UIColor?, showsSeparator: Bool) {
    self.cell = cell
    super.init(frame: CGRect(x: 0, y: 0, width: 44, height: 44))
    picture.tintColor = tint ?? .tertiaryLabel
    picture.contentMode = .scaleAspectFit
    picture.frame = CGRect(x: 11, y: 11, width: 22, height: 22)
    addSubview(picture)
    line.backgroundColor = .separator
    line.frame = CGRect(x: 0, y: 8, width: 1 / UIScreen.main.scale, height: 28)
    line.isHidden = !showsSeparator
    addSubview(line)
  }
  required init?(coder: NSCoder) { nil }

  private var list: UICollectionView? { cell?.collectionView }
  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    guard let cell, let list, let path = list.indexPath(for: cell),
      list.beginInteractiveMovementForItem(at: path)
    else { return false }
    let point = touch.location(in: list)
    grab = CGPoint(x: cell.center.x - point.x, y: cell.center.y - point.y)
    return true
  }
  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    guard let cell, let list else { return false }
    // Rows move along the list only.
    list.updateInteractiveMovementTargetPosition(
      CGPoint(x: cell.center.x, y: touch.location(in: list).y + grab.y))
    return true
  }
  override func endTracking(_ touch: UITouch?, with event: UIEvent?) { list?.endInteractiveMovement() }
  override func cancelTracking(with event: UIEvent?) { list?.cancelInteractiveMovement() }
  override func owns(_ recognizer: UIGestureRecognizer) -> Bool { true }

  override var defaultAccessibilityLabel: String? {
    "Reorder \(cell?.contentView.shownTexts.joined(separator: ", ") ?? "")"
  }
  override var defaultAccessibilityTraits: UIAccessibilityTraits {
    super.defaultAccessibilityTraits.union(.button)
  }
}
