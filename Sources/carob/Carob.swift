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

  /// Runs the command; wrong usage exits with status 2, as specified in `CLI.md`, and not with the parser's
  /// own status.
  static func main() async {
    Output.occupyStandardStreams()
    // If the reader of the output closes the pipe, a command ends at its next message, not inside any other
    // write.
    signal(SIGPIPE, SIG_IGN)
    var reportsJSON = false
    do {
      var command = try parseAsRoot()
      reportsJSON = (command as? any ReportsJSON)?.json ?? false
      // The launcher checks the arguments first, because building the SDK takes minutes.
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

  /// NB: the parser's own exit function does not notice that the output is closed.
  private static func end(saying text: String, status: ExitCode) -> Never {
    guard status == .success else {
      if !text.isEmpty { Output.writeError(text + "\n") }
      Foundation.exit(status == .validationFailure ? ExitStatus.usage.rawValue : status.rawValue)
    }
    do { try Output.writeLine(text) } catch { Foundation.exit(exitCode(for: error).rawValue) }
    Foundation.exit(status.rawValue)
  }
}
