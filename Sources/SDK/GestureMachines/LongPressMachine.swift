/// Fingers held in place, optionally after a number of taps; after it has begun, it reports their movement
/// (E-196).
package struct LongPressMachine: GestureMachine {
  /// Seconds.
  package var minimumDuration = 0.5
  /// Before it begins, in points.
  package var allowedMovement = 10.0
  package var fingersRequired = 1
  package var tapsRequired = 0 {
    didSet { taps.tapsRequired = tapsRequired + 1 }
  }

  /// The taps before the press; it does not get the end of the last touch.
  private var taps = TapMachine()
  private var completeTaps = 0
  /// Whether all required fingers have touched down.
  private var isPressed = false
  package var isBetweenTaps: Bool { taps.isBetweenTaps }

  package init() {}

  package mutating func handle(_ input: GestureInput) -> GestureDecision? {
    taps.fingersRequired = fingersRequired
    switch (input.kind, input.standing) {
    case (.cancelled, _): return cancelled(input)
    case (.moved, .underWay): return .change
    case (.ended, .underWay): return .end
    case (_, .underWay): return nil
    case (.began, .undecided):
      if case .fail(let why) = taps.handle(input) { return .fail(why) }
      isPressed = input.fingers.count == fingersRequired
      return isPressed && completeTaps == tapsRequired ? .wait(minimumDuration) : nil
    case (.moved, .undecided):
      let distance = input.fingers.map(\.distance).max() ?? 0
      return distance > allowedMovement ? .fail(.moved(distance)) : nil
    case (.ended, .undecided):
      guard completeTaps < tapsRequired else { return .fail(.lifted(before: minimumDuration)) }
      let decision = taps.handle(input)
      if case .wait = decision { completeTaps += 1 }
      return decision
    case (.alarm, .undecided):
      if taps.isBetweenTaps { return taps.handle(input) }
      return isPressed && completeTaps == tapsRequired ? .begin : nil
    }
  }

  package mutating func reset() {
    taps.reset()
    completeTaps = 0
  }
}
