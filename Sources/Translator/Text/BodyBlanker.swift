/// Replaces the bodies of functions in which no rule has work by spaces, so that they need not be parsed.
///
/// OPTIMIZATION: the parser of swift-syntax, built for debugging, takes milliseconds per line, and bodies are most of a
/// source. The scanner knows strings, comments and brackets only; whatever it does not understand (a regular
/// expression literal, an open string) makes it give up, and the whole file is parsed. Offsets and lines stay.
struct BodyBlanker {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let count: Int

  /// The text with blanked bodies, or nil if nothing can be gained or something was not understood.
  static func blank(_ bytes: [UInt8], keeping triggers: [Int]) -> [UInt8]? {
    let ranges = bytes.withUnsafeBufferPointer { buffer in
      var blanker = BodyBlanker(bytes: buffer, count: buffer.count)
      return blanker.bodies()
    }
    guard let ranges else { return nil }
    var result = bytes
    var didBlank = false
    var next = 0
    result.withUnsafeMutableBufferPointer { buffer in
      for range in ranges {
        while next < triggers.count, triggers[next] < range.lowerBound { next += 1 }
        if next < triggers.count, triggers[next] < range.upperBound { continue }
        didBlank = true
        var index = range.lowerBound
        while index < range.upperBound {
          if buffer[index] != Self.newline { buffer[index] = Self.space }
          index += 1
        }
      }
    }
    return didBlank ? result : nil
  }

  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")

  /// The insides of the outermost function bodies, in ascending order; nil if the text was not understood.
  private mutating func bodies() -> [Range<Int>]? {
    var result: [Range<Int>] = []
    var index = 0
    var isPending = false
    while index < count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "{"):
        if isPending {
          guard let end = balanced(index, open: byte, close: UInt8(ascii: "}")) else { return nil }
          if end - index > 2 { result.append(index + 1..<end) }
          index = end
          isPending = false
        }
      case UInt8(ascii: "}"): isPending = false
      case UInt8(ascii: "("):
        guard let end = balanced(index, open: byte, close: UInt8(ascii: ")")) else { return nil }
        index = end
      case UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "/"):
        guard let end = special(index) else { return nil }
        index = end
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
        let start = index
        while index + 1 < count, Self.isWord(bytes[index + 1]) { index += 1 }
        let length = index + 1 - start
        if length >= 3, length <= 14, let starts = keyword(start, length) {
          isPending = starts && !(start > 0 && bytes[start - 1] == UInt8(ascii: "."))
        }
      default: break
      }
      index += 1
    }
    return result
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
      || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// Whether the word begins a function (true) or another declaration (false); nil for any other word.
  private func keyword(_ start: Int, _ length: Int) -> Bool? {
    switch bytes[start] {
    case UInt8(ascii: "f"): matches("func", start, length) ? true : nil
    case UInt8(ascii: "i"):
      matches("init", start, length) ? true : matches("import", start, length) ? false : nil
    case UInt8(ascii: "d"): matches("deinit", start, length) ? true : nil
    case UInt8(ascii: "v"): matches("var", start, length) ? false : nil
    case UInt8(ascii: "l"): matches("let", start, length) ? false : nil
    case UInt8(ascii: "c"):
      matches("class", start, length) || matches("case", start, length) ? false : nil
    case UInt8(ascii: "s"):
      matches("struct", start, length) || matches("subscript", start, length) ? false : nil
    case UInt8(ascii: "e"):
      matches("enum", start, length) || matches("extension", start, length) ? false : nil
    case UInt8(ascii: "p"): matches("protocol", start, length) ? false : nil
    case UInt8(ascii: "t"): matches("typealias", start, length) ? false : nil
    case UInt8(ascii: "a"):
      matches("actor", start, length) || matches("associatedtype", start, length) ? false : nil
    case UInt8(ascii: "g"), UInt8(ascii: "w"), UInt8(ascii: "m"): nil
    default: nil
    }
  }

  private func matches(_ word: StaticString, _ start: Int, _ length: Int) -> Bool {
    guard length == word.utf8CodeUnitCount else { return false }
    for offset in 0..<length where bytes[start + offset] != word.utf8Start[offset] { return false }
    return true
  }

  // MARK: Pieces of text; each returns the offset of its last byte, or nil

  private func balanced(_ start: Int, open: UInt8, close: UInt8) -> Int? {
    var depth = 0
    var index = start
    while index < count {
      let byte = bytes[index]
      if byte == open {
        depth += 1
      } else if byte == close {
        depth -= 1
        if depth == 0 { return index }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "/") {
        guard let end = special(index) else { return nil }
        index = end
      }
      index += 1
    }
    return nil
  }

  /// A string, a comment, an operator with a slash, or a `#` that begins neither.
  private func special(_ start: Int) -> Int? {
    switch bytes[start] {
    case UInt8(ascii: "\""): return string(start, hashes: 0)
    case UInt8(ascii: "#"):
      var hashes = 0
      var index = start
      while index < count, bytes[index] == UInt8(ascii: "#") {
        hashes += 1
        index += 1
      }
      guard index < count else { return count - 1 }
      if bytes[index] == UInt8(ascii: "/") { return nil }
      return bytes[index] == UInt8(ascii: "\"") ? string(index, hashes: hashes) : index - 1
    default: return slash(start)
    }
  }

  private func slash(_ start: Int) -> Int? {
    guard start + 1 < count else { return start }
    switch bytes[start + 1] {
    case UInt8(ascii: "/"):
      var index = start
      while index < count, bytes[index] != Self.newline { index += 1 }
      return index - 1
    case UInt8(ascii: "*"):
      var depth = 0
      var index = start
      while index + 1 < count {
        if bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "*") {
          depth += 1
          index += 1
        } else if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
          depth -= 1
          index += 1
          if depth == 0 { return index }
        }
        index += 1
      }
      return nil
    case Self.space, Self.newline, UInt8(ascii: "="): return start
    default:
      // A regular expression may begin where an operand may; after an operand it is a division.
      let before = start > 0 ? bytes[start - 1] : Self.space
      return Self.isWord(before) || before == UInt8(ascii: ")") || before == UInt8(ascii: "]") ? start : nil
    }
  }

  private func string(_ start: Int, hashes: Int) -> Int? {
    let quote = UInt8(ascii: "\"")
    let isLong = start + 2 < count && bytes[start + 1] == quote && bytes[start + 2] == quote
    let quotes = isLong ? 3 : 1
    var index = start + quotes
    while index < count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\") {
        var next = index + 1
        var found = 0
        while found < hashes, next < count, bytes[next] == UInt8(ascii: "#") {
          found += 1
          next += 1
        }
        guard found == hashes, next < count else {
          index += 1
          continue
        }
        if bytes[next] == UInt8(ascii: "(") {
          guard let end = balanced(next, open: UInt8(ascii: "("), close: UInt8(ascii: ")")) else {
            return nil
          }
          next = end
        }
        index = next + 1
      } else if byte == quote {
        if let end = closing(index, quotes: quotes, hashes: hashes) { return end }
        index += 1
      } else if byte == Self.newline, !isLong {
        return nil
      } else {
        index += 1
      }
    }
    return nil
  }

  private func closing(_ start: Int, quotes: Int, hashes: Int) -> Int? {
    var index = start
    for _ in 0..<quotes {
      guard index < count, bytes[index] == UInt8(ascii: "\"") else { return nil }
      index += 1
    }
    for _ in 0..<hashes {
      guard index < count, bytes[index] == UInt8(ascii: "#") else { return nil }
      index += 1
    }
    return index - 1
  }
}
