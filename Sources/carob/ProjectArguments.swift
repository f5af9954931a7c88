import AppBuilder
import AppProject
import ArgumentParser
import Foundation

/// The options of every command that works on a project.
struct ProjectArguments: ParsableArguments {
  @Argument(help: "An Xcode project or workspace, a Swift package, or a folder of Swift files.")
  var project: String

  @Option(help: ArgumentHelp("The app target (default: the first one).", valueName: "name"))
  var target: String?

  @Option(
    help: ArgumentHelp(
      "The platform's behaviour: of the current iOS, or of iOS 12 with the app delegate's life cycle.",
      discussion: """
        Without it the life cycle follows the app's scene manifest, and what a release changed follows the newer of the deployment \
        target and of the Xcode that the project file names as its last. It changes how an app runs, not how it is built.
        """))
  var profile: BehaviourProfile?

  /// Reads the project and finds the app; on failure prints the reason and ends the command.
  func load() throws -> (project: Project, app: Target) {
    do {
      let project = try Project.read(self.project, cache: SDKLocation.userCache.path + "/packages")
      return (project, try project.app(named: target))
    } catch let problem as ProjectProblem {
      printError(problem.description)
      throw ExitCode(Self.status(for: problem.kind).rawValue)
    }
  }

  /// The status for a problem: "no such project" is wrong usage; a broken project cannot be built.
  static func status(for kind: ProjectProblem.Kind) -> ExitStatus {
    switch kind {
    case .noSuchProject, .ambiguous, .noAppTarget: .usage
    case .malformed, .missingFile, .foreignLanguage, .swiftUI, .unsupported, .notRun: .notBuilt
    }
  }
}

/// Prints a line on standard error.
func printError(_ text: String) {
  FailureReport.keep(text)
  Output.writeError(text + "\n")
}
