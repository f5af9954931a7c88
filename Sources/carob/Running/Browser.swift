import Foundation

/// The user's browser, on a machine that has a screen.
enum Browser {
  static func open(_ address: String) {
    let environment = ProcessInfo.processInfo.environment
    let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    guard hasScreen,
      let opener = folders.map({ $0 + "/xdg-open" }).first(
        where: FileManager.default.isExecutableFile(atPath:))
    else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: opener)
    process.arguments = [address]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }
}
