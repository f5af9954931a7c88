import CarobFoundation
import GestureMachines

/// Recognizes one or more taps with one or more fingers (E-196: within 0.35 s of each other, close together).
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
  private var machine = TapMachine()

  open var numberOfTapsRequired: Int {
    get { machine.tapsRequired }
    set { machine.tapsRequired = newValue }
  }
  open var numberOfTouchesRequired: Int {
    get { machine.fingersRequired }
    set { machine.fingersRequired = newValue }
  }
  /// The buttons that must be held; a finger counts as the primary one (E-945).
  open var buttonMaskRequired: UIEvent.ButtonMask = .primary
  override func acceptsButtons(of event: UIEvent) -> Bool {
    event.buttonMask.isSuperset(of: buttonMaskRequired)
  }

  override var waitsForMoreTouches: Bool { machine.isBetweenTaps }
  override var precedence: Int { numberOfTapsRequired }
  /// A tap does not prevent recognizers that need more taps (E-191).
  open override func canPrevent(_ other: UIGestureRecognizer) -> Bool {
    guard let tap = other as? UITapGestureRecognizer else { return super.canPrevent(other) }
    return tap.numberOfTapsRequired <= numberOfTapsRequired
  }

  override func decide(_ input: GestureInput) -> GestureDecision? { machine.handle(input) }
  override func resetMachine() { machine.reset() }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UITapGestureRecognizer.self,
      {
        [
          "numberOfTapsRequired": \.numberOfTapsRequired,
          "numberOfTouchesRequired": \.numberOfTouchesRequired, "buttonMaskRequired": \.buttonMaskRequired,
        ]
      }
    )
  }
}
