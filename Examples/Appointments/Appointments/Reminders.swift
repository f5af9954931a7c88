import UserNotifications

/// Schedules reminders of appointments.
struct Reminders {
  func registerCategories() {
    let later = UNNotificationAction(identifier: "later", title: "Later", options: [])
    let answer = UNTextInputNotificationAction(
      identifier: "answer", title: "Answer", options: [.foreground], textInputButtonTitle: "Send",
      textInputPlaceholder: "Message")
    let category = UNNotificationCategory(
      identifier: "appointment", actions: [later, answer], intentIdentifiers: [], options: [.customDismissAction])
    UNUserNotificationCenter.current().setNotificationCategories([category])
  }

  /// An appointment has one reminder: a new one replaces the pending one.
  func remind(_ title: String, in seconds: TimeInterval) {
    let content = UNMutableNotificationContent()
    content.title = title
    content.body = "Begins in a moment."
    content.sound = .default
    content.badge = 1
    content.categoryIdentifier = "appointment"
    content.userInfo = ["room": "Room 3"]
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
    let request = UNNotificationRequest(identifier: title, content: content, trigger: trigger)
    UNUserNotificationCenter.current().add(request) { error in
      print(error.map { "not scheduled: \($0.localizedDescription)" } ?? "scheduled \(title)")
    }
  }
}
