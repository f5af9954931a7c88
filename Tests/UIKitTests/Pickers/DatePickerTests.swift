import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Choosing dates, times and durations.
@MainActor @Suite struct DatePickerTests {
  /// 2026-01-31 09:41 UTC, a Saturday.
  private let saturday = Date(timeIntervalSince1970: 1_769_852_460)

  private func choosing(
    _ mode: UIDatePicker.Mode, _ style: UIDatePicker.Style = .wheels, _ locale: String = "en_US",
    _ body: (TestDevice, UIDatePicker) -> Void
  ) {
    withDevice { device in
      let root = device.showEmpty()
      let picker = UIDatePicker()
      picker.preferredDatePickerStyle = style
      picker.datePickerMode = mode
      picker.timeZone = TimeZone(identifier: "UTC")
      picker.locale = Locale(identifier: locale)
      picker.date = saturday
      picker.frame = CGRect(x: 20, y: 100, width: 320, height: style == .wheels ? 216 : 34)
      picker.addAction(
        UIAction { action in
          let picker = action.sender as? UIDatePicker
          device.log(picker.map { Self.text($0) } ?? "?")
        }, for: .valueChanged)
      root.addSubview(picker)
      device.turn()
      body(device, picker)
    }
  }

  @Test(.rule("E-394")) func `the inline style shows a month, whose days change the date but not the time`() {
    choosing(.date, .inline) { device, picker in
      picker.frame.size = picker.intrinsicContentSize
      device.turn()
      device.tap(label: "Saturday, January 17")
      #expect(device.log.take() == ["2026-01-17 09:41"])
      device.tap(label: "Next Month")
      #expect(device.log.take() == [])
      device.tap(label: "Saturday, February 28")
      #expect(device.log.take() == ["2026-02-28 09:41"])
      picker.minimumDate = picker.date
      device.turn()
      device.tap(label: "Friday, February 27")
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-394")) func `a month's weeks start on the calendar's first weekday`() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    calendar.locale = Locale(identifier: "en_US_POSIX")
    for (firstDay, lead, weeks, name) in [(1, 4, 5, "SUN"), (2, 3, 5, "MON"), (5, 0, 5, "THU")] {
      calendar.firstWeekday = firstDay
      let grid = MonthGrid(calendar, around: saturday)
      #expect(grid.weeks.count == weeks && grid.weekdays.first == name)
      #expect(grid.weeks[0].prefix { $0 == nil }.count == lead)
      #expect(grid.weeks.joined().compactMap { $0 }.count == 31)
    }
  }

  private static func text(_ picker: UIDatePicker) -> String {
    let formatter = DateFormatter()
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm"
    return formatter.string(from: picker.date)
  }
  private func wheels(_ picker: UIView) -> UIPickerView? {
    picker.subviews.lazy.compactMap { $0 as? UIPickerView ?? self.wheels($0) }.first
  }
  /// The values that the wheels show.
  private func shown(_ picker: UIView) -> String? { wheels(picker)?.accessibilityValue }
  private func turn(_ device: TestDevice, _ picker: UIView, _ component: Int, _ row: Int) {
    #expect(wheels(picker)?.pick(row: row, component: component) == true)
    device.advance(2)
  }

  @Test(.rule("E-216"))
  func `turning a wheel sends valueChanged once; setting the date in code sends nothing`() {
    choosing(.date) { device, picker in
      #expect(shown(picker) == "January, 31, 2026")
      turn(device, picker, 2, 127)
      #expect(device.log.take() == ["2027-01-31 09:41"])
      picker.setDate(saturday, animated: true)
      device.advance(2)
      #expect(device.log.take() == [] && shown(picker) == "January, 31, 2026")
    }
  }

  @Test(.rule("E-216")) func `a day beyond the end of the month becomes its last day`() {
    choosing(.date) { device, picker in
      turn(device, picker, 0, 1)
      #expect(device.log.take() == ["2026-02-28 09:41"] && shown(picker) == "February, 28, 2026")
    }
  }

  @Test(.rule("E-216")) func `the wheels return to the limit`() {
    choosing(.date) { device, picker in
      picker.maximumDate = saturday.addingTimeInterval(40 * 86_400)
      picker.minimumDate = saturday.addingTimeInterval(-86_400)
      device.turn()
      turn(device, picker, 0, 11)
      #expect(device.log.take() == ["2026-03-12 09:41"] && shown(picker) == "March, 12, 2026")
      turn(device, picker, 0, 0)
      turn(device, picker, 1, 0)
      #expect(device.log.take() == ["2026-01-30 09:41", "2026-01-30 09:41"])
    }
  }

  @Test(.rule("E-216")) func `times depend on the locale and the minute interval`() {
    choosing(.time) { device, picker in
      #expect(shown(picker) == "9, 41, AM")
      picker.minuteInterval = 15
      device.turn()
      #expect(Self.text(picker) == "2026-01-31 09:30" && shown(picker) == "9, 30, AM")
      turn(device, picker, 2, 1)
      turn(device, picker, 0, 0)
      #expect(device.log.take() == ["2026-01-31 21:30", "2026-01-31 12:30"])
      picker.minuteInterval = 7
      #expect(picker.minuteInterval == 1)
    }
    choosing(.time, .wheels, "de_DE") { device, picker in
      #expect(shown(picker) == "09, 41")
      turn(device, picker, 0, 17)
      #expect(device.log.take() == ["2026-01-31 17:41"])
    }
    choosing(.date, .wheels, "de_DE") { _, picker in #expect(shown(picker) == "31, Januar, 2026") }
  }

  @Test(.rule("E-216")) func `a picker for dates and times, and one for durations`() {
    choosing(.dateAndTime) { device, picker in
      #expect(shown(picker)?.contains("Jan 31") == true || shown(picker)?.hasPrefix("Today") == true)
      let row = wheels(picker)?.selectedRow(inComponent: 0) ?? 0
      turn(device, picker, 0, row + 1)
      #expect(device.log.take() == ["2026-02-01 09:41"])
    }
    choosing(.countDownTimer) { device, picker in
      picker.countDownDuration = 90 * 60 + 30
      device.turn()
      #expect(picker.countDownDuration == 5400 && shown(picker) == "1 hour, 30 min")
      turn(device, picker, 1, 0)
      turn(device, picker, 0, 0)
      #expect(picker.countDownDuration == 60)
    }
  }

  @Test(.rule("E-438", "E-394"))
  func `a compact picker shows the day and the time, and a tap on the day opens the month`() {
    choosing(.dateAndTime, .automatic) { device, picker in
      #expect(picker.datePickerStyle == .compact && wheels(device.window) == nil)
      device.tap(label: "Jan 31, 2026")
      #expect(wheels(device.window) == nil)
      device.tap(label: "Saturday, January 17")
      device.tap(label: "Next Month")
      device.tap(label: "Tuesday, February 17")
      // It stays open until a tap outside it.
      #expect(device.log.take() == ["2026-01-17 09:41", "2026-02-17 09:41"])
      device.tap(380, 830)
      #expect(!ScreenDescription.elements().contains { $0.label == "Tuesday, February 17" })
      #expect(ScreenDescription.elements().contains { $0.label == "Feb 17, 2026" })
    }
  }

  @Test(.rule("E-438", "E-216")) func `a tap on its time opens wheels for hours and minutes`() {
    choosing(.dateAndTime, .automatic) { device, picker in
      guard
        let time = ScreenDescription.elements().first(where: { $0.label?.contains("9:41") == true })?.label
      else {
        Issue.record("no time")
        return
      }
      device.tap(label: time)
      #expect(shown(device.window) == "9, 41, AM")
      turn(device, device.window, 0, 10)
      #expect(device.log.take().map { $0.prefix(10) } == ["2026-01-31"])
      device.tap(label: "Dismiss")
      #expect(wheels(device.window) == nil)
    }
  }
}
