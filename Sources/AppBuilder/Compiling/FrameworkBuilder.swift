import AppProject
import ChildProcess
import Foundation

/// Builds the libraries of the frameworks that an app imports: at the first import, and after their sources
/// changed.
struct FrameworkBuilder {
  /// The app's name, for messages.
  var app: String
  /// Called with the current activity; the second argument is false for a mere update of a count.
  var progress: (String, Bool) -> Void

  /// The SDK after all of `wanted` are built.
  ///
  /// - Parameter place: returns a file that imports the given framework.
  func prepare(
    _ wanted: [FrameworkLibrary], of sdk: SDKLocation, place: (FrameworkLibrary) -> String?
  ) throws -> SDKLocation {
    guard !wanted.isEmpty else { return sdk }
    guard let builder = sdk.libraryBuilder, let program = builder.first, AbsolutePath.exists(program) else {
      if let missing = wanted.first(where: { $0.library == nil }) {
        throw BuildError(
          .environment,
          "this SDK has no library of \(missing.name), which \(app) imports, and no sources to build it from. "
            + "Build it where the SDK was made, with script/build-sdk --libraries", path: place(missing))
      }
      return sdk
    }
    var environment = ProcessInfo.processInfo.environment
    // The builder's arguments already specify the SDK.
    environment["CAROB_DEVELOPMENT"] = nil
    environment["CAROB_PROGRESS"] = "lines"
    environment["CAROB_LIBRARY_REASON"] = "which \(app) imports"
    let arguments = wanted.flatMap { ["--library", $0.name] }
    do {
      let build = try ChildProcess(
        builder + arguments, environment: environment, joinsErrors: true, endsWithUs: true)
      var others: [String] = []
      while let line = build.line() {
        guard let report = line.wholeMatch(of: /carob: (.*)/)?.1 else {
          others.append(line)
          continue
        }
        progress(String(report), report.firstMatch(of: /\d+\/\d+ \(\d+ s\)$/) == nil)
        if report.contains("could not be") { others.append(String(report)) }
      }
      let outcome = build.finish()
      guard outcome.status == 0 else {
        throw BuildError(
          .environment,
          others.isEmpty
            ? "the libraries that \(app) imports could not be built" : others.joined(separator: "\n"))
      }
    } catch let error as ChildProcess.StartError {
      throw BuildError(.environment, "\(error)")
    }
    return try sdk.file.map(SDKLocation.init(file:)) ?? sdk
  }
}
