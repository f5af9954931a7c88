internal import CStandardStreams
import CarobFoundation
import Glibc

/// Records every line that the app prints and writes it to standard output unchanged.
///
/// `stdout` is replaced by our own line-buffered stream, so that a line is in the trace before the next
/// event. Output without a trailing newline is recorded when the line is completed or the app exits. The C
/// stream's lock guards the state.
enum StandardOutput {
  nonisolated(unsafe) private static var line: [UInt8] = []
  /// The full length of the current line, even if `line` is truncated.
  nonisolated(unsafe) private static var lineLength = 0
  /// The maximum length of a line in the trace, in bytes; longer lines are truncated so that they fit into a
  /// message.
  private static let longest = 1 << 16

  static func capture() {
    _ = carob_replace_stdout { bytes, count in
      guard let bytes else { return 0 }
      StandardOutput.wrote(UnsafeRawBufferPointer(start: bytes, count: count))
      return count
    }
    atexit {
      fflush(nil)
      if StandardOutput.lineLength > 0 { StandardOutput.endLine() }
    }
  }

  private static func wrote(_ bytes: UnsafeRawBufferPointer) {
    var done = 0
    while done < bytes.count {
      let count = write(1, bytes.baseAddress!.advanced(by: done), bytes.count - done)
      if count < 0 {
        if errno == EINTR { continue }
        break
      }
      done += count
    }
    guard Journal.isRecording, let start = bytes.baseAddress else { return }
    // OPTIMIZATION: uses C functions, because an app may print hundreds of megabytes.
    var rest = start
    let end = start + bytes.count
    while let newline = memchr(rest, Int32(UInt8(ascii: "\n")), end - rest).map(UnsafeRawPointer.init) {
      add(UnsafeRawBufferPointer(start: rest, count: newline - rest))
      endLine()
      rest = newline + 1
    }
    add(UnsafeRawBufferPointer(start: rest, count: end - rest))
  }

  private static func add(_ part: UnsafeRawBufferPointer) {
    let kept = min(part.count, longest - line.count)
    if kept > 0 { line.append(contentsOf: UnsafeRawBufferPointer(rebasing: part[..<kept])) }
    lineLength += part.count
  }

  private static func endLine() {
    var text = String(decoding: line, as: UTF8.self)
    if lineLength > line.count { text += "… (truncated; the line has \(lineLength) bytes)" }
    line.removeAll(keepingCapacity: true)
    lineLength = 0
    Journal.printed(text)
  }
}
