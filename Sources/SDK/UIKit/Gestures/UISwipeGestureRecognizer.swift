import CarobFoundation

/// Recognizes a quick straight movement in one direction.
@preconcurrency @MainActor
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  public struct Direction: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let right = Direction(rawValue: 1)
    public static let left = Direction(rawValue: 2)
    public static let up = Direction(rawValue: 4)
    public static let down = Direction(rawValue: 8)
  }
  open var direction = Direction.right
  open var numberOfTouchesRequired = 1
  private var beganAt: TimeInterval = 0
  private let minimumDistance: CGFloat = 50
  private let maximumTime: TimeInterval = 0.5

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if trackedTouches.count > numberOfTouchesRequired { return fail("\(trackedTouches.count) fingers") }
    beganAt = event.timestamp
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, trackedTouches.count == numberOfTouchesRequired,
      let touch = trackedTouches.first
    else { return }
    if event.timestamp - beganAt > maximumTime { return fail("too slow for a swipe") }
    let dx = touch.screenLocation.x - touch.firstScreenLocation.x
    let dy = touch.screenLocation.y - touch.firstScreenLocation.y
    let (along, across, way): (CGFloat, CGFloat, Direction) =
      abs(dx) > abs(dy)
      ? (abs(dx), abs(dy), dx > 0 ? .right : .left) : (abs(dy), abs(dx), dy > 0 ? .down : .up)
    guard along >= minimumDistance else { return }
    guard direction.contains(way) else { return fail("the finger went another way") }
    if across > along * 0.6 { return fail("the finger did not move straight") }
    state = .ended
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    if state == .possible { fail("the finger did not move \(Int(minimumDistance)) pt") }
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    if state == .possible { fail("touches were cancelled") }
  }
}
