import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

@MainActor @Suite struct ColorWellTests {
  @Test(.rule("E-1065")) func `a tap on a color well presents a picker, and each choice is sent`() throws {
    try withDevice { device in
      let root = device.showEmpty()
      let well = UIColorWell(frame: CGRect(x: 100, y: 100, width: 28, height: 28))
      well.title = "Background"
      well.selectedColor = .red
      well.supportsAlpha = false
      well.addAction(
        UIAction { _ in device.log(well.selectedColor == .blue ? "blue" : "other") }, for: .valueChanged)
      root.addSubview(well)
      device.turn()
      device.tap(well)
      device.advance(1)
      let picker = try #require(
        device.window.rootViewController?.presentedViewController as? UIColorPickerViewController)
      #expect(picker.title == "Background" && picker.selectedColor == .red && !picker.supportsAlpha)
      let delegate = try #require(picker.delegate)
      delegate.colorPickerViewController(picker, didSelect: .blue, continuously: false)
      #expect(device.log.take() == ["blue"])
      well.selectedColor = .green
      #expect(device.log.take() == [])
    }
  }
}
