internal import CStandardStreams
import CarobFoundation
import Glibc

/// Sees every line that the app prints, and passes it on unchanged.
///
/// `stdout` is replaced by a line-buffered stream of our own, so that a line is in the trace before the next event. What is
/// printed without a newline at the end is in the trace with the rest of its line, or when the app exits. C's lock of the
/// stream guards the state.
enum StandardOutput {
  nonisolated(unsafe) private static var line: [UInt8] = []
  /// The length of the line in hand, cut or not.
  nonisolated(unsafe) private static var lineLength = 0
  /// Of a line; what is longer is cut in the trace, so that it fits into a message.
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
    // OPTIMIZATION: by C's functions, for an app may print hundreds of megabytes.
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
    if lineLength > line.count { text += "… (cut here; the line has \(lineLength) bytes)" }
    line.removeAll(keepingCapacity: true)
    lineLength = 0
    Journal.printed(text)
  }
}
