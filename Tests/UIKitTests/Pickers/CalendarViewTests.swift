import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Calendar views: marks, months and selected days.
@MainActor @Suite struct CalendarViewTests {
  private final class Delegate: NSObject, UICalendarViewDelegate, UICalendarSelectionSingleDateDelegate,
    UICalendarSelectionMultiDateDelegate
  {
    let log: Log
    var forbidden = 0
    init(_ log: Log) { self.log = log }
    override class var _carobMethods: [_CarobMethod] {
      has(
        "calendarView:decorationForDateComponents:", "calendarView:didChangeVisibleDateComponentsFrom:",
        "dateSelection:canSelectDate:", "multiDateSelection:canSelectDate:",
        "multiDateSelection:canDeselectDate:")
    }
    private func name(_ day: DateComponents?) -> String { day?.day.map { "\($0)" } ?? "none" }
    func calendarView(
      _ calendarView: UICalendarView, decorationFor dateComponents: DateComponents
    ) -> UICalendarView.Decoration? {
      guard let day = dateComponents.day, day % 10 == 0 else { return nil }
      log("mark \(day)")
      return day == 10
        ? .default(color: .red, size: .large)
        : day == 20 ? .image(UIImage(systemName: "star")) : .customView { UISwitch() }
    }
    func calendarView(
      _ calendarView: UICalendarView, didChangeVisibleDateComponentsFrom previous: DateComponents
    ) { log("from \(previous.month ?? 0) to \(calendarView.visibleDateComponents.month ?? 0)") }
    func dateSelection(_ selection: UICalendarSelectionSingleDate, didSelectDate day: DateComponents?) {
      log("selected \(name(day))")
    }
    func dateSelection(_ selection: UICalendarSelectionSingleDate, canSelectDate day: DateComponents?) -> Bool
    {
      if day?.day == forbidden || day?.day == 3 || day == nil { log("can select \(name(day))") }
      return day == nil || day?.day != forbidden
    }
    func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didSelectDate day: DateComponents) {
      log("selected \(name(day))")
    }
    func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didDeselectDate day: DateComponents) {
      log("deselected \(name(day))")
    }
    func multiDateSelection(
      _ selection: UICalendarSelectionMultiDate, canSelectDate day: DateComponents
    ) -> Bool { day.day != forbidden }
    func multiDateSelection(
      _ selection: UICalendarSelectionMultiDate, canDeselectDate day: DateComponents
    ) -> Bool { day.day != 3 }
  }

  private func showing(_ body: (TestDevice, UICalendarView, Delegate) -> Void) {
    withDevice { device in
      let view = UICalendarView(frame: CGRect(x: 10, y: 100, width: 320, height: 328))
      let delegate = Delegate(device.log)
      view.calendar = Calendar(identifier: .gregorian)
      view.locale = Locale(identifier: "en_US")
      view.timeZone = TimeZone(identifier: "UTC")
      view.visibleDateComponents = DateComponents(year: 2024, month: 2)
      device.showEmpty().addSubview(view)
      view.delegate = delegate
      device.turn()
      body(device, view, delegate)
    }
  }

  @Test(.rule("E-1107")) func `the delegate marks the days of each month, and is told of another month`() {
    showing { device, view, _ in
      #expect(device.log.take() == ["mark 10", "mark 20"])
      device.tap(label: "Next Month")
      device.turn()
      #expect(device.log.take() == ["mark 10", "mark 20", "mark 30", "from 2 to 3"])
      view.wantsDateDecorations = false
      device.turn()
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-1107")) func `one day or none is selected`() {
    showing { device, view, delegate in
      let selection = UICalendarSelectionSingleDate(delegate: delegate)
      _ = device.log.take()
      device.tap(label: "Saturday, February 3")
      #expect(device.log.take() == [] && selection.selectedDate == nil)
      view.selectionBehavior = selection
      view.wantsDateDecorations = false
      device.turn()
      device.tap(label: "Saturday, February 3")
      #expect(selection.selectedDate?.day == 3)
      device.turn()
      device.tap(label: "Saturday, February 3")
      #expect(selection.selectedDate == nil)
      #expect(device.log.take() == ["can select 3", "selected 3", "can select none", "selected none"])
      delegate.forbidden = 4
      device.turn()
      device.tap(label: "Sunday, February 4")
      #expect(device.log.take() == ["can select 4"] && selection.selectedDate == nil)
      selection.updateSelectableDates()
      device.turn()
      _ = device.log.take()
      device.tap(label: "Sunday, February 4")
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-1107")) func `several days are selected and deselected by taps`() {
    showing { device, view, delegate in
      let selection = UICalendarSelectionMultiDate(delegate: delegate)
      view.selectionBehavior = selection
      view.wantsDateDecorations = false
      selection.setSelectedDates([DateComponents(year: 2024, month: 2, day: 5)], animated: false)
      delegate.forbidden = 4
      device.turn()
      _ = device.log.take()
      for day in ["Saturday, February 3", "Sunday, February 4", "Monday, February 5", "Saturday, February 3"]
      {
        device.tap(label: day)
        device.turn()
      }
      #expect(device.log.take() == ["selected 3", "deselected 5"])
      #expect(selection.selectedDates.map(\.day) == [3])
    }
  }
}
