import CarobFoundation
import QuartzCore

/// Hears of pushes and pops. All methods are optional.
@preconcurrency @MainActor
public protocol UINavigationControllerDelegate: NSObjectProtocol, _CarobOptional {
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
  func navigationControllerSupportedInterfaceOrientations(
    _ navigationController: UINavigationController
  ) -> UIInterfaceOrientationMask
  func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  func navigationController(
    _ navigationController: UINavigationController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?
}

extension UINavigationControllerDelegate {
  public func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
  ) {}
  public func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
  ) {}
  public func navigationControllerSupportedInterfaceOrientations(
    _ navigationController: UINavigationController
  ) -> UIInterfaceOrientationMask { .allButUpsideDown }
  public func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
  public func navigationController(
    _ navigationController: UINavigationController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
}

/// A stack of screens with a bar on top (E-85…E-93).
@preconcurrency @MainActor
open class UINavigationController: UIViewController {
  public enum Operation: Int, Sendable { case none, push, pop }
  nonisolated public static let hideShowBarDuration: CGFloat = 0.2

  public override init(nibName: String?, bundle: Bundle?) { super.init(nibName: nibName, bundle: bundle) }
  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    setViewControllers([rootViewController], animated: false)
  }
  /// Makes an object of the class for a value of its metatype; generated for classes with the initializer.
  nonisolated open class var _carobNewWithRoot: (@MainActor (UIViewController) -> UINavigationController)? {
    nil
  }
  /// With bars of these classes; nil stands for the usual one (E-850).
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
        "\(Journal.className(wanted)) is no subclass of \(Journal.className(usual))")
    }
    let frame = CGRect(x: 0, y: 0, width: 320, height: 44)
    guard let bar = cls._carobNewFrame?(frame) as? Bar else {
      unimplementedInitializer("init(frame:)", of: cls)
    }
    return bar
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// E-846: as the back button.
  open override func accessibilityPerformEscape() -> Bool {
    guard viewControllers.count > 1 else { return false }
    navigationBar.goBack()
    return true
  }

  /// What its screens present in the current context covers the stack, and nothing around it (E-643).
  open override var definesPresentationContext: Bool {
    get { isContext }
    set { isContext = newValue }
  }
  private var isContext = true

  /// Without an item or a title of its own the item of its first screen (E-653).
  open override var tabBarItem: UITabBarItem! {
    get {
      let takesOver = tabBarItemStorage == nil && title == nil
      return takesOver ? viewControllers.first?.tabBarItem ?? super.tabBarItem : super.tabBarItem
    }
    set { super.tabBarItem = newValue }
  }

  open weak var delegate: (any UINavigationControllerDelegate)?
  open var viewControllers: [UIViewController] {
    get { children }
    set { setViewControllers(newValue, animated: false) }
  }
  open var topViewController: UIViewController? { children.last }
  open var visibleViewController: UIViewController? {
    topViewController?.ownPresented ?? ownPresented ?? topViewController
  }
  open var navigationBar: UINavigationBar { ownNavigationBar }
  private var ownNavigationBar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
  private let content = UIView()
  open var isNavigationBarHidden: Bool {
    get { hidden.navigation }
    set { setNavigationBarHidden(newValue, animated: false) }
  }
  /// E-579: animated, the bar slides in from above or out, and the content is laid out along with it.
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    setHidden(\.navigation, hidden, animated)
  }
  public private(set) var toolbar: UIToolbar! = UIToolbar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
  open var isToolbarHidden: Bool {
    get { hidden.toolbar }
    set { setToolbarHidden(newValue, animated: false) }
  }
  /// E-579.
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) {
    setHidden(\.toolbar, hidden, animated)
  }
  /// The toolbar shows the items of the controller on top.
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
  private var hidesToolbar: Bool { isToolbarHidden || hidesBottomBar }

  /// Something of each of the two bars.
  private struct Bars<Value> {
    var navigation: Value
    var toolbar: Value
  }
  /// What the app wants.
  private var hidden = Bars(navigation: false, toolbar: true)
  /// Whether they are away while a transition is set up; what changes by then goes with its screens (E-580).
  private var standing: Bars<Bool>?
  /// How far beside their places bars are that go with the screens of a transition; nil for those that do not.
  private var ride = Bars<CGFloat?>(navigation: nil, toolbar: nil)
  /// As it was laid out last: the screen that is pushed next may want it otherwise.
  private var toolbarIsAway = true
  /// How many slides are under way (E-579).
  private var slides = 0
  private var areAway: Bars<Bool> {
    standing ?? Bars(navigation: isNavigationBarHidden, toolbar: hidesToolbar)
  }
  private(set) lazy var edgePop = EdgePop(self)
  /// Pops under a finger that comes from the left edge (E-91).
  open var interactivePopGestureRecognizer: UIGestureRecognizer? { edgePop.recognizer }
  /// While the finger is down.
  var underHand: PopByHand?
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
  /// Hides and shows the bars after a tap on the content (E-582); an app may add targets of its own.
  open var barHideOnTapGestureRecognizer: UITapGestureRecognizer { barHider.tap }
  open var barHideOnSwipeGestureRecognizer: UIPanGestureRecognizer { barHider.swipe }
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if previousTraitCollection?.verticalSizeClass != traitCollection.verticalSizeClass { followHeight() }
  }

  override var managesChildAppearance: Bool { true }
  override var appearanceChildren: [UIViewController] { shown.map { [$0] } ?? [] }
  /// The controller whose view is in the content.
  private var shown: UIViewController?
  private(set) var isTransitioning = false
  /// The controller on whose screen another one comes: it stays laid out as it is.
  private weak var leaving: UIViewController?
  /// Views move in or out: they have their places already.
  private var isMoving = false
  private var queued: [() -> Void] = []
  private var coordinatorStorage: TransitionCoordinator?
  open override var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    coordinatorStorage ?? super.transitionCoordinator
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

  private func arrange() {
    guard let view = viewIfLoaded else { return }
    isArranging = true
    let top = view.safeAreaInsets.top
    navigationBar.collapse = hideTitle()
    shownTitle = max(0, navigationBar.room - navigationBar.collapse)
    let height = navigationBar.preferredHeight
    let bottom = view.safeAreaInsets.bottom
    placeBars(top + height, bottom + 44)
    navigationBar.contentTop = top
    toolbar.bottomInset = bottom
    for child in children where child !== leaving {
      let isBeneath = reach(of: child)
      child.containerSafeAreaInsets = UIEdgeInsets(
        top: isNavigationBarHidden || !isBeneath.top ? 0 : height, left: 0,
        bottom: hidesToolbar || !isBeneath.bottom ? 0 : 44, right: 0)
    }
    if !isMoving, let shown {
      let frame = frame(of: shown)
      for view in shown.viewsInPlace where view.superview === content && view.frame != frame {
        view.frame = frame
      }
    }
    contentEdgesChanged()
    isArranging = false
  }
  private var isArranging = false

  /// E-579: bars that are away are above and below the view.
  private func placeBars(_ height: CGFloat, _ toolbarHeight: CGFloat) {
    let (size, away) = (view.bounds.size, areAway)
    toolbarIsAway = away.toolbar
    func place(_ bar: UIView, _ ride: CGFloat?, _ isAway: Bool, _ y: CGFloat, _ out: CGFloat) {
      hide(bar, isAway && ride == nil && slides == 0)
      bar.frame = CGRect(
        x: ride ?? 0, y: isAway && ride == nil ? out : y, width: size.width,
        height: bar === toolbar ? toolbarHeight : height)
    }
    place(navigationBar, ride.navigation, away.navigation, 0, -height)
    place(toolbar, ride.toolbar, away.toolbar, size.height - toolbarHeight, size.height)
  }

  /// E-820: what the app says of the bar itself holds until the bar has to come or go.
  private func hide(_ bar: UIView, _ isHidden: Bool) {
    let known = bar === toolbar ? \Bars<Bool>.toolbar : \.navigation
    guard concealed[keyPath: known] != isHidden else { return }
    concealed[keyPath: known] = isHidden
    bar.isHidden = isHidden
  }
  private var concealed = Bars(navigation: false, toolbar: false)

  private func setHidden(_ bar: WritableKeyPath<Bars<Bool>, Bool>, _ isHidden: Bool, _ animated: Bool) {
    guard isHidden != hidden[keyPath: bar] else { return }
    hidden[keyPath: bar] = isHidden
    guard viewIfLoaded != nil else { return }
    setNeedsStatusBarAppearanceUpdate()
    if standing != nil {
      if !animated { standing?[keyPath: bar] = bar == \.navigation ? isNavigationBarHidden : hidesToolbar }
      return arrange()
    }
    guard animated, !isTakingBack else { return arrange() }
    slideBars(UINavigationController.hideShowBarDuration)
  }
  /// Its messages are about what there was before, not about something new.
  private var isTakingBack = false

  /// Bars and content move to where they belong by now.
  func slideBars(_ duration: CGFloat) {
    guard UIView.areAnimationsEnabled, case .appeared = appearance, let view, view.window != nil else {
      return arrange()
    }
    slides += 1
    UIView.performWithoutAnimation {
      hide(navigationBar, false)
      hide(toolbar, false)
    }
    UIView.animate(
      withDuration: duration, delay: 0,
      options: [.allowUserInteraction, .beginFromCurrentState, .internalTransition],
      animations: { [self] in
        arrange()
        view.layoutIfNeeded()
      },
      completion: { [self] _ in
        slides -= 1
        arrange()
      })
  }

  /// E-580: what has changed of the bars as the screens heard of the transition goes with them.
  private func barsGoAlong(_ coordinator: TransitionCoordinator?, _ operation: Operation) {
    let tabs = parent as? UITabBarController ?? (parent as? MoreNavigationController)?.tabs
    tabs?.barGoesAlong(coordinator, operation)
    guard let stood = standing, let coordinator else { return }
    standing = nil
    let far = content.bounds.width * (operation == .push ? 1 : -1)
    let away = areAway
    func ride(_ was: Bool, _ isAway: Bool, _ end: Bool) -> CGFloat? {
      was == isAway ? nil : isAway ? (end ? -far : 0) : end ? 0 : far
    }
    func setRide(_ end: Bool) {
      self.ride = Bars(
        navigation: ride(stood.navigation, away.navigation, end),
        toolbar: ride(stood.toolbar, away.toolbar, end))
    }
    UIView.performWithoutAnimation {
      setRide(false)
      arrange()
    }
    guard self.ride.navigation != nil || self.ride.toolbar != nil else { return }
    coordinator.animate(alongsideTransition: { [self] _ in
      setRide(true)
      arrange()
    })
  }

  /// The bars are where they belong, with the screens.
  private func endRide() {
    guard ride.navigation != nil || ride.toolbar != nil else { return }
    ride = Bars(navigation: nil, toolbar: nil)
    UIView.performWithoutAnimation { arrange() }
  }

  /// E-576: which bars the view of a child reaches beneath.
  private func reach(of child: UIViewController) -> (top: Bool, bottom: Bool) {
    (
      child.reachesBeneath(.top, isTranslucent: navigationBar.isTranslucent),
      child.reachesBeneath(.bottom, isTranslucent: toolbar.isTranslucent)
    )
  }

  /// Where a child's view is in the content.
  private func frame(of child: UIViewController) -> CGRect {
    let isBeneath = reach(of: child)
    return content.bounds.inset(
      by: UIEdgeInsets(
        top: isNavigationBarHidden || isBeneath.top ? 0 : navigationBar.bounds.height, left: 0,
        bottom: hidesToolbar || isBeneath.bottom ? 0 : toolbar.bounds.height, right: 0))
  }

  /// E-542: how much of a large title and of a search bar gives way to content that is scrolled beneath the bar.
  private func hideTitle() -> CGFloat {
    let scroll = navigationBar.room > 0 ? contentScrollView(for: .top) : nil
    if titled !== scroll { titled?.largeTitle = LargeTitle() }
    titled = scroll
    guard let scroll else { return 0 }
    scroll.largeTitle.isAbove = isBelowBar(scroll)
    let room = titleRoom(scroll)
    if scroll.largeTitle.room != room {
      // A title that has only come is hidden as far as there was none, unless the content is at its top.
      let isAtTop = scroll.largeTitle.room > 0 ? scroll.hidingTitle == 0 : scroll.contentEnds.top
      scroll.largeTitle.hidden = isAtTop ? 0 : max(0, room - shownTitle)
      scroll.largeTitle.room = room
    }
    scroll.largeTitle.stops = navigationBar.stops
    scroll.largeTitle.hidden = scroll.hidingTitle
    return scroll.largeTitle.hidden
  }
  private func titleRoom(_ scroll: UIScrollView) -> CGFloat {
    !isNavigationBarHidden && (scroll.isBeneathBar || scroll.largeTitle.isAbove) ? navigationBar.room : 0
  }
  private weak var titled: UIScrollView?
  /// What of a large title and a search bar is in the children's safe area.
  private var shownTitle: CGFloat = 0

  /// E-583: whether a scroll view begins where the bar ends, however high that was as it was laid out.
  private func isBelowBar(_ scroll: UIScrollView) -> Bool {
    guard let view = viewIfLoaded,
      let top = scroll.superview?.convert(scroll.frame, to: view).minY
    else { return false }
    let heights = navigationBar.heights
    return top >= view.safeAreaInsets.top + heights.lowerBound - 0.5
      && top <= view.safeAreaInsets.top + heights.upperBound + 0.5
  }

  open override func contentScrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? {
    let found = topViewController?.contentScrollView(for: edge)
    // NB: until the next layout one that is laid out below the bar stands where the bar ended before.
    guard found == nil, edge == .top, let titled, titled.largeTitle.isAbove,
      let view = topViewController?.viewIfLoaded, titled.isDescendant(of: view), isBelowBar(titled)
    else { return found }
    return titled
  }
  override func contentEdgesChanged() {
    navigationBar.isScrolled = !isArranging
    navigationBar.isAtEdge = isContentAtEdge(.top)
    toolbar.isScrolled = !isArranging
    toolbar.isAtEdge = isContentAtEdge(.bottom)
    guard !isArranging, navigationBar.room > 0 else { return }
    let scroll = contentScrollView(for: .top)
    let isRight =
      scroll.map {
        abs($0.hidingTitle - $0.largeTitle.hidden) < 1e-6 && $0.largeTitle.room == titleRoom($0)
          && $0.largeTitle.isAbove == isBelowBar($0)
      } ?? true
    if scroll !== titled || !isRight { arrange() }
  }

  // MARK: The stack

  open func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
    let old = children
    for controller in old where !controllers.contains(where: { $0 === controller }) {
      tellWillMove(controller, nil)
    }
    for controller in controllers where !old.contains(where: { $0 === controller }) {
      controller.removeFromParentNow()
      tellWillMove(controller, self)
      controller.parent = self
    }
    children = controllers
    let removed = old.filter { controller in !controllers.contains { $0 === controller } }
    let added = controllers.filter { controller in !old.contains { $0 === controller } }
    let isPop = controllers.last.map { last in old.contains { $0 === last } } ?? false
    showTop(operation: isPop ? .pop : .push, animated ? .animated : .atOnce) { completed in
      guard completed else {
        self.children = old
        return self.forget(added)
      }
      for controller in removed {
        if controller.parent === self { controller.parent = nil }
        self.tellDidMove(controller, nil)
      }
      for controller in added { self.tellDidMove(controller, self) }
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
    showTop(operation: .push, animated ? .animated : .atOnce) { completed in
      guard completed else { return self.forget([controller]) }
      self.tellDidMove(controller, self)
    }
  }

  /// E-447: a push was taken back.
  private func forget(_ controllers: [UIViewController]) {
    for controller in controllers {
      children.removeAll { $0 === controller }
      if controller.parent === self { controller.parent = nil }
      tellDidMove(controller, nil)
    }
  }

  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard children.count > 1 else { return nil }
    return pop(to: children.count - 2, animated ? .animated : .atOnce)?.first
  }

  @discardableResult
  open func popToViewController(_ controller: UIViewController, animated: Bool) -> [UIViewController]? {
    guard let index = children.firstIndex(where: { $0 === controller }) else {
      NSException.raise(.invalidArgumentException, "Tried to pop to a view controller that doesn't exist.")
    }
    return pop(to: index, animated ? .animated : .atOnce)
  }

  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    pop(to: 0, animated ? .animated : .atOnce)
  }

  func popByHand() { _ = pop(to: children.count - 2, .byHand) }

  private func pop(to index: Int, _ pace: Pace) -> [UIViewController]? {
    guard index < children.count - 1 else { return nil }
    let removed = Array(children[(index + 1)...])
    for controller in removed.reversed() { tellWillMove(controller, nil) }
    children.removeLast(removed.count)
    showTop(operation: .pop, pace) { completed in
      guard completed else {
        // E-422: it is on the stack again; meanwhile others may have come.
        self.children.insert(contentsOf: removed, at: min(index + 1, self.children.count))
        return
      }
      for controller in removed.reversed() {
        if controller.parent === self { controller.parent = nil }
        self.tellDidMove(controller, nil)
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

  private func tellWillMove(_ controller: UIViewController, _ parent: UIViewController?) {
    Journal.deliver(.appearance, "willMove(toParent:)", to: controller, category: .lifetime) {
      controller.willMove(toParent: parent)
    }
  }
  private func tellDidMove(_ controller: UIViewController, _ parent: UIViewController?) {
    Journal.deliver(.appearance, "didMove(toParent:)", to: controller, category: .lifetime) {
      controller.didMove(toParent: parent)
    }
  }

  // MARK: Showing the top (E-85, E-86)

  /// How a new top comes: at once, by itself in a while, or under a finger that may change its mind.
  private enum Pace { case atOnce, animated, byHand }

  /// The completion hears whether the new top stays.
  private func showTop(operation: Operation, _ pace: Pace, _ completion: @escaping (Bool) -> Void) {
    if pace == .byHand { navigationBar.beginCrossfade() }
    showBars()
    guard viewIfLoaded != nil || shown != nil else {
      completion(true)
      stackSettled()
      return
    }
    guard !isTransitioning else {
      queued.append { self.showTop(operation: operation, pace, completion) }
      return
    }
    let from = shown
    let to = topViewController
    guard from !== to else { return completion(true) }
    shown = to
    let isVisible = appearance.isVisibleOrBecomes
    let animated = pace != .atOnce && UIView.areAnimationsEnabled && isVisible && from != nil
    isTransitioning = true
    isMoving = animated
    if viewIfLoaded != nil, animated {
      standing = Bars(navigation: isNavigationBarHidden, toolbar: toolbarIsAway)
      leaving = from
    }
    to?.loadViewIfNeeded()
    arrange()
    let transition = animated && pace == .animated ? ofApp(operation, from, to) : nil
    let coordinator =
      animated && pace == .byHand
      ? TransitionCoordinator(from: from, to: to, container: content, duration: 0.35, isInteractive: true)
      : TransitionCoordinator(
        transition, from: from, to: to, container: content, otherwise: animated ? 0.35 : 0)
    coordinatorStorage = coordinator
    from?.isMovingFromParent = operation == .pop
    to?.isMovingToParent = operation == .push
    let (going, coming) = (from?.controllersInPlace ?? [], to?.controllersInPlace ?? [])
    let (old, new) = (from?.viewsInPlace ?? [], to?.viewsInPlace ?? [])
    if isVisible {
      for controller in going { controller.beginAppearanceTransition(false, animated: animated) }
      for controller in coming { controller.beginAppearanceTransition(true, animated: animated) }
      if let to {
        delegate?.tell(
          from: self, category: .functional,
          "navigationController(_:willShow:animated:)",
          "navigationController:willShowViewController:animated:"
        ) { $0.navigationController(self, willShow: to, animated: animated) }
      }
    }
    barsGoAlong(animated ? coordinator : nil, operation)
    for view in new {
      view.translatesAutoresizingMaskIntoConstraints = true
      view.frame = to.map(frame) ?? content.bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      if operation == .pop, let lowest = old.first, lowest.superview === content {
        content.insertSubview(view, belowSubview: lowest)
      } else {
        content.addSubview(view)
      }
    }
    let cause = Journal.cause
    let finish = { [self] (completed: Bool) in
      Journal.with(cause: cause) {
        leaving = nil
        endRide()
        guard completed else {
          takeBack(from, to)
          completion(false)
          return end(coordinator, cancelled: true)
        }
        for view in old { view.removeFromSuperview() }
        if isVisible {
          for controller in going {
            if case .disappearing = controller.appearance { controller.endAppearanceTransition() }
          }
          for controller in coming {
            if case .appearing = controller.appearance, case .appeared = appearance {
              controller.endAppearanceTransition()
            }
          }
        }
        from?.isMovingFromParent = false
        to?.isMovingToParent = false
        completion(true)
        stackSettled()
        if isVisible, let to {
          delegate?.tell(
            from: self, category: .functional,
            "navigationController(_:didShow:animated:)",
            "navigationController:didShowViewController:animated:"
          ) {
            $0.navigationController(self, didShow: to, animated: animated)
          }
        }
        end(coordinator, cancelled: false)
      }
    }
    guard isVisible else { return finish(true) }
    guard animated else {
      coordinator.runAlongside { $0() }
      LayerAnimations.afterCommit { finish(true) }
      return
    }
    if let transition { return transition.run(coordinator, finish) }
    let byHand = pace == .byHand ? UIViewPropertyAnimator(duration: 0.35, curve: .linear) : nil
    let animate = { (animations: @escaping () -> Void, completion: ((Bool) -> Void)?) in
      if let byHand { return byHand.addAnimations(animations) }
      UIView.animate(
        withDuration: 0.35, delay: 0, options: [.curveEaseInOut, .internalTransition],
        animations: animations, completion: completion)
    }
    let width = content.bounds.width
    let middle = content.bounds.midX
    let move = { (views: [UIView], x: CGFloat) in
      for view in views { view.center = CGPoint(x: x, y: view.center.y) }
    }
    UIView.performWithoutAnimation { move(new, middle + (operation == .push ? width : -width * 0.3)) }
    let moveAll = {
      move(new, middle)
      move(old, middle + (operation == .push ? -width * 0.3 : width))
      coordinator.runAlongside { animate($0, nil) }
    }
    animate(moveAll) { _ in finish(true) }
    guard let byHand else { return }
    byHand.isInternal = true
    byHand.addAnimations(navigationBar.crossfade())
    byHand.addCompletion { finish($0 == .end) }
    byHand.pauseAnimation()
    underHand = PopByHand(animator: byHand, coordinator: coordinator)
  }

  /// E-439: a transition of the app's own.
  private func ofApp(
    _ operation: Operation, _ from: UIViewController?, _ to: UIViewController?
  ) -> TransitionContext? {
    guard let from, let to else { return nil }
    let animator = delegate?.ask(
      from: self, "navigationController(_:animationControllerFor:from:to:)",
      "navigationController:animationControllerForOperation:fromViewController:toViewController:"
    ) { $0.navigationController(self, animationControllerFor: operation, from: from, to: to) }
    return TransitionContext(animator, in: content, from, to) { animator in
      delegate?.ask(
        from: self, "navigationController(_:interactionControllerFor:)",
        "navigationController:interactionControllerForAnimationController:"
      ) { $0.navigationController(self, interactionControllerFor: animator) }
    }
  }

  /// E-91: the finger gave up, the screen that was below goes again.
  private func takeBack(_ from: UIViewController?, _ to: UIViewController?) {
    shown = from
    isTakingBack = true
    Self.takeBack(coming: to, going: from, away: { to?.viewIfLoaded?.removeFromSuperview() })
    isTakingBack = false
    from?.isMovingFromParent = false
    to?.isMovingToParent = false
  }

  private func end(_ coordinator: TransitionCoordinator, cancelled: Bool) {
    navigationBar.endCrossfade()
    if cancelled { showBars() }
    coordinator.finish(cancelled: cancelled)
    coordinatorStorage = nil
    isTransitioning = false
    if isMoving {
      isMoving = false
      arrange()
    }
    if !queued.isEmpty { queued.removeFirst()() }
  }

  /// The stack has become what it was to be.
  func stackSettled() {}

  private func showBars() {
    showBarItems()
    toolbarItemsChanged()
  }
  func showBarItems() {
    // E-586: a stack in the list of tabs leads back to that.
    let list = (parent as? MoreNavigationController)?.list.navigationItem
    navigationBar.show([list].compactMap { $0 } + children.map(\.navigationItem))
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    guard shown == nil, topViewController != nil else { return }
    showTop(operation: .push, .atOnce) { _ in }
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
