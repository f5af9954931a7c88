@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// A custom command in the editing menu.
@preconcurrency @MainActor
open class UIMenuItem: _MainActorNSObject {
  public init(title: String, action: Selector) {
    self.title = title
    self.action = action
    super.init()
  }
  open var title: String
  open var action: Selector
}

/// The menu of commands for the selection: those that the first responder or a responder above it can perform
/// (E-230).
///
/// Text classes also show their menus with it, so its notifications are posted for those, too.
@preconcurrency @MainActor
open class UIMenuController: _MainActorNSObject {
  // F-165
  nonisolated open override class var _carobFrameworkMethods: [_CarobMethod] { FrameworkMessages.of(self) }

  public enum ArrowDirection: Int, Sendable { case `default`, up, down, left, right }
  private static let instance = UIMenuController()
  open class var shared: UIMenuController { instance }

  open var menuItems: [UIMenuItem]? { didSet { update() } }
  open var arrowDirection = ArrowDirection.default
  open var isMenuVisible: Bool {
    get { shown != nil }
    set { setMenuVisible(newValue, animated: false) }
  }
  /// The menu's frame in screen coordinates; zero while no menu is shown.
  open var menuFrame: CGRect { shown.map { $0.bar.convert($0.bar.bounds, to: nil) } ?? .zero }

  @Zeroing private var targetView: UIView?
  private var targetRect = CGRect.zero
  /// The text object for which the menu is shown.
  @ZeroingExistential private var text: (any TextEditing)?
  private var shown: EditMenu? { EditMenu.current.flatMap { $0.isOf(self) ? $0 : nil } }

  open func setTargetRect(_ targetRect: CGRect, in targetView: UIView) {
    (self.targetRect, self.targetView) = (targetRect, targetView)
  }
  open func setMenuVisible(_ visible: Bool, animated: Bool) { visible ? show(nil) : hideMenu() }
  open func showMenu(from targetView: UIView, rect targetRect: CGRect) {
    setTargetRect(targetRect, in: targetView)
    show(nil)
  }
  open func hideMenu() { shown?.dismiss() }
  open func hideMenu(from targetView: UIView) { hideMenu() }
  /// Checks again which commands can be performed and updates the menu.
  open func update() {
    guard let shown else { return }
    let elements = elements
    elements.isEmpty ? shown.dismiss() : shown.reload(elements)
  }

  /// Shows the menu of a text object that is first responder, at a rectangle in it.
  func show(for text: any TextEditing, rect: CGRect) {
    setTargetRect(rect, in: text)
    show(text)
  }

  private var elements: [UIMenuElement] {
    let sender: Any? = text == nil ? self : nil
    let own = (menuItems ?? []).map { UICommand(title: $0.title, action: $0.action) }
      .filter { $0.isOffered(from: menuStart, as: sender) }
    var suggested = EditMenu.suggested(from: menuStart, as: sender)
    if !own.isEmpty { suggested.append(UIMenu(options: .displayInline, children: own)) }
    // E-473.
    let menu = text.flatMap { $0.editMenu(for: TextRange($0.editor.selection), suggestedActions: suggested) }
    return EditMenu.shown(menu?.children ?? suggested, from: menuStart, known: suggested)
  }

  private func show(_ text: (any TextEditing)?) {
    guard !isMenuVisible, targetView?.window != nil else { return }
    self.text = text
    let elements = elements
    guard !elements.isEmpty else { return }
    EditMenu.current?.dismiss()
    let animator = ContextMenuAnimator(nil)
    text?.willPresentEditMenu(with: animator)
    post(UIMenuController.willShowMenuNotification)
    EditMenu.show(elements, of: self)
    animator.run()
    post(UIMenuController.didShowMenuNotification)
  }
  private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }

  nonisolated public static let willShowMenuNotification = Notification.Name(
    "UIMenuControllerWillShowMenuNotification")
  nonisolated public static let didShowMenuNotification = Notification.Name(
    "UIMenuControllerDidShowMenuNotification")
  nonisolated public static let willHideMenuNotification = Notification.Name(
    "UIMenuControllerWillHideMenuNotification")
  nonisolated public static let didHideMenuNotification = Notification.Name(
    "UIMenuControllerDidHideMenuNotification")
}

extension UIMenuController: EditMenuOwner {
  var menuView: UIView? { targetView }
  var menuTarget: CGRect { targetRect }
  var menuArrow: UIEditMenuArrowDirection {
    UIEditMenuArrowDirection(rawValue: arrowDirection.rawValue) ?? .automatic
  }
  var menuStart: UIResponder? { FirstResponder.current }

  func menuChose(_ leaf: any UIMenuLeaf) {
    // Commands without a text object are sent with the controller as sender.
    guard text == nil, let command = leaf as? UICommand else {
      return leaf.choose(from: menuStart, for: text ?? self)
    }
    let target = menuStart?.target(forAction: command.action, withSender: self)
    UIApplication.shared.sendAction(command.action, to: target, from: self, for: nil)
  }
  func willDismissMenu() {
    let animator = ContextMenuAnimator(nil)
    text?.willDismissEditMenu(with: animator)
    animator.run()
    post(UIMenuController.willHideMenuNotification)
  }
  func didDismissMenu() { post(UIMenuController.didHideMenuNotification) }
}
