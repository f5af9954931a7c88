import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Keys as presses: their receivers and order, and the handling of those that no responder handles.
@MainActor @Suite struct PressTests {
  /// Shows a screen with a nested view as first responder, and an application delegate at the end of the
  /// chain.
  private func pressing(_ body: (TestDevice, KeyView) -> Void) {
    withDevice { device in
      let end = DelegateWithKeys(device.log)
      UIApplication.shared.delegate = end
      let screen = KeyScreen(device.log)
      device.show(screen)
      let view = KeyView(device.log)
      screen.view.addSubview(view)
      view.becomeFirstResponder()
      _ = device.log.take()
      withExtendedLifetime(end) { body(device, view) }
    }
  }

  /// The same with a text field as first responder.
  private func typing(_ body: (TestDevice, LoggingField, KeyScreen) -> Void) {
    withDevice { device in
      let screen = KeyScreen(device.log)
      device.show(screen)
      let field = LoggingField(frame: CGRect(x: 10, y: 100, width: 300, height: 34))
      field.log = device.log
      screen.view.addSubview(field)
      device.turn()
      field.becomeFirstResponder()
      device.advance(1)
      _ = device.log.take()
      body(device, field, screen)
    }
  }

  // MARK: The chain

  @Test(.rule("E-461")) func `a key command added to a controller is sent until it is removed`() {
    withDevice { device in
      let screen = AddingScreen(device.log)
      device.show(screen)
      let command = UIKeyCommand(input: "n", modifierFlags: .command, action: "made:")
      #expect(screen.keyCommands == nil && !device.keyDown("n", "command"))
      screen.addKeyCommand(command)
      #expect(screen.keyCommands == [command] && device.keyDown("n", "command"))
      device.keyUp("n", "command")
      screen.removeKeyCommand(command)
      #expect(!device.keyDown("n", "command") && device.log.take() == ["made n"])
    }
  }

