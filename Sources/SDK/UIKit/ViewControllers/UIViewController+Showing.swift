import CarobFoundation

/// Who shows a screen for another: the nearest controller around it that knows how (E-647).
extension UIViewController {
  static let showing = Selector("showViewController:sender:")
  static let showingDetail = Selector("showDetailViewController:sender:")

  func nearestTarget(for action: Selector, sender: Any?) -> UIViewController? {
    sequence(first: self) { $0.parent }.first {
      $0.doesItself(action) && $0.canPerformAction(action, withSender: sender)
    }
  }

  /// Who shows a screen in the receiver's place; nil if nobody around it does.
  func showingTarget(_ action: Selector, _ sender: Any?) -> UIViewController? {
    let target = Journal.query(.responder, "targetViewController(forAction:sender:)", to: self) {
      targetViewController(forAction: action, sender: sender)
    }
    // NB: whoever overrides the method and calls super comes here itself.
    return target === self ? parent?.targetViewController(forAction: action, sender: sender) : target
  }

  /// Whether its class does something of its own with an action; what every controller has by default does not count.
  private func doesItself(_ action: Selector) -> Bool {
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
