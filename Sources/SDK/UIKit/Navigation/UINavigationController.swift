@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

/// Manages a stack of screens with a navigation bar at the top (E-85…E-93).
@preconcurrency @MainActor
open class UINavigationController: UIViewController {
  public enum Operation: Int, Sendable { case none, push, pop }
  nonisolated public static let hideShowBarDuration: CGFloat = 0.2

  public override init(nibName: String?, bundle: Bundle?) { super.init(nibName: nibName, bundle: bundle) }
  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    setViewControllers([rootViewController], animated: false)
  }
  /// Creates an object of the class from its metatype; the translator generates it for classes with the
  /// initializer.
  nonisolated open class var _carobNewWithRoot: (@MainActor (UIViewController) -> UINavigationController)? {
    nil
  }
  /// Creates a controller with bars of these classes; nil selects the default class (E-850).
  public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
    if let bar = Self.bar(navigationBarClass, UINavigationBar.self) { ownNavigationBar = bar }
    if let bar = Self.bar(toolbarClass, UIToolbar.self) { toolbar = bar }
    super.init(nibName: nil, bundle: nil)
  }
  private static func bar<Bar: UIView>(_ wanted: AnyClass?, _ usual: Bar.Type) -> Bar? {
    guard let wanted, wanted != usual else { return nil }
    guard let cls = wanted as? Bar.Type else {
      NSException.raise(
        .invalidArgumentException,
        "\(Journal.className(wanted)) is not a subclass of \(Journal.className(usual))")
    }
    let frame = CGRect(x: 0, y: 0, width: 320, height: 44)
    guard let bar = cls._carobNewFrame?(frame) as? Bar else {
      unimplementedInitializer("init(frame:)", of: cls)
    }
    return bar
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// E-846: does what the back button does.
  open override func accessibilityPerformEscape() -> Bool {
    guard viewControllers.count > 1 else { return false }
    navigationBar.goBack()
    return true
  }

  /// Presentations of its screens in the current context cover the navigation controller only (E-643).
  open override var definesPresentationContext: Bool {
    get { definesContext }
    set { definesContext = newValue }
  }
  private var definesContext = true

  /// Uses the tab bar item of its first screen if it has no item and no title of its own (E-653).
  open override var tabBarItem: UITabBarItem! {
    get {
      let takesOver = tabBarItemStorage == nil && title == nil
      return takesOver ? viewControllers.first?.tabBarItem ?? super.tabBarItem : super.tabBarItem
    }
    set { super.tabBarItem = newValue }
  }

  open weak var delegate: (any UINavigationControllerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UINavigationControllerDelegate)?
  open var viewControllers: [UIViewController] {
    get { children }
    set { setViewControllers(newValue, animated: false) }
  }
  open var topViewController: UIViewController? { children.last }
  open var visibleViewController: UIViewController? {
    topViewController?.directlyPresented ?? directlyPresented ?? topViewController
  }
  open var navigationBar: UINavigationBar { ownNavigationBar }
  private var ownNavigationBar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
  let content = UIView()
  open var isNavigationBarHidden: Bool {
    get { bars.isHidden.navigation }
    set { setNavigationBarHidden(newValue, animated: false) }
  }
  /// E-579: if animated, the bar slides in or out at the top, and the content is laid out in the same
  /// animation.
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    setHidden(.navigation, hidden, animated)
  }
  open private(set) var toolbar: UIToolbar! = UIToolbar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
  open var isToolbarHidden: Bool {
    get { bars.isHidden.toolbar }
    set { setToolbarHidden(newValue, animated: false) }
  }
  /// E-579.
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) {
    setHidden(.toolbar, hidden, animated)
  }
  /// Shows the items of the top controller in the toolbar.
  func toolbarItemsChanged() {
    let items = topViewController?.toolbarItems
    let old = toolbar.items ?? []
    guard (items ?? []).count != old.count || zip(items ?? [], old).contains(where: { $0 !== $1 }) else {
      return
    }
    toolbar.items = items
  }
  /// E-581.
  var hidesBottomBar: Bool {
    children.contains {
      $0.hidesBottomBarWhenPushed || ($0 as? UINavigationController)?.hidesBottomBar == true
    }
  }
  var hidesToolbar: Bool { isToolbarHidden || hidesBottomBar }

  /// Whether the bars are hidden, and how they move.
  var bars = NavigationBars()
  private(set) lazy var edgePop = EdgePop(self)
  /// The gesture recognizer for the interactive pop from the left edge (E-91).
  open var interactivePopGestureRecognizer: UIGestureRecognizer? { edgePop.recognizer }
  /// E-582.
  open var hidesBarsOnTap = false { didSet { barHider.isWanted = true } }
  open var hidesBarsOnSwipe = false { didSet { barHider.isWanted = true } }
  open var hidesBarsWhenVerticallyCompact = false {
    didSet {
      barHider.isWanted = true
      if hidesBarsWhenVerticallyCompact, viewIfLoaded?.window != nil { followHeight() }
    }
  }
  open var hidesBarsWhenKeyboardAppears = false { didSet { barHider.isWanted = true } }
  private(set) lazy var barHider = BarHider(self)
  /// The recognizer that hides and shows the bars after a tap on the content (E-582). An app may add
  /// targets.
  open var barHideOnTapGestureRecognizer: UITapGestureRecognizer { barHider.tap }
  open var barHideOnSwipeGestureRecognizer: UIPanGestureRecognizer { barHider.swipe }
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if previousTraitCollection?.verticalSizeClass != traitCollection.verticalSizeClass { followHeight() }
  }

  override var managesChildAppearance: Bool { true }
  override var appearanceChildren: [UIViewController] { shown.map { [$0] } ?? [] }
  /// The controller whose view is in the content view.
  var shown: UIViewController?
  /// Decides which changes of the top screen run, wait and end (UINavigationController+Transition.swift).
  var transitionMachine = NavigationTransitionMachine()
  /// The running transition.
  var transition: NavigationTransition?
  /// The transitions that start in order after the running one.
  var waitingTransitions: [NavigationTransition] = []
  open override var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    transition?.coordinator ?? super.transitionCoordinator
  }
  open override var childForStatusBarStyle: UIViewController? {
    isNavigationBarHidden ? topViewController : nil
  }
  open override var childForStatusBarHidden: UIViewController? { topViewController }

  // MARK: View

  open override func loadView() {
    let root = UIView(frame: UIScreen.main.bounds)
    root.backgroundColor = .systemBackground
    content.frame = root.bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    content.clipsToBounds = true
    root.addSubview(content)
    root.addSubview(navigationBar)
    root.addSubview(toolbar)
    view = root
    navigationBar.owner = self
    root.addGestureRecognizer(edgePop.recognizer)
    if hidesBarsWhenVerticallyCompact { followHeight() }
    barHider.install()
    arrange()
  }

  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    arrange()
  }

  func arrange() {
    guard let view = viewIfLoaded else { return }
    isArranging = true
    let top = view.safeAreaInsets.top
    navigationBar.collapse = collapseLargeTitle()
    shownTitleHeight = max(0, navigationBar.room - navigationBar.collapse)
    let height = navigationBar.preferredHeight
    let bottom = view.safeAreaInsets.bottom
    placeBars(top + height, bottom + 44)
    navigationBar.contentTop = top
    toolbar.bottomInset = bottom
    // A screen that is being covered keeps its layout until it is removed.
    let leaving = transitionMachine.state.movesScreens ? transition?.from : nil
    for child in children where child !== leaving {
      let isBeneath = barsCovering(child)
      child.containerSafeAreaInsets = UIEdgeInsets(
        top: isNavigationBarHidden || !isBeneath.top ? 0 : height, left: 0,
        bottom: hidesToolbar || !isBeneath.bottom ? 0 : 44, right: 0)
    }
    if !transitionMachine.state.isAnimated, let shown {
      let frame = frame(of: shown)
      for view in shown.viewsInPlace where view.superview === content && view.frame != frame {
        view.frame = frame
      }
    }
    contentEdgesChanged()
    isArranging = false
  }
  private var isArranging = false
  /// The scroll view whose content collapses the large title.
  @Zeroing var titledScrollView: UIScrollView?
  /// The height in points of the large title and the search bar in the children's safe area.
  var shownTitleHeight: CGFloat = 0

  open override func contentScrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? {
    let found = topViewController?.contentScrollView(for: edge)
    // NB: until the next layout, a scroll view placed below the bar begins where the bar ended before.
    guard found == nil, edge == .top, let scroll = titledScrollView, scroll.largeTitle.isAbove,
      let view = topViewController?.viewIfLoaded, scroll.isDescendant(of: view), isBelowBar(scroll)
    else { return found }
    return scroll
  }
  override func contentEdgesChanged() {
    navigationBar.isScrolled = !isArranging
    navigationBar.isAtEdge = isContentAtEdge(.top)
    toolbar.isScrolled = !isArranging
    toolbar.isAtEdge = isContentAtEdge(.bottom)
    guard !isArranging, navigationBar.room > 0 else { return }
    let scroll = contentScrollView(for: .top)
    let isUpToDate =
      scroll.map {
        abs($0.hidingTitle - $0.largeTitle.hidden) < 1e-6 && $0.largeTitle.room == titleRoom($0)
          && $0.largeTitle.isAbove == isBelowBar($0)
      } ?? true
    if scroll !== titledScrollView || !isUpToDate { arrange() }
  }

  // MARK: The stack

  open func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
    let old = children
    for controller in old where !controllers.contains(where: { $0 === controller }) {
      notifyWillMove(controller, nil)
    }
    for controller in controllers where !old.contains(where: { $0 === controller }) {
      controller.removeFromParentNow()
      notifyWillMove(controller, self)
      controller.parent = self
    }
    children = controllers
    let removed = old.filter { controller in !controllers.contains { $0 === controller } }
    let added = controllers.filter { controller in !old.contains { $0 === controller } }
    let isPop = controllers.last.map { last in old.contains { $0 === last } } ?? false
    showTop(isPop ? .pop : .push, animated ? .animated : .immediate) { completed in
      guard completed else {
        self.children = old
        return self.forget(added)
      }
      for controller in removed {
        if controller.parent === self { controller.parent = nil }
        self.notifyDidMove(controller, nil)
      }
      for controller in added { self.notifyDidMove(controller, self) }
    }
  }

  open func pushViewController(_ controller: UIViewController, animated: Bool) {
    if children.contains(where: { $0 === controller }) {
      // E-92.
      NSException.raise(
        .invalidArgumentException,
        "\(Journal.describe(self)) is pushing the same view controller instance (\(Journal.describe(controller))) more "
          + "than once which is not supported and is most likely an error in the application")
    }
    addChild(controller)
    showTop(.push, animated ? .animated : .immediate) { completed in
      guard completed else { return self.forget([controller]) }
      self.notifyDidMove(controller, self)
    }
  }

  /// E-447: removes the controllers of a cancelled push.
  private func forget(_ controllers: [UIViewController]) {
    for controller in controllers {
      children.removeAll { $0 === controller }
      if controller.parent === self { controller.parent = nil }
      notifyDidMove(controller, nil)
    }
  }

  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard children.count > 1 else { return nil }
    return pop(to: children.count - 2, animated ? .animated : .immediate)?.first
  }

  @discardableResult
  open func popToViewController(_ controller: UIViewController, animated: Bool) -> [UIViewController]? {
    guard let index = children.firstIndex(where: { $0 === controller }) else {
      NSException.raise(.invalidArgumentException, "Tried to pop to a view controller that doesn't exist.")
    }
    return pop(to: index, animated ? .animated : .immediate)
  }

  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    pop(to: 0, animated ? .animated : .immediate)
  }

  func popInteractively() { _ = pop(to: children.count - 2, .interactive) }

  private func pop(to index: Int, _ pace: NavigationTransitionMachine.Pace) -> [UIViewController]? {
    guard index < children.count - 1 else { return nil }
    let removed = Array(children[(index + 1)...])
    for controller in removed.reversed() { notifyWillMove(controller, nil) }
    children.removeLast(removed.count)
    showTop(.pop, pace) { completed in
      guard completed else {
        // E-422: the screens are back on the stack; others may have been pushed in the meantime.
        self.children.insert(contentsOf: removed, at: min(index + 1, self.children.count))
        return
      }
      for controller in removed.reversed() {
        if controller.parent === self { controller.parent = nil }
        self.notifyDidMove(controller, nil)
      }
    }
    return removed
  }

  open override func show(_ vc: UIViewController, sender: Any?) {
    pushViewController(vc, animated: UIView.areAnimationsEnabled)
  }

  /// E-314.
  open override func unwind(for unwindSegue: UIStoryboardSegue, towards subsequentVC: UIViewController) {
    if children.contains(where: { $0 === subsequentVC }), topViewController !== subsequentVC {
      popToViewController(subsequentVC, animated: true)
    }
  }

  private func notifyWillMove(_ controller: UIViewController, _ parent: UIViewController?) {
    Journal.deliver(.appearance, "willMove(toParent:)", to: controller, category: .lifetime) {
      controller.willMove(toParent: parent)
    }
  }
  private func notifyDidMove(_ controller: UIViewController, _ parent: UIViewController?) {
    Journal.deliver(.appearance, "didMove(toParent:)", to: controller, category: .lifetime) {
      controller.didMove(toParent: parent)
    }
  }

  // MARK: Showing the top (UINavigationController+Transition.swift)

  /// Called when a change of the stack has completed.
  func stackDidChange() {}

  func showBars() {
    showBarItems()
    toolbarItemsChanged()
  }
  func showBarItems() {
    // E-586: a navigation stack in the More list leads back to the list.
    let list = (parent as? MoreNavigationController)?.list.navigationItem
    navigationBar.show([list].compactMap { $0 } + children.map(\.navigationItem))
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    guard shown == nil, topViewController != nil else { return }
    showTop(.push, .immediate) { _ in }
  }

  // MARK: State (E-403)

  open override func encodeRestorableState(with coder: NSCoder) {
    super.encodeRestorableState(with: coder)
    encodeStack(coder)
  }
  open override func decodeRestorableState(with coder: NSCoder) {
    super.decodeRestorableState(with: coder)
    decodeStack(coder)
  }

  open override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    delegate?.ask(
      from: self, "navigationControllerSupportedInterfaceOrientations(_:)",
      "navigationControllerSupportedInterfaceOrientations:"
    ) { $0.navigationControllerSupportedInterfaceOrientations(self) } ?? super.supportedInterfaceOrientations
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UINavigationController.self,
      {
        [
          "delegate": \.delegate, "viewControllers": \.viewControllers,
          "navigationBarHidden": \.isNavigationBarHidden, "toolbarHidden": \.isToolbarHidden,
          "hidesBarsOnTap": \.hidesBarsOnTap, "hidesBarsOnSwipe": \.hidesBarsOnSwipe,
          "hidesBarsWhenVerticallyCompact": \.hidesBarsWhenVerticallyCompact,
          "hidesBarsWhenKeyboardAppears": \.hidesBarsWhenKeyboardAppears,
        ]
      },
      readOnly: {
        [
          "topViewController": \.topViewController, "visibleViewController": \.visibleViewController,
          "navigationBar": \.navigationBar, "toolbar": \.toolbar,
          "interactivePopGestureRecognizer": \.interactivePopGestureRecognizer,
          "barHideOnTapGestureRecognizer": \.barHideOnTapGestureRecognizer,
          "barHideOnSwipeGestureRecognizer": \.barHideOnSwipeGestureRecognizer,
        ]
      }
    )
  }
}
