import CarobRuntime
import Foundation
import Glibc

/// The output of `NSLog` and `os_log`: standard error, and the trace as printed text.
package enum SystemLog {
  /// Writes one message. `subject` contains its category and level and is not part of the printed text in the
  /// trace.
  package static func write(_ message: String, subject: String = "") {
    let now = stamp()
    let name = ProcessInfo.processInfo.processName
    let subject = subject.isEmpty ? "" : "[\(subject)] "
    let line = Array("\(now) \(name)[\(getpid())] \(subject)\(message)\n".utf8)
    var rest = line[...]
    // NB: writes directly to the descriptor, because the app may hold the C stream's lock at this moment.
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    for part in message.split(separator: "\n", omittingEmptySubsequences: false) {
      Journal.printed(String(part))
    }
  }

  /// The device's current date and time with microseconds.
  private static func stamp() -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var seconds = time.tv_sec
    var parts = tm()
    localtime_r(&seconds, &parts)
    func two(_ value: some BinaryInteger) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let fraction = String(String(1_000_000 + time.tv_nsec / 1000).dropFirst())
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(fraction)"
  }
}
