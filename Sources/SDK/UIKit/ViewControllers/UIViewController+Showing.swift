import CarobFoundation

/// Finds the controller that shows another one: the nearest ancestor that implements the action (E-647).
extension UIViewController {
  static let showing = Selector("showViewController:sender:")
  static let showingDetail = Selector("showDetailViewController:sender:")

  func nearestTarget(for action: Selector, sender: Any?) -> UIViewController? {
    sequence(first: self) { $0.parent }.first {
      $0.implementsItself(action) && $0.canPerformAction(action, withSender: sender)
    }
  }

  /// The controller that handles the show action in the receiver's place; nil if no ancestor does.
  func showingTarget(_ action: Selector, _ sender: Any?) -> UIViewController? {
    let target = Journal.query(.responder, "targetViewController(forAction:sender:)", to: self) {
      targetViewController(forAction: action, sender: sender)
    }
    // NB: an override that calls super reaches this method with itself as the target.
    return target === self ? parent?.targetViewController(forAction: action, sender: sender) : target
  }

  /// Whether its class implements the action beyond the default that every controller inherits.
  private func implementsItself(_ action: Selector) -> Bool {
    switch action {
    case Self.showing:
      self is UINavigationController || Runtime.implementation(type(of: self), "show(_:sender:)") != nil
    case Self.showingDetail:
      self is UISplitViewController
        || Runtime.implementation(type(of: self), "showDetailViewController(_:sender:)") != nil
    default: true
    }
  }
}
