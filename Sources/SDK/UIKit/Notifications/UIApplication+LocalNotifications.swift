import CarobFoundation
import DeviceProtocol
import UserNotifications

// The API from before `UserNotifications`. Both APIs use the same notification center of the device.
extension UIApplication {
  private var service: NotificationService { .shared }

  /// L-90: asks the user the first time, then reports the granted settings to the delegate. A later
  /// registration replaces the previous one.
  public func registerUserNotificationSettings(_ notificationSettings: UIUserNotificationSettings) {
    registeredSettings = notificationSettings
    let categories = (notificationSettings.categories ?? []).map(\.record)
    service.call(.setCategories(categories.sorted { $0.identifier < $1.identifier }))
    let options = UNAuthorizationOptions(rawValue: notificationSettings.types.rawValue)
    service.authorize(options, onMain: true) { _ in
      MainActor.assumeIsolated { UIApplication.shared.didRegisterSettings() }
    }
  }

  private func didRegisterSettings() {
    guard let delegate,
      implementedDelegateMethods.contains("application:didRegisterUserNotificationSettings:"),
      let granted = currentUserNotificationSettings
    else { return }
    Journal.deliver(.userNotification, "application(_:didRegister:)", to: delegate, category: .functional) {
      delegate.application(self, didRegister: granted)
    }
  }

  /// The settings that the user allows; nil if none were registered.
  public var currentUserNotificationSettings: UIUserNotificationSettings? {
    let center = service.center
    guard registeredSettings != nil || center.authorization != 0 else { return nil }
    return UIUserNotificationSettings(
      types: center.isAuthorized ? UIUserNotificationType(rawValue: UInt(center.options & 7)) : [],
      categories: registeredSettings?.categories)
  }

  /// L-91: schedules a copy of the notification.
  public func scheduleLocalNotification(_ notification: UILocalNotification) {
    add(notification, now: false)
  }
  /// L-91: shows the notification immediately, regardless of its date.
  public func presentLocalNotificationNow(_ notification: UILocalNotification) {
    add(notification, now: true)
  }

  private func add(_ notification: UILocalNotification, now: Bool) {
    // M-113: the notification is scheduled but never shown.
    let center = service.center
    if !center.isAuthorized {
      Journal.warn(
        "Attempting to schedule a local notification \(notification.alertBody ?? "") with an alert but haven't received "
          + "permission from the user to display alerts: call registerUserNotificationSettings(_:) first",
        rule: "M-113")
    }
    notification.identifier = UUID().uuidString
    service.call(.add(notification.record(now: now)))
  }

  public func cancelLocalNotification(_ notification: UILocalNotification) {
    let pending = service.center.pending.filter { $0.origin == .legacy }
    let found =
      pending.first { $0.identifier == notification.identifier }
      ?? pending.first { UILocalNotification($0).isEqual(notification) }
    guard let found else {
      Journal.note(
        .userNotification, "cancelLocalNotification(_:)", outcome: "dropped",
        why: "no such notification is scheduled")
      return
    }
    service.call(.removePending([found.identifier]))
  }
  public func cancelAllLocalNotifications() {
    service.call(.removePending(service.center.pending.filter { $0.origin == .legacy }.map(\.identifier)))
  }

  /// The notifications that will still fire. Setting it cancels all others.
  public var scheduledLocalNotifications: [UILocalNotification]? {
    get { service.center.pending.filter { $0.origin == .legacy }.map { UILocalNotification($0) } }
    set {
      cancelAllLocalNotifications()
      for notification in newValue ?? [] { scheduleLocalNotification(notification) }
    }
  }
}
