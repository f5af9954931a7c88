@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Shows columns side by side if the width allows it; on a phone they collapse to one navigation stack
/// (E-376).
///
/// The display mode and the behavior decide which columns are visible and whether they are beside the
/// secondary column, over it, or displace it (E-588).
@preconcurrency @MainActor
open class UISplitViewController: UIViewController {
  public enum Style: Int, Sendable { case unspecified, doubleColumn, tripleColumn }
  public enum Column: Int, Sendable { case primary, supplementary, secondary, compact, inspector }
  public enum DisplayMode: Int, Sendable {
    case automatic, secondaryOnly, oneBesideSecondary, oneOverSecondary, twoBesideSecondary, twoOverSecondary,
      twoDisplaceSecondary
    public static var primaryHidden: DisplayMode { .secondaryOnly }
    public static var allVisible: DisplayMode { .oneBesideSecondary }
    public static var primaryOverlay: DisplayMode { .oneOverSecondary }
  }
  public enum SplitBehavior: Int, Sendable { case automatic, tile, overlay, displace }
  public enum DisplayModeButtonVisibility: Int, Sendable { case automatic, never, always }
  public enum PrimaryEdge: Int, Sendable { case leading, trailing }
  nonisolated public static let automaticDimension: CGFloat = -3.402_823_466_385_288_6e+38

  public init(style: Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
  }
  public override init(nibName: String?, bundle: Bundle?) {
    style = .unspecified
    super.init(nibName: nibName, bundle: bundle)
  }
  public required init?(coder: NSCoder) {
    style = .unspecified
    super.init(coder: coder)
  }

