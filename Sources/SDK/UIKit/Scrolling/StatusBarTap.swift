@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// A tap on the status bar scrolls the visible scroll view to its top (E-279).
@MainActor
enum StatusBarTap {
  /// Handles a touch that was lifted at `point`, in screen coordinates, if it is a tap on the status bar.
  static func consider(_ touch: UITouch, liftedAt point: CGPoint) {
    let height = max(UIScreen.main.safeAreaInsets.top, 20)
    guard touch.tapCount == 1, touch.firstScreenLocation.y < height, point.y < height,
      !(touch.view is UIControl),
      let window = touch.windowStorage
    else { return }
    var found: [UIScrollView] = []
    collect(window, &found)
    // If several scroll views have `scrollsToTop`, none of them scrolls.
    guard found.count == 1 else { return }
    found[0].scrollToTop()
  }

  private static func collect(_ view: UIView, _ found: inout [UIScrollView]) {
    guard !view.isHidden, view.alpha > 0 else { return }
    if let scroll = view as? UIScrollView, scroll.scrollsToTop { found.append(scroll) }
    for subview in view.subviews { collect(subview, &found) }
  }
}

extension UIScrollView {
  fileprivate func scrollToTop() {
    let may =
      delegate?.ask(from: self, "scrollViewShouldScrollToTop(_:)", "scrollViewShouldScrollToTop:") {
        $0.scrollViewShouldScrollToTop(self)
      } ?? true
    guard may else { return }
    let top = CGPoint(x: contentOffset.x, y: offsetRange.min.y)
    guard top != contentOffset else { return }
    stopMoving()
    move(to: top, duration: 0.3, curve: [0.42, 0, 0.58, 1]) { [weakSelf = ZeroingElement(self)] in
      guard let self = weakSelf.object else { return }
      self.delegate?.tell(from: self, "scrollViewDidScrollToTop(_:)", "scrollViewDidScrollToTop:") {
        $0.scrollViewDidScrollToTop(self)
      }
    }
  }
}
