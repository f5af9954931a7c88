@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

public enum UIBarStyle: Int, Sendable { case `default`, black, blackTranslucent }
public enum UIBarMetrics: Int, Sendable { case `default`, compact, defaultPrompt, compactPrompt }

/// A navigation bar with a title, a back button and items, usually of a navigation controller.
@preconcurrency @MainActor
open class UINavigationBar: UIView, UIBarPositioning {
  @Zeroing var owner: UINavigationController?
  private var titleLabel = UILabel()
  private let promptLabel = UILabel()
  private let subtitleLabel = UILabel()
  private var largeLabel = UILabel()
  private var backButton = UIButton(type: .system)
  /// The back button's title where there is enough space.
  private var backTitle: String?
  /// The views shown before an interactive pop, above the current ones (E-494).
  private var outgoingItemViews: UIView?
  private let shadowLine = UIView()
  private let backgroundImageView = UIImageView()
  private var leading: [BarButton] = []
  private var trailing: [BarButton] = []
  private var titleView: UIView?
  private var searchBar: UISearchBar?
  private let backdrop = BarBackdrop()
  private var stack: [UINavigationItem] = []
  /// The display mode button of the split view controller; set on the bar of its secondary column.
  var columnItem: UIBarButtonItem? { didSet { if oldValue !== columnItem { refresh() } } }
  /// A split view's button beside it that hides the other columns (E-1022).
  var secondaryOnlyItem: UIBarButtonItem? { didSet { if oldValue !== secondaryOnlyItem { refresh() } } }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    (coder as? NibCoder)?.decodeNavigationBar(self)
  }
  // MARK: A bar without a controller: its stack of items and its position

  /// A controller's bar is attached to the top; for other bars the delegate decides.
  open var barPosition: UIBarPosition {
    if owner != nil { return .topAttached }
    let position = delegate?.askPosition(of: self) ?? .top
    return position == .any ? .top : position
  }

  open func pushItem(_ item: UINavigationItem, animated: Bool) {
    let may =
      delegate?.ask(from: self, "navigationBar(_:shouldPush:)", "navigationBar:shouldPushItem:") {
        $0.navigationBar(self, shouldPush: item)
      } ?? true
    guard may else { return }
    show((items ?? []) + [item])
    delegate?.tell(from: self, "navigationBar(_:didPush:)", "navigationBar:didPushItem:") {
      $0.navigationBar(self, didPush: item)
    }
  }

  @discardableResult
  open func popItem(animated: Bool) -> UINavigationItem? {
    guard let item = topItem else { return nil }
    let may =
      delegate?.ask(from: self, "navigationBar(_:shouldPop:)", "navigationBar:shouldPopItem:") {
        $0.navigationBar(self, shouldPop: item)
      } ?? true
    guard may else { return nil }
    show(Array((items ?? []).dropLast()))
    delegate?.tell(from: self, "navigationBar(_:didPop:)", "navigationBar:didPopItem:") {
      $0.navigationBar(self, didPop: item)
    }
    return item
  }

  private func prepare() {
    guard shadowLine.superview == nil else { return }
    backgroundColor = .systemBackground
    shadowLine.backgroundColor = .separator
    promptLabel.textAlignment = .center
    promptLabel.font = .systemFont(ofSize: 13)
    subtitleLabel.isHidden = true
    for view in [backgroundImageView, shadowLine, promptLabel, subtitleLabel] { addSubview(view) }
    prepareItemViews()
  }
  private func prepareItemViews() {
    titleLabel.textAlignment = .center
    largeLabel.alpha = largeAlpha
    backButton.contentHorizontalAlignment = .left
    backButton.addTarget(self, action: "carob_back", for: .touchUpInside)
    for view in [titleLabel, largeLabel, backButton] { addSubview(view) }
  }

  open override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_back", "carob_back()", 0) {
        let bar = unsafeDowncast($0, to: UINavigationBar.self)
        bar.goBack()
      }
    ]
  }

  open weak var delegate: (any UINavigationBarDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UINavigationBarDelegate)? {
    didSet { setNeedsLayout() }
  }
  open var isTranslucent = true { didSet { owner?.viewIfLoaded?.setNeedsLayout() } }
  open var barStyle = UIBarStyle.default { didSet { applyAppearance() } }
  open var barTintColor: UIColor? { didSet { applyAppearance() } }
  /// Replaces the line below the bar; an empty image hides it.
  open var shadowImage: UIImage? { didSet { applyAppearance() } }
  open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { refresh() } }
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any]? { didSet { refresh() } }
  open var prefersLargeTitles = false {
    didSet {
      refresh()
      owner?.viewIfLoaded?.setNeedsLayout()
    }
  }
  private(set) lazy var looks = BarAppearances<UINavigationBarAppearance> {
    [weakSelf = ZeroingElement(self)] in
    weakSelf.object?.applyAppearance()
  }
  open var standardAppearance: UINavigationBarAppearance {
    get { looks.standard }
    set { looks[.standard] = newValue }
  }
  var isStandardAppearanceSet: Bool { looks[.standard] != nil }
  open var scrollEdgeAppearance: UINavigationBarAppearance? {
    get { looks[.scrollEdge] }
    set { looks[.scrollEdge] = newValue }
  }
  open var compactAppearance: UINavigationBarAppearance? {
    get { looks[.compact] }
    set { looks[.compact] = newValue }
  }
  open var compactScrollEdgeAppearance: UINavigationBarAppearance? {
    get { looks[.compactScrollEdge] }
    set { looks[.compactScrollEdge] = newValue }
  }
  private var displayedAppearance: (look: UINavigationBarAppearance, isClear: Bool) {
    looks.shown(topItem?.looks, atEdge: isAtEdge, self)
  }
  private var appearance: UINavigationBarAppearance { displayedAppearance.look }
  /// Whether the last change came from scrolling rather than layout.
  var isScrolled = false
  /// Whether the content ends at the bar; set by the navigation controller (E-530).
  var isAtEdge = false {
    didSet {
      guard oldValue != isAtEdge else { return }
      fadingAppearance(isScrolled) { [self] in
        if appearance === appearanceOfTitles { applyBackground() } else { applyAppearance() }
      }
    }
  }
  /// The appearance that the titles and buttons were made with.
  @Zeroing private var appearanceOfTitles: UINavigationBarAppearance?
  open var topItem: UINavigationItem? { stack.last }
  open var backItem: UINavigationItem? { stack.count > 1 ? stack[stack.count - 2] : nil }
  open var items: [UINavigationItem]? {
    get { stack }
    set { show(newValue ?? []) }
  }
  open func setItems(_ items: [UINavigationItem]?, animated: Bool) { self.items = items }
  var backgroundImages = BarPictures() { didSet { applyAppearance() } }
  open func setBackgroundImage(_ image: UIImage?, for metrics: UIBarMetrics) {
    backgroundImages[.any, metrics] = image
  }
  open func backgroundImage(for metrics: UIBarMetrics) -> UIImage? { backgroundImages[.any, metrics] }
  /// C-340
  open func setBackgroundImage(
    _ image: UIImage?, for position: UIBarPosition, barMetrics metrics: UIBarMetrics
  ) { backgroundImages[position, metrics] = image }
  open func backgroundImage(for position: UIBarPosition, barMetrics metrics: UIBarMetrics) -> UIImage? {
    backgroundImages[position, metrics]
  }
  /// Moves the title, in points, positive values down (C-340).
  open func setTitleVerticalPositionAdjustment(_ adjustment: CGFloat, for metrics: UIBarMetrics) {
    titleAdjustments[metrics] = adjustment
  }
  open func titleVerticalPositionAdjustment(for metrics: UIBarMetrics) -> CGFloat {
    titleAdjustments[metrics] ?? 0
  }
  private var titleAdjustments: [UIBarMetrics: CGFloat] = [:] { didSet { setNeedsLayout() } }
  private var isCompact: Bool { traitCollection.verticalSizeClass == .compact }
  private var ownBackground: UIImage? {
    backgroundImages.shown(barPosition, isCompact: isCompact, hasPrompt: topItem?.prompt != nil)
  }
  open var backIndicatorImage: UIImage? { didSet { refresh() } }
  /// The mask that cuts off titles during pushes and pops. It has no effect here, because titles fade.
  /// DEVIATION: titles fade during a transition and do not slide behind the indicator, so that the mask has
  /// nothing to hide (C-344).
  open var backIndicatorTransitionMaskImage: UIImage?
  private var isBlack: Bool { barStyle != .default }

  /// The tint that the background was made with. A subclass may return another one without setting it
  /// (E-774).
  private var shownTint: UIColor?
  private var isShownBlack = false

  private func applyAppearance() {
    applyBackground()
    refresh()
  }
  private func applyBackground() {
    let (appearance, isClear) = displayedAppearance
    (shownTint, isShownBlack) = (barTintColor, isBlack)
    let image = isClear ? nil : ownBackground ?? appearance.backgroundImage
    backgroundImageView.image = image
    backgroundImageView.contentMode = appearance.backgroundImageContentMode
    backgroundColor =
      isClear
      ? .clear
      : appearance.isTransparent || image != nil
        ? appearance.backgroundColor ?? .clear
        : barTintColor ?? appearance.backgroundColor ?? (isBlack ? .black : .systemBackground)
    shadowLine.backgroundColor = appearance.shadowColor
    shadowLine.alpha = !isClear && appearance.showsShadow && shadowImage?.size != .zero ? 1 : 0
  }

  var contentTop: CGFloat = 0 { didSet { if oldValue != contentTop { setNeedsLayout() } } }
  private var showsLargeTitle: Bool {
    guard prefersLargeTitles, let item = topItem else { return false }
    switch item.largeTitleDisplayMode {
    case .always: return true
    case .never, .inline: return false
    case .automatic: return true
    }
  }
  /// Whether the bar shows only the search bar, as it does while the user searches (E-584).
  var isSearching: Bool {
    guard let search = topItem?.searchController, search.isActive else { return false }
    return search.hidesNavigationBarDuringPresentation
  }
  private var titleRoom: CGFloat {
    showsLargeTitle && !isSearching ? 52 + (hasSubtitle ? Self.subtitleHeight : 0) : 0
  }
  /// E-770.
  private var hasSubtitle: Bool { topItem?.subtitle?.isEmpty == false }
  private static let subtitleHeight: CGFloat = 18
  /// E-584.
  private var searchRoom: CGFloat {
    guard let item = topItem, item.hidesSearchBarWhenScrolling, item.searchController?.isActive == false
    else { return 0 }
    return searchHeight
  }
  /// The height in points that can collapse when content scrolls: the search bar and then the large title
  /// (E-542).
  var room: CGFloat { searchRoom + titleRoom }
  /// The collapsed heights at which scrolling may come to rest (E-543).
  var stops: [CGFloat] { [0, searchRoom, room] }
  private var titleCollapse: CGFloat { min(max(0, collapse - searchRoom), titleRoom) }
  private var shownSearch: CGFloat { searchHeight - min(collapse, searchRoom) }
  /// How much of `room` is collapsed, in points.
  var collapse: CGFloat = 0 {
    didSet {
      guard oldValue != collapse else { return }
      largeLabel.alpha = largeAlpha
      setNeedsLayout()
    }
  }
  private var largeAlpha: CGFloat { max(0, 1 - titleCollapse / 40) }
  private var searchHeight: CGFloat { topItem?.searchController?.searchBar.preferredHeight ?? 0 }
  /// E-652.
  private var promptHeight: CGFloat { topItem?.prompt == nil || isSearching ? 0 : 30 }
  private var rowHeight: CGFloat { isSearching ? 0 : 44 + promptHeight }
  var preferredHeight: CGFloat { rowHeight + titleRoom - titleCollapse + shownSearch }
  /// The minimum and maximum height of the bar with its current item.
  var heights: ClosedRange<CGFloat> {
    let least = rowHeight + searchHeight - searchRoom
    return least...least + room
  }

  func show(_ items: [UINavigationItem]) {
    for item in stack { item.onChange = nil }
    let assignedAppearance = topItem?.looks.isUsed == true || items.last?.looks.isUsed == true
    stack = items
    items.last?.onChange = { [weakSelf = ZeroingElement(self)] in
      guard let self = weakSelf.object else { return }
      if self.topItem?.looks.isUsed == true { self.applyBackground() }
      self.refresh()
      self.owner?.viewIfLoaded?.setNeedsLayout()
    }
    if assignedAppearance { applyBackground() }
    refresh()
  }

  private func refresh() {
    prepare()
    let item = topItem
    titleLabel.text = item?.title
    largeLabel.text = item?.title
    largeLabel.isHidden = !showsLargeTitle
    titleLabel.isHidden = showsLargeTitle || item?.titleView != nil
    let appearance = appearance
    appearanceOfTitles = appearance
    let attributes = titleTextAttributes ?? appearance.titleTextAttributes
    let plain: UIColor = isBlack ? .white : .label
    titleLabel.textColor = attributes[.foregroundColor] as? UIColor ?? plain
    titleLabel.font = attributes[.font] as? UIFont ?? .systemFont(ofSize: 17, weight: .semibold)
    subtitleLabel.text = item?.subtitle
    subtitleLabel.textColor = isBlack ? .lightGray : .secondaryLabel
    promptLabel.text = item?.prompt
    promptLabel.textColor = titleLabel.textColor
    if promptLabel.isHidden != (promptHeight == 0) {
      promptLabel.isHidden = promptHeight == 0
      invalidateIntrinsicContentSize()
    }
    let large = largeTitleTextAttributes ?? appearance.largeTitleTextAttributes
    largeLabel.textColor = large[.foregroundColor] as? UIColor ?? plain
    largeLabel.font = large[.font] as? UIFont ?? .systemFont(ofSize: 34, weight: .bold)
    if titleView !== item?.titleView {
      titleView?.removeFromSuperview()
      titleView = item?.titleView
      if let titleView { addSubview(titleView) }
    }
    for button in leading + trailing { button.view.removeFromSuperview() }
    // E-589: a split view's button precedes the root's own items.
    let first = stack.count == 1 ? [columnItem, secondaryOnlyItem].compactMap { $0 } : []
    leading = BarButton.make(
      first + (item?.leadingItems ?? []), self, appearance.appearance(of:))
    trailing = BarButton.make(item?.trailingItems, self, appearance.appearance(of:))
    for button in leading + trailing { addSubview(button.view) }
    let search = item?.searchController?.searchBar
    if searchBar !== search {
      if searchBar?.superview === self { searchBar?.removeFromSuperview() }
      searchBar = search
      if let search { addSubview(search) }
    }
    let previous = backItem
    backButton.isHidden =
      previous == nil || item?.hidesBackButton == true
      || (!leading.isEmpty && item?.leftItemsSupplementBackButton != true)
    var back = previous?.backBarButtonItem?.title ?? previous?.backButtonTitle ?? previous?.title ?? "Back"
    if back.isEmpty || previous?.backButtonDisplayMode == .generic { back = "Back" }
    backButton.accessibilityLabel = back
    backTitle = previous?.backButtonDisplayMode == .minimal ? nil : back
    backButton.setTitle(backTitle, for: .normal)
    appearance.backButtonAppearance.apply(to: backButton, of: previous?.backBarButtonItem)
    previous?.backBarButtonItem?.applyBackPictures(to: backButton)
    if !backButton.isHidden {
      backButton.setImage(
        appearance.backIndicatorImage ?? backIndicatorImage ?? UIImage(systemName: "chevron.left"),
        for: .normal)
    }
    setNeedsLayout()
  }

  // E-1023
  /// The width of the bar's row that its items can use beside the title.
  private var roomForItems: CGFloat {
    let safe = safeAreaInsets
    let title: CGFloat = (topItem?.title ?? "").isEmpty && titleView == nil ? 0 : 80
    return bounds.width - safe.left - safe.right - 32 - title
      - (backButton.isHidden ? 0 : backButton.intrinsicContentSize.width + 20)
      - [columnItem, secondaryOnlyItem].reduce(0) { $0 + ($1 == nil || stack.count != 1 ? 0 : 40) }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if let topItem, bounds.width > 0,
      topItem.fitGroups(
        into: roomForItems, { BarButton.width(of: $0, appearance.appearance(of: $0.style)) })
    {
      refresh()
    }
    // E-533: the bar may have become compact or stopped being compact.
    if appearance !== appearanceOfTitles {
      applyAppearance()
    } else if backgroundImages != BarPictures(), !displayedAppearance.isClear,
      backgroundImageView.image !== ownBackground ?? appearance.backgroundImage
    {
      // C-340: another height or a prompt may have another image.
      applyBackground()
    } else if shownTint != barTintColor || isShownBlack != isBlack {
      // E-774
      applyAppearance()
    }
    let margin: CGFloat = 16
    let height: CGFloat = 44
    // E-961
    let safe = safeAreaInsets
    let row = CGRect(
      x: safe.left + margin, y: 0, width: max(0, bounds.width - safe.left - safe.right - 2 * margin),
      height: height)
    layOutBackdrop()
    backgroundImageView.frame = bounds
    searchBar?.frame = CGRect(
      x: 8, y: bounds.height - shownSearch, width: bounds.width - 16, height: searchHeight)
    searchBar?.alpha = searchRoom > 0 ? shownSearch / searchRoom : 1
    shadowLine.frame = CGRect(
      x: 0, y: bounds.height - 1 / UIScreen.main.scale, width: bounds.width, height: 1 / UIScreen.main.scale)
    let isLarge = titleRoom > titleCollapse
    promptLabel.frame = CGRect(x: row.minX, y: contentTop + 4, width: row.width, height: 24)
    promptLabel.alpha = promptHeight > 0 ? 1 : 0
    let contentTop = isSearching ? -2 * height : contentTop + promptHeight
    shadowLine.isHidden = isLarge
    titleLabel.isHidden = isLarge || titleView != nil
    var left = row.minX
    if !backButton.isHidden {
      // E-563
      backButton.setTitle(backTitle, for: .normal)
      if backTitle != nil, backButton.intrinsicContentSize.width + 12 > bounds.width / 2 {
        backButton.setTitle("Back", for: .normal)
      }
      let size = backButton.intrinsicContentSize
      backButton.frame = CGRect(
        x: safe.left + 8, y: contentTop, width: min(size.width + 12, bounds.width / 2), height: height)
      left = backButton.frame.maxX + 8
    }
    for button in leading where !button.item.isHidden {
      let width = button.width
      button.view.frame = CGRect(
        x: left, y: contentTop + (height - button.height) / 2, width: width, height: button.height)
      left += width + 16
    }
    var right = row.maxX
    for button in trailing where !button.item.isHidden {
      let width = button.width
      button.view.frame = CGRect(
        x: right - width, y: contentTop + (height - button.height) / 2, width: width, height: button.height)
      right -= width + 16
    }
    let room = max(left, bounds.width - right)
    let title = CGRect(x: room, y: contentTop, width: max(0, bounds.width - 2 * room), height: height)
    let way = appearance.titlePositionAdjustment
    titleLabel.frame = title.offsetBy(
      dx: way.horizontal, dy: way.vertical + (titleAdjustments.shown(isCompact: isCompact) ?? 0))
    layOutSubtitle(isLarge, CGRect(x: row.minX, y: contentTop, width: row.width, height: 0))
    if let titleView {
      let size = titleView.bounds.size == .zero ? titleView.sizeThatFits(title.size) : titleView.bounds.size
      titleView.frame = CGRect(
        x: title.midX - size.width / 2, y: title.midY - size.height / 2, width: size.width,
        height: size.height)
    }
    largeLabel.frame = CGRect(
      x: row.minX, y: contentTop + 47 - titleCollapse, width: row.width, height: 41)
  }

  /// E-770: places the subtitle below the title, which moves up, or below the large title while that is
  /// shown.
  private func layOutSubtitle(_ isLarge: Bool, _ row: CGRect) {
    subtitleLabel.isHidden = !hasSubtitle || isSearching || (!isLarge && titleView != nil)
    guard !subtitleLabel.isHidden else { return }
    subtitleLabel.font = .systemFont(ofSize: isLarge ? 15 : 12)
    subtitleLabel.textAlignment = isLarge ? .natural : .center
    subtitleLabel.alpha = isLarge ? largeAlpha : 1
    if isLarge {
      subtitleLabel.frame = CGRect(
        x: row.minX, y: row.minY + 86 - titleCollapse, width: row.width, height: Self.subtitleHeight)
    } else {
      titleLabel.frame.origin.y -= 8
      subtitleLabel.frame = CGRect(
        x: titleLabel.frame.minX, y: titleLabel.frame.midY + 10, width: titleLabel.frame.width, height: 15)
    }
  }

  override func colorsMayHaveChanged() { applyAppearance() }

  /// E-494: keeps the views of the current item above those of the item that will be shown.
  func beginCrossfade() {
    endCrossfade()
    let old = UIView(frame: bounds)
    old.isUserInteractionEnabled = false
    old.accessibilityElementsHidden = true
    let views =
      [titleLabel, largeLabel, backButton] + (leading + trailing).map(\.view) + [titleView].compactMap { $0 }
    for view in views { old.addSubview(view) }
    (titleLabel, largeLabel, backButton) = (UILabel(), UILabel(), UIButton(type: .system))
    (leading, trailing, titleView) = ([], [], nil)
    prepareItemViews()
    addSubview(old)
    outgoingItemViews = old
  }

  /// Returns the block that fades from the old item's views to the new ones, to be called in an animation.
  func crossfade() -> () -> Void {
    guard let old = outgoingItemViews else { return {} }
    let new =
      ([titleLabel, largeLabel, backButton] + (leading + trailing).map(\.view) + [titleView].compactMap { $0 })
      .map { (view: $0, alpha: $0.alpha) }
    UIView.performWithoutAnimation { for entry in new { entry.view.alpha = 0 } }
    restoreItemAlphas = { for entry in new { entry.view.alpha = entry.alpha } }
    return {
      old.alpha = 0
      for entry in new { entry.view.alpha = entry.alpha }
    }
  }
  private var restoreItemAlphas: (() -> Void)?

  /// Removes the old item's views. What remains shows the new item or, after a cancelled pop, the old one
  /// again.
  func endCrossfade() {
    guard let old = outgoingItemViews else { return }
    old.removeFromSuperview()
    restoreItemAlphas?()
    (outgoingItemViews, restoreItemAlphas) = (nil, nil)
  }

  /// Extends the bar's background behind the status bar if the bar is directly below it without a
  /// controller.
  private func layOutBackdrop() {
    let above = owner == nil && barPosition == .topAttached ? max(0, convert(CGPoint.zero, to: nil).y) : 0
    guard above > 0 else { return backdrop.removeFromSuperview() }
    if backdrop.superview == nil { insertSubview(backdrop, at: 0) }
    backdrop.update(
      backgroundColor, CGRect(x: 0, y: -above, width: bounds.width, height: above), lineAtTop: false,
      appearance)
  }
  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: 44 + promptHeight)
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UINavigationBar.self,
      {
        [
          "delegate": \.delegate, "translucent": \.isTranslucent, "barStyle": \.barStyle,
          "barTintColor": \.barTintColor, "shadowImage": \.shadowImage,
          "titleTextAttributes": \.titleTextAttributes,
          "largeTitleTextAttributes": \.largeTitleTextAttributes,
          "prefersLargeTitles": \.prefersLargeTitles, "standardAppearance": \.standardAppearance,
          "scrollEdgeAppearance": \.scrollEdgeAppearance, "compactAppearance": \.compactAppearance,
          "compactScrollEdgeAppearance": \.compactScrollEdgeAppearance, "items": \.items,
        ]
      },
      readOnly: {
        [
          "barPosition": \.barPosition, "topItem": \.topItem, "backItem": \.backItem,
        ]
      }
    )
  }
}

