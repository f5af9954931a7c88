import CarobFoundation
import DeviceProtocol

/// Sends keys and text to the first responder.
@MainActor
enum KeyInput {
  /// Whether the current change comes from the user, so that delegates are asked (E-379).
  private(set) static var isTyping = false
  static func byUser<R>(_ body: () -> R) -> R { with(true, body) }
  static func byCode<R>(_ body: () -> R) -> R { with(false, body) }
  private static func with<R>(_ typing: Bool, _ body: () -> R) -> R {
    let old = isTyping
    isTyping = typing
    defer { isTyping = old }
    return body()
  }

  /// Inserts text into the first responder; returns false if none accepts it. If the responder has marked
  /// text, the text is inserted as a whole, else character by character.
  static func insert(_ text: String) -> Bool {
    guard let input = FirstResponder.current as? any UIKeyInput else {
      Journal.note(
        .firstResponder, "insertText(_:)", outcome: "unhandled",
        why: "there is no first responder that accepts text",
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

  /// Sets the text that an input method has composed so far (E-380).
  static func compose(_ text: String, selected: NSRange) -> Bool {
    guard let input = FirstResponder.current as? any UITextInput else { return false }
    byUser { input.setMarkedText(text, selectedRange: selected) }
    return true
  }

  /// Handles a key event; returns whether it was handled.
  static func handle(_ event: KeyEvent) -> Bool { UIApplication.shared.pressDispatcher.handle(event) }

  /// Performs the default action of a key that no responder in the chain handled (E-461). Returns whether
  /// there was one.
  static func act(_ key: UIKey) -> Bool {
    if key.isModifier { return false }
    let flags = key.modifierFlags
    // E-461.1: key commands with priority over system behaviour.
    if sendKeyCommand(key, first: true) { return true }
    // E-461.2: the system's shortcuts.
    if flags.contains(.command), sendEditAction(key.name.lowercased(), flags) { return true }
    // E-461.3: text input. E-461.4: other key commands.
    if write(key) || sendKeyCommand(key, first: false) { return true }
    Journal.note(
      .firstResponder, "key \(key.name)", outcome: "unhandled",
      why: "neither a first responder nor a key command handles it",
      category: .user)
    return false
  }

  private static func write(_ key: UIKey) -> Bool {
    guard let input = FirstResponder.current as? any UIKeyInput else { return false }
    return byUser {
      if let view = input as? any TextEditing, view.editor.perform(key.name, key.modifierFlags) {
        return true
      }
      switch key.name {
      case "return": input.insertText("\n")
      case "delete": input.deleteBackward()
      case "tab": input.insertText("\t")
      default:
        guard key.name.count == 1, key.modifierFlags.isDisjoint(with: [.command, .control]) else {
          return false
        }
        input.insertText(key.name)
      }
      return true
    }
  }

  /// Sends the action of an edit menu shortcut up the responder chain (E-381).
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

  /// Performs a matching key command of the responder chain, starting at the first responder.
  private static func sendKeyCommand(_ key: UIKey, first: Bool) -> Bool {
    var responder: UIResponder? = FirstResponder.start
    while let current = responder {
      for command in current.keyCommands ?? []
      where command.wantsPriorityOverSystemBehavior == first && command.matches(key) {
        guard let action = command.action else { continue }
        return ActionSender.send(action, to: nil, from: command, for: nil, mechanism: .action)
      }
      responder = current.next
    }
    return false
  }
}
