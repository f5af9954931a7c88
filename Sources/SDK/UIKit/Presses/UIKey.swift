import CarobFoundation
import DeviceProtocol

/// A key of a keyboard and its characters.
@preconcurrency @MainActor
open class UIKey: _MainActorNSObject {
  /// The characters with the current modifiers. Keys without characters have the values of
  /// `UIKeyCommand.inputLeftArrow`… or an empty string.
  // NB: Control with a letter gives the letter, not a control character.
  open var characters: String { writes }
  /// The characters without modifiers.
  open var charactersIgnoringModifiers: String { plain }
  open var modifierFlags: UIKeyModifierFlags { flags }
  open var keyCode: UIKeyboardHIDUsage { usage }

  private let writes: String
  private let plain: String
  private let flags: UIKeyModifierFlags
  private let usage: UIKeyboardHIDUsage
  /// The device's name of the key.
  let name: String

  init(_ event: KeyEvent) {
    // Scripts send leftArrow, pages send left.
    name = event.key.hasSuffix("Arrow") ? String(event.key.dropLast(5)) : event.key
    usage = KeyPlaces.usage(code: event.code, name: name)
    flags = UIKeyModifierFlags(event)
    if let input = UIKeyCommand.input(ofKey: name) {
      (writes, plain) = (input, input)
    } else if name.count == 1 {
      writes = name
      plain = Self.plain(name, flags, usage)
    } else {
      (writes, plain) = ("", "")
    }
    super.init()
  }

  /// Whether the key is a modifier key.
  var isModifier: Bool { UIKeyModifierFlags.names[name] != nil }

  /// DEVIATION: the characters without Option, and without Shift for keys other than letters, are those of a
  /// US keyboard.
  private static func plain(
    _ text: String, _ flags: UIKeyModifierFlags, _ usage: UIKeyboardHIDUsage
  ) -> String {
    guard !flags.isDisjoint(with: [.shift, .alternate, .alphaShift]) else { return text }
    let pair = KeyPlaces.characters(usage)
    if flags.contains(.alternate) { return pair?.plain ?? text.lowercased() }
    return pair?.shifted == text ? pair?.plain ?? text : text.lowercased()
  }
}

extension UIKeyModifierFlags {
  static let names: [String: UIKeyModifierFlags] = [
    "command": .command, "shift": .shift, "control": .control, "option": .alternate, "alternate": .alternate,
    "capsLock": .alphaShift,
  ]

  init(_ event: KeyEvent) {
    self = event.modifiers.reduce(into: []) { $0.formUnion(Self.names[$1] ?? []) }
    if event.code.hasPrefix("Numpad") { insert(.numericPad) }
  }
}
