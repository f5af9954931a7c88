import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

@MainActor @Suite struct ColorPickerTests {
  private final class NewDelegate: NSObject, UIColorPickerViewControllerDelegate {
    let log: Log
    init(_ log: Log) { self.log = log }
    override class var _carobMethods: [_CarobMethod] {
      has(
        "colorPickerViewController:didSelectColor:continuously:", "colorPickerViewControllerDidSelectColor:",
        "colorPickerViewControllerDidFinish:")
    }
    func colorPickerViewController(
      _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool
    ) {
      log("\(hex(color)) \(continuously ? "on the way" : "chosen") \(viewController.selectedColor == color)")
    }
    func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController) { log("old") }
    func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController) {
      log("finished, sheet \(viewController.presentingViewController == nil ? "gone" : "there")")
    }
  }
  private final class OldDelegate: NSObject, UIColorPickerViewControllerDelegate {
    let log: Log
    init(_ log: Log) { self.log = log }
    override class var _carobMethods: [_CarobMethod] { has("colorPickerViewControllerDidSelectColor:") }
    func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController) {
      log(hex(viewController.selectedColor))
    }
  }

  private func picking(_ body: (TestDevice, UIColorPickerViewController) -> Void) {
    withDevice { device in
      let screen = UIViewController()
      device.show(screen)
      let picker = UIColorPickerViewController()
      picker.selectedColor = UIColor(red: 1, green: 0, blue: 0, alpha: 0.5)
      screen.present(picker, animated: true)
      device.turn()
      device.advance(1)
      body(device, picker)
    }
  }

  @Test(.rule("E-835")) func `choosing a color in the grid and closing the picker`() {
    picking { device, picker in
      let delegate = NewDelegate(device.log)
      picker.delegate = delegate
      device.tap(label: "Color #ffffff")
      #expect(device.log.take() == ["#ffffff on the way true", "#ffffff chosen true"])
      // The opacity is kept.
      #expect(picker.selectedColor.cgColor.alpha == 0.5)
      device.tap(label: "Close")
      #expect(device.log.take() == ["finished, sheet gone"])
    }
  }

  @Test(.rule("E-1079")) func `the eyedropper picks the color of a place on the screen`() {
    picking { device, picker in
      let delegate = NewDelegate(device.log)
      picker.delegate = delegate
      picker.presentingViewController?.view.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
      device.turn()
      device.tap(label: "Eyedropper")
      #expect(device.log.take() == [] && picker.view.superview?.isHidden == true)
      device.down(50, 50)
      device.move(60, 80)
      device.up(60, 80)
      #expect(device.log.take() == ["#0000ff chosen true"])
      #expect(picker.view.superview?.isHidden == false && picker.selectedColor.cgColor.alpha == 0.5)
      picker.supportsEyedropper = false
      device.turn()
      #expect(!ScreenDescription.elements().contains { $0.label == "Eyedropper" })
    }
  }

  @Test(.rule("E-835")) func `the sliders mix a color`() {
    picking { device, picker in
      let delegate = OldDelegate(device.log)
      picker.delegate = delegate
      device.tap(label: "Sliders")
      #expect(ScreenDescription.elements().contains { $0.label == "Green" && $0.value == "0%" })
      let sliders = descendants(of: picker.view).compactMap { $0 as? UISlider }
      sliders.first { $0.accessibilityLabel == "Green" }?.accessibilityIncrement()
      sliders.first { $0.accessibilityLabel == "Red" }?.accessibilityDecrement()
      #expect(device.log.take() == ["#ff1a00", "#e51a00"])
      picker.supportsAlpha = false
      device.turn()
      #expect(!ScreenDescription.elements().contains { $0.label == "Opacity" })
      // A color set by the app is shown but not reported.
      picker.selectedColor = .blue
      #expect(device.log.take() == [])
      #expect(ScreenDescription.elements().contains { $0.label == "Selected color" && $0.value == "#0000ff" })
    }
  }

  private func descendants(of view: UIView) -> [UIView] {
    view.subviews + view.subviews.flatMap { descendants(of: $0) }
  }
}

@MainActor private func hex(_ color: UIColor) -> String {
  let (red, green, blue) = color.bytes
  return "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
