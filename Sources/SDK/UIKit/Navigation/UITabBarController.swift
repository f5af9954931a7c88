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
  public let tabBar = UITabBar(frame: CGRect(x: 0, y: 0, width: 320, height: 49))
  let content = UIView()
  private var index = 0
  private var shown: UIViewController?
  /// That of the app's transition that goes on (E-448).
  private var running: TransitionCoordinator?
  open override var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    running ?? super.transitionCoordinator
  }

  open var viewControllers: [UIViewController]? {
    get { children }
    set { setViewControllers(newValue, animated: false) }
  }
  open var selectedViewController: UIViewController? {
    get { children.indices.contains(index) ? children[index] : nil }
    set {
      if let newValue, let place = children.firstIndex(where: { $0 === newValue }) { selectedIndex = place }
    }
  }
  /// Setting it sends appearance messages and no delegate message (E-117).
  open var selectedIndex: Int {
    get { index }
    set {
      guard children.indices.contains(newValue) else { return }
      index = newValue
      tabBar.selectedIndex = newValue
      if isViewLoaded { showSelected() }
    }
  }

  override var managesChildAppearance: Bool { true }
  override var appearanceChildren: [UIViewController] { shown.map { [$0] } ?? [] }
  open override var childForStatusBarStyle: UIViewController? { selectedViewController }
  open override var childForStatusBarHidden: UIViewController? { selectedViewController }

  open func setViewControllers(_ controllers: [UIViewController]?, animated: Bool) {
    for controller in children where controllers?.contains(where: { $0 === controller }) != true {
      controller.willMove(toParent: nil)
      controller.viewIfLoaded?.removeFromSuperview()
      controller.removeFromParent()
    }
    for controller in controllers ?? [] where controller.parent !== self {
      addChild(controller)
      Journal.deliver(.appearance, "didMove(toParent:)", to: controller, category: .lifetime) {
        controller.didMove(toParent: self)
      }
    }
    children = controllers ?? []
    index = min(index, max(0, children.count - 1))
    tabBar.items = children.map(\.tabBarItem)
    tabBar.selectedIndex = index
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
    tabBar.frame = CGRect(x: 0, y: view.bounds.height - height, width: view.bounds.width, height: height)
    for child in children {
      child.containerSafeAreaInsets = UIEdgeInsets(
        top: 0, left: 0, bottom: tabBar.isHidden || !reachesBeneath(child) ? 0 : 49, right: 0)
    }
    if running == nil, let shown, let view = shown.viewIfLoaded, view.superview === content {
      let frame = frame(of: shown)
      if view.frame != frame { view.frame = frame }
    }
    isArranging = true
    contentEdgesChanged()
    isArranging = false
  }

  /// E-576.
  private func reachesBeneath(_ child: UIViewController) -> Bool {
    child.edgesForExtendedLayout.contains(.bottom)
      && (tabBar.isTranslucent || child.extendedLayoutIncludesOpaqueBars)
  }
  private func frame(of child: UIViewController) -> CGRect {
    let bottom = tabBar.isHidden || reachesBeneath(child) ? 0 : content.bounds.maxY - tabBar.frame.minY
    return content.bounds.inset(by: UIEdgeInsets(top: 0, left: 0, bottom: bottom, right: 0))
  }

  open override func contentScrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? {
    selectedViewController?.contentScrollView(for: edge)
  }
  override func contentEdgesChanged() {
    tabBar.isScrolled = !isArranging
    tabBar.isAtEdge = isContentAtEdge(.bottom)
  }
  private var isArranging = false

  /// E-115: shouldSelect, then the appearance of both, then didSelect.
  private func tapped(_ place: Int) {
    let target = children[place]
    let may = delegate?.ask(
      from: self, "tabBarController(_:shouldSelect:)", "tabBarController:shouldSelectViewController:"
    ) { $0.tabBarController(self, shouldSelect: target) }
    guard may ?? true else { return }
    if place == index {
      // E-117.
      (target as? UINavigationController)?.popToRootViewController(animated: true)
    } else {
      selectedIndex = place
    }
    delegate?.tell(
      from: self, category: .functional, "tabBarController(_:didSelect:)",
      "tabBarController:didSelectViewController:"
    ) { $0.tabBarController(self, didSelect: target) }
  }

  private func showSelected() {
    guard running == nil, let new = selectedViewController, new !== shown else { return }
    let old = shown
    new.loadViewIfNeeded()
    arrange()
    shown = new
    let isVisible = appearance.isVisibleOrBecomes
    if isVisible, let old, let transition = ofApp(old, new) { return run(transition, old, new) }
    if isVisible {
      new.beginAppearanceTransition(true, animated: false)
      old?.beginAppearanceTransition(false, animated: false)
    }
    place(new)
    old?.viewIfLoaded?.removeFromSuperview()
    guard isVisible else { return }
    // The old one's did comes first (E-115).
    old?.endAppearanceTransition()
    if case .appeared = appearance { new.endAppearanceTransition() }
  }

  private func place(_ controller: UIViewController) {
    guard let view = controller.view else { return }
    view.translatesAutoresizingMaskIntoConstraints = true
    view.frame = frame(of: controller)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    content.addSubview(view)
  }

  /// E-448: a transition of the app's own; a tab that is chosen meanwhile is shown when it is over.
  private func run(_ transition: TransitionContext, _ old: UIViewController, _ new: UIViewController) {
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
          takeBack(old, new)
        }
        running = nil
        coordinator.finish(cancelled: !completed)
        showSelected()
      }
    }
  }

  private func takeBack(_ old: UIViewController, _ new: UIViewController) {
    shown = old
    if selectedViewController === new, let place = children.firstIndex(where: { $0 === old }) {
      index = place
      tabBar.selectedIndex = place
    }
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

  /// E-315.
  open override func unwind(for unwindSegue: UIStoryboardSegue, towards subsequentVC: UIViewController) {
    if let place = children.firstIndex(where: { $0 === subsequentVC }) { selectedIndex = place }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UITabBarController.self,
      {
        [
          "delegate": \.delegate, "viewControllers": \.viewControllers,
          "selectedViewController": \.selectedViewController, "selectedIndex": \.selectedIndex,
        ]
      },
      readOnly: {
        [
          "tabBar": \.tabBar
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
  open var barStyle = UIBarStyle.default
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
      : barTintColor ?? appearance.backgroundColor ?? (appearance.isTransparent ? .clear : .systemBackground)
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

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  private func prepare() {
    backgroundColor = backgroundColor ?? .systemBackground
    line.backgroundColor = .separator
    addSubview(picture)
    addSubview(line)
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
    let width = bounds.width / CGFloat(buttons.count)
    for (index, button) in buttons.enumerated() {
      button.frame = CGRect(x: CGFloat(index) * width, y: 0, width: width, height: 49)
    }
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
    accessibilityLabel = item.title
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
    if let flag = e.bool("translucent") { bar.isTranslucent = flag }
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
