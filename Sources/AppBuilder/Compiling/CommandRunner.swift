import ChildProcess
import Foundation

/// Runs a program to its end and returns what it printed.
enum CommandRunner {
  struct Output {
    var status: Int32
    /// Standard output and standard error, interleaved as they were written.
    var text: String
  }

  /// - Parameter temporaryFolder: where the program puts its temporary files. It is made for the call and removed with all that is in
  ///   it, and before the call if an earlier one was ended. Without it they are where the user wants them.
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
