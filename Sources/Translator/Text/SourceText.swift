#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The bytes of a source file, with the lines, columns and word locations that the rules need.
struct SourceText {
  let bytes: [UInt8]
  /// The offset at which each line begins.
  let lineStarts: [Int]

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var starts = [0]
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      var offset = 0
      while offset < buffer.count, let hit = memchr(base + offset, 10, buffer.count - offset) {
        offset = base.distance(to: hit) + 1
        starts.append(offset)
      }
    }
    self.bytes = bytes
    lineStarts = starts
  }

  /// The 1-based line and column (in UTF-8 bytes, as the compiler counts) of an offset.
  func place(_ offset: Int) -> (line: Int, column: Int) {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - lineStarts[low] + 1)
  }

  func line(_ offset: Int) -> Int { place(offset).line }

  /// The offsets of all occurrences of the words, in ascending order.
  func offsets(of words: [StaticString]) -> [Int] {
    var result: [Int] = []
    // NB: `strstr` needs a terminator; a zero byte in the source, which does not parse anyway, ends the
    // search.
    (bytes + [0]).withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
      for word in words {
        var offset = 0
        while let hit = word.utf8Start.withMemoryRebound(
          to: CChar.self, capacity: word.utf8CodeUnitCount + 1, { strstr(base + offset, $0) })
        {
          offset = UnsafePointer(base).distance(to: hit)
          result.append(offset)
          offset += word.utf8CodeUnitCount
        }
      }
    }
    return result.sorted()
  }

  /// Where `.init(` follows what may be a value: a name that begins with a lowercase letter, a bracket, or a
  /// mark.
  func offsetsOfInitializersOfValues() -> [Int] {
    func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...:
        return true
      default: return false
      }
    }
    return offsets(of: [".init("]).filter { offset in
      guard offset > 0 else { return false }
      if [UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "!"), UInt8(ascii: "?")].contains(
        bytes[offset - 1])
      {
        return true
      }
      var start = offset
      while start > 0, isWord(bytes[start - 1]) { start -= 1 }
      return start < offset && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[start])
        && !bytes[start..<offset].elementsEqual("self".utf8)
        && !bytes[start..<offset].elementsEqual("super".utf8)
    }
  }

  /// Where what looks like a cast names a type that contains an optional: `as! [String?]`.
  func offsetsOfCastsToOptionals() -> [Int] {
    offsets(of: ["as? ", "as! ", " is "]).filter { offset in
      var depth = 0
      var index = offset + 4
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "<"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: ">"): depth -= 1
        case UInt8(ascii: "?"): return true
        case UInt8(ascii: " ") where depth == 0, UInt8(ascii: ",") where depth == 0,
          UInt8(ascii: "\n"), UInt8(ascii: "{"):
          return false
        case UInt8(ascii: "O") where bytes[index...].starts(with: "Optional<".utf8): return true
        default: break
        }
        if depth < 0 { return false }
        index += 1
      }
      return false
    }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
