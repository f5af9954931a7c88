import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// Manages the first responder. There is at most one.
@MainActor
enum FirstResponder {
  @Zeroing private(set) static var current: UIResponder?

  /// E-240: returns true if already first responder, and false if it refuses or is outside a window.
  /// Otherwise the old first responder must agree to resign.
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
      // E-248: the keyboard stays up until the new first responder is known.
      let wasChangingResponder = isChangingResponder
      isChangingResponder = true
      let went = may && old.resignFirstResponder()
      isChangingResponder = wasChangingResponder
      guard went else {
        Keyboard.shared.firstResponderChanged()
        return false
      }
    }
    current = responder
    Keyboard.shared.firstResponderChanged()
    return true
  }
  private static var isChangingResponder = false

  static func resign(_ responder: UIResponder) -> Bool {
    if current === responder {
      current = nil
      if !isChangingResponder { Keyboard.shared.firstResponderChanged() }
    }
    return true
  }

  /// Whether the responder must resign without being asked (E-241).
  private(set) static var isForced = false

  /// Makes a responder resign without asking it or its delegate; both are still notified of the end.
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

  /// Makes a view that left its window resign (E-242).
  static func viewLeftWindow(_ view: UIView) {
    guard let responder = current else { return }
    if responder === view || responder === view.viewController { _ = force(responder) }
  }

  /// The start of the search for a nil target if the sender is not a responder (E-231).
  static var start: UIResponder? {
    current ?? UIApplication.shared.keyWindowOfAnyScene.map { window in
      // NB: without a first responder the search starts at the topmost controller of the key window.
      var controller = window.rootViewController
      while let presented = controller?.directlyPresented { controller = presented }
      return controller ?? window
    } ?? UIApplication.shared
  }
}
