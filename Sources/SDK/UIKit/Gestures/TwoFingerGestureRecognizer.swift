import CarobFoundation

/// What pinches and rotations have in common: one number that two fingers make, followed from where the gesture began.
///
/// Public because its subclasses are; apps do not know it.
@preconcurrency @MainActor
open class _TwoFingerGestureRecognizer: UIGestureRecognizer {
  /// The change per second.
  open internal(set) var velocity: CGFloat = 0
  private var last: CGFloat?
  private var lastTime: TimeInterval = 0

  /// What is measured between the two fingers, screen points or radians.
  func measure(_ a: CGPoint, _ b: CGPoint) -> CGFloat { 0 }
  /// Whether the change is large enough to begin.
  func mayBegin(from old: CGFloat, to new: CGFloat) -> Bool { true }
  /// The gesture starts anew.
  func restart() {}
  /// Takes the change in and answers by how much the gesture's value changed.
  func advance(from old: CGFloat, to new: CGFloat) -> CGFloat { 0 }
  /// What did not change when the fingers were lifted too early; for the trace.
  var quantity: String { "" }

  private var current: CGFloat? {
    guard trackedTouches.count >= 2 else { return nil }
    return measure(trackedTouches[0].screenLocation, trackedTouches[1].screenLocation)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, let current else { return }
    last = current
    lastTime = event.timestamp
    restart()
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let last, let current else { return }
    if state == .possible, !mayBegin(from: last, to: current) { return }
    let change = advance(from: last, to: current)
    self.last = current
    if event.timestamp > lastTime { velocity = change / CGFloat(event.timestamp - lastTime) }
    lastTime = event.timestamp
    state = state == .possible ? .began : .changed
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    switch state {
    case .began, .changed: state = .ended
    case .possible where trackedTouches.allSatisfy({ $0.phase == .ended }):
      fail("the \(quantity) did not change")
    default: break
    }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    switch state {
    case .began, .changed: state = .cancelled
    case .possible: fail("touches were cancelled")
    default: break
    }
  }

  open override func reset() { last = nil }
}
