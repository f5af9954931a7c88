@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Shows one of several screens, selected with a tab bar (E-115…E-118).
@preconcurrency @MainActor
open class UITabBarController: UIViewController, UITabBarDelegate {
  public override init(nibName: String?, bundle: Bundle?) { super.init(nibName: nibName, bundle: bundle) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open weak var delegate: (any UITabBarControllerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UITabBarControllerDelegate)?
  open var tabBar: UITabBar { ownTabBar }
  private let ownTabBar = UITabBar(frame: CGRect(x: 0, y: 0, width: 320, height: 49))
  let content = UIView()
  private var index = 0
  private var shown: UIViewController?
  /// The coordinator of the running transition that the app animates (E-448).
  private var running: TransitionCoordinator?
  open override var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    running ?? super.transitionCoordinator
  }

  open var viewControllers: [UIViewController]? {
    get { tabs }
    set { setViewControllers(newValue, animated: false) }
  }
  private var tabs: [UIViewController] = []
  /// May also be the More list of the tabs that do not fit (E-586).
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
  /// Setting it sends appearance messages but no delegate messages (E-117). It is `NSNotFound` while the
  /// More list is selected.
  open var selectedIndex: Int {
    get { index }
    set { if tabs.indices.contains(newValue) { select(tabs[newValue], animated: false) } }
  }

  // MARK: The More list (E-586)

  private lazy var more = MoreNavigationController(self)
  /// The list of the tabs that do not fit into the bar. It exists even if all tabs fit.
  public var moreNavigationController: UINavigationController { more }
  /// The controllers whose tabs the user may reorder (E-587).
  open var customizableViewControllers: [UIViewController]? { didSet { if hasMore { more.list.reload() } } }
  private var room: Int { UIDevice.current.userInterfaceIdiom == .pad ? 8 : 5 }
  private var hasMore: Bool { tabs.count > room }
  var tabsInMore: [UIViewController] { hasMore ? Array(tabs[(room - 1)...]) : [] }
  private func isInMore(_ tab: UIViewController) -> Bool { tabsInMore.contains { $0 === tab } }
  /// The index of the selected button in the bar.
  private var barIndex: Int { hasMore ? min(index, room - 1) : index }
  /// The controller whose view is, or will be, in the content view.
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

  /// Called when another screen, or the list itself, is on top of the More list.
  func moreChanged() {
    // A tab that was shown there becomes the tab bar controller's child again until it is selected next.
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
    // Keeps the selected controller selected; if it was removed, selects the one at its index.
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
    tabBar.onTap = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.tapped($0) }
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
      x: barTransitionOffset ?? 0,
      y: isBarHiddenByAppOrStack && barTransitionOffset == nil
        ? view.bounds.height : view.bounds.height - height,
      width: view.bounds.width, height: height)
    for child in children {
      child.containerSafeAreaInsets = UIEdgeInsets(
        top: 0, left: 0, bottom: hidesBar || !extendsBeneath(child) ? 0 : 49, right: 0)
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

  private func extendsBeneath(_ child: UIViewController) -> Bool {
    child.extendsBeneath(.bottom, isTranslucent: tabBar.isTranslucent)
  }
  private func frame(of child: UIViewController) -> CGRect {
    let bottom = hidesBar || extendsBeneath(child) ? 0 : tabBar.bounds.height
    return content.bounds.inset(by: UIEdgeInsets(top: 0, left: 0, bottom: bottom, right: 0))
  }

  // MARK: Hiding the bar

  private var isBarHiddenByApp = false
  open var isTabBarHidden: Bool {
    get { isBarHiddenByApp }
    set { setTabBarHidden(newValue, animated: false) }
  }
  /// E-579.
  open func setTabBarHidden(_ hidden: Bool, animated: Bool) {
    guard hidden != isBarHiddenByApp else { return }
    isBarHiddenByApp = hidden
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
  /// E-581: whether the shown navigation stack has a screen that hides the bottom bar.
  private var stackHidesBar: Bool { (shown as? UINavigationController)?.hidesBottomBar == true }
  private var isBarHiddenByAppOrStack: Bool { isBarHiddenByApp || stackHidesBar }
  private var hidesBar: Bool { tabBar.isHidden || isBarHiddenByAppOrStack }
  /// The bar's horizontal offset in points while it moves with the screens of a navigation stack; nil
  /// otherwise.
  private var barTransitionOffset: CGFloat?
  /// Whether the bar was hidden when the stack was last shown.
  private var wasBarHidden = false

  /// E-581: called when the screens of a navigation stack change, with or without a transition.
  func moveBar(with coordinator: TransitionCoordinator?, _ operation: UINavigationController.Operation) {
    let (isHidden, wasHidden) = (isBarHiddenByAppOrStack, wasBarHidden)
    wasBarHidden = isHidden
    guard let coordinator, viewIfLoaded?.window != nil,
      let offset = BarOffset(
        wasHidden: wasHidden, isHidden: isHidden,
        distance: view.bounds.width * (operation == .push ? 1 : -1))
    else { return arrange() }
    UIView.performWithoutAnimation {
      barTransitionOffset = offset.start
      arrange()
    }
    coordinator.animate(
      alongsideTransition: { [self] _ in
        barTransitionOffset = offset.end
        arrange()
      },
      completion: { [self] _ in
        barTransitionOffset = nil
        wasBarHidden = isBarHiddenByAppOrStack
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

  /// E-115: `shouldSelect`, then the appearance messages of both controllers, then `didSelect`.
  private func tapped(_ place: Int) {
    let isMore = hasMore && place == room - 1
    let target = isMore ? more : tabs[place]
    // E-1063
    let bar = tabBar
    if let item = bar.items?[place] {
      tell(from: bar, "tabBar(_:didSelect:)", "tabBar:didSelectItem:") { $0.tabBar(bar, didSelect: item) }
    }
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
    notifySelected(target)
  }

  /// The user tapped a tab; `selectedIndex` is still that of the previous one. For subclasses (E-1063).
  open func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}

  func maySelect(_ target: UIViewController) -> Bool {
    delegate?.ask(
      from: self, "tabBarController(_:shouldSelect:)", "tabBarController:shouldSelectViewController:"
    ) { $0.tabBarController(self, shouldSelect: target) } ?? true
  }
  func notifySelected(_ target: UIViewController) {
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
    // The old controller receives its "did" message first (E-115).
    for controller in going { controller.endAppearanceTransition() }
    if case .appeared = appearance { for controller in coming { controller.endAppearanceTransition() } }
  }
  /// The index of the shown tab.
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

  /// E-448: runs a transition that the app animates; a tab selected in the meantime is shown after it.
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

  /// E-315: selects through the property, which an app may override.
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
