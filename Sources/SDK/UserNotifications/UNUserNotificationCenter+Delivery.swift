import CarobFoundation
import CarobRuntime
import DeviceProtocol

// Delivers the device's messages to the delegate, on the main thread.
extension UNUserNotificationCenter {
  private static let willPresent = (
    handler: "userNotificationCenter(_:willPresent:withCompletionHandler:)",
    async: "userNotificationCenter(_:willPresent:)"
  )
  private static let didReceive = (
    handler: "userNotificationCenter(_:didReceive:withCompletionHandler:)",
    async: "userNotificationCenter(_:didReceive:)"
  )
  private static let openSettings = "userNotificationCenter(_:openSettingsFor:)"

  private func has(_ delegate: any UNUserNotificationCenterDelegate, _ name: String) -> Bool {
    Runtime.implementation(type(of: delegate), name) != nil
  }

  /// Whether the delegate decides how notifications are presented while the app is in the foreground.
  package var presentsNotifications: Bool {
    guard let delegate else { return false }
    return has(delegate, Self.willPresent.handler) || has(delegate, Self.willPresent.async)
  }

  /// L-113: asks the delegate how to present a notification in the foreground, and sends the answer to the
  /// device.
  package func present(_ record: DeliveredNotification) {
    let number = record.number
    guard let delegate else {
      return service.call(
        .present(
          delivery: number, options: nil,
          why: "the app is in front, and UNUserNotificationCenter.delegate is nil")
      ).discarded
    }
    let notification = UNNotification(record)
    if has(delegate, Self.willPresent.handler) {
      let completion = Completion("willPresent", record.request.identifier) { [service] options, why in
        service.call(.present(delivery: number, options: options, why: why))
      }
      Journal.deliver(
        .userNotification, Self.willPresent.handler, to: delegate, from: self, category: .query
      ) {
        delegate.userNotificationCenter(self, willPresent: notification) {
          completion.finish(UInt32(truncatingIfNeeded: $0.rawValue))
        }
      }
    } else if has(delegate, Self.willPresent.async) {
      let call = AsyncCall(delegate: delegate, center: self)
      run(Self.willPresent.async, delegate) {
        let options = await call.delegate.userNotificationCenter(call.center, willPresent: notification)
        call.center.service.call(
          .present(delivery: number, options: UInt32(truncatingIfNeeded: options.rawValue), why: nil))
      }
    } else {
      service.call(
        .present(
          delivery: number, options: nil,
          why: "the app is in front, and \(Journal.describe(delegate)) does not implement "
            + "userNotificationCenter(_:willPresent:withCompletionHandler:)"))
    }
  }

  /// L-114: delivers the user's response to the delegate; `false` if there is no delegate that implements the
  /// method.
  package func deliver(_ record: NotificationResponseRecord) -> Bool {
    guard let delegate else { return false }
    let number = record.notification.number
    let response = UNNotificationResponse.response(record)
    if has(delegate, Self.didReceive.handler) {
      let completion = Completion("didReceive", record.notification.request.identifier) { [service] _, _ in
        service.call(.done(delivery: number, result: nil))
      }
      Journal.deliver(
        .userNotification, Self.didReceive.handler, to: delegate, from: self, category: .user
      ) {
        delegate.userNotificationCenter(self, didReceive: response) { completion.finish(0) }
      }
      return true
    }
    guard has(delegate, Self.didReceive.async) else { return false }
    let call = AsyncCall(delegate: delegate, center: self)
    run(Self.didReceive.async, delegate) {
      await call.delegate.userNotificationCenter(call.center, didReceive: response)
      call.center.service.call(.done(delivery: number, result: nil))
    }
    return true
  }

  /// L-117.
  package func openSettings(for record: DeliveredNotification?) {
    guard let delegate, has(delegate, Self.openSettings) else {
      Journal.note(
        .userNotification, Self.openSettings, outcome: "unhandled",
        why: delegate == nil
          ? "UNUserNotificationCenter.delegate is nil" : "the delegate does not implement it")
      return
    }
    let notification = record.map { UNNotification($0) }
    Journal.deliver(.userNotification, Self.openSettings, to: delegate, from: self, category: .user) {
      delegate.userNotificationCenter(self, openSettingsFor: notification)
    }
  }

  /// Runs an `async` method of the delegate from the main actor, as its event.
  private func run(
    _ name: String, _ delegate: any UNUserNotificationCenterDelegate,
    _ body: @escaping @MainActor @Sendable () async -> Void
  ) {
    Journal.deliver(.userNotification, name, to: delegate, from: self) {
      _ = Task { @MainActor in await body() }
    }
  }
}

/// The arguments of an `async` call, which stay on the main actor except in the app's own code.
private struct AsyncCall: @unchecked Sendable {
  // @unchecked because Objective-C has no isolation: the platform passes the delegate without a check.
  let delegate: any UNUserNotificationCenterDelegate
  let center: UNUserNotificationCenter
}

extension UInt32 {
  fileprivate var discarded: Void { () }
}

/// A completion handler that the app must call, once (M-166, M-167).
private final class Completion: @unchecked Sendable {
  // @unchecked because the flag is behind a lock.
  private let what: String
  private let identifier: String
  private let body: (_ options: UInt32?, _ why: String?) -> Void
  private let isCalled = Guarded(false)

  init(
    _ what: String, _ identifier: String, _ body: @escaping (_ options: UInt32?, _ why: String?) -> Void
  ) {
    self.what = what
    self.identifier = identifier
    self.body = body
  }

  func finish(_ options: UInt32) {
    let wasCalled = isCalled.withLock { called in
      defer { called = true }
      return called
    }
    guard !wasCalled else {
      return Journal.warn(
        "the completion handler of userNotificationCenter(_:\(what):) was called twice for the notification "
          + "\(identifier); the first call counts", rule: "M-167")
    }
    body(options, nil)
  }

  deinit {
    guard !isCalled.withLock({ $0 }) else { return }
    Journal.warn(
      "userNotificationCenter(_:\(what):withCompletionHandler:) did not call its completion handler for the "
        + "notification \(identifier)"
        + (what == "willPresent" ? "; it is not shown" : "; the system counts the app as busy until it does"),
      rule: "M-166")
    body(nil, "the completion handler was not called")
  }
}
