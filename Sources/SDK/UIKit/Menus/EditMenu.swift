@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// The owner of an edit menu: an interaction or the menu controller.
@MainActor
protocol EditMenuOwner: AnyObject {
  /// The view in whose coordinates the target is given. When it leaves its window, the menu is dismissed.
  var menuView: UIView? { get }
  /// The rectangle that the menu points at, in the view's coordinates.
  var menuTarget: CGRect { get }
  var menuArrow: UIEditMenuArrowDirection { get }
  /// The responder at which the search for a command's target starts.
  var menuStart: UIResponder? { get }
  /// Called when an element is chosen. The menu has been dismissed, unless the element keeps it open.
  func menuChose(_ leaf: any UIMenuLeaf)
  func willDismissMenu()
  func didDismissMenu()
}

/// The bar of commands beside the selection. At most one is shown at a time (E-470).
///
/// A touch outside the bar dismisses it and is still delivered to the view there. Commands that do not fit
/// are on further pages.
@MainActor
final class EditMenu {
  private(set) static var current: EditMenu?

  @ZeroingExistential private var owner: (any EditMenuOwner)?
  let bar = UIView()
  /// The stack of open submenus, with the visible one last; `page` is its page.
  private var levels: [[UIMenuElement]] = []
  private var page = 0
  /// Whether the menu is being dismissed. Prevents reentry, because the owner may dismiss it again from a
  /// callback.
  private var isDismissing = false

  static let height: CGFloat = 36
  private static let margin: CGFloat = 8

  // MARK: Available commands

  /// The standard commands that a responder can perform, as a system menu; empty if there are none.
  ///
  /// E-519: the responder chain can then change the menu; commands that no responder can perform are removed.
  static func suggested(from start: UIResponder?, as sender: Any? = nil) -> [UIMenuElement] {
    let offered = standard.map { UICommand(title: $0.title, action: $0.action) }.filter {
      $0.isOffered(from: start, as: sender)
    }
    let edit = UIMenu(identifier: .standardEdit, options: .displayInline, children: offered)
    func performed(_ elements: [UIMenuElement]) -> [UIMenuElement] {
      elements.compactMap { element in
        if let menu = element as? UIMenu { return menu.replacingChildren(performed(menu.children)) }
        guard let command = element as? UICommand, !offered.contains(where: { $0 === command }) else {
          return element
        }
        return command.isOffered(from: start, as: sender) ? command : nil
      }
    }
    // E-984
    let styles = styles.map { UICommand(title: $0.title, action: $0.action) }.filter {
      $0.isOffered(from: start, as: sender)
    }
    let format = UIMenu(title: "Format", identifier: .format, children: styles)
    let built = EditMenuBuilder(styles.isEmpty ? [edit] : [edit, format]).built(from: start)
    return performed(built)
  }
  private static let standard: [(title: String, action: Selector)] = [
    ("Cut", "cut:"), ("Copy", "copy:"), ("Paste", "paste:"), ("Select", "select:"),
    ("Select All", "selectAll:"), ("Delete", "delete:"),
  ]

  private static let styles: [(title: String, action: Selector)] = [
    ("Bold", "toggleBoldface:"), ("Italic", "toggleItalics:"), ("Underline", "toggleUnderline:"),
  ]

  /// The elements that can be shown: inline menus are merged into the bar, other menus become a button.
  ///
  /// - Parameter known: commands whose availability was already checked.
  static func shown(
    _ elements: [UIMenuElement], from start: UIResponder?, known: [UIMenuElement] = []
  ) -> [UIMenuElement] {
    let asked = Set(leaves(known).map(ObjectIdentifier.init))
    func look(at elements: [UIMenuElement]) -> [UIMenuElement] {
      elements.flatMap { element -> [UIMenuElement] in
        if let menu = element as? UIMenu {
          let children = look(at: menu.children)
          if menu.options.contains(.displayInline) { return children }
          return children.isEmpty ? [] : [menu.replacingChildren(children)]
        }
        if element is UIDeferredMenuElement { unimplemented("UIDeferredMenuElement in an edit menu") }
        guard let leaf = element as? any UIMenuLeaf else { return [] }
        let isShown =
          asked.contains(ObjectIdentifier(element))
          ? !leaf.attributes.contains(.hidden) : leaf.isOffered(from: start)
        return isShown ? [element] : []
      }
    }
    return look(at: elements)
  }
  private static func leaves(_ elements: [UIMenuElement]) -> [UIMenuElement] {
    elements.flatMap { ($0 as? UIMenu).map { leaves($0.children) } ?? [$0] }
  }

  // MARK: Showing and dismissing

  /// - Parameter elements: the result of `shown`; not empty.
  static func show(_ elements: [UIMenuElement], of owner: any EditMenuOwner) {
    current?.dismiss()
    let menu = EditMenu(owner)
    current = menu
    menu.reload(elements)
  }

  private init(_ owner: any EditMenuOwner) {
    self.owner = owner
    bar.backgroundColor = .secondarySystemBackground
    bar.layer.cornerRadius = 8
    bar.layer.shadowOpacity = 0.3
  }

  func isOf(_ owner: any EditMenuOwner) -> Bool { self.owner === owner }

  func reload(_ elements: [UIMenuElement]) {
    levels = [elements]
    page = 0
    build()
  }

  func dismiss() {
    guard EditMenu.current === self, !isDismissing else { return }
    isDismissing = true
    owner?.willDismissMenu()
    bar.removeFromSuperview()
    EditMenu.current = nil
    owner?.didDismissMenu()
  }

