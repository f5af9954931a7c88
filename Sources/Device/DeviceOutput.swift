import DeviceProtocol

/// What a host of the device (the browser page) is told, on the device's thread, in order.
public enum DeviceOutput: Sendable {
  /// A new process began; layers of the one before are gone.
  case launched
  case commit(Commit)
  case event(TraceRecord)
  /// An earlier event got its answer or its duration.
  case completed(TraceRecord)
  case ended(AppEnd)
  case stateChanged(Springboard.AppState)
  case environment(Environment)
  /// The app copied a text.
  case pasteboard(String)
  /// What notifications put on the screen has changed.
  case notifications(NotificationScreen)
  /// Where the device is, the way that it goes or what the app watches has changed: `SimulatedDevice.shownLocation`.
  case locationChanged
  /// A message for people, not a crash.
  case diagnostic(String)
}
