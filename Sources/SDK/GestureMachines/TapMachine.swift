/// A number of taps with a number of fingers, each shortly after the previous one and close to it (E-196).
package struct TapMachine: GestureMachine {
  package var tapsRequired = 1
  package var fingersRequired = 1
  /// The maximum movement of a finger and distance between taps, in points.
  private let allowedMovement = 45.0
  /// The maximum time from one tap to the next, in seconds.
  private let interval = 0.35

  /// Complete taps of this attempt.
  private var taps = 0
  private var place = GesturePoint.zero
  /// Whether the fingers are up and the next tap has not begun.
  package private(set) var isBetweenTaps = false

  package init() {}

  package mutating func handle(_ input: GestureInput) -> GestureDecision? {
    guard input.standing == .undecided else { return nil }
    switch input.kind {
    case .began:
      isBetweenTaps = false
      if input.fingers.count > fingersRequired { return .fail(.fingers(input.fingers.count)) }
      guard taps > 0, let finger = input.fingers.first(where: { $0.phase == .began }),
        (finger.place - place).length > allowedMovement
      else { return nil }
      return .fail(.tapsTooFarApart)
    case .moved:
      let distance = input.fingers.map(\.distance).max() ?? 0
      return distance > allowedMovement ? .fail(.moved(distance)) : nil
    case .ended:
      guard input.areAllOver else { return nil }
      guard input.fingers.count == fingersRequired else { return .fail(.fingers(input.fingers.count)) }
      taps += 1
      place = input.fingers[0].place
      if taps >= tapsRequired { return .recognize }
      isBetweenTaps = true
      return .wait(interval)
    case .cancelled: return cancelled(input)
    case .alarm:
      guard isBetweenTaps else { return nil }
      isBetweenTaps = false
      return .fail(.tap(taps, of: tapsRequired))
    }
  }

  package mutating func reset() {
    taps = 0
    isBetweenTaps = false
  }
}
