import CarobFoundation
import GestureMachines

/// Recognizes two fingers that move apart or together.
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  private var machine = TwoFingerMachine(.distance)

  /// The scale relative to the beginning of the gesture, or to the last value set.
  open var scale: CGFloat {
    get { CGFloat(machine.value) }
    set { machine.value = Double(newValue) }
  }
  /// The change of the scale per second.
  open var velocity: CGFloat { CGFloat(machine.velocity) }

  override func decide(_ input: GestureInput) -> GestureDecision? { machine.handle(input) }
  override func resetMachine() { machine.reset() }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIPinchGestureRecognizer.self,
      {
        [
          "scale": \.scale
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