  public let style: Style
  open weak var delegate: (any UISplitViewControllerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UISplitViewControllerDelegate)?
  /// E-588: applied immediately, as far as the split behavior allows it.
  open var preferredDisplayMode = DisplayMode.automatic {
    didSet { if oldValue != preferredDisplayMode { become(defaultMode) } }
  }
  open var preferredSplitBehavior = SplitBehavior.automatic {
    didSet { if oldValue != preferredSplitBehavior { become(defaultMode) } }
  }
  /// Whether the user can change the display mode with gestures and the system's button (E-589).
  open var presentsWithGesture = true { didSet { updateColumnGestures() } }
  /// Whether the secondary column of three has a button that hides the others, and shows them again (E-1022).
  open var showsSecondaryOnlyButton = false { didSet { updateColumnGestures() } }
  open var displayModeButtonVisibility = DisplayModeButtonVisibility.automatic {
    didSet { updateColumnGestures() }
  }
  open var primaryEdge = PrimaryEdge.leading { didSet { updateColumnGestures() } }
  open var preferredPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { arrange() } }
  open var preferredPrimaryColumnWidthFraction = UISplitViewController.automaticDimension {
    didSet { arrange() }
  }
  /// The limits of the primary column's width in points, whatever width is preferred.
  open var minimumPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { arrange() } }
  open var maximumPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { arrange() } }
  open var preferredSupplementaryColumnWidth = UISplitViewController.automaticDimension {
    didSet { arrange() }
  }
  open var preferredSupplementaryColumnWidthFraction = UISplitViewController.automaticDimension {
    didSet { arrange() }
  }
  open var minimumSupplementaryColumnWidth = UISplitViewController.automaticDimension {
    didSet { arrange() }
  }
  open var maximumSupplementaryColumnWidth = UISplitViewController.automaticDimension {
    didSet { arrange() }
  }
  open var displayMode: DisplayMode { isCollapsed ? .secondaryOnly : mode }
  open var splitBehavior: SplitBehavior { isCollapsed ? .tile : behavior }
  open var primaryColumnWidth: CGFloat { isCollapsed ? view.bounds.width : sideWidth }
  open var supplementaryColumnWidth: CGFloat { isCollapsed ? view.bounds.width : supplementaryWidth }
  /// Switches to the next display mode (E-589). It belongs in a bar of the secondary column.
  open private(set) lazy var displayModeButtonItem: UIBarButtonItem = {
    let item = UIBarButtonItem(
      image: UIImage(systemName: "sidebar.left"), style: .plain, target: self, action: "carob_switchMode")
    item.accessibilityLabel = "Sidebar"
    return item
  }()
  // E-1022
  private lazy var secondaryOnlyItem: UIBarButtonItem = {
    let item = UIBarButtonItem(
      image: UIImage(systemName: "arrow.up.left.and.arrow.down.right"), style: .plain, target: self,
      action: "carob_switchSecondaryOnly")
    item.accessibilityLabel = "Full Screen"
    return item
  }()
  private var modeBeforeSecondaryOnly: DisplayMode?
  private func switchSecondaryOnly() {
    if mode.sides > 0 {
      modeBeforeSecondaryOnly = mode
      become(adapted(.secondaryOnly), animated: true)
    } else {
      become(adapted(modeBeforeSecondaryOnly ?? .twoBesideSecondary), animated: true)
    }
  }
  private lazy var columnGestures = ColumnGestureController(self)

  open override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + [
      .init(none: "carob_switchMode", "carob_switchMode()", 0) {
        unsafeDowncast($0, to: UISplitViewController.self).switchMode()
      },
      .init(none: "carob_switchSecondaryOnly", "carob_switchSecondaryOnly()", 0) {
        unsafeDowncast($0, to: UISplitViewController.self).switchSecondaryOnly()
      },
    ]
  }

  /// E-376: in a compact width only one screen is visible at a time.
  open var isCollapsed: Bool { collapsed ?? (traitCollection.horizontalSizeClass != .regular) }
  private var collapsed: Bool?

  // MARK: Columns

  private var columns: [Column: UIViewController] = [:]
  /// The primary and secondary controllers of the classic style.
  open var viewControllers: [UIViewController] {
    get {
      if isCollapsed, collapsed != nil, let collapsedController { return [collapsedController] }
      return [Column.primary, .supplementary, .secondary].compactMap { columns[$0] }
    }
    set {
      columns[.primary] = newValue.first
      columns[.secondary] = newValue.count > 1 ? newValue[1] : nil
      if collapsed != nil { rebuild() }
    }
  }
  open func setViewController(_ vc: UIViewController?, for column: Column) {
    columns[column] = vc
    if collapsed != nil { rebuild() }
  }
  open func viewController(for column: Column) -> UIViewController? { columns[column] }

  // MARK: Shown controllers

  /// The controller shown while the split view is collapsed: the merged navigation stack or the compact
  /// column.
  private var collapsedController: UIViewController?

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    collapsed = isCollapsed
    mode = defaultMode
    columnGestures.install()
    rebuild()
  }

  // MARK: Width changes (E-376)

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    followWidth()
  }

  /// Collapses or expands when the horizontal size class changes.
  private func followWidth() {
    let isNarrow = traitCollection.horizontalSizeClass != .regular
    guard let collapsed, collapsed != isNarrow else { return }
    if !isNarrow { separate() }
    self.collapsed = isNarrow
    if !isNarrow { mode = expandedMode() }
    rebuild()
    guard !isNarrow, style != .unspecified else { return }
    delegate?.tell(from: self, "splitViewControllerDidExpand(_:)", "splitViewControllerDidExpand:") {
      $0.splitViewControllerDidExpand(self)
    }
  }

  /// The screens of each column that were moved onto another column's stack when collapsing.
  private var movedScreens: [(column: Column, stack: UINavigationController, screens: [UIViewController])] =
    []

  /// Gives the columns their screens back, together with the screens pushed on top of them.
  private func separate() {
    let asked =
      style == .unspecified
      ? collapsedController.flatMap { primary in
        delegate?.ask(
          from: self, "splitViewController(_:separateSecondaryFrom:)",
          "splitViewController:separateSecondaryViewControllerFromPrimaryViewController:"
        ) { $0.splitViewController(self, separateSecondaryFrom: primary) } ?? nil
      } : nil
    for (index, entry) in movedScreens.enumerated() {
      let next = movedScreens[(index + 1)...].first { $0.stack === entry.stack }?.screens.first
      let all = entry.stack.viewControllers
      let start = entry.screens.first.flatMap { first in all.firstIndex { $0 === first } } ?? all.count
      let end = next.flatMap { first in all.firstIndex { $0 === first } } ?? all.count
      let screens = start < end ? Array(all[start..<end]) : entry.screens
      entry.stack.setViewControllers(
        all.filter { screen in !screens.contains { $0 === screen } }, animated: false)
      if let column = columns[entry.column] as? UINavigationController {
        column.setViewControllers(screens, animated: false)
      }
    }
    movedScreens = []
    if let asked { columns[.secondary] = asked }
  }

  private func rebuild() {
    for child in children {
      child.willMove(toParent: nil)
      child.viewIfLoaded?.removeFromSuperview()
      child.removeFromParent()
    }
    collapsedController = nil
    bars = [:]
    dim.removeFromSuperview()
    if isCollapsed {
      guard let alone = style == .unspecified ? collapseOld() : collapseColumns() else { return }
      collapsedController = alone
      embed(alone)
      if style != .unspecified {
        delegate?.tell(from: self, "splitViewControllerDidCollapse(_:)", "splitViewControllerDidCollapse:") {
          $0.splitViewControllerDidCollapse(self)
        }
      }
    } else {
      for column in [Column.primary, .supplementary, .secondary] {
        guard let controller = columns[column] else { continue }
        let shown =
          style == .unspecified || controller is UINavigationController ? controller : wrapped(controller)
        bars[column] = shown
        addChild(shown)
        shown.loadViewIfNeeded()
        shown.didMove(toParent: self)
      }
      showColumns()
    }
    updateColumnGestures()
    arrange()
  }
  private func wrapped(_ controller: UIViewController) -> UIViewController {
    controller.navigationController ?? UINavigationController(rootViewController: controller)
  }
  private func embed(_ controller: UIViewController) {
    addChild(controller)
    view.addSubview(controller.view)
    controller.didMove(toParent: self)
  }

  /// The delegate may discard the secondary controller; otherwise it is pushed onto the primary.
  private func collapseOld() -> UIViewController? {
    guard let primary = columns[.primary] else { return columns[.secondary] }
    guard let secondary = columns[.secondary] else { return primary }
    // E-559: loading the primary screen's view may set the delegate.
    addChild(primary)
    primary.loadViewIfNeeded()
    (primary as? UINavigationController)?.topViewController?.loadViewIfNeeded()
    let isDone =
      delegate?.ask(
        from: self, "splitViewController(_:collapseSecondary:onto:)",
        "splitViewController:collapseSecondaryViewController:ontoPrimaryViewController:"
      ) { $0.splitViewController(self, collapseSecondary: secondary, onto: primary) } ?? false
    if !isDone { stack(secondary, .secondary, onto: primary) }
    return primary
  }

  private func collapseColumns() -> UIViewController? {
    let proposed: Column =
      columns[.compact] != nil ? .compact : columns[.secondary] != nil ? .secondary : .primary
    let top =
      delegate?.ask(
        from: self, "splitViewController(_:topColumnForCollapsingToProposedTopColumn:)",
        "splitViewController:topColumnForCollapsingToProposedTopColumn:"
      ) { $0.splitViewController(self, topColumnForCollapsingToProposedTopColumn: proposed) } ?? proposed
    if let compact = columns[.compact] { return compact }
    guard let primary = columns[.primary] else { return columns[top].map(wrapped) }
    let stack = primary as? UINavigationController ?? wrapped(primary)
    for column in [Column.supplementary, .secondary] where column.rawValue <= top.rawValue {
      if let controller = columns[column] { self.stack(controller, column, onto: stack) }
    }
    return stack
  }

  private func stack(_ controller: UIViewController, _ column: Column, onto primary: UIViewController) {
    if let stack = primary as? UINavigationController {
      let screens = (controller as? UINavigationController)?.viewControllers ?? [controller]
      movedScreens.append((column, stack, screens))
    }
    push(controller, onto: primary)
  }

  /// Pushes a controller onto the other's stack; a navigation controller contributes all its screens.
  private func push(_ controller: UIViewController, onto primary: UIViewController, animated: Bool = false) {
    guard let stack = primary as? UINavigationController else { return }
    let screens = (controller as? UINavigationController)?.viewControllers ?? [controller]
    for screen in screens where !stack.viewControllers.contains(where: { $0 === screen }) {
      if screen.parent is UINavigationController { screen.removeFromParent() }
      stack.pushViewController(screen, animated: animated)
    }
  }

  // MARK: Showing

  open func show(_ column: Column) {
    guard let controller = columns[column] else { return }
    if collapsed == false { return become(modeShowing(column), animated: true) }
    notifyShow(column)
    guard let stack = collapsedController as? UINavigationController else { return }
    let first = (controller as? UINavigationController)?.viewControllers.first ?? controller
    if controller === stack {
      stack.popToRootViewController(animated: true)
    } else if stack.viewControllers.contains(where: { $0 === first }) {
      stack.popToViewController(first, animated: true)
    } else {
      push(controller, onto: stack, animated: true)
    }
  }
  open func hide(_ column: Column) {
    if collapsed == false { return become(modeHiding(column), animated: true) }
    guard let stack = collapsedController as? UINavigationController, column != .primary else { return }
    stack.popViewController(animated: true)
  }

  open override func show(_ vc: UIViewController, sender: Any?) {
    let isDone = delegate?.ask(
      from: self, "splitViewController(_:show:sender:)", "splitViewController:showViewController:sender:"
    ) { $0.splitViewController(self, show: vc, sender: sender) }
    if isDone == true { return }
    if let collapsedController {
      push(vc, onto: collapsedController, animated: true)
    } else if let primary = columns[.primary] {
      primary.show(vc, sender: sender)
    }
  }

  /// E-376: pushes while collapsed; otherwise replaces the secondary.
  open override func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    let isDone = delegate?.ask(
      from: self, "splitViewController(_:showDetail:sender:)",
      "splitViewController:showDetailViewController:sender:"
    ) { $0.splitViewController(self, showDetail: vc, sender: sender) }
    if isDone == true { return }
    columns[.secondary] = vc
    if let collapsedController {
      movedScreens.removeAll { $0.column == .secondary }
      if let stack = collapsedController as? UINavigationController {
        movedScreens.append((.secondary, stack, (vc as? UINavigationController)?.viewControllers ?? [vc]))
      }
      push(vc, onto: collapsedController, animated: true)
    } else if collapsed != nil {
      rebuild()
    }
  }

  // MARK: State (E-403)

  override var statefulChildren: [UIViewController] { controllersOfColumns }
  open override func encodeRestorableState(with coder: NSCoder) {
    super.encodeRestorableState(with: coder)
    encodeColumns(coder)
  }
  open override func decodeRestorableState(with coder: NSCoder) {
    super.decodeRestorableState(with: coder)
    decodeColumns(coder)
  }

  // MARK: Layout

  private func width(
    _ preferred: CGFloat, _ fraction: CGFloat, _ minimum: CGFloat, _ maximum: CGFloat
  ) -> CGFloat {
    let width = viewIfLoaded?.bounds.width ?? 0
    let wanted = preferred > 0 ? preferred : fraction > 0 ? width * fraction : min(320, width * 0.4)
    let limited = maximum > 0 ? min(wanted, maximum) : wanted
    return minimum > 0 ? max(limited, minimum) : limited
  }
  private var sideWidth: CGFloat {
    width(
      preferredPrimaryColumnWidth, preferredPrimaryColumnWidthFraction, minimumPrimaryColumnWidth,
      maximumPrimaryColumnWidth)
  }
  private var supplementaryWidth: CGFloat {
    width(
      preferredSupplementaryColumnWidth, preferredSupplementaryColumnWidthFraction,
      minimumSupplementaryColumnWidth, maximumSupplementaryColumnWidth)
  }

  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    if let known = knownSize, known != view.bounds.size { become(defaultMode) }
    knownSize = view.bounds.size
    arrange()
  }
  private var knownSize: CGSize?

  private func arrange() {
    guard let view = viewIfLoaded, collapsed != nil else { return }
    if isCollapsed {
      collapsedController?.viewIfLoaded?.frame = view.bounds
      return
    }
    let size = view.bounds.size
    let hairline = 1 / UIScreen.main.scale
    let isTrailing = primaryEdge == .trailing
    func place(_ column: Column, _ x: CGFloat, _ width: CGFloat) {
      let frame = CGRect(
        x: isTrailing ? size.width - x - width : x, y: 0, width: width, height: size.height)
      if let shown = bars[column]?.viewIfLoaded, shown.frame != frame { shown.frame = frame }
    }
    let sides = sideColumns
    let visible = sides.suffix(mode.sides)
    // Hidden columns are placed outside the edge, in their order.
    var x = -sides.dropLast(visible.count).reduce(0) { $0 + sideWidth(of: $1) + hairline }
    var beside: CGFloat = 0
    for column in sides {
      place(column, x, sideWidth(of: column))
      x += sideWidth(of: column) + hairline
    }
    let last = sides.last.map { sideWidth(of: $0) + hairline } ?? 0
    switch mode {
    case .oneBesideSecondary, .twoBesideSecondary: beside = x
    case .twoDisplaceSecondary: beside = last
    default: break
    }
    let width = size.width - beside
    place(.secondary, mode == .twoDisplaceSecondary ? x : beside, width)
    dim.frame = view.bounds
    dim.alpha = mode.dimsSecondary ? 1 : 0
  }
  private func sideWidth(of column: Column) -> CGFloat {
    column == .primary ? sideWidth : supplementaryWidth
  }

  // MARK: Display modes (E-588)

  private var mode = DisplayMode.oneBesideSecondary
  /// The controller that is shown for a column while expanded.
  private var bars: [Column: UIViewController] = [:]
  /// Dims the secondary while other columns cover it; a tap on it hides them.
  private lazy var dim: UIView = {
    let dim = ColumnDimmingView()
    dim.backgroundColor = UIColor(white: 0, alpha: 0.2)
    dim.onTap = { [weakSelf = ZeroingElement(self)] in
      weakSelf.object.map { $0.become($0.mode.tiledMode, animated: true) }
    }
    return dim
  }()
  private var sideColumns: [Column] { [.primary, .supplementary].filter { columns[$0] != nil } }
  private var isUpright: Bool { (viewIfLoaded?.bounds).map { $0.height > $0.width } ?? false }

  private var behavior: SplitBehavior {
    if preferredSplitBehavior != .automatic, preferredSplitBehavior != .displace || sideColumns.count > 1 {
      return preferredSplitBehavior
    }
    switch preferredDisplayMode {
    case .oneBesideSecondary, .twoBesideSecondary: return .tile
    case .oneOverSecondary, .twoOverSecondary: return .overlay
    case .twoDisplaceSecondary: return sideColumns.count > 1 ? .displace : .tile
    default: return isUpright ? .overlay : .tile
    }
  }

  /// The display mode that results from the preferred one for the current size.
  private var defaultMode: DisplayMode {
    guard preferredDisplayMode == .automatic else { return adapted(preferredDisplayMode) }
    let isWide = (viewIfLoaded?.bounds.width ?? 0) >= 1100
    switch behavior {
    case .tile where isWide && sideColumns.count > 1: return .twoBesideSecondary
    case .overlay: return .secondaryOnly
    default: return adapted(.oneBesideSecondary)
    }
  }
  /// The mode with the same number of columns that the behavior allows.
  private func adapted(_ mode: DisplayMode) -> DisplayMode {
    switch (min(mode.sides, sideColumns.count), behavior) {
    case (0, _): .secondaryOnly
    case (1, .overlay): .oneOverSecondary
    case (1, _): .oneBesideSecondary
    case (_, .overlay): .twoOverSecondary
    case (_, .displace): .twoDisplaceSecondary
    default: .twoBesideSecondary
    }
  }
  private func modeShowing(_ column: Column) -> DisplayMode {
    guard let place = sideColumns.firstIndex(of: column) else {
      return column == .secondary ? mode.tiledMode : mode
    }
    let sides = sideColumns.count - place
    return mode.sides >= sides ? mode : adapted(sides > 1 ? .twoBesideSecondary : .oneBesideSecondary)
  }
  private func modeHiding(_ column: Column) -> DisplayMode {
    guard let place = sideColumns.firstIndex(of: column) else { return mode }
    let sides = sideColumns.count - place - 1
    return mode.sides <= sides ? mode : adapted(sides > 0 ? .oneBesideSecondary : .secondaryOnly)
  }

  private func expandedMode() -> DisplayMode {
    let proposed = defaultMode
    guard style != .unspecified else { return proposed }
    let answer = delegate?.ask(
      from: self, "splitViewController(_:displayModeForExpandingToProposedDisplayMode:)",
      "splitViewController:displayModeForExpandingToProposedDisplayMode:"
    ) { $0.splitViewController(self, displayModeForExpandingToProposedDisplayMode: proposed) }
    return answer.map { $0 == .automatic ? proposed : adapted($0) } ?? proposed
  }

  /// E-588: the delegate is informed about the mode, then about the columns to be shown and the columns to
  /// be hidden.
  func become(_ new: DisplayMode, animated: Bool = false) {
    guard collapsed == false, new != mode else { return }
    delegate?.tell(
      from: self, "splitViewController(_:willChangeTo:)", "splitViewController:willChangeToDisplayMode:"
    ) { $0.splitViewController(self, willChangeTo: new) }
    let (before, after) = (sideColumns.suffix(mode.sides), sideColumns.suffix(new.sides))
    for column in after where !before.contains(column) { notifyShow(column) }
    for column in before where !after.contains(column) {
      delegate?.tell(from: self, "splitViewController(_:willHide:)", "splitViewController:willHideColumn:") {
        $0.splitViewController(self, willHide: column)
      }
    }
    UIView.performWithoutAnimation {
      arrange()
      mode = new
      showColumns()
    }
    let change = { [self] in
      arrange()
      view.layoutIfNeeded()
    }
    let end = { [self] in hideColumns() }
    guard animated, UIView.areAnimationsEnabled, view.window != nil else {
      // May be inside one of the app's own animations.
      change()
      updateColumnGestures()
      return UIView.inheritedAnimationDuration > 0 ? LayerAnimations.afterCommit(end) : end()
    }
    UIView.animate(
      withDuration: 0.3, delay: 0, options: [.beginFromCurrentState, .internalTransition],
      animations: change, completion: { _ in end() })
    updateColumnGestures()
  }
  private func notifyShow(_ column: Column) {
    delegate?.tell(from: self, "splitViewController(_:willShow:)", "splitViewController:willShowColumn:") {
      $0.splitViewController(self, willShow: column)
    }
  }

  /// Adds the views of the visible columns in their stacking order.
  private func showColumns() {
    if let secondary = bars[.secondary]?.view { view.addSubview(secondary) }
    view.addSubview(dim)
    for column in sideColumns.suffix(mode.sides).reversed() {
      if let side = bars[column]?.view { view.addSubview(side) }
    }
  }
  private func hideColumns() {
    guard collapsed == false else { return }
    for column in sideColumns.dropLast(mode.sides) { bars[column]?.viewIfLoaded?.removeFromSuperview() }
  }

  // MARK: User interaction (E-589)

  /// Switches to the button's next mode, or to the mode that the delegate returns.
  func switchMode() {
    let named = delegate?.ask(
      from: self, "targetDisplayModeForAction(in:)", "targetDisplayModeForActionInSplitViewController:"
    ) { $0.targetDisplayModeForAction(in: self) }
    if let named, named != .automatic { return become(adapted(named), animated: true) }
    let isAll = mode.sides >= sideColumns.count
    let next: DisplayMode =
      isAll ? .secondaryOnly : mode.sides == 0 ? .oneBesideSecondary : .twoBesideSecondary
    become(adapted(next), animated: true)
  }
  /// Handles a swipe: inward shows one more column, outward hides the side columns.
  func swiped(inward: Bool) {
    guard collapsed == false, presentsWithGesture else { return }
    if inward {
      guard mode.sides < sideColumns.count else { return }
      become(adapted(mode.sides == 0 ? .oneBesideSecondary : .twoBesideSecondary), animated: true)
    } else {
      become(mode.dimsSecondary ? mode.tiledMode : adapted(.secondaryOnly), animated: true)
    }
  }

  private func updateColumnGestures() {
    guard viewIfLoaded != nil, collapsed != nil else { return }
    columnGestures.isTrailing = primaryEdge == .trailing
    columnGestures.isActive = !isCollapsed && presentsWithGesture
    let isVisible =
      !isCollapsed && !sideColumns.isEmpty && displayModeButtonVisibility != .never
      && (presentsWithGesture || displayModeButtonVisibility == .always)
    // In the classic style the app places the button itself.
    let bar = (bars[.secondary] as? UINavigationController)?.navigationBar
    bar?.columnItem = isVisible && style != .unspecified ? displayModeButtonItem : nil
    bar?.secondaryOnlyItem =
      showsSecondaryOnlyButton && style == .tripleColumn && !isCollapsed && !sideColumns.isEmpty
      ? secondaryOnlyItem : nil
    // E-822
    if style == .unspecified { displayModeButtonItem.isHidden = !presentsWithGesture || isCollapsed }
    viewIfLoaded?.setNeedsLayout()
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UISplitViewController.self,
      {
        [
          "delegate": \.delegate, "preferredDisplayMode": \.preferredDisplayMode,
          "preferredSplitBehavior": \.preferredSplitBehavior, "presentsWithGesture": \.presentsWithGesture,
          "showsSecondaryOnlyButton": \.showsSecondaryOnlyButton,
          "displayModeButtonVisibility": \.displayModeButtonVisibility, "primaryEdge": \.primaryEdge,
          "preferredPrimaryColumnWidth": \.preferredPrimaryColumnWidth,
          "preferredPrimaryColumnWidthFraction": \.preferredPrimaryColumnWidthFraction,
          "minimumPrimaryColumnWidth": \.minimumPrimaryColumnWidth,
          "maximumPrimaryColumnWidth": \.maximumPrimaryColumnWidth,
          "preferredSupplementaryColumnWidth": \.preferredSupplementaryColumnWidth,
          "preferredSupplementaryColumnWidthFraction": \.preferredSupplementaryColumnWidthFraction,
          "minimumSupplementaryColumnWidth": \.minimumSupplementaryColumnWidth,
          "maximumSupplementaryColumnWidth": \.maximumSupplementaryColumnWidth,
          "viewControllers": \.viewControllers,
        ]
      },
      readOnly: {
        [
          "style": \.style, "displayMode": \.displayMode, "splitBehavior": \.splitBehavior,
          "primaryColumnWidth": \.primaryColumnWidth, "displayModeButtonItem": \.displayModeButtonItem,
          "collapsed": \.isCollapsed, "supplementaryColumnWidth": \.supplementaryColumnWidth,
        ]
      }
    )
  }
}

extension UISplitViewController.DisplayMode {
  /// The number of columns that are visible beside, over or displacing the secondary.
  fileprivate var sides: Int {
    switch self {
    case .automatic, .secondaryOnly: 0
    case .oneBesideSecondary, .oneOverSecondary: 1
    case .twoBesideSecondary, .twoOverSecondary, .twoDisplaceSecondary: 2
    }
  }
  /// Whether the secondary is dimmed.
  fileprivate var dimsSecondary: Bool {
    self == .oneOverSecondary || self == .twoOverSecondary || self == .twoDisplaceSecondary
  }
  fileprivate var tiledMode: Self {
    self == .twoDisplaceSecondary ? .oneBesideSecondary : dimsSecondary ? .secondaryOnly : self
  }
}

extension UISplitViewController.Column {
  /// Maps the names of columns in storyboards.
  init?(relationship: String?) {
    switch relationship {
    case "masterViewController": self = .primary
    case "supplementaryViewController": self = .supplementary
    case "detailViewController": self = .secondary
    case "compactViewController": self = .compact
    default: return nil
    }
  }
}
