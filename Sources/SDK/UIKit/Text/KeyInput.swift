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
  /// Whether somebody took it.
  static func insert(_ text: String) -> Bool {
    guard let input = FirstResponder.current as? any UIKeyInput else {
      Journal.note(
        .firstResponder, "insertText(_:)", outcome: "unhandled", why: "no first responder takes text",
        category: .user)
      return false
    }
    for character in text { input.insertText(String(character)) }
    return true
  }

  /// Whether somebody took it; a key that goes up is nobody's.
  static func handle(_ key: KeyEvent) -> Bool {
    guard key.isDown else { return true }
    if sendKeyCommand(key) { return true }
    guard let input = FirstResponder.current as? any UIKeyInput else {
      Journal.note(
        .firstResponder, "key \(key.key)", outcome: "unhandled", why: "no first responder takes keys",
        category: .user)
      return false
    }
    switch key.key {
    case "return": input.insertText("\n")
    case "delete": input.deleteBackward()
    case "tab": input.insertText("\t")
    default:
      guard key.key.count == 1 else { return false }
      input.insertText(key.key)
    }
    return true
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
