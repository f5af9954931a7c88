import ArgumentParser
import Foundation
import Synchronization

/// A command with a `--json` option. If it fails before it can print its result, it prints an object
/// nevertheless.
protocol ReportsJSON: SendableMetatype {
  var json: Bool { get }
}

/// The output of `--json` for a failed command: the project could not be read or built, or the script is
/// broken.
///
/// `{"outcome": "notBuilt", "status": 3, "problem": "…", "messages": [{"severity": "error", "path": …, "line": …, "message": …}]}`
enum FailureReport {
  private static let messages = Mutex<[String]>([])
  private static let isReported = Mutex(false)

  /// Records a line that was printed on standard error.
  static func keep(_ text: String) { messages.withLock { $0.append(text) } }

  /// Records that the command has printed its result.
  static func resultIsPrinted() { isReported.withLock { $0 = true } }

  /// Prints the object unless the command has printed its own result.
  static func print(status: Int32) {
    guard !isReported.withLock({ $0 }) else { return }
    let all = messages.withLock { $0 }.flatMap(parts)
    let name =
      switch ExitStatus(rawValue: status) {
      case .usage: "usage"
      case .notBuilt: "notBuilt"
      case .environment: "environment"
      case .crashed: "crashed"
      case .timedOut: "ranOut"
      default: "failed"
      }
    var object: [String: Any] = ["outcome": name, "status": status, "messages": all]
    object["problem"] = all.first { $0["severity"] as? String == "error" }?["message"]
    try? Output.write(json: object)
  }

  /// The messages in a text of several lines; the source excerpts that follow some of them are omitted.
  private static func parts(_ text: String) -> [[String: Any]] {
    text.split(separator: "\n").compactMap { line in
      guard let match = line.firstMatch(of: /^(?:(.+?):(?:(\d+):(?:(\d+):)?)? )?(error|warning|note): (.*)$/)
      else { return nil }
      var part: [String: Any] = ["severity": String(match.4), "message": String(match.5)]
      part["path"] = match.1.map(String.init)
      part["line"] = match.2.flatMap { Int($0) }
      part["column"] = match.3.flatMap { Int($0) }
      return part
    }
  }
}
