import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// Who has the keyboard: one responder in the key window at most.
@MainActor
enum FirstResponder {
  @Zeroing private(set) static var current: UIResponder?

  /// E-240: already first → true; unwilling or outside a window → false; else the old one must agree to go.
  static func take(_ responder: UIResponder) -> Bool {
    if current === responder { return true }
    let can = Journal.query(.firstResponder, "canBecomeFirstResponder", to: responder) {
      responder.canBecomeFirstResponder
    }
    guard can, isInWindow(responder) else { return false }
    if let old = current {
      let may = Journal.query(.firstResponder, "canResignFirstResponder", to: old) {
        old.canResignFirstResponder
      }
      // E-248: the keyboard waits for the new one.
      let wasHandingOver = isHandingOver
      isHandingOver = true
      let went = may && old.resignFirstResponder()
      isHandingOver = wasHandingOver
      guard went else {
        Keyboard.shared.firstResponderChanged()
        return false
      }
    }
    current = responder
    Keyboard.shared.firstResponderChanged()
    return true
  }
  private static var isHandingOver = false

  static func resign(_ responder: UIResponder) -> Bool {
    if current === responder {
      current = nil
      if !isHandingOver { Keyboard.shared.firstResponderChanged() }
    }
    return true
  }

  /// Whether the one who resigns is not to be asked (E-241).
  private(set) static var isForced = false

  /// Ends the status whatever the responder or its delegate says; both are still told about the end.
  static func force(_ responder: UIResponder) -> Bool {
    isForced = true
    defer { isForced = false }
    _ = responder.resignFirstResponder()
    if current === responder { _ = resign(responder) }
    return true
  }

  private static func isInWindow(_ responder: UIResponder) -> Bool {
    switch responder {
    case let view as UIView: return view.window != nil
    case let controller as UIViewController: return controller.viewIfLoaded?.window != nil
    default: return true
    }
  }

  /// The view left its window: its status ends (E-242).
  static func viewLeftWindow(_ view: UIView) {
    guard let responder = current else { return }
    if responder === view || responder === view.viewController { _ = force(responder) }
  }

  /// Where a search for a nil target begins when the sender is not a responder (E-231).
  static var start: UIResponder? {
    current ?? UIApplication.shared.keyWindowOfAnyScene.map { window in
      // NB: without a first responder the search begins at the topmost controller of the key window.
      var controller = window.rootViewController
      while let presented = controller?.ownPresented { controller = presented }
      return controller ?? window
    } ?? UIApplication.shared
  }
}
