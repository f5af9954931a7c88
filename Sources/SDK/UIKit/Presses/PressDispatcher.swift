import CarobFoundation
import DeviceProtocol
import QuartzCore

/// Converts the device's key events to presses and sends them through the application and the window (E-460).
@MainActor
final class PressDispatcher {
  /// The keys that are down, in the order in which they were pressed, identified by physical key or else by
  /// name.
  private var down: [(place: String, press: UIPress)] = []

  /// Handles a key event; returns whether it was handled.
  func handle(_ event: KeyEvent) -> Bool {
    let place = event.code.isEmpty ? event.key.lowercased() : event.code
    let held = down.first { $0.place == place }?.press
    guard event.isDown else {
      if let held { finish([held], .ended, UIKeyModifierFlags(event)) }
      return true
    }
    if event.isRepeat, let held {
      // E-462: key repeat does not create a new press, but repeats the key's action.
      return !held.isDeclined || KeyInput.act(UIKey(event)) || held.pressed.isModifier
    }
    // The key-up event was lost.
    if let held { finish([held], .cancelled, UIKeyModifierFlags(event)) }
    return begin(UIKey(event), at: place)
  }

  private func begin(_ key: UIKey, at place: String) -> Bool {
    let press = UIPress(key, to: FirstResponder.start, at: LayerClock.now)
    down.append((place, press))
    KeyCommandList.pressed(key)
    send(key.modifierFlags)
    if press.phase == .began { press.phase = .stationary }
    return !press.isDeclined || press.isUsed || key.isModifier || Self.hasReceiver(press)
  }

  /// Whether an app responder in the chain overrides the press methods, even if it passed this press on.
  private static func hasReceiver(_ press: UIPress) -> Bool {
    var responder = press.responder
    while let here = responder {
      if Runtime.implementation(type(of: here), "pressesBegan(_:with:)") != nil { return true }
      responder = here.next
    }
    return false
  }

  private func finish(_ presses: [UIPress], _ phase: UIPress.Phase, _ flags: UIKeyModifierFlags) {
    KeyCommandList.hide()
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

  /// Cancels all presses when the app leaves the foreground, because it will not receive the key-up events.
  func cancelAll() {
    guard !down.isEmpty else { return }
    finish(down.map(\.press), .cancelled, [])
  }
}
