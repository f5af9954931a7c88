/// A type as written in a source file.
struct WrittenType {
  let text: String

  init(_ text: some StringProtocol) { self.text = String(text).trimmed }

  /// Whether it is `T?`, `T!` or `Optional<T>`; a function type that returns an optional is not.
  var isOptional: Bool { wrappedOnce != nil }

  /// The type without all optionals around it: `NSDate` of `NSDate?`, `NSDate!` and `Optional<NSDate>`.
  var wrapped: String {
    var type = self
    while let inner = type.wrappedOnce { type = WrittenType(inner) }
    return type.text
  }

  /// The type as written where `T!` is not allowed: `T?`.
  var explicit: String { text.hasSuffix("!") && isOptional ? "\(text.dropLast())?" : text }

  private var wrappedOnce: Substring? {
    if isFunction { return nil }
    if text.hasSuffix("?") || text.hasSuffix("!") { return text.dropLast() }
    for prefix in ["Optional<", "Swift.Optional<"] where text.hasPrefix(prefix) && text.hasSuffix(">") {
      return text.dropFirst(prefix.count).dropLast()
    }
    return nil
  }

  /// Whether an arrow is outside all brackets.
  private var isFunction: Bool {
    var depth = 0
    var previous: Character = " "
    for character in text {
      switch character {
      case "(", "[", "<": depth += 1
      case ">" where previous == "-": if depth == 0 { return true }
      case ")", "]", ">": depth -= 1
      default: break
      }
      previous = character
    }
    return false
  }
}

extension String {
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