  static func touched(_ event: UIEvent) {
    guard let current else { return }
    let isBeside = event.orderedTouches.contains { touch in
      touch.phase == .began && touch.view.map { !$0.isDescendant(of: current.bar) } ?? false
    }
    if isBeside { current.dismiss() }
  }

  static func viewLeftWindow(_ view: UIView) {
    if let current, current.owner?.menuView === view { current.dismiss() }
  }

  // MARK: The bar

  private struct Item {
    let title: String
    var image: UIImage?
    var color: UIColor?
    var isEnabled = true
    let act: () -> Void
  }

  private func item(_ element: UIMenuElement) -> Item {
    let leaf = element as? any UIMenuLeaf
    let isDestructive =
      leaf?.attributes.contains(.destructive) == true
      || (element as? UIMenu)?.options.contains(.destructive) == true
    return Item(
      title: element.title, image: element.title.isEmpty ? element.image : nil,
      color: isDestructive ? .systemRed : nil, isEnabled: leaf?.attributes.contains(.disabled) != true
    ) { [weakSelf = ZeroingElement(self)] in weakSelf.object?.chosen(element) }
  }

  private func chosen(_ element: UIMenuElement) {
    if let menu = element as? UIMenu {
      levels.append(menu.children)
      page = 0
      build()
    } else if let leaf = element as? any UIMenuLeaf {
      let owner = owner
      if !leaf.attributes.contains(.keepsMenuPresented) { dismiss() }
      owner?.menuChose(leaf)
    }
  }

  private func build() {
    for view in bar.subviews { view.removeFromSuperview() }
    guard let window = owner?.menuView?.window else { return dismiss() }
    let pages = pages((levels.last ?? []).map { button(item($0)) }, window.bounds.width - 4 * Self.margin)
    page = min(page, max(0, pages.count - 1))
    var buttons = pages.isEmpty ? [] : pages[page]
    if levels.count > 1 || page > 0 {
      buttons.insert(
        arrow("Back", "chevron.left") { [weakSelf = ZeroingElement(self)] in weakSelf.object?.goBack() },
        at: 0)
    }
    if page < pages.count - 1 {
      buttons.append(
        arrow("More", "chevron.right") { [weakSelf = ZeroingElement(self)] in weakSelf.object?.turn() })
    }
    var x = Self.margin
    for button in buttons {
      button.frame.origin.x = x
      x += button.frame.width
      bar.addSubview(button)
    }
    bar.bounds.size = CGSize(width: x + Self.margin, height: Self.height)
    if bar.superview !== window { window.addSubview(bar) }
    place()
  }

  private func turn() {
    page += 1
    build()
  }
  private func goBack() {
    if page > 0 {
      page -= 1
    } else {
      levels.removeLast()
    }
    build()
  }

  private static let arrowWidth: CGFloat = 36
  /// Distributes the buttons over pages, leaving space for the arrows to the other pages.
  private func pages(_ buttons: [UIButton], _ limit: CGFloat) -> [[UIButton]] {
    let total = buttons.reduce(0) { $0 + $1.frame.width }
    let whole = levels.count > 1 ? limit - Self.arrowWidth : limit
    let room = total <= whole ? whole : limit - 2 * Self.arrowWidth
    var (pages, width): ([[UIButton]], CGFloat) = ([], room + 1)
    for button in buttons {
      if width + button.frame.width > room, width > 0 {
        pages.append([])
        width = 0
      }
      pages[pages.count - 1].append(button)
      width += button.frame.width
    }
    return pages
  }

  private func button(_ item: Item) -> TapButton {
    let button = TapButton(type: .system)
    if let image = item.image {
      button.setImage(image, for: .normal)
    } else {
      button.setTitle(item.title, for: .normal)
    }
    if let color = item.color { button.setTitleColor(color, for: .normal) }
    button.isEnabled = item.isEnabled
    button.onTap = item.act
    button.frame = CGRect(x: 0, y: 0, width: button.intrinsicContentSize.width + 16, height: Self.height)
    return button
  }
  private func arrow(_ label: String, _ symbol: String, _ act: @escaping () -> Void) -> TapButton {
    let button = button(Item(title: "", image: UIImage(systemName: symbol), act: act))
    button.accessibilityLabel = label
    button.frame.size.width = Self.arrowWidth
    return button
  }

  /// Places the bar above its target, or below if there is not enough room, unless the arrow direction
  /// specifies a side.
  func place() {
    guard let owner, let view = owner.menuView, let window = view.window else { return }
    let target = view.convert(owner.menuTarget, to: nil)
    let size = bar.bounds.size
    let top = window.safeAreaInsets.top
    var origin = CGPoint(x: target.midX - size.width / 2, y: target.minY - size.height - Self.margin)
    switch owner.menuArrow {
    case .up: origin.y = target.maxY + Self.margin
    case .left:
      origin = CGPoint(x: target.maxX + Self.margin, y: target.midY - size.height / 2)
    case .right:
      origin = CGPoint(x: target.minX - size.width - Self.margin, y: target.midY - size.height / 2)
    case .automatic, .down: if origin.y < top { origin.y = target.maxY + Self.margin }
    }
    let right = window.bounds.width - size.width - Self.margin
    origin.x = min(max(origin.x, Self.margin), max(Self.margin, right))
    bar.frame = CGRect(origin: origin, size: size)
  }
}
