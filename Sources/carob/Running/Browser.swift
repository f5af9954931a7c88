import ChildProcess
import Foundation

/// The user's browser, on a machine with a screen.
enum Browser {
  static func open(_ address: String) {
    let environment = ProcessInfo.processInfo.environment
    let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    guard hasScreen,
      let opener = folders.map({ $0 + "/xdg-open" }).first(
        where: FileManager.default.isExecutableFile(atPath:))
    else { return }
    // NB: its output is irrelevant, and it may exit at once or together with the browser.
    Thread.detachNewThread { _ = try? ChildProcess.run([opener, address]) }
  }
}
