import CarobFoundation

/// A presentation in the context of a container's child takes the frame of the child's view, below the
/// container's bars, and is shown and hidden with the child (E-643).
extension UIPresentationController {
  /// Whether it takes the place of a child's view and not of the window.
  var isInContext: Bool {
    switch presentationStyle {
    case .currentContext, .overCurrentContext: presentingViewController.parent != nil
    default: false
    }
  }
  /// Whether its container currently shows another child.
  var isAway: Bool { isInContext && containerView?.superview == nil }

  /// The container's bars cover the presented view, too, so it gets the same safe area.
  func takeOverSafeArea() {
    presentedViewController.containerSafeAreaInsets = presentingViewController.containerSafeAreaInsets
  }
}

extension UIViewController {
  /// The receiver's presentation that takes the place of its view.
  var presentationInContext: UIPresentationController? {
    guard let presentation = directlyPresented?.presentation, presentation.containerView != nil,
      presentation.isInContext
    else { return nil }
    return presentation
  }

  /// The views that a container shows for the receiver, back to front.
  var viewsInPlace: [UIView] {
    let own = viewIfLoaded.map { [$0] } ?? []
    guard let presentation = presentationInContext else { return own }
    return (presentation.parkedView == nil ? own : []) + [presentation.containerView].compactMap { $0 }
  }

  /// The controllers that appear and disappear with the receiver in its container.
  var controllersInPlace: [UIViewController] {
    guard let presentation = presentationInContext else { return [self] }
    return (presentation.parkedView == nil ? [self] : []) + [presentation.presentedViewController]
  }
}
