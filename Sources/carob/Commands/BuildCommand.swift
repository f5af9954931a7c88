import AppBuilder
import AppProject
import ArgumentParser
import Foundation

extension BuildConfiguration: ExpressibleByArgument {}

struct BuildCommand: ParsableCommand, ReportsJSON {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Translates and compiles an app; prints the path of NAME.app last.")

  @OptionGroup var arguments: ProjectArguments

  @Option(name: .short, help: ArgumentHelp("The folder that receives NAME.app.", valueName: "dir"))
  var output: String?

  @Option(help: "debug or release.")
  var configuration = BuildConfiguration.debug

  @Flag(help: "Print one JSON object instead of the path.")
  var json = false

  func run() throws {
    let (project, app) = try arguments.load()
    let built = try BuildStep(configuration: configuration, output: output).build(app, in: project)
    if json {
      let object: [String: Any] = [
        "app": built.bundleURL.path, "executable": built.executableURL.path,
        "bundleIdentifier": built.bundleIdentifier, "module": built.moduleName,
        "unchanged": built.isUnchanged,
      ]
      try Output.write(json: object)
      FailureReport.resultIsPrinted()
    } else {
      try Output.writeLine(built.bundleURL.path)
    }
  }
}
