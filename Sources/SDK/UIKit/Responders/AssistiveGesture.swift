import CarobFoundation

/// The gestures of assistive technology: escape, which leaves the current screen, and the magic tap, which
/// performs the most important action (E-846).
///
/// The message is sent to the first responder or the frontmost screen, then up the responder chain until one
/// handles it.
@MainActor
enum AssistiveGesture {
  /// Performs a gesture. Returns the reason if no responder handled it, else nil.
  static func perform(_ name: String) -> String? {
    switch name {
    case "escape":
      let isDone =
        sendUpResponderChain("accessibilityPerformEscape()") { $0.accessibilityPerformEscape() }
        || dismissPresentation()
      return isDone ? nil : "no responder in the chain handles the escape gesture"
    case "magicTap":
      return sendUpResponderChain("accessibilityPerformMagicTap()") { $0.accessibilityPerformMagicTap() }
        ? nil : "no responder in the chain handles the magic tap"
    default: return "unknown assistive gesture \(name)"
    }
  }

  private static func sendUpResponderChain(_ name: String, _ ask: (UIResponder) -> Bool) -> Bool {
    var responder = start
    while let asked = responder {
      if Journal.query(.responder, name, to: asked, { ask(asked) }) { return true }
      responder = asked.next
    }
    return false
  }

  /// The first responder, or else the frontmost controller.
  private static var start: UIResponder? {
    guard var controller = FirstResponder.start as? UIViewController, !controller.isFirstResponder else {
      return FirstResponder.start
    }
    while let shown = shown(in: controller) { controller = shown }
    return controller.viewIfLoaded ?? controller
  }
  private static func shown(in controller: UIViewController) -> UIViewController? {
    switch controller {
    case let stack as UINavigationController: stack.topViewController
    case let tabs as UITabBarController: tabs.selectedViewController
    case let split as UISplitViewController: split.children.last
    default: nil
    }
  }

  /// Dismisses a presentation that the user could dismiss by a tap outside or a swipe down.
  private static func dismissPresentation() -> Bool {
    var controller = UIApplication.shared.keyWindowOfAnyScene?.rootViewController
    while let presented = controller?.directlyPresented { controller = presented }
    guard let controller, controller.presentingViewController != nil else { return false }
    switch controller.presentationController {
    case let popover as UIPopoverPresentationController: return popover.leaveByUser()
    case let sheet as UISheetPresentationController: return sheet.leaveByUser()
    default: return false
    }
  }
}
