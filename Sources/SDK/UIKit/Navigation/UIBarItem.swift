import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// The common base class of items in a bar.
@preconcurrency @MainActor
open class UIBarItem: _MainActorNSObject {
  // F-155
  nonisolated open override class var _carobNewOfFramework: (@MainActor () -> AnyObject)? {
    FrameworkConstruction.plain(self)
  }

  public override init() { super.init() }
  public required init?(coder: NSCoder) {
    super.init()
    (coder as? NibCoder)?.decodeBarItem(self)
  }
  open var title: String? { didSet { changed() } }
  open var image: UIImage? { didSet { changed() } }
  /// The image shown instead of `image` on a phone in landscape.
  open var landscapeImagePhone: UIImage? {
    didSet { if landscapeImagePhone != nil { unimplemented("UIBarItem.landscapeImagePhone") } }
  }
  /// The image shown large while the item is pressed long at an accessibility text size.
  open var largeContentSizeImage: UIImage? {
    didSet { if largeContentSizeImage != nil { unimplemented("UIBarItem.largeContentSizeImage") } }
  }
  open var isEnabled = true { didSet { changed() } }
  open var tag = 0
  /// E-783: the accessibility name; an item without a label or title uses the name of its image.
  var accessibilityName: String? {
    accessibilityLabel ?? title.flatMap { $0.isEmpty ? nil : $0 } ?? image?.accessibilityNameForScripts
  }
  open var accessibilityIdentifier: String?
  open var accessibilityLabel: String?
  /// The view that shows the item in its bar. Many apps read it with the key `view` (E-889).
  @Zeroing var viewInBar: UIView?
  var onChange: (() -> Void)?
  func changed() { onChange?() }
  var titleAttributes: [UInt: [NSAttributedString.Key: Any]] = [:] { didSet { changed() } }
  open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
    titleAttributes[state.rawValue] = attributes
  }
  open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    titleAttributes[state.rawValue]
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIBarItem.self,
      {
        [
          "title": \.title, "image": \.image, "enabled": \.isEnabled, "tag": \.tag,
          "accessibilityIdentifier": \.accessibilityIdentifier, "accessibilityLabel": \.accessibilityLabel,
        ]
      },
      readOnly: { ["view": \.viewInBar] }
    )
  }
}

/// A button in a navigation bar or toolbar.
@preconcurrency @MainActor
open class UIBarButtonItem: UIBarItem {
  public enum Style: Int, Sendable { case plain, bordered, done, prominent }
  public enum SystemItem: Int, Sendable {
    case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize,
      bookmarks, search,
      refresh, stop, camera, trash, play, pause, rewind, fastForward, undo, redo, pageCurl, close
  }

