import ArgumentParser
import Device
import Foundation
import PlayScript

/// Writes what a run of a script left: files, the timeline, the report.
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
    if let path = command.trace { try write(trace.jsonLines(timings: command.timings), to: path) }
    if let path = command.perfetto { try write(trace.perfetto(timings: command.timings), to: path) }
    if command.timeline { print(trace.timeline(timings: command.timings), terminator: "") }
    FileHandle.standardError.write(Data(played.result.report(script: played.script).utf8))
    if command.json { print(try json(played)) }
  }

  static func writeSnapshot(of device: SimulatedDevice, to path: String) throws(DeviceError) {
    let picture = try device.snapshot()
    guard FileManager.default.createFile(atPath: path, contents: Data(picture)) else {
      throw .environment("the picture cannot be written to \(path)")
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
      printError("error: \(path) cannot be written")
      throw ExitCode(ExitStatus.environment.rawValue)
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
