import DeviceProtocol
import Foundation
import Testing

@testable import Device

/// A device in virtual time that is switched to real time.
@Suite(.timeLimit(.minutes(20)))
struct PacedTests {
  private func paced(_ fake: FakeBundle) throws -> SimulatedDevice {
    try fake.device {
      $0.clock = .paced(seed: 1)
      $0.virtualLimit = .infinity
    }
  }

  /// Runs the device's loop until the app has printed this, or has ended.
  private func run(_ device: SimulatedDevice, untilPrinted text: String) throws {
    device.onOutput = { [unowned device] output in
      switch output {
      case .event(let record) where record.printedLine == text: device.stop()
      case .ended: device.stop()
      default: break
      }
    }
    try device.run()
  }

  @Test func `time is virtual first, and then follows the real clock`() throws {
    let fake = try FakeBundle()
    let device = try paced(fake)
    defer { device.shutDown() }
    try device.launch()
    try device.tap("Later")
    // The timer is due at 2.05.
    try device.advance(to: DeviceTime(seconds: 1.85))
    #expect(device.now == DeviceTime(seconds: 1.85))
    #expect(device.printed == ["launched tap on iPhone 15"])
    let before = DeviceClock.monotonicNow
    device.switchToRealTime()
    let after = DeviceClock.monotonicNow
    try run(device, untilPrinted: "later")
    let shortest = DeviceClock.monotonicNow - after
    let lived = device.now.nanoseconds - 1_850_000_000
    let longest = DeviceClock.monotonicNow - before
    #expect(device.printed == ["launched tap on iPhone 15", "later"])
    let late = try #require(device.trace.records.last { $0.printedLine == "later" })
    #expect(late.event.time >= 2.05)
    #expect(lived >= 200_000_000)
    // As fast as the real clock, however long the machine took in between.
    #expect((shortest...longest).contains(lived))
  }

  @Test func `in real time, input is delivered at the current time`() throws {
    let fake = try FakeBundle()
    let device = try paced(fake)
    defer { device.shutDown() }
    try device.launch()
    try device.advance(to: DeviceTime(seconds: 3600))
    device.switchToRealTime()
    device.handle.perform { device in
      try? device.touch([.init(id: 1, phase: .began, x: 60, y: 108)])
      try? device.touch([.init(id: 1, phase: .ended, x: 60, y: 108)])
    }
    try run(device, untilPrinted: "said 0")
    let touch = try #require(device.trace.records.first { $0.event.name == "touch began" })
    #expect(touch.event.time >= 3600)
    #expect(touch.event.time < 3660)
  }

  @Test func `in real time, an app is launched, and suspended by not granting time`() throws {
    let fake = try FakeBundle()
    let device = try paced(fake)
    defer { device.shutDown() }
    device.switchToRealTime()
    try device.launch()
    device.onOutput = { [unowned device] output in
      switch output {
      case .commit where device.springboard.state == .active:
        device.handle.perform { try? $0.perform(.home) }
      case .stateChanged(.suspended): device.handle.perform { try? $0.launch() }
      case .event(let record) where record.event.name == "didBecomeActive": device.stop()
      default: break
      }
    }
    try device.run()
    #expect(
      device.names.suffix(4) == [
        "willResignActive", "didEnterBackground", "willEnterForeground", "didBecomeActive",
      ])
  }

  @Test func `a device starts with the given files and orientation`() throws {
    let fake = try FakeBundle()
    let first = try paced(fake)
    defer { first.shutDown() }
    let copy = first.containerPath + "-copy"
    defer { _ = try? FileManager.default.removeItem(atPath: copy) }
    try Data("kept".utf8).write(to: URL(filePath: first.containerPath + "/Documents/note.txt"))
    try first.copyContainer(to: copy)
    let second = try fake.device { configuration in
      configuration.clock = .paced(seed: 1)
      configuration.initialContainer = copy
      var held = Environment()
      held.orientation = "landscapeLeft"
      configuration.environment = held
    }
    defer { second.shutDown() }
    try second.launch()
    #expect(
      try String(contentsOfFile: second.containerPath + "/Documents/note.txt", encoding: .utf8) == "kept")
    #expect(try second.describeScreen().contains { $0.label == "Held landscapeLeft" })
    #expect(second.screenSize.width == 852)
  }
}
