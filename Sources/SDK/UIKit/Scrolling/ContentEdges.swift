import CoreGraphics

extension UIViewController {
  public func setContentScrollView(_ scrollView: UIScrollView?) {
    setContentScrollView(scrollView, for: .all)
  }

  /// E-530: without a scroll view, bars look as if the content were at its edge.
  func isContentAtEdge(_ edge: NSDirectionalRectEdge) -> Bool {
    guard let scrollView = contentScrollView(for: edge) else { return true }
    let ends = scrollView.contentEnds
    return edge == .top ? ends.top : ends.bottom
  }
}

extension UIResponder {
  /// Tells all controllers up the responder chain that content may have reached or left the edges under their
  /// bars.
  func notifyBars() {
    var responder: UIResponder? = self
    while let here = responder {
      (here as? UIViewController)?.contentEdgesChanged()
      responder = here.next
    }
  }
}

extension UIView {
  /// E-532: the first scroll view, including this view, that extends to the covered edge.
  func scrollView(at edge: NSDirectionalRectEdge) -> UIScrollView? { scrollView(at: edge, of: self) }

  private func scrollView(at edge: NSDirectionalRectEdge, of root: UIView) -> UIScrollView? {
    guard !isHidden else { return nil }
    guard let found = self as? UIScrollView else {
      for view in subviews {
        if let found = view.scrollView(at: edge, of: root) { return found }
      }
      return nil
    }
    guard found !== root, let place = superview?.convert(frame, to: root) else { return found }
    let safe = root.bounds.inset(by: root.safeAreaInsets)
    return (edge == .top ? place.minY <= safe.minY + 0.5 : place.maxY >= safe.maxY - 0.5) ? found : nil
  }
}

/// The collapsible part of a navigation bar, as its scroll view sees it. Lengths are in points.
struct LargeTitle {
  /// The height that can collapse; `hidden` is the height that is collapsed (E-542).
  var room: CGFloat = 0
  var hidden: CGFloat = 0
  /// The collapsed heights at which scrolling may come to rest (E-543).
  var stops: [CGFloat] = []
  /// Whether the scroll view is laid out below the bar (E-583), so that its frame changes with the bar
  /// instead of its inset.
  var isAbove = false
  /// The reduction of the scroll view's inset compared to the fully expanded title.
  var inset: CGFloat { isAbove ? 0 : hidden }
}

extension UIScrollView {
  /// The state that bars depend on; they are notified when it changes.
  struct ContentEnds: Equatable {
    var top = true
    var bottom = true
    var frame = CGRect.zero
    /// The height by which a large title is collapsed (E-542).
    var title: CGFloat = 0
  }

  /// The distance that the content has scrolled up from its place below the expanded large title, limited to
  /// the collapsible height.
  var hidingTitle: CGFloat {
    // NB: a scroll view that is laid out below the bar may be partly covered by it until the next layout.
    let inset = largeTitle.isAbove ? contentInset.top : knownInset.top + largeTitle.hidden
    return min(max(contentOffset.y + inset, 0), largeTitle.room)
  }
  var isBeneathBar: Bool { adjustsForSafeArea && safeAreaInsets.top > 0 }

  var contentEnds: ContentEnds {
    let inset = insetWithoutRefreshing
    let top = largeTitle.isAbove ? contentInset.top - largeTitle.hidden : inset.top
    return ContentEnds(
      top: contentOffset.y <= 0.5 - top,
      bottom: contentOffset.y + bounds.height >= contentSize.height + inset.bottom - 0.5, frame: frame,
      title: hidingTitle)
  }
}
