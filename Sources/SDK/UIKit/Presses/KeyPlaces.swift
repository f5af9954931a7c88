import CarobFoundation

/// Maps the device's names of keys to HID usages, and usages to the characters of a US keyboard.
enum KeyPlaces {
  /// The HID usage of a key.
  ///
  /// - Parameter code: the physical key as named by the UI Events standard (`KeyA`, `ShiftRight`); empty if
  /// unknown.
  /// - Parameter name: the device's name of the key: `return`, `left`, or a character.
  static func usage(code: String, name: String) -> UIKeyboardHIDUsage {
    usage(ofCode: code) ?? named[name] ?? usage(ofCharacter: name) ?? .keyboardErrorUndefined
  }

  /// The characters of the key on a US keyboard, without and with Shift; nil for keys without characters.
  static func characters(_ usage: UIKeyboardHIDUsage) -> (plain: String, shifted: String)? {
    if (letters).contains(usage.rawValue) {
      let letter = String(UnicodeScalar(UInt8(usage.rawValue - letters.lowerBound) + UInt8(ascii: "a")))
      return (letter, letter.uppercased())
    }
    guard let pair = printed[usage], let plain = pair.first, let shifted = pair.last else { return nil }
    return (String(plain), String(shifted))
  }

  private static let letters = UIKeyboardHIDUsage.keyboardA.rawValue...UIKeyboardHIDUsage.keyboardZ.rawValue

  private static func usage(ofCharacter text: String) -> UIKeyboardHIDUsage? {
    guard text.count == 1, let character = text.first else { return nil }
    if character.isASCII, character.isLetter, let byte = text.lowercased().utf8.first {
      return UIKeyboardHIDUsage(rawValue: letters.lowerBound + Int(byte - UInt8(ascii: "a")))
    }
    return placesOfPrinted[character]
  }

  private static func usage(ofCode code: String) -> UIKeyboardHIDUsage? {
    if let usage = codes[code] { return usage }
    func after(_ prefix: String) -> String? {
      code.hasPrefix(prefix) ? String(code.dropFirst(prefix.count)) : nil
    }
    if let letter = after("Key"), letter.count == 1 { return usage(ofCharacter: letter) }
    if let digit = after("Digit"), digit.count == 1 { return usage(ofCharacter: digit) }
    if let digit = after("Numpad").flatMap({ Int($0) }), (0...9).contains(digit) {
      return UIKeyboardHIDUsage(
        rawValue: UIKeyboardHIDUsage.keypad1.rawValue + (digit + 9) % 10)
    }
    if let number = after("F").flatMap({ Int($0) }), (1...24).contains(number) {
      let first =
        number <= 12 ? UIKeyboardHIDUsage.keyboardF1.rawValue : UIKeyboardHIDUsage.keyboardF13.rawValue - 12
      return UIKeyboardHIDUsage(rawValue: first + number - 1)
    }
    return nil
  }

  private static let printed: [UIKeyboardHIDUsage: String] = [
    .keyboard1: "1!", .keyboard2: "2@", .keyboard3: "3#", .keyboard4: "4$", .keyboard5: "5%",
    .keyboard6: "6^",
    .keyboard7: "7&", .keyboard8: "8*", .keyboard9: "9(", .keyboard0: "0)", .keyboardSpacebar: " ",
    .keyboardHyphen: "-_", .keyboardEqualSign: "=+", .keyboardOpenBracket: "[{", .keyboardCloseBracket: "]}",
    .keyboardBackslash: "\\|", .keyboardSemicolon: ";:", .keyboardQuote: "'\"",
    .keyboardGraveAccentAndTilde: "`~", .keyboardComma: ",<", .keyboardPeriod: ".>", .keyboardSlash: "/?",
  ]
  private static let placesOfPrinted = Dictionary(
    uniqueKeysWithValues: printed.flatMap { usage, pair in Set(pair).map { ($0, usage) } })

  private static let named: [String: UIKeyboardHIDUsage] = [
    "return": .keyboardReturnOrEnter, "delete": .keyboardDeleteOrBackspace, "tab": .keyboardTab,
    "escape": .keyboardEscape, "up": .keyboardUpArrow, "down": .keyboardDownArrow, "left": .keyboardLeftArrow,
    "right": .keyboardRightArrow, "forwardDelete": .keyboardDeleteForward, "home": .keyboardHome,
    "end": .keyboardEnd, "pageUp": .keyboardPageUp, "pageDown": .keyboardPageDown,
    "shift": .keyboardLeftShift, "control": .keyboardLeftControl, "option": .keyboardLeftAlt,
    "command": .keyboardLeftGUI, "capsLock": .keyboardCapsLock,
  ]

  // NB: contains only right-side modifier keys. The others are mapped by name, because the browser's computer
  // may assign modifiers differently.
  private static let codes: [String: UIKeyboardHIDUsage] = [
    "Space": .keyboardSpacebar, "Minus": .keyboardHyphen, "Equal": .keyboardEqualSign,
    "BracketLeft": .keyboardOpenBracket, "BracketRight": .keyboardCloseBracket,
    "Backslash": .keyboardBackslash, "Semicolon": .keyboardSemicolon, "Quote": .keyboardQuote,
    "Backquote": .keyboardGraveAccentAndTilde, "Comma": .keyboardComma, "Period": .keyboardPeriod,
    "Slash": .keyboardSlash, "IntlBackslash": .keyboardNonUSBackslash, "IntlRo": .keyboardInternational1,
    "IntlYen": .keyboardInternational3, "NumpadDivide": .keypadSlash, "NumpadMultiply": .keypadAsterisk,
    "NumpadSubtract": .keypadHyphen, "NumpadAdd": .keypadPlus, "NumpadEnter": .keypadEnter,
    "NumpadDecimal": .keypadPeriod, "NumpadComma": .keypadComma, "NumpadEqual": .keypadEqualSign,
    "ShiftRight": .keyboardRightShift, "AltRight": .keyboardRightAlt,
  ]
}
