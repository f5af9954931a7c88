import CoreGraphics

/// The keys of a keyboard: rows from top to bottom, with key widths relative to the row.
struct KeyboardLayout: Equatable {
  enum Plane: Equatable { case letters, numbers, symbols }
  enum Key: Equatable {
    case text(String)
    case shift, delete, space, returnKey, gap
    case plane(Plane)
  }
  struct Cap: Equatable {
    var key: Key
    var width: CGFloat = 1
  }
  var rows: [[Cap]]

  /// The height in points, without the safe area below. DEVIATION: our own value, because there is no
  /// suggestion bar.
  static func height(isLandscape: Bool) -> CGFloat { isLandscape ? 168 : 226 }

  init(_ type: UIKeyboardType, _ plane: Plane) {
    switch type {
    case .numberPad, .asciiCapableNumberPad: rows = Self.pad(.gap)
    case .decimalPad: rows = Self.pad(.text("."))
    case .phonePad: rows = Self.phone
    case .numbersAndPunctuation:
      rows = Self.full(plane == .letters ? .numbers : plane == .numbers ? .letters : plane, type)
    default: rows = Self.full(plane, type)
    }
  }

  private static func pad(_ corner: Key) -> [[Cap]] {
    digits + [[Cap(key: corner), Cap(key: .text("0")), Cap(key: .delete)]]
  }
  private static var phone: [[Cap]] {
    digits + [
      [
        Cap(key: .text("+")), Cap(key: .text("*")), Cap(key: .text("0")), Cap(key: .text("#")),
        Cap(key: .delete),
      ]
    ]
  }
  private static var digits: [[Cap]] { ["123", "456", "789"].map(texts) }
  private static func texts(_ characters: String) -> [Cap] { characters.map { Cap(key: .text(String($0))) } }

  private static func full(_ plane: Plane, _ type: UIKeyboardType) -> [[Cap]] {
    let half = Cap(key: .gap, width: 0.5)
    let delete = Cap(key: .delete, width: 1.35)
    switch plane {
    case .letters:
      return [
        texts("qwertyuiop"), [half] + texts("asdfghjkl") + [half],
        [Cap(key: .shift, width: 1.35), Cap(key: .gap, width: 0.15)] + texts("zxcvbnm")
          + [Cap(key: .gap, width: 0.15), delete],
        bottom(.numbers, type),
      ]
    case .numbers:
      return [
        texts("1234567890"), texts("-/:;()$&@\""),
        [Cap(key: .plane(.symbols), width: 1.35), Cap(key: .gap, width: 0.15)] + wide(".,?!'")
          + [Cap(key: .gap, width: 0.15), delete],
        bottom(.letters, type),
      ]
    case .symbols:
      return [
        texts("[]{}#%^*+="), texts("_\\|~<>€£¥•"),
        [Cap(key: .plane(.numbers), width: 1.35), Cap(key: .gap, width: 0.15)] + wide(".,?!'")
          + [Cap(key: .gap, width: 0.15), delete],
        bottom(.letters, type),
      ]
    }
  }
  private static func wide(_ characters: String) -> [Cap] {
    characters.map { Cap(key: .text(String($0)), width: 1.4) }
  }

  private static func bottom(_ other: Plane, _ type: UIKeyboardType) -> [Cap] {
    let first = Cap(key: .plane(other), width: 2.5)
    let last = Cap(key: .returnKey, width: 2.5)
    switch type {
    case .URL:
      return [
        first, Cap(key: .text("."), width: 1.4), Cap(key: .text("/"), width: 1.4),
        Cap(key: .text(".com"), width: 2.2), last,
      ]
    case .emailAddress:
      return [
        first, Cap(key: .space, width: 2.6), Cap(key: .text("@"), width: 1.2),
        Cap(key: .text("."), width: 1.2), last,
      ]
    case .webSearch:
      return [first, Cap(key: .space, width: 3.6), Cap(key: .text("."), width: 1.4), last]
    case .twitter:
      return [
        first, Cap(key: .space, width: 2.6), Cap(key: .text("@"), width: 1.2),
        Cap(key: .text("#"), width: 1.2), last,
      ]
    default: return [first, Cap(key: .space, width: 5), last]
    }
  }

  static func title(of type: UIReturnKeyType) -> String {
    switch type {
    case .default: "return"
    case .go: "Go"
    case .google, .yahoo, .search: "Search"
    case .join: "Join"
    case .next: "Next"
    case .route: "Route"
    case .send: "Send"
    case .done: "Done"
    case .emergencyCall: "Emergency Call"
    case .continue: "Continue"
    }
  }
}
