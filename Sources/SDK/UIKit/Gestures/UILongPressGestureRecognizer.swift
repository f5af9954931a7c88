import CarobFoundation
import GestureMachines

/// Recognizes fingers that stay down; begins after `minimumPressDuration`, then tracks them (E-196).
@preconcurrency @MainActor
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  private var machine = LongPressMachine()

  open var minimumPressDuration: TimeInterval {
    get { machine.minimumDuration }
    set { machine.minimumDuration = newValue }
  }
  open var allowableMovement: CGFloat {
    get { CGFloat(machine.allowedMovement) }
    set { machine.allowedMovement = Double(newValue) }
  }
  open var numberOfTouchesRequired: Int {
    get { machine.fingersRequired }
    set { machine.fingersRequired = newValue }
  }
  /// The number of taps before the press.
  open var numberOfTapsRequired: Int {
    get { machine.tapsRequired }
    set { machine.tapsRequired = newValue }
  }

  override var waitsForMoreTouches: Bool { machine.isBetweenTaps }
  override func decide(_ input: GestureInput) -> GestureDecision? { machine.handle(input) }
  override func resetMachine() { machine.reset() }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UILongPressGestureRecognizer.self,
      {
        [
          "minimumPressDuration": \.minimumPressDuration, "allowableMovement": \.allowableMovement,
          "numberOfTouchesRequired": \.numberOfTouchesRequired,
          "numberOfTapsRequired": \.numberOfTapsRequired,
        ]
      }
    )
  }
}
