import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// The app's end of the device's notification center: a copy of what the center holds, and the calls that change it.
///
/// The copy follows the app's own calls at once and the device when it speaks. Safe from any thread. UIKit connects it with the
/// device at launch; without a device (a unit test) it keeps what the app adds, and nothing ever fires.
package final class NotificationService: @unchecked Sendable {
  // @unchecked because all state is behind a lock.
  package static let shared = NotificationService()

  /// Sends a call, its number and its cause to the device.
  package typealias Transport = @Sendable (NotificationCall, UInt32, UInt64) -> Void
  /// Asks the user, quietly or not; the answer goes to `authorizationChanged`.
  package typealias Prompt =
    @Sendable (_ isProvisional: Bool, _ answered: @escaping @Sendable () -> Void) -> Void

  private struct State {
    var center = NotificationState()
    var transport: Transport?
    var prompt: Prompt?
    var lastNumber: UInt32 = 0
    /// Calls that no state from the device has seen.
    var underWay: [(number: UInt32, call: NotificationCall)] = []
    var hasFinishedLaunching = false
  }
  private let state = Guarded(State())

  /// Where completion handlers run: in the background, in order (L-110).
  private let queue = DispatchQueue(label: "com.apple.usernotifications.UNUserNotificationCenter.completion")

  package init() {}

  /// - Parameter center: what the device holds at the launch.
  package func connect(_ center: NotificationState, transport: @escaping Transport, prompt: @escaping Prompt)
  {
    state.withLock {
      $0.center = center
      $0.transport = transport
      $0.prompt = prompt
    }
  }

  /// The center as far as the app knows.
  package var center: NotificationState { state.withLock { $0.center } }

  /// The user has decided, as `UNAuthorizationStatus`; the device's copy follows.
  package func authorizationChanged(_ status: UInt8) { state.withLock { $0.center.authorization = status } }

  package var hasFinishedLaunching: Bool {
    get { state.withLock { $0.hasFinishedLaunching } }
    set { state.withLock { $0.hasFinishedLaunching = newValue } }
  }

  /// What the device holds now, after the app's calls up to `seen`.
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

  /// Asks the user; `answered` runs in the background when they have answered, or at once if nobody need be asked (L-110).
  ///
  /// - Parameter onMain: `answered` is the framework's own and runs where the answer arrives, on the main thread.
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
        why: "there is no device whose user could answer")
      return finish()
    }
    prompt(options.contains(.provisional), finish)
  }

  /// Runs a completion handler of the app's, in the background, as a consequence of what happens now.
  func complete(_ handler: @escaping @Sendable () -> Void) {
    queue.async {
      Journal.deliverRegistered(
        .userNotification, "{}", category: .functional, detail: [("block", "completionHandler")]
      ) { handler() }
    }
  }
}
