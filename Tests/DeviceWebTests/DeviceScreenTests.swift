import Compositor
import Device
import DeviceProtocol
import Foundation
import Testing

@testable import DeviceWeb

/// What a device in real time with a fake app sends to the page.
@Suite(.timeLimit(.minutes(5)))
struct DeviceScreenTests {
  /// Runs a device on a thread of its own while `body` checks the page's side.
  private func withDevice(
    mode: String, recorder: InputRecorder? = nil, patience: Double = 3, screen given: DeviceScreen? = nil,
    _ body: (DeviceScreen, inout Updates) async throws -> Void
  ) async throws {
    let fake = try FakeBundle()
    let (bundle, nowhere) = (fake.bundle, fake.nowhere)
    let screen =
      given ?? DeviceScreen(app: "Fake", model: .standard, recorder: recorder, patience: patience)
    let (stream, continuation) = AsyncStream.makeStream(of: ScreenUpdate.self)
    screen.start { continuation.yield($0) }
    let (done, ended) = AsyncStream.makeStream(of: Void.self)
    let (handles, handle) = AsyncStream.makeStream(of: DeviceHandle.self)
    Thread {
      var configuration = DeviceConfiguration(clock: .real)
      configuration.extraEnvironment = [("FAKE_MODE", mode)]
      configuration.standardOutput = nowhere
      configuration.standardError = nowhere
      if let device = try? SimulatedDevice(app: bundle, configuration: configuration) {
        screen.attach(to: device)
        handle.yield(device.handle)
        try? screen.launch(device)
        try? device.run()
        device.shutDown()
      }
      handle.finish()
      ended.finish()
    }.start()
    var iterator = handles.makeAsyncIterator()
    let running = try #require(await iterator.next())
    var updates = Updates(stream: stream)
    var failure: (any Error)?
    do { try await body(screen, &updates) } catch { failure = error }
    running.perform { $0.stop() }
    for await _ in done {}
    withExtendedLifetime(fake) {}
    if let failure { throw failure }
  }

  struct Updates {
    private var iterator: AsyncStream<ScreenUpdate>.Iterator
    init(stream: AsyncStream<ScreenUpdate>) { iterator = stream.makeAsyncIterator() }

    /// Reads up to the first update that `pick` accepts.
    mutating func first<T>(_ pick: (ScreenUpdate) -> T?) async -> T? {
      while let update = await iterator.next() {
        if let found = pick(update) { return found }
      }
      return nil
    }

    /// The next phases without repetitions, up to `last`.
    mutating func phases(until last: ScreenStatus.Phase) async -> [ScreenStatus.Phase] {
      var phases: [ScreenStatus.Phase] = []
      while phases.last != last {
        guard let phase = await first({ if case .status(let status) = $0 { status.phase } else { nil } })
        else { break }
        if phases.last != phase { phases.append(phase) }
      }
      return phases
    }
  }

  @Test func `an app is launched, sent to the background, brought back and relaunched`() async throws {
    try await withDevice(mode: "normal") { screen, updates in
      let device = await updates.first { if case .device(let model, _, _) = $0 { model } else { nil } }
      #expect(device == .standard)
      #expect(await updates.phases(until: .running) == [.building, .launching, .running])
      screen.send(.press(.home))
      #expect(await updates.phases(until: .suspended) == [.suspended])
      screen.send(.press(.icon))
      #expect(await updates.phases(until: .running).last == .running)
      screen.send(.press(.lock))
      #expect(await updates.phases(until: .locked).last == .locked)
      screen.send(.press(.unlock))
      #expect(await updates.phases(until: .running).last == .running)
      screen.send(.relaunch)
      #expect(await updates.phases(until: .running) == [.ended, .launching, .running])
    }
  }

