import AppBuilder
import ArgumentParser
import Foundation

/// The library that makes the app use the device's time.
enum TimeLayer {
  /// The library to preload in virtual time; `CAROB_TIME_LIBRARY` overrides it, or disables it if empty.
  static func library() throws -> String? {
    if let path = ProcessInfo.processInfo.environment["CAROB_TIME_LIBRARY"] {
      return path.isEmpty ? nil : path
    }
    do {
      let library = try SDKLocation.standard().virtualTimeLibrary
      guard FileManager.default.fileExists(atPath: library) else {
        throw BuildError(
          .environment, "the time layer is not built (\(library) is missing); run script/build-sdk --force")
      }
      return library
    } catch let error as BuildError {
      printError(error.description)
      throw ExitCode(ExitStatus.environment.rawValue)
    }
  }
}
