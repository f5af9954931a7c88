import CarobFoundation
import QuartzCore

/// Recognizes fingers that stay down; begins after `minimumPressDuration`, then follows them (E-196).
@preconcurrency @MainActor
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  open var minimumPressDuration: TimeInterval = 0.5
  open var allowableMovement: CGFloat = 10
  open var numberOfTouchesRequired = 1
  open var numberOfTapsRequired = 0
  private var alarm: LayerAlarm?

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if trackedTouches.count > numberOfTouchesRequired { return fail("\(trackedTouches.count) fingers") }
    guard trackedTouches.count == numberOfTouchesRequired else { return }
    alarm?.cancel()
    let cause = Journal.cause
    alarm = LayerClock.schedule(at: LayerClock.now + minimumPressDuration) { [weak self] in
      Journal.with(cause: cause) { self?.fired() }
    }
  }

  private func fired() {
    if state == .possible { state = .began }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    if state == .began || state == .changed {
      state = .changed
      return
    }
    for touch in touches {
      let distance = hypot(
        touch.screenLocation.x - touch.firstScreenLocation.x,
        touch.screenLocation.y - touch.firstScreenLocation.y)
      if distance > allowableMovement { return fail("moved \(Int(distance.rounded())) pt") }
    }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    switch state {
    case .began, .changed: state = .ended
    case .possible: fail("lifted before \(minimumPressDuration) s")
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
  open override func reset() {
    alarm?.cancel()
    alarm = nil
  }
}
