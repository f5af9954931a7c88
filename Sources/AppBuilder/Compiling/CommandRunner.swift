import Foundation

/// Starts a program, waits for it, and gives what it printed.
enum CommandRunner {
  struct Output {
    var status: Int32
    /// Standard output and standard error together, in the order of writing.
    var text: String
  }

  static func run(_ program: String, _ arguments: [String], directory: String? = nil) throws -> Output {
    let process = Process()
    if program.contains("/") {
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
    } else {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [program] + arguments
    }
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw BuildError(.environment, "cannot start \(program): \(error.localizedDescription)")
    }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let status =
      process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    return Output(status: status, text: String(decoding: data, as: UTF8.self))
  }
}
