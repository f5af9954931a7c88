@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// A cell for lists, with separator, accessories and indentation.
@preconcurrency @MainActor
open class UICollectionViewListCell: UICollectionViewCell {
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepareRow()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepareRow()
  }
  override class func makeReusable(_ frame: CGRect) -> UICollectionReusableView {
    if self == UICollectionViewListCell.self { return UICollectionViewListCell(frame: frame) }
    return super.makeReusable(frame)
  }
  private func prepareRow() {
    separator.backgroundColor = .separator
    separator.isUserInteractionEnabled = false
    addSubview(separator)
    look()
  }

  private let separator = UIView()
  public let separatorLayoutGuide = UILayoutGuide()
  /// How many times the content is indented by `indentationWidth`. In an outline, the level of its item
  /// (C-327).
  open var indentationLevel = 0 { didSet { setNeedsLayout() } }
  /// Points per level.
  open var indentationWidth: CGFloat = 10 { didSet { setNeedsLayout() } }
  /// Whether accessories before the content are indented with it.
  open var indentsAccessories = true { didSet { setNeedsLayout() } }
  /// The standard content of the cell: that of a header for the first item of a section whose configuration
  /// makes it the header (C-331).
  open func defaultContentConfiguration() -> UIListContentConfiguration {
    guard isSectionHeader, let list else { return .cell() }
    switch list.configuration.appearance {
    case .plain: return .plainHeader()
    case .grouped, .insetGrouped: return .groupedHeader()
    case .sidebar, .sidebarPlain: return .sidebarHeader()
    }
  }

  /// The section's list; nil outside one.
  private var list: (configuration: UICollectionLayoutListConfiguration, rows: Int)? {
    guard let attributes,
      let layout = collectionView?.collectionViewLayout as? UICollectionViewCompositionalLayout
    else { return nil }
    return layout.list(attributes.indexPath.section)
  }
  private var isSectionHeader: Bool {
    list?.configuration.headerMode == .firstItemInSection && attributes?.indexPath.item == 0
  }

  // MARK: Accessories (C-330)

  open var accessories: [UICellAccessory] = [] { didSet { rebuildAccessories() } }
  private var leading: [(accessory: UICellAccessory, view: UIView)] = []
  private var trailing: [(accessory: UICellAccessory, view: UIView)] = []

  private func rebuildAccessories() {
    for (_, view) in leading + trailing { view.removeFromSuperview() }
    let shown = accessories.filter { $0.isDisplayed(isEditing: configurationState.isEditing) }
    func views(leading: Bool) -> [(UICellAccessory, UIView)] {
      UICellAccessory.ordered(shown, leading: leading).compactMap { accessory in
        accessory.makeView(self).map { (accessory, $0) }
      }
    }
    leading = views(leading: true)
    trailing = views(leading: false)
    for (_, view) in leading + trailing { addSubview(view) }
    showOutline()
    setNeedsLayout()
  }
  override func editingChanged() {
    super.editingChanged()
    rebuildAccessories()
  }

  /// What a tap on the accessory does; nil if nothing.
  func action(of accessory: UICellAccessory) -> (() -> Void)? {
    if let action = accessory.style.action { return { action() } }
    switch accessory.accessoryType {
    case .outlineDisclosure: return { [weakSelf = ZeroingElement(self)] in weakSelf.object?.toggleOutline() }
    case .delete:
      return { [weakSelf = ZeroingElement(self)] in
        guard let self = weakSelf.object, let path = self.attributes?.indexPath else { return }
        self.collectionView?.uncoverSwipe(path)
      }
    default: return nil
    }
  }

  private var disclosure: (style: UICellAccessory.OutlineDisclosureOptions.Style, view: UIView)? {
    for (accessory, view) in trailing {
      if case .outline(let style) = accessory.content { return (style, view) }
    }
    return nil
  }
  private func toggleOutline() {
    guard let collectionView, let path = attributes?.indexPath else { return }
    (collectionView.dataSource as? any OutlineSource)?.toggleOutline(at: path)
  }
  /// C-327: in a header the whole cell is the disclosure's button. Returns whether it is.
  func toggleOutlineAsHeader() -> Bool {
    guard let disclosure else { return false }
    switch disclosure.style {
    case .cell: return false
    case .automatic: guard isSectionHeader else { return false }
    case .header: break
    }
    if let action = trailing.first(where: { $0.accessory.accessoryType == .outlineDisclosure })?.accessory
      .style.action
    {
      action()
    } else {
      toggleOutline()
    }
    return true
  }
  /// Turns the arrow of an expanded item, and follows the item's level.
  private func showOutline() {
    guard let path = attributes?.indexPath,
      let state = (collectionView?.dataSource as? any OutlineSource)?.outlineState(at: path)
    else { return }
    if indentationLevel != state.level { indentationLevel = state.level }
    guard let view = disclosure?.view else { return }
    let transform = state.isExpanded ? CGAffineTransform(rotationAngle: .pi / 2) : .identity
    if view.transform != transform { view.transform = transform }
  }
  override func updateConfigurationIfNeeded() {
    super.updateConfigurationIfNeeded()
    showOutline()
  }

  /// Accessories are elements of their own.
  override var isElementWithControls: Bool { true }

  // MARK: Looks

  open override func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {
    super.apply(layoutAttributes)
    guard let list else { return }
    let row = layoutAttributes.indexPath.item
    let first = list.configuration.headerMode == .firstItemInSection ? 1 : 0
    let isLast = row == list.rows - 1
    separator.isHidden = !list.configuration.showsSeparators || isLast || row < first
    look()
    guard list.configuration.appearance == .insetGrouped else { return }
    var corners: CACornerMask = []
    if row == first { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
    if isLast { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
    layer.cornerRadius = corners.isEmpty ? 0 : 10
    layer.maskedCorners = corners
    clipsToBounds = true
  }

  open override var isSelected: Bool {
    didSet {
      look()
      if accessories.contains(where: { $0.accessoryType == .multiselect }) { rebuildAccessories() }
    }
  }
  open override var isHighlighted: Bool { didSet { look() } }
  private func look() {
    if usesBackgroundConfiguration { return }
    backgroundColor =
      isSelected || isHighlighted
      ? .systemGray4 : isSectionHeader ? .clear : .secondarySystemGroupedBackground
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let indentation = CGFloat(indentationLevel) * indentationWidth
    func width(_ accessory: UICellAccessory, _ view: UIView) -> CGFloat {
      switch accessory.style.width {
      case .standard: UICellAccessory.standardWidth
      case .custom(let width): width
      case .actual, nil: view.bounds.width
      }
    }
    var right = bounds.width
    for (accessory, view) in trailing.reversed() {
      let width = width(accessory, view)
      right -= 16 + width
      view.center = CGPoint(x: right + width / 2, y: bounds.height / 2)
    }
    var left = indentsAccessories ? indentation : 0
    for (accessory, view) in leading {
      let width = width(accessory, view)
      view.center = CGPoint(x: left + 16 + width / 2, y: bounds.height / 2)
      left += 16 + width
    }
    if !indentsAccessories { left += indentation }
    contentView.frame = CGRect(x: left, y: 0, width: max(0, right - left), height: bounds.height)
    let line = 1 / UIScreen.main.scale
    separator.frame = CGRect(
      x: 16 + left, y: bounds.height - line, width: max(0, bounds.width - 16 - left), height: line)
  }
}
