import ChildProcess
import Foundation

/// Runs a program until it exits, and returns its output.
enum CommandRunner {
  struct Output: Sendable {
    var status: Int32
    /// Standard output and standard error, in the order in which they were written.
    var text: String
  }

  /// - Parameter temporaryFolder: the folder for the program's temporary files. It is created for the call
  ///   and then removed with its contents; a leftover of an interrupted call is removed first. If nil, the
  ///   user's is used.
  static func run(
    _ program: String, _ arguments: [String], directory: String? = nil, temporaryFolder: String? = nil
  ) throws -> Output {
    var environment: [String: String]?
    if let temporaryFolder {
      try? FileManager.default.removeItem(atPath: temporaryFolder)
      try FileManager.default.createDirectory(atPath: temporaryFolder, withIntermediateDirectories: true)
      environment = ProcessInfo.processInfo.environment
      environment?["TMPDIR"] = temporaryFolder
    }
    defer { if let temporaryFolder { try? FileManager.default.removeItem(atPath: temporaryFolder) } }
    do {
      let outcome = try ChildProcess.run(
        [program] + arguments, directory: directory, environment: environment, joinsErrors: true,
        endsWithUs: true)
      if outcome.status != 0,
        outcome.text.contains("No space left on device") || outcome.text.contains("ENOSPC")
      {
        throw BuildError(.environment, "there is no space left on the disk for the build")
      }
      return Output(status: outcome.status, text: outcome.text)
    } catch let error as ChildProcess.StartError {
      throw BuildError(.environment, "\(error)")
    }
  }
}
