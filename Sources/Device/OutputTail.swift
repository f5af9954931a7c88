/// The last lines of a stream, for a crash report.
struct OutputTail {
  private static let maximumLines = 300
  private static let maximumLineLength = 4096

  private var complete: [String] = []
  private var current: [UInt8] = []

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        complete.append(String(decoding: current, as: UTF8.self))
        current.removeAll(keepingCapacity: true)
        if complete.count > 2 * Self.maximumLines { complete.removeFirst(Self.maximumLines) }
      } else if current.count < Self.maximumLineLength {
        current.append(byte)
      }
    }
  }

  var lines: [String] {
    let last = current.isEmpty ? [] : [String(decoding: current, as: UTF8.self)]
    return Array((complete + last).suffix(Self.maximumLines))
  }
}
