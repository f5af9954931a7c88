import Foundation
import Testing

@testable import Device

/// A process that is started before its app is launched.
@Suite(.timeLimit(.minutes(20)), .enabled(if: FakeBundle.timeLibrary != nil))
struct PreparedLaunchTests {
  private func prepared(_ fake: FakeBundle) throws -> (SimulatedDevice, process: pid_t) {
    let device = try fake.device {
      $0.clock = .paced(seed: 1)
      $0.virtualLimit = .infinity
      $0.timeLibrary = FakeBundle.timeLibrary
      $0.wallClockAtStart = 1_700_000_000
    }
    try device.prepareLaunch()
    return (device, try #require(device.prepared?.process.processID))
  }

  private static let launched = "launched tap on iPhone 15"

  @Test func `the launch takes the prepared process, which waits until then and gets its wall clock`() throws
  {
    let fake = try FakeBundle()
    let (device, process) = try prepared(fake)
    defer { device.shutDown() }
    #expect(!device.isAppRunning)
    device.setWallClock(atStart: 1_800_000_000)
    try device.launch()
    #expect(device.process?.processID == process)
    #expect(device.printed == [Self.launched, "prepared until 1800000000"])
    // Its time is the device's.
    try device.tap("Later")
    try device.advance(to: DeviceTime(seconds: 10))
    #expect(device.printed.last == "later")
    #expect(device.now == DeviceTime(seconds: 10))

    // Another launch has a process of its own.
    try device.perform(.kill(.user))
    try device.launch()
    #expect(device.process?.processID != process)
    #expect(device.printed.last == Self.launched)
  }

  @Test func `if the executable was replaced or the process ended, the launch starts another`() throws {
    for isReplaced in [true, false] {
      let fake = try FakeBundle()
      let (device, process) = try prepared(fake)
      defer { device.shutDown() }
      if isReplaced {
        let copy = fake.bundle.path + "/copy"
        try FileManager.default.copyItem(
          atPath: URL(fileURLWithPath: fake.bundle.executable).resolvingSymlinksInPath().path, toPath: copy)
        try FileManager.default.removeItem(atPath: fake.bundle.executable)
        try FileManager.default.moveItem(atPath: copy, toPath: fake.bundle.executable)
      } else {
        device.prepared?.process.kill()
      }
      try device.launch()
      #expect(device.process?.processID != process)
      #expect(device.printed == [Self.launched])
      #expect(kill(process, 0) != 0)
    }
  }

  @Test func `a prepared process that is not needed ends with its device`() throws {
    let fake = try FakeBundle()
    let (device, process) = try prepared(fake)
    #expect(kill(process, 0) == 0)
    device.shutDown()
    #expect(kill(process, 0) != 0)
  }

  @Test func `a device that does not own the time prepares nothing`() throws {
    let fake = try FakeBundle()
    let device = try fake.device(real: true) { $0.timeLibrary = FakeBundle.timeLibrary }
    defer { device.shutDown() }
    try device.prepareLaunch()
    #expect(device.prepared == nil)
    try device.launch()
  }
}
