@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import GestureMachines

/// A list whose delegate offers edit commands for its elements, the older form of their menus (C-325).
@MainActor
protocol EditMenuList: UIScrollView {
  func elementPath(at point: CGPoint) -> IndexPath?
  func elementView(at path: IndexPath) -> UIView?
  func shouldShowMenu(at path: IndexPath) -> Bool
  func canPerform(_ action: Selector, at path: IndexPath, _ sender: Any?) -> Bool
  func perform(_ action: Selector, at path: IndexPath, _ sender: Any?)
}

/// Shows the edit menu of an element after a long press (C-325).
@MainActor
final class ElementEditMenus: _MainActorNSObject, EditMenuOwner {
  @ZeroingExistential private var list: (any EditMenuList)?
  private let press = ElementPress(target: nil, action: nil)
  private var path: IndexPath?

  init(_ list: any EditMenuList) {
    self.list = list
    super.init()
    press.mayBegin = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.mayBegin($0) ?? false }
    press.addTarget(self, action: "carob_pressed")
    list.addGestureRecognizer(press)
  }

  override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_pressed", "carob_pressed()", 0) {
        unsafeDowncast($0, to: ElementEditMenus.self).pressed()
      }
    ]
  }

  private func mayBegin(_ point: CGPoint) -> Bool {
    guard let list, let path = list.elementPath(at: point), list.shouldShowMenu(at: path) else {
      return false
    }
    self.path = path
    return true
  }

  private func pressed() {
    guard press.state == .began, let list, let path else { return }
    let standard = [("Cut", "cut:"), ("Copy", "copy:"), ("Paste", "paste:")] as [(String, Selector)]
    let own = (UIMenuController.shared.menuItems ?? []).map { ($0.title, $0.action) }
    let elements = (standard + own).filter { list.canPerform($0.1, at: path, UIMenuController.shared) }
      .map { UICommand(title: $0.0, action: $0.1) }
    guard !elements.isEmpty else { return }
    post(UIMenuController.willShowMenuNotification)
    EditMenu.show(elements, of: self)
    post(UIMenuController.didShowMenuNotification)
  }
  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: UIMenuController.shared)
  }

  // MARK: EditMenuOwner

  var menuView: UIView? { path.flatMap { list?.elementView(at: $0) } ?? list }
  var menuTarget: CGRect { menuView?.bounds ?? .zero }
  var menuArrow: UIEditMenuArrowDirection { .automatic }
  var menuStart: UIResponder? { menuView }
  func menuChose(_ leaf: any UIMenuLeaf) {
    guard let command = leaf as? UICommand, let path else { return }
    list?.perform(command.action, at: path, UIMenuController.shared)
  }
  func willDismissMenu() { post(UIMenuController.willHideMenuNotification) }
  func didDismissMenu() { post(UIMenuController.didHideMenuNotification) }
}

/// A long press on an element of a list. It fails where the list has nothing for it, and the touch continues.
@MainActor
final class ElementPress: UILongPressGestureRecognizer {
  /// Called once per touch, at the time at which the press would begin, with the location in the view.
  var mayBegin: ((CGPoint) -> Bool)?
  override func decide(_ input: GestureInput) -> GestureDecision? {
    let decision = super.decide(input)
    guard decision == .begin, mayBegin?(location(in: view)) == false else { return decision }
    fail(.other("the list has nothing for a long press at this point"))
    return nil
  }
}
