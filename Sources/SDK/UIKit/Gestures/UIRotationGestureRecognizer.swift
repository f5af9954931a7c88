import CarobFoundation
import GestureMachines

/// Recognizes two fingers that rotate around each other; radians, clockwise.
@preconcurrency @MainActor
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  private var machine = TwoFingerMachine(.angle)

  /// The rotation since the gesture began, or since the last value set.
  open var rotation: CGFloat {
    get { CGFloat(machine.value) }
    set { machine.value = Double(newValue) }
  }
  /// Radians per second.
  open var velocity: CGFloat { CGFloat(machine.velocity) }

  override func decide(_ input: GestureInput) -> GestureDecision? { machine.handle(input) }
  override func resetMachine() { machine.reset() }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIRotationGestureRecognizer.self,
      {
        [
          "rotation": \.rotation
        ]
      },
      readOnly: {
        [
          "velocity": \.velocity
        ]
      }
    )
  }
}
