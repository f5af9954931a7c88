import CarobFoundation

/// A user action, with all touches of its sequence (E-166).
@preconcurrency @MainActor
open class UIEvent: _MainActorNSObject {
  public enum EventType: Int, Sendable {
    case touches, motion, remoteControl, presses
    case scroll = 10
    case hover = 11
    case transform = 14
  }
  public enum EventSubtype: Int, Sendable {
    case none = 0
    case motionShake = 1
    case remoteControlPlay = 100
    case remoteControlPause, remoteControlStop,
      remoteControlTogglePlayPause, remoteControlNextTrack, remoteControlPreviousTrack
  }
  public struct ButtonMask: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let primary = ButtonMask(rawValue: 1)
    public static let secondary = ButtonMask(rawValue: 2)
  }

  // F-181
  nonisolated open override var description: String {
    Describing.onMainActor(self) { event in
      let touches = event.orderedTouches.map { "\n    \($0.descriptionText)" }.joined(separator: ",")
      let time = Describing.number(event.timestamp)
      return "<\(Describing.head(event))> timestamp: \(time) touches: {(\(touches)\n)}"
    }
  }

  open var type: EventType { .touches }
  open var subtype: EventSubtype { .none }
  open internal(set) var timestamp: TimeInterval = 0
  open var modifierFlags: UIKeyModifierFlags { [] }
  open var buttonMask: ButtonMask { .primary }
  /// All touches of the sequence, in the order in which they began.
  var orderedTouches: [UITouch] = []

  open var allTouches: Set<UITouch>? { Set(orderedTouches) }
  open func touches(for view: UIView) -> Set<UITouch>? { Set(orderedTouches.filter { $0.view === view }) }
  open func touches(for window: UIWindow) -> Set<UITouch>? {
    Set(orderedTouches.filter { $0.window === window })
  }
  open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
    Set(orderedTouches.filter { $0.recognizers.contains { $0 === gesture } })
  }
  open func coalescedTouches(for touch: UITouch) -> [UITouch]? { [touch] }
  open func predictedTouches(for touch: UITouch) -> [UITouch]? { [] }
}

/// The event of a button of a headset or of the lock screen's player (E-977).
final class RemoteControlEvent: UIEvent {
  private let button: EventSubtype
  init(_ button: EventSubtype) {
    self.button = button
    super.init()
  }
  override var type: EventType { .remoteControl }
  override var subtype: EventSubtype { button }

  /// The event for a command of the device's music player; nil for an unknown one.
  static func of(_ command: String) -> RemoteControlEvent? {
    let buttons: [String: EventSubtype] = [
      "play": .remoteControlPlay, "pause": .remoteControlPause, "stop": .remoteControlStop,
      "next": .remoteControlNextTrack, "previous": .remoteControlPreviousTrack,
    ]
    return buttons[command].map { RemoteControlEvent($0) }
  }
}

/// The event of a shake.
final class MotionEvent: UIEvent {
  override var type: EventType { .motion }
  override var subtype: EventSubtype { .motionShake }
}
