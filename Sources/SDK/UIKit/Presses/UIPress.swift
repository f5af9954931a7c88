@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// The press of a key. It is the same object from key down to key up (E-460).
@preconcurrency @MainActor
open class UIPress: _MainActorNSObject {
  public enum Phase: Int, Sendable { case began, changed, stationary, ended, cancelled }
  /// The buttons of a remote control.
  public enum PressType: Int, Sendable {
    case upArrow, downArrow, leftArrow, rightArrow, select, menu, playPause
    case pageUp = 30
    case pageDown = 31
    /// A key that is not such a button. The name is ours; the platform returns an unnamed value.
    case _key = 2000
  }

  open internal(set) var timestamp: TimeInterval = 0
  open internal(set) var phase = Phase.began
  open var type: PressType {
    switch key?.keyCode {
    case .keyboardUpArrow: .upArrow
    case .keyboardDownArrow: .downArrow
    case .keyboardLeftArrow: .leftArrow
    case .keyboardRightArrow: .rightArrow
    case .keyboardPageUp: .pageUp
    case .keyboardPageDown: .pageDown
    default: ._key
    }
  }
  open private(set) weak var window: UIWindow? {
    get { windowReference }
    set { windowReference = newValue }
  }
  @Zeroing private var windowReference: UIWindow?
  /// The responder that received the beginning of the press and also receives its end.
  open private(set) weak var responder: UIResponder? {
    get { responderReference }
    set { responderReference = newValue }
  }
  @Zeroing private var responderReference: UIResponder?
  /// Always nil, because gesture recognizers do not receive presses here.
  open var gestureRecognizers: [UIGestureRecognizer]? { nil }
  /// 1 while the key is pressed, else 0.
  open var force: CGFloat { phase == .ended || phase == .cancelled ? 0 : 1 }
  open var key: UIKey? { pressed }

  let pressed: UIKey
  /// E-461: whether all responders in the chain passed it on.
  var isDeclined = false
  /// Whether text input or a key command handled it.
  var isUsed = false

  init(_ key: UIKey, to responder: UIResponder?, at time: TimeInterval) {
    pressed = key
    self.responderReference = responder
    windowReference =
      (responder as? UIView)?.window ?? (responder as? UIViewController)?.viewIfLoaded?.window
      ?? UIApplication.shared.keyWindowOfAnyScene
    timestamp = time
    super.init()
  }
}
