@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import NibFormat

/// Informed when the user selects an item of a tab bar without a controller. Its methods are optional.
@preconcurrency @MainActor
public protocol UITabBarDelegate: NSObjectProtocol, _CarobOptional {
  func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
  public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

/// A tab bar, used by a tab bar controller or on its own.
@preconcurrency @MainActor
open class UITabBar: UIView {
  open var items: [UITabBarItem]? { didSet { rebuild() } }
  open var selectedItem: UITabBarItem? {
    get { items.flatMap { $0.indices.contains(selectedIndex) ? $0[selectedIndex] : nil } }
    set { selectedIndex = newValue.flatMap { item in items?.firstIndex { $0 === item } } ?? -1 }
  }
  open func setItems(_ items: [UITabBarItem]?, animated: Bool) { self.items = items }
  open var barTintColor: UIColor? { didSet { applyAppearance() } }
  open var unselectedItemTintColor: UIColor? { didSet { rebuild() } }
  open var isTranslucent = true
  open var barStyle = UIBarStyle.default { didSet { applyAppearance() } }
  public enum ItemPositioning: Int, Sendable { case automatic, fill, centered }
  /// An image shown behind the selected item, at its own size (E-705).
  open var selectionIndicatorImage: UIImage? { didSet { recolor() } }
  /// The image behind the items, in place of the appearance's (C-340).
  open var backgroundImage: UIImage? { didSet { applyAppearance() } }
  /// The image above the bar in place of the line; an empty image hides the line (C-340).
  open var shadowImage: UIImage? { didSet { applyAppearance() } }
  /// How the items share the bar's width (E-706).
  open var itemPositioning = ItemPositioning.automatic { didSet { setNeedsLayout() } }
  /// The width in points of the items of a centered bar; 0 selects a fitting width.
  open var itemWidth: CGFloat = 0 { didSet { setNeedsLayout() } }
  open var itemSpacing: CGFloat = 0 { didSet { setNeedsLayout() } }
  open weak var delegate: (any UITabBarDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UITabBarDelegate)?
  private(set) lazy var looks = BarAppearances<UITabBarAppearance> { [weakSelf = ZeroingElement(self)] in
    weakSelf.object?.applyAppearance()
  }
  open var standardAppearance: UITabBarAppearance {
    get { looks.standard }
    set { looks[.standard] = newValue }
  }
  var isStandardAppearanceSet: Bool { looks[.standard] != nil }
  open var scrollEdgeAppearance: UITabBarAppearance? {
    get { looks[.scrollEdge] }
    set { looks[.scrollEdge] = newValue }
  }
  private var appearance: (look: UITabBarAppearance, isClear: Bool) {
    looks.shown(selectedItem?.looks, atEdge: isAtEdge, self)
  }
  /// Whether the last change came from scrolling rather than layout.
  var isScrolled = false
  /// Whether the content ends at the bar; set by the tab bar controller (E-530).
  var isAtEdge = false {
    didSet { if oldValue != isAtEdge { fadingAppearance(isScrolled) { [self] in applyAppearance() } } }
  }
  private func applyAppearance() {
    let (appearance, isClear) = appearance
    backgroundColor =
      isClear
      ? .clear
      : barTintColor ?? appearance.backgroundColor
        ?? (appearance.isTransparent ? .clear : barStyle == .default ? .systemBackground : .black)
    picture.image = isClear ? nil : backgroundImage ?? appearance.backgroundImage
    picture.contentMode = appearance.backgroundImageContentMode
    shadow.image = isClear ? nil : shadowImage
    line.backgroundColor =
      !isClear && appearance.showsShadow && shadowImage == nil ? appearance.shadowColor : nil
    recolor()
  }
  var selectedIndex = 0 {
    didSet {
      let changed = items?.contains { $0.looks.isUsed }
      if changed == true { applyAppearance() } else { recolor() }
    }
  }
  var onTap: ((Int) -> Void)?
  /// Not implemented: the user cannot choose the bar's items.
  open func beginCustomizingItems(_ items: [UITabBarItem]) {
    unimplemented("UITabBar.beginCustomizingItems(_:)")
  }
  @discardableResult
  open func endCustomizing(animated: Bool) -> Bool { false }
  open var isCustomizing: Bool { false }
  private var buttons: [TabButton] = []
  private let line = UIView()
  private let picture = UIImageView()
  private let shadow = UIImageView()
  private let indicator = UIImageView()

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  private func prepare() {
    backgroundColor = backgroundColor ?? .systemBackground
    line.backgroundColor = .separator
    addSubview(picture)
    addSubview(line)
    addSubview(shadow)
    addSubview(indicator)
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    // A bar without a controller has no selection at first.
    selectedIndex = -1
    (coder as? NibCoder)?.decodeTabBar(self)
  }

  /// Handles a tap: the bar of a controller forwards it to the controller, any other bar selects the item.
  private func tapped(_ index: Int) {
    if let onTap { return onTap(index) }
    guard let item = items?[index] else { return }
    selectedIndex = index
    delegate?.tell(from: self, "tabBar(_:didSelect:)", "tabBar:didSelectItem:") {
      $0.tabBar(self, didSelect: item)
    }
  }

