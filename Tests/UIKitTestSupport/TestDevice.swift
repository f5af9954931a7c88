import CarobFoundation
import DeviceProtocol
import QuartzCore
@_exported import TestSupport

@testable import UIKit

/// A simulated device in the test process: a window, touches, and a clock that advances only when the test
/// says so.
///
/// UIKit's state is global, so tests are synchronous functions on the main actor and use `withDevice`.
@MainActor
public final class TestDevice {
  public let log = Log()
  public let window: UIWindow
  private let clock = ManualClock()
  /// Seconds since the test began.
  public var now: Double { clock.now }
  private var fingers: [UInt32: CGPoint] = [:]
  /// Whether there was no touch yet. The first one must not count as a repeated tap after another test's
  /// taps.
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

  /// Shows a window with this root view controller and ends the turn.
  public func show(_ root: UIViewController) {
    window.rootViewController = root
    window.makeKeyAndVisible()
    turn()
  }

  /// Shows a window with an empty screen and returns its view.
  @discardableResult
  public func showEmpty() -> UIView {
    let root = UIViewController()
    show(root)
    return root.view
  }

  // MARK: Notifications

  private var tokens: [any NSObjectProtocol] = []

  /// Logs `N(word)` for each notification until the test ends.
  public func observe(_ name: Notification.Name, _ word: String, from object: AnyObject? = nil) {
    let log = log
    tokens.append(
      NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { _ in
        MainActor.assumeIsolated { log("N(\(word))") }
      })
  }

  // MARK: Time

  /// Ends the turn: constraints, layout, display, commit, and the completions after the commit.
  public func turn() { TurnCommitter.shared.commit(runsCompletions: true) }

  /// Advances the clock. Blocks that become due run at their times and in order, each in its own turn.
  public func advance(_ seconds: Double) { clock.advance(seconds) { turn() } }

  /// Advances the clock inside a handler, without running anything else.
  public func spend(_ seconds: Double) { clock.spend(seconds) }

  // MARK: Touches

  public func touch(_ phase: TouchEvent.Phase, _ fingers: [UInt32: CGPoint]) {
    for (id, point) in fingers {
      self.fingers[id] = phase == .ended || phase == .cancelled ? nil : point
    }
    UIApplication.shared.touchDispatcher.handle(
      TouchEvent(
        time: now,
        fingers: fingers.sorted { $0.key < $1.key }.map {
          TouchEvent.Finger(id: $0.key, phase: phase, x: $0.value.x, y: $0.value.y)
        }, resetsTapCount: isFresh))
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

  /// A touch down, and up 0.05 s later, then enough time that the next tap does not count as a repeated tap.
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

  /// Presses a key. Returns whether it was handled.
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

  /// Scrolls at a point. Returns whether something under the pointer scrolled.
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
    // Tests without a device use the same screen.
    UIScreen.main.configure(.standIn, Environment())
  }
}

/// Runs a test on a new device.
@MainActor
public func withDevice<R>(_ body: (TestDevice) throws -> R) rethrows -> R {
  let device = TestDevice()
  defer { device.close() }
  return try body(device)
}

/// A method table with the optional methods that a class implements, as the translator generates it.
nonisolated public func has(_ selectors: StaticString...) -> [_CarobMethod] {
  selectors.map { _CarobMethod(has: $0, $0, 1) }
}
