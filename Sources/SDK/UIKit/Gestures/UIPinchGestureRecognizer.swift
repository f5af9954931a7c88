import CarobFoundation

/// Two fingers that move apart or together.
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: _TwoFingerGestureRecognizer {
  /// Relative to where the gesture began, or to the last value set.
  open var scale: CGFloat = 1

  override func measure(_ a: CGPoint, _ b: CGPoint) -> CGFloat { max(hypot(a.x - b.x, a.y - b.y), 1) }
  override func mayBegin(from old: CGFloat, to new: CGFloat) -> Bool { abs(new - old) >= 8 }
  override func restart() { scale = 1 }
  override func advance(from old: CGFloat, to new: CGFloat) -> CGFloat {
    let before = scale
    scale *= new / old
    return scale - before
  }
  override var quantity: String { "distance" }
}
