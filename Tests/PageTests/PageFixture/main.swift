// Serves the fake screen for the page's tests: `PageFixture [PORT [TOKEN]]`. Commands come on standard input.

import DeviceWeb
import Foundation

/// Prints a line at once, whatever standard output is.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

let screen = FakeScreen()
let arguments = CommandLine.arguments
let port = arguments.count > 1 ? UInt16(arguments[1]) ?? 0 : 0
do {
  let server = try PageServer(source: screen, token: arguments.count > 2 ? arguments[2] : nil)
  say("ready: \(try await server.start(port: port))")
  while let line = readLine() { screen.perform(line) }
  await server.stop()
} catch {
  say("error: \(error)")
  exit(6)
}
