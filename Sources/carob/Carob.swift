import ArgumentParser

@main
struct Carob: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "carob", abstract: "Builds, runs and tests UIKit apps on Linux.", version: "0.1.0")
}
