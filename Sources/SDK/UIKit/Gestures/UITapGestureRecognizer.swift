import CarobFoundation

/// Recognizes one or more taps with one or more fingers (E-196: within 0.35 s of each other, close together).
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
  open var numberOfTapsRequired = 1
  open var numberOfTouchesRequired = 1
  open var buttonMaskRequired: UIEvent.ButtonMask = .primary
  private let allowedMovement: CGFloat = 45

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if trackedTouches.count > numberOfTouchesRequired { fail("\(trackedTouches.count) fingers") }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible else { return }
    for touch in touches {
      let (a, b) = (touch.firstScreenLocation, touch.screenLocation)
      let distance = hypot(a.x - b.x, a.y - b.y)
      if distance > allowedMovement { fail("moved \(Int(distance.rounded())) pt") }
    }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, trackedTouches.allSatisfy({ $0.phase == .ended }) else { return }
    guard trackedTouches.count == numberOfTouchesRequired else {
      return fail("\(trackedTouches.count) fingers")
    }
    let taps = trackedTouches.map(\.tapCount).max() ?? 0
    if taps < numberOfTapsRequired { return fail("tap \(taps) of \(numberOfTapsRequired)") }
    if taps % numberOfTapsRequired == 0 { state = .ended } else { fail("tap \(taps)") }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    if state == .possible { fail("touches were cancelled") }
  }
}
