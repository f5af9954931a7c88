import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// One finger, from touch-down to its end; the same object in every phase (E-166).
@preconcurrency @MainActor
open class UITouch: _MainActorNSObject {
  public enum Phase: Int, Sendable {
    case began, moved, stationary, ended, cancelled, regionEntered, regionMoved, regionExited
  }
  public enum TouchType: Int, Sendable { case direct, indirect, pencil, indirectPointer }

  open internal(set) var phase = Phase.began
  open internal(set) var tapCount = 1
  open internal(set) var timestamp: TimeInterval = 0
  open internal(set) var force: CGFloat = 1
  open var maximumPossibleForce: CGFloat { 6.67 }
  open var majorRadius: CGFloat { 20 }
  open var majorRadiusTolerance: CGFloat { 5 }
  open var type: TouchType { .direct }
  /// The view that was hit at touch-down; it stays the same wherever the finger moves (E-160).
  open internal(set) var view: UIView?
  open var window: UIWindow? { windowStorage }
  @Zeroing var windowStorage: UIWindow?
  open var gestureRecognizers: [UIGestureRecognizer]? { recognizers }

  /// Screen points.
  var screenLocation = CGPoint.zero
  var previousScreenLocation = CGPoint.zero
  var firstScreenLocation = CGPoint.zero
  let fingerID: UInt32
  /// The recognizers that get this touch: those of the hit view and its superviews (E-180).
  var recognizers: [UIGestureRecognizer] = []
  /// Whether the view was sent touchesCancelled; it gets nothing more.
  var isCancelledForView = false
  /// Whether the view was sent touchesEnded; it gets nothing more.
  var isFinishedForView = false
  /// Whether the view was sent touchesBegan.
  var isKnownToView = false
  /// Phases that are delivered to the view once the recognizers that delay them have failed (E-186, E-187).
  var deferredPhases: [UITouch.Phase] = []
  /// Whether deferred phases are being delivered to the view.
  var isBeingDelivered = false
  /// Whether the view ignores this touch, since it has another one and multiple touch is disabled (E-168).
  var isWithheldFromView = false

  init(fingerID: UInt32) {
    self.fingerID = fingerID
    super.init()
  }

  // F-181
  nonisolated open override var description: String { Describing.onMainActor(self) { $0.descriptionText } }

  /// In the view's coordinates; nil means the window's.
  open func location(in view: UIView?) -> CGPoint { convert(screenLocation, to: view) }
  open func previousLocation(in view: UIView?) -> CGPoint { convert(previousScreenLocation, to: view) }
  open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }
  open func precisePreviousLocation(in view: UIView?) -> CGPoint { previousLocation(in: view) }

  private func convert(_ p: CGPoint, to view: UIView?) -> CGPoint {
    guard let window else { return p }
    let inWindow = window.layer.fromSuperlayer(p)
    guard let view, view !== window else { return inWindow }
    return view.convert(inWindow, from: nil)
  }
}
