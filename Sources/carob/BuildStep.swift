import AppBuilder
import AppProject
import ArgumentParser
import Foundation

/// Builds an app for a command, and prints a progress line and the compiler's messages.
struct BuildStep {
  var configuration = BuildConfiguration.debug
  /// The folder that receives the app; `nil` leaves it in the cache.
  var output: String?
  /// Whether to print the warnings again if nothing changed since they were printed.
  var repeatsWarnings = true

  func build(_ app: Target, in project: Project) throws -> BuiltApp {
    let isTerminal = isatty(2) == 1
    do {
      let builder = AppBuilder(sdk: try SDKLocation.standard(), cache: SDKLocation.userCache)
      let built = try builder.build(
        app, in: project, configuration: configuration,
        output: output.map { URL(fileURLWithPath: $0, isDirectory: true) },
        progress: { step in
          guard isTerminal else {
            if step.isLong { printError("carob: \(step.activity)") }
            return
          }
          Output.writeError(
            "\r\u{1B}[Kcarob: [\(step.done + 1)/\(step.total)] \(step.activity)")
        })
      if isTerminal { Output.writeError("\r\u{1B}[K") }
      if repeatsWarnings || !built.isUnchanged {
        for warning in built.warnings { printError(warning.description) }
      }
      return built
    } catch let error as BuildError {
      if isTerminal { Output.writeError("\r\u{1B}[K") }
      printError(error.description)
      throw ExitCode((error.kind == .project ? ExitStatus.notBuilt : .environment).rawValue)
    }
  }
}
