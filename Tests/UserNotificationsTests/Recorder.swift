import CarobFoundation
import CarobRuntime
import DeviceProtocol
import Synchronization

@testable import UserNotifications

/// A test double of the device, which records calls and returns what the test sets.
final class FakeCenter: Sendable {
  let calls = Mutex<[NotificationCall]>([])
  let service = NotificationService()
  var center: UNUserNotificationCenter { made }
  private let made: UNUserNotificationCenter

  init(authorization: UInt8 = 2, options: UInt32 = 7) {
    made = UNUserNotificationCenter(service: service)
    var state = NotificationState()
    state.authorization = authorization
    state.options = options
    service.connect(
      state,
      transport: { [weak self] call, _, _ in self?.calls.withLock { $0.append(call) } },
      prompt: { _, answered in answered() })
  }

  var added: [NotificationRequestRecord] {
    calls.withLock { $0 }.compactMap { if case .add(let request) = $0 { request } else { nil } }
  }
  var others: [NotificationCall] {
    calls.withLock { $0 }.filter { if case .add = $0 { false } else { true } }
  }
}

/// Waits for a completion handler, and returns its argument.
func answer<Value: Sendable>(_ ask: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
  await withCheckedContinuation { continuation in ask { continuation.resume(returning: $0) } }
}

func content(_ title: String = "Title") -> UNMutableNotificationContent {
  let content = UNMutableNotificationContent()
  content.title = title
  return content
}

func delivered(_ number: UInt32, _ request: NotificationRequestRecord) -> DeliveredNotification {
  DeliveredNotification(number: number, request: request, date: 1_767_260_465)
}

/// A delegate that returns presentation options and records its calls.
final class PresentingDelegate: NSObject, UNUserNotificationCenterDelegate {
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(
        has: "userNotificationCenter:willPresentNotification:withCompletionHandler:",
        "userNotificationCenter(_:willPresent:withCompletionHandler:)", 1),
      .init(
        has: "userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:",
        "userNotificationCenter(_:didReceive:withCompletionHandler:)", 2),
    ]
  }
  var heard: [String] = []
  var options: [UNNotificationPresentationOptions] = [[.banner, .sound]]

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    heard.append("willPresent \(notification.request.identifier)")
    for options in options { completionHandler(options) }
  }
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    let text = (response as? UNTextInputNotificationResponse)?.userText
    heard.append("didReceive \(response.actionIdentifier) \(text ?? "-")")
    completionHandler()
  }
}
