import CarobFoundation
import GestureMachines

/// Tracks a pointer over its view while no button is pressed (E-396).
@preconcurrency @MainActor
open class UIHoverGestureRecognizer: UIGestureRecognizer {
  private var machine = HoverMachine()
  private var pointer = CGPoint.zero
  /// Whether any was created in this process.
  private(set) static var wereMade = false

  public override init(target: Any?, action: Selector?) {
    super.init(target: target, action: action)
    Self.wereMade = true
  }

  /// Called when the pointer enters the view, moves within it or leaves it; `point` in screen points.
  func pointerMoved(_ input: HoverMachine.Input, _ point: CGPoint) {
    pointer = point
    if let decision = machine.handle(input) { perform(decision) }
  }

  open override func location(in view: UIView?) -> CGPoint { place(ofScreen: pointer, in: view) }
  override func leaveTouches(_ reason: String) {
    super.leaveTouches(reason)
    machine = HoverMachine()
  }
  /// It tracks no touches.
  override func wants(_ touch: UITouch) -> Bool { false }
}
