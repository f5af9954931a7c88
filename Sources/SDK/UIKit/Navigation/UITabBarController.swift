import CarobFoundation
import CoreGraphics
import NibFormat
import QuartzCore

/// Asked and told about tabs. All methods are optional.
@preconcurrency @MainActor
public protocol UITabBarControllerDelegate: NSObjectProtocol, _CarobOptional {
  func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController)
    -> Bool
  func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController)
  func tabBarController(
    _ tabBarController: UITabBarController, willBeginCustomizing viewControllers: [UIViewController])
  func tabBarController(
    _ tabBarController: UITabBarController, willEndCustomizing viewControllers: [UIViewController],
    changed: Bool)
  func tabBarController(
    _ tabBarController: UITabBarController, didEndCustomizing viewControllers: [UIViewController],
    changed: Bool)
  func tabBarController(
    _ tabBarController: UITabBarController,
    animationControllerForTransitionFrom fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  func tabBarController(
    _ tabBarController: UITabBarController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?
}

extension UITabBarControllerDelegate {
  public func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool { true }
  public func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController
  ) {}
  public func tabBarController(
    _ tabBarController: UITabBarController, willBeginCustomizing viewControllers: [UIViewController]
  ) {}
  public func tabBarController(
    _ tabBarController: UITabBarController, willEndCustomizing viewControllers: [UIViewController],
    changed: Bool
  ) {}
  public func tabBarController(
    _ tabBarController: UITabBarController, didEndCustomizing viewControllers: [UIViewController],
    changed: Bool
  ) {}
  public func tabBarController(
    _ tabBarController: UITabBarController,
    animationControllerForTransitionFrom fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
  public func tabBarController(
    _ tabBarController: UITabBarController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
}

/// Several screens behind tabs (E-115…E-118).
@preconcurrency @MainActor
open class UITabBarController: UIViewController {
  public override init(nibName: String?, bundle: Bundle?) { super.init(nibName: nibName, bundle: bundle) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open weak var delegate: (any UITabBarControllerDelegate)?
  open var tabBar: UITabBar { ownTabBar }
  private let ownTabBar = UITabBar(frame: CGRect(x: 0, y: 0, width: 320, height: 49))
  let content = UIView()
  private var index = 0
  private var shown: UIViewController?
  /// That of the app's transition that goes on (E-448).
  private var running: TransitionCoordinator?
  open override var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    running ?? super.transitionCoordinator
  }

  open var viewControllers: [UIViewController]? {
    get { tabs }
    set { setViewControllers(newValue, animated: false) }
  }
  private var tabs: [UIViewController] = []
  /// Also the list of the tabs for which there is no room (E-586).
  open var selectedViewController: UIViewController? {
    get { index == NSNotFound ? moreNavigationController : tabs.indices.contains(index) ? tabs[index] : nil }
    set {
      guard let newValue else { return }
      if newValue === moreNavigationController {
        guard hasMore else { return }
        more.displayList(animated: false)
        (index, tabBar.selectedIndex) = (NSNotFound, barIndex)
        if isViewLoaded { showSelected() }
      } else if tabs.contains(where: { $0 === newValue }) {
        select(newValue, animated: false)
      }
    }
  }
  /// Setting it sends appearance messages and no delegate message (E-117); `NSNotFound` while the list of the other tabs
  /// is selected.
  open var selectedIndex: Int {
    get { index }
    set { if tabs.indices.contains(newValue) { select(tabs[newValue], animated: false) } }
  }

  // MARK: Without room for all (E-586)

  private lazy var more = MoreNavigationController(self)
  /// The list of the tabs for which the bar has no room; also there when nobody needs it.
  public var moreNavigationController: UINavigationController { more }
  /// Whose tabs the user may put into another order (E-587).
  open var customizableViewControllers: [UIViewController]? { didSet { if hasMore { more.list.reload() } } }
  private var room: Int { UIDevice.current.userInterfaceIdiom == .pad ? 8 : 5 }
  private var hasMore: Bool { tabs.count > room }
  var tabsInMore: [UIViewController] { hasMore ? Array(tabs[(room - 1)...]) : [] }
  private func isInMore(_ tab: UIViewController) -> Bool { tabsInMore.contains { $0 === tab } }
  /// Which button of the bar is chosen.
  private var barIndex: Int { hasMore ? min(index, room - 1) : index }
  /// Whose view is or will be in the content.
  private var selectedContainer: UIViewController? {
    selectedViewController.map { isInMore($0) ? more : $0 }
  }

  func select(_ tab: UIViewController, animated: Bool) {
    guard let place = tabs.firstIndex(where: { $0 === tab }) else { return }
    index = place
    if isInMore(tab) { more.display(tab, animated: animated) }
    tabBar.selectedIndex = barIndex
    if isViewLoaded { showSelected() }
  }

  /// Another screen is on top of the list, or the list itself.
  func moreChanged() {
    // What was displayed is the bar's child again until it is chosen the next time.
    for tab in tabs where tab.parent == nil { adopt(tab) }
    guard shown === more || selectedContainer === more else { return }
    index = more.displayed.flatMap { tab in tabs.firstIndex { $0 === tab } } ?? NSNotFound
  }

  private func adopt(_ tab: UIViewController) {
    addChild(tab)
    Journal.deliver(.appearance, "didMove(toParent:)", to: tab, category: .lifetime) {
      tab.didMove(toParent: self)
    }
  }

  override var managesChildAppearance: Bool { true }
  override var appearanceChildren: [UIViewController] { shown.map { [$0] } ?? [] }
  open override var childForStatusBarStyle: UIViewController? { selectedContainer }
  open override var childForStatusBarHidden: UIViewController? { selectedContainer }

  open func setViewControllers(_ controllers: [UIViewController]?, animated: Bool) {
    let (new, selected) = (controllers ?? [], selectedViewController)
    if hasMore { more.displayList(animated: false) }
    for controller in tabs where !new.contains(where: { $0 === controller }) {
      controller.willMove(toParent: nil)
      for view in controller.viewsInPlace { view.removeFromSuperview() }
      controller.removeFromParent()
    }
    for controller in new where controller.parent !== self { adopt(controller) }
    tabs = new
    // The same one stays selected, else the one at its place.
    if let place = selected.flatMap({ old in new.firstIndex { $0 === old } }) {
      index = place
    } else if index != NSNotFound || !hasMore {
      index = new.indices.contains(index) ? index : 0
    }
    customizableViewControllers = controllers
    tabsChanged()
  }

  func reorder(_ order: [UIViewController]) {
    let selected = selectedViewController
    more.displayList(animated: false)
    tabs = order
    index = selected.flatMap { old in order.firstIndex { $0 === old } } ?? NSNotFound
    tabsChanged()
  }

  private func tabsChanged() {
    children = tabs
    if hasMore {
      children.append(more)
      if more.parent !== self { more.parent = self }
      more.list.reload()
      tabBar.items = tabs[..<(room - 1)].map(\.tabBarItem) + [more.tabBarItem]
      if let tab = selectedViewController, isInMore(tab) { more.display(tab, animated: false) }
    } else {
      tabBar.items = tabs.map(\.tabBarItem)
    }
    tabBar.selectedIndex = barIndex
    if isViewLoaded { showSelected() }
  }

  open override func loadView() {
    let root = UIView(frame: UIScreen.main.bounds)
    root.backgroundColor = .systemBackground
    content.frame = root.bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    root.addSubview(content)
    root.addSubview(tabBar)
    view = root
    tabBar.onTap = { [weak self] in self?.tapped($0) }
    arrange()
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    showSelected()
  }

  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    arrange()
  }

  private func arrange() {
    guard let view = viewIfLoaded else { return }
    let height = 49 + view.safeAreaInsets.bottom
    tabBar.frame = CGRect(
      x: ride ?? 0, y: isBarAway && ride == nil ? view.bounds.height : view.bounds.height - height,
      width: view.bounds.width, height: height)
    for child in children {
      child.containerSafeAreaInsets = UIEdgeInsets(
        top: 0, left: 0, bottom: hidesBar || !reachesBeneath(child) ? 0 : 49, right: 0)
    }
    if running == nil, let shown {
      let frame = frame(of: shown)
      for view in shown.viewsInPlace where view.superview === content && view.frame != frame {
        view.frame = frame
      }
    }
    isArranging = true
    contentEdgesChanged()
    isArranging = false
  }

  private func reachesBeneath(_ child: UIViewController) -> Bool {
    child.reachesBeneath(.bottom, isTranslucent: tabBar.isTranslucent)
  }
  private func frame(of child: UIViewController) -> CGRect {
    let bottom = hidesBar || reachesBeneath(child) ? 0 : tabBar.bounds.height
    return content.bounds.inset(by: UIEdgeInsets(top: 0, left: 0, bottom: bottom, right: 0))
  }

  // MARK: Without the bar

  private var hidesBarItself = false
  open var isTabBarHidden: Bool {
    get { hidesBarItself }
    set { setTabBarHidden(newValue, animated: false) }
  }
  /// E-579.
  open func setTabBarHidden(_ hidden: Bool, animated: Bool) {
    guard hidden != hidesBarItself else { return }
    hidesBarItself = hidden
    guard animated, UIView.areAnimationsEnabled, case .appeared = appearance, let view else {
      return arrange()
    }
    UIView.animate(
      withDuration: UINavigationController.hideShowBarDuration, delay: 0,
      options: [.allowUserInteraction, .beginFromCurrentState, .internalTransition],
      animations: { [self] in
        arrange()
        view.layoutIfNeeded()
      })
  }
  /// E-581: the stack that is shown has a screen that wants no bar at the bottom.
  private var stackHidesBar: Bool { (shown as? UINavigationController)?.hidesBottomBar == true }
  private var isBarAway: Bool { hidesBarItself || stackHidesBar }
  private var hidesBar: Bool { tabBar.isHidden || isBarAway }
  /// How far beside its place the bar is while it goes with the screens of a stack.
  private var ride: CGFloat?
  /// Whether it was away as the stack was shown last.
  private var wasAway = false

  /// E-581: a stack has other screens now, at once or in a transition.
  func barGoesAlong(_ coordinator: TransitionCoordinator?, _ operation: UINavigationController.Operation) {
    let (isAway, before) = (isBarAway, wasAway)
    wasAway = isAway
    guard let coordinator, isAway != before, viewIfLoaded?.window != nil else { return arrange() }
    let far = view.bounds.width * (operation == .push ? 1 : -1)
    UIView.performWithoutAnimation {
      ride = isAway ? 0 : far
      arrange()
    }
    coordinator.animate(
      alongsideTransition: { [self] _ in
        ride = isAway ? -far : 0
        arrange()
      },
      completion: { [self] _ in
        ride = nil
        wasAway = isBarAway
        arrange()
      })
  }

  open override func contentScrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? {
    selectedContainer?.contentScrollView(for: edge)
  }
  override func contentEdgesChanged() {
    tabBar.isScrolled = !isArranging
    tabBar.isAtEdge = isContentAtEdge(.bottom)
  }
  private var isArranging = false

  /// E-115: shouldSelect, then the appearance of both, then didSelect.
  private func tapped(_ place: Int) {
    let isMore = hasMore && place == room - 1
    let target = isMore ? more : tabs[place]
    guard maySelect(target) else { return }
    if target === selectedContainer {
      // E-117.
      if isMore {
        more.displayList(animated: true)
      } else {
        (target as? UINavigationController)?.popToRootViewController(animated: true)
      }
    } else if isMore {
      index = more.displayed.flatMap { tab in tabs.firstIndex { $0 === tab } } ?? NSNotFound
      tabBar.selectedIndex = barIndex
      showSelected()
    } else {
      selectedIndex = place
    }
    tellSelected(target)
  }

  func maySelect(_ target: UIViewController) -> Bool {
    delegate?.ask(
      from: self, "tabBarController(_:shouldSelect:)", "tabBarController:shouldSelectViewController:"
    ) { $0.tabBarController(self, shouldSelect: target) } ?? true
  }
  func tellSelected(_ target: UIViewController) {
    delegate?.tell(
      from: self, category: .functional, "tabBarController(_:didSelect:)",
      "tabBarController:didSelectViewController:"
    ) { $0.tabBarController(self, didSelect: target) }
  }

  private func showSelected() {
    guard running == nil, let new = selectedContainer, new !== shown else { return }
    let (old, oldIndex) = (shown, shownIndex)
    new.loadViewIfNeeded()
    (shown, shownIndex) = (new, index)
    arrange()
    let isVisible = appearance.isVisibleOrBecomes
    let isPlain = new.presentationInContext == nil && old?.presentationInContext == nil
    if isVisible, isPlain, let old, let transition = ofApp(old, new) {
      return run(transition, old, new, oldIndex)
    }
    let (coming, going) = (new.controllersInPlace, old?.controllersInPlace ?? [])
    if isVisible {
      for controller in coming { controller.beginAppearanceTransition(true, animated: false) }
      for controller in going { controller.beginAppearanceTransition(false, animated: false) }
    }
    place(new)
    for view in old?.viewsInPlace ?? [] { view.removeFromSuperview() }
    guard isVisible else { return }
    // The old one's did comes first (E-115).
    for controller in going { controller.endAppearanceTransition() }
    if case .appeared = appearance { for controller in coming { controller.endAppearanceTransition() } }
  }
  /// The index of what is shown.
  private var shownIndex = 0

  private func place(_ controller: UIViewController) {
    controller.loadViewIfNeeded()
    for view in controller.viewsInPlace {
      view.translatesAutoresizingMaskIntoConstraints = true
      view.frame = frame(of: controller)
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      content.addSubview(view)
    }
  }

  /// E-448: a transition of the app's own; a tab that is chosen meanwhile is shown when it is over.
  private func run(
    _ transition: TransitionContext, _ old: UIViewController, _ new: UIViewController, _ oldIndex: Int
  ) {
    let coordinator = TransitionCoordinator(transition, from: old, to: new, container: content, otherwise: 0)
    running = coordinator
    new.beginAppearanceTransition(true, animated: true)
    old.beginAppearanceTransition(false, animated: true)
    place(new)
    let cause = Journal.cause
    transition.run(coordinator) { [self] completed in
      Journal.with(cause: cause) {
        if completed {
          old.viewIfLoaded?.removeFromSuperview()
          if case .disappearing = old.appearance { old.endAppearanceTransition() }
          if case .appearing = new.appearance, case .appeared = appearance { new.endAppearanceTransition() }
        } else {
          takeBack(old, new, oldIndex)
        }
        running = nil
        coordinator.finish(cancelled: !completed)
        showSelected()
      }
    }
  }

  private func takeBack(_ old: UIViewController, _ new: UIViewController, _ oldIndex: Int) {
    if selectedContainer === new {
      index = oldIndex
      tabBar.selectedIndex = barIndex
    }
    (shown, shownIndex) = (old, oldIndex)
    Self.takeBack(coming: new, going: old, away: { new.viewIfLoaded?.removeFromSuperview() })
  }

  // MARK: State (E-403)

  open override func encodeRestorableState(with coder: NSCoder) {
    super.encodeRestorableState(with: coder)
    encodeTabs(coder)
  }
  open override func decodeRestorableState(with coder: NSCoder) {
    super.decodeRestorableState(with: coder)
    decodeTabs(coder)
  }

  /// E-315, through the property that an app may override.
  open override func unwind(for unwindSegue: UIStoryboardSegue, towards subsequentVC: UIViewController) {
    if tabs.contains(where: { $0 === subsequentVC }), selectedViewController !== subsequentVC {
      selectedViewController = subsequentVC
    }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UITabBarController.self,
      {
        [
          "delegate": \.delegate, "viewControllers": \.viewControllers,
          "selectedViewController": \.selectedViewController, "selectedIndex": \.selectedIndex,
          "customizableViewControllers": \.customizableViewControllers, "tabBarHidden": \.isTabBarHidden,
        ]
      },
      readOnly: {
        [
          "tabBar": \.tabBar, "moreNavigationController": \.moreNavigationController,
        ]
      }
    )
  }
}

