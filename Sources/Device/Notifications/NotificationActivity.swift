import DeviceProtocol

/// What the notification center has under way on one device, beside what the daemon keeps.
struct NotificationActivity {
  var daemon = NotificationDaemon()
  /// Where the circles of location triggers are crossed.
  var regions = NotificationRegions()
  /// The number of the app's last call.
  var seen: UInt32 = 0
  /// The app's copy is out of date; it gets a new one when it is back.
  var isStale = false
  /// Requests that fire as soon as the app stands still, with the event that asked for them.
  var immediate: [(request: NotificationRequestRecord, cause: Int)] = []
  /// By identifier, the trace's event that scheduled a request.
  var scheduledBy: [String: Int] = [:]
  /// By number, the trace's event that a notification fired with.
  var firedBy: [UInt32: Int] = [:]
  /// Notifications of which the app in front has been asked what is shown.
  var awaiting: [UInt32: DeliveredNotification] = [:]
  /// Until when the app may work on what it was given in the background (L-116).
  var holds: [UInt32: DeviceTime] = [:]
  /// What the app is launched with.
  var launch: NotificationResponseRecord?
  /// What the springboard's next `deliverNotification` sends.
  var message: NotificationMessage?
  var banner: Banner?
  /// Fingers on a banner, and where they began.
  var fingers: [UInt32: (x: Double, y: Double, number: UInt32)] = [:]
  var pushes = 0
  var isTending = false
  var saysNoExtension = false
  /// By number, what is shown of an attachment; empty where nothing can be.
  var pictures: [UInt32: [UInt8]] = [:]

  struct Banner: Equatable {
    var notification: DeliveredNotification
    var until: DeviceTime
    /// It is pulled down: its actions are shown.
    var isExpanded = false
  }

  /// Seconds that a banner is shown.
  static let bannerTime = 5.0
  /// Seconds that an app has for a response or a remote notification in the background.
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
  /// What is shown of an attachment, a PNG file; empty for none.
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

/// What notifications put on the screen.
public struct NotificationScreen: Sendable, Equatable {
  /// Over whatever is in front.
  public var banner: ShownNotification?
  /// On the lock screen, and in the list that is pulled down; latest first.
  public var list: [ShownNotification] = []
  /// On the app's icon; 0 for none.
  public var badge: Int64 = 0
  public init() {}
}
