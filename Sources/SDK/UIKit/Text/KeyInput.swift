import CarobFoundation
import DeviceProtocol

/// Hands keys and text to the first responder.
@MainActor
enum KeyInput {
  /// The user types, so that delegates are asked (E-379).
  private(set) static var isTyping = false
  static func byUser<R>(_ body: () -> R) -> R { with(true, body) }
  static func byCode<R>(_ body: () -> R) -> R { with(false, body) }
  private static func with<R>(_ typing: Bool, _ body: () -> R) -> R {
    let old = isTyping
    isTyping = typing
    defer { isTyping = old }
    return body()
  }

  /// Whether somebody took it. What an input method composed comes as a whole, else character by character.
  static func insert(_ text: String) -> Bool {
    guard let input = FirstResponder.current as? any UIKeyInput else {
      Journal.note(
        .firstResponder, "insertText(_:)", outcome: "unhandled", why: "no first responder takes text",
        category: .user)
      return false
    }
    byUser {
      if (input as? any UITextInput)?.markedTextRange != nil {
        input.insertText(text)
      } else {
        for character in text { input.insertText(String(character)) }
      }
    }
    return true
  }

  /// What an input method has composed so far (E-380).
  static func compose(_ text: String, selected: NSRange) -> Bool {
    guard let input = FirstResponder.current as? any UITextInput else { return false }
    byUser { input.setMarkedText(text, selectedRange: selected) }
    return true
  }

  /// Whether somebody took it; a key that goes up is nobody's.
  static func handle(_ event: KeyEvent) -> Bool {
    guard event.isDown else { return true }
    var key = event
    // Scripts say leftArrow, pages left.
    if key.key.hasSuffix("Arrow") { key.key.removeLast(5) }
    let flags = flags(key)
    if sendKeyCommand(key, flags) { return true }
    if flags.contains(.command), sendEditAction(key.key.lowercased(), flags) { return true }
    guard let input = FirstResponder.current as? any UIKeyInput else {
      Journal.note(
        .firstResponder, "key \(key.key)", outcome: "unhandled", why: "no first responder takes keys",
        category: .user)
      return false
    }
    return byUser {
      if let view = input as? any TextEditing, view.editor.perform(key.key, flags) { return true }
      switch key.key {
      case "return": input.insertText("\n")
      case "delete": input.deleteBackward()
      case "tab": input.insertText("\t")
      default:
        guard key.key.count == 1, flags.isDisjoint(with: [.command, .control]) else { return false }
        input.insertText(key.key)
      }
      return true
    }
  }

  /// The shortcuts of the edit menu, along the responder chain (E-381).
  private static func sendEditAction(_ key: String, _ flags: UIKeyModifierFlags) -> Bool {
    let action: Selector
    switch (key, flags.contains(.shift)) {
    case ("x", false): action = "cut:"
    case ("c", false): action = "copy:"
    case ("v", false): action = "paste:"
    case ("a", false): action = "selectAll:"
    case ("z", let isRedo):
      guard let manager = FirstResponder.start?.undoManager, isRedo ? manager.canRedo : manager.canUndo
      else { return false }
      isRedo ? manager.redo() : manager.undo()
      return true
    default: return false
    }
    return ActionSender.send(action, to: nil, from: nil, for: nil, mechanism: .action)
  }

  private static func flags(_ key: KeyEvent) -> UIKeyModifierFlags {
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
    return flags
  }

  private static func sendKeyCommand(_ key: KeyEvent, _ flags: UIKeyModifierFlags) -> Bool {
    var responder: UIResponder? = FirstResponder.start
    while let current = responder {
      for command in current.keyCommands ?? []
      where command.key == key.key && command.modifierFlags == flags {
        guard let action = command.action else { continue }
        return ActionSender.send(action, to: nil, from: command, for: nil, mechanism: .action)
      }
      responder = current.next
    }
    return false
  }
}
