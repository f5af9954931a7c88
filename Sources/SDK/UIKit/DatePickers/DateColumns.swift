import CarobFoundation

/// The wheels of a date picker: their kinds, the texts of their rows, and the date that they show.
///
/// A pure value, computed from a calendar, a locale and limits. The picker displays it.
struct DateColumns {
  enum Column: Equatable {
    case day, month, dayOfMonth, year, hour, minute, half, durationHour, durationMinute
  }

  let columns: [Column]
  let calendar: Calendar
  let locale: Locale
  /// From 1 to 30, a divisor of 60.
  let minuteInterval: Int
  private let years: ClosedRange<Int>
  /// The first day in the column of days, and the number of days.
  private let firstDay: Date
  private let dayCount: Int
  private let today: Date
  private let usesHalves: Bool

  init(
    _ mode: UIDatePicker.Mode, calendar: Calendar, locale: Locale, minuteInterval: Int, around date: Date,
    from minimum: Date?, to maximum: Date?, now: Date
  ) {
    self.calendar = calendar
    self.locale = locale
    self.minuteInterval = minuteInterval
    usesHalves = (DateFormatter.dateFormat(fromTemplate: "j", options: 0, locale: locale) ?? "h a").contains(
      "a")
    columns = Self.columns(mode, locale, usesHalves)
    let year = calendar.component(.year, from: date)
    let first = min(year, minimum.map { calendar.component(.year, from: $0) } ?? 1900)
    let last = max(year, maximum.map { calendar.component(.year, from: $0) } ?? 2100)
    years = first...max(first, last)
    today = calendar.startOfDay(for: now)
    // DEVIATION: the column covers two years in each direction; the platform's wheel is endless.
    let shown = calendar.startOfDay(for: date)
    let early = calendar.date(byAdding: .day, value: -731, to: min(shown, today)) ?? shown
    let late = calendar.date(byAdding: .day, value: 731, to: max(shown, today)) ?? shown
    firstDay = max(early, minimum.map { calendar.startOfDay(for: min($0, date)) } ?? early)
    let lastDay = min(late, maximum.map { calendar.startOfDay(for: max($0, date)) } ?? late)
    dayCount = max(1, (calendar.dateComponents([.day], from: firstDay, to: lastDay).day ?? 0) + 1)
  }

  private static func columns(_ mode: UIDatePicker.Mode, _ locale: Locale, _ halves: Bool) -> [Column] {
    let time: [Column] = halves ? [.hour, .minute, .half] : [.hour, .minute]
    switch mode {
    case .time: return time
    case .dateAndTime: return [.day] + time
    case .countDownTimer: return [.durationHour, .durationMinute]
    case .date, .yearAndMonth:
      // In the order of the locale's date format.
      let format = DateFormatter.dateFormat(fromTemplate: "yMMMMd", options: 0, locale: locale) ?? "MMMM d, y"
      var order: [Column] = []
      for letter in format {
        let column: Column? =
          letter == "M" || letter == "L" ? .month : letter == "d" ? .dayOfMonth : letter == "y" ? .year : nil
        if let column, !order.contains(column) { order.append(column) }
      }
      return mode == .date ? order : order.filter { $0 != .dayOfMonth }
    }
  }

  func count(_ column: Column) -> Int {
    switch column {
    case .day: return dayCount
    case .month: return calendar.monthSymbols.count
    case .dayOfMonth: return 31
    case .year: return years.count
    case .hour: return usesHalves ? 12 : 24
    case .minute, .durationMinute: return 60 / minuteInterval
    case .half: return 2
    case .durationHour: return 24
    }
  }

  func title(_ row: Int, _ column: Column) -> String {
    switch column {
    case .day:
      guard let date = calendar.date(byAdding: .day, value: row, to: firstDay) else { return "" }
      return date == today ? "Today" : text(date, "EEEMMMd")
    case .month: return calendar.standaloneMonthSymbols[row]
    case .dayOfMonth: return "\(row + 1)"
    case .year: return "\(years.lowerBound + row)"
    case .hour: return usesHalves ? "\(row == 0 ? 12 : row)" : String(twoDigits: row)
    case .minute: return String(twoDigits: row * minuteInterval)
    case .half: return row == 0 ? calendar.amSymbol : calendar.pmSymbol
    case .durationHour: return "\(row) \(row == 1 ? "hour" : "hours")"
    case .durationMinute: return "\(row * minuteInterval) min"
    }
  }

  func text(_ date: Date, _ template: String) -> String {
    let formatter = DateFormatter()
    formatter.calendar = calendar
    formatter.timeZone = calendar.timeZone
    formatter.locale = locale
    formatter.setLocalizedDateFormatFromTemplate(template)
    return formatter.string(from: date)
  }

  /// The rows for a date, or for a duration in seconds.
  func rows(_ date: Date, _ duration: TimeInterval) -> [Int] {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    let (hour, minute) = (parts.hour ?? 0, parts.minute ?? 0)
    return columns.map { column in
      switch column {
      case .day:
        let days =
          calendar.dateComponents([.day], from: firstDay, to: calendar.startOfDay(for: date)).day ?? 0
        return min(max(days, 0), dayCount - 1)
      case .month: return (parts.month ?? 1) - 1
      case .dayOfMonth: return (parts.day ?? 1) - 1
      case .year: return (parts.year ?? years.lowerBound) - years.lowerBound
      case .hour: return usesHalves ? hour % 12 : hour
      case .minute: return minute / minuteInterval
      case .half: return hour / 12
      case .durationHour: return Int(duration) / 3600 % 24
      case .durationMinute: return Int(duration) % 3600 / 60 / minuteInterval
      }
    }
  }

  /// The date shown by rows. Components without a column keep their values. A day beyond the end of the month
  /// becomes its last day.
  func date(_ rows: [Int], from date: Date) -> Date {
    var parts = calendar.dateComponents([.era, .year, .month, .day, .hour, .minute], from: date)
    func row(_ column: Column) -> Int? { columns.firstIndex(of: column).map { rows[$0] } }
    if let row = row(.day), let day = calendar.date(byAdding: .day, value: row, to: firstDay) {
      let shown = calendar.dateComponents([.era, .year, .month, .day], from: day)
      (parts.era, parts.year, parts.month, parts.day) = (shown.era, shown.year, shown.month, shown.day)
    }
    if let row = row(.year) { parts.year = years.lowerBound + row }
    if let row = row(.month) { parts.month = row + 1 }
    if let row = row(.dayOfMonth) { parts.day = row + 1 }
    var first = parts
    first.day = 1
    if let month = calendar.date(from: first), let days = calendar.range(of: .day, in: .month, for: month) {
      parts.day = min(parts.day ?? 1, days.count)
    }
    if let row = row(.hour) { parts.hour = row + (self.row(.half, rows) ?? 0) * 12 }
    if let row = row(.minute) { parts.minute = row * minuteInterval }
    return calendar.date(from: parts) ?? date
  }
  private func row(_ column: Column, _ rows: [Int]) -> Int? {
    columns.firstIndex(of: column).map { rows[$0] }
  }

  func duration(_ rows: [Int]) -> TimeInterval {
    let hours = row(.durationHour, rows) ?? 0
    let minutes = (row(.durationMinute, rows) ?? 0) * minuteInterval
    return TimeInterval(hours * 3600 + minutes * 60)
  }
}

extension String {
  fileprivate init(twoDigits number: Int) { self = (number < 10 ? "0" : "") + "\(number)" }
}
