import ArgumentParser

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Runs a project's unit and UI tests (not available yet).")

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var arguments: [String] = []

  func run() throws {
    printError("error: `carob test` is not available yet in this version; `carob play` runs scripts")
    throw ExitCode(ExitStatus.usage.rawValue)
  }
}
