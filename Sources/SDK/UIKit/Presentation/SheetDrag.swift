@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

/// Recognizes drags that resize or dismiss a sheet.
///
/// DEVIATION: a scroll view in the sheet handles all drags down itself, even when it is scrolled to its top.
@preconcurrency @MainActor
final class SheetDragRecognizer: UIPanGestureRecognizer {
  @Zeroing var sheet: UISheetPresentationController?
  override func mayBegin(_ dx: CGFloat, _ dy: CGFloat) -> Bool {
    guard let sheet, let view = sheet.presentedView, let touched = trackedTouches.first?.view,
      touched.isDescendant(of: view)
    else { return false }
    return dy > abs(dx) || (-dy > abs(dx) && sheet.height < (sheet.heights.last?.height ?? 0))
  }
}

extension UISheetPresentationController {
  /// The sheet that shows a view; nil if it is in none.
  static func around(_ view: UIView) -> UISheetPresentationController? {
    var responder: UIResponder? = view
    while let here = responder {
      if let sheet = (here as? UIViewController)?.presentation as? UISheetPresentationController,
        sheet.containerView != nil
      {
        return sheet
      }
      responder = here.next
    }
    return nil
  }
  // E-1021
  /// Whether a drag in a scroll view makes the sheet larger instead of scrolling.
  func expands(for scrollView: UIScrollView, _ dx: CGFloat, _ dy: CGFloat) -> Bool {
    prefersScrollingExpandsWhenScrolledToEdge && -dy > abs(dx)
      && height < (heights.last?.height ?? 0) - 0.5
      && scrollView.contentOffset.y <= 0.5 - scrollView.adjustedContentInset.top
  }

  /// E-110, E-111: updates the sheet during a drag and notifies the delegate and the presented controller.
  func dragged(_ pan: UIPanGestureRecognizer) {
    switch pan.state {
    case .began:
      (isDragRefused, heightAtFirst) = (false, height)
      follow(pan)
    case .changed: follow(pan)
    case .ended, .cancelled, .failed: if isBeingDragged { dragEnded(pan) } else { settle(pan) }
    default: break
    }
  }

  /// Between the lowest and highest detent the sheet's height follows the finger; below the lowest, it starts
  /// to be dismissed.
  private func follow(_ pan: UIPanGestureRecognizer) {
    guard isBeingDragged || !isTransitioning else { return }
    let heights = heights
    let (lowest, highest) = (heights[0].height, heights[heights.count - 1].height)
    let wanted = heightAtFirst - pan.translation(in: containerView).y
    if wanted < lowest, !isBeingDragged, !isDragRefused {
      isDragRefused = !mayBeDragged()
    }
    guard heights.count > 1 || isBeingDragged else { return }
    pulledHeight = min(max(wanted, lowest), highest)
    if isBeingDragged {
      apply(progress: min(max(wanted / max(lowest, 1), 0), 1))
    } else {
      place()
    }
  }

  /// When released between two detents, the sheet moves to the one nearest to where its velocity carries it.
  private func settle(_ pan: UIPanGestureRecognizer) {
    guard let pulled = pulledHeight else { return }
    pulledHeight = nil
    let aim = pan.state == .ended ? pulled - pan.velocity(in: containerView).y * 0.15 : pulled
    let nearest = heights.min { abs($0.height - aim) < abs($1.height - aim) }
    let old = selectedDetentIdentifier ?? detents.first?.identifier
    UIView.animate(
      withDuration: 0.3, delay: 0, options: [.curveEaseOut, .internalTransition],
      animations: {
        self.selectedDetentIdentifier = nearest?.identifier
        self.place()
      })
    guard nearest?.identifier != old else { return }
    (delegate as? any UISheetPresentationControllerDelegate)?.tell(
      from: self, "sheetPresentationControllerDidChangeSelectedDetentIdentifier(_:)",
      "sheetPresentationControllerDidChangeSelectedDetentIdentifier:"
    ) { $0.sheetPresentationControllerDidChangeSelectedDetentIdentifier(self) }
  }

  /// A tap outside the sheet dismisses it like a drag does.
  func tappedOutside() {
    let controller = presentedViewController
    guard !isTransitioning, !controller.isBeingDismissed, controller.directlyPresented == nil,
      mayDismiss()
    else { return }
    controller.dismiss(animated: true) { [self] in
      delegate?.tell(
        from: self, "presentationControllerDidDismiss(_:)", "presentationControllerDidDismiss:"
      ) { $0.presentationControllerDidDismiss(self) }
    }
  }

  private func mayBeDragged() -> Bool {
    let controller = presentedViewController
    guard !isTransitioning, !controller.isBeingDismissed, controller.directlyPresented == nil,
      mayDismiss(), machine.handle(.dragBegan) == [.startDrag]
    else { return false }
    controller.isBeingDismissed = true
    controller.beginAppearanceTransition(false, animated: true)
    return true
  }

  /// Asks the controller and the delegate for permission; notifies the delegate of a refusal or of the
  /// beginning.
  private func mayDismiss() -> Bool {
    let may =
      !presentedViewController.isModalInPresentation
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
    return true
  }

  /// E-846: dismisses the sheet as a drag does; returns false if it cannot be dismissed in its current state.
  func leaveByUser() -> Bool {
    let controller = presentedViewController
    guard !isTransitioning, !controller.isBeingDismissed, controller.directlyPresented == nil else {
      return false
    }
    guard mayDismiss() else { return true }
    afterTransition.append { [self] in
      delegate?.tell(
        from: self, "presentationControllerDidDismiss(_:)", "presentationControllerDidDismiss:"
      ) { $0.presentationControllerDidDismiss(self) }
    }
    Presenter.dismissPresented(controller, animated: true, completion: nil)
    return true
  }

  private var travel: CGFloat { heights[0].height }

  /// Dismisses the sheet if it was dragged by half its height or flung; otherwise moves it back.
  private func dragEnded(_ pan: UIPanGestureRecognizer) {
    // The app dismissed the sheet during the drag.
    guard machine.state == .dragging else { return }
    let dismisses =
      pan.state == .ended
      && (travel - (heightAtFirst - pan.translation(in: containerView).y) > travel / 2
        || pan.velocity(in: containerView).y > 1000)
    let controller = presentedViewController
    if machine.handle(.dragReleased(dismisses: dismisses)) == [.moveBack] {
      pulledHeight = nil
      controller.isBeingDismissed = false
      controller.beginAppearanceTransition(true, animated: true)
    }
    let cause = Journal.cause
    UIView.animate(
      withDuration: 0.3, delay: 0, options: [.curveEaseOut, .internalTransition],
      animations: {
        // Selecting the lowest detent returns the sheet to that height.
        if !dismisses { self.selectedDetentIdentifier = self.heights[0].identifier }
        self.apply(progress: dismisses ? 0 : 1)
      },
      completion: { _ in
        Journal.with(cause: cause) {
          switch self.machine.handle(.dragSettled) {
          case [.removeSheet]: self.leave(controller)
          case [.keepSheet]:
            controller.endAppearanceTransition()
            self.runWaiting()
          default: break
          }
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
