import AppBuilder
import ArgumentParser
import Device
import Foundation

/// The app that a command starts: built from a project, or an already built `NAME.app`.
struct AppToRun {
  var bundle: AppBundle

  init(_ arguments: ProjectArguments) throws {
    let path = arguments.project
    let plain = path.hasSuffix("/") ? String(path.dropLast()) : path
    do {
      if plain.hasSuffix(".app") {
        bundle = try AppBundle(path: plain)
      } else {
        let (project, app) = try arguments.load()
        bundle = try AppBundle(
          path: try BuildStep(repeatsWarnings: false).build(app, in: project).bundleURL.path)
      }
    } catch let error as DeviceError {
      printError("error: \(error)")
      throw ExitCode(ExitStatus.usage.rawValue)
    }
  }

  /// The folder in which `container: keep` finds the data of earlier runs.
  var keptContainer: String {
    SDKLocation.userCache.path + "/containers/"
      + bundle.identifier.map { $0 == "/" ? "_" : String($0) }.joined()
  }
}
