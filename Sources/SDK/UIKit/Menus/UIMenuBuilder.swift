import CarobFoundation

/// A set of menus: the menu bar, which a phone does not have, or context menus.
@preconcurrency @MainActor
open class UIMenuSystem: _MainActorNSObject {
  public static let main = UIMenuSystem()
  public static let context = UIMenuSystem()
  /// Builds the menus anew before they are shown again (E-975).
  ///
  /// A context menu is built each time it is shown, so nothing remains to be done for `context`. A phone has
  /// no menu bar, so `main` is never built.
  open func setNeedsRebuild() { announceMenuBar() }
  /// Validates the commands anew. Commands of an edit menu are validated each time it is shown.
  open func setNeedsRevalidate() { announceMenuBar() }

  private func announceMenuBar() {
    if self === UIMenuSystem.main {
      Journal.note(
        .responder, "buildMenu(with:)", outcome: "dropped", why: "the device has no menu bar (E-975)")
    }
  }
}

/// Changes the menus of a menu system. Identifiers of menus that do not exist are ignored.
@preconcurrency @MainActor
public protocol UIMenuBuilder: AnyObject {
  var system: UIMenuSystem { get }
  func menu(for identifier: UIMenu.Identifier) -> UIMenu?
  func action(for identifier: UIAction.Identifier) -> UIAction?
  func command(for action: Selector, propertyList: Any?) -> UICommand?
  func replace(menu replacedIdentifier: UIMenu.Identifier, with replacementMenu: UIMenu)
  func replaceChildren(
    ofMenu parentIdentifier: UIMenu.Identifier, from childrenBlock: ([UIMenuElement]) -> [UIMenuElement])
  func insertSibling(_ siblingMenu: UIMenu, beforeMenu siblingIdentifier: UIMenu.Identifier)
  func insertSibling(_ siblingMenu: UIMenu, afterMenu siblingIdentifier: UIMenu.Identifier)
  func insertChild(_ childMenu: UIMenu, atStartOfMenu parentIdentifier: UIMenu.Identifier)
  func insertChild(_ childMenu: UIMenu, atEndOfMenu parentIdentifier: UIMenu.Identifier)
  func remove(menu removedIdentifier: UIMenu.Identifier)
}

/// Lets the responder chain change what an edit menu suggests (E-519).
@MainActor
final class EditMenuBuilder: UIMenuBuilder {
  private var root: UIMenu
  var system: UIMenuSystem { .context }

  /// Adds the empty system menus, so that an app can insert its own beside them.
  init(_ elements: [UIMenuElement]) {
    let places: [UIMenu.Identifier] = [.standardEdit, .replace, .format, .lookup, .learn, .share]
    root = UIMenu(identifier: .root, children: elements)
    let missing = places.filter { menu(for: $0) == nil }
    root = root.replacingChildren(
      elements + missing.map { UIMenu(identifier: $0, options: .displayInline, children: []) })
  }

  /// Calls `buildMenu(with:)` on each responder of the chain that implements it. Returns the result without
  /// empty menus.
  func built(from start: UIResponder?) -> [UIMenuElement] {
    var responder = start
    while let current = responder {
      if Runtime.answers(current, "buildMenuWithBuilder:") {
        Journal.deliver(.responder, "buildMenu(with:)", to: current, category: .user) {
          current.buildMenu(with: self)
        }
      }
      responder = current.next
    }
    return kept(root.children)
  }
  private func kept(_ elements: [UIMenuElement]) -> [UIMenuElement] {
    elements.filter { ($0 as? UIMenu).map { !kept($0.children).isEmpty } ?? true }
  }

  // MARK: Finding menus

  private func first<Element>(_ elements: [UIMenuElement], _ matches: (Element) -> Bool) -> Element? {
    for element in elements {
      if let found = element as? Element, matches(found) { return found }
      if let menu = element as? UIMenu, let found = first(menu.children, matches) { return found }
    }
    return nil
  }
  func menu(for identifier: UIMenu.Identifier) -> UIMenu? {
    first([root]) { (menu: UIMenu) in menu.identifier == identifier }
  }
  func action(for identifier: UIAction.Identifier) -> UIAction? {
    first([root]) { (action: UIAction) in action.identifier == identifier }
  }
  func command(for action: Selector, propertyList: Any?) -> UICommand? {
    first([root]) { (command: UICommand) in
      guard command.action == action, (command.propertyList == nil) == (propertyList == nil) else {
        return false
      }
      return command.propertyList as? AnyHashable == propertyList as? AnyHashable
    }
  }

  // MARK: Changing menus

  /// Replaces a menu by the result of a closure.
  private func edit(_ identifier: UIMenu.Identifier, _ change: (UIMenu) -> [UIMenuElement]) {
    func edited(_ menu: UIMenu) -> [UIMenuElement] {
      menu.identifier == identifier ? change(menu) : [menu.replacingChildren(children(menu))]
    }
    func children(_ menu: UIMenu) -> [UIMenuElement] {
      menu.children.flatMap { ($0 as? UIMenu).map(edited) ?? [$0] }
    }
    guard menu(for: identifier) != nil else { return }
    // The root menu is never replaced by several elements.
    let new = edited(root)
    root = new.count == 1 ? new[0] as? UIMenu ?? root : root
  }
  func replace(menu replacedIdentifier: UIMenu.Identifier, with replacementMenu: UIMenu) {
    edit(replacedIdentifier) { _ in [replacementMenu] }
  }
  func replaceChildren(
    ofMenu parentIdentifier: UIMenu.Identifier, from childrenBlock: ([UIMenuElement]) -> [UIMenuElement]
  ) { edit(parentIdentifier) { [$0.replacingChildren(childrenBlock($0.children))] } }
  func insertSibling(_ siblingMenu: UIMenu, beforeMenu siblingIdentifier: UIMenu.Identifier) {
    edit(siblingIdentifier) { [siblingMenu, $0] }
  }
  func insertSibling(_ siblingMenu: UIMenu, afterMenu siblingIdentifier: UIMenu.Identifier) {
    edit(siblingIdentifier) { [$0, siblingMenu] }
  }
  func insertChild(_ childMenu: UIMenu, atStartOfMenu parentIdentifier: UIMenu.Identifier) {
    replaceChildren(ofMenu: parentIdentifier) { [childMenu] + $0 }
  }
  func insertChild(_ childMenu: UIMenu, atEndOfMenu parentIdentifier: UIMenu.Identifier) {
    replaceChildren(ofMenu: parentIdentifier) { $0 + [childMenu] }
  }
  func remove(menu removedIdentifier: UIMenu.Identifier) { edit(removedIdentifier) { _ in [] } }
}
