@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import NibFormat

/// A bar with a row of buttons, usually at the bottom of the screen.
@preconcurrency @MainActor
open class UIToolbar: UIView, UIBarPositioning {
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    (coder as? NibCoder)?.decodeToolbar(self)
  }
  private func prepare() {
    guard backdrop.superview == nil else { return }
    addSubview(backdrop)
    setNeedsLayout()
  }

  open weak var delegate: (any UIToolbarDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIToolbarDelegate)? { didSet { setNeedsLayout() } }
  open var items: [UIBarButtonItem]? { didSet { itemsChanged(oldValue) } }
  open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }
  open var barStyle = UIBarStyle.default { didSet { setNeedsLayout() } }
  open var isTranslucent = true
  open var barTintColor: UIColor? { didSet { setNeedsLayout() } }
  private(set) lazy var looks = BarAppearances<UIToolbarAppearance> { [weakSelf = ZeroingElement(self)] in
    guard let self = weakSelf.object else { return }
    self.itemsChanged(self.items)
  }
  open var standardAppearance: UIToolbarAppearance {
    get { looks.standard }
    set { looks[.standard] = newValue }
  }
  open var scrollEdgeAppearance: UIToolbarAppearance? {
    get { looks[.scrollEdge] }
    set { looks[.scrollEdge] = newValue }
  }
  open var compactAppearance: UIToolbarAppearance? {
    get { looks[.compact] }
    set { looks[.compact] = newValue }
  }
  open var compactScrollEdgeAppearance: UIToolbarAppearance? {
    get { looks[.compactScrollEdge] }
    set { looks[.compactScrollEdge] = newValue }
  }
  private var appearance: (look: UIToolbarAppearance, isClear: Bool) {
    looks.shown(nil, atEdge: isAtEdge, self)
  }
  /// Whether the content ends at the bar; set by navigation controllers (E-530).
  var isAtEdge = false {
    didSet {
      guard oldValue != isAtEdge else { return }
      fadingAppearance(isScrolled) { [self] in
        if appearance.look !== buttonAppearances { UIView.performWithoutAnimation { itemsChanged(items) } }
        updateBackdrop()
      }
    }
  }
  /// Whether the change comes from scrolling, not from layout.
  var isScrolled = false
  /// The appearance with which the buttons were created.
  @Zeroing private var buttonAppearances: UIToolbarAppearance?
  private typealias Pictures = [UIBarPosition: [UIBarMetrics: UIImage]]
  private var backgroundImages: Pictures = [:] { didSet { setNeedsLayout() } }
  private var shadowImages: [UIBarPosition: UIImage] = [:] { didSet { setNeedsLayout() } }
  /// Sets the background of a bar at a position. The image for `.any` applies to positions without one.
  open func setBackgroundImage(
    _ image: UIImage?, forToolbarPosition position: UIBarPosition, barMetrics: UIBarMetrics
  ) {
    backgroundImages[position, default: [:]][barMetrics] = image
  }
  open func backgroundImage(
    forToolbarPosition position: UIBarPosition, barMetrics: UIBarMetrics
  ) -> UIImage? { backgroundImages[position]?[barMetrics] }
  /// Sets an image at the bar's edge in place of the line; an empty image hides the line.
  open func setShadowImage(_ image: UIImage?, forToolbarPosition position: UIBarPosition) {
    shadowImages[position] = image
  }
  open func shadowImage(forToolbarPosition position: UIBarPosition) -> UIImage? { shadowImages[position] }
  private func image(_ pictures: Pictures) -> UIImage? {
    let isCompact = traitCollection.verticalSizeClass == .compact
    for place in [barPosition, .any] {
      if isCompact, let image = pictures[place]?[.compact] { return image }
      if let image = pictures[place]?[.default] { return image }
    }
    return nil
  }

  /// The position that the delegate returns; the bottom by default.
  open var barPosition: UIBarPosition {
    let position = delegate?.askPosition(of: self) ?? .bottom
    return position == .any ? .bottom : position
  }
  /// The height of the area below the bar that its background also fills; set by navigation controllers.
  var bottomInset: CGFloat = 0 { didSet { if oldValue != bottomInset { setNeedsLayout() } } }

  private let backdrop = BarBackdrop()
  private var buttons: [BarButton] = []

  private func itemsChanged(_ old: [UIBarButtonItem]?) {
    for item in old ?? [] where item.onChange != nil { item.onChange = nil }
    for button in buttons { button.view.removeFromSuperview() }
    buttonAppearances = appearance.look
    buttons = BarButton.make(items, self) { [weakSelf = ZeroingElement(self)] in
      (weakSelf.object?.appearance.look ?? UIToolbarAppearance()).appearance(of: $0)
    }
    for button in buttons where !button.item.isSpace { addSubview(button.view) }
    setNeedsLayout()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if appearance.look !== buttonAppearances { itemsChanged(items) }
    updateBackdrop()
    placeButtons()
  }

  private func updateBackdrop() {
    let (appearance, isClear) = appearance
    let image = isClear ? nil : image(backgroundImages) ?? appearance.backgroundImage
    let color: UIColor =
      isClear
      ? .clear
      : (image == nil ? barTintColor : nil) ?? appearance.backgroundColor
        ?? (appearance.isTransparent || image != nil ? .clear : nil)
        ?? (barStyle == .default ? .systemBackground : .black)
    let position = barPosition
    let shadow = shadowImages[position] ?? shadowImages[.any]
    let above = position == .topAttached ? max(0, convert(CGPoint.zero, to: nil).y) : 0
    backdrop.update(
      color, CGRect(x: 0, y: -above, width: bounds.width, height: bounds.height + above),
      lineAtTop: position == .bottom, isClear || shadow?.size == .zero ? nil : appearance)
    backdrop.show(image, appearance.backgroundImageContentMode, isClear ? nil : shadow)
  }

  private func placeButtons() {
    let margin: CGFloat = 16
    let gap: CGFloat = 10
    // E-961
    let safe = safeAreaInsets
    let height = bounds.height - bottomInset
    let buttons = buttons.filter { !$0.item.isHidden }
    var room = bounds.width - safe.left - safe.right - 2 * margin
    var flexible = 0
    for (index, button) in buttons.enumerated() {
      if button.item.systemItem == .flexibleSpace {
        flexible += 1
      } else {
        room -= button.item.isSpace ? button.item.width : button.width
      }
      if index > 0, !button.item.isSpace, !buttons[index - 1].item.isSpace { room -= gap }
    }
    let share = flexible > 0 ? max(0, room) / CGFloat(flexible) : 0
    var x = safe.left + margin
    for (index, button) in buttons.enumerated() {
      if button.item.isSpace {
        x += button.item.systemItem == .flexibleSpace ? share : button.item.width
        continue
      }
      if index > 0, !buttons[index - 1].item.isSpace { x += gap }
      let size = CGSize(width: button.width, height: min(button.height, height))
      button.view.frame = CGRect(x: x, y: (height - size.height) / 2, width: size.width, height: size.height)
      x += size.width
    }
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 44) }
  open override func sizeToFit() {
    frame.size = CGSize(width: bounds.width > 0 ? bounds.width : superview?.bounds.width ?? 320, height: 44)
  }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 44) }
  override func colorsMayHaveChanged() { setNeedsLayout() }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIToolbar.self,
      {
        [
          "delegate": \.delegate, "items": \.items, "barStyle": \.barStyle, "translucent": \.isTranslucent,
          "barTintColor": \.barTintColor, "standardAppearance": \.standardAppearance,
          "scrollEdgeAppearance": \.scrollEdgeAppearance, "compactAppearance": \.compactAppearance,
          "compactScrollEdgeAppearance": \.compactScrollEdgeAppearance,
        ]
      },
      readOnly: {
        [
          "barPosition": \.barPosition
        ]
      }
    )
  }
}

extension UIBarButtonItem {
  var isSpace: Bool { systemItem == .flexibleSpace || systemItem == .fixedSpace }
}

extension NibCoder {
  func barButtonItems(_ e: NibElement?) -> [UIBarButtonItem] {
    (e?.children ?? []).compactMap { make($0, fallback: UIBarButtonItem.self) as? UIBarButtonItem }
  }

  /// Decodes the toolbar of a navigation controller, whose items come from the controllers.
  func decodeBar(_ bar: UIToolbar, _ e: NibElement) {
    let outer = element
    element = e
    decodeToolbarAppearance(bar, e)
    element = outer
    if let id = e.id { objects[id] = bar }
  }

  func decodeToolbar(_ bar: UIToolbar) {
    guard let e = element else { return }
    decodeToolbarAppearance(bar, e)
    bar.items = barButtonItems(e.child(named: "items"))
  }

  private func decodeToolbarAppearance(_ bar: UIToolbar, _ e: NibElement) {
    if let color = color(key: "barTintColor") { bar.barTintColor = color }
    if e["barStyle"]?.hasPrefix("black") == true { bar.barStyle = .black }
    if let flag = e.bool("translucent") { bar.isTranslucent = flag }
    readAppearances(e, bar.looks)
  }
}
