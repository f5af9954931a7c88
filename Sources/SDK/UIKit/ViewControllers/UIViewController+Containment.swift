import CarobFoundation
import QuartzCore

extension UIViewController {
  /// E-120: removes the child from its old parent, sends `willMove` and adds it; the container calls
  /// `didMove`.
  func addChildNow(_ child: UIViewController) {
    if child.parent === self { return }
    if child.parent != nil { child.removeFromParent() }
    Journal.deliver(.appearance, "willMove(toParent:)", to: child, category: .lifetime) {
      child.willMove(toParent: self)
    }
    child.parent = self
    children.append(child)
    if Runtime.implementation(
      type(of: self), "systemLayoutFittingSizeDidChange(forChildContentContainer:)") != nil
    {
      unimplemented("overriding UIViewController.systemLayoutFittingSizeDidChange(forChildContentContainer:)")
    }
  }

  /// E-120: removes the controller, then sends `didMove(toParent: nil)`; the container calls
  /// `willMove(toParent: nil)`.
  func removeFromParentNow() {
    parent?.childTraitOverrides[ObjectIdentifier(self)] = nil
    guard let old = parent else { return }
    // E-643: a controller presented in its context is removed with it.
    presentationInContext?.containerView?.removeFromSuperview()
    old.children.removeAll { $0 === self }
    parent = nil
    Journal.deliver(.appearance, "didMove(toParent:)", to: self, category: .lifetime) {
      didMove(toParent: nil)
    }
  }

  /// E-124, E-127.
  func transitionNow(
    _ from: UIViewController, _ to: UIViewController, _ duration: TimeInterval,
    _ options: UIView.AnimationOptions,
    _ animations: (() -> Void)?, _ completion: ((Bool) -> Void)?
  ) {
    guard from.parent === self, to.parent === self else {
      NSException.raise(
        .invalidArgumentException,
        "Children view controllers \(Journal.describe(from)) and \(Journal.describe(to)) must have a common parent "
          + "view controller when calling -[UIViewController transitionFromViewController:toViewController:"
          + "duration:options:animations:completion:]")
    }
    let animated = duration > 0
    let forwards = shouldAutomaticallyForwardAppearanceMethods
    if forwards {
      from.beginAppearanceTransition(false, animated: animated)
      to.beginAppearanceTransition(true, animated: animated)
    }
    let container = from.view.superview ?? view!
    container.addSubview(to.view)
    UIView.animate(
      withDuration: duration, delay: 0, options: options, animations: { animations?() },
      completion: { finished in
        from.view.removeFromSuperview()
        if forwards {
          to.endAppearanceTransition()
          from.endAppearanceTransition()
        }
        completion?(finished)
      })
  }
}

extension UIView {
  /// The controller whose view contains this one.
  var nearestController: UIViewController? {
    var view: UIView? = self
    while let here = view {
      if let controller = here.viewController { return controller }
      view = here.superview
    }
    return nil
  }
}

extension UIViewController {
  /// Informs the container or the presentation that the preferred content size has changed.
  func notifyOfPreferredContentSize() {
    if let parent {
      parent.preferredContentSizeDidChange(forChildContentContainer: self)
    } else {
      presentation?.preferredContentSizeDidChange(forChildContentContainer: self)
    }
  }
}
