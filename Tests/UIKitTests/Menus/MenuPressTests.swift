import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Menus of controls with a primary action, and menus created on demand.
@MainActor @Suite struct MenuPressTests {
  private var shown: [String] { ScreenDescription.elements().compactMap(\.label) }
  private func press(_ device: TestDevice, _ x: CGFloat, _ y: CGFloat) {
    device.down(x, y)
    device.advance(0.7)
    device.up(x, y)
    device.advance(0.5)
  }
  private func menu(_ title: String, _ log: Log) -> UIMenu {
    UIMenu(children: [UIAction(title: title) { log("\(title) of \(type(of: $0.sender ?? ""))") }])
  }
  private func button(_ device: TestDevice) -> UIButton {
    let button = UIButton(type: .system)
    button.setTitle("Button", for: .normal)
    button.frame = CGRect(x: 20, y: 100, width: 100, height: 44)
    for (event, word) in [
      (UIControl.Event.touchDown, "down"), (.touchUpInside, "up inside"), (.touchCancel, "cancel"),
      (.primaryActionTriggered, "primary"), (.menuActionTriggered, "menu"),
    ] { button.addAction(UIAction { _ in device.log(word) }, for: event) }
    device.showEmpty().addSubview(button)
    device.turn()
    return button
  }

  @Test(.rule("E-648")) func `a button with a primary action shows its menu on a long press`() {
    withDevice { device in
      let button = button(device)
      button.menu = menu("Copy", device.log)
      device.tap(70, 122)
      #expect(device.log.take() == ["down", "up inside", "primary"] && shown == ["Button"])
      press(device, 70, 122)
      #expect(device.log.take() == ["down", "cancel", "menu"] && shown == ["Dismiss", "Copy"])
      device.tap(label: "Copy")
      #expect(device.log.take() == ["Copy of UIButton"] && shown == ["Button"])
      button.menu = nil
      press(device, 70, 122)
      #expect(device.log.take() == ["down", "up inside", "primary"] && shown == ["Button"])
    }
  }

  @Test(.rule("E-648"), arguments: ["action", "primaryAction", "toolbar"])
  func `a bar item with an action performs it on a tap and shows its menu on a long press`(_ kind: String) {
    withDevice { device in
      let (screen, listener) = (UIViewController(), Listener(device.log))
      let item = UIBarButtonItem(title: "Item", menu: menu("Copy", device.log))
      if kind == "primaryAction" {
        item.primaryAction = UIAction(title: "Item") { _ in device.log("first") }
      } else {
        (item.target, item.action) = (listener, "first")
      }
      let navigation = UINavigationController(rootViewController: screen)
      if kind == "toolbar" {
        screen.toolbarItems = [item]
        navigation.isToolbarHidden = false
      } else {
        screen.navigationItem.rightBarButtonItem = item
      }
      device.show(navigation)
      let view = item.viewInBar
      let place = view?.convert(view?.center ?? .zero, from: view?.superview)
      let point = view?.convert(place ?? .zero, to: nil) ?? .zero
      device.tap(point.x, point.y)
      #expect(device.log.take() == ["first"])
      press(device, point.x, point.y)
      #expect(device.log.take() == [] && shown.contains("Copy"))
      device.tap(label: "Copy")
      #expect(device.log.take() == ["Copy of UIBarButtonItem"])
    }
  }

  @Test(.rule("E-648", "E-374"), arguments: [true, false])
  func `the menu set by the handler of menuActionTriggered is shown`(_ hasOther: Bool) {
    withDevice { device in
      let button = button(device)
      button.showsMenuAsPrimaryAction = true
      if hasOther { button.menu = menu("Old", device.log) }
      button.addAction(
        UIAction { [unowned button] _ in button.menu = menu("New", device.log) }, for: .menuActionTriggered)
      device.tap(70, 122)
      #expect(device.log.take() == ["down", "menu"] && shown == ["Dismiss", "New"])
      PopupPanel.current?.close()
      device.advance(1)
    }
  }
}
