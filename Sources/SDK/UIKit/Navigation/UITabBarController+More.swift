@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// The last tab of a bar with more tabs than fit (E-586): a list of the remaining tabs with the selected
/// one on top of it.
@preconcurrency @MainActor
final class MoreNavigationController: UINavigationController {
  @Zeroing var tabs: UITabBarController?
  let list = MoreListController()

  init(_ tabs: UITabBarController) {
    super.init(nibName: nil, bundle: nil)
    list.tabs = tabs
    tabBarItem = UITabBarItem(tabBarSystemItem: .more, tag: 0)
    setViewControllers([list], animated: false)
    // NB: from here on the tab bar controller is informed about changes of the list's top screen.
    self.tabs = tabs
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The tab shown on top of the list.
  var displayed: UIViewController? { children.count > 1 ? children[1] : nil }

  func display(_ tab: UIViewController, animated: Bool) {
    guard displayed !== tab else { return }
    // A navigation controller of the app shows its own bar, which leads back to the list.
    if !animated { setNavigationBarHidden(tab is UINavigationController, animated: false) }
    setViewControllers([list, tab], animated: animated)
    tabs?.moreChanged()
  }
  func displayList(animated: Bool) {
    if !animated { setNavigationBarHidden(false, animated: false) }
    popToRootViewController(animated: animated)
  }

  override func stackDidChange() {
    if let tab = displayed as? UINavigationController { tab.showBarItems() }
    tabs?.moreChanged()
  }
}

/// Lists the tabs that do not fit into the bar.
@preconcurrency @MainActor
final class MoreListController: UITableViewController {
  @Zeroing var tabs: UITabBarController?

  init() {
    super.init(style: .plain)
    title = "More"
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }

  private var rows: [UIViewController] { tabs?.tabsInMore ?? [] }
  func reload() {
    navigationItem.rightBarButtonItem =
      tabs?.customizableViewControllers?.isEmpty == false
      ? UIBarButtonItem(
        title: "Edit",
        primaryAction: UIAction(title: "Edit") { [weakSelf = ZeroingElement(self)] _ in
          weakSelf.object?.tabs?.customize()
        })
      : nil
    if isViewLoaded { tableView.reloadData() }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "more")
  }
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    navigationController?.setNavigationBarHidden(false, animated: animated)
  }
  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    guard navigationController?.topViewController is UINavigationController else { return }
    navigationController?.setNavigationBarHidden(true, animated: animated)
  }

  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + [
      .init(has: "tableView:didSelectRowAtIndexPath:", "tableView(_:didSelectRowAt:)", 0)
    ]
  }
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "more", for: indexPath)
    cell.show(rows[indexPath.row].tabBarItem)
    cell.accessoryType = .disclosureIndicator
    return cell
  }
  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    guard rows.indices.contains(indexPath.row) else { return }
    if tabs?.chosenInMore(rows[indexPath.row]) != true {
      tableView.deselectRow(at: indexPath, animated: true)
    }
  }
}

/// Lets the user reorder the tabs (E-587).
///
/// DEVIATION: tabs are reordered as rows of a list, not by dragging icons to the bar.
@preconcurrency @MainActor
final class TabOrderController: UITableViewController {
  private let tabs: UITabBarController
  private(set) var order: [UIViewController]

  init(_ tabs: UITabBarController) {
    self.tabs = tabs
    order = tabs.viewControllers ?? []
    super.init(style: .plain)
    title = "Configure"
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      systemItem: .done,
      primaryAction: UIAction(title: "Done") { [weakSelf = ZeroingElement(self)] _ in weakSelf.object?.done()
      })
  }
  required init?(coder: NSCoder) { nil }

  private func done() { tabs.customized(order) }
  private func isMovable(_ tab: UIViewController) -> Bool {
    tabs.customizableViewControllers?.contains { $0 === tab } == true
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "tab")
    tableView.isEditing = true
  }
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + [
      .init(has: "tableView:canMoveRowAtIndexPath:", "tableView(_:canMoveRowAt:)", 0),
      .init(has: "tableView:moveRowAtIndexPath:toIndexPath:", "tableView(_:moveRowAt:to:)", 0),
      .init(has: "tableView:editingStyleForRowAtIndexPath:", "tableView(_:editingStyleForRowAt:)", 0),
      .init(
        has: "tableView:shouldIndentWhileEditingRowAtIndexPath:",
        "tableView(_:shouldIndentWhileEditingRowAt:)", 0),
      .init(
        has: "tableView:targetIndexPathForMoveFromRowAtIndexPath:toProposedIndexPath:",
        "tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)", 0),
    ]
  }
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { order.count }
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "tab", for: indexPath)
    cell.show(order[indexPath.row].tabBarItem)
    return cell
  }
  override func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    isMovable(order[indexPath.row])
  }
  override func tableView(
    _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle { .none }
  override func tableView(_ tableView: UITableView, shouldIndentWhileEditingRowAt indexPath: IndexPath)
    -> Bool
  {
    false
  }
  /// A tab that cannot be moved keeps its position.
  override func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
    toProposedIndexPath proposedDestinationIndexPath: IndexPath
  ) -> IndexPath {
    let (from, to) = (sourceIndexPath.row, proposedDestinationIndexPath.row)
    let passed = from < to ? order[from...to] : order[to...from]
    return passed.allSatisfy(isMovable) ? proposedDestinationIndexPath : sourceIndexPath
  }
  override func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) { order.insert(order.remove(at: sourceIndexPath.row), at: destinationIndexPath.row) }
}

extension UITableViewCell {
  /// Shows a tab as a row.
  fileprivate func show(_ item: UITabBarItem) {
    textLabel?.text = item.title
    imageView?.image = item.image
    accessibilityLabel = item.accessibilityName
    accessibilityIdentifier = item.accessibilityIdentifier
  }
}

extension UITabBarController {
  /// E-586: the delegate may refuse a selection in the list, as it may for tabs in the bar.
  func chosenInMore(_ tab: UIViewController) -> Bool {
    guard maySelect(tab) else { return false }
    select(tab, animated: true)
    notifySelected(tab)
    return true
  }

  // MARK: Reordering (E-587)

  func customize() {
    let tabs = viewControllers ?? []
    delegate?.tell(
      from: self, "tabBarController(_:willBeginCustomizing:)",
      "tabBarController:willBeginCustomizingViewControllers:"
    ) { $0.tabBarController(self, willBeginCustomizing: tabs) }
    present(UINavigationController(rootViewController: TabOrderController(self)), animated: true)
  }

  func customized(_ order: [UIViewController]) {
    let changed = !order.elementsEqual(viewControllers ?? [], by: ===)
    delegate?.tell(
      from: self, "tabBarController(_:willEndCustomizing:changed:)",
      "tabBarController:willEndCustomizingViewControllers:changed:"
    ) { $0.tabBarController(self, willEndCustomizing: order, changed: changed) }
    if changed { reorder(order) }
    dismiss(animated: true) { [self] in
      delegate?.tell(
        from: self, "tabBarController(_:didEndCustomizing:changed:)",
        "tabBarController:didEndCustomizingViewControllers:changed:"
      ) { $0.tabBarController(self, didEndCustomizing: order, changed: changed) }
    }
  }
}
