import ArgumentParser
import Device
import Foundation
import PlayScript

/// Writes the results of a script run: files, the timeline, the report.
struct PlayOutput {
  struct Played {
    var script: Script
    var result: PlayResult
    var trace: Trace
    /// Virtual seconds.
    var seconds: Double
  }

  let command: PlayCommand

  func write(_ played: Played) throws {
    let trace = played.trace
    // NB: all of them are attempted, so that a full disk affects only the files that did not fit.
    var failure: (any Error)?
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch { failure = failure ?? error }
    }
    attempt {
      if let path = command.trace {
        try Output.write(trace.jsonLines(timings: command.timings), toFile: path)
      }
    }
    attempt {
      if let path = command.perfetto {
        try Output.write(trace.perfetto(timings: command.timings), toFile: path)
      }
    }
    attempt { if command.timeline { try Output.write(trace.timeline(timings: command.timings)) } }
    // The app wrote into the same pipe and ended because it was closed.
    if Output.isClosed { Output.endQuietly() }
    Output.writeError(played.result.report(script: played.script))
    if let failure { throw failure }
    if command.json {
      try Output.writeLine(try json(played))
      FailureReport.resultIsPrinted()
    }
  }

  static func writeSnapshot(of device: SimulatedDevice, to path: String) throws(DeviceError) {
    let picture = try device.snapshot()
    if let problem = Output.problem(writing: picture, toFile: path) {
      throw .environment("the picture \(problem)")
    }
  }

  private func json(_ played: Played) throws -> String {
    let result = played.result
    var object: [String: Any] = [
      "outcome": result.outcome.name, "status": result.exitStatus, "stepsDone": result.stepsDone,
      "steps": played.script.steps.count, "seconds": played.seconds, "events": played.trace.count,
    ]
    object["script"] = played.script.file.isEmpty ? nil : played.script.file
    object["line"] = result.line
    switch result.outcome {
    case .passed, .interrupted: break
    case .failed(let failure):
      object["problem"] = failure.problem
      object["expected"] = failure.expected
      object["found"] = failure.found
      object["nearest"] = failure.nearest
      object["screen"] = failure.screen
      object["eventsSince"] = failure.events
    case .appEnded(let end):
      object["problem"] = "\(end)"
      if case .crashed(let report) = end {
        object["reason"] = report.reason
        object["crashFile"] = report.file
        object["crashLine"] = report.line
      }
    case .ranOut(let problem), .environment(let problem): object["problem"] = problem
    }
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }
}

extension PlayResult.Outcome {
  fileprivate var name: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .appEnded: "crashed"
    case .ranOut: "ranOut"
    case .interrupted: "interrupted"
    case .environment: "environment"
    }
  }
}
