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
      guard status == .validationFailure else { exit(withError: error) }
      FileHandle.standardError.write(Data((fullMessage(for: error) + "\n").utf8))
      Foundation.exit(ExitStatus.usage.rawValue)
    }
  }
}
