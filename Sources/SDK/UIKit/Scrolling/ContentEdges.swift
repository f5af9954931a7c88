import CoreGraphics

extension UIViewController {
  public func setContentScrollView(_ scrollView: UIScrollView?) {
    setContentScrollView(scrollView, for: .all)
  }

  /// E-530: without a scroll view bars are as at its edge.
  func isContentAtEdge(_ edge: NSDirectionalRectEdge) -> Bool {
    guard let scrollView = contentScrollView(for: edge) else { return true }
    let ends = scrollView.contentEnds
    return edge == .top ? ends.top : ends.bottom
  }
}

extension UIResponder {
  /// Lets the controllers that are above know that content may have come to their bars or left them.
  func notifyBars() {
    var responder: UIResponder? = self
    while let here = responder {
      (here as? UIViewController)?.contentEdgesChanged()
      responder = here.next
    }
  }
}

extension UIView {
  /// E-532: the first one that reaches what covers the edge, itself included.
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

/// What of a navigation bar gives way to content, as a scroll view knows it.
struct LargeTitle {
  /// How much can give way, and does (E-542).
  var room: CGFloat = 0
  var hidden: CGFloat = 0
  /// How much may be hidden at rest (E-543).
  var stops: [CGFloat] = []
  /// Whether the scroll view is laid out below the bar (E-583), so that its frame follows and not its inset.
  var isAbove = false
  /// How much less the scroll view's inset is than with the whole title.
  var inset: CGFloat { isAbove ? 0 : hidden }
}

extension UIScrollView {
  /// What bars ask for, and are told when it changes.
  struct ContentEnds: Equatable {
    var top = true
    var bottom = true
    var frame = CGRect.zero
    /// How much of a large title gives way (E-542).
    var title: CGFloat = 0
  }

  /// How far the content's top is above where it is with the whole large title, as long as that has room to give.
  var hidingTitle: CGFloat {
    // NB: until the next layout the bar may cover a part of one that is laid out below it.
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
