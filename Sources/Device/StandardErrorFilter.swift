import DeviceProtocol

/// Keeps from people what only the report of a crash needs: the frames that the app names, and the backtrace that Swift's runtime
/// prints at its end. Everything else is passed on at once.
struct StandardErrorFilter {
  /// What begins a line that is kept back.
  private static let frame = Array("carob: frame\t".utf8)
  /// What begins the first line of a backtrace: nothing after it is passed on, since the process is about to end.
  private static let backtrace = [Array("*** Signal ".utf8), Array("*** Program crashed".utf8)]
  private static let starts = [frame] + backtrace

  /// Passes on everything.
  var isOff = false
  /// The beginning of a line that may be one of those.
  private var held: [UInt8] = []
  private var isAtStart = true
  private var skipsLine = false
  private var skipsRest = false
  /// Empty lines before a backtrace go with it.
  private var emptyLines = 0

  /// What of it is for people.
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

  /// What was held back and turned out to be for people, at the end of the stream.
  mutating func rest() -> [UInt8] {
    defer { (held, emptyLines) = ([], 0) }
    return skipsRest ? [] : Array(repeating: UInt8(ascii: "\n"), count: emptyLines) + held
  }
}
