import ChildProcess
import Foundation

/// Starts a program, waits for it, and gives what it printed.
enum CommandRunner {
  struct Output {
    var status: Int32
    /// Standard output and standard error together, in the order of writing.
    var text: String
  }

  static func run(_ program: String, _ arguments: [String], directory: String? = nil) throws -> Output {
    do {
      let outcome = try ChildProcess.run(
        [program] + arguments, directory: directory, joinsErrors: true, endsWithUs: true)
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
