import Foundation

@testable import Device

/// A `Fake.app` on disk with the FakeApp executable that was built beside the tests.
package final class FakeBundle {
  /// The time layer, if it was built beside the tests.
  package static let timeLibrary: String? = {
    guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      return nil
    }
    let library = URL(fileURLWithPath: own).deletingLastPathComponent()
      .appendingPathComponent("libCarobVirtualTime.so")
    return FileManager.default.fileExists(atPath: library.path) ? library.path : nil
  }()

  private static let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)

  package let bundle: AppBundle
  private let folder: URL

  package init(info: [String: Any] = [:]) throws {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let executable = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("FakeApp")
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "carob-tests-\(UUID().uuidString)")
    let app = folder.appendingPathComponent("Fake App ü.app")
    try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: app.appendingPathComponent("Fake"), withDestinationURL: executable)
    var info = info
    info["CFBundleExecutable"] = "Fake"
    info["CFBundleIdentifier"] = "org.example.fake"
    try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
      .write(to: app.appendingPathComponent("Info.plist"))
    bundle = try AppBundle(path: app.path)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  package func device(
    mode: String = "normal", real: Bool = false, configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> SimulatedDevice {
    var configuration = DeviceConfiguration(clock: real ? .real : .virtual(seed: 1))
    configuration.extraEnvironment = [("FAKE_MODE", mode)]
    configuration.standardOutput = Self.nowhere
    configuration.standardError = -1
    configure(&configuration)
    let device = try SimulatedDevice(app: bundle, configuration: configuration)
    device.startTimeout(seconds: 300)
    return device
  }
}

extension SimulatedDevice {
  package func tap(_ label: String) throws {
    let elements = try describeScreen()
    guard let element = elements.first(where: { $0.label == label }) else {
      throw DeviceError.environment("no element '\(label)'")
    }
    let (x, y) = (element.x + element.width / 2, element.y + element.height / 2)
    try touch([.init(id: 1, phase: .began, x: x, y: y)])
    try advance(to: now.advanced(bySeconds: 0.05))
    try touch([.init(id: 1, phase: .ended, x: x, y: y)])
  }

  /// The names of the events, without those of the device itself.
  package var names: [String] { trace.records.filter { $0.event.sender != "Device" }.map(\.event.name) }
  package var printed: [String] { trace.records.compactMap(\.printedLine) }
}
