import Foundation

/// Computes the dates at which a calendar trigger fires, for the app's `nextTriggerDate()` and for the
/// device, which posts the notification.
package enum CalendarSchedule {
  /// The first match after `date`; nil if there is none.
  ///
  /// - Parameter zone: the time zone if the trigger specifies none.
  package static func next(of trigger: CalendarTrigger, after date: Date, zone: TimeZone? = nil) -> Date? {
    var components = components(of: trigger)
    guard !trigger.components.isEmpty else { return nil }
    var calendar = components.calendar ?? Calendar(identifier: .gregorian)
    if let zone = components.timeZone ?? zone { calendar.timeZone = zone }
    components.calendar = nil
    components.timeZone = nil
    // A start date that matches is itself the first match.
    let date = max(date, Date(timeIntervalSince1970: (trigger.start ?? 0) - 0.001))
    // Components below the finest given one are zero: `hour: 8` means 8:00:00.
    return calendar.nextDate(after: date, matching: components, matchingPolicy: .nextTime)
  }

  private static let names: [(String, WritableKeyPath<DateComponents, Int?> & Sendable)] = [
    ("era", \.era), ("year", \.year), ("month", \.month), ("day", \.day), ("hour", \.hour),
    ("minute", \.minute), ("second", \.second), ("weekday", \.weekday),
    ("weekdayOrdinal", \.weekdayOrdinal), ("quarter", \.quarter), ("weekOfMonth", \.weekOfMonth),
    ("weekOfYear", \.weekOfYear), ("yearForWeekOfYear", \.yearForWeekOfYear),
  ]

  package static func trigger(_ components: DateComponents, repeats: Bool) -> CalendarTrigger {
    CalendarTrigger(
      components: names.compactMap { name, path in
        components[keyPath: path].map { (name: name, value: Int64($0)) }
      },
      calendar: components.calendar.map { identifier(of: $0) },
      timeZone: (components.timeZone ?? components.calendar?.timeZone).map(\.identifier), repeats: repeats)
  }

  package static func components(of trigger: CalendarTrigger) -> DateComponents {
    var components = DateComponents()
    for (name, value) in trigger.components {
      guard let path = names.first(where: { $0.0 == name })?.1 else { continue }
      components[keyPath: path] = Int(value)
    }
    if let name = trigger.calendar, let kind = calendars.first(where: { $0.0 == name })?.1 {
      components.calendar = Calendar(identifier: kind)
    }
    components.timeZone = trigger.timeZone.flatMap(TimeZone.init(identifier:))
    return components
  }

  private static let calendars: [(String, Calendar.Identifier)] = [
    ("gregorian", .gregorian), ("buddhist", .buddhist), ("chinese", .chinese), ("coptic", .coptic),
    ("hebrew", .hebrew), ("iso8601", .iso8601), ("indian", .indian), ("islamic", .islamic),
    ("islamicCivil", .islamicCivil), ("japanese", .japanese), ("persian", .persian),
    ("republicOfChina", .republicOfChina),
  ]

  private static func identifier(of calendar: Calendar) -> String {
    calendars.first { $0.1 == calendar.identifier }?.0 ?? "gregorian"
  }
}
