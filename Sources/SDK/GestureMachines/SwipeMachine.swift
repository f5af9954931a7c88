/// A quick straight movement of fingers in one direction.
package struct SwipeMachine: GestureMachine {
  package struct Directions: OptionSet, Sendable {
    package let rawValue: UInt
    package init(rawValue: UInt) { self.rawValue = rawValue }
    package static let right = Directions(rawValue: 1)
    package static let left = Directions(rawValue: 2)
    package static let up = Directions(rawValue: 4)
    package static let down = Directions(rawValue: 8)
  }

  package var directions = Directions.right
  package var fingersRequired = 1
  /// Points.
  private let minimumDistance = 50.0
  /// Seconds.
  private let maximumTime = 0.5
  private var beganAt = 0.0

  package init() {}

  package mutating func handle(_ input: GestureInput) -> GestureDecision? {
    guard input.standing == .undecided else { return nil }
    switch input.kind {
    case .began:
      if input.fingers.count > fingersRequired { return .fail(.fingers(input.fingers.count)) }
      beganAt = input.time
      return nil
    case .moved: return moved(input)
    case .ended: return .fail(.didNotMove(minimumDistance, isOneFinger: true))
    case .cancelled: return cancelled(input)
    case .alarm: return nil
    }
  }

  private func moved(_ input: GestureInput) -> GestureDecision? {
    guard input.fingers.count == fingersRequired, let finger = input.fingers.first else { return nil }
    if input.time - beganAt > maximumTime { return .fail(.tooSlow) }
    let way = finger.place - finger.start
    let isHorizontal = abs(way.x) > abs(way.y)
    let (along, across) = isHorizontal ? (abs(way.x), abs(way.y)) : (abs(way.y), abs(way.x))
    guard along >= minimumDistance else { return nil }
    let direction: Directions = isHorizontal ? (way.x > 0 ? .right : .left) : (way.y > 0 ? .down : .up)
    guard directions.contains(direction) else { return .fail(.wrongDirection) }
    return across > along * 0.6 ? .fail(.notStraight) : .recognize
  }

  package mutating func reset() {}
}
