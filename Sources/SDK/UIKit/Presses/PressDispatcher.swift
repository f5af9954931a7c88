import CarobFoundation
import DeviceProtocol
import QuartzCore

/// Turns the device's keys into presses and sends them through application and window (E-460).
@MainActor
final class PressDispatcher {
  /// What is down, in the order in which it went down; a key has the place it is at, else its name.
  private var down: [(place: String, press: UIPress)] = []

  /// Whether somebody took it; a key that goes up is nobody's.
  func handle(_ event: KeyEvent) -> Bool {
    let place = event.code.isEmpty ? event.key.lowercased() : event.code
    let held = down.first { $0.place == place }?.press
    guard event.isDown else {
      if let held { finish([held], .ended, UIKeyModifierFlags(event)) }
      return true
    }
    if event.isRepeat, let held {
      // E-462: held on, it is no press again; what it does is done again.
      return !held.isDeclined || KeyInput.act(UIKey(event)) || held.pressed.isModifier
    }
    // The end of it was missed.
    if let held { finish([held], .cancelled, UIKeyModifierFlags(event)) }
    return begin(UIKey(event), at: place)
  }

  private func begin(_ key: UIKey, at place: String) -> Bool {
    let press = UIPress(key, to: FirstResponder.start, at: LayerClock.now)
    down.append((place, press))
    send(key.modifierFlags)
    if press.phase == .began { press.phase = .stationary }
    return !press.isDeclined || press.isUsed || key.isModifier || Self.hasReceiver(press)
  }

  /// Whether a responder of the app's looks at presses, though it passed this one on.
  private static func hasReceiver(_ press: UIPress) -> Bool {
    var responder = press.responder
    while let here = responder {
      if Runtime.implementation(type(of: here), "pressesBegan(_:with:)") != nil { return true }
      responder = here.next
    }
    return false
  }

  private func finish(_ presses: [UIPress], _ phase: UIPress.Phase, _ flags: UIKeyModifierFlags) {
    for press in presses {
      press.phase = phase
      press.timestamp = LayerClock.now
    }
    send(flags)
    down.removeAll { entry in presses.contains { $0 === entry.press } }
  }

  private func send(_ flags: UIKeyModifierFlags) {
    UIApplication.shared.deliverEvent(UIPressesEvent(down.map(\.press), flags, at: LayerClock.now))
  }

  /// The app is no longer in front: it will not get the keys that go up.
  func cancelAll() {
    guard !down.isEmpty else { return }
    finish(down.map(\.press), .cancelled, [])
  }
}