  private func rebuild() {
    for button in buttons { button.removeFromSuperview() }
    buttons = (items ?? []).enumerated().map { index, item in
      if AppearanceProxies.isUsed { AppearanceProxies.apply(to: item, within: self) }
      let button = TabButton(frame: .zero)
      item.viewInBar = button
      button.show(item)
      button.onTap = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.tapped(index) }
      item.onChange = {
        [weakSelf = ZeroingElement(self), button = ZeroingElement(button), item = ZeroingElement(item)] in
        guard let item = item.object else { return }
        button.object?.show(item)
        weakSelf.object?.recolor()
      }
      addSubview(button)
      return button
    }
    recolor()
    setNeedsLayout()
  }

  private func recolor() {
    let looks = appearance.look.stackedLayoutAppearance
    for (index, button) in buttons.enumerated() {
      let isSelected = index == selectedIndex
      let look = isSelected ? looks.selected : looks.normal
      button.color(
        isSelected ? tintColor : unselectedItemTintColor ?? .systemGray, look, isSelected: isSelected)
    }
    indicator.image = selectionIndicatorImage ?? appearance.look.selectionIndicatorImage
    indicator.tintColor = appearance.look.selectionIndicatorTintColor
    setNeedsLayout()
  }
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    recolor()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    picture.frame = bounds
    let above = shadow.image?.size.height ?? 0
    shadow.frame = CGRect(x: 0, y: -above, width: bounds.width, height: above)
    line.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1 / UIScreen.main.scale)
    guard !buttons.isEmpty else { return }
    // E-706
    let look = appearance.look
    let isCentered = itemPositioning == .centered || look.stackedItemPositioning == .centered
    let count = CGFloat(buttons.count)
    let wanted = itemWidth > 0 ? itemWidth : look.stackedItemWidth > 0 ? look.stackedItemWidth : 76
    let gap = !isCentered ? 0 : itemSpacing > 0 ? itemSpacing : look.stackedItemSpacing
    // E-961
    let safe = safeAreaInsets
    let room = bounds.width - safe.left - safe.right
    let width = isCentered ? min(wanted, (room - gap * (count - 1)) / count) : room / count
    let left = safe.left + (isCentered ? (room - width * count - gap * (count - 1)) / 2 : 0)
    for (index, button) in buttons.enumerated() {
      button.frame = CGRect(x: left + CGFloat(index) * (width + gap), y: 0, width: width, height: 49)
    }
    // E-705
    indicator.isHidden = indicator.image == nil || !buttons.indices.contains(selectedIndex)
    guard let image = indicator.image, buttons.indices.contains(selectedIndex) else { return }
    let button = buttons[selectedIndex].frame
    indicator.frame = CGRect(
      x: button.midX - image.size.width / 2, y: button.midY - image.size.height / 2,
      width: image.size.width, height: image.size.height)
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UITabBar.self,
      {
        [
          "items": \.items, "selectedItem": \.selectedItem, "barTintColor": \.barTintColor,
          "unselectedItemTintColor": \.unselectedItemTintColor, "translucent": \.isTranslucent,
          "barStyle": \.barStyle, "delegate": \.delegate, "standardAppearance": \.standardAppearance,
          "scrollEdgeAppearance": \.scrollEdgeAppearance,
        ]
      }
    )
  }
}

extension NibCoder {
  func decodeTabBar(_ bar: UITabBar) {
    guard let e = element else { return }
    if let color = color(key: "barTintColor") { bar.barTintColor = color }
    if let color = color(key: "tintColor") { bar.tintColor = color }
    if let color = color(key: "unselectedItemTintColor") { bar.unselectedItemTintColor = color }
    if let image = image(attribute: "selectionIndicatorImage") { bar.selectionIndicatorImage = image }
    switch e["itemPositioning"] {
    case "centered": bar.itemPositioning = .centered
    case "fill": bar.itemPositioning = .fill
    default: break
    }
    if let width = e.double("itemWidth") { bar.itemWidth = CGFloat(width) }
    if let spacing = e.double("itemSpacing") { bar.itemSpacing = CGFloat(spacing) }
    if let flag = e.bool("translucent") { bar.isTranslucent = flag }
    if e["barStyle"]?.hasPrefix("black") == true { bar.barStyle = .black }
    readAppearances(e, bar.looks)
    let items = (e.child(named: "items")?.children ?? []).compactMap {
      make($0, fallback: UITabBarItem.self) as? UITabBarItem
    }
    if !items.isEmpty { bar.items = items }
    if let id = e["selectedItem"] { bar.selectedItem = objects[id] as? UITabBarItem }
  }

  /// Decodes the bar inside the storyboard element of its controller.
  func decodeBar(_ bar: UITabBar, _ e: NibElement) {
    let outer = element
    element = e
    decodeTabBar(bar)
    element = outer
    if let id = e.id { objects[id] = bar }
  }
}
