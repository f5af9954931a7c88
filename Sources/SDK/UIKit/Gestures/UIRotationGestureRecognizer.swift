import CarobFoundation

/// Two fingers that turn about each other; radians, clockwise.
@preconcurrency @MainActor
open class UIRotationGestureRecognizer: _TwoFingerGestureRecognizer {
  /// Since the gesture began, or from the last value set.
  open var rotation: CGFloat = 0

  override func measure(_ a: CGPoint, _ b: CGPoint) -> CGFloat { atan2(b.y - a.y, b.x - a.x) }
  override func mayBegin(from old: CGFloat, to new: CGFloat) -> Bool { abs(turn(from: old, to: new)) >= 0.05 }
  override func restart() { rotation = 0 }
  override func advance(from old: CGFloat, to new: CGFloat) -> CGFloat {
    let change = turn(from: old, to: new)
    rotation += change
    return change
  }
  override var quantity: String { "angle" }

  /// The shorter way around.
  private func turn(from old: CGFloat, to new: CGFloat) -> CGFloat {
    let change = new - old
    return change > .pi ? change - 2 * .pi : change < -.pi ? change + 2 * .pi : change
  }
}