  @Test func `events come with the device's numbers and are completed by their answers`() async throws {
    try await withDevice(mode: "normal") { _, updates in
      let launch = "application(_:didFinishLaunchingWithOptions:)"
      let events = [
        await updates.first {
          if case .event(let event) = $0, event.event.name == launch { event } else { nil }
        },
        await updates.first {
          if case .event(let event) = $0, event.event.name == launch { event } else { nil }
        },
      ].compactMap(\.self)
      #expect(events.count == 2)
      #expect(events.first?.sequence == events.last?.sequence)
      #expect(events.map(\.event.answer) == [nil, "true"])
    }
  }

  @Test func `a change of appearance is sent to the page`() async throws {
    try await withDevice(mode: "normal") { screen, updates in
      _ = await updates.phases(until: .running)
      screen.send(.appearance(.dark))
      let dark = await updates.first {
        if case .device(_, let environment, _) = $0 { environment.appearance } else { nil }
      }
      #expect(dark == "dark")
    }
  }

  @Test func `inputs are recorded with their times; a relaunch starts a new recording with the app's files`()
    async throws
  {
    let recorder = InputRecorder()
    try await withDevice(mode: "normal", recorder: recorder) { screen, updates in
      _ = await updates.phases(until: .running)
      screen.send(.touches([.init(id: 1, phase: .hovering, x: 5, y: 5)]))
      screen.send(.press(.home))
      _ = await updates.phases(until: .suspended)
      screen.send(.press(.icon))
      _ = await updates.phases(until: .running)
      let entries = recorder.recording.entries
      #expect(entries.map(\.input) == [.press(.home), .press(.icon)])
      #expect(entries.map(\.time) == entries.map(\.time).sorted())
      #expect(entries.first?.time ?? .never < DeviceTime(seconds: 60))
      screen.send(.appearance(.dark))
      screen.send(.relaunch)
      _ = await updates.phases(until: .running)
      #expect(recorder.recording.entries == [])
      #expect(recorder.recording.environment.appearance == "dark")
      let container = try #require(recorder.recording.container)
      #expect(FileManager.default.fileExists(atPath: container + "/Documents"))
      #expect(recorder.replay == nil)
    }
  }

  @Test func `a crash is reported with its place`() async throws {
    try await withDevice(mode: "crash") { _, updates in
      #expect(await updates.phases(until: .crashed).last == .crashed)
      let crash = await updates.first { if case .crash(let crash) = $0 { crash } else { nil } }
      #expect(crash?.file == "Sub/ViewController.swift")
      #expect(crash?.line == 12)
      #expect(crash?.reason == "Fatal error: Index out of range")
    }
  }

  @Test func `a touch after the app has ended is ignored`() async throws {
    try await withDevice(mode: "crash") { screen, updates in
      _ = await updates.phases(until: .crashed)
      screen.send(.touches([.init(id: 1, phase: .began, x: 1, y: 1)]))
      screen.send(.relaunch)
      #expect(await updates.phases(until: .launching).last == .launching)
    }
  }

  // MARK: Apps that do not answer

  /// Taps a button of the fake app, by its place in the column.
  private func tap(_ row: Int, on screen: DeviceScreen) {
    let y = 68 + Double(row) * 40
    screen.send(.touches([.init(id: 1, phase: .began, x: 60, y: y)]))
    screen.send(.touches([.init(id: 1, phase: .ended, x: 60, y: y)]))
  }

  @Test func `an app that does not answer is named with its method, and a relaunch ends it`() async throws {
    try await withDevice(mode: "normal", patience: 0.2) { screen, updates in
      _ = await updates.phases(until: .running)
      tap(1, on: screen)
      _ = await updates.first {
        if case .event(let event) = $0, event.event.name == "said 0" { true } else { nil }
      }
      tap(8, on: screen)
      let stalled = await updates.first {
        if case .status(let status) = $0, status.phase == .stalled { status.message } else { nil }
      }
      #expect(stalled == "ViewController#1.spinTapped:")
      screen.send(.relaunch)
      #expect(await updates.phases(until: .running).last == .running)
      // The next app is watched, too.
      tap(1, on: screen)
      _ = await updates.first {
        if case .event(let event) = $0, event.event.name == "said 0" { true } else { nil }
      }
      tap(8, on: screen)
      #expect(await updates.phases(until: .stalled).last == .stalled)
    }
  }

