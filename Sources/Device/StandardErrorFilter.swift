import DeviceProtocol

/// Removes from standard error what only the report of a crash needs: the frames that the app prints, and the backtrace of Swift's
/// runtime. Everything else is passed through at once.
struct StandardErrorFilter {
  /// The beginning of a line that is removed.
  private static let frame = Array("carob: frame\t".utf8)
  /// The beginning of a backtrace. Nothing after it is passed through, since the process is about to end.
  private static let backtrace = [Array("*** Signal ".utf8), Array("*** Program crashed".utf8)]
  private static let starts = [frame] + backtrace

  /// Passes everything through.
  var isOff = false
  /// The beginning of a line that may have to be removed.
  private var held: [UInt8] = []
  private var isAtStart = true
  private var skipsLine = false
  private var skipsRest = false
  /// Empty lines, which are removed if a backtrace follows.
  private var emptyLines = 0

  /// The bytes to pass through.
  mutating func pass(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    if isOff { return Array(bytes) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes where !skipsRest {
      let isEnd = byte == UInt8(ascii: "\n")
      if skipsLine {
        skipsLine = !isEnd
        continue
      }
      guard isAtStart else {
        result.append(byte)
        isAtStart = isEnd
        continue
      }
      if isEnd, held.isEmpty {
        emptyLines += 1
        continue
      }
      held.append(byte)
      if held == Self.frame {
        held = []
        skipsLine = true
      } else if Self.backtrace.contains(held) {
        skipsRest = true
      } else if !Self.starts.contains(where: { $0.starts(with: held) }) {
        result += Array(repeating: UInt8(ascii: "\n"), count: emptyLines) + held
        (held, emptyLines) = ([], 0)
        isAtStart = isEnd
      }
    }
    return result
  }

  /// At the end of the stream: the bytes that were held back and are to be passed through.
  mutating func rest() -> [UInt8] {
    defer { (held, emptyLines) = ([], 0) }
    return skipsRest ? [] : Array(repeating: UInt8(ascii: "\n"), count: emptyLines) + held
  }
}
