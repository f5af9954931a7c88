/// Moving fingers: begins after about ten points (E-196), then reports their movement.
package struct PanMachine: GestureMachine {
  package struct Edges: OptionSet, Sendable {
    package let rawValue: UInt
    package init(rawValue: UInt) { self.rawValue = rawValue }
    package static let top = Edges(rawValue: 1)
    package static let left = Edges(rawValue: 2)
    package static let bottom = Edges(rawValue: 4)
    package static let right = Edges(rawValue: 8)
  }

  package var minimumFingers = 1
  package var maximumFingers = Int.max
  /// The edges at one of which the first finger must touch down, and the size of the screen; nil for
  /// anywhere.
  package var start: (edges: Edges, screen: GesturePoint)?
  /// How far the fingers move before the gesture begins, in points.
  package static let threshold = 10.0
  private static let edgeWidth = 20.0

  /// The previous and the current centre of the fingers.
  package private(set) var origin = GesturePoint.zero
  package private(set) var current = GesturePoint.zero
  private var samples: [(time: Double, place: GesturePoint)] = []
  private var beganAt = 0.0
  /// Seconds from the first finger until the first move; negative before it.
  package private(set) var restedTime = -1.0

  package init() {}

  package mutating func handle(_ input: GestureInput) -> GestureDecision? {
    switch input.kind {
    case .began:
      if input.standing == .underWay {
        rebase(input)
        return nil
      }
      if input.fingers.count > maximumFingers { return .fail(.fingers(input.fingers.count)) }
      if let start, let first = input.fingers.first, !Self.isAtEdge(first.start, start.edges, start.screen) {
        return .fail(.notAtEdge)
      }
      if input.fingers.count == 1 { beganAt = input.time }
      current = Self.middle(input) ?? current
      origin = current
      samples = [(input.time, current)]
      restedTime = -1
      return nil
    case .moved:
      if restedTime < 0 { restedTime = input.time - beganAt }
      note(input)
      if input.standing == .underWay { return .change }
      return input.fingers.count >= minimumFingers && (current - origin).length >= Self.threshold
        ? .begin : nil
    case .ended:
      guard input.areAllOver else {
        rebase(input)
        return nil
      }
      // A finger that rested before it was lifted has no velocity.
      note(input)
      return input.standing == .underWay ? .end : .fail(.didNotMove(Self.threshold, isOneFinger: false))
    case .cancelled:
      guard input.areAllOver else {
        rebase(input)
        return nil
      }
      return cancelled(input)
    case .alarm: return nil
    }
  }

  /// A movement by a wheel or trackpad, with no threshold and no required number of fingers (E-464).
  package mutating func scroll(
    _ kind: GestureInput.Kind, at time: Double, by way: GesturePoint, _ standing: GestureInput.Standing
  ) -> GestureDecision? {
    if kind == .began {
      origin = .zero
      current = .zero
      samples = []
    }
    current = current + way
    samples.append((time, current))
    if samples.count > 8 { samples.removeFirst() }
    let isInProgress = standing == .underWay
    return switch kind {
    case .began, .moved: isInProgress ? .change : current == origin ? nil : .begin
    case .ended: isInProgress ? .end : nil
    case .cancelled: isInProgress ? .cancel : nil
    case .alarm: nil
    }
  }

  /// Points per second over the last tenth of a second.
  package var velocity: GesturePoint {
    guard let last = samples.last, let first = samples.first(where: { last.time - $0.time <= 0.1 }),
      last.time > first.time
    else { return .zero }
    let (way, time) = (last.place - first.place, last.time - first.time)
    return GesturePoint(way.x / time, way.y / time)
  }

  private mutating func note(_ input: GestureInput) {
    current = Self.middle(input) ?? current
    samples.append((input.time, current))
    if samples.count > 8 { samples.removeFirst() }
  }

  /// Keeps the translation when a finger is added or lifted.
  private mutating func rebase(_ input: GestureInput) {
    guard let middle = Self.middle(input) else { return }
    let jump = middle - current
    origin = origin + jump
    current = middle
    samples = samples.map { ($0.time, $0.place + jump) }
  }

  /// The centre of the fingers that are down; of all fingers if none is.
  private static func middle(_ input: GestureInput) -> GesturePoint? {
    if input.fingers.count == 1 { return input.fingers[0].place }
    let down = input.fingers.filter { !$0.isOver }
    return .middle(of: (down.isEmpty ? input.fingers : down).map(\.place))
  }

  private static func isAtEdge(_ place: GesturePoint, _ edges: Edges, _ screen: GesturePoint) -> Bool {
    edges.contains(.left) && place.x < edgeWidth
      || edges.contains(.right) && place.x > screen.x - edgeWidth
      || edges.contains(.top) && place.y < edgeWidth
      || edges.contains(.bottom) && place.y > screen.y - edgeWidth
  }

  package mutating func reset() {}
}
