import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// The data source and delegate calls of picker views.
@MainActor @Suite struct PickerTests {
  private func picking(_ body: (TestDevice, UIPickerView) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let rows = Rows(device.log)
      let picker = UIPickerView(frame: CGRect(x: 0, y: 100, width: 320, height: 216))
      picker.dataSource = rows
      picker.delegate = rows
      root.addSubview(picker)
      device.turn()
      body(device, picker)
      withExtendedLifetime(rows) {}
    }
  }

  @Test(.rule("E-285")) func `all counts are requested before any title, and titles only for visible rows`() {
    picking { device, picker in
      #expect(
        device.log.take() == [
          "components", "rows in 0", "rows in 1", "title 0,0", "title 1,0", "title 2,0", "title 3,0",
          "title 0,1",
          "title 1,1",
        ])
      #expect(picker.selectedRow(inComponent: 0) == 0 && picker.numberOfRows(inComponent: 1) == 2)
      #expect(picker.accessibilityValue == "Stage 1, Red")
    }
  }

  @Test(.rule("E-286"))
  func `turning a wheel reports its row once, when it stops; setting it in code reports nothing`() {
    picking { device, picker in
      picker.selectRow(4, inComponent: 0, animated: true)
      device.advance(1)
      #expect(picker.selectedRow(inComponent: 0) == 4)
      #expect(device.log.take().filter { $0.hasPrefix("selected") } == [])
      device.down(80, 208)
      for step in 1...4 {
        device.advance(0.05)
        device.move(80, 208 - CGFloat(step) * 16)
      }
      device.advance(0.5)
      device.up(80, 144)
      device.advance(3)
      #expect(picker.selectedRow(inComponent: 0) == 6)
      #expect(device.log.take().filter { $0.hasPrefix("selected") } == ["selected 6,0"])
    }
  }

  @Test(.rule("E-286")) func `a script picks rows like a user, in the picker at the given point`() {
    picking { device, picker in
      let place = PickRow(x: 160, y: 208, component: 1, row: 1)
      #expect(PickerInput.pick(place) == nil)
      device.advance(1)
      #expect(device.log.take().filter { $0.hasPrefix("selected") } == ["selected 1,1"])
      #expect(PickerInput.pick(PickRow(x: 160, y: 208, component: 1, row: 2))?.contains("row 2") == true)
      #expect(PickerInput.pick(PickRow(x: 160, y: 600, component: 0, row: 0))?.contains("no picker") == true)
    }
  }

  @Test func `the picker and its visible rows are accessibility elements`() {
    picking { device, picker in
      picker.selectRow(1, inComponent: 1, animated: false)
      device.turn()
      let elements = ScreenDescription.elements()
      let whole = elements.first { $0.classes.first == "UIPickerView" }
      #expect(whole?.value == "Stage 1, Blue")
      let rows = elements.filter { $0.classes == ["UIPickerRow"] }
      #expect(rows.filter(\.isSelected).compactMap(\.label) == ["Stage 1", "Blue"])
      #expect(rows.contains { $0.label == "Stage 3" && !$0.isSelected })
    }
  }
}

@MainActor
private final class Rows: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
  let log: Log
  init(_ log: Log) { self.log = log }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    has(
      "numberOfComponentsInPickerView:", "pickerView:numberOfRowsInComponent:",
      "pickerView:titleForRow:forComponent:", "pickerView:didSelectRow:inComponent:")
  }
  func numberOfComponents(in pickerView: UIPickerView) -> Int {
    log("components")
    return 2
  }
  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
    log("rows in \(component)")
    return component == 0 ? 9 : 2
  }
  func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    log("title \(row),\(component)")
    return component == 0 ? "Stage \(row + 1)" : ["Red", "Blue"][row]
  }
  func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
    log("selected \(row),\(component)")
  }
}
