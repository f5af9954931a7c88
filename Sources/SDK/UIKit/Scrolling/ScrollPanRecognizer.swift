import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// The pan recognizer of a scroll view. It begins only in directions in which the view can scroll.
@preconcurrency @MainActor
final class ScrollPanRecognizer: UIPanGestureRecognizer {
  @Zeroing private var scrollView: UIScrollView?
  init(_ scrollView: UIScrollView) {
    self.scrollView = scrollView
    super.init(target: nil, action: nil)
    allowedScrollTypesMask = .all
  }
  override func mayBegin(_ dx: CGFloat, _ dy: CGFloat) -> Bool {
    guard let scrollView, scrollView.isScrollEnabled else { return false }
    // E-1021
    if dy < 0, UISheetPresentationController.around(scrollView)?.expands(for: scrollView, dx, dy) == true {
      return false
    }
    if contentTouchCanceled(scrollView), let view = trackedTouches.first?.view, view !== scrollView {
      guard scrollView.canCancelContentTouches, scrollView.touchesShouldCancel(in: view) else { return false }
    }
    return abs(dx) > abs(dy) ? scrollView.canScrollHorizontally : scrollView.canScrollVertically
  }
  /// E-590: pinch and pan work simultaneously.
  override func canPrevent(_ other: UIGestureRecognizer) -> Bool {
    other !== scrollView?.zooming.pinch && super.canPrevent(other)
  }

  /// Whether the finger rested long enough before it moved that the content handles the touch.
  ///
  /// DEVIATION: the platform delivers the touch to the content only after this delay. Here the content gets
  /// it at once, and it is canceled when scrolling begins.
  private func contentTouchCanceled(_ scrollView: UIScrollView) -> Bool {
    !scrollView.delaysContentTouches || restedTime > 0.15
  }
}
