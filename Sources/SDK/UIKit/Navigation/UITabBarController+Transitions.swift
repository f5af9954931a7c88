import CarobFoundation

extension UITabBarController {
  /// E-448: what the delegate makes of a change of tabs, by hand or by code.
  func ofApp(_ from: UIViewController, _ to: UIViewController) -> TransitionContext? {
    guard UIView.areAnimationsEnabled else { return nil }
    let animator = delegate?.ask(
      from: self, "tabBarController(_:animationControllerForTransitionFrom:to:)",
      "tabBarController:animationControllerForTransitionFromViewController:toViewController:"
    ) { $0.tabBarController(self, animationControllerForTransitionFrom: from, to: to) }
    guard let animator, let animator else { return nil }
    let interactor = delegate?.ask(
      from: self, "tabBarController(_:interactionControllerFor:)",
      "tabBarController:interactionControllerForAnimationController:"
    ) { $0.tabBarController(self, interactionControllerFor: animator) }
    return TransitionContext(
      animator, interactor ?? nil, content,
      from: .init(controller: from, view: from.viewIfLoaded, frame: content.bounds),
      to: .init(controller: to, view: to.view, frame: content.bounds))
  }
}