  @Test(.rule("E-460"))
  func `a press and its end go from the first responder up to the application's delegate`() {
    pressing { device, _ in
      device.keyDown("a")
      device.keyUp("a")
      #expect(
        device.log.take() == [
          "view.began a", "screen.began a", "delegate.began a", "view.ended a", "screen.ended a",
          "delegate.ended a",
        ])
    }
  }

  @Test(.rule("E-460"))
  func `a responder that does not call super stops the press; the end is delivered where it began`() {
    pressing { device, view in
      view.takes = ["a"]
      device.keyDown("a")
      // Another responder is first responder in the meantime.
      view.resignFirstResponder()
      device.keyUp("a")
      device.keyDown("b")
      #expect(
        device.log.take() == [
          "view.began a", "view.ended a", "screen.ended a", "delegate.ended a", "screen.began b",
          "delegate.began b",
        ])
    }
  }

  @Test(.rule("E-460"))
  func `keys held together are presses of one event, and each keeps its object`() {
    pressing { device, view in
      device.keyDown("shift", "shift", code: "ShiftRight")
      let shift = view.seen.first
      device.keyDown("A", "shift", code: "KeyA")
      #expect(view.event?.allPresses.count == 2 && view.event?.modifierFlags == .shift)
      #expect(view.event?.type == .presses && view.event?.allTouches == nil)
      #expect(shift?.phase == .stationary && shift?.key?.keyCode == .keyboardRightShift)
      #expect(shift?.key?.characters == "" && shift?.force == 1 && shift?.window === device.window)
      // Without Shift the letter has another name but is the same key.
      device.keyUp("shift", code: "ShiftRight")
      device.keyUp("a", code: "KeyA")
      #expect(view.seen.count == 4 && view.seen[2] === shift && view.seen[3] === view.seen[1])
      #expect(shift?.phase == .ended && shift?.force == 0)
      #expect(
        device.log.take().filter { $0.hasPrefix("view") }
          == ["view.began ", "view.began A", "view.ended ", "view.ended A"])
    }
  }

  @Test(.rule("E-460")) func `entering the background cancels the current presses`() {
    pressing { device, _ in
      device.keyDown("a")
      device.keyDown("b")
      _ = device.log.take()
      Lifecycle.handle(.willResignActive)
      device.keyUp("a")
      Lifecycle.handle(.didBecomeActive)
      device.keyUp("b")
      #expect(
        device.log.take().filter { $0.hasPrefix("view") } == ["view.cancelled a b"])
    }
  }

  @Test(.rule("E-460")) func `a lost key-up is reported as a cancel before the next press`() {
    pressing { device, view in
      view.takes = ["a"]
      device.keyDown("a")
      device.keyDown("a")
      #expect(
        device.log.take().filter { $0.hasPrefix("view") } == [
          "view.began a", "view.cancelled a", "view.began a",
        ])
    }
  }

  @Test(.rule("E-460")) func `an override of a window's sendEvent sees every press and can swallow it`() {
    withDevice { device in
      let window = KeyWindow(frame: UIScreen.main.bounds)
      window.log = device.log
      let screen = KeyScreen(device.log)
      window.rootViewController = screen
      window.makeKeyAndVisible()
      device.turn()
      let field = UITextField(frame: CGRect(x: 10, y: 100, width: 300, height: 34))
      screen.view.addSubview(field)
      field.becomeFirstResponder()
      device.advance(1)
      device.keyDown("a")
      window.keeps = true
      #expect(device.keyDown("b"))
      #expect(field.text == "a")
      #expect(device.log.take() == ["window 1", "screen.began a", "window 2"])
    }
  }

  // MARK: Key properties

  @Test(.rule("E-463")) func `a key has its HID usage and its characters with and without modifiers`() {
    func key(_ key: String, _ modifiers: [String] = [], _ code: String = "") -> String {
      let key = UIKey(KeyEvent(key: key, modifiers: modifiers, code: code))
      return
        "\(key.keyCode) \(key.characters) \(key.charactersIgnoringModifiers) \(key.modifierFlags.rawValue >> 16)"
    }
    #expect(key("a") == "keyboardA a a 0")
    #expect(key("A", ["shift"]) == "keyboardA A a 2")
    #expect(key("A", ["capsLock"], "KeyA") == "keyboardA A a 1")
    #expect(key("!", ["shift"], "Digit1") == "keyboard1 ! 1 2")
    #expect(key("!", ["shift"]) == "keyboard1 ! 1 2")
    #expect(key("0") == "keyboard0 0 0 0")
    #expect(key("å", ["option"], "KeyA") == "keyboardA å a 8")
    #expect(key("c", ["command"]) == "keyboardC c c 16")
    // A French keyboard has an A where a US keyboard has a Q.
    #expect(key("a", [], "KeyQ") == "keyboardQ a a 0")
    #expect(key("7", [], "Numpad7") == "keypad7 7 7 32")
    #expect(key("0", [], "Numpad0") == "keypad0 0 0 32")
    #expect(key(" ") == "keyboardSpacebar     0")
    #expect(key("return") == "keyboardReturnOrEnter \r \r 0")
    #expect(key("leftArrow") == key("left"))
    #expect(key("left") == "keyboardLeftArrow UIKeyInputLeftArrow UIKeyInputLeftArrow 0")
    #expect(key("F12", [], "F12") == "keyboardF12   0")
    #expect(key("F13", [], "F13") == "keyboardF13   0")
    #expect(key("é") == "keyboardErrorUndefined é é 0")
    #expect(key("option", ["option"], "AltRight") == "keyboardRightAlt   8")
    #expect(UIKeyboardHIDUsage.keyboardZ.rawValue == 29 && UIKeyboardHIDUsage.keyboardSlash.rawValue == 56)
    #expect(
      UIKeyboardHIDUsage.keyboardUpArrow.rawValue == 82 && UIKeyboardHIDUsage.keypadPeriod.rawValue == 99)
    #expect(UIKeyboardHIDUsage.keyboardExSel.rawValue == 164)
    #expect(UIKeyboardHIDUsage.keyboardRightGUI.rawValue == 231)
  }

  // MARK: Text and key commands

  @Test(.rule("E-461"))
  func `text gets a key only if all responders passed the press on`() {
    typing { device, field, screen in
      device.keyDown("a")
      device.keyUp("a")
      screen.takes = ["b", "delete"]
      #expect(device.keyDown("b"))
      device.keyUp("b")
      device.keyDown("delete")
      #expect(field.text == "a")
      #expect(
        device.log.take() == [
          "screen.began a", "field.insert a", "screen.ended a", "screen.began b", "screen.ended b",
          "screen.began \u{8}",
        ])
    }
  }

  @Test(.rule("E-461")) func `the on-screen keyboard and input methods create no presses`() {
    typing { device, field, _ in
      _ = KeyInput.insert("a")
      _ = KeyInput.compose("ni", selected: NSRange(location: 2, length: 0))
      #expect(field.text == "ani" && device.log.take() == ["field.insert a"])
    }
  }

  @Test(.rule("E-461")) func `text input takes precedence over key commands, unless they want priority`() {
    typing { device, field, screen in
      screen.commands = [
        UIKeyCommand(input: "a", modifierFlags: [], action: "plain"),
        UIKeyCommand(input: UIKeyCommand.inputLeftArrow, modifierFlags: [], action: "plain"),
      ]
      device.keyDown("a")
      device.keyDown("left")
      #expect(
        device.log.take() == ["screen.began a", "field.insert a", "screen.began UIKeyInputLeftArrow"])
      for command in screen.commands { command.wantsPriorityOverSystemBehavior = true }
      device.keyUp("a")
      device.keyUp("left")
      _ = device.log.take()
      device.keyDown("a")
      device.keyDown("left")
      #expect(
        device.log.take() == [
          "screen.began a", "screen.plain a", "screen.began UIKeyInputLeftArrow",
          "screen.plain UIKeyInputLeftArrow",
        ])
      #expect(field.text == "a")
    }
  }

  @Test(.rule("E-461"))
  func `keys without text go to key commands; edit menu shortcuts take precedence over commands`() {
    typing { device, field, screen in
      screen.commands = [
        UIKeyCommand(input: "n", modifierFlags: .command, action: "plain"),
        UIKeyCommand(input: "a", modifierFlags: .command, action: "plain"),
        UIKeyCommand(input: UIKeyCommand.inputEscape, modifierFlags: [], action: "plain"),
      ]
      field.text = "text"
      device.keyDown("n", "command")
      device.keyDown("a", "command")
      // All text is selected, so the edit menu has no action for the key.
      device.keyUp("a")
      device.keyDown("a", "command")
      device.keyDown("escape")
      #expect(
        device.log.take() == [
          "screen.began n", "screen.plain n", "screen.began a", "screen.ended a", "screen.began a",
          "screen.plain a", "screen.began UIKeyInputEscape", "screen.plain UIKeyInputEscape",
        ])
    }
  }

  @Test(.rule("E-461")) func `a key command is not sent for a press that a responder kept`() {
    pressing { device, view in
      view.commands = [UIKeyCommand(input: "a", modifierFlags: .shift, action: "plain")]
      view.takes = ["A"]
      device.keyDown("A", "shift")
      device.keyUp("A")
      view.takes = []
      #expect(device.keyDown("A", "shift", "capsLock"))
      #expect(
        device.log.take().filter { !$0.hasPrefix("screen") && !$0.hasPrefix("delegate") } == [
          "view.began A", "view.ended A", "view.began A", "view.plain A",
        ])
    }
  }

  @Test(.rule("E-462")) func `a held key repeats its text and commands, but is one press`() {
    typing { device, field, screen in
      device.keyDown("a")
      device.keyDown("a", isRepeat: true)
      device.keyDown("a", isRepeat: true)
      device.keyUp("a")
      screen.takes = ["b"]
      device.keyDown("b")
      #expect(device.keyDown("b", isRepeat: true))
      #expect(field.text == "aaa")
      #expect(
        device.log.take() == [
          "screen.began a", "field.insert a", "field.insert a", "field.insert a", "screen.ended a",
          "screen.began b",
        ])
    }
  }

  @Test(.rule("E-461")) func `an unhandled key is refused; a key-up or a modifier is not`() {
    withDevice { device in
      device.showEmpty()
      #expect(!device.keyDown("a"))
      #expect(!device.keyDown("return"))
      #expect(KeyInput.handle(KeyEvent(key: "a", isDown: false)))
      #expect(KeyInput.handle(KeyEvent(key: "b", isDown: false)))
      #expect(device.keyDown("shift", "shift"))
    }
  }
}

