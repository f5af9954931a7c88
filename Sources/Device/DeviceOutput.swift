import DeviceProtocol

/// A change that is reported to the device's host (the browser page), on the device's thread, in order.
public enum DeviceOutput: Sendable {
  /// A new process was started; the layers of the previous one are invalid.
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
  /// The notifications on the screen have changed.
  case notifications(NotificationScreen)
  /// The location, the route or the monitored regions have changed: see `SimulatedDevice.shownLocation`.
  case locationChanged
  /// The elements on the screen, for assistive technology in the page, and what the app announces.
  case accessibility(AccessibilityReport)
  /// A message for the user that is not a crash.
  case diagnostic(String)
}
