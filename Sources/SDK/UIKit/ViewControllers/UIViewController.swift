@_spi(Hazards) import CarobRuntime
import CarobFoundation
import NibFormat
import QuartzCore

/// Manages a view and its part in an app's hierarchy of screens.
///
/// Rules E-60 to E-130 define the order in which its methods are called.
@preconcurrency @MainActor
open class UIViewController: UIResponder, UIAppearanceContainer, UITraitEnvironment, UIContentContainer {
  // MARK: Creating

  public init(nibName: String?, bundle: Bundle?) {
    (givenNibName, givenNibBundle) = (nibName, bundle)
    super.init()
  }

  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  public required init?(coder: NSCoder) {
    (givenNibName, givenNibBundle) = (nil, nil)
    super.init()
    (coder as? NibCoder)?.decodeController(self)
  }

  /// Creates a controller from its metatype; the translator generates it for classes with
  /// `init(nibName:bundle:)`.
  nonisolated open class var _carobNewController: (@MainActor (String?, Bundle?) -> UIViewController)? { nil }
  // F-155
  nonisolated open override class var _carobNewOfFramework: (@MainActor () -> AnyObject)? {
    FrameworkConstruction.plain(self)
  }

  private let givenNibName: String?
  private let givenNibBundle: Bundle?
  /// The name given to `init(nibName:bundle:)`. A subclass may override it to load its view from another
  /// nib (E-61).
  open var nibName: String? { givenNibName }
  open var nibBundle: Bundle? { givenNibBundle }
  open internal(set) var storyboard: UIStoryboard?
  /// The storyboard scene that the controller was created from, with its view and segues.
  var nibScene: ControllerNib?
  /// The objects that the storyboard created with the controller, before its view, by identifier.
  var nibObjects: [String: AnyObject] = [:]
  /// E-624: the top-level objects beside the view in its scene or xib, kept as long as the controller
  /// exists.
  var topLevelNibObjects: [AnyObject] = []

  // MARK: Content-unavailable views (E-603)

  /// The content-unavailable view to show over the view; nil for none.
  open var contentUnavailableConfiguration: (any UIContentConfiguration)? {
    didSet { showContentUnavailable() }
  }
  /// The current state for `updateContentUnavailableConfiguration(using:)`.
  open var contentUnavailableConfigurationState: UIContentUnavailableConfigurationState {
    UIContentUnavailableConfigurationState(
      traitCollection: traitCollection,
      searchText: navigationItem.searchController?.searchBar.text)
  }
  /// Requests an update with the next layout of the view; several requests cause one update.
  open func setNeedsUpdateContentUnavailableConfiguration() {
    needsContentUnavailable = true
    viewStorage?.setNeedsLayout()
  }
  /// Override it to set `contentUnavailableConfiguration`. Called before the view's first layout and after
  /// each request.
  open func updateContentUnavailableConfiguration(using state: UIContentUnavailableConfigurationState) {}
  var needsContentUnavailable = true
  var unavailableView: ContentUnavailableHolder?

  // MARK: The view (E-60…E-65)

  private var viewStorage: UIView?
  private var isLoadingView = false

  /// The root view, loaded on first use (E-60). Setting nil makes the next read load it again (E-63).
  open var view: UIView! {
    get {
      if viewStorage == nil { loadViewNow() }
      return viewStorage
    }
    set {
      viewStorage?.viewController = nil
      viewStorage = newValue
      newValue?.viewController = self
    }
  }

  /// The scroll view that determines the appearance of the bars at an edge (E-532). Override it and return
  /// nil for none.
  open func contentScrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? {
    precondition(
      edge == .top || edge == .bottom, "E-532: contentScrollView(for:) of \(self) needs .top or .bottom")
    return (edge == .top ? topScrollView : bottomScrollView) ?? viewStorage?.scrollView(at: edge)
  }
  open func setContentScrollView(_ scrollView: UIScrollView?, for edge: NSDirectionalRectEdge) {
    if edge.contains(.top) { topScrollView = scrollView }
    if edge.contains(.bottom) { bottomScrollView = scrollView }
    notifyBars()
  }
  @Zeroing private var topScrollView: UIScrollView?
  @Zeroing private var bottomScrollView: UIScrollView?
  /// Called when content reaches a bar's edge or leaves it.
  func contentEdgesChanged() {}

