/// Why the app's process is started. The raw values are the words of a play script and of the device protocol.
public enum LaunchReason: String, Sendable, CaseIterable {
  /// The user tapped the app's icon.
  case tap
  case url, location, notification, notificationAction, remoteNotification

  /// Whether the app is launched into the background (E-43).
  var isInBackground: Bool {
    switch self {
    case .location, .notificationAction, .remoteNotification: true
    case .tap, .url, .notification: false
    }
  }

  /// Whether a notification, or the user's response to one, launches the app.
  var isNotification: Bool {
    switch self {
    case .notification, .notificationAction, .remoteNotification: true
    case .tap, .url, .location: false
    }
  }
}
