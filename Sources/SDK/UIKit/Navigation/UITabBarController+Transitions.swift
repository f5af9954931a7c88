import CarobFoundation

extension UITabBarController {
  /// E-448: the transition that the delegate provides for a change of tabs by the user or by code.
  func ofApp(_ from: UIViewController, _ to: UIViewController) -> TransitionContext? {
    guard UIView.areAnimationsEnabled else { return nil }
    let animator = delegate?.ask(
      from: self, "tabBarController(_:animationControllerForTransitionFrom:to:)",
      "tabBarController:animationControllerForTransitionFromViewController:toViewController:"
    ) { $0.tabBarController(self, animationControllerForTransitionFrom: from, to: to) }
    return TransitionContext(animator, in: content, from, to) { animator in
      delegate?.ask(
        from: self, "tabBarController(_:interactionControllerFor:)",
        "tabBarController:interactionControllerForAnimationController:"
      ) { $0.tabBarController(self, interactionControllerFor: animator) }
    }
  }
}
