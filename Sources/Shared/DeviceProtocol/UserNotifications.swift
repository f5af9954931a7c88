/// A call of an app to the device's notification center.
///
/// Calls are numbered, so that the app knows which of them a state from the device includes.
public enum NotificationCall: Sendable, Equatable {
  /// The options that the app will request with `AppMessage.requestPermission`, as `UNAuthorizationOptions`.
  case authorize(options: UInt32)
  case add(NotificationRequestRecord)
  case removePending([String])
  case removeAllPending
  case removeDelivered([String])
  case removeAllDelivered
  case setBadge(Int64)
  case setCategories([NotificationCategoryRecord])
  /// The answer to `NotificationMessage.arrived`: options as `UNNotificationPresentationOptions`, or nil and
  /// the reason why nothing is shown.
  case present(delivery: UInt32, options: UInt32?, why: String?)
  /// The app has handled a response or a remote notification. `result` is that of a background fetch; nil
  /// for a response.
  case done(delivery: UInt32, result: String?)
  case registerForRemote
  case unregisterForRemote
}

/// A message of the device's notification center to an app.
public enum NotificationMessage: Sendable, Equatable {
  /// The center's current state, which includes the calls up to `seen`. Runs no code of the app; not
  /// answered.
  case state(NotificationState, seen: UInt32)
  /// A notification arrived while the app is in the foreground; answered by `NotificationCall.present`
  /// (L-113).
  case arrived(DeliveredNotification)
  /// The user tapped or dismissed a notification, or chose one of its actions (L-114).
  case response(NotificationResponseRecord)
  /// A remote notification with `content-available`, for which the app gets background time, also while it
  /// is in the foreground.
  case remote(DeliveredNotification)
  /// The device token for remote notifications.
  case registered(token: [UInt8])
  /// The user opened the app's own notification settings (L-117).
  case openSettings(identifier: String?)
}

/// A notification as an app requests it.
public struct NotificationRequestRecord: Sendable, Equatable {
  public enum Origin: UInt8, Sendable {
    case center
    /// `UILocalNotification`.
    case legacy
    /// From a server.
    case remote
  }

  public enum Trigger: Sendable, Equatable {
    /// Fires at once.
    case none
    case interval(seconds: Double, repeats: Bool)
    case calendar(CalendarTrigger)
    case location(RegionTrigger)
    case push
  }

  public var identifier: String
  public var origin: Origin
  public var trigger: Trigger
  // Visible content
  public var title: String
  public var subtitle: String
  public var body: String
  /// The app's new badge; nil for no change.
  public var badge: Int64?
  /// Empty for the default sound, otherwise the name of a file; nil for none.
  public var sound: String?
  public var thread: String
  public var category: String
  /// As `UNNotificationInterruptionLevel`.
  public var interruptionLevel: UInt8
  /// Absolute paths of attached files.
  public var attachments: [String]
  /// The thumbnail of an attachment, shown beside the text.
  public var thumbnail: NotificationThumbnail?
  /// The app's user info as a property list; for `remote` the server's JSON.
  public var payload: [UInt8]

  public init(
    identifier: String, origin: Origin = .center, trigger: Trigger = .none, title: String = "",
    subtitle: String = "", body: String = "", badge: Int64? = nil, sound: String? = nil, thread: String = "",
    category: String = "", interruptionLevel: UInt8 = 1, attachments: [String] = [],
    thumbnail: NotificationThumbnail? = nil, payload: [UInt8] = []
  ) {
    self.identifier = identifier
    self.origin = origin
    self.trigger = trigger
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.badge = badge
    self.sound = sound
    self.thread = thread
    self.category = category
    self.interruptionLevel = interruptionLevel
    self.attachments = attachments
    self.thumbnail = thumbnail
    self.payload = payload
  }

  /// Whether the notification has any text.
  public var hasAlert: Bool { !title.isEmpty || !subtitle.isEmpty || !body.isEmpty }

  /// Its name in the trace.
  public var name: String { title.isEmpty ? body.isEmpty ? identifier : body : title }
}

