import DeviceProtocol

/// The device's notification center at work, beside what its daemon keeps.
struct NotificationActivity {
  var daemon = NotificationDaemon()
  /// Watches the circles of location triggers.
  var regions = NotificationRegions()
  /// Requests without a trigger, which fire as soon as the app rests, with the trace's event that added them.
  var immediate: [(request: NotificationRequestRecord, cause: Int)] = []
  /// By identifier of the pending request, the trace's event that scheduled it.
  var scheduledBy: [String: Int] = [:]
  /// By number of the notification, what is known of it until it is neither shown nor listed nor handled by the app.
  var fired: [UInt32: Fired] = [:]
  var process = ProcessPart()
  /// The trace's event that the notification center's next message arises from; 0 for none.
  var cause = 0
  var banner: Banner?
  /// Fingers on a banner, and where they began.
  var fingers: [UInt32: (x: Double, y: Double, number: UInt32)] = [:]
  /// Remote notifications so far.
  var pushes = 0
  /// `tendNotifications` runs: it is not entered again.
  var isTending = false
  /// It was reported that service extensions are not run.
  var hasReportedExtension = false

  /// What only the current process can answer; dropped when it ends.
  struct ProcessPart {
    /// The number of the app's last call.
    var lastCall: UInt32 = 0
    /// The app's copy is out of date; it gets a new one when it runs again.
    var isStale = false
    /// Notifications for which the app in front was asked what to show.
    var awaiting: [UInt32: DeliveredNotification] = [:]
    /// What the app handles in the background.
    var holds: [UInt32: Hold] = [:]
    /// The response or remote notification that launches the app.
    var launch: NotificationResponseRecord?
    /// What the springboard's next `deliverNotification` sends.
    var message: NotificationMessage?
  }

  struct Fired: Equatable {
    /// The trace's event with which the notification fired; 0 for one of an earlier run of the device.
    var event = 0
    /// The thumbnail of its attachment, a PNG file; empty if it cannot be shown, nil if it was not read yet.
    var picture: [UInt8]?
  }

  struct Hold: Equatable {
    /// Until when the app may handle the notification in the background (L-116).
    var until: DeviceTime
    /// The trace's event with which the notification fired.
    var firedBy: Int
  }

  /// The trace's event with which a notification fired; 0 if it is unknown.
  func firedBy(_ number: UInt32) -> Int { fired[number]?.event ?? 0 }

  /// Drops what is known of notifications and requests that do not exist any more.
  mutating func forgetRemoved() {
    // OPTIMIZATION: compares counts first, since this is called whenever the app rests.
    let count = daemon.state.delivered.count + process.awaiting.count + (banner == nil ? 0 : 1)
    if fired.count > count {
      var kept = Set(daemon.state.delivered.map(\.number)).union(process.awaiting.keys)
      if let banner { kept.insert(banner.notification.number) }
      fired = fired.filter { kept.contains($0.key) }
    }
    if scheduledBy.count > daemon.state.pending.count {
      let pending = Set(daemon.state.pending.map(\.identifier))
      scheduledBy = scheduledBy.filter { pending.contains($0.key) }
    }
  }

  struct Banner: Equatable {
    var notification: DeliveredNotification
    var until: DeviceTime
  }

  /// How long a banner is shown, seconds.
  static let bannerTime = 5.0
  /// How long an app may handle a response or a remote notification in the background, seconds.
  static let workTime = 30.0
}

/// A notification as a host shows it.
public struct ShownNotification: Sendable, Equatable {
  public var number: UInt32
  public var identifier: String
  public var app: String
  public var title: String
  public var subtitle: String
  public var body: String
  public var actions: [NotificationCategoryRecord.Action]
  /// Seconds since 1970.
  public var date: Double
  /// The thumbnail of an attachment, a PNG file; empty for none.
  public var picture: [UInt8]

  public init(
    number: UInt32, identifier: String, app: String, title: String, subtitle: String, body: String,
    actions: [NotificationCategoryRecord.Action], date: Double, picture: [UInt8] = []
  ) {
    (self.number, self.identifier, self.app) = (number, identifier, app)
    (self.title, self.subtitle, self.body) = (title, subtitle, body)
    (self.actions, self.date, self.picture) = (actions, date, picture)
  }

  /// What assistive technology reads, and a script finds.
  public var label: String { title.isEmpty ? app : title }
}

/// The notifications on the screen.
public struct NotificationScreen: Sendable, Equatable {
  /// Over whatever is in front.
  public var banner: ShownNotification?
  /// On the lock screen and in Notification Center; latest first.
  public var list: [ShownNotification] = []
  /// On the app's icon; 0 for none.
  public var badge: Int64 = 0
  public init() {}
}
