/// How long an app in the background keeps running before it is suspended (E-49, E-51, L-54). A pure value: the device passes
/// the time in, in ascending order.
struct BackgroundTime: Sendable, Equatable {
  /// How many background tasks the app has begun and not ended.
  var tasks = 0
  /// When the time for background tasks is over; nil while none count.
  private(set) var deadline: DeviceTime?
  /// Until when an app may work that was woken for a location; nil if it was not.
  private(set) var wakeDeadline: DeviceTime?
  /// In real time: until when an app may finish its work after it has entered the background.
  private var graceEnd: DeviceTime?

  /// Seconds that an app gets which was woken for a location (L-54).
  static let wakeTime = 10.0
  /// Seconds that an app gets in real time after it has entered the background.
  static let graceTime = 2.0

  /// What the device knows about an app in the background.
  struct Situation: Sendable, Equatable {
    var now: DeviceTime
    /// The main thread is in the middle of something. Always false in real time.
    var isBusy = false
    /// Location updates keep the app running (L-27).
    var isKeptByLocation = false
    /// It has not finished the notifications that it got in the background (L-116).
    var handlesNotifications = false
    /// In real time the device cannot see when the app rests.
    var isRealTime = false
    /// Seconds that background tasks may take.
    var taskTime: Double
  }

  mutating func wake(at now: DeviceTime) { wakeDeadline = now.advanced(bySeconds: Self.wakeTime) }

  mutating func enteredForeground() { wakeDeadline = nil }

  /// The app gets time again: its background tasks count anew.
  mutating func resumed() { deadline = nil }

  /// The app is not in the background.
  mutating func isNotInBackground() { graceEnd = nil }

  /// Whether the app is to be suspended now. Background tasks that nothing else covers start their deadline.
  mutating func shouldSuspend(_ situation: Situation) -> Bool {
    // E-49: the app may finish what it does on entering the background.
    if situation.isBusy { return false }
    // L-54, L-27.
    if let wakeDeadline, situation.now < wakeDeadline { return false }
    if situation.isKeptByLocation { return false }
    if situation.isRealTime {
      let end = graceEnd ?? situation.now.advanced(bySeconds: Self.graceTime)
      graceEnd = end
      if situation.now < end { return false }
    }
    guard tasks == 0 else {
      deadline = deadline ?? situation.now.advanced(bySeconds: situation.taskTime)
      return false
    }
    // L-116.
    if situation.handlesNotifications { return false }
    deadline = nil
    wakeDeadline = nil
    return true
  }

  /// Whether the deadline of the background tasks has come; true once.
  mutating func takeExpiry(at now: DeviceTime) -> Bool {
    guard let deadline, now >= deadline else { return false }
    self.deadline = nil
    return true
  }
}
