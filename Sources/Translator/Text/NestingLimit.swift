/// Finds the place where a source is nested so deeply that parsing it would need an unreasonable stack.
///
/// The compiler refuses structures that are nested deeper than 256, too. The scanner knows comments, strings and
/// brackets; within a line it counts generic arguments, arrows and repeated effects.
enum NestingLimit {
  static let depth = 256
  /// Opening square brackets in a row: the parser tries each as the beginning of a type and of a value, and what stands in
  /// it again, so that one more doubles its time.
  static let squareBrackets = 16

  /// Where a limit is first passed, what is nested there, and the limit.
  static func firstExcess(in bytes: [UInt8]) -> (offset: Int, what: String, limit: Int)? {
    var scanner = Scanner(count: bytes.count)
    return bytes.withUnsafeBufferPointer { scanner.run($0) }
  }

  private struct Scanner {
    let count: Int
    private var brackets = 0
    private var generics = 0
    private var arrows = 0
    private var effects = 0
    private var row = 0

    init(count: Int) { self.count = count }

    mutating func run(_ bytes: UnsafeBufferPointer<UInt8>) -> (Int, String, Int)? {
      var index = 0
      while index < count {
        let byte = bytes[index]
        let next = index + 1 < count ? bytes[index + 1] : 0
        switch byte {
        case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
          while index < count, bytes[index] != newline { index += 1 }
          continue
        case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
          index += 2
          while index + 1 < count, bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/")
          {
            index += 1
          }
          index += 1
        case UInt8(ascii: "\""): index = endOfString(index, bytes)
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
          brackets += 1
          row = byte == UInt8(ascii: "[") ? row + 1 : 0
          if row > squareBrackets { return (index, "square brackets", squareBrackets) }
          if byte == UInt8(ascii: "{") { leaveLine() }
          if brackets > depth { return (index, "brackets", depth) }
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
          brackets = max(0, brackets - 1)
          if byte == UInt8(ascii: "}") { leaveLine() }
        case newline, UInt8(ascii: ";"): leaveLine()
        case UInt8(ascii: "<") where index > 0 && isWord(bytes[index - 1]) && isWord(next):
          generics += 1
          if generics > depth { return (index, "generic arguments", depth) }
        case UInt8(ascii: "-") where next == UInt8(ascii: ">"):
          arrows += 1
          index += 1
          if arrows > depth { return (index - 1, "function types", depth) }
        case UInt8(ascii: ">"): generics = max(0, generics - 1)
        case _ where isWord(byte):
          let start = index
          while index < count, isWord(bytes[index]) { index += 1 }
          let word = bytes[start..<index]
          effects = word.elementsEqual("try".utf8) || word.elementsEqual("await".utf8) ? effects + 1 : 0
          row = 0
          if effects > depth { return (start, "effects", depth) }
          continue
        default: break
        }
        if byte > UInt8(ascii: " "), byte != UInt8(ascii: "[") { row = 0 }
        index += 1
      }
      return nil
    }

    private mutating func leaveLine() { (generics, arrows) = (0, 0) }

    /// The offset of the last byte of a string. What stands in an interpolation is taken for text, or for code behind
    /// it; either way a single-line string ends with its line.
    private func endOfString(_ start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
      let quote = UInt8(ascii: "\"")
      let isLong = start + 2 < count && bytes[start + 1] == quote && bytes[start + 2] == quote
      var index = isLong ? start + 3 : start + 1
      while index < count {
        switch bytes[index] {
        case UInt8(ascii: "\\"): index += 1
        case quote:
          if !isLong { return index }
          if index + 2 < count, bytes[index + 1] == quote, bytes[index + 2] == quote { return index + 2 }
        case newline where !isLong: return index - 1
        default: break
        }
        index += 1
      }
      return count
    }

    private let newline = UInt8(ascii: "\n")

    private func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...:
        return true
      default: return false
      }
    }
  }
}