// MARK: Test doubles

@MainActor
private func note(_ log: Log, _ name: String, _ phase: String, _ presses: Set<UIPress>) {
  log("\(name).\(phase) \(presses.compactMap { $0.key?.characters }.sorted().joined(separator: " "))")
}

/// Keeps some keys and passes on the others.
private final class KeyView: UIView {
  let log: Log
  var takes: Set<String> = []
  var commands: [UIKeyCommand] = []
  private(set) var seen: [UIPress] = []
  private(set) var event: UIPressesEvent?
  init(_ log: Log) {
    self.log = log
    super.init(frame: .zero)
  }
  required init?(coder: NSCoder) { nil }
  override var canBecomeFirstResponder: Bool { true }
  override var keyCommands: [UIKeyCommand]? { commands }

  override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "plain", "plain()", 1) { s, command in
        unsafeDowncast(s, to: KeyView.self).log(
          "view.plain \((command as? UIKeyCommand)?.input?.uppercased() ?? "")")
      }
    ]
  }
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    note(log, "view", "began", presses)
    seen += presses
    self.event = event
    if !presses.allSatisfy({ takes.contains($0.key?.characters ?? "") }) {
      super.pressesBegan(presses, with: event)
    }
  }
  override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    note(log, "view", "ended", presses)
    seen += presses
    super.pressesEnded(presses, with: event)
  }
  override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    note(log, "view", "cancelled", presses)
    super.pressesCancelled(presses, with: event)
  }
}

