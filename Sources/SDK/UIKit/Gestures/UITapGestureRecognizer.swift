import CarobFoundation
import QuartzCore

/// Recognizes one or more taps with one or more fingers (E-196: within 0.35 s of each other, close together).
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
  open var numberOfTapsRequired = 1
  open var numberOfTouchesRequired = 1
  open var buttonMaskRequired: UIEvent.ButtonMask = .primary
  private let allowedMovement: CGFloat = 45
  private let interval: TimeInterval = 0.35

  /// Complete taps of this attempt.
  private var taps = 0
  private var place = CGPoint.zero
  private var alarm: LayerAlarm?

  override var waitsForMoreTouches: Bool { alarm != nil }
  override var precedence: Int { numberOfTapsRequired }
  /// A tap leaves those that need more taps their chance (E-191).
  open override func canPrevent(_ other: UIGestureRecognizer) -> Bool {
    guard let tap = other as? UITapGestureRecognizer else { return super.canPrevent(other) }
    return tap.numberOfTapsRequired <= numberOfTapsRequired
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    alarm?.cancel()
    alarm = nil
    if trackedTouches.count > numberOfTouchesRequired { return fail("\(trackedTouches.count) fingers") }
    if taps > 0, let touch = touches.first, distance(touch.screenLocation, place) > allowedMovement {
      fail("the taps are too far apart")
    }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible else { return }
    for touch in touches {
      let distance = distance(touch.firstScreenLocation, touch.screenLocation)
      if distance > allowedMovement { return fail("moved \(Int(distance.rounded())) pt") }
    }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, trackedTouches.allSatisfy({ $0.phase == .ended }) else { return }
    guard trackedTouches.count == numberOfTouchesRequired else {
      return fail("\(trackedTouches.count) fingers")
    }
    taps += 1
    place = trackedTouches[0].screenLocation
    if taps >= numberOfTapsRequired {
      state = .ended
      return
    }
    let cause = Journal.cause
    alarm = LayerClock.schedule(at: LayerClock.now + interval) { [weak self] in
      Journal.with(cause: cause) { self?.noMoreTaps() }
    }
  }

  private func noMoreTaps() {
    alarm = nil
    fail("tap \(taps) of \(numberOfTapsRequired)")
    resetIfOver()
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    if state == .possible { fail("touches were cancelled") }
  }

  open override func reset() {
    alarm?.cancel()
    alarm = nil
    taps = 0
  }

  private func distance(_ a: CGPoint, _ b: CGPoint) -> CGFloat { hypot(a.x - b.x, a.y - b.y) }
}
