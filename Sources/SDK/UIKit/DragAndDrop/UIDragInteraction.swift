@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import GestureMachines

/// Provides the items of a drag and receives messages about it. All methods but the first are optional.
@preconcurrency @MainActor
public protocol UIDragInteractionDelegate: NSObjectProtocol, _CarobOptional {
  /// Returns the items to drag; an empty array lifts nothing.
  func dragInteraction(_ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession)
    -> [UIDragItem]
  func dragInteraction(
    _ interaction: UIDragInteraction, previewForLifting item: UIDragItem, session: any UIDragSession
  ) -> UITargetedDragPreview?
  func dragInteraction(
    _ interaction: UIDragInteraction, willAnimateLiftWith animator: any UIDragAnimating,
    session: any UIDragSession)
  func dragInteraction(
    _ interaction: UIDragInteraction, sessionAllowsMoveOperation session: any UIDragSession
  )
    -> Bool
  func dragInteraction(
    _ interaction: UIDragInteraction, sessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool
  func dragInteraction(
    _ interaction: UIDragInteraction, itemsForAddingTo session: any UIDragSession, withTouchAt point: CGPoint
  ) -> [UIDragItem]
  func dragInteraction(
    _ interaction: UIDragInteraction, sessionForAddingItems sessions: [any UIDragSession],
    withTouchAt point: CGPoint
  ) -> (any UIDragSession)?
  func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, willAdd items: [UIDragItem],
    for addingInteraction: UIDragInteraction)
  func dragInteraction(_ interaction: UIDragInteraction, sessionWillBegin session: any UIDragSession)
  func dragInteraction(_ interaction: UIDragInteraction, sessionDidMove session: any UIDragSession)
  func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, willEndWith operation: UIDropOperation)
  func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, didEndWith operation: UIDropOperation)
  func dragInteraction(_ interaction: UIDragInteraction, sessionDidTransferItems session: any UIDragSession)
  func dragInteraction(
    _ interaction: UIDragInteraction, previewForCancelling item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview?
  func dragInteraction(
    _ interaction: UIDragInteraction, item: UIDragItem, willAnimateCancelWith animator: any UIDragAnimating)
}
extension UIDragInteractionDelegate {
  public func dragInteraction(
    _ interaction: UIDragInteraction, previewForLifting item: UIDragItem, session: any UIDragSession
  ) -> UITargetedDragPreview? { nil }
  public func dragInteraction(
    _ interaction: UIDragInteraction, willAnimateLiftWith animator: any UIDragAnimating,
    session: any UIDragSession
  ) {}
  public func dragInteraction(
    _ interaction: UIDragInteraction, sessionAllowsMoveOperation session: any UIDragSession
  ) -> Bool { true }
  public func dragInteraction(
    _ interaction: UIDragInteraction, sessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool { false }
  public func dragInteraction(
    _ interaction: UIDragInteraction, itemsForAddingTo session: any UIDragSession, withTouchAt point: CGPoint
  ) -> [UIDragItem] { [] }
  public func dragInteraction(
    _ interaction: UIDragInteraction, sessionForAddingItems sessions: [any UIDragSession],
    withTouchAt point: CGPoint
  ) -> (any UIDragSession)? { nil }
  public func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, willAdd items: [UIDragItem],
    for addingInteraction: UIDragInteraction
  ) {}
  public func dragInteraction(_ interaction: UIDragInteraction, sessionWillBegin session: any UIDragSession) {
  }
  public func dragInteraction(_ interaction: UIDragInteraction, sessionDidMove session: any UIDragSession) {}
  public func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, willEndWith operation: UIDropOperation
  ) {}
  public func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, didEndWith operation: UIDropOperation
  ) {}
  public func dragInteraction(
    _ interaction: UIDragInteraction, sessionDidTransferItems session: any UIDragSession
  ) {}
  public func dragInteraction(
    _ interaction: UIDragInteraction, previewForCancelling item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview? { defaultPreview }
  public func dragInteraction(
    _ interaction: UIDragInteraction, item: UIDragItem, willAnimateCancelWith animator: any UIDragAnimating
  ) {}
}

