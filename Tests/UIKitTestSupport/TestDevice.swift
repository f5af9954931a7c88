import CarobFoundation
import DeviceProtocol
import QuartzCore
@_exported import TestSupport

@testable import UIKit

/// A device in the test's own process: a window, fingers, and a clock that stands still until the test lets time pass.
///
/// UIKit's state is the process's, so tests are synchronous functions on the main actor and use `withDevice`.
@MainActor
public final class TestDevice {
  public let log = Log()
  public let window: UIWindow
  private let clock = ManualClock()
  /// Seconds since the test began.
  public var now: Double { clock.now }
  private var fingers: [UInt32: CGPoint] = [:]
  /// No finger was down yet: what it does is no continuation of another test's taps.
  private var isFresh = true

  fileprivate init() {
    UIScreen.main.configure(.standIn, Environment())
    UIApplication.shared.applicationState = .active
    window = UIWindow(frame: UIScreen.main.bounds)
    LayerClock.reader = { [clock] in MainActor.assumeIsolated { clock.now } }
    LayerClock.waiter = { [clock] time, block in
      nonisolated(unsafe) let block = block
      let number = MainActor.assumeIsolated { clock.schedule(at: time, block) }
      return { MainActor.assumeIsolated { clock.cancel(number) } }
    }
    TurnCommitter.shared.connect()
  }

  /// Shows a window with this root and lets the turn end.
  public func show(_ root: UIViewController) {
    window.rootViewController = root
    window.makeKeyAndVisible()
    turn()
  }

  /// Shows a window with an empty screen and answers its view.
  @discardableResult
  public func showEmpty() -> UIView {
    let root = UIViewController()
    show(root)
    return root.view
  }

  // MARK: Notifications

  private var tokens: [any NSObjectProtocol] = []

  /// Writes `N(word)` down at each notification until the test ends.
  public func observe(_ name: Notification.Name, _ word: String, from object: AnyObject? = nil) {
    let log = log
    tokens.append(
      NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { _ in
        MainActor.assumeIsolated { log("N(\(word))") }
      })
  }

  // MARK: Time

  /// Ends the turn: constraints, layout, display, commit, and what follows the commit.
  public func turn() { TurnCommitter.shared.commit(runsCompletions: true) }

  /// Lets time pass: what is due runs at its time and in its order, each in a turn of its own.
  public func advance(_ seconds: Double) { clock.advance(seconds) { turn() } }

  /// Time passes inside a handler: nothing else runs.
  public func spend(_ seconds: Double) { clock.spend(seconds) }

  // MARK: Fingers

  public func touch(_ phase: TouchEvent.Phase, _ fingers: [UInt32: CGPoint]) {
    for (id, point) in fingers {
      self.fingers[id] = phase == .ended || phase == .cancelled ? nil : point
    }
    UIApplication.shared.touchDispatcher.handle(
      TouchEvent(
        time: now,
        fingers: fingers.sorted { $0.key < $1.key }.map {
          TouchEvent.Finger(id: $0.key, phase: phase, x: $0.value.x, y: $0.value.y)
        }, beginsAnew: isFresh))
    isFresh = false
    turn()
  }
  public func down(_ x: CGFloat, _ y: CGFloat, finger: UInt32 = 1) {
    touch(.began, [finger: CGPoint(x: x, y: y)])
  }
  public func move(_ x: CGFloat, _ y: CGFloat, finger: UInt32 = 1) {
    touch(.moved, [finger: CGPoint(x: x, y: y)])
  }
  public func up(_ x: CGFloat, _ y: CGFloat, finger: UInt32 = 1) {
    touch(.ended, [finger: CGPoint(x: x, y: y)])
  }

  /// Down and up a twentieth of a second later; then enough time that the next tap is another one.
  public func tap(_ x: CGFloat, _ y: CGFloat) {
    quickTap(x, y)
    advance(1)
  }
  public func quickTap(_ x: CGFloat, _ y: CGFloat) {
    down(x, y)
    advance(0.05)
    up(x, y)
  }
  public func tap(_ view: UIView) {
    let point = view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil)
    tap(point.x, point.y)
  }

  // MARK: Keys

  /// Whether somebody took it.
  @discardableResult
  public func keyDown(
    _ key: String, _ modifiers: String..., code: String = "", isRepeat: Bool = false
  ) -> Bool {
    defer { turn() }
    return KeyInput.handle(KeyEvent(key: key, modifiers: modifiers, code: code, isRepeat: isRepeat))
  }
  public func keyUp(_ key: String, _ modifiers: String..., code: String = "") {
    _ = KeyInput.handle(KeyEvent(key: key, modifiers: modifiers, isDown: false, code: code))
    turn()
  }

  /// Whether something below the pointer scrolls.
  @discardableResult
  public func scroll(_ x: Double, _ y: Double, by way: CGPoint, isDiscrete: Bool = true) -> Bool {
    defer { turn() }
    return UIApplication.shared.scrollDispatcher.handle(
      ScrollEvent(
        x: x, y: y, dx: Double(way.x), dy: Double(way.y), isDiscrete: isDiscrete))
  }

  // MARK: The end

  fileprivate func close() {
    for (id, point) in fingers { touch(.cancelled, [id: point]) }
    UIApplication.shared.pressDispatcher.cancelAll()
    UIApplication.shared.scrollDispatcher.finish(.cancelled)
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    let application = UIApplication.shared
    while application.isIgnoringInteractionEvents { application.endIgnoringInteractionEvents() }
    _ = FirstResponder.current?.resignFirstResponder()
    if let left = FirstResponder.current { _ = FirstResponder.force(left) }
    Keyboard.shared.reset()
    UIPasteboard.general.strings = []
    for window in application.windows {
      window.rootViewController = nil
      window.isHidden = true
    }
    advance(10)
    application.keyWindowOfAnyScene = nil
    application.delegate = nil
    application.linkedProfile = .today
    application.applicationState = .active
    application.orderedScenes = []
    application.connectedScenes = []
    application.onlyScene = nil
    LayerClock.reader = { 0 }
    LayerClock.waiter = { _, _ in {} }
    LayerTree.shared.busyUntil = 0
    // Tests without a device have the pixels of this screen, too.
    UIScreen.main.configure(.standIn, Environment())
  }
}

/// Runs a test on a device of its own.
@MainActor
public func withDevice<R>(_ body: (TestDevice) throws -> R) rethrows -> R {
  let device = TestDevice()
  defer { device.close() }
  return try body(device)
}

/// A method table that says which optional methods the class has, as the translator writes it.
nonisolated public func has(_ selectors: StaticString...) -> [_CarobMethod] {
  selectors.map { _CarobMethod(has: $0, $0, 1) }
}
