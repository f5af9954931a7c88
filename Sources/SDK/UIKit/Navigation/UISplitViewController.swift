import CarobFoundation
import CoreGraphics

/// Asked and told about columns. All methods are optional.
@preconcurrency @MainActor
public protocol UISplitViewControllerDelegate: NSObjectProtocol, _CarobOptional {
  func splitViewController(
    _ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode)
  func splitViewController(
    _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
    onto primaryViewController: UIViewController
  ) -> Bool
  func splitViewController(
    _ splitViewController: UISplitViewController,
    separateSecondaryFrom primaryViewController: UIViewController
  ) -> UIViewController?
  func splitViewController(
    _ splitViewController: UISplitViewController, show vc: UIViewController, sender: Any?
  ) -> Bool
  func splitViewController(
    _ splitViewController: UISplitViewController, showDetail vc: UIViewController, sender: Any?
  ) -> Bool
  func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column
  func splitViewController(
    _ svc: UISplitViewController,
    displayModeForExpandingToProposedDisplayMode proposedDisplayMode: UISplitViewController.DisplayMode
  ) -> UISplitViewController.DisplayMode
  func splitViewControllerDidCollapse(_ svc: UISplitViewController)
  func splitViewControllerDidExpand(_ svc: UISplitViewController)
  func splitViewController(_ svc: UISplitViewController, willShow column: UISplitViewController.Column)
  func splitViewController(_ svc: UISplitViewController, willHide column: UISplitViewController.Column)
}
extension UISplitViewControllerDelegate {
  public func splitViewController(
    _ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode
  ) {}
  public func splitViewController(
    _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
    onto primaryViewController: UIViewController
  ) -> Bool { false }
  public func splitViewController(
    _ splitViewController: UISplitViewController,
    separateSecondaryFrom primaryViewController: UIViewController
  ) -> UIViewController? { nil }
  public func splitViewController(
    _ splitViewController: UISplitViewController, show vc: UIViewController, sender: Any?
  ) -> Bool { false }
  public func splitViewController(
    _ splitViewController: UISplitViewController, showDetail vc: UIViewController, sender: Any?
  ) -> Bool { false }
  public func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column { proposedTopColumn }
  public func splitViewController(
    _ svc: UISplitViewController,
    displayModeForExpandingToProposedDisplayMode proposedDisplayMode: UISplitViewController.DisplayMode
  ) -> UISplitViewController.DisplayMode { proposedDisplayMode }
  public func splitViewControllerDidCollapse(_ svc: UISplitViewController) {}
  public func splitViewControllerDidExpand(_ svc: UISplitViewController) {}
  public func splitViewController(_ svc: UISplitViewController, willShow column: UISplitViewController.Column)
  {}
  public func splitViewController(_ svc: UISplitViewController, willHide column: UISplitViewController.Column)
  {}
}

