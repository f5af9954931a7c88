import Device
import Foundation

/// A `Fake.app` on disk with the FakeApp executable that was built beside the tests.
final class FakeBundle {
  let bundle: AppBundle
  /// The descriptor for its output.
  let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "carob-web-\(UUID().uuidString)")
    let app = folder.appending(path: "Fake.app")
    try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    try FileManager.default.createSymbolicLink(
      at: app.appending(path: "Fake"),
      withDestinationURL: URL(filePath: own).deletingLastPathComponent().appending(path: "FakeApp"))
    bundle = try AppBundle(path: app.path)
  }

  deinit {
    close(nowhere)
    try? FileManager.default.removeItem(at: folder)
  }
}
