import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The editing menu: its commands and their receivers.
@MainActor @Suite struct MenuTests {
  @Test(.rule("E-230"))
  func `the menu shows the commands that the first responder can perform, and sends them to it`() {
    withDevice { device in
      let root = device.showEmpty()
      let view = Commanded(device.log)
      view.frame = CGRect(x: 100, y: 300, width: 100, height: 40)
      root.addSubview(view)
      device.turn()
      let menu = UIMenuController.shared
      menu.menuItems = [
        UIMenuItem(title: "Shout", action: "shout:"), UIMenuItem(title: "Whisper", action: "whisper:"),
      ]
      menu.showMenu(from: view, rect: view.bounds)
      #expect(!menu.isMenuVisible)
      view.becomeFirstResponder()
      menu.showMenu(from: view, rect: view.bounds)
      let shown: @MainActor () -> [String] = { ScreenDescription.elements().compactMap(\.label) }
      #expect(menu.isMenuVisible && shown() == ["Shout"] && menu.menuFrame.maxY < 300)
      device.tap(menu.menuFrame.midX, menu.menuFrame.midY)
      #expect(!menu.isMenuVisible && device.log.take() == ["shout from UIMenuController"] && shown() == [])
      menu.menuItems = nil
    }
  }
}

private final class Commanded: UIView {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init(frame: .zero)
  }
  required init?(coder: NSCoder) { nil }
  override var canBecomeFirstResponder: Bool { true }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "shout:", "shout(_:)", 1) { s, sender in
        unsafeDowncast(s, to: Commanded.self).log("shout from \(sender.map { "\(type(of: $0))" } ?? "nil")")
      }
    ]
  }
}