/// Columns side by side where there is room; on a phone they are collapsed to one stack of screens (E-376).
///
/// DEVIATION: the columns cannot be hidden.
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
  open weak var delegate: (any UISplitViewControllerDelegate)?
  open var preferredDisplayMode = DisplayMode.automatic {
    didSet {
      if preferredDisplayMode != .automatic, preferredDisplayMode != .oneBesideSecondary {
        unimplemented(
          "display modes of UISplitViewController; where there is room, its columns stand beside each other")
      }
    }
  }
  open var preferredSplitBehavior = SplitBehavior.automatic {
    didSet {
      if preferredSplitBehavior != .automatic, preferredSplitBehavior != .tile {
        unimplemented("behaviors of UISplitViewController; its columns are tiled")
      }
    }
  }
  open var presentsWithGesture = true
  open var showsSecondaryOnlyButton = false
  open var displayModeButtonVisibility = DisplayModeButtonVisibility.automatic
  open var primaryEdge = PrimaryEdge.leading {
    didSet { if primaryEdge == .trailing { unimplemented("UISplitViewController.primaryEdge") } }
  }
  open var preferredPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { arrange() } }
  open var preferredPrimaryColumnWidthFraction = UISplitViewController.automaticDimension {
    didSet { arrange() }
  }
  /// A limit of the primary column's width, however that is preferred.
  open var minimumPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { arrange() } }
  open var maximumPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { arrange() } }
  open var displayMode: DisplayMode { isCollapsed ? .secondaryOnly : .oneBesideSecondary }
  open var splitBehavior: SplitBehavior { .tile }
  open var primaryColumnWidth: CGFloat { isCollapsed ? view.bounds.width : sideWidth }
  /// For a bar of the secondary column; there is nothing to switch.
  open private(set) lazy var displayModeButtonItem = UIBarButtonItem()

  /// E-376: with little width there is one screen at a time.
  open var isCollapsed: Bool { collapsed ?? (traitCollection.horizontalSizeClass != .regular) }
  private var collapsed: Bool?

  // MARK: Columns

  private var columns: [Column: UIViewController] = [:]
  /// Of the old style: the primary and the secondary.
  open var viewControllers: [UIViewController] {
    get {
      if isCollapsed, collapsed != nil, let shownAlone { return [shownAlone] }
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

  // MARK: What is shown

  /// The stack of screens while it is collapsed, or the one for that.
  private var shownAlone: UIViewController?

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    collapsed = isCollapsed
    rebuild()
  }

  // MARK: Another width (E-376)

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    followWidth()
  }

  /// Collapses or expands when there is less or more room than before.
  private func followWidth() {
    let isNarrow = traitCollection.horizontalSizeClass != .regular
    guard let collapsed, collapsed != isNarrow else { return }
    if !isNarrow { separate() }
    self.collapsed = isNarrow
    rebuild()
    guard !isNarrow, style != .unspecified else { return }
    delegate?.tell(from: self, "splitViewControllerDidExpand(_:)", "splitViewControllerDidExpand:") {
      $0.splitViewControllerDidExpand(self)
    }
  }

  /// What lay on another column's stack while it was collapsed.
  private var stacked: [(column: Column, stack: UINavigationController, screens: [UIViewController])] = []

  /// The columns get their screens back, and what was pushed upon them.
  private func separate() {
    let asked =
      style == .unspecified
      ? shownAlone.flatMap { primary in
        delegate?.ask(
          from: self, "splitViewController(_:separateSecondaryFrom:)",
          "splitViewController:separateSecondaryViewControllerFromPrimaryViewController:"
        ) { $0.splitViewController(self, separateSecondaryFrom: primary) } ?? nil
      } : nil
    for (index, entry) in stacked.enumerated() {
      let next = stacked[(index + 1)...].first { $0.stack === entry.stack }?.screens.first
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
    stacked = []
    if let asked { columns[.secondary] = asked }
  }

  private func rebuild() {
    for child in children {
      child.willMove(toParent: nil)
      child.viewIfLoaded?.removeFromSuperview()
      child.removeFromParent()
    }
    shownAlone = nil
    if isCollapsed {
      guard let alone = style == .unspecified ? collapseOld() : collapseColumns() else { return }
      shownAlone = alone
      embed(alone)
      if style != .unspecified {
        delegate?.tell(from: self, "splitViewControllerDidCollapse(_:)", "splitViewControllerDidCollapse:") {
          $0.splitViewControllerDidCollapse(self)
        }
      }
    } else {
      for column in [Column.primary, .supplementary, .secondary] {
        guard let controller = columns[column] else { continue }
        embed(
          style == .unspecified || controller is UINavigationController ? controller : wrapped(controller))
      }
    }
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

  /// The delegate may throw the secondary away; else it lies upon the primary.
  private func collapseOld() -> UIViewController? {
    guard let primary = columns[.primary] else { return columns[.secondary] }
    guard let secondary = columns[.secondary] else { return primary }
    // E-559: the primary's screen may become the delegate as its view loads.
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
      stacked.append((column, stack, screens))
    }
    push(controller, onto: primary)
  }

  /// A navigation controller's screens go onto the other's stack.
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
    delegate?.tell(from: self, "splitViewController(_:willShow:)", "splitViewController:willShowColumn:") {
      $0.splitViewController(self, willShow: column)
    }
    guard collapsed == true, let stack = shownAlone as? UINavigationController else { return }
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
    guard isCollapsed, let stack = shownAlone as? UINavigationController, column != .primary else {
      return unimplemented("UISplitViewController.hide(_:) of a column beside others")
    }
    stack.popViewController(animated: true)
  }

  open override func show(_ vc: UIViewController, sender: Any?) {
    let isDone = delegate?.ask(
      from: self, "splitViewController(_:show:sender:)", "splitViewController:showViewController:sender:"
    ) { $0.splitViewController(self, show: vc, sender: sender) }
    if isDone == true { return }
    if let shownAlone {
      push(vc, onto: shownAlone, animated: true)
    } else if let primary = columns[.primary] {
      primary.show(vc, sender: sender)
    }
  }

  /// E-376: pushed while collapsed, else in the place of the secondary.
  open override func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    let isDone = delegate?.ask(
      from: self, "splitViewController(_:showDetail:sender:)",
      "splitViewController:showDetailViewController:sender:"
    ) { $0.splitViewController(self, showDetail: vc, sender: sender) }
    if isDone == true { return }
    columns[.secondary] = vc
    if let shownAlone {
      stacked.removeAll { $0.column == .secondary }
      if let stack = shownAlone as? UINavigationController {
        stacked.append((.secondary, stack, (vc as? UINavigationController)?.viewControllers ?? [vc]))
      }
      push(vc, onto: shownAlone, animated: true)
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

  private var sideWidth: CGFloat {
    let width = viewIfLoaded?.bounds.width ?? 0
    let preferred =
      preferredPrimaryColumnWidth > 0
      ? preferredPrimaryColumnWidth
      : preferredPrimaryColumnWidthFraction > 0
        ? width * preferredPrimaryColumnWidthFraction : min(320, width * 0.4)
    let limited = maximumPrimaryColumnWidth > 0 ? min(preferred, maximumPrimaryColumnWidth) : preferred
    return minimumPrimaryColumnWidth > 0 ? max(limited, minimumPrimaryColumnWidth) : limited
  }

  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    arrange()
  }

  private func arrange() {
    guard let view = viewIfLoaded, collapsed != nil else { return }
    if isCollapsed {
      shownAlone?.viewIfLoaded?.frame = view.bounds
      return
    }
    var x: CGFloat = 0
    for (index, child) in children.enumerated() {
      let isLast = index == children.count - 1
      let width = isLast ? view.bounds.width - x : sideWidth
      child.viewIfLoaded?.frame = CGRect(x: x, y: 0, width: width, height: view.bounds.height)
      x += width + 1 / UIScreen.main.scale
    }
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
          "maximumPrimaryColumnWidth": \.maximumPrimaryColumnWidth, "viewControllers": \.viewControllers,
        ]
      },
      readOnly: {
        [
          "style": \.style, "displayMode": \.displayMode, "splitBehavior": \.splitBehavior,
          "primaryColumnWidth": \.primaryColumnWidth, "displayModeButtonItem": \.displayModeButtonItem,
          "collapsed": \.isCollapsed,
        ]
      }
    )
  }
}

extension UISplitViewController.Column {
  /// What storyboards call the columns.
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
