import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// The list of key commands, and mirrored inputs.
@MainActor @Suite struct KeyCommandDetailTests {
  private final class Keys: UIViewController {
    override var canBecomeFirstResponder: Bool { true }
    override var keyCommands: [UIKeyCommand]? {
      [
        UIKeyCommand(
          title: "New", action: "made:", input: "n", modifierFlags: .command,
          discoverabilityTitle: "New document"),
        UIKeyCommand(
          title: "Up", action: "up:", input: UIKeyCommand.inputUpArrow, modifierFlags: [.command, .shift]),
        UIKeyCommand(input: "x", modifierFlags: .command, action: "untitled:"),
        UIKeyCommand(title: "Secret", action: "made:", input: "s", attributes: .hidden),
      ]
    }
  }
  private func texts(_ device: TestDevice) -> [String] {
    @MainActor func all(_ view: UIView) -> [String] {
      ((view as? UILabel)?.text).map { [$0] } ?? view.subviews.flatMap(all)
    }
    return all(device.window)
  }

  @Test(.rule("E-1076"), arguments: ["pad", "phone"])
  func `holding Command shows the commands of a tablet's responders`(_ idiom: String) {
    withDevice { device in
      let model = DeviceModel(
        name: "tablet", width: 800, height: 1000, scale: 2, idiom: idiom, safeAreaTop: 20, safeAreaBottom: 0,
        cornerRadius: 0)
      UIScreen.main.configure(model, Environment())
      device.window.frame = UIScreen.main.bounds
      let screen = Keys()
      device.show(screen)
      screen.becomeFirstResponder()
      device.keyDown("command", "command")
      device.advance(0.9)
      #expect(texts(device) == [])
      device.advance(0.2)
      #expect(texts(device) == (idiom == "pad" ? ["New document", "⌘N", "Up", "⇧⌘↑"] : []))
      device.keyUp("command")
      #expect(texts(device) == [])
      // Another key before a second has passed.
      device.keyDown("command", "command")
      device.advance(0.5)
      device.keyDown("n", "command")
      device.advance(2)
      #expect(texts(device) == [])
      device.keyUp("n", "command")
      device.keyUp("command")
    }
  }

  @Test(.rule("E-1073")) func `brackets and arrows are exchanged in an interface from right to left`() {
    let forward = UIKey(KeyEvent(key: "]", modifiers: ["command"]))
    let command = UIKeyCommand(input: "[", modifierFlags: .command, action: "back:")
    #expect(!command.matches(forward, in: .leftToRight) && command.matches(forward, in: .rightToLeft))
    command.allowsAutomaticMirroring = false
    #expect(!command.matches(forward, in: .rightToLeft))
    let left = UIKey(KeyEvent(key: "left", modifiers: []))
    let arrow = UIKeyCommand(input: UIKeyCommand.inputLeftArrow, modifierFlags: [], action: "back:")
    #expect(arrow.matches(left, in: .leftToRight) && !arrow.matches(left, in: .rightToLeft))
    let letter = UIKeyCommand(input: "n", modifierFlags: .command, action: "made:")
    #expect(letter.matches(UIKey(KeyEvent(key: "n", modifiers: ["command"])), in: .rightToLeft))
  }
}