  open var viewIfLoaded: UIView? { viewStorage }
  /// Like `viewIfLoaded`, but not overridable, for diagnostics that must not run the app's code.
  final var loadedView: UIView? { viewStorage }
  open var isViewLoaded: Bool { viewStorage != nil }
  open func loadViewIfNeeded() { if viewStorage == nil { loadViewNow() } }

  private func loadViewNow() {
    guard !isLoadingView else {
      Journal.warn(
        "\(Journal.className(type(of: self))).view was read inside its own loadView()", receiver: self)
      return
    }
    if NibCoder.isAwakening(self) {
      Journal.warn(
        "\(Journal.className(type(of: self))).view loaded from awakeFromNib; viewDidLoad ran too early",
        rule: "M-67", receiver: self)
    }
    isLoadingView = true
    Journal.deliver(.appearance, "loadView()", to: self, category: .lifetime) { loadView() }
    isLoadingView = false
    if viewStorage == nil {
      Journal.warn("\(Journal.className(type(of: self))).loadView() did not set the view", receiver: self)
      view = UIView(frame: UIScreen.main.bounds)
    }
    loads += 1
    if loads > 1 {
      Journal.warn(
        "viewDidLoad of \(Journal.className(type(of: self))) ran \(loads) times", rule: "M-67", receiver: self
      )
    }
    Journal.deliver(.appearance, "viewDidLoad()", to: self, category: .lifetime) { viewDidLoad() }
    earlyGeometry = EarlyGeometry(of: self)
  }
  /// The number of times the view was loaded (M-67).
  private var loads = 0
  var earlyGeometry: EarlyGeometry?

  /// E-61: the storyboard's view, the named nib, a nib named after the class, or a plain view.
  open func loadView() {
    if let nibScene, nibScene.loadView(for: self) { return }
    if let name = nibName ?? defaultNibName, UINib.loadView(named: name, bundle: nibBundle, owner: self) {
      return
    }
    let plain = UIView(frame: UIScreen.main.bounds)
    plain.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view = plain
  }

  private var defaultNibName: String? {
    let name = Journal.className(type(of: self))
    for candidate in [name.hasSuffix("Controller") ? String(name.dropLast("Controller".count)) : name, name]
    where UINib.exists(named: candidate, bundle: nibBundle) { return candidate }
    return nil
  }

  open func viewDidLoad() {}

  // MARK: Appearance (E-70…E-79)

