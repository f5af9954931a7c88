import AppBuilder
import AppProject
import ArgumentParser
import Device
import Foundation

/// Provides the app for `carob run`, repeatedly when the command watches for changes.
struct AppSource: Sendable {
  var name: String
  /// The folder to watch; nil for an app that is already built.
  var root: String?
  private let path: String
  private let target: String?

  init(_ arguments: ProjectArguments) throws {
    path = arguments.project.hasSuffix("/") ? String(arguments.project.dropLast()) : arguments.project
    target = arguments.target
    if path.hasSuffix(".app") {
      name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      if !FileManager.default.fileExists(atPath: path) {
        printError("error: there is no app at \(path)")
        throw ExitCode(ExitStatus.usage.rawValue)
      }
    } else {
      let (project, app) = try arguments.load()
      name = app.productName
      root = project.root
    }
  }

  /// Reads the project again and builds what has changed.
  ///
  /// - Throws: `BuildError`, `DeviceError`.
  func build(progress: (BuildProgress) -> Void) throws -> AppBundle {
    if path.hasSuffix(".app") { return try AppBundle(path: path) }
    do {
      let cache = SDKLocation.userCache
      let project = try Project.read(path, cache: cache.path + "/packages")
      let app = try project.app(named: target)
      let built = try AppBuilder(sdk: try SDKLocation.standard(), cache: cache)
        .build(app, in: project, progress: progress)
      for warning in built.warnings { printError(warning.description) }
      return try AppBundle(path: built.bundleURL.path)
    } catch let problem as ProjectProblem {
      throw BuildError(problem)
    }
  }
}
