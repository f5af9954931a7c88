import ArgumentParser

struct TestCommand: CommandForLater {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Runs a project's unit and UI tests (not available yet).")
  static let remedy = "`carob play` runs scripts"

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var arguments: [String] = []
}
