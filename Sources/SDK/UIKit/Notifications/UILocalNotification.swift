import CarobFoundation
import DeviceProtocol
import UserNotifications

/// The default sound of a local notification (L-97).
public let UILocalNotificationDefaultSoundName = "UILocalNotificationDefaultSoundName"

/// A local notification of the API before `UserNotifications` (L-90 to L-97).
open class UILocalNotification: NSObject, NSCopying, NSCoding, @unchecked Sendable {
  // @unchecked as on the platform, where it is used on the main thread.
  /// The date at which it fires. With nil or a date in the past it fires immediately.
  open var fireDate: Date?
  /// With nil, `fireDate` is an absolute time; otherwise it is interpreted as wall-clock time in this zone.
  open var timeZone: TimeZone?
  /// The interval at which it repeats; empty to fire once.
  open var repeatInterval: NSCalendar.Unit = []
  open var repeatCalendar: Calendar?
  open var regionTriggersOnce = true
  open var alertBody: String?
  open var alertTitle: String?
  open var hasAction = true
  open var alertAction: String?
  open var alertLaunchImage: String?
  open var soundName: String?
  /// 0 leaves the badge unchanged.
  open var applicationIconBadgeNumber = 0
  open var userInfo: [AnyHashable: Any]?
  open var category: String?
  /// The region as a trigger, set by `CoreLocation`.
  package var monitored: RegionTrigger?
  /// The region object that the app set.
  package var regionObject: AnyObject?
  /// The identifier of the corresponding request.
  var identifier = ""

  public override init() { super.init() }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UILocalNotification()
    copy.fireDate = fireDate
    copy.timeZone = timeZone
    copy.repeatInterval = repeatInterval
    copy.repeatCalendar = repeatCalendar
    copy.regionTriggersOnce = regionTriggersOnce
    copy.alertBody = alertBody
    copy.alertTitle = alertTitle
    copy.hasAction = hasAction
    copy.alertAction = alertAction
    copy.alertLaunchImage = alertLaunchImage
    copy.soundName = soundName
    copy.applicationIconBadgeNumber = applicationIconBadgeNumber
    copy.userInfo = userInfo
    copy.category = category
    copy.monitored = monitored
    copy.regionObject = regionObject
    copy.identifier = identifier
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UILocalNotification else { return false }
    return NSDictionary(dictionary: other.propertyList).isEqual(NSDictionary(dictionary: propertyList))
  }
  open override var hash: Int { alertBody?.hashValue ?? 0 }

  open func encode(with coder: NSCoder) {
    let data = try? PropertyListSerialization.data(
      fromPropertyList: propertyList, format: .binary, options: 0)
    coder.encode((data ?? Data()) as NSData, forKey: "notification")
  }
  public required convenience init?(coder: NSCoder) {
    guard let data = coder.decodeObject(of: NSData.self, forKey: "notification"),
      let list = try? PropertyListSerialization.propertyList(from: data as Data, format: nil)
        as? [String: Any]
    else { return nil }
    self.init()
    take(list)
  }

  private func take(_ list: [String: Any]) {
    fireDate = list["fireDate"] as? Date
    timeZone = (list["timeZone"] as? String).flatMap(TimeZone.init(identifier:))
    repeatInterval = NSCalendar.Unit(rawValue: UInt(list["repeat"] as? Int ?? 0))
    alertBody = list["body"] as? String
    alertTitle = list["title"] as? String
    hasAction = list["hasAction"] as? Bool ?? true
    alertAction = list["action"] as? String
    alertLaunchImage = list["launchImage"] as? String
    soundName = list["sound"] as? String
    applicationIconBadgeNumber = list["badge"] as? Int ?? 0
    userInfo = list["userInfo"] as? [String: Any]
    category = list["category"] as? String
  }

  private var propertyList: [String: Any] {
    var list: [String: Any] = [
      "repeat": Int(repeatInterval.rawValue), "hasAction": hasAction, "badge": applicationIconBadgeNumber,
    ]
    list["fireDate"] = fireDate
    list["timeZone"] = timeZone?.identifier
    list["body"] = alertBody
    list["title"] = alertTitle
    list["action"] = alertAction
    list["launchImage"] = alertLaunchImage
    list["sound"] = soundName
    list["category"] = category
    if let userInfo {
      list["userInfo"] = Dictionary(
        userInfo.compactMap { key, value in (key.base as? String).map { ($0, value) } },
        uniquingKeysWith: { first, _ in first })
    }
    return list
  }

  // MARK: To the device and back

  /// - Parameter now: whether it fires immediately, regardless of its date.
  func record(now: Bool) -> NotificationRequestRecord {
    let data = try? PropertyListSerialization.data(
      fromPropertyList: propertyList, format: .binary, options: 0)
    return NotificationRequestRecord(
      identifier: identifier, origin: .legacy, trigger: now ? .none : trigger, title: alertTitle ?? "",
      body: alertBody ?? "",
      badge: applicationIconBadgeNumber == 0 ? nil : Int64(max(applicationIconBadgeNumber, 0)),
      sound: soundName.map { $0 == UILocalNotificationDefaultSoundName ? "" : $0 },
      category: category ?? "", payload: [UInt8](data ?? Data()))
  }

  convenience init(_ record: NotificationRequestRecord) {
    self.init()
    if let list = try? PropertyListSerialization.propertyList(from: Data(record.payload), format: nil)
      as? [String: Any]
    {
      take(list)
    }
    identifier = record.identifier
  }

  private var trigger: NotificationRequestRecord.Trigger {
    if var monitored {
      monitored.repeats = !regionTriggersOnce
      return .location(monitored)
    }
    guard let fireDate else { return .none }
    guard let units = Self.units(repeatInterval) else {
      let seconds = fireDate.timeIntervalSinceNow
      return seconds > 0 ? .interval(seconds: seconds, repeats: false) : .none
    }
    var calendar = repeatCalendar ?? Calendar.current
    if let timeZone { calendar.timeZone = timeZone }
    var trigger = CalendarSchedule.trigger(calendar.dateComponents(units, from: fireDate), repeats: true)
    trigger.timeZone = timeZone?.identifier
    // Date components have a resolution of one second.
    trigger.start = fireDate.timeIntervalSince1970.rounded(.down)
    return .calendar(trigger)
  }

  /// The date components that must match for the notification to repeat; nil if it does not repeat.
  private static func units(_ interval: NSCalendar.Unit) -> Set<Calendar.Component>? {
    switch interval {
    case []: nil
    case .minute: [.second]
    case .hour: [.minute, .second]
    case .day: [.hour, .minute, .second]
    case .weekday, .weekdayOrdinal, .weekOfYear, .weekOfMonth: [.weekday, .hour, .minute, .second]
    case .month: [.day, .hour, .minute, .second]
    case .year: [.month, .day, .hour, .minute, .second]
    default:
      // The platform's shortest repeat interval is one minute.
      nil
    }
  }
}
