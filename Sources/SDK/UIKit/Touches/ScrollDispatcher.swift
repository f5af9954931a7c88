import CarobFoundation
@_spi(Hazards) import CarobRuntime
import DeviceProtocol
import GestureMachines
import QuartzCore

/// Turns input of a wheel or a trackpad into events for the pan recognizers that accept it (E-464).
///
/// Movements in quick succession are one gesture, since a wheel does not report its release.
@MainActor
final class ScrollDispatcher {
  /// Seconds without a movement after which the gesture is over.
  private static let pause = 0.15
  private var event: ScrollingEvent?
  private var alarm: LayerAlarm?

  /// Handles one movement. Returns whether something below the pointer scrolls.
  func handle(_ input: ScrollEvent) -> Bool {
    guard !UIApplication.shared.isIgnoringInteractionEvents else { return false }
    let way = CGPoint(x: input.dx, y: input.dy)
    let event: ScrollingEvent
    if let running = self.event, running.isDiscrete == input.isDiscrete {
      event = running
    } else {
      finish(.ended)
      event = ScrollingEvent(at: CGPoint(x: input.x, y: input.y), isDiscrete: input.isDiscrete)
    }
    send(event, event.isTaken ? .moved : .began, by: way)
    // Until a recognizer has begun, each movement starts a new event.
    guard event.isTaken else { return false }
    self.event = event
    alarm?.cancel()
    let end = LayerClock.now + Self.pause
    LayerTree.shared.busyUntil = max(LayerTree.shared.busyUntil, end)
    alarm = LayerClock.schedule(at: end) { [weakSelf = ZeroingElement(self)] in
      weakSelf.object?.finish(.ended)
    }
    return true
  }

  private func send(_ event: ScrollingEvent, _ kind: GestureInput.Kind, by way: CGPoint) {
    Journal.root(
      .touch, "scroll", category: .user,
      detail: [(key: "by", value: "\(Double(way.x)), \(Double(way.y))")]
    ) {
      (event.kind, event.way, event.timestamp) = (kind, way, LayerClock.now)
      UIApplication.shared.deliverEvent(event)
    }
  }

  /// Ends the gesture: after a pause, when a finger comes down, or when the system cancels input.
  func finish(_ kind: GestureInput.Kind) {
    guard let event else { return }
    self.event = nil
    alarm?.cancel()
    alarm = nil
    send(event, kind, by: .zero)
  }
}

/// An event of a turning wheel or of fingers that scroll on a trackpad.
final class ScrollingEvent: UIEvent {
  override var type: EventType { .scroll }
  override var allTouches: Set<UITouch>? { nil }
  override var buttonMask: ButtonMask { [] }

  /// The pointer's location at the beginning, in screen points.
  let place: CGPoint
  let isDiscrete: Bool
  var kind = GestureInput.Kind.began
  /// The distance that the content moves, in points.
  var way = CGPoint.zero
  /// Whether a pan has begun with this event.
  private(set) var isTaken = false
  @Zeroing private(set) var window: UIWindow?
  private var pans: [ZeroingElement<UIPanGestureRecognizer>] = []

  /// Collects the pans below the pointer, innermost first.
  init(at place: CGPoint, isDiscrete: Bool) {
    self.place = place
    self.isDiscrete = isDiscrete
    super.init()
    guard let (window, view) = UIApplication.shared.touchDispatcher.hit(place) else { return }
    self.window = window
    let mask: UIScrollTypeMask = isDiscrete ? .discrete : .continuous
    var here: UIView? = view
    while let view = here {
      for case let pan as UIPanGestureRecognizer in view.gestureRecognizers ?? []
      where !pan.allowedScrollTypesMask.isDisjoint(with: mask) && pan.wants(self) {
        pans.append(ZeroingElement(pan))
      }
      here = view.superview
    }
  }

  /// The first pan that begins prevents the others, unless a delegate lets them recognize simultaneously
  /// (E-192).
  func deliver() {
    for pan in pans.compactMap(\.object) {
      guard pan.isEnabled, pan.view?.window != nil else {
        if pan.isInProgress { pan.state = .cancelled }
        continue
      }
      let winners = pans.compactMap(\.object).filter(\.isInProgress)
      if !pan.isInProgress {
        guard winners.allSatisfy({ GestureArbiter.mayRunTogether($0, pan) }) else {
          pans.removeAll { $0.object === pan }
          continue
        }
      }
      pan.scrolled(kind, self)
      if pan.isInProgress { isTaken = true }
    }
  }
}
