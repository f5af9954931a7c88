import AppProject
import Foundation

/// Starts the compiler's driver, or the processes of its plan, in a module's folder.
struct CompilerDriver: Sendable {
  var swiftc: String
  /// The working directory, which also gets the response files.
  var folder: String

  /// Calls the driver.
  ///
  /// - Parameter name: the first word of the response file's name.
  func call(_ arguments: [String], name: String) throws -> CommandRunner.Output {
    // NB: the driver crashes if the path of the temporary folder is not ASCII.
    let temporary = folder + "/temporary"
    return try CommandRunner.run(
      swiftc, ["@" + response(arguments, name: name)], directory: folder,
      temporaryFolder: temporary.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: " ") } ? temporary : nil)
  }

  /// The jobs that the driver would start for a call, with all files on their command lines.
  func plan(_ arguments: [String]) throws -> String {
    let options = ["-driver-print-jobs", "-driver-filelist-threshold", "100000"]
    let planned = try call(options + arguments, name: "plan")
    return planned.status == 0 ? planned.text : ""
  }

  /// Starts a program of a plan.
  func start(_ command: [String], name: String) throws -> CommandRunner.Output {
    // The compiler expects this word before all others.
    let fixed = command.count > 1 && command[1] == "-frontend" ? 2 : 1
    return try CommandRunner.run(
      command[0], command[1..<fixed] + ["@" + response(Array(command[fixed...]), name: name)],
      directory: folder)
  }

  /// Writes a response file, which has no length limit and can be inspected.
  private func response(_ arguments: [String], name: String) throws -> String {
    let path = "\(folder)/\(name)-arguments.txt"
    try Data(arguments.map(Self.quoted).joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A word of a response file.
  private static func quoted(_ word: String) -> String {
    "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
