import CarobFoundation
import CoreGraphics
import QuartzCore

/// A command of the editing menu.
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

/// The menu of commands for what is selected: those that the first responder, or someone above it, can perform (E-230).
@preconcurrency @MainActor
open class UIMenuController: _MainActorNSObject {
  public enum ArrowDirection: Int, Sendable { case `default`, up, down, left, right }
  private static let instance = UIMenuController()
  open class var shared: UIMenuController { instance }

  open var menuItems: [UIMenuItem]? { didSet { update() } }
  open var arrowDirection = ArrowDirection.default
  open var isMenuVisible: Bool {
    get { bar != nil }
    set { setMenuVisible(newValue, animated: false) }
  }
  /// On the screen; nothing while there is no menu.
  open var menuFrame: CGRect { bar.map { $0.convert($0.bounds, to: nil) } ?? .zero }

  private weak var targetView: UIView?
  private var targetRect = CGRect.zero
  private var bar: UIView?

  open func setTargetRect(_ targetRect: CGRect, in targetView: UIView) {
    (self.targetRect, self.targetView) = (targetRect, targetView)
  }
  open func setMenuVisible(_ visible: Bool, animated: Bool) { visible ? show() : hide() }
  open func showMenu(from targetView: UIView, rect targetRect: CGRect) {
    setTargetRect(targetRect, in: targetView)
    show()
  }
  open func hideMenu() { hide() }
  open func hideMenu(from targetView: UIView) { hide() }
  /// Asks again which commands can be performed.
  open func update() { if isMenuVisible { build() } }

  private var commands: [UIMenuItem] {
    let standard: [(String, Selector)] = [
      ("Cut", "cut:"), ("Copy", "copy:"), ("Paste", "paste:"), ("Select", "select:"),
      ("Select All", "selectAll:"), ("Delete", "delete:"),
    ]
    let all = standard.map { UIMenuItem(title: $0.0, action: $0.1) } + (menuItems ?? [])
    return all.filter { FirstResponder.current?.target(forAction: $0.action, withSender: self) != nil }
  }

  /// A finger beside the menu puts it away, and goes on to what it touched.
  func touched(_ event: UIEvent) {
    guard let bar else { return }
    let isBeside = event.orderedTouches.contains { touch in
      touch.phase == .began && touch.view.map { !$0.isDescendant(of: bar) } ?? false
    }
    if isBeside { hide() }
  }

  private func show() {
    guard !isMenuVisible, targetView?.window != nil, !commands.isEmpty else { return }
    post(UIMenuController.willShowMenuNotification)
    build()
    post(UIMenuController.didShowMenuNotification)
  }
  private func hide() {
    guard let bar else { return }
    post(UIMenuController.willHideMenuNotification)
    bar.removeFromSuperview()
    self.bar = nil
    post(UIMenuController.didHideMenuNotification)
  }
  private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }

  private func build() {
    bar?.removeFromSuperview()
    guard let targetView, let window = targetView.window else { return }
    let bar = UIView()
    bar.backgroundColor = .secondarySystemBackground
    bar.layer.cornerRadius = 8
    bar.layer.shadowOpacity = 0.3
    var x: CGFloat = 8
    for command in commands {
      let button = UIButton(type: .system)
      button.setTitle(command.title, for: .normal)
      button.addAction(
        UIAction(title: command.title) { [weak self] _ in self?.chosen(command) }, for: .touchUpInside)
      let width = button.intrinsicContentSize.width + 16
      button.frame = CGRect(x: x, y: 0, width: width, height: 36)
      x += width
      bar.addSubview(button)
    }
    let target = targetView.convert(targetRect, to: nil)
    let width = x + 8
    let isBelow = arrowDirection == .up || target.minY - 44 < window.safeAreaInsets.top
    bar.frame = CGRect(
      x: min(max(target.midX - width / 2, 8), max(8, window.bounds.width - width - 8)),
      y: isBelow ? target.maxY + 8 : target.minY - 44, width: width, height: 36)
    window.addSubview(bar)
    self.bar = bar
  }

  private func chosen(_ command: UIMenuItem) {
    let target = FirstResponder.current?.target(forAction: command.action, withSender: self)
    hide()
    UIApplication.shared.sendAction(command.action, to: target, from: self, for: nil)
  }

  public static let willShowMenuNotification = Notification.Name("UIMenuControllerWillShowMenuNotification")
  public static let didShowMenuNotification = Notification.Name("UIMenuControllerDidShowMenuNotification")
  public static let willHideMenuNotification = Notification.Name("UIMenuControllerWillHideMenuNotification")
  public static let didHideMenuNotification = Notification.Name("UIMenuControllerDidHideMenuNotification")
}
