import CarobFoundation
import QuartzCore

/// The finger that pulls a sheet down.
///
/// DEVIATION: a list in the sheet keeps its drags to itself, also at its top.
@preconcurrency @MainActor
final class SheetDragRecognizer: UIPanGestureRecognizer {
  weak var sheet: UISheetPresentationController?
  override func mayBegin(_ dx: CGFloat, _ dy: CGFloat) -> Bool {
    guard let view = sheet?.presentedView, let touched = trackedTouches.first?.view else { return false }
    return dy > abs(dx) && touched.isDescendant(of: view)
  }
}

extension UISheetPresentationController {
  /// E-110, E-111: what the delegate and the presented controller hear while the sheet is pulled.
  func dragged(_ pan: UIPanGestureRecognizer) {
    switch pan.state {
    case .began: if mayBeDragged() { pull(pan) }
    case .changed: if isBeingDragged { pull(pan) }
    case .ended, .cancelled, .failed: if isBeingDragged { letGo(pan) }
    default: break
    }
  }

  private func mayBeDragged() -> Bool {
    let controller = presentedViewController
    guard !isTransitioning, !controller.isBeingDismissed, controller.presentedViewController == nil else {
      return false
    }
    let may =
      !controller.isModalInPresentation
      && delegate?.ask(
        from: self, "presentationControllerShouldDismiss(_:)", "presentationControllerShouldDismiss:",
        { $0.presentationControllerShouldDismiss(self) }) ?? true
    guard may else {
      delegate?.tell(
        from: self, "presentationControllerDidAttemptToDismiss(_:)",
        "presentationControllerDidAttemptToDismiss:"
      ) { $0.presentationControllerDidAttemptToDismiss(self) }
      return false
    }
    delegate?.tell(
      from: self, "presentationControllerWillDismiss(_:)", "presentationControllerWillDismiss:"
    ) { $0.presentationControllerWillDismiss(self) }
    isBeingDragged = true
    isTransitioning = true
    controller.isBeingDismissed = true
    controller.beginAppearanceTransition(false, animated: true)
    return true
  }

  private var travel: CGFloat { frameOfPresentedViewInContainerView.height }

  private func pull(_ pan: UIPanGestureRecognizer) {
    apply(progress: min(max(1 - pan.translation(in: containerView).y / max(travel, 1), 0), 1))
  }

  /// The sheet goes if it was pulled half its way or flung; else it comes back.
  private func letGo(_ pan: UIPanGestureRecognizer) {
    isBeingDragged = false
    let goes =
      pan.state == .ended
      && (pan.translation(in: containerView).y > travel / 2 || pan.velocity(in: containerView).y > 1000)
    let controller = presentedViewController
    if !goes {
      controller.isBeingDismissed = false
      controller.beginAppearanceTransition(true, animated: true)
    }
    let cause = Journal.cause
    UIView.animate(
      withDuration: 0.3, delay: 0, options: [.curveEaseOut, .internalTransition],
      animations: { self.apply(progress: goes ? 0 : 1) },
      completion: { _ in
        Journal.with(cause: cause) {
          self.isTransitioning = false
          if goes { self.leave(controller) } else { controller.endAppearanceTransition() }
        }
      })
  }

  private func leave(_ controller: UIViewController) {
    controller.viewIfLoaded?.removeFromSuperview()
    controller.endAppearanceTransition()
    controller.isBeingDismissed = false
    controller.tearDownPresentation()
    delegate?.tell(
      from: self, "presentationControllerDidDismiss(_:)", "presentationControllerDidDismiss:"
    ) { $0.presentationControllerDidDismiss(self) }
  }
}
