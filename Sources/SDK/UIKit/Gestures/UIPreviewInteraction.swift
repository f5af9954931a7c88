@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Receives the progress of a preview interaction. Only the first and the last method are required.
@preconcurrency @MainActor
public protocol UIPreviewInteractionDelegate: NSObjectProtocol, _CarobOptional {
  /// The progress of the preview, 0…1; `ended` is true once, with 1.
  func previewInteraction(
    _ previewInteraction: UIPreviewInteraction, didUpdatePreviewTransition transitionProgress: CGFloat,
    ended: Bool)
  func previewInteractionShouldBegin(_ previewInteraction: UIPreviewInteraction) -> Bool
  /// The progress of the commit, after the preview has ended.
  func previewInteraction(
    _ previewInteraction: UIPreviewInteraction, didUpdateCommitTransition transitionProgress: CGFloat,
    ended: Bool)
  func previewInteractionDidCancel(_ previewInteraction: UIPreviewInteraction)
}

extension UIPreviewInteractionDelegate {
  public func previewInteractionShouldBegin(_ previewInteraction: UIPreviewInteraction) -> Bool { true }
  public func previewInteraction(
    _ previewInteraction: UIPreviewInteraction, didUpdateCommitTransition transitionProgress: CGFloat,
    ended: Bool
  ) {}
}

/// Follows the force of a touch on a view: first to a preview, then to a commit (E-1002).
///
/// A script's `touches` step gives the force. A touch of force 1, as all others are, never begins it, as on a
/// device whose screen does not sense force.
@preconcurrency @MainActor
open class UIPreviewInteraction: _MainActorNSObject {
  public init(view: UIView) {
    viewReference = view
    super.init()
    press.interaction = self
    view.addGestureRecognizer(press)
  }
  open private(set) weak var view: UIView? {
    get { viewReference }
    set { viewReference = newValue }
  }
  @Zeroing private var viewReference: UIView?
  open weak var delegate: (any UIPreviewInteractionDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIPreviewInteractionDelegate)?
  private let press = ForcePress(target: nil, action: nil)
  private var phase = Phase.idle
  private enum Phase { case idle, previewing, committing, ended }

  /// The touch in the coordinates of `coordinateSpace`, in points.
  open func location(in coordinateSpace: (any UICoordinateSpace)?) -> CGPoint {
    guard let view else { return .zero }
    let point = press.location(in: view)
    return coordinateSpace.map { view.convert(point, to: $0) } ?? point
  }
  /// Ends the interaction; the delegate is told that it was cancelled.
  open func cancel() {
    guard phase == .previewing || phase == .committing else { return }
    phase = .ended
    delegate?.tell(
      from: self, "previewInteractionDidCancel(_:)", "previewInteractionDidCancel:"
    ) { $0.previewInteractionDidCancel(self) }
  }

  /// The forces at which the preview begins and ends, and the commit ends.
  private static let begin: CGFloat = 1
  private static let peek: CGFloat = 10 / 3
  private static let pop: CGFloat = 20 / 3

  // E-1002
  fileprivate func pressed(_ force: CGFloat) {
    switch phase {
    case .idle:
      guard force > Self.begin else { return }
      let may =
        delegate?.ask(
          from: self, "previewInteractionShouldBegin(_:)", "previewInteractionShouldBegin:"
        ) { $0.previewInteractionShouldBegin(self) } ?? true
      phase = may ? .previewing : .ended
      if may { pressed(force) }
    case .previewing:
      let progress = min(max((force - Self.begin) / (Self.peek - Self.begin), 0), 1)
      if progress == 1 { phase = .committing }
      delegate?.tell(
        from: self, "previewInteraction(_:didUpdatePreviewTransition:ended:)",
        "previewInteraction:didUpdatePreviewTransition:ended:"
      ) { $0.previewInteraction(self, didUpdatePreviewTransition: progress, ended: progress == 1) }
    case .committing:
      guard let delegate,
        Runtime.answers(delegate, "previewInteraction:didUpdateCommitTransition:ended:")
      else { return }
      let progress = min(max((force - Self.peek) / (Self.pop - Self.peek), 0), 1)
      if progress == 1 { phase = .ended }
      delegate.tell(
        from: self, "previewInteraction(_:didUpdateCommitTransition:ended:)",
        "previewInteraction:didUpdateCommitTransition:ended:"
      ) { $0.previewInteraction(self, didUpdateCommitTransition: progress, ended: progress == 1) }
    case .ended: break
    }
  }
  /// The finger was lifted: an interaction that has not ended is cancelled.
  fileprivate func lifted() {
    // A preview without a commit ends with the delegate's own dismissal.
    if phase == .previewing || phase == .committing { cancel() }
    phase = .idle
  }
}

/// Watches the force of a touch, without taking part in the recognition of gestures.
@MainActor
private final class ForcePress: UIGestureRecognizer {
  @Zeroing var interaction: UIPreviewInteraction?
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if let touch = touches.first { interaction?.pressed(touch.force) }
  }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    if let touch = touches.first { interaction?.pressed(touch.force) }
  }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    interaction?.lifted()
    state = .failed
  }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    interaction?.lifted()
    state = .failed
  }
}
