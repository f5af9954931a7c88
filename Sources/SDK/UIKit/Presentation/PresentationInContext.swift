import CarobFoundation

/// What a child of a container presents in its own context lies where the child's view is: beside the container's bars,
/// and shown and taken away with the child (E-643).
extension UIPresentationController {
  /// Whether it is in the place of a child's view, not in the window.
  var isInContext: Bool {
    switch presentationStyle {
    case .currentContext, .overCurrentContext: presentingViewController.parent != nil
    default: false
    }
  }
  /// Whether its container shows something else now.
  var isAway: Bool { isInContext && containerView?.superview == nil }

  /// The bars of the container lie over it, too.
  func takeOverSafeArea() {
    presentedViewController.containerSafeAreaInsets = presentingViewController.containerSafeAreaInsets
  }
}

extension UIViewController {
  /// What the receiver presents in the place of its view.
  var presentationInContext: UIPresentationController? {
    guard let presentation = directlyPresented?.presentation, presentation.containerView != nil,
      presentation.isInContext
    else { return nil }
    return presentation
  }

  /// What a container shows for the receiver, back to front.
  var viewsInPlace: [UIView] {
    let own = viewIfLoaded.map { [$0] } ?? []
    guard let presentation = presentationInContext else { return own }
    return (presentation.parkedView == nil ? own : []) + [presentation.containerView].compactMap { $0 }
  }

  /// Who appears and disappears with the receiver's place in its container.
  var controllersInPlace: [UIViewController] {
    guard let presentation = presentationInContext else { return [self] }
    return (presentation.parkedView == nil ? [self] : []) + [presentation.presentedViewController]
  }
}