  open weak var target: AnyObject? {
    get { targetReference }
    set { targetReference = newValue }
  }
  @Zeroing private var targetReference: AnyObject?
  open var action: Selector? { didSet { changed() } }
  open var primaryAction: UIAction? { didSet { title = primaryAction?.title } }
  open var menu: UIMenu? { didSet { changed() } }
  open var style = Style.plain { didSet { changed() } }
  open var width: CGFloat = 0
  open var customView: UIView?
  /// E-821: an item that is hidden takes no space in its bar.
  open var isHidden = false {
    didSet {
      guard oldValue != isHidden else { return }
      viewInBar?.isHidden = isHidden
      viewInBar?.superview?.setNeedsLayout()
    }
  }
  open var tintColor: UIColor? { didSet { changed() } }
  /// Titles that the item may have. Its button is always as wide as the widest of them needs (C-343).
  open var possibleTitles: Set<String>? { didSet { if oldValue != possibleTitles { changed() } } }
  var pictures = ItemPictures() { didSet { if oldValue != pictures { changed() } } }
  private(set) var systemItem: SystemItem?
  var segue: ConnectedSegue? { didSet { changed() } }

  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
    self.init()
    self.title = title
    self.style = style
    self.target = _messageTarget(target)
    self.action = action
  }
  public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
    self.init()
    self.image = image
    self.style = style
    self.target = _messageTarget(target)
    self.action = action
  }
  public convenience init(barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?) {
    self.init()
    setSystemItem(systemItem)
    self.target = _messageTarget(target)
    self.action = action
  }
  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }
  public convenience init(
    title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
  ) {
    self.init()
    self.title = title ?? primaryAction?.title
    self.image = image ?? primaryAction?.image
    self.primaryAction = primaryAction
    self.menu = menu
  }
  public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
    self.init()
    setSystemItem(systemItem)
    self.primaryAction = primaryAction
    self.menu = menu
  }
  public class func flexibleSpace() -> UIBarButtonItem {
    UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil)
  }
  public class func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
    let item = UIBarButtonItem(barButtonSystemItem: .fixedSpace, target: nil, action: nil)
    item.width = width
    return item
  }

  func setSystemItem(_ item: SystemItem) {
    systemItem = item
    switch item {
    case .done: (title, style) = ("Done", .done)
    case .cancel: title = "Cancel"
    case .edit: title = "Edit"
    case .save: (title, style) = ("Save", .done)
    case .undo: title = "Undo"
    case .redo: title = "Redo"
    case .add: image = UIImage(systemName: "plus")
    case .compose: image = UIImage(systemName: "square.and.pencil")
    case .action: image = UIImage(systemName: "square.and.arrow.up")
    case .search: image = UIImage(systemName: "magnifyingglass")
    case .refresh: image = UIImage(systemName: "arrow.clockwise")
    case .trash: image = UIImage(systemName: "trash")
    case .camera: image = UIImage(systemName: "camera")
    case .bookmarks: image = UIImage(systemName: "book")
    case .play: image = UIImage(systemName: "play.fill")
    case .pause: image = UIImage(systemName: "pause.fill")
    case .stop, .close: image = UIImage(systemName: "xmark")
    case .reply: image = UIImage(systemName: "arrowshape.turn.up.left")
    case .organize: image = UIImage(systemName: "folder")
    case .rewind: image = UIImage(systemName: "backward.fill")
    case .fastForward: image = UIImage(systemName: "forward.fill")
    case .flexibleSpace, .fixedSpace, .pageCurl: break
    }
    if title == nil { accessibilityLabel = item.spokenName }
  }

  /// Whether a tap triggers an action. Then a menu needs a long press (E-648).
  var hasAction: Bool { action != nil || primaryAction != nil || segue != nil }
  /// The items of the group that it represents (E-1023).
  var menuOfGroup: UIMenu?

  /// Sends the item's action as if it were tapped.
  func trigger() {
    if let primaryAction {
      Journal.deliverRegistered(
        .action, "{}", from: self, category: .user, site: primaryAction.site.text,
        detail: [("action", primaryAction.title)]
      ) {
        primaryAction.perform(sender: self)
      }
      return
    }
    guard let action else {
      segue?.trigger(by: self)
      return
    }
    UIApplication.shared.sendAction(action, to: target, from: self, for: nil)
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIBarButtonItem.self,
      {
        [
          "target": \.target, "action": \.action, "primaryAction": \.primaryAction, "menu": \.menu,
          "style": \.style, "width": \.width, "customView": \.customView, "hidden": \.isHidden,
          "tintColor": \.tintColor,
          "possibleTitles": \.possibleTitles,
        ]
      }
    )
  }
}

extension UIBarButtonItem.SystemItem {
  /// The accessibility label of an item without a title.
  var spokenName: String? {
    switch self {
    case .add: return "Add"
    case .compose: return "Compose"
    case .action: return "Share"
    case .search: return "Search"
    case .refresh: return "Refresh"
    case .trash: return "Delete"
    case .camera: return "Camera"
    case .bookmarks: return "Bookmarks"
    case .play: return "Play"
    case .pause: return "Pause"
    case .stop: return "Stop"
    case .close: return "Close"
    case .reply: return "Reply"
    case .organize: return "Organize"
    case .rewind: return "Rewind"
    case .fastForward: return "Fast Forward"
    default: return nil
    }
  }
}

