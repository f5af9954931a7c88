@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// The days of a month arranged in weeks.
///
/// A pure value, computed from a calendar and a day.
struct MonthGrid {
  /// Weeks of seven days; nil for days outside the month.
  let weeks: [[Date?]]
  /// The one- or two-letter names of the weekdays, in the calendar's order.
  let weekdays: [String]
  let first: Date

  init(_ calendar: Calendar, around date: Date) {
    let parts = calendar.dateComponents([.year, .month], from: date)
    first = calendar.date(from: parts) ?? calendar.startOfDay(for: date)
    let count = calendar.range(of: .day, in: .month, for: first)?.count ?? 0
    let lead = (calendar.component(.weekday, from: first) - calendar.firstWeekday + 7) % 7
    var days = [Date?](repeating: nil, count: lead)
    for day in 0..<count { days.append(calendar.date(byAdding: .day, value: day, to: first)) }
    while days.count % 7 != 0 { days.append(nil) }
    weeks = stride(from: 0, to: days.count, by: 7).map { Array(days[$0..<($0 + 7)]) }
    let symbols = calendar.shortStandaloneWeekdaySymbols
    weekdays = (0..<symbols.count).map {
      symbols[($0 + calendar.firstWeekday - 1) % symbols.count].uppercased()
    }
  }
}

/// E-394: shows the days of a month with the selected day, and buttons for the previous and next month.
@preconcurrency @MainActor
final class MonthPage: UIView {
  static let size = CGSize(width: 320, height: 328)
  var onChoose: ((Date) -> Void)?
  // For calendar views.
  /// Called when the user turned to another month, with a day of it.
  var onTurn: ((Date) -> Void)?
  /// Whether a day is selected, if several can be or none.
  var isSelected: ((Date) -> Bool)?
  /// Whether a day can be selected.
  var isSelectable: ((Date) -> Bool)?
  /// The view below a day's number.
  var decoration: ((Date) -> UIView?)?

  private let title = UILabel()
  private let back = TapButton(type: .custom)
  private let forward = TapButton(type: .custom)
  private var weekdays: [UILabel] = []
  private var days: [(button: TapButton, week: Int, day: Int)] = []
  private var calendar = Calendar.current
  private var chosen = Date()
  private var limits: (low: Date?, high: Date?) = (nil, nil)
  private var month = Date()

  override init(frame: CGRect) {
    super.init(frame: frame)
    title.font = .systemFont(ofSize: 17, weight: .semibold)
    for (button, text, name, step) in [
      (back, "\u{2039}", "Previous Month", -1), (forward, "\u{203A}", "Next Month", 1),
    ] {
      button.setTitle(text, for: .normal)
      button.setTitleColor(tintColor, for: .normal)
      button.titleLabel?.font = .systemFont(ofSize: 24)
      button.accessibilityLabel = name
      button.onTap = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.turn(by: step) }
    }
    for part in [title, back, forward] { addSubview(part) }
  }
  required init?(coder: NSCoder) { nil }

  /// Shows the month of a date and selects the date.
  func show(_ date: Date, _ calendar: Calendar, from low: Date?, to high: Date?) {
    (self.calendar, chosen, limits, month) = (calendar, date, (low, high), date)
    rebuild()
  }

  private func turn(by months: Int) {
    month = calendar.date(byAdding: .month, value: months, to: month) ?? month
    rebuild()
    onTurn?(month)
  }

  func rebuild() {
    let grid = MonthGrid(calendar, around: month)
    title.text = text(grid.first, "yMMMM")
    for view in weekdays { view.removeFromSuperview() }
    for entry in days { entry.button.removeFromSuperview() }
    weekdays = grid.weekdays.map { name in
      let label = UILabel()
      label.text = name
      label.font = .systemFont(ofSize: 13, weight: .semibold)
      label.textColor = .tertiaryLabel
      label.textAlignment = .center
      addSubview(label)
      return label
    }
    days = []
    for (week, row) in grid.weeks.enumerated() {
      for (place, date) in row.enumerated() {
        guard let date else { continue }
        let button = makeDay(date)
        addSubview(button)
        days.append((button, week, place))
      }
    }
    setNeedsLayout()
  }

  private func makeDay(_ date: Date) -> TapButton {
    let button = TapButton(type: .custom)
    let isChosen = isSelected?(date) ?? calendar.isDate(date, inSameDayAs: chosen)
    let isToday = calendar.isDateInToday(date)
    button.setTitle("\(calendar.component(.day, from: date))", for: .normal)
    button.titleLabel?.font = .systemFont(ofSize: 20, weight: isChosen ? .semibold : .regular)
    button.setTitleColor(isChosen || isToday ? tintColor : .label, for: .normal)
    button.setTitleColor(.tertiaryLabel, for: .disabled)
    button.backgroundColor = isChosen ? tintColor.withAlphaComponent(0.15) : .clear
    button.layer.cornerRadius = 20
    button.accessibilityLabel = text(date, "EEEEMMMMd")
    button.isSelected = isChosen
    button.isEnabled = isAllowed(date) && isSelectable?(date) ?? true
    if let mark = decoration?(date) {
      mark.isUserInteractionEnabled = false
      mark.center = CGPoint(x: 20, y: 36)
      button.addSubview(mark)
    }
    button.onTap = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.choose(date) }
    return button
  }

  private func isAllowed(_ date: Date) -> Bool {
    let end = calendar.date(byAdding: .day, value: 1, to: date) ?? date
    return !(limits.low.map { end <= $0 } ?? false) && !(limits.high.map { date > $0 } ?? false)
  }

  /// Changes the day and keeps the time of day.
  private func choose(_ day: Date) {
    let time = calendar.dateComponents([.hour, .minute, .second], from: chosen)
    var parts = calendar.dateComponents([.year, .month, .day], from: day)
    (parts.hour, parts.minute, parts.second) = (time.hour, time.minute, time.second)
    onChoose?(calendar.date(from: parts) ?? day)
  }

  private func text(_ date: Date, _ template: String) -> String {
    let formatter = DateFormatter()
    formatter.calendar = calendar
    formatter.timeZone = calendar.timeZone
    formatter.locale = calendar.locale ?? Locale.current
    formatter.setLocalizedDateFormatFromTemplate(template)
    return formatter.string(from: date)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let column = bounds.width / 7
    title.frame = CGRect(x: 8, y: 0, width: bounds.width - 104, height: 44)
    back.frame = CGRect(x: bounds.width - 92, y: 0, width: 44, height: 44)
    forward.frame = CGRect(x: bounds.width - 48, y: 0, width: 44, height: 44)
    for (index, label) in weekdays.enumerated() {
      label.frame = CGRect(x: CGFloat(index) * column, y: 44, width: column, height: 20)
    }
    for (button, week, place) in days {
      button.frame = CGRect(
        x: CGFloat(place) * column + (column - 40) / 2, y: 66 + CGFloat(week) * 44, width: 40, height: 40)
    }
  }
}