/// The thumbnail that a notification shows beside its text (L-151).
public struct NotificationThumbnail: Sendable, Equatable {
  /// Absolute path of a PNG, JPEG or GIF file.
  public var path: String
  /// The part that is shown, in unit coordinates with the origin at the top left.
  public var x, y, width, height: Double
  public init(path: String, x: Double = 0, y: Double = 0, width: Double = 1, height: Double = 1) {
    self.path = path
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// Fires when the wall clock matches date components.
public struct CalendarTrigger: Sendable, Equatable {
  /// The components by Foundation's names (`hour`), with their values, in Foundation's order.
  public var components: [(name: String, value: Int64)]
  /// Foundation's identifier; nil for the current calendar.
  public var calendar: String?
  /// nil for the current zone.
  public var timeZone: String?
  public var repeats: Bool
  /// The earliest date at which it fires, seconds since 1970; nil for any.
  public var start: Double?
  public init(
    components: [(name: String, value: Int64)], calendar: String? = nil, timeZone: String? = nil,
    repeats: Bool, start: Double? = nil
  ) {
    self.components = components
    self.calendar = calendar
    self.timeZone = timeZone
    self.repeats = repeats
    self.start = start
  }
  public static func == (a: Self, b: Self) -> Bool {
    a.calendar == b.calendar && a.start == b.start && a.timeZone == b.timeZone && a.repeats == b.repeats
      && a.components.elementsEqual(b.components) { $0.name == $1.name && $0.value == $1.value }
  }
}

/// Fires when the device enters or leaves a circular region.
public struct RegionTrigger: Sendable, Equatable {
  public var identifier: String
  /// Degrees and metres.
  public var latitude: Double
  public var longitude: Double
  public var radius: Double
  public var notifiesOnEntry: Bool
  public var notifiesOnExit: Bool
  public var repeats: Bool
  public init(
    identifier: String, latitude: Double, longitude: Double, radius: Double, notifiesOnEntry: Bool,
    notifiesOnExit: Bool, repeats: Bool
  ) {
    self.identifier = identifier
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
    self.notifiesOnEntry = notifiesOnEntry
    self.notifiesOnExit = notifiesOnExit
    self.repeats = repeats
  }
}

/// A notification that has fired.
public struct DeliveredNotification: Sendable, Equatable {
  /// Counted from 1 on each device.
  public var number: UInt32
  public var request: NotificationRequestRecord
  /// Seconds since 1970, by the app's wall clock.
  public var date: Double
  public init(number: UInt32, request: NotificationRequestRecord, date: Double) {
    self.number = number
    self.request = request
    self.date = date
  }
}

/// The user's response to a delivered notification.
public struct NotificationResponseRecord: Sendable, Equatable {
  public var notification: DeliveredNotification
  /// `UNNotificationDefaultActionIdentifier`, `UNNotificationDismissActionIdentifier`, or an action of the
  /// category.
  public var action: String
  /// The user's text, for a text-input action.
  public var text: String?
  public init(notification: DeliveredNotification, action: String, text: String? = nil) {
    self.notification = notification
    self.action = action
    self.text = text
  }
}

/// A category of notifications, with its actions.
public struct NotificationCategoryRecord: Sendable, Equatable {
  public struct Action: Sendable, Equatable {
    public var identifier: String
    public var title: String
    /// As `UNNotificationActionOptions`.
    public var options: UInt32
    /// The text-input button's title and the placeholder; nil for a plain action.
    public var textInput: [String]?
    public init(identifier: String, title: String, options: UInt32, textInput: [String]? = nil) {
      self.identifier = identifier
      self.title = title
      self.options = options
      self.textInput = textInput
    }
    public var isForeground: Bool { options & 4 != 0 }
  }
  public var identifier: String
  public var actions: [Action]
  /// As `UNNotificationCategoryOptions`.
  public var options: UInt32
  /// The category as the app encodes it.
  public var payload: [UInt8]
  public init(identifier: String, actions: [Action], options: UInt32, payload: [UInt8] = []) {
    self.identifier = identifier
    self.actions = actions
    self.options = options
    self.payload = payload
  }
  public var hasCustomDismiss: Bool { options & 1 != 0 }
}

/// The notification center's state for an app: the device's original, and the app's copy.
///
/// Both sides apply the same calls, so that the app knows the pending notifications without waiting for an
/// answer.
public struct NotificationState: Sendable, Equatable {
  /// As `UNAuthorizationStatus`.
  public var authorization: UInt8 = 0
  /// The granted options, as `UNAuthorizationOptions`.
  public var options: UInt32 = 0
  public var pending: [NotificationRequestRecord] = []
  public var delivered: [DeliveredNotification] = []
  public var categories: [NotificationCategoryRecord] = []
  public var badge: Int64 = 0
  public var isRegisteredForRemote = false
  public init() {}

  /// Whether requests are accepted: authorized, provisional or ephemeral.
  public var isAuthorized: Bool { authorization >= 2 }

  /// Applies a call whose result does not depend on the device.
  public mutating func apply(_ call: NotificationCall) {
    switch call {
    case .add(let request):
      // L-112: replaces a request with the same identifier, and moves to the end of the list.
      pending.removeAll { $0.identifier == request.identifier }
      if request.trigger != .none { pending.append(request) }
    case .removePending(let identifiers): pending.removeAll { identifiers.contains($0.identifier) }
    case .removeAllPending: pending.removeAll()
    case .removeDelivered(let identifiers):
      delivered.removeAll { identifiers.contains($0.request.identifier) }
    case .removeAllDelivered: delivered.removeAll()
    case .setBadge(let number): badge = max(number, 0)
    case .setCategories(let new): categories = new
    case .registerForRemote: isRegisteredForRemote = true
    case .unregisterForRemote: isRegisteredForRemote = false
    case .authorize, .present, .done: break
    }
  }
}

extension PermissionStatus {
  /// The same as `UNAuthorizationStatus`.
  public var notificationAuthorization: UInt8 {
    switch self {
    case .notDetermined: 0
    case .denied, .restricted: 1
    case .allowed, .always, .whenInUse, .provisionalAlways: 2
    case .provisional: 3
    }
  }
}
