import CarobRuntime
import Foundation
import Glibc

/// Where `NSLog` and `os_log` write: standard error, and the trace as what the app printed.
package enum SystemLog {
  /// Writes one message; `subject` names its category and level, and does not count as printed text.
  package static func write(_ message: String, subject: String = "") {
    let now = stamp()
    let name = ProcessInfo.processInfo.processName
    let subject = subject.isEmpty ? "" : "[\(subject)] "
    let line = Array("\(now) \(name)[\(getpid())] \(subject)\(message)\n".utf8)
    var rest = line[...]
    // NB: straight to the descriptor: the C stream may belong to the app at this moment.
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

  /// The device's date and time, to the microsecond.
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
