@_spi(Hazards) import CarobRuntime
import CoreGraphics

/// The container of a presentation: dims what is behind and holds the presented view.
@preconcurrency @MainActor
final class TransitionView: UIView {
  @Zeroing var presentation: UIPresentationController?
  /// Whether a touch at this point goes to the views behind.
  var letsThrough: ((CGPoint) -> Bool)?

  override func reaches(_ point: CGPoint) -> Bool {
    letsThrough?(point) != true && super.reaches(point)
  }
  override func layoutSubviews() {
    super.layoutSubviews()
    presentation?.layOutContainer()
  }
}
