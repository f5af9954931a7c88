import CarobFoundation

/// What assistive technology asks an app to do as a whole: to leave what is shown, and to do what matters most (E-846).
///
/// The message goes to where the user is, then up the responder chain until somebody says that it is done.
@MainActor
enum AssistiveGesture {
  /// Why nobody did it; nil if somebody did.
  static func perform(_ name: String) -> String? {
    switch name {
    case "escape":
      let isDone =
        climb("accessibilityPerformEscape()") { $0.accessibilityPerformEscape() } || leavePresentation()
      return isDone ? nil : "nobody in the responder chain performs the escape gesture"
    case "magicTap":
      return climb("accessibilityPerformMagicTap()") { $0.accessibilityPerformMagicTap() }
        ? nil : "nobody in the responder chain performs the magic tap"
    default: return "there is no gesture \(name)"
    }
  }

  private static func climb(_ name: String, _ ask: (UIResponder) -> Bool) -> Bool {
    var responder = start
    while let asked = responder {
      if Journal.query(.responder, name, to: asked, { ask(asked) }) { return true }
      responder = asked.next
    }
    return false
  }

  /// The first responder, or else the screen in front.
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

  /// What a finger outside a popover, or a pull at a sheet, would do.
  private static func leavePresentation() -> Bool {
    var controller = UIApplication.shared.keyWindowOfAnyScene?.rootViewController
    while let presented = controller?.ownPresented { controller = presented }
    guard let controller, controller.presentingViewController != nil else { return false }
    switch controller.presentationController {
    case let popover as UIPopoverPresentationController: return popover.leaveByUser()
    case let sheet as UISheetPresentationController: return sheet.leaveByUser()
    default: return false
    }
  }
}
