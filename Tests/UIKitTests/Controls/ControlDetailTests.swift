import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Symbols of configured buttons, tool tips, and hints of picker views.
@MainActor @Suite struct ControlDetailTests {
  @Test(.rule("E-1011")) func `a configuration sets the size of a symbol that has none of its own`() throws {
    try withDevice { device in
      let plain = try #require(UIImage(systemName: "star"))
      var configuration = UIButton.Configuration.plain()
      configuration.image = plain
      let button = UIButton(configuration: configuration)
      let usual = button.intrinsicContentSize
      configuration.preferredSymbolConfigurationForImage = .init(pointSize: 40)
      button.configuration = configuration
      let large = try #require(plain.applyingSymbolConfiguration(.init(pointSize: 40)))
      #expect(button.currentImage === plain && button.imageView?.image?.size == large.size)
      #expect(button.intrinsicContentSize.height > usual.height)
      let own = try #require(plain.applyingSymbolConfiguration(.init(pointSize: 12)))
      button.configuration?.image = own
      #expect(button.imageView?.image?.size == own.size)
    }
  }

  private func tips(_ device: TestDevice) -> [String] {
    device.window.subviews.compactMap { ($0 as? UILabel)?.text }
  }

  @Test(.rule("E-1029")) func `a pointer that rests on a control shows its tool tip`() {
    withDevice { device in
      let button = UIButton(frame: CGRect(x: 20, y: 100, width: 100, height: 44))
      button.toolTip = "Saves the file"
      device.showEmpty().addSubview(button)
      device.turn()
      device.touch(.hovering, [9: CGPoint(x: 40, y: 120)])
      device.advance(0.9)
      device.touch(.hovering, [9: CGPoint(x: 42, y: 120)])
      device.advance(0.9)
      #expect(tips(device) == [])
      device.advance(0.2)
      #expect(tips(device) == ["Saves the file"])
      device.touch(.hovering, [9: CGPoint(x: 200, y: 120)])
      #expect(tips(device) == [])
      device.touch(.hovering, [9: CGPoint(x: 40, y: 120)])
      device.advance(2)
      #expect(tips(device) == ["Saves the file"])
      device.tap(button)
      #expect(tips(device) == [])
    }
  }

  private final class Hints: NSObject, UIPickerViewDataSource, UIPickerViewAccessibilityDelegate {
    override class var _carobMethods: [_CarobMethod] { has("pickerView:accessibilityHintForComponent:") }
    func numberOfComponents(in pickerView: UIPickerView) -> Int { 2 }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 3 }
    func pickerView(_ pickerView: UIPickerView, accessibilityHintForComponent component: Int) -> String? {
      component == 0 ? "Sets the hour" : nil
    }
  }

  @Test(.rule("E-1017")) func `a picker's delegate provides hints for its wheels`() {
    withDevice { device in
      let picker = UIPickerView(frame: CGRect(x: 0, y: 100, width: 300, height: 200))
      let hints = Hints()
      (picker.dataSource, picker.delegate) = (hints, hints)
      device.showEmpty().addSubview(picker)
      device.turn()
      #expect(picker.accessibilityHint == "Sets the hour" && picker.accessibilityLabel == nil)
      picker.accessibilityHint = "Own"
      #expect(picker.accessibilityHint == "Own")
    }
  }
}