/// A bar button item together with its view in a bar.
@MainActor
final class BarButton {
  let item: UIBarButtonItem
  let view: UIView

  /// Creates the views of a bar's items, styled by the app's appearance proxies and by the bar's
  /// appearance.
  static func make(
    _ items: [UIBarButtonItem]?, _ bar: UIView,
    _ appearance: @escaping (UIBarButtonItem.Style) -> UIBarButtonItemAppearance
  ) -> [BarButton] {
    (items ?? []).map {
      if AppearanceProxies.isUsed { AppearanceProxies.apply(to: $0, within: bar) }
      return BarButton($0, appearance)
    }
  }

  private init(
    _ item: UIBarButtonItem, _ appearance: @escaping (UIBarButtonItem.Style) -> UIBarButtonItemAppearance
  ) {
    self.item = item
    if let custom = item.customView {
      view = custom
      item.viewInBar = view
      if item.isHidden { view.isHidden = true }
      return
    }
    let button = ItemButton(type: .system)
    button.item = item
    button.show(item, appearance(item.style))
    button.accessibilityIdentifier = item.accessibilityIdentifier
    view = button
    view.isHidden = item.isHidden
    item.viewInBar = view
    item.onChange = { [button = ZeroingElement(button), item = ZeroingElement(item)] in
      guard let button = button.object, let item = item.object else { return }
      button.show(item, appearance(item.style))
      button.superview?.setNeedsLayout()
    }
  }

