import CarobFoundation
import GestureMachines

/// Follows a pointer over its view while no button is pressed (E-396).
@preconcurrency @MainActor
open class UIHoverGestureRecognizer: UIGestureRecognizer {
  private var machine = HoverMachine()
  private var pointer = CGPoint.zero
  /// Since the process began.
  private(set) static var wereMade = false

  public override init(target: Any?, action: Selector?) {
    super.init(target: target, action: action)
    Self.wereMade = true
  }

  /// The pointer moved: into the view, within it, or out of it; screen points.
  func pointerMoved(_ input: HoverMachine.Input, _ point: CGPoint) {
    pointer = point
    if let decision = machine.handle(input) { perform(decision) }
  }

  open override func location(in view: UIView?) -> CGPoint { place(ofScreen: pointer, in: view) }
  override func leaveTouches(_ reason: String) {
    super.leaveTouches(reason)
    machine = HoverMachine()
  }
  /// It follows no finger.
  override func wants(_ touch: UITouch) -> Bool { false }
}
