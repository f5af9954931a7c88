import CarobFoundation
import DeviceProtocol
import UserNotifications

/// The default sound of a local notification (L-97).
public let UILocalNotificationDefaultSoundName = "UILocalNotificationDefaultSoundName"

/// A local notification of the API before `UserNotifications` (L-90 to L-97).
open class UILocalNotification: NSObject, NSCopying, NSCoding, @unchecked Sendable {
  // @unchecked as on the platform, where it is used on the main thread.
  /// When it fires; nil, or a date that has passed, is at once.
  open var fireDate: Date?
  /// nil for an instant; else the date is what the clock shows in that zone.
  open var timeZone: TimeZone?
  /// How often it fires again; empty for once.
  open var repeatInterval: NSCalendar.Unit = []
  open var repeatCalendar: Calendar?
  open var regionTriggersOnce = true
  open var alertBody: String?
  open var alertTitle: String?
  open var hasAction = true
  open var alertAction: String?
  open var alertLaunchImage: String?
  open var soundName: String?
  /// 0 leaves the badge.
  open var applicationIconBadgeNumber = 0
  open var userInfo: [AnyHashable: Any]?
  open var category: String?
  /// What `CoreLocation` keeps here as `region`.
  package var monitored: RegionTrigger?
  /// The region as the app gave it.
  package var regionObject: AnyObject?
  /// Of the request that stands for it.
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

  /// - Parameter now: fires at once, whatever its date.
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
    // Components are whole seconds.
    trigger.start = fireDate.timeIntervalSince1970.rounded(.down)
    return .calendar(trigger)
  }

  /// What must match for the notification to fire again; nil if it does not.
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
      // The platform repeats nothing more often than each minute.
      nil
    }
  }
}
