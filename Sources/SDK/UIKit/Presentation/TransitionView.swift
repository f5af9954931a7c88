import CoreGraphics

/// The container of a presentation in the window: dims and holds the presented view.
@preconcurrency @MainActor
final class TransitionView: UIView {
  weak var presentation: UIPresentationController?
  /// Whether a touch here is for what is behind.
  var letsThrough: ((CGPoint) -> Bool)?

  override func reaches(_ point: CGPoint) -> Bool {
    letsThrough?(point) != true && super.reaches(point)
  }
  override func layoutSubviews() {
    super.layoutSubviews()
    presentation?.layOutContainer()
  }
}
