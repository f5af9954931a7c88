import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// The app's client of the device's notification center: a copy of the center's state, and the calls that
/// change it.
///
/// The app's own calls update the copy at once, the device's messages when they arrive. Safe from any thread.
/// UIKit connects it to the device at launch; without a device (a unit test) it keeps what the app adds, and
/// no trigger fires.
package final class NotificationService: @unchecked Sendable {
  // @unchecked because all state is behind a lock.
  package static let shared = NotificationService()

  /// Sends a call with its number and its cause to the device.
  package typealias Transport = @Sendable (NotificationCall, UInt32, UInt64) -> Void
  /// Asks the user for permission, provisionally or with a prompt; the result arrives in
  /// `authorizationChanged`.
  package typealias Prompt =
    @Sendable (_ isProvisional: Bool, _ answered: @escaping @Sendable () -> Void) -> Void

  private struct State {
    var center = NotificationState()
    var transport: Transport?
    var prompt: Prompt?
    var lastNumber: UInt32 = 0
    /// Calls that are not yet part of a state from the device.
    var underWay: [(number: UInt32, call: NotificationCall)] = []
    var hasFinishedLaunching = false
  }
  private let state = Guarded(State())

  /// Runs completion handlers in the background, in order (L-110).
  private let queue = DispatchQueue(label: "com.apple.usernotifications.UNUserNotificationCenter.completion")

  package init() {}

  /// - Parameter center: the device's state at launch.
  package func connect(_ center: NotificationState, transport: @escaping Transport, prompt: @escaping Prompt)
  {
    state.withLock {
      $0.center = center
      $0.transport = transport
      $0.prompt = prompt
    }
  }

  /// The app's copy of the center's state.
  package var center: NotificationState { state.withLock { $0.center } }

  /// Called when the user has decided; `status` is a `UNAuthorizationStatus`. The device's state arrives
  /// later.
  package func authorizationChanged(_ status: UInt8) { state.withLock { $0.center.authorization = status } }

  package var hasFinishedLaunching: Bool {
    get { state.withLock { $0.hasFinishedLaunching } }
    set { state.withLock { $0.hasFinishedLaunching = newValue } }
  }

  /// Takes the device's current state, which includes the app's calls up to `seen`.
  package func take(_ center: NotificationState, seen: UInt32) {
    state.withLock { state in
      state.underWay.removeAll { $0.number <= seen }
      state.center = center
      for (_, call) in state.underWay { state.center.apply(call) }
    }
  }

  /// Applies a call here and sends it to the device.
  @discardableResult
  package func call(_ call: NotificationCall) -> UInt32 {
    let cause = Journal.cause
    let (number, transport) = state.withLock { state -> (UInt32, Transport?) in
      state.lastNumber &+= 1
      state.center.apply(call)
      if state.transport != nil { state.underWay.append((state.lastNumber, call)) }
      return (state.lastNumber, state.transport)
    }
    transport?(call, number, cause)
    return number
  }

  /// Asks the user; `answered` runs in the background when they have answered, or at once if no prompt is
  /// needed (L-110).
  ///
  /// - Parameter onMain: whether `answered` runs on the main thread, where the answer arrives; for the
  /// framework's own use.
  package func authorize(
    _ options: UNAuthorizationOptions, onMain: Bool = false, answered: @escaping @Sendable (Bool) -> Void
  ) {
    call(.authorize(options: UInt32(truncatingIfNeeded: options.rawValue)))
    let finish: @Sendable () -> Void = { [self] in
      if onMain { return answered(center.isAuthorized) }
      complete { answered(self.center.isAuthorized) }
    }
    guard let prompt = state.withLock({ $0.prompt }) else {
      Journal.note(
        .userNotification, "requestAuthorization(options:)", outcome: "refused",
        why: "no device is connected, so no user can answer")
      return finish()
    }
    prompt(options.contains(.provisional), finish)
  }

  /// Runs a completion handler of the app in the background; its cause is the current event.
  func complete(_ handler: @escaping @Sendable () -> Void) {
    queue.async {
      Journal.deliverRegistered(
        .userNotification, "{}", category: .functional, detail: [("block", "completionHandler")]
      ) { handler() }
    }
  }
}
