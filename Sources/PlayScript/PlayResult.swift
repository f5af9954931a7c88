import Device

/// How a run of a script ended.
public struct PlayResult: Sendable, Equatable {
  public enum Outcome: Sendable, Equatable {
    case passed
    case failed(StepFailure)
    /// The app crashed, hung at launch, broke the protocol, or exited with a status other than 0.
    case appEnded(AppEnd)
    /// The limit of virtual time or the time-out was reached.
    case ranOut(String)
    case interrupted(signal: Int32)
    case environment(String)
  }

  public var outcome: Outcome
  /// The line of the step at which the run ended; nil if it ended outside a step.
  public var line: Int?
  public var stepsDone: Int

  /// The command's exit status.
  public var exitStatus: Int32 {
    switch outcome {
    case .passed: 0
    case .failed: 1
    case .appEnded(.refused): 6
    case .appEnded(.hung): 5
    case .appEnded: 4
    case .ranOut: 5
    case .interrupted(let signal): 128 + signal
    case .environment: 6
    }
  }
}

/// A step that failed.
public struct StepFailure: Sendable, Equatable {
  /// In one line.
  public var problem: String
  public var expected: String
  public var found: String
  public var nearest: [String] = []
  /// What was on the screen, one line per element; nil if that does not matter.
  public var screen: [String]?
  /// The events since the last step that was not a check.
  public var events: [String] = []
  /// That step, or "the launch".
  public var eventsSince = "the launch"

  init(_ problem: String, expected: String, found: String) {
    self.problem = problem
    self.expected = expected
    self.found = found
  }
}

extension PlayResult {
  /// The report for standard error; empty if the run passed.
  public func report(script: Script) -> String {
    let place =
      script.file.isEmpty
      ? "error: " : line.map { "\(script.file):\($0): error: " } ?? "\(script.file): error: "
    switch outcome {
    case .passed, .interrupted: return ""
    case .environment(let problem): return "error: " + problem + "\n"
    case .ranOut(let problem): return place + problem + "\n"
    case .appEnded(let end): return Self.report(end, place: line == nil ? "" : place)
    case .failed(let failure):
      var text = place + failure.problem + "\n"
      if let line, script.lines.indices.contains(line - 1) {
        text += "  step:     \(script.lines[line - 1].trimmed)\n"
      }
      text += "  expected: \(failure.expected)\n  found:    \(failure.found)\n"
      if !failure.nearest.isEmpty {
        text += "  nearest:  \(failure.nearest.map { "'\($0)'" }.joined(separator: ", "))\n"
      }
      if let screen = failure.screen {
        text +=
          screen.isEmpty ? "  on screen: nothing\n" : "  on screen:\n" + screen.map { "    \($0)\n" }.joined()
      }
      text +=
        failure.events.isEmpty
        ? "  no events since \(failure.eventsSince)\n"
        : "  events since \(failure.eventsSince):\n" + failure.events.map { "    \($0)\n" }.joined()
      return text
    }
  }

  /// The crash with its place in the user's sources, then the step at which it happened.
  private static func report(_ end: AppEnd, place: String) -> String {
    var text = ""
    if case .crashed(let crash) = end, let file = crash.file, let line = crash.line {
      text += "\(file):\(line): error: \(crash.reason)\n"
      if crash.frames.count > 1 { text += crash.frames.map { "  in \($0)\n" }.joined() }
    }
    return text + (place.isEmpty ? "error: " : place) + end.description + "\n"
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed())
  }
}