private final class KeyScreen: UIViewController {
  let log: Log
  var takes: Set<String> = []
  var commands: [UIKeyCommand] = []
  init(_ log: Log) {
    self.log = log
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { nil }
  override var keyCommands: [UIKeyCommand]? { commands }

  override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "plain", "plain()", 1) { s, command in
        unsafeDowncast(s, to: KeyScreen.self).log("screen.plain \((command as? UIKeyCommand)?.input ?? "")")
      }
    ]
  }
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    note(log, "screen", "began", presses)
    let names = presses.map { $0.key?.name ?? "" }
    if !names.allSatisfy(takes.contains) { super.pressesBegan(presses, with: event) }
  }
  override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    note(log, "screen", "ended", presses)
    super.pressesEnded(presses, with: event)
  }
}

private final class DelegateWithKeys: UIResponder, UIApplicationDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    note(log, "delegate", "began", presses)
    super.pressesBegan(presses, with: event)
  }
  override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    note(log, "delegate", "ended", presses)
  }
}

private final class KeyWindow: UIWindow {
  var log: Log?
  var keeps = false
  override func sendEvent(_ event: UIEvent) {
    if let event = event as? UIPressesEvent { log?("window \(event.allPresses.count)") }
    if !keeps { super.sendEvent(event) }
  }
}

private final class LoggingField: UITextField {
  var log: Log?
  override func insertText(_ text: String) {
    log?("field.insert \(text)")
    super.insertText(text)
  }
}

private final class AddingScreen: UIViewController {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { nil }
  override var canBecomeFirstResponder: Bool { true }
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    becomeFirstResponder()
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "made:", "made(_:)", 1) { s, command in
        unsafeDowncast(s, to: AddingScreen.self).log("made \((command as? UIKeyCommand)?.input ?? "")")
      }
    ]
  }
}
