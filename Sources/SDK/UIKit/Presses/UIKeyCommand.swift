import CarobFoundation

/// A command for a key press, which can also be shown in a menu.
@preconcurrency @MainActor
open class UIKeyCommand: UICommand {
  public let input: String?
  public let modifierFlags: UIKeyModifierFlags
  /// Whether the command takes precedence over text input (E-461).
  open var wantsPriorityOverSystemBehavior = false
  /// Whether the input is adapted to the user's keyboard. The simulated one is always a US keyboard.
  open var allowsAutomaticLocalization = true
  /// Whether brackets and horizontal arrows are exchanged in an interface from right to left (E-1073).
  open var allowsAutomaticMirroring = true

  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil, action: Selector, input: String,
    modifierFlags: UIKeyModifierFlags = [], propertyList: Any? = nil, alternates: [UICommandAlternate] = [],
    discoverabilityTitle: String? = nil, attributes: UIMenuElement.Attributes = [],
    state: UIMenuElement.State = .off
  ) {
    self.input = input
    self.modifierFlags = modifierFlags
    super.init(
      title: title, subtitle: subtitle, image: image, action: action, propertyList: propertyList,
      alternates: alternates, discoverabilityTitle: discoverabilityTitle, attributes: attributes, state: state
    )
  }

  /// Whether the command matches a key. Caps Lock and the keypad flag are ignored unless the command
  /// specifies them.
  func matches(
    _ key: UIKey,
    in direction: UIUserInterfaceLayoutDirection = UIApplication.shared.userInterfaceLayoutDirection
  ) -> Bool {
    guard let input else { return false }
    let flags = key.modifierFlags.subtracting([.alphaShift, .numericPad])
    guard modifierFlags == flags || modifierFlags == key.modifierFlags else { return false }
    // E-1073
    let isMirrored = allowsAutomaticMirroring && direction == .rightToLeft
    let wanted = isMirrored ? Self.mirrors[input] ?? input : input
    return wanted == key.characters || wanted == key.charactersIgnoringModifiers
  }

  private static let mirrors = [
    inputLeftArrow: inputRightArrow, inputRightArrow: inputLeftArrow, "[": "]", "]": "[", "{": "}", "}": "{",
    "(": ")", ")": "(", "<": ">", ">": "<",
  ]

  /// The input string for a device's key name; nil if there is none.
  static func input(ofKey name: String) -> String? { inputs[name] }
  private static let inputs = Dictionary(uniqueKeysWithValues: names.map { ($0.value, $0.key) })
  private static let names = [
    inputUpArrow: "up", inputDownArrow: "down", inputLeftArrow: "left", inputRightArrow: "right",
    inputEscape: "escape", inputPageUp: "pageUp", inputPageDown: "pageDown", inputHome: "home",
    inputEnd: "end", inputDelete: "forwardDelete", "\r": "return", "\t": "tab", "\u{8}": "delete",
  ]
  public nonisolated static let inputUpArrow = "UIKeyInputUpArrow"
  public nonisolated static let inputDownArrow = "UIKeyInputDownArrow"
  public nonisolated static let inputLeftArrow = "UIKeyInputLeftArrow"
  public nonisolated static let inputRightArrow = "UIKeyInputRightArrow"
  public nonisolated static let inputEscape = "UIKeyInputEscape"
  public nonisolated static let inputPageUp = "UIKeyInputPageUp"
  public nonisolated static let inputPageDown = "UIKeyInputPageDown"
  public nonisolated static let inputHome = "UIKeyInputHome"
  public nonisolated static let inputEnd = "UIKeyInputEnd"
  public nonisolated static let inputDelete = "UIKeyInputDelete"

  public convenience init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
    self.init(title: "", action: action, input: input, modifierFlags: modifierFlags)
  }
  public convenience init(
    input: String, modifierFlags: UIKeyModifierFlags, action: Selector, discoverabilityTitle: String
  ) {
    self.init(
      action: action, input: input, modifierFlags: modifierFlags, discoverabilityTitle: discoverabilityTitle)
  }
}

public struct UIKeyModifierFlags: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
  public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
  public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
  public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)
}
