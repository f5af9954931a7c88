import AppBuilder
import AppProject
import ArgumentParser
import Foundation

struct DoctorCommand: ParsableCommand, ReportsJSON {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Reports what in a project will not work, and why, without building it.")

  @OptionGroup var arguments: ProjectArguments

  @Flag(help: "Print one JSON object per finding.")
  var json = false

  func run() throws {
    let (project, app) = try arguments.load()
    let findings = Doctor(sdk: try? SDKLocation.standard(), names: KnownNames.standard()).check(
      app, in: project)
    for finding in findings {
      if json {
        var object: [String: Any] = ["severity": finding.severity.rawValue, "message": finding.message]
        object["path"] = finding.path
        object["line"] = finding.line
        object["column"] = finding.column
        try Output.write(json: object)
      } else {
        printError(finding.description)
      }
    }
    FailureReport.resultIsPrinted()
    let errors = findings.count { $0.severity == .error }
    if !json {
      let warnings = findings.count - errors
      try Output.writeLine(
        "\(app.name): \(errors) \(errors == 1 ? "error" : "errors"), \(warnings) \(warnings == 1 ? "warning" : "warnings")"
      )
    }
    if errors > 0 { throw ExitCode(ExitStatus.failed.rawValue) }
  }
}
