import CarobFoundation
import CoreGraphics
import QuartzCore

/// A row of a list section.
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
  open var indentationLevel = 0 { didSet { setNeedsLayout() } }
  open var indentationWidth: CGFloat = 10
  open var indentsAccessories = true
  open func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }

  open var accessories: [UICellAccessory] = [] {
    didSet {
      for view in accessoryViews { view.removeFromSuperview() }
      accessoryViews = accessories.compactMap { $0.makeView(tintColor) }
      for view in accessoryViews { addSubview(view) }
      setNeedsLayout()
    }
  }
  private var accessoryViews: [UIView] = []

  open override func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {
    super.apply(layoutAttributes)
    guard let layout = collectionView?.collectionViewLayout as? UICollectionViewCompositionalLayout,
      let list = layout.list(layoutAttributes.indexPath.section)
    else { return }
    let row = layoutAttributes.indexPath.item
    let isLast = row == list.rows - 1
    separator.isHidden = !list.configuration.showsSeparators || isLast
    guard list.configuration.appearance == .insetGrouped else { return }
    var corners: CACornerMask = []
    if row == 0 { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
    if isLast { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
    layer.cornerRadius = corners.isEmpty ? 0 : 10
    layer.maskedCorners = corners
    clipsToBounds = true
  }

  open override var isSelected: Bool { didSet { look() } }
  open override var isHighlighted: Bool { didSet { look() } }
  private func look() {
    backgroundColor = isSelected || isHighlighted ? .systemGray4 : .secondarySystemGroupedBackground
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    var right = bounds.width
    for view in accessoryViews.reversed() {
      let size = view.bounds.size
      right -= 16 + size.width
      view.frame = CGRect(
        x: right, y: (bounds.height - size.height) / 2, width: size.width, height: size.height)
    }
    let left = CGFloat(indentationLevel) * indentationWidth
    contentView.frame = CGRect(x: left, y: 0, width: max(0, right - left), height: bounds.height)
    let line = 1 / UIScreen.main.scale
    separator.frame = CGRect(
      x: 16 + left, y: bounds.height - line, width: max(0, bounds.width - 16 - left), height: line)
  }
}

/// An accessory at the trailing edge of a list cell.
@preconcurrency @MainActor
public struct UICellAccessory {
  private enum Kind {
    case symbol(String, UIColor?, CGFloat)
    case label(String)
    case view(UIView)
    case missing
  }
  private let kind: Kind

  public enum DisplayedState: Sendable { case always, whenEditing, whenNotEditing }
  public struct CustomViewConfiguration {
    public enum Placement {
      case leading(displayed: DisplayedState = .always), trailing(displayed: DisplayedState = .always)
    }
    public let customView: UIView
    public init(customView: UIView, placement: Placement) {
      self.customView = customView
      if case .leading = placement {
        unimplemented("a leading UICellAccessory.customView (it stands at the end)")
      }
    }
  }

  public static func disclosureIndicator(displayed: DisplayedState = .always) -> UICellAccessory {
    UICellAccessory(kind: .symbol("chevron.right", .tertiaryLabel, 12))
  }
  public static func checkmark(displayed: DisplayedState = .always) -> UICellAccessory {
    UICellAccessory(kind: .symbol("checkmark", nil, 17))
  }
  public static func detail(displayed: DisplayedState = .always, actionHandler: (() -> Void)? = nil)
    -> UICellAccessory
  {
    if actionHandler != nil { unimplemented("the action of UICellAccessory.detail") }
    return UICellAccessory(kind: .symbol("info.circle", nil, 22))
  }
  public static func label(text: String, displayed: DisplayedState = .always) -> UICellAccessory {
    UICellAccessory(kind: .label(text))
  }
  public static func customView(configuration: CustomViewConfiguration) -> UICellAccessory {
    UICellAccessory(kind: .view(configuration.customView))
  }
  public static func delete(displayed: DisplayedState = .whenEditing, actionHandler: (() -> Void)? = nil)
    -> UICellAccessory
  { missing("delete") }
  public static func reorder(displayed: DisplayedState = .whenEditing) -> UICellAccessory {
    missing("reorder")
  }
  public static func outlineDisclosure(
    displayed: DisplayedState = .always, actionHandler: (() -> Void)? = nil
  ) -> UICellAccessory { missing("outlineDisclosure") }
  private static func missing(_ name: String) -> UICellAccessory {
    unimplemented("UICellAccessory.\(name)")
    return UICellAccessory(kind: .missing)
  }

  fileprivate func makeView(_ tint: UIColor) -> UIView? {
    switch kind {
    case .symbol(let name, let color, let size):
      let view = UIImageView(image: UIImage(systemName: name)?.withRenderingMode(.alwaysTemplate))
      view.tintColor = color ?? tint
      view.contentMode = .scaleAspectFit
      view.bounds.size = CGSize(width: size, height: size)
      return view
    case .label(let text):
      let label = UILabel()
      label.text = text
      label.textColor = .secondaryLabel
      label.bounds.size = label.sizeThatFits(.zero)
      return label
    case .view(let view):
      if view.bounds.isEmpty { view.sizeToFit() }
      return view
    case .missing: return nil
    }
  }
}