/// Told when the user chooses an item of a tab bar that has no controller.
@preconcurrency @MainActor
public protocol UITabBarDelegate: NSObjectProtocol, _CarobOptional {
  func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
  public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

/// The bar of a tab bar controller, or one of its own.
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
  /// Stands behind the selected item, in its own size (E-705).
  open var selectionIndicatorImage: UIImage? { didSet { recolor() } }
  /// How the items share the bar's width (E-706).
  open var itemPositioning = ItemPositioning.automatic { didSet { setNeedsLayout() } }
  /// Points; 0 for the width that fits. Of items in the middle of the bar.
  open var itemWidth: CGFloat = 0 { didSet { setNeedsLayout() } }
  open var itemSpacing: CGFloat = 0 { didSet { setNeedsLayout() } }
  open weak var delegate: (any UITabBarDelegate)?
  private(set) lazy var looks = BarAppearances<UITabBarAppearance> { [weak self] in self?.applyAppearance() }
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
  /// Whether the content ends at the bar; a tab bar controller's (E-530).
  /// The content is being scrolled, not laid out.
  var isScrolled = false
  var isAtEdge = false {
    didSet { if oldValue != isAtEdge { fadingLook(isScrolled) { [self] in applyAppearance() } } }
  }
  private func applyAppearance() {
    let (appearance, isClear) = appearance
    backgroundColor =
      isClear
      ? .clear
      : barTintColor ?? appearance.backgroundColor
        ?? (appearance.isTransparent ? .clear : barStyle == .default ? .systemBackground : .black)
    picture.image = isClear ? nil : appearance.backgroundImage
    picture.contentMode = appearance.backgroundImageContentMode
    line.backgroundColor = !isClear && appearance.showsShadow ? appearance.shadowColor : nil
    recolor()
  }
  var selectedIndex = 0 {
    didSet {
      let changed = items?.contains { $0.looks.isUsed }
      if changed == true { applyAppearance() } else { recolor() }
    }
  }
  var onTap: ((Int) -> Void)?
  private var buttons: [TabButton] = []
  private let line = UIView()
  private let picture = UIImageView()
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
    addSubview(indicator)
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    // A bar of its own begins without a selection.
    selectedIndex = -1
    (coder as? NibCoder)?.decodeTabBar(self)
  }

  /// A tab was tapped: a controller's bar asks the controller, a bar of its own selects.
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
      button.onTap = { [weak self] in self?.tapped(index) }
      item.onChange = { [weak self, weak button, weak item] in
        guard let item else { return }
        button?.show(item)
        self?.recolor()
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
    line.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1 / UIScreen.main.scale)
    guard !buttons.isEmpty else { return }
    // E-706
    let look = appearance.look
    let isCentered = itemPositioning == .centered || look.stackedItemPositioning == .centered
    let count = CGFloat(buttons.count)
    let wanted = itemWidth > 0 ? itemWidth : look.stackedItemWidth > 0 ? look.stackedItemWidth : 76
    let gap = !isCentered ? 0 : itemSpacing > 0 ? itemSpacing : look.stackedItemSpacing
    let width = isCentered ? min(wanted, (bounds.width - gap * (count - 1)) / count) : bounds.width / count
    let left = isCentered ? (bounds.width - width * count - gap * (count - 1)) / 2 : 0
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

