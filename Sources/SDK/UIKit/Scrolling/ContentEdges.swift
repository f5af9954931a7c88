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
  func tellBars() {
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
    min(max(contentOffset.y + knownInset.top + largeTitle.hidden, 0), largeTitle.room)
  }
  var isBeneathBar: Bool { adjustsForSafeArea && safeAreaInsets.top > 0 }

  var contentEnds: ContentEnds {
    let inset = adjustedContentInset
    return ContentEnds(
      top: contentOffset.y <= 0.5 - inset.top,
      bottom: contentOffset.y + bounds.height >= contentSize.height + inset.bottom - 0.5, frame: frame,
      title: hidingTitle)
  }
}
