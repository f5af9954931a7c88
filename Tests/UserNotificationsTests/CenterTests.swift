import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UserNotifications

@Suite struct CenterTests {
  @Test(.rule("L-110")) func `handlers run in the background in the order of the calls`() async {
    let fake = FakeCenter()
    let isMain = await answer { (done: @escaping @Sendable (Bool) -> Void) in
      fake.center.requestAuthorization(options: [.alert]) { _, _ in done(Thread.isMainThread) }
    }
    #expect(!isMain)
    #expect(fake.others == [.authorize(options: 4)])
  }

  @Test(.rule("L-154"), .rule("M-113")) func `a request without permission is refused`() async {
    for authorization in [UInt8(0), 1] {
      let fake = FakeCenter(authorization: authorization)
      let code = await answer { (done: @escaping @Sendable (UNError.Code?) -> Void) in
        fake.center.add(UNNotificationRequest(identifier: "a", content: content(), trigger: nil)) {
          done(($0 as? UNError)?.code)
        }
      }
      #expect(code == .notificationsNotAllowed)
      #expect(fake.added == [])
    }
  }

  @Test(.rule("L-154")) func `a request must have content and a trigger that fires`() async {
    let fake = FakeCenter()
    await #expect(throws: UNError(.notificationInvalidNoContent)) {
      try await fake.center.add(
        UNNotificationRequest(identifier: "a", content: UNNotificationContent(), trigger: nil))
    }
    var past = DateComponents()
    past.year = 2020
    past.month = 1
    past.day = 1
    let trigger = UNCalendarNotificationTrigger(dateMatching: past, repeats: false)
    await #expect(throws: UNError(.notificationInvalidNoDate)) {
      try await fake.center.add(UNNotificationRequest(identifier: "a", content: content(), trigger: trigger))
    }
  }

  @Test(.rule("L-112"), .rule("L-118"))
  func `an added request is pending at once, and removed only from the pending list`() async throws {
    let fake = FakeCenter()
    for name in ["a", "b", "a"] {
      try await fake.center.add(
        UNNotificationRequest(
          identifier: name, content: content(name),
          trigger: UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)))
    }
    #expect(await fake.center.pendingNotificationRequests().map(\.identifier) == ["b", "a"])
    fake.center.removeDeliveredNotifications(withIdentifiers: ["a"])
    #expect(await fake.center.pendingNotificationRequests().count == 2)
    fake.center.removePendingNotificationRequests(withIdentifiers: ["a"])
    #expect(await fake.center.pendingNotificationRequests().map(\.identifier) == ["b"])
    fake.center.removeAllPendingNotificationRequests()
    #expect(await fake.center.pendingNotificationRequests().isEmpty)
  }

  @Test func `a device state does not undo calls that it does not include yet`() async throws {
    let fake = FakeCenter()
    try await fake.center.add(
      UNNotificationRequest(
        identifier: "new", content: content(),
        trigger: UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)))
    var state = NotificationState()
    state.authorization = 2
    fake.service.take(state, seen: 0)
    #expect(await fake.center.pendingNotificationRequests().map(\.identifier) == ["new"])
    fake.service.take(state, seen: 1)
    #expect(await fake.center.pendingNotificationRequests().isEmpty)
  }

  @Test(.rule("L-153")) func `settings follow the requested options and the user's decision`() async {
    let asked = await FakeCenter(authorization: 2, options: 5).center.notificationSettings()
    #expect(asked.authorizationStatus == .authorized)
    #expect(
      [asked.alertSetting, asked.badgeSetting, asked.soundSetting] == [.enabled, .enabled, .notSupported])
    #expect(asked.alertStyle == .banner)
    let denied = await FakeCenter(authorization: 1, options: 7).center.notificationSettings()
    #expect([denied.alertSetting, denied.notificationCenterSetting] == [.disabled, .disabled])
    #expect(denied.alertStyle == .none)
    let quiet = await FakeCenter(authorization: 3, options: 7).center.notificationSettings()
    #expect([quiet.alertSetting, quiet.notificationCenterSetting] == [.disabled, .enabled])
  }

  @Test func `categories are returned as they were set`() async {
    let fake = FakeCenter()
    let category = UNNotificationCategory(
      identifier: "message",
      actions: [
        UNTextInputNotificationAction(
          identifier: "reply", title: "Reply", options: [.authenticationRequired],
          textInputButtonTitle: "Send",
          textInputPlaceholder: "Text"),
        UNNotificationAction(identifier: "delete", title: "Delete", options: [.destructive]),
      ], intentIdentifiers: ["intent"], options: .customDismissAction)
    fake.center.setNotificationCategories([category])
    let read = await fake.center.notificationCategories()
    #expect(read == [category])
    #expect(read.first?.intentIdentifiers == ["intent"])
    #expect((read.first?.actions.first as? UNTextInputNotificationAction)?.textInputButtonTitle == "Send")
  }

  @Test func `a badge is a number of at least zero`() async throws {
    let fake = FakeCenter()
    await #expect(throws: UNError(.badgeInputInvalid)) { try await fake.center.setBadgeCount(-1) }
    try await fake.center.setBadgeCount(5)
    #expect(fake.others == [.setBadge(5)])
  }
}

