import DeviceProtocol
import Foundation
import TestSupport
import Testing

@testable import Device

@Suite struct DeviceTests {
  let fake: FakeBundle
  init() throws { fake = try FakeBundle() }

  @Test func `an app is launched, tapped and then idle`() throws {
    let device = try fake.device()
    try device.launch()
    #expect(device.springboard.state == .active)
    try device.tap("Add")
    try device.tap("Say")
    #expect(
      device.names == [
        "application(_:didFinishLaunchingWithOptions:)", "launched tap on iPhone 15", "touch began",
        "touch ended",
        "addTapped:", "touch began", "touch ended", "sayTapped:", "said 1",
      ])
    #expect(device.trace.records[0].event.answer == "true")
    #expect(device.trace.records.map(\.cause) == [0, 1, 0, 0, 4, 0, 0, 7, 8])
    #expect(device.now == DeviceTime(seconds: 0.1))
    try device.waitUntilIdle()
    #expect(device.now == DeviceTime(seconds: 0.1))
  }

  @Test func `two runs give the same bytes`() throws {
    func run() throws -> [UInt8] {
      let device = try fake.device()
      try device.launch()
      for name in ["Add", "Later", "Say", "Animate"] { try device.tap(name) }
      try device.advance(to: DeviceTime(seconds: 5))
      return device.trace.jsonLines()
    }
    #expect(try run() == run())
  }

  @Test func `idle waits for an animation and not for a timer`() throws {
    let device = try fake.device()
    try device.launch()
    try device.tap("Later")
    try device.tap("Animate")
    try device.waitUntilIdle()
    #expect(device.printed.last == "animated")
    #expect(device.now.seconds < 1)
    try device.advance(to: DeviceTime(seconds: 3))
    #expect(device.printed.last == "later")
    #expect(device.now == DeviceTime(seconds: 3))
  }

  @Test func `a blocked main thread gets the time that it waits for`() throws {
    let device = try fake.device()
    try device.launch()
    try device.tap("Block")
    try device.waitUntilIdle()
    #expect(device.printed.last == "unblocked")
    #expect(device.now.seconds > 3)
  }

  @Test func `the limit of virtual time ends a run`() throws {
    let device = try fake.device { $0.virtualLimit = 2 }
    try device.launch()
    #expect(throws: DeviceError.limitReached(seconds: 2)) { try device.advance(to: DeviceTime(seconds: 3)) }
    #expect(device.now == DeviceTime(seconds: 2))
  }

  @Test func `a suspended app gets no time, and its timers fire when it is resumed`() throws {
    let device = try fake.device()
    try device.launch()
    try device.tap("Later")
    try device.perform(.home)
    #expect(device.springboard.state == .suspended)
    try device.advance(to: DeviceTime(seconds: 10))
    #expect(!device.printed.contains("later"))
    #expect(throws: DeviceError.appIsSuspended) { try device.insertText("x") }
    try device.change(.appearance("dark"))
    try device.launch()
    try device.waitUntilIdle()
    #expect(
      Array(device.names.suffix(7)) == [
        "willResignActive", "didEnterBackground", "willEnterForeground", "appearance(\"dark\")", "{}",
        "later",
        "didBecomeActive",
      ])
    let resumed = try #require(device.trace.records.first { $0.event.name == "willEnterForeground" })
    #expect(resumed.event.time >= 10)
    #expect(resumed.cause != 0)
  }

  @Test(.rule("E-51")) func `a background task gets its time, and then its expiration handler`() throws {
    let device = try fake.device()
    try device.launch()
    try device.tap("Work")
    try device.perform(.home)
    #expect(device.springboard.state == .background)
    try device.advance(to: DeviceTime(seconds: 29))
    #expect(device.springboard.state == .background)
    try device.advance(to: DeviceTime(seconds: 40))
    #expect(device.springboard.state == .suspended)
    #expect(device.names.last == "expirationHandler")
  }

  @Test func `an app that opens a URL leaves the front`() throws {
    let device = try fake.device()
    try device.launch()
    try device.tap("Web")
    #expect(device.springboard.state == .suspended)
    #expect(Array(device.names.suffix(2)) == ["willResignActive", "didEnterBackground"])
  }

  @Test func `a second launch continues the device's time and container, with new event numbers`() throws {
    let device = try fake.device()
    try device.launch()
    let container = device.containerPath
    try device.advance(to: DeviceTime(seconds: 4))
    try device.perform(.kill(.user))
    #expect(device.lastEnd == .killed(.user))
    #expect(throws: DeviceError.appIsNotRunning(.killed(.user))) { try device.insertText("x") }
    try device.launch()
    try device.tap("Add")
    #expect(device.containerPath == container)
    #expect(device.trace.records.last.map { $0.event.time >= 4 } == true)
    #expect(device.trace.records.map(\.sequence) == Array(1...device.trace.count))
  }

  @Test
  func
    `the pasteboard is kept when the app ends, and a text that was copied elsewhere reaches the app before it is pasted`()
    throws
  {
    let device = try fake.device()
    try device.launch()
    try device.insertText("Carob")
    try device.key(KeyEvent(key: "c", modifiers: ["command"]))
    #expect(device.pasteboard == "Carob")
    try device.perform(.kill(.user))
    try device.launch()
    try device.key(KeyEvent(key: "v", modifiers: ["command"]))
    #expect(device.names.last == "paste Carob")
    try device.pasteText("tree")
    #expect(
      Array(device.names.suffix(3)) == ["key v command", "paste tree", "key v command"]
        && device.pasteboard == "tree")
    try device.composeText(ComposedText(text: "ni", location: 2, length: 0))
    #expect(device.names.last == "compose ni")
  }

  @Test func `terminate tells the app and then ends it`() throws {
    let device = try fake.device()
    try device.launch()
    try device.perform(.terminate)
    #expect(device.lastEnd == .killed(.terminated))
    #expect(Array(device.names.suffix(3)) == ["willResignActive", "didEnterBackground", "willTerminate"])
  }

  @Test(.rule("E-40"))
  func `an app that waits in didEnterBackground gets willTerminate before it is ended`() throws {
    let device = try fake.device(mode: "slow-background")
    try device.launch()
    try device.perform(.terminate)
    #expect(device.lastEnd == .killed(.terminated))
    #expect(device.now == DeviceTime(seconds: 3))
    #expect(
      Array(device.names.suffix(4)) == [
        "willResignActive", "didEnterBackground", "handled after all", "willTerminate",
      ])
  }

  @Test func `more commits than fit into a socket arrive completely`() throws {
    let device = try fake.device(mode: "flood")
    var commits = 0
    device.onOutput = { if case .commit = $0 { commits += 1 } }
    try device.launch()
    #expect(device.printed.last == "flooded")
    #expect(commits == 2001)
  }

  @Test func `more input than fits into a socket arrives completely`() throws {
    let device = try fake.device()
    try device.launch()
    try device.insertText(String(repeating: "ü", count: 2_000_000))
    let name = try #require(try device.describeScreen().first { $0.label == "Name" })
    #expect(name.value?.count == 2_000_000)
  }

  @Test func `only the streams, the two sockets and the memory for events are open in the app`() throws {
    let leaked = open("/dev/null", O_RDONLY)
    defer { close(leaked) }
    let device = try fake.device(mode: "descriptors")
    try device.launch()
    #expect(device.printed.last == "open: []")
  }

  @Test func `an app has an empty signal mask, ignores no signal, and knows its project`() throws {
    let fake = try FakeBundle(info: ["CarobProjectRoot": "/projects/my app"])
    let ignored = signal(SIGUSR1, SIG_IGN)
    defer { signal(SIGUSR1, ignored) }
    var blocked = sigset_t()
    var before = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let device = try fake.device(mode: "surroundings")
    try device.launch()
    #expect(device.printed.last == "blocked: [], ignored: [], project: /projects/my app")
  }

  private struct Expectation: Sendable {
    var families: [Int]?
    var orientations: [String]?
    var onPads: [String]?
    var model: String
    var orientation: String
  }

  private static let sideways = [
    "UIInterfaceOrientationLandscapeRight", "UIInterfaceOrientationLandscapeLeft",
  ]

  @Test(arguments: [
    Expectation(model: "iPhone 15", orientation: "portrait"),
    Expectation(families: [1, 2], model: "iPhone 15", orientation: "portrait"),
    Expectation(families: [1], orientations: sideways, model: "iPhone 15", orientation: "landscapeRight"),
    Expectation(
      families: [2], onPads: sideways, model: "iPad (10th generation)", orientation: "landscapeRight"),
    Expectation(
      families: [1, 2], orientations: sideways + ["UIInterfaceOrientationPortrait"], onPads: sideways,
      model: "iPhone 15", orientation: "portrait"),
    Expectation(families: [2], model: "iPad (10th generation)", orientation: "portrait"),
  ])
  private func `an app starts on a device and in an orientation that it supports`(expected: Expectation)
    throws
  {
    var info: [String: Any] = [:]
    info["UIDeviceFamily"] = expected.families
    info["UISupportedInterfaceOrientations"] = expected.orientations
    info["UISupportedInterfaceOrientations~ipad"] = expected.onPads
    let fake = try FakeBundle(info: info)
    let device = try fake.device { $0.model = fake.bundle.preferredModel }
    #expect(device.model.name == expected.model)
    try device.launch()
    #expect(try device.describeScreen().contains { $0.label == "Held \(expected.orientation)" })
  }

  @Test func `saved interface state is deleted only when the user ends the app`() throws {
    let device = try fake.device()
    let state = device.containerPath + "/Library/Saved Application State/org.example.savedState"
    let file = state + "/data.data"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try Data("state".utf8).write(to: URL(filePath: file))
    for end in [Springboard.Input.terminate, .kill(.memory), .kill(.replaced)] {
      try device.launch()
      try device.perform(end)
      #expect(FileManager.default.fileExists(atPath: file), "\(end)")
    }
    try device.perform(.kill(.user))
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `the container is a home folder that is removed with the device`() throws {
    var path = ""
    do {
      let device = try fake.device()
      path = device.containerPath
      #expect(FileManager.default.fileExists(atPath: path + "/Library/Preferences"))
      let other = try fake.device()
      #expect(other.containerPath != path)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a snapshot has the screen's size in pixels in every orientation`() throws {
    let device = try fake.device { $0.model = .named("iPhone SE") ?? .standard }
    try device.launch()
    #expect(try Self.size(of: device.snapshot()) == [750, 1334])
    try device.change(.orientation("landscapeLeft"))
    #expect(try Self.size(of: device.snapshot()) == [1334, 750])
  }

  // E-332
  @Test func `an app that does not rotate keeps its portrait screen on a rotated device`() throws {
    let device = try fake.device(mode: "upright")
    try device.launch()
    try device.change(.orientation("landscapeLeft"))
    #expect(device.environment.orientation == "landscapeLeft" && device.shownOrientation == .portrait)
    #expect(device.screenSize == (393, 852))
    #expect(try Self.size(of: device.snapshot()) == [1179, 2556])
  }

  /// From the header of a PNG file.
  private static func size(of png: [UInt8]) -> [Int] {
    [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test(.enabled(if: FakeBundle.timeLibrary != nil))
  func `with the time layer preloaded an app needs no gate of its own`() throws {
    func run() throws -> SimulatedDevice {
      let device = try fake.device { $0.timeLibrary = FakeBundle.timeLibrary }
      try device.launch()
      for name in ["Add", "Later", "Block", "Animate"] { try device.tap(name) }
      try device.waitUntilIdle()
      try device.perform(.home)
      try device.advance(to: DeviceTime(seconds: 20))
      try device.launch()
      try device.advance(to: DeviceTime(seconds: 25))
      return device
    }
    let device = try run()
    #expect(device.printed == ["launched tap on iPhone 15", "unblocked", "later", "animated"])
    let resumed = try #require(device.trace.records.first { $0.event.name == "willEnterForeground" })
    #expect(resumed.event.time >= 20)
    #expect(try run().trace.jsonLines() == device.trace.jsonLines())
  }

  @Test func `in real time the loop runs until it is stopped from another thread`() throws {
    let device = try fake.device(real: true)
    device.onOutput = { [handle = device.handle] output in
      if case .commit = output {
        handle.perform { device in
          try? device.touch([.init(id: 1, phase: .began, x: 20, y: 60)])
          try? device.touch([.init(id: 1, phase: .ended, x: 20, y: 60)])
        }
      }
      if case .event(let record) = output, record.event.name == "addTapped:" {
        handle.perform { $0.stop() }
      }
    }
    try device.launch()
    try device.run()
    #expect(device.names.contains("addTapped:"))
  }

  @Test func `device models are found by name, regardless of case and generation`() {
    #expect(DeviceModel.standard.name == "iPhone 15")
    #expect(DeviceModel.named("iphone se")?.width == 375)
    #expect(DeviceModel.named("iPhone SE (3rd generation)")?.height == 667)
    #expect(DeviceModel.named("iPad (10th)")?.idiom == "pad")
    #expect(DeviceModel.named("Nokia") == nil)
    #expect(DeviceModel.named("") == nil)
  }
}
