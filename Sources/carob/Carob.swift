import ArgumentParser
import Foundation

@main
struct Carob: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "carob", abstract: "Builds, runs and tests UIKit apps on Linux.", version: "0.1.0",
    subcommands: [
      BuildCommand.self, TranslateCommand.self, DoctorCommand.self,
      RunCommand.self, PlayCommand.self, DevicesCommand.self,
      TestCommand.self, WhyCommand.self, ReportCommand.self, DiffCommand.self,
    ])

  /// Runs the command; wrong usage ends with status 2, as `CLI.md` says, and not with the parser's own.
  static func main() async {
    Output.occupyStandardStreams()
    // Who stops reading ends a command at its next word, not at any write of it.
    signal(SIGPIPE, SIG_IGN)
    var reportsJSON = false
    do {
      var command = try parseAsRoot()
      reportsJSON = (command as? any ReportsJSON)?.json ?? false
      // The launcher asks, before it builds the SDK for minutes.
      if ProcessInfo.processInfo.environment["CAROB_ONLY_PARSE"] != nil { return }
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      let status = exitCode(for: error)
      if reportsJSON, status != .success { FailureReport.print(status: status.rawValue) }
      end(saying: fullMessage(for: error), status: status)
    }
  }

  /// NB: not the parser's own way to end, which does not notice that nobody reads.
  private static func end(saying text: String, status: ExitCode) -> Never {
    guard status == .success else {
      if !text.isEmpty { Output.writeError(text + "\n") }
      Foundation.exit(status == .validationFailure ? ExitStatus.usage.rawValue : status.rawValue)
    }
    do { try Output.writeLine(text) } catch { Foundation.exit(exitCode(for: error).rawValue) }
    Foundation.exit(status.rawValue)
  }
}