/// An item of a tab bar.
@preconcurrency @MainActor
open class UITabBarItem: UIBarItem {
  public enum SystemItem: Int, Sendable {
    case more, favorites, featured, topRated, recents, contacts, history, bookmarks, search, downloads,
      mostRecent, mostViewed
  }
  open var selectedImage: UIImage? { didSet { changed() } }
  open var badgeValue: String? { didSet { changed() } }
  open var badgeColor: UIColor? { didSet { changed() } }
  /// The appearances used instead of the bar's while the item is selected (E-497).
  private(set) lazy var looks = BarAppearances<UITabBarAppearance> { [weakSelf = ZeroingElement(self)] in
    weakSelf.object?.changed()
  }
  open var standardAppearance: UITabBarAppearance? {
    get { looks[.standard] }
    set { looks[.standard] = newValue }
  }
  open var scrollEdgeAppearance: UITabBarAppearance? {
    get { looks[.scrollEdge] }
    set { looks[.scrollEdge] = newValue }
  }
  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  public convenience init(title: String?, image: UIImage?, tag: Int) {
    self.init()
    self.title = title
    self.image = image
    self.tag = tag
  }
  public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
    self.init()
    self.title = title
    self.image = image
    self.selectedImage = selectedImage
  }
  public convenience init(tabBarSystemItem systemItem: SystemItem, tag: Int) {
    self.init()
    self.tag = tag
    setSystemItem(systemItem)
  }
  func setSystemItem(_ item: SystemItem) {
    let (name, symbol): (String, String)
    switch item {
    case .more: (name, symbol) = ("More", "ellipsis.circle.fill")
    case .favorites: (name, symbol) = ("Favorites", "star.fill")
    case .featured: (name, symbol) = ("Featured", "star.fill")
    case .topRated: (name, symbol) = ("Top Rated", "star.fill")
    case .recents: (name, symbol) = ("Recents", "clock.fill")
    case .contacts: (name, symbol) = ("Contacts", "person.crop.circle.fill")
    case .history: (name, symbol) = ("History", "clock.fill")
    case .bookmarks: (name, symbol) = ("Bookmarks", "book.fill")
    case .search: (name, symbol) = ("Search", "magnifyingglass")
    case .downloads: (name, symbol) = ("Downloads", "square.and.arrow.down.fill")
    case .mostRecent: (name, symbol) = ("Most Recent", "clock.fill")
    case .mostViewed: (name, symbol) = ("Most Viewed", "list.number")
    }
    title = name
    image = UIImage(systemName: symbol)
  }
  /// E-653.
  func controllerTitleChanged(_ new: String?) { title = new }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UITabBarItem.self,
      {
        [
          "selectedImage": \.selectedImage, "badgeValue": \.badgeValue, "badgeColor": \.badgeColor,
          "standardAppearance": \.standardAppearance, "scrollEdgeAppearance": \.scrollEdgeAppearance,
        ]
      }
    )
  }
}

/// The contents that a controller shows in a navigation bar.
@preconcurrency @MainActor
open class UINavigationItem: _MainActorNSObject {
  // F-165
  nonisolated open override class var _carobFrameworkMethods: [_CarobMethod] { FrameworkMessages.of(self) }

  public enum LargeTitleDisplayMode: Int, Sendable { case automatic, always, never, inline }
  @Zeroing var owner: UIViewController?
  var onChange: (() -> Void)?
  private func changed() { onChange?() }