/// One tab.
@preconcurrency @MainActor
final class TabButton: UIControl {
  private let label = UILabel()
  private let picture = UIImageView()
  private let badge = UILabel()
  private var item: UITabBarItem?
  private var look: UITabBarItemStateAppearance?
  var onTap: (() -> Void)?

  func show(_ item: UITabBarItem) {
    if label.superview == nil {
      label.textAlignment = .center
      picture.contentMode = .scaleAspectFit
      badge.textAlignment = .center
      badge.layer.masksToBounds = true
      addSubview(label)
      addSubview(picture)
      addSubview(badge)
    }
    self.item = item
    label.text = item.title
    badge.text = item.badgeValue
    badge.isHidden = item.badgeValue == nil
    accessibilityLabel = item.nameForAssistance
    accessibilityIdentifier = item.accessibilityIdentifier
    accessibilityValue = item.badgeValue
    setNeedsLayout()
  }

  /// E-496: the item's own attributes come first, then those of the bar's appearance, then the colour.
  func color(_ color: UIColor, _ look: UITabBarItemStateAppearance, isSelected: Bool) {
    self.isSelected = isSelected
    self.look = look
    let own = item?.titleAttributes
    let state = own?[isSelected ? UIControl.State.selected.rawValue : UIControl.State.normal.rawValue]
    label.textColor = state?[.foregroundColor] as? UIColor ?? look.ownTitleColor ?? color
    label.font =
      own?[UIControl.State.normal.rawValue]?[.font] as? UIFont ?? look.titleTextAttributes[.font] as? UIFont
      ?? .systemFont(ofSize: 10, weight: .medium)
    let image = isSelected ? item?.selectedImage ?? item?.image : item?.image
    picture.image =
      image.map { $0.renderingMode == .automatic ? $0.withRenderingMode(.alwaysTemplate) : $0 }
    picture.tintColor = look.ownIconColor ?? color
    badge.backgroundColor = item?.badgeColor ?? look.badgeBackgroundColor ?? .systemRed
    badge.textColor = look.badgeTextAttributes[.foregroundColor] as? UIColor ?? .white
    badge.font = look.badgeTextAttributes[.font] as? UIFont ?? .systemFont(ofSize: 13)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    picture.frame = CGRect(x: bounds.midX - 13, y: 5, width: 26, height: 26)
    let way = look?.titlePositionAdjustment ?? .zero
    label.frame = CGRect(x: way.horizontal, y: 33 + way.vertical, width: bounds.width, height: 13)
    guard !badge.isHidden else { return }
    let moved = look?.badgePositionAdjustment ?? .zero
    let width = max(18, badge.intrinsicContentSize.width + 10)
    badge.frame = CGRect(
      x: bounds.midX + 4 + moved.horizontal, y: 2 + moved.vertical, width: width, height: 18)
    badge.layer.cornerRadius = 9
  }
  override func touchEnded(inside: Bool, _ event: UIEvent?) {
    super.touchEnded(inside: inside, event)
    if inside { onTap?() }
  }
  override var defaultAccessibilityTraits: UIAccessibilityTraits {
    super.defaultAccessibilityTraits.union([.button])
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
    readLooks(e, bar.looks)
    let items = (e.child(named: "items")?.children ?? []).compactMap {
      make($0, fallback: UITabBarItem.self) as? UITabBarItem
    }
    if !items.isEmpty { bar.items = items }
    if let id = e["selectedItem"] { bar.selectedItem = objects[id] as? UITabBarItem }
  }

  /// The bar of a controller that a storyboard describes in the controller's element.
  func decodeBar(_ bar: UITabBar, _ e: NibElement) {
    let outer = element
    element = e
    decodeTabBar(bar)
    element = outer
    if let id = e.id { objects[id] = bar }
  }
}
