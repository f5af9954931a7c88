import Foundation
import Reference

/// Writes `Documentation/Reference` (`make reference`). Run it in the repository's root, with `carob` in the same folder as this program.
@main
struct ReferencePages {
  static func main() throws {
    let own = URL(
      fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let command = own.deletingLastPathComponent().appendingPathComponent("carob")
    let process = Process()
    process.executableURL = command
    process.arguments = ["--experimental-dump-help"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let help = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    for page in try Reference.pages(commandHelp: help) {
      try Data(page.text.utf8).write(
        to: URL(fileURLWithPath: Reference.folder).appendingPathComponent(page.name))
    }
  }
}