  public init(title: String) {
    ownTitle = title.isEmpty ? nil : title
    super.init()
  }
  public required init?(coder: NSCoder) {
    super.init()
    (coder as? NibCoder)?.decodeNavigationItem(self)
  }
  private var ownTitle: String?
  open var title: String? {
    get { ownTitle ?? owner?.title }
    set {
      ownTitle = newValue
      changed()
    }
  }
  func controllerTitleChanged() {
    ownTitle = owner?.title
    changed()
  }
  /// Text in a line above the title (E-652); nil for no such line.
  open var prompt: String? { didSet { if oldValue != prompt { changed() } } }
  /// Text in a line below the title (E-770); nil for no such line.
  open var subtitle: String? { didSet { if oldValue != subtitle { changed() } } }
  open var titleView: UIView? { didSet { changed() } }
  /// Groups of items at the leading edge, in the middle and at the trailing edge (C-342). They follow the
  /// items of `leftBarButtonItems` and precede those of `rightBarButtonItems`, which are counted from the
  /// trailing edge.
  open var leadingItemGroups: [UIBarButtonItemGroup] = [] {
    didSet { groupsChanged(oldValue, leadingItemGroups) }
  }
  open var centerItemGroups: [UIBarButtonItemGroup] = [] {
    didSet { groupsChanged(oldValue, centerItemGroups) }
  }
  open var trailingItemGroups: [UIBarButtonItemGroup] = [] {
    didSet { groupsChanged(oldValue, trailingItemGroups) }
  }
  open var pinnedTrailingGroup: UIBarButtonItemGroup? {
    didSet { groupsChanged([oldValue].compactMap { $0 }, [pinnedTrailingGroup].compactMap { $0 }) }
  }
  private func groupsChanged(_ old: [UIBarButtonItemGroup], _ new: [UIBarButtonItemGroup]) {
    for group in old { group.onChange = nil }
    for group in new { group.onChange = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.changed() } }
    changed()
  }
  private func items(_ groups: [UIBarButtonItemGroup]) -> [UIBarButtonItem] {
    groups.filter { !$0.isHidden }.flatMap(\.shownItems)
  }
  /// The groups that can be replaced by one item, those that are replaced first at the beginning.
  var replaceableGroups: [UIBarButtonItemGroup] {
    (centerItemGroups.reversed() + trailingItemGroups + leadingItemGroups.reversed()).filter {
      !$0.isHidden && $0.representativeItem != nil && $0.barButtonItems.count > 1
    }
  }
  // E-1023
  /// Replaces as many groups by their representative items as necessary. Returns whether that changed.
  func fitGroups(into room: CGFloat, _ width: (UIBarButtonItem) -> CGFloat) -> Bool {
    let groups = replaceableGroups
    guard !groups.isEmpty else { return false }
    let before = groups.map(\.isDisplayingRepresentativeItem)
    for group in groups { group.isDisplayingRepresentativeItem = false }
    func needed() -> CGFloat {
      (leadingItems + trailingItems).filter { !$0.isHidden }.reduce(0) { $0 + width($1) + 16 }
    }
    for group in groups where needed() > room { group.isDisplayingRepresentativeItem = true }
    for group in groups { group.updateMenu() }
    return before != groups.map(\.isDisplayingRepresentativeItem)
  }
  /// All items at each side, from the bar's edge inwards.
  var leadingItems: [UIBarButtonItem] {
    (leftBarButtonItems ?? []) + items(leadingItemGroups + centerItemGroups)
  }
  var trailingItems: [UIBarButtonItem] {
    let groups = items(trailingItemGroups + [pinnedTrailingGroup].compactMap { $0 })
    return (rightBarButtonItems ?? []) + groups.reversed()
  }
  open var backButtonTitle: String?
  /// What the back button of the next screen shows.
  public enum BackButtonDisplayMode: Int, Sendable { case `default`, generic, minimal }
  open var backButtonDisplayMode = BackButtonDisplayMode.default { didSet { changed() } }
  /// The action that the back button performs instead of popping.
  open var backAction: UIAction? { didSet { changed() } }
  open var backBarButtonItem: UIBarButtonItem? { didSet { changed() } }
  open var hidesBackButton = false { didSet { changed() } }
  open func setHidesBackButton(_ hides: Bool, animated: Bool) { hidesBackButton = hides }
  open var leftItemsSupplementBackButton = false
  open var leftBarButtonItems: [UIBarButtonItem]? { didSet { changed() } }
  open var rightBarButtonItems: [UIBarButtonItem]? { didSet { changed() } }
  open var leftBarButtonItem: UIBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = newValue.map { [$0] } }
  }
  open var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }
  open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
  open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }
  open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }
  open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    rightBarButtonItems = items
  }
  /// The appearances used instead of the bar's while the item is on top (E-497).
  open var standardAppearance: UINavigationBarAppearance? {
    get { looks[.standard] }
    set { looks[.standard] = newValue }
  }
  open var scrollEdgeAppearance: UINavigationBarAppearance? {
    get { looks[.scrollEdge] }
    set { looks[.scrollEdge] = newValue }
  }
  open var compactAppearance: UINavigationBarAppearance? {
    get { looks[.compact] }
    set { looks[.compact] = newValue }
  }
  open var compactScrollEdgeAppearance: UINavigationBarAppearance? {
    get { looks[.compactScrollEdge] }
    set { looks[.compactScrollEdge] = newValue }
  }
  private(set) lazy var looks = BarAppearances<UINavigationBarAppearance> {
    [weakSelf = ZeroingElement(self)] in weakSelf.object?.changed()
  }
  open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic { didSet { changed() } }
  /// E-584.
  open var hidesSearchBarWhenScrolling = true { didSet { changed() } }
  open var searchController: UISearchController? { didSet { changed() } }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UINavigationItem.self,
      {
        [
          "title": \.title, "subtitle": \.subtitle, "prompt": \.prompt, "titleView": \.titleView,
          "backButtonTitle": \.backButtonTitle, "backButtonDisplayMode": \.backButtonDisplayMode,
          "backAction": \.backAction, "backBarButtonItem": \.backBarButtonItem,
          "hidesBackButton": \.hidesBackButton,
          "leftItemsSupplementBackButton": \.leftItemsSupplementBackButton,
          "leftBarButtonItems": \.leftBarButtonItems, "rightBarButtonItems": \.rightBarButtonItems,
          "leftBarButtonItem": \.leftBarButtonItem, "rightBarButtonItem": \.rightBarButtonItem,
          "standardAppearance": \.standardAppearance, "scrollEdgeAppearance": \.scrollEdgeAppearance,
          "compactAppearance": \.compactAppearance,
          "compactScrollEdgeAppearance": \.compactScrollEdgeAppearance,
          "largeTitleDisplayMode": \.largeTitleDisplayMode,
          "hidesSearchBarWhenScrolling": \.hidesSearchBarWhenScrolling,
          "searchController": \.searchController,
        ]
      }
    )
  }
}

