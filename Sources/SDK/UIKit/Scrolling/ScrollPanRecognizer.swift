import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// A scroll view's own pan: only for directions in which there is something to scroll.
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
    if contentTouchCanceled(scrollView), let view = trackedTouches.first?.view, view !== scrollView {
      guard scrollView.canCancelContentTouches, scrollView.touchesShouldCancel(in: view) else { return false }
    }
    return abs(dx) > abs(dy) ? scrollView.canScrollHorizontally : scrollView.canScrollVertically
  }
  /// E-590: pinch and pan go on together.
  override func canPrevent(_ other: UIGestureRecognizer) -> Bool {
    other !== scrollView?.zooming.pinch && super.canPrevent(other)
  }

  /// Whether the finger rested so long before it moved that the touch is the content's.
  ///
  /// DEVIATION: on the platform the content gets a touch only then; here at once, and its end when scrolling begins.
  private func contentTouchCanceled(_ scrollView: UIScrollView) -> Bool {
    !scrollView.delaysContentTouches || restedTime > 0.15
  }
}
