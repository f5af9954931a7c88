import CarobFoundation
import DeviceProtocol

/// A key of a keyboard, and what it writes.
@preconcurrency @MainActor
open class UIKey: _MainActorNSObject {
  /// With the modifiers that are held. Keys that write nothing have the names of `UIKeyCommand.inputLeftArrow`… or none.
  // NB: what Control makes of a letter is the letter here.
  open var characters: String { writes }
  /// Without them.
  open var charactersIgnoringModifiers: String { plain }
  open var modifierFlags: UIKeyModifierFlags { flags }
  open var keyCode: UIKeyboardHIDUsage { usage }

  private let writes: String
  private let plain: String
  private let flags: UIKeyModifierFlags
  private let usage: UIKeyboardHIDUsage
  /// As the device names the key.
  let name: String

  init(_ event: KeyEvent) {
    // Scripts say leftArrow, pages left.
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

  /// Whether it is a modifier by itself.
  var isModifier: Bool { UIKeyModifierFlags.names[name] != nil }

  /// DEVIATION: what a key writes without Option, and without Shift if that makes another character than a capital, is
  /// taken from a US keyboard.
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