  /// The width of an item that may not be in the bar.
  static func width(of item: UIBarButtonItem, _ appearance: UIBarButtonItemAppearance) -> CGFloat {
    if item.width > 0 { return item.width }
    if let custom = item.customView {
      return custom.bounds.width > 0 ? custom.bounds.width : custom.intrinsicContentSize.width
    }
    let probe = ItemButton(type: .system)
    probe.show(item, appearance)
    return max(probe.intrinsicContentSize.width, 24)
  }

  var width: CGFloat {
    if item.width > 0 { return item.width }
    if item.customView != nil {
      return view.bounds.width > 0 ? view.bounds.width : view.intrinsicContentSize.width
    }
    return max(view.intrinsicContentSize.width, widestTitle, 24)
  }
  /// C-343: the width that the widest of the item's possible titles needs.
  private var widestTitle: CGFloat {
    guard item.image == nil, let titles = item.possibleTitles, let button = view as? UIButton,
      let label = button.titleLabel
    else { return 0 }
    let beside = view.intrinsicContentSize.width - label.intrinsicContentSize.width
    let probe = UILabel()
    probe.font = label.font
    return titles.map { title in
      probe.text = title
      return probe.intrinsicContentSize.width + beside
    }.max() ?? 0
  }
  var height: CGFloat { item.customView != nil ? max(view.bounds.height, 30) : 44 }
}

/// The button that represents a bar button item. Actions have the item as their sender.
@preconcurrency @MainActor
final class ItemButton: UIButton {
  @Zeroing var item: UIBarButtonItem?
  func show(_ item: UIBarButtonItem, _ appearance: UIBarButtonItemAppearance) {
    appearance.apply(to: self, of: item)
    item.applyPictures(to: self)
    tintColor = item.tintColor
    setTitle(item.image == nil ? item.title : nil, for: .normal)
    setImage(item.image, for: .normal)
    isEnabled = item.isEnabled
    (menu, showsMenuAsPrimaryAction) = (item.menu ?? item.menuOfGroup, !item.hasAction)
    if let label = item.accessibilityName { accessibilityLabel = label }
  }
  // A menu replaces the action or accompanies it (E-374, E-648).
  override var menuSender: AnyObject { item ?? self }
  override func act(_ event: UIEvent?) {
    super.act(event)
    item?.trigger()
  }
}