@Suite struct DeliveryTests {
  private let request = NotificationRequestRecord(identifier: "a", title: "T")

  @Test(.rule("L-113")) func `the delegate decides how a notification is presented in the foreground`() {
    let fake = FakeCenter()
    let delegate = PresentingDelegate()
    fake.center.delegate = delegate
    #expect(fake.center.presentsNotifications)
    fake.center.present(delivered(7, request))
    #expect(delegate.heard == ["willPresent a"])
    #expect(fake.others == [.present(delivery: 7, options: 18, why: nil)])
  }

  @Test(.rule("L-113"))
  func `without a delegate or its method nothing is shown, and the reason is reported`() {
    let fake = FakeCenter()
    fake.center.present(delivered(7, request))
    final class Deaf: NSObject, UNUserNotificationCenterDelegate {}
    let deaf = Deaf()
    fake.center.delegate = deaf
    fake.center.present(delivered(8, request))
    let reasons = fake.others.map { call in
      if case .present(_, nil, let why) = call { why ?? "" } else { "\(call)" }
    }
    #expect(reasons.count == 2)
    #expect(reasons[0] == "the app is in front, and UNUserNotificationCenter.delegate is nil")
    #expect(
      reasons[1].contains("does not implement userNotificationCenter(_:willPresent:withCompletionHandler:)"))
    #expect(
      !fake.center.deliver(NotificationResponseRecord(notification: delivered(8, request), action: "x")))
  }

  @Test(.rule("M-166"), .rule("M-167"))
  func `only the first call of a handler has an effect, and without a call nothing is shown`() {
    let fake = FakeCenter()
    let delegate = PresentingDelegate()
    fake.center.delegate = delegate
    delegate.options = [[.list], [.banner]]
    fake.center.present(delivered(1, request))
    delegate.options = []
    fake.center.present(delivered(2, request))
    #expect(
      fake.others == [
        .present(delivery: 1, options: 8, why: nil),
        .present(delivery: 2, options: nil, why: "the completion handler was not called"),
      ])
  }

  @Test(.rule("L-114")) func `a response has the action and the typed text`() {
    let fake = FakeCenter()
    let delegate = PresentingDelegate()
    fake.center.delegate = delegate
    for (action, text) in [(UNNotificationDefaultActionIdentifier, nil), ("reply", "Yes")]
      as [(String, String?)]
    {
      let record = NotificationResponseRecord(notification: delivered(3, request), action: action, text: text)
      #expect(fake.center.deliver(record))
    }
    #expect(
      delegate.heard == ["didReceive \(UNNotificationDefaultActionIdentifier) -", "didReceive reply Yes"])
    #expect(fake.others == [.done(delivery: 3, result: nil), .done(delivery: 3, result: nil)])
  }

  @Test func `the delegate is held weakly`() {
    let fake = FakeCenter()
    fake.center.delegate = PresentingDelegate()
    #expect(fake.center.delegate == nil)
  }
}
