import CarobFoundation
import DeviceProtocol

/// Text that can be typed into: `UIKeyInput`.
@preconcurrency @MainActor
public protocol UIKeyInput: UITextInputTraits {
  var hasText: Bool { get }
  func insertText(_ text: String)
  func deleteBackward()
}

/// How a keyboard behaves for a text object.
@preconcurrency @MainActor
public protocol UITextInputTraits: NSObjectProtocol {}

/// Hands keys and text to the first responder.
@MainActor
enum KeyInput {
  static func insert(_ text: String) {
    guard let input = FirstResponder.current as? any UIKeyInput else {
      Journal.note(
        .firstResponder, "insertText(_:)", outcome: "unhandled", why: "no first responder takes text",
        category: .user)
      return
    }
    for character in text { input.insertText(String(character)) }
  }

  static func handle(_ key: KeyEvent) {
    guard key.isDown else { return }
    if sendKeyCommand(key) { return }
    guard let input = FirstResponder.current as? any UIKeyInput else {
      Journal.note(
        .firstResponder, "key \(key.key)", outcome: "unhandled", why: "no first responder takes keys",
        category: .user)
      return
    }
    switch key.key {
    case "return": input.insertText("\n")
    case "delete": input.deleteBackward()
    case "tab": input.insertText("\t")
    default: if key.key.count == 1 { input.insertText(key.key) }
    }
  }

  private static func sendKeyCommand(_ key: KeyEvent) -> Bool {
    var flags: UIKeyModifierFlags = []
    for name in key.modifiers {
      switch name {
      case "command": flags.insert(.command)
      case "shift": flags.insert(.shift)
      case "control": flags.insert(.control)
      case "option", "alternate": flags.insert(.alternate)
      default: break
      }
    }
    var responder: UIResponder? = FirstResponder.start
    while let current = responder {
      for command in current.keyCommands ?? []
      where command.input == key.key && command.modifierFlags == flags {
        guard let action = command.action else { continue }
        return ActionSender.send(action, to: nil, from: command, for: nil, mechanism: .action)
      }
      responder = current.next
    }
    return false
  }
}