extension NibCoder {
  func decodeBarItem(_ item: UIBarItem) {
    guard let e = element else { return }
    if let title = text("title") { item.title = title }
    if let image = image(attribute: "image") { item.image = image }
    if let tag = e.int("tag") { item.tag = tag }
    if let flag = e.bool("enabled") { item.isEnabled = flag }
    switch item {
    case let button as UIBarButtonItem:
      if e["style"] == "done" { button.style = .done }
      if let color = color(key: "tintColor") { button.tintColor = color }
      if let width = e.double("width") { button.width = CGFloat(width) }
      if let name = e["systemItem"], let system = Self.barSystemItems[name] { button.setSystemItem(system) }
      if let view = e.children.first(where: { $0.key == "customView" || ElementNames.isView($0.name) }) {
        button.customView = make(view, fallback: ElementNames.viewClass(view.name, site(view))) as? UIView
      }
    case let tab as UITabBarItem:
      if let name = e["systemItem"], let system = Self.tabSystemItems[name] { tab.setSystemItem(system) }
      if let image = image(attribute: "selectedImage") { tab.selectedImage = image }
      if let badge = e["badgeValue"] { tab.badgeValue = badge }
      if let color = color(key: "badgeColor") { tab.badgeColor = color }
      readAppearances(e, tab.looks)
    default: break
    }
  }

  private static let barSystemItems: [String: UIBarButtonItem.SystemItem] = [
    "done": .done, "cancel": .cancel, "edit": .edit, "save": .save, "add": .add,
    "flexibleSpace": .flexibleSpace,
    "fixedSpace": .fixedSpace, "compose": .compose, "reply": .reply, "action": .action, "organize": .organize,
    "bookmarks": .bookmarks, "search": .search, "refresh": .refresh, "stop": .stop, "camera": .camera,
    "trash": .trash,
    "play": .play, "pause": .pause, "rewind": .rewind, "fastForward": .fastForward, "undo": .undo,
    "redo": .redo,
    "close": .close,
  ]
  private static let tabSystemItems: [String: UITabBarItem.SystemItem] = [
    "more": .more, "favorites": .favorites, "featured": .featured, "topRated": .topRated, "recents": .recents,
    "contacts": .contacts, "history": .history, "bookmarks": .bookmarks, "search": .search,
    "downloads": .downloads,
    "mostRecent": .mostRecent, "mostViewed": .mostViewed,
  ]

  func decodeNavigationItem(_ item: UINavigationItem) {
    guard let e = element else { return }
    if let title = text("title") { item.title = title }
    item.prompt = text("prompt")
    item.backButtonTitle = text("backButtonTitle")
    if let flag = e.bool("hidesBackButton") { item.hidesBackButton = flag }
    if let flag = e.bool("leftItemsSupplementBackButton") { item.leftItemsSupplementBackButton = flag }
    readAppearances(e, item.looks)
    switch e["largeTitleDisplayMode"] {
    case "always": item.largeTitleDisplayMode = .always
    case "never": item.largeTitleDisplayMode = .never
    default: break
    }
    for child in e.children {
      // E-701: collections have a name and no key in current files, and a key in older ones.
      switch child.key ?? child.name {
      case "leftBarButtonItems":
        item.leftBarButtonItems = barButtonItems(child)
        continue
      case "rightBarButtonItems":
        item.rightBarButtonItems = barButtonItems(child)
        continue
      default: break
      }
      switch (child.name, child.key) {
      case ("barButtonItem", "leftBarButtonItem"):
        if let made = make(child, fallback: UIBarButtonItem.self) as? UIBarButtonItem {
          item.leftBarButtonItem = made
        }
      case ("barButtonItem", "rightBarButtonItem"):
        if let made = make(child, fallback: UIBarButtonItem.self) as? UIBarButtonItem {
          item.rightBarButtonItem = made
        }
      case ("barButtonItem", "backBarButtonItem"):
        if let made = make(child, fallback: UIBarButtonItem.self) as? UIBarButtonItem {
          item.backBarButtonItem = made
        }
      case (_, "titleView"):
        item.titleView = make(child, fallback: ElementNames.viewClass(child.name, site(child))) as? UIView
      default: break
      }
    }
  }
}
