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
  public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
    super.init(nibName: nil, bundle: nil)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open weak var delegate: (any UINavigationControllerDelegate)?
  open var viewControllers: [UIViewController] {
    get { children }
    set { setViewControllers(newValue, animated: false) }
  }
  open var topViewController: UIViewController? { children.last }
  open var visibleViewController: UIViewController? {
    topViewController?.presentedViewController ?? topViewController
  }
  public let navigationBar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
  private let content = UIView()
  open var isNavigationBarHidden = false { didSet { arrange() } }
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) { isNavigationBarHidden = hidden }
  public let toolbar: UIToolbar! = UIToolbar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
  open var isToolbarHidden = true { didSet { arrange() } }
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }
  /// The toolbar shows the items of the controller on top.
  func toolbarItemsChanged() {
    let items = topViewController?.toolbarItems
    let old = toolbar.items ?? []
    guard (items ?? []).count != old.count || zip(items ?? [], old).contains(where: { $0 !== $1 }) else {
      return
    }
    toolbar.items = items
  }
  private var hidesToolbar: Bool { isToolbarHidden || topViewController?.hidesBottomBarWhenPushed == true }
  private(set) lazy var edgePop = EdgePop(self)
  /// Pops under a finger that comes from the left edge (E-91).
  open var interactivePopGestureRecognizer: UIGestureRecognizer? { edgePop.recognizer }
  /// While the finger is down.
  var underHand: PopByHand?
  open var hidesBarsOnTap = false {
    didSet { if hidesBarsOnTap { unimplemented("UINavigationController.hidesBarsOnTap") } }
  }
  open var hidesBarsOnSwipe = false {
    didSet { if hidesBarsOnSwipe { unimplemented("UINavigationController.hidesBarsOnSwipe") } }
  }
  open var hidesBarsWhenVerticallyCompact = false {
    didSet {
      if hidesBarsWhenVerticallyCompact {
        unimplemented("UINavigationController.hidesBarsWhenVerticallyCompact")
      }
    }
  }
  open var hidesBarsWhenKeyboardAppears = false {
    didSet {
      if hidesBarsWhenKeyboardAppears { unimplemented("UINavigationController.hidesBarsWhenKeyboardAppears") }
    }
  }

  override var managesChildAppearance: Bool { true }
  override var appearanceChildren: [UIViewController] { shown.map { [$0] } ?? [] }
  /// The controller whose view is in the content.
  private var shown: UIViewController?
  private(set) var isTransitioning = false
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
    shownTitle = max(0, navigationBar.titleRoom - navigationBar.collapse)
    let height = navigationBar.preferredHeight
    navigationBar.isHidden = isNavigationBarHidden
    navigationBar.frame = CGRect(x: 0, y: 0, width: view.bounds.width, height: top + height)
    navigationBar.contentTop = top
    let bottom = view.safeAreaInsets.bottom
    toolbar.isHidden = hidesToolbar
    toolbar.bottomInset = bottom
    toolbar.frame = CGRect(
      x: 0, y: view.bounds.height - bottom - 44, width: view.bounds.width, height: bottom + 44)
    for child in children {
      let isBeneath = reach(of: child)
      child.containerSafeAreaInsets = UIEdgeInsets(
        top: isNavigationBarHidden || !isBeneath.top ? 0 : height, left: 0,
        bottom: hidesToolbar || !isBeneath.bottom ? 0 : 44, right: 0)
    }
    if !isMoving, let shown, let view = shown.viewIfLoaded, view.superview === content {
      let frame = frame(of: shown)
      if view.frame != frame { view.frame = frame }
    }
    contentEdgesChanged()
    isArranging = false
  }
  private var isArranging = false

  /// E-576: which bars the view of a child reaches beneath.
  private func reach(of child: UIViewController) -> (top: Bool, bottom: Bool) {
    func reaches(_ edge: UIRectEdge, _ isTranslucent: Bool) -> Bool {
      child.edgesForExtendedLayout.contains(edge)
        && (isTranslucent || child.extendedLayoutIncludesOpaqueBars)
    }
    return (reaches(.top, navigationBar.isTranslucent), reaches(.bottom, toolbar.isTranslucent))
  }

  /// Where a child's view is in the content.
  private func frame(of child: UIViewController) -> CGRect {
    let isBeneath = reach(of: child)
    return content.bounds.inset(
      by: UIEdgeInsets(
        top: isNavigationBarHidden || isBeneath.top ? 0 : navigationBar.frame.maxY, left: 0,
        bottom: hidesToolbar || isBeneath.bottom ? 0 : content.bounds.maxY - toolbar.frame.minY, right: 0))
  }

  /// E-542: how much of a large title gives way to content that is scrolled beneath the bar.
  private func hideTitle() -> CGFloat {
    let scroll = navigationBar.titleRoom > 0 ? contentScrollView(for: .top) : nil
    if titled !== scroll { titled?.largeTitle = (0, 0) }
    titled = scroll
    guard let scroll else { return 0 }
    let room = titleRoom(scroll)
    if scroll.largeTitle.room != room {
      // A title that has only come is hidden as far as there was none, unless the content is at its top.
      scroll.largeTitle = (room, scroll.contentEnds.top ? 0 : max(0, room - shownTitle))
    }
    scroll.largeTitle.hidden = scroll.hidingTitle
    return scroll.largeTitle.hidden
  }
  private func titleRoom(_ scroll: UIScrollView?) -> CGFloat {
    !isNavigationBarHidden && scroll?.isBeneathBar == true ? navigationBar.titleRoom : 0
  }
  private weak var titled: UIScrollView?
  /// What of a large title is in the children's safe area.
  private var shownTitle: CGFloat = 0

  open override func contentScrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? {
    topViewController?.contentScrollView(for: edge)
  }
  override func contentEdgesChanged() {
    navigationBar.isScrolled = !isArranging
    navigationBar.isAtEdge = isContentAtEdge(.top)
    toolbar.isAtEdge = isContentAtEdge(.bottom)
    guard !isArranging, navigationBar.titleRoom > 0 else { return }
    let scroll = contentScrollView(for: .top)
    let isRight =
      scroll.map { abs($0.hidingTitle - $0.largeTitle.hidden) < 1e-6 && $0.largeTitle.room == titleRoom($0) }
      ?? true
    if scroll !== titled || !isRight { arrange() }
  }

  // MARK: The stack

  open func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
    let old = children
    for controller in old where !controllers.contains(where: { $0 === controller }) {
      tellWillMove(controller, nil)
    }
    for controller in controllers where !old.contains(where: { $0 === controller }) {
      controller.parent?.removeFromParentNow()
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
    if isVisible {
      from?.beginAppearanceTransition(false, animated: animated)
      to?.beginAppearanceTransition(true, animated: animated)
      if let to {
        delegate?.tell(
          from: self, category: .functional,
          "navigationController(_:willShow:animated:)",
          "navigationController:willShowViewController:animated:"
        ) { $0.navigationController(self, willShow: to, animated: animated) }
      }
    }
    if let view = to?.view {
      view.translatesAutoresizingMaskIntoConstraints = true
      view.frame = to.map(frame) ?? content.bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      if operation == .pop, let old = from?.viewIfLoaded, old.superview === content {
        content.insertSubview(view, belowSubview: old)
      } else {
        content.addSubview(view)
      }
    }
    let cause = Journal.cause
    let finish = { [self] (completed: Bool) in
      Journal.with(cause: cause) {
        guard completed else {
          takeBack(from, to)
          completion(false)
          return end(coordinator, cancelled: true)
        }
        from?.viewIfLoaded?.removeFromSuperview()
        if isVisible {
          if let from, case .disappearing = from.appearance { from.endAppearanceTransition() }
          if let to, case .appearing = to.appearance, case .appeared = appearance {
            to.endAppearanceTransition()
          }
        }
        from?.isMovingFromParent = false
        to?.isMovingToParent = false
        completion(true)
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
    let (height, oldHeight) = (to?.view.center.y ?? 0, from?.viewIfLoaded?.center.y ?? 0)
    UIView.performWithoutAnimation {
      to?.view.center = CGPoint(x: middle + (operation == .push ? width : -width * 0.3), y: height)
    }
    let move = {
      to?.view.center = CGPoint(x: middle, y: height)
      from?.viewIfLoaded?.center = CGPoint(
        x: middle + (operation == .push ? -width * 0.3 : width), y: oldHeight)
      coordinator.runAlongside { animate($0, nil) }
    }
    animate(move) { _ in finish(true) }
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
    Self.takeBack(coming: to, going: from, away: { to?.viewIfLoaded?.removeFromSuperview() })
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

  private func showBars() {
    navigationBar.show(children.map(\.navigationItem))
    toolbarItemsChanged()
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
        ]
      }
    )
  }
}