  open func viewWillAppear(_ animated: Bool) { superReached.insert(.willAppear) }
  open func viewIsAppearing(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) { superReached.insert(.didAppear) }
  open func viewWillDisappear(_ animated: Bool) { superReached.insert(.willDisappear) }
  open func viewDidDisappear(_ animated: Bool) { superReached.insert(.didDisappear) }
  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}
  open func updateViewConstraints() { viewIfLoaded?.updateConstraints() }
  open func viewSafeAreaInsetsDidChange() {}
  open func viewLayoutMarginsDidChange() {}

  var appearance = AppearanceState.disappeared {
    didSet { if appearance == .appeared { wasOnScreen = true } }
  }
  /// Whether the controller has ever appeared.
  private(set) var wasOnScreen = false
  var superReached: SuperReached = []
  struct SuperReached: OptionSet {
    let rawValue: Int
    static let willAppear = SuperReached(rawValue: 1)
    static let didAppear = SuperReached(rawValue: 2)
    static let willDisappear = SuperReached(rawValue: 4)
    static let didDisappear = SuperReached(rawValue: 8)
  }

  open internal(set) var isBeingPresented = false
  open internal(set) var isBeingDismissed = false
  open internal(set) var isMovingToParent = false
  open internal(set) var isMovingFromParent = false

  open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }
  /// Whether the container shows its children itself, as navigation, tab and page view controllers do.
  var managesChildAppearance: Bool { false }
  /// The children that appear and disappear with the receiver.
  var appearanceChildren: [UIViewController] {
    // NB: when the receiver begins to appear, its view is not in a window yet.
    guard let view = viewIfLoaded else { return [] }
    return children.filter { $0.viewsInPlace.contains { $0.isDescendant(of: view) } }
  }

  // MARK: Containment (UIViewController+Containment.swift)

  open internal(set) weak var parent: UIViewController? {
    get { parentReference }
    set { parentReference = newValue }
  }
  @Zeroing private var parentReference: UIViewController?
  open internal(set) var children: [UIViewController] = []
  open func addChild(_ child: UIViewController) { addChildNow(child) }
  open func removeFromParent() { removeFromParentNow() }
  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) {}
  /// Whether views of the other controller's children may be placed below this controller's view.
  func isContainerOnBehalf(of other: UIViewController) -> Bool {
    var current: UIViewController? = other
    while let here = current {
      if here === self { return true }
      current = here.parent
    }
    return false
  }

  open func transition(
    from: UIViewController, to: UIViewController, duration: TimeInterval,
    options: UIView.AnimationOptions = [],
    animations: (() -> Void)? = nil, completion: ((Bool) -> Void)? = nil
  ) { transitionNow(from, to, duration, options, animations, completion) }

  // MARK: Presentation (Presentation/)

  /// The controller presented by the receiver or by its nearest presenting ancestor (E-654).
  open var presentedViewController: UIViewController? {
    sequence(first: self) { $0.parent }.lazy.compactMap(\.directlyPresented).first
  }
  /// The controller that presented the receiver or its nearest presented ancestor (E-654).
  open var presentingViewController: UIViewController? {
    sequence(first: self) { $0.parent }.lazy.compactMap(\.directPresenter).first
  }
  /// The controller that the receiver itself presents, and the one that presented it.
  var directlyPresented: UIViewController?
  @Zeroing var directPresenter: UIViewController?
  var presentation: UIPresentationController?
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  open var isModalInPresentation = false
  open var definesPresentationContext = false
  /// Whether presentations in this controller's context use its `modalTransitionStyle` (E-1018).
  open var providesPresentationContextTransitionStyle = false
  open var modalPresentationCapturesStatusBarAppearance = false
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)? {
    get { transitioningDelegateReference }
    set { transitioningDelegateReference = newValue }
  }
  @ZeroingExistential private var transitioningDelegateReference: (any UIViewControllerTransitioningDelegate)?
  open var preferredContentSize = CGSize.zero {
    didSet { if oldValue != preferredContentSize { notifyOfPreferredContentSize() } }
  }
  open var presentationController: UIPresentationController? { presentationForConfiguring() }
  /// Overridden by the SDK's own sheets to set their sizes.
  func configureSheet(_ sheet: UISheetPresentationController) {}
  open var popoverPresentationController: UIPopoverPresentationController? {
    let presentation = presentationController
    return presentation as? UIPopoverPresentationController
      ?? presentation?.original as? UIPopoverPresentationController
  }
  open var sheetPresentationController: UISheetPresentationController? {
    // E-575: accessing the sheet controller requests a sheet, also where modal screens are full screen by
    // default.
    if modalPresentationStyle == .automatic, presentation == nil, presentingViewController == nil {
      modalPresentationStyle = .pageSheet
    }
    return presentationController as? UISheetPresentationController
  }
  open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
    Presenter.present(controller, from: self, animated: animated, completion: completion)
  }
  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    Presenter.dismiss(self, animated: animated, completion: completion)
  }
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    Presenter.coordinator(for: self)
  }
  open var disablesAutomaticKeyboardDismissal: Bool { modalPresentationStyle == .formSheet }

  /// Forwards to the nearest ancestor that implements `show`; a navigation controller pushes. Without one,
  /// presents.
  open func show(_ vc: UIViewController, sender: Any?) {
    // E-647
    if let target = showingTarget(Self.showing, sender) { return target.show(vc, sender: sender) }
    present(vc, animated: UIView.areAnimationsEnabled)
  }
  open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    if let target = showingTarget(Self.showingDetail, sender) {
      return target.showDetailViewController(vc, sender: sender)
    }
    show(vc, sender: sender)
  }
  /// The receiver, or its nearest ancestor, that performs an action. For `show(_:sender:)` and
  /// `showDetailViewController(_:sender:)` only controllers that implement them themselves count (E-647).
  open func targetViewController(forAction action: Selector, sender: Any?) -> UIViewController? {
    nearestTarget(for: action, sender: sender)
  }

  /// E-126: sends the "will" message to the receiver and to the children that appear and disappear with it.
  open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    beginTransition(isAppearing, animated: animated)
  }
  /// E-126: sends the "did" message for the last `beginAppearanceTransition`.
  open func endAppearanceTransition() { endTransition() }

  /// Deprecated on the platform in favour of the safe area; old storyboards still use them.
  open var topLayoutGuide: any UILayoutSupport { view.barGuide(.topBar) }
  open var bottomLayoutGuide: any UILayoutSupport { view.barGuide(.bottomBar) }

  // MARK: Segues (Storyboards/)

  open func performSegue(withIdentifier identifier: String, sender: Any?) {
    SegueRunner.perform(identifier: identifier, from: self, sender: sender)
  }
  open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
  open func canPerformUnwindSegueAction(
    _ action: Selector, from fromViewController: UIViewController, sender: Any?
  ) -> Bool {
    canPerformUnwindSegueAction(action, from: fromViewController, withSender: sender as Any)
  }
  /// The form of the method before iOS 13; the newer form calls it.
  open func canPerformUnwindSegueAction(
    _ action: Selector, from fromViewController: UIViewController, withSender sender: Any
  ) -> Bool {
    // E-640: a controller does not unwind to itself.
    fromViewController !== self && responds(to: action)
  }
  open func allowedChildrenForUnwinding(from source: UIStoryboardUnwindSegueSource) -> [UIViewController] {
    // E-312: own children minus the one that contains the source, top to bottom.
    let around = childContaining(source)
    return children.reversed().filter { $0 !== around }
  }
  open func childContaining(_ source: UIStoryboardUnwindSegueSource) -> UIViewController? {
    sequence(first: source.source) { $0.outward }.first { $0.parent === self }
  }
  open func unwind(for unwindSegue: UIStoryboardSegue, towards subsequentVC: UIViewController) {}

  // MARK: Responder

  /// E-232: the view's superview; the window for its root; the presenter for a presented controller.
  open override var next: UIResponder? {
    if let windowAsRoot { return windowAsRoot }
    if let directPresenter, parent == nil { return directPresenter }
    return viewIfLoaded?.superview
  }
  @Zeroing var windowAsRoot: UIWindow?
  /// E-647: every controller can show another.
  open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    action == Self.showing || action == Self.showingDetail
      || super.canPerformAction(action, withSender: sender)
  }

  /// The commands added with `addKeyCommand(_:)`. An override decides whether they are included.
  open override var keyCommands: [UIKeyCommand]? { addedKeyCommands.isEmpty ? nil : addedKeyCommands }
  private var addedKeyCommands: [UIKeyCommand] = []

  /// The actions below a preview of the controller, from the top (E-1060).
  open var previewActionItems: [any UIPreviewActionItem] { [] }
  var previewingContexts: [PreviewingContext] = []

  /// The command's action is sent along the responder chain while the controller is part of it (E-461).
  open func addKeyCommand(_ keyCommand: UIKeyCommand) { addedKeyCommands.append(keyCommand) }
  open func removeKeyCommand(_ keyCommand: UIKeyCommand) {
    addedKeyCommands.removeAll { $0 === keyCommand }
  }

  // MARK: Traits, size, status bar, orientation

  open var traitCollection: UITraitCollection {
    ownTraits(
      parent?.traitCollection ?? directPresenter?.traitCollection
        ?? (windowAsRoot ?? viewIfLoaded?.windowStorage)?.windowTraitCollection ?? UITraitCollection.current)
  }
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { styleOverride }
    set { changingTraits { styleOverride = newValue } }
  }
  private var styleOverride = UIUserInterfaceStyle.unspecified
  var traitOverridesStorage: UITraitOverrides?
  var traitRegistrations: [TraitRegistration] = []
  var childTraitOverrides: [ObjectIdentifier: UITraitCollection] = [:]
  open func setOverrideTraitCollection(_ collection: UITraitCollection?, forChild child: UIViewController) {
    child.changingTraits { childTraitOverrides[ObjectIdentifier(child)] = collection }
  }
  open func overrideTraitCollection(forChild child: UIViewController) -> UITraitCollection? {
    childTraitOverrides[ObjectIdentifier(child)]
  }
  open func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    for child in children {
      Journal.deliver(.appearance, "willTransition(to:with:)", to: child, category: .lifetime) {
        child.willTransition(to: newCollection, with: coordinator)
      }
    }
  }
  open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    for child in children {
      let childSize = self.size(forChildContentContainer: child, withParentContainerSize: size)
      // E-334.
      if childSize == child.viewIfLoaded?.bounds.size { continue }
      Journal.deliver(.appearance, "viewWillTransition(to:with:)", to: child, category: .lifetime) {
        child.viewWillTransition(to: childSize, with: coordinator)
      }
    }
  }
  // E-336: the rotation messages from before iOS 8, for controllers without viewWillTransition(to:with:).
  open func willRotate(to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval) {}
  open func willAnimateRotation(to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval) {}
  open func didRotate(from fromInterfaceOrientation: UIInterfaceOrientation) {}
  open func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
  )
    -> CGSize
  { parentSize }
  /// A navigation controller forwards the change to its own presentation.
  open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
    if self is UINavigationController {
      presentation?.preferredContentSizeDidChange(forChildContentContainer: self)
    }
  }
  /// Never sent here; a controller with children that overrides it is announced.
  open func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer) {}

  open var prefersStatusBarHidden: Bool { false }
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
  open var childForStatusBarStyle: UIViewController? { nil }
  open var childForStatusBarHidden: UIViewController? { nil }
  open func setNeedsStatusBarAppearanceUpdate() { UIApplication.shared.statusBarNeedsUpdate = true }
  open var prefersHomeIndicatorAutoHidden: Bool { false }
  open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
  /// Asks again at the end of the turn (E-973).
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() {
    SystemGesturePreferences.shared.homeIndicatorNeedsUpdate = true
  }
  open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
  open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }
  /// Asks again at the end of the turn (E-973).
  open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {
    SystemGesturePreferences.shared.edgesNeedUpdate = true
  }

  /// Whether the controller wants the pointer to be hidden and to stay where it is (E-1094).
  open var prefersPointerLocked: Bool { false }
  open var childViewControllerForPointerLock: UIViewController? { nil }
  /// Asks again at the end of the turn (E-1094).
  open func setNeedsUpdateOfPrefersPointerLocked() {
    SystemGesturePreferences.shared.pointerLockNeedsUpdate = true
  }

  open var shouldAutorotate: Bool { true }
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    UIDevice.current.userInterfaceIdiom == .pad ? .all : .allButUpsideDown
  }
  open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
  open var interfaceOrientation: UIInterfaceOrientation { UIScreen.main.interfaceOrientation }
  /// E-437: the supported orientations are queried again before the turn of the run loop ends.
  open func setNeedsUpdateOfSupportedInterfaceOrientations() { Rotation.needsLook = true }
  public class func attemptRotationToDeviceOrientation() { Rotation.needsLook = true }

  open func didReceiveMemoryWarning() {}

  // MARK: Bars

  open var title: String? {
    willSet { _kvoWill("title", title) }
    didSet {
      defer { _kvoDid("title", title) }
      navigationItemStorage?.controllerTitleChanged()
      tabBarItemStorage?.controllerTitleChanged(title)
    }
  }
  private var navigationItemStorage: UINavigationItem?
  open var navigationItem: UINavigationItem {
    if let item = navigationItemStorage { return item }
    let item = UINavigationItem(title: title ?? "")
    item.owner = self
    navigationItemStorage = item
    return item
  }
  func setNavigationItem(_ item: UINavigationItem) {
    item.owner = self
    navigationItemStorage = item
  }
  var tabBarItemStorage: UITabBarItem?
  open var tabBarItem: UITabBarItem! {
    get {
      if let item = tabBarItemStorage { return item }
      let item = UITabBarItem(title: title, image: nil, selectedImage: nil)
      tabBarItemStorage = item
      return item
    }
    set { tabBarItemStorage = newValue }
  }
  open var navigationController: UINavigationController? { nearestParent(UINavigationController.self) }
  open var tabBarController: UITabBarController? { nearestParent(UITabBarController.self) }
  open var splitViewController: UISplitViewController? { nearestParent(UISplitViewController.self) }
  open var toolbarItems: [UIBarButtonItem]? { didSet { navigationController?.toolbarItemsChanged() } }
  open func setToolbarItems(_ items: [UIBarButtonItem]?, animated: Bool) { toolbarItems = items }
  /// Whether the bottom bars are hidden while the screen is on a navigation stack (E-581).
  open var hidesBottomBarWhenPushed = false
  /// The edges at which the view extends beneath its container's bars (E-576).
  open var edgesForExtendedLayout: UIRectEdge = .all {
    didSet { if oldValue != edgesForExtendedLayout { parent?.viewIfLoaded?.setNeedsLayout() } }
  }
  open var extendedLayoutIncludesOpaqueBars = false {
    didSet { parent?.viewIfLoaded?.setNeedsLayout() }
  }
  /// E-576: whether the view extends beneath its container's bar at that edge.
  func extendsBeneath(_ edge: UIRectEdge, isTranslucent: Bool) -> Bool {
    edgesForExtendedLayout.contains(edge) && (isTranslucent || extendedLayoutIncludesOpaqueBars)
  }
  /// Whether the insets of the scroll view under the bars are adjusted even if it cannot scroll (E-845). Its
  /// `contentInsetAdjustmentBehavior` decides about the rest.
  open var automaticallyAdjustsScrollViewInsets = true {
    didSet { if oldValue != automaticallyAdjustsScrollViewInsets { viewIfLoaded?.setNeedsLayout() } }
  }

  private func nearestParent<T>(_ type: T.Type) -> T? {
    var current = parent
    while let here = current {
      if let found = here as? T { return found }
      current = here.parent
    }
    return nil
  }

  // MARK: Margins

  open var additionalSafeAreaInsets = UIEdgeInsets.zero { didSet { safeAreaChanged() } }
  /// The insets from containers' bars, added to the app's own.
  var containerSafeAreaInsets = UIEdgeInsets.zero {
    didSet {
      guard oldValue != containerSafeAreaInsets else { return }
      safeAreaChanged()
      presentationInContext?.takeOverSafeArea()
    }
  }
  var totalAdditionalSafeAreaInsets: UIEdgeInsets {
    UIEdgeInsets(
      top: additionalSafeAreaInsets.top + containerSafeAreaInsets.top,
      left: additionalSafeAreaInsets.left + containerSafeAreaInsets.left,
      bottom: additionalSafeAreaInsets.bottom + containerSafeAreaInsets.bottom,
      right: additionalSafeAreaInsets.right + containerSafeAreaInsets.right)
  }
  private func safeAreaChanged() {
    viewIfLoaded?.safeAreaMayHaveChanged()
  }
  open var systemMinimumLayoutMargins: NSDirectionalEdgeInsets {
    let side = Self.systemMinimumMargin
    return NSDirectionalEdgeInsets(top: 0, leading: side, bottom: 0, trailing: side)
  }
  static var systemMinimumMargin: CGFloat { UIScreen.main.bounds.width > 375 ? 20 : 16 }
  open var viewRespectsSystemMinimumLayoutMargins = true {
    didSet { viewIfLoaded?.layoutMarginsMayHaveChanged() }
  }

  // MARK: Editing and restoration

  open var isEditing: Bool {
    get { edits }
    set { setEditing(newValue, animated: false) }
  }
  private var edits = false
  open func setEditing(_ editing: Bool, animated: Bool) {
    edits = editing
    editItem?.title = editing ? "Done" : "Edit"
    editItem?.style = editing ? .done : .plain
  }
  private var editItem: UIBarButtonItem?
  /// A button titled Edit, or Done while editing; it calls `setEditing(_:animated:)`.
  open var editButtonItem: UIBarButtonItem {
    if let editItem { return editItem }
    let item = UIBarButtonItem(
      title: isEditing ? "Done" : "Edit", style: isEditing ? .done : .plain, target: self,
      action: "carob_toggleEditing")
    editItem = item
    return item
  }
  open var restorationIdentifier: String?
  open var restorationClass: (any UIViewControllerRestoration.Type)?
  open func applicationFinishedRestoringState() {}
  /// E-403: encodes the controller that it presents and its own presentation.
  open override func encodeRestorableState(with coder: NSCoder) {
    super.encodeRestorableState(with: coder)
    encodeOwnState(coder)
  }
  open override func decodeRestorableState(with coder: NSCoder) {
    super.decodeRestorableState(with: coder)
    decodeOwnState(coder)
  }
  /// The child controllers for state restoration, including those created with its view.
  var statefulChildren: [UIViewController] { children }

  open override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_toggleEditing", "carob_toggleEditing()", 0) {
        let controller = unsafeDowncast($0, to: UIViewController.self)
        controller.setEditing(!controller.isEditing, animated: true)
      }
    ]
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIViewController.self,
      {
        [
          "view": \.view, "modalPresentationStyle": \.modalPresentationStyle,
          "modalTransitionStyle": \.modalTransitionStyle, "modalInPresentation": \.isModalInPresentation,
          "definesPresentationContext": \.definesPresentationContext,
          "providesPresentationContextTransitionStyle": \.providesPresentationContextTransitionStyle,
          "modalPresentationCapturesStatusBarAppearance": \.modalPresentationCapturesStatusBarAppearance,
          "transitioningDelegate": \.transitioningDelegate, "preferredContentSize": \.preferredContentSize,
          "overrideUserInterfaceStyle": \.overrideUserInterfaceStyle,
          "contentUnavailableConfiguration": \.contentUnavailableConfiguration,
          "title": \.title,
          "tabBarItem": \.tabBarItem, "toolbarItems": \.toolbarItems,
          "hidesBottomBarWhenPushed": \.hidesBottomBarWhenPushed,
          "edgesForExtendedLayout": \.edgesForExtendedLayout,
          "extendedLayoutIncludesOpaqueBars": \.extendedLayoutIncludesOpaqueBars,
          "automaticallyAdjustsScrollViewInsets": \.automaticallyAdjustsScrollViewInsets,
          "additionalSafeAreaInsets": \.additionalSafeAreaInsets,
          "viewRespectsSystemMinimumLayoutMargins": \.viewRespectsSystemMinimumLayoutMargins,
          "editing": \.isEditing, "restorationIdentifier": \.restorationIdentifier,
          "restorationClass": \.restorationClass,
        ]
      },
      readOnly: {
        [
          "nibName": \.nibName, "nibBundle": \.nibBundle, "storyboard": \.storyboard,
          "viewIfLoaded": \.viewIfLoaded, "viewLoaded": \.isViewLoaded,
          "beingPresented": \.isBeingPresented, "beingDismissed": \.isBeingDismissed,
          "movingToParent": \.isMovingToParent, "movingFromParent": \.isMovingFromParent,
          "shouldAutomaticallyForwardAppearanceMethods": \.shouldAutomaticallyForwardAppearanceMethods,
          "parent": \.parent, "children": \.children, "presentedViewController": \.presentedViewController,
          "presentingViewController": \.presentingViewController,
          "presentationController": \.presentationController,
          "popoverPresentationController": \.popoverPresentationController,
          "sheetPresentationController": \.sheetPresentationController,
          "transitionCoordinator": \.transitionCoordinator,
          "disablesAutomaticKeyboardDismissal": \.disablesAutomaticKeyboardDismissal,
          "traitCollection": \.traitCollection, "prefersStatusBarHidden": \.prefersStatusBarHidden,
          "preferredStatusBarStyle": \.preferredStatusBarStyle,
          "preferredStatusBarUpdateAnimation": \.preferredStatusBarUpdateAnimation,
          "childForStatusBarStyle": \.childForStatusBarStyle,
          "childForStatusBarHidden": \.childForStatusBarHidden,
          "prefersHomeIndicatorAutoHidden": \.prefersHomeIndicatorAutoHidden,
          "childForHomeIndicatorAutoHidden": \.childForHomeIndicatorAutoHidden,
          "preferredScreenEdgesDeferringSystemGestures": \.preferredScreenEdgesDeferringSystemGestures,
          "childForScreenEdgesDeferringSystemGestures": \.childForScreenEdgesDeferringSystemGestures,
          "prefersPointerLocked": \.prefersPointerLocked,
          "childViewControllerForPointerLock": \.childViewControllerForPointerLock,
          "shouldAutorotate": \.shouldAutorotate,
          "supportedInterfaceOrientations": \.supportedInterfaceOrientations,
          "preferredInterfaceOrientationForPresentation": \.preferredInterfaceOrientationForPresentation,
          "interfaceOrientation": \.interfaceOrientation, "navigationItem": \.navigationItem,
          "navigationController": \.navigationController, "tabBarController": \.tabBarController,
          "splitViewController": \.splitViewController,
          "systemMinimumLayoutMargins": \.systemMinimumLayoutMargins, "editButtonItem": \.editButtonItem,
        ]
      },
      reporting: ["title"]
    )
  }
}

/// An object with traits.
@preconcurrency @MainActor
public protocol UITraitEnvironment: NSObjectProtocol {
  var traitCollection: UITraitCollection { get }
  func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}

/// A controller whose content adapts to size changes.
@preconcurrency @MainActor
public protocol UIContentContainer: NSObjectProtocol {
  var preferredContentSize: CGSize { get }
  func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
  func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator)
}
