import ArgumentParser
import Foundation

@main
struct Carob: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "carob", abstract: "Builds, runs and tests UIKit apps on Linux.", version: "0.1.0",
    subcommands: [
      BuildCommand.self, TranslateCommand.self, DoctorCommand.self,
      RunCommand.self, PlayCommand.self, TestCommand.self, DevicesCommand.self,
    ])

  /// Runs the command; wrong usage ends with status 2, as `CLI.md` says, and not with the parser's own.
  static func main() async {
    do {
      var command = try parseAsRoot()
      // The launcher asks, before it builds the SDK for minutes.
      if ProcessInfo.processInfo.environment["CAROB_ONLY_PARSE"] != nil { return }
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      let status = exitCode(for: error)
      guard status == .validationFailure else { exit(withError: error) }
      FileHandle.standardError.write(Data((fullMessage(for: error) + "\n").utf8))
      Foundation.exit(ExitStatus.usage.rawValue)
    }
  }
}
