import CarobFoundation
import GestureMachines

/// Recognizes a quick, straight movement in one direction.
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

  private var machine = SwipeMachine()

  open var direction: Direction {
    get { Direction(rawValue: machine.directions.rawValue) }
    set { machine.directions = SwipeMachine.Directions(rawValue: newValue.rawValue) }
  }
  open var numberOfTouchesRequired: Int {
    get { machine.fingersRequired }
    set { machine.fingersRequired = newValue }
  }

  override func decide(_ input: GestureInput) -> GestureDecision? { machine.handle(input) }
  override func resetMachine() { machine.reset() }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UISwipeGestureRecognizer.self,
      {
        [
          "direction": \.direction, "numberOfTouchesRequired": \.numberOfTouchesRequired,
        ]
      }
    )
  }
}
