import CarobFoundation

/// Two fingers that move apart or together.
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  /// Relative to where the gesture began, or to the last value set.
  open var scale: CGFloat = 1
  open private(set) var velocity: CGFloat = 0
  private var distance: CGFloat = 0
  private var lastTime: TimeInterval = 0

  private var currentDistance: CGFloat? {
    guard trackedTouches.count >= 2 else { return nil }
    let (a, b) = (trackedTouches[0].screenLocation, trackedTouches[1].screenLocation)
    return max(hypot(a.x - b.x, a.y - b.y), 1)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if let current = currentDistance, state == .possible {
      distance = current
      scale = 1
      lastTime = event.timestamp
    }
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let current = currentDistance, distance > 0 else { return }
    let factor = current / distance
    if state == .possible, abs(current - distance) < 8 { return }
    distance = current
    let old = scale
    scale *= factor
    if event.timestamp > lastTime { velocity = (scale - old) / CGFloat(event.timestamp - lastTime) }
    lastTime = event.timestamp
    state = state == .possible ? .began : .changed
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    switch state {
    case .began, .changed: state = .ended
    case .possible:
      if trackedTouches.allSatisfy({ $0.phase == .ended }) { fail("the distance did not change") }
    default: break
    }
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    if state == .began || state == .changed {
      state = .cancelled
    } else if state == .possible {
      fail("touches were cancelled")
    }
  }
}

/// Two fingers that turn about each other; radians, clockwise.
@preconcurrency @MainActor
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  open var rotation: CGFloat = 0
  open private(set) var velocity: CGFloat = 0
  private var angle: CGFloat = 0
  private var lastTime: TimeInterval = 0

  private var currentAngle: CGFloat? {
    guard trackedTouches.count >= 2 else { return nil }
    let (a, b) = (trackedTouches[0].screenLocation, trackedTouches[1].screenLocation)
    return atan2(b.y - a.y, b.x - a.x)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if let current = currentAngle, state == .possible {
      angle = current
      rotation = 0
      lastTime = event.timestamp
    }
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let current = currentAngle else { return }
    var delta = current - angle
    if delta > .pi { delta -= 2 * .pi }
    if delta < -.pi { delta += 2 * .pi }
    if state == .possible, abs(delta) < 0.05 { return }
    angle = current
    rotation += delta
    if event.timestamp > lastTime { velocity = delta / CGFloat(event.timestamp - lastTime) }
    lastTime = event.timestamp
    state = state == .possible ? .began : .changed
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    switch state {
    case .began, .changed: state = .ended
    case .possible:
      if trackedTouches.allSatisfy({ $0.phase == .ended }) { fail("the angle did not change") }
    default: break
    }
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    if state == .began || state == .changed {
      state = .cancelled
    } else if state == .possible {
      fail("touches were cancelled")
    }
  }
}