  @Test func `an app that answers late is running again`() async throws {
    try await withDevice(mode: "normal", patience: 0.2) { screen, updates in
      _ = await updates.phases(until: .running)
      tap(1, on: screen)
      _ = await updates.first {
        if case .event(let event) = $0, event.event.name == "said 0" { true } else { nil }
      }
      tap(4, on: screen)
      #expect(await updates.phases(until: .stalled).last == .stalled)
      #expect(await updates.phases(until: .running).last == .running)
    }
  }

  // MARK: Elements and pictures

  @Test func `elements are described only while they are read`() async throws {
    try await withDevice(mode: "normal") { screen, updates in
      func isCommit(_ update: ScreenUpdate) -> Bool? { if case .commit = update { true } else { nil } }
      _ = await updates.phases(until: .running)
      #expect(!screen.willDescribeElements)
      screen.send(.appearance(.dark))
      _ = await updates.first(isCommit)
      #expect(!screen.willDescribeElements)

      screen.setElementsAreRead(true)
      _ = await updates.first { if case .accessibility(.tree) = $0 { true } else { nil } }
      screen.send(.appearance(.light))
      _ = await updates.first { if case .accessibility(.tree) = $0 { true } else { nil } }

      screen.setElementsAreRead(false)
      screen.send(.appearance(.dark))
      _ = await updates.first(isCommit)
      #expect(!screen.willDescribeElements)
    }
  }

  @Test func `a device is described although the previous one ended before its description`() async throws {
    let screen = DeviceScreen(app: "Fake", model: .standard)
    let fake = try FakeBundle()
    let previous = try SimulatedDevice(app: fake.bundle, configuration: DeviceConfiguration(clock: .real))
    screen.attach(to: previous)
    screen.setElementsAreRead(true)
    #expect(screen.willDescribeElements)
    previous.shutDown()
    try await withDevice(mode: "normal", screen: screen) { _, updates in
      let isDescribed: Bool? = await updates.first {
        if case .accessibility(.tree) = $0 { true } else { nil }
      }
      #expect(isDescribed == true)
    }
  }

  @Test func `a screenshot is what the device shows: the app's layers, or the home screen`() async throws {
    try await withDevice(mode: "normal") { screen, updates in
      var white = LayerState(id: 1, name: "UIWindow")
      (white.width, white.height, white.positionX, white.positionY) = (393, 852, 196.5, 426)
      var layers = Commit(sequence: 1, time: 0, roots: [1], layers: [white])
      #expect(await updates.phases(until: .running).last == .running)
      layers.layers[0].backgroundColor = LayerColor(red: 1, green: 0, blue: 0, alpha: 1)
      let app = try #require(Bitmap(encoded: await screen.screenshot(of: layers) ?? []))
      #expect((app.width, app.height) == (1179, 2556))
      #expect(app[590, 1200] == (255, 0, 0, 255))
      screen.send(.press(.home))
      _ = await updates.phases(until: .suspended)
      let home = try #require(Bitmap(encoded: await screen.screenshot(of: layers) ?? []))
      #expect(home[590, 1200] != (255, 0, 0, 255))
    }
  }

  @Test func `a device that has ended gives no picture`() async throws {
    let screen = DeviceScreen(app: "Fake", model: .standard)
    #expect(await screen.screenshot(of: nil) == nil)
    let fake = try FakeBundle()
    let device = try SimulatedDevice(app: fake.bundle, configuration: DeviceConfiguration(clock: .real))
    screen.attach(to: device)
    async let waiting = screen.screenshot(of: nil)
    device.shutDown()
    #expect(await waiting == nil)
    #expect(await screen.screenshot(of: nil) == nil)
  }
}
