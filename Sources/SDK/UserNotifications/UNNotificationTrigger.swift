import CarobFoundation
import DeviceProtocol

/// The condition for delivering a notification; see its subclasses. A request without a trigger is delivered
/// at once.
open class UNNotificationTrigger: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it never changes.
  public let repeats: Bool

  package init(repeats: Bool) {
    self.repeats = repeats
    super.init()
  }

  /// The trigger in the device's form.
  package var record: NotificationRequestRecord.Trigger { .none }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open class var supportsSecureCoding: Bool { true }
  open func encode(with coder: NSCoder) { coder.encode(repeats, forKey: "repeats") }
  public required init?(coder: NSCoder) {
    repeats = coder.decodeBool(forKey: "repeats")
    super.init()
  }

  /// The trigger of a request that comes from the device.
  package static func trigger(_ record: NotificationRequestRecord.Trigger) -> UNNotificationTrigger? {
    switch record {
    case .none: return nil
    case .interval(let seconds, let repeats):
      return UNTimeIntervalNotificationTrigger(checked: seconds, repeats: repeats)
    case .calendar(let trigger): return UNCalendarNotificationTrigger(trigger)
    case .location(let region): return UNLocationNotificationTrigger(region: region)
    case .push: return UNPushNotificationTrigger(repeats: false)
    }
  }
}

/// A notification that came from a server.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  package override var record: NotificationRequestRecord.Trigger { .push }
}

/// Fires after an interval, once or repeatedly.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  public let timeInterval: TimeInterval
  private let made = Date()

  /// - Parameters:
  ///   - timeInterval: seconds, above 0; at least 60 if it repeats (L-112), or an exception is raised.
  public convenience init(timeInterval: TimeInterval, repeats: Bool) {
    if !(timeInterval > 0) {
      NSException.raise(.internalInconsistencyException, "time interval must be greater than 0")
    }
    if repeats, timeInterval < 60 {
      NSException.raise(.internalInconsistencyException, "time interval must be at least 60 if repeating")
    }
    self.init(checked: timeInterval, repeats: repeats)
  }

  init(checked timeInterval: TimeInterval, repeats: Bool) {
    self.timeInterval = timeInterval
    super.init(repeats: repeats)
  }

  /// Computed as if the request were added now (L-152).
  open func nextTriggerDate() -> Date? { Date(timeIntervalSinceNow: timeInterval) }

  package override var record: NotificationRequestRecord.Trigger {
    .interval(seconds: timeInterval, repeats: repeats)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNTimeIntervalNotificationTrigger else { return false }
    return other.timeInterval == timeInterval && other.repeats == repeats
  }
  open override var hash: Int { timeInterval.hashValue }
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(timeInterval, forKey: "timeInterval")
  }
  public required init?(coder: NSCoder) {
    timeInterval = coder.decodeDouble(forKey: "timeInterval")
    super.init(coder: coder)
  }
}

/// Fires at dates that match certain components.
open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  public let dateComponents: DateComponents

  public convenience init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.init(components: dateComponents, repeats: repeats)
  }

  init(components: DateComponents, repeats: Bool) {
    dateComponents = components
    super.init(repeats: repeats)
  }

  convenience init(_ trigger: CalendarTrigger) {
    self.init(components: CalendarSchedule.components(of: trigger), repeats: trigger.repeats)
  }

  /// The first date after now that matches; nil if none ever does.
  open func nextTriggerDate() -> Date? { CalendarSchedule.next(of: trigger, after: Date()) }

  private var trigger: CalendarTrigger { CalendarSchedule.trigger(dateComponents, repeats: repeats) }
  package override var record: NotificationRequestRecord.Trigger { .calendar(trigger) }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNCalendarNotificationTrigger else { return false }
    return other.dateComponents == dateComponents && other.repeats == repeats
  }
  open override var hash: Int { dateComponents.hashValue }
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(dateComponents as NSDateComponents, forKey: "dateComponents")
  }
  public required init?(coder: NSCoder) {
    guard let components = coder.decodeObject(of: NSDateComponents.self, forKey: "dateComponents") else {
      return nil
    }
    dateComponents = components as DateComponents
    super.init(coder: coder)
  }
}

/// Fires when the device enters or leaves a region.
///
/// `CoreLocation` adds the initializer with a `CLRegion` and the property `region`, because only an app that
/// imports it can create a region (Decisions/0071).
open class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  package let monitored: RegionTrigger

  package init(region: RegionTrigger) {
    monitored = region
    super.init(repeats: region.repeats)
  }

  package override var record: NotificationRequestRecord.Trigger { .location(monitored) }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    let list: [String: Any] = [
      "identifier": monitored.identifier, "latitude": monitored.latitude, "longitude": monitored.longitude,
      "radius": monitored.radius, "entry": monitored.notifiesOnEntry, "exit": monitored.notifiesOnExit,
    ]
    coder.encode(list as NSDictionary, forKey: "region")
  }
  public required init?(coder: NSCoder) {
    guard let list = coder.decodedList(forKey: "region"), let identifier = list["identifier"] as? String
    else { return nil }
    monitored = RegionTrigger(
      identifier: identifier, latitude: list["latitude"] as? Double ?? 0,
      longitude: list["longitude"] as? Double ?? 0, radius: list["radius"] as? Double ?? 0,
      notifiesOnEntry: list["entry"] as? Bool ?? true, notifiesOnExit: list["exit"] as? Bool ?? true,
      repeats: coder.decodeBool(forKey: "repeats"))
    super.init(coder: coder)
  }
}
