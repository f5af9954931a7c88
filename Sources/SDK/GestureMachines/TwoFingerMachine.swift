import Glibc

/// The distance or angle of two fingers, relative to where the gesture began.
package struct TwoFingerMachine: GestureMachine {
  package enum Quantity: Sendable { case distance, angle }

  private let quantity: Quantity
  /// The scale, or the rotation in radians clockwise, since the gesture began or since the app set it.
  package var value: Double
  /// The change of the value per second.
  package private(set) var velocity = 0.0
  private var last: Double?
  private var lastTime = 0.0

  package init(_ quantity: Quantity) {
    self.quantity = quantity
    value = quantity == .distance ? 1 : 0
  }

  package mutating func handle(_ input: GestureInput) -> GestureDecision? {
    switch (input.kind, input.standing) {
    case (.began, .undecided):
      value = quantity == .distance ? 1 : 0
      velocity = 0
      follow(input)
      return nil
    // NB: the value continues from the distance or angle of the current fingers.
    case (.began, .underWay):
      follow(input)
      return nil
    case (.moved, _):
      guard let last, let now = measure(input) else { return nil }
      if input.standing == .undecided, !isEnough(from: last, to: now) { return nil }
      advance(from: last, to: now, at: input.time)
      return input.standing == .undecided ? .begin : .change
    case (.ended, .underWay):
      // As on the platform, the gesture ends when the first of the two fingers is lifted.
      return .end
    case (.ended, .undecided):
      return input.areAllOver ? .fail(.unchanged("\(quantity)")) : nil
    case (.cancelled, _): return cancelled(input)
    case (.alarm, _): return nil
    }
  }

  private mutating func follow(_ input: GestureInput) {
    last = measure(input)
    lastTime = input.time
  }

  private mutating func advance(from old: Double, to new: Double, at time: Double) {
    let before = value
    switch quantity {
    case .distance: value *= new / old
    case .angle: value += Self.turn(from: old, to: new)
    }
    if time > lastTime { velocity = (value - before) / (time - lastTime) }
    last = new
    lastTime = time
  }

  private func measure(_ input: GestureInput) -> Double? {
    let down = input.fingers.filter { !$0.isOver }
    guard down.count >= 2 else { return nil }
    let way = down[1].place - down[0].place
    switch quantity {
    case .distance: return max(way.length, 1)
    case .angle: return atan2(way.y, way.x)
    }
  }

  private func isEnough(from old: Double, to new: Double) -> Bool {
    switch quantity {
    case .distance: abs(new - old) >= 8
    case .angle: abs(Self.turn(from: old, to: new)) >= 0.05
    }
  }

  /// The difference of two angles in the shorter direction.
  private static func turn(from old: Double, to new: Double) -> Double {
    let change = new - old
    return change > .pi ? change - 2 * .pi : change < -.pi ? change + 2 * .pi : change
  }

  package mutating func reset() {}
}
