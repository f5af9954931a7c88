import CarobFoundation

/// A key that is held down: the same object from its beginning to its end (E-460).
@preconcurrency @MainActor
open class UIPress: _MainActorNSObject {
  public enum Phase: Int, Sendable { case began, changed, stationary, ended, cancelled }
  /// The buttons of a remote control.
  public enum PressType: Int, Sendable {
    case upArrow, downArrow, leftArrow, rightArrow, select, menu, playPause
    case pageUp = 30
    case pageDown = 31
    /// A key that stands for no such button; not a name of the platform's, which answers a number without one.
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
  open private(set) weak var window: UIWindow?
  /// Who was told about it first, and is told about its end.
  open private(set) weak var responder: UIResponder?
  /// Recognizers take no part in presses here.
  open var gestureRecognizers: [UIGestureRecognizer]? { nil }
  /// A key is pressed or it is not.
  open var force: CGFloat { phase == .ended || phase == .cancelled ? 0 : 1 }
  open var key: UIKey? { pressed }

  let pressed: UIKey
  /// E-461: everybody in the chain has passed it on.
  var isDeclined = false
  /// A text or a key command took it.
  var isUsed = false

  init(_ key: UIKey, to responder: UIResponder?, at time: TimeInterval) {
    pressed = key
    self.responder = responder
    window =
      (responder as? UIView)?.window ?? (responder as? UIViewController)?.viewIfLoaded?.window
      ?? UIApplication.shared.keyWindowOfAnyScene
    timestamp = time
    super.init()
  }
}
