internal import CStandardStreams
import CarobFoundation
import Glibc

/// Sees every line that the app prints, and passes it on unchanged.
///
/// `stdout` is replaced by a line-buffered stream of our own, so that a line is in the trace before the next event.
enum StandardOutput {
  nonisolated(unsafe) private static var pending: [UInt8] = []

  static func capture() {
    _ = carob_replace_stdout { bytes, count in
      guard let bytes else { return 0 }
      StandardOutput.wrote(UnsafeRawBufferPointer(start: bytes, count: count))
      return count
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
    guard Journal.isRecording else { return }
    pending += bytes
    while let end = pending.firstIndex(of: 10) {
      Journal.printed(String(decoding: pending[..<end], as: UTF8.self))
      pending.removeSubrange(...end)
    }
  }
}