/// Lets a long press lift a view's items, to be dragged elsewhere in the app (E-478). A tap during a drag
/// adds items to it (E-514).
///
/// DEVIATION: there is one drag at a time. It ends if its view leaves the window.
@preconcurrency @MainActor
open class UIDragInteraction: _MainActorNSObject, UIInteraction {
  public init(delegate: any UIDragInteractionDelegate) {
    self.delegateReference = delegate
    super.init()
    press.interaction = self
    press.addTarget(self, action: "carob_pressed")
    tap.addTarget(self, action: "carob_tapped")
  }
  open private(set) weak var delegate: (any UIDragInteractionDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIDragInteractionDelegate)?
  open private(set) weak var view: UIView? {
    get { viewReference }
    set { viewReference = newValue }
  }
  @Zeroing private var viewReference: UIView?
  open class var isEnabledByDefault: Bool { true }
  open var isEnabled = true {
    didSet { (press.isEnabled, tap.isEnabled) = (isEnabled, isEnabled) }
  }
  /// Whether the view's other recognizers continue when the press lifts the items, until the drag begins
  /// (E-1014).
  open var allowsSimultaneousRecognitionDuringLift = false
  private let press = DragPress(target: nil, action: nil)
  private let tap = DragTap(target: nil, action: nil)
  private var drag: Drag?

  open func willMove(to view: UIView?) {
    for recognizer in [press, tap] { self.view?.removeGestureRecognizer(recognizer) }
  }
  open func didMove(to view: UIView?) {
    self.view = view
    for recognizer in [press, tap] { view?.addGestureRecognizer(recognizer) }
  }

  nonisolated open override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_pressed", "carob_pressed()", 0) {
        unsafeDowncast($0, to: UIDragInteraction.self).pressed()
      },
      .init(none: "carob_tapped", "carob_tapped()", 0) {
        let interaction = unsafeDowncast($0, to: UIDragInteraction.self)
        guard let view = interaction.view else { return }
        Drag.current?.add(from: interaction, at: interaction.tap.location(in: view))
      },
    ]
  }

  /// Whether there are items to lift.
  fileprivate func mayLift() -> Bool {
    guard let view, let window = view.window else { return false }
    drag = Drag(self, view, at: press.location(in: window), in: window)
    return drag != nil
  }

  private func pressed() {
    guard let drag, let window = drag.window else { return }
    switch press.state {
    case .began: drag.lift()
    case .changed: drag.move(to: press.location(in: window))
    case .ended:
      drag.move(to: press.location(in: window))
      drag.drop()
      self.drag = nil
    case .cancelled:
      drag.cancel()
      self.drag = nil
    default: break
    }
  }
}

/// A long press that fails where nothing can be lifted, so that the view gets the touch.
@MainActor
final class DragPress: UILongPressGestureRecognizer {
  @Zeroing var interaction: UIDragInteraction?
  override func perform(_ decision: GestureDecision) {
    if case .begin = decision, interaction?.mayLift() != true {
      return fail(.other("there is nothing to drag"))
    }
    super.perform(decision)
  }
  /// Ignores fingers that touch down during the drag.
  override func shouldReceive(_ event: UIEvent) -> Bool { !isInProgress }
  // E-478: a long press lifts the item and shows its menu at the same time.
  override func canPrevent(_ other: UIGestureRecognizer) -> Bool {
    !isTolerant && !(other is ContextPress) && !(other is DragTap)
  }
  override func canBePrevented(by other: UIGestureRecognizer) -> Bool {
    !isTolerant && !(other is ContextPress)
  }
  // E-1014
  private var isTolerant: Bool { interaction?.allowsSimultaneousRecognitionDuringLift == true }
}

/// Recognizes a tap by another finger during a drag; it works together with all other recognizers.
@MainActor
final class DragTap: UITapGestureRecognizer {
  override func shouldReceive(_ event: UIEvent) -> Bool {
    Drag.current != nil && Drag.current?.window === view?.window
  }
  override func canBePrevented(by other: UIGestureRecognizer) -> Bool { false }
}
