import Device
import DeviceProtocol
import Foundation
import Synchronization
import Testing

@testable import DeviceWeb

/// Replays of recorded inputs in the next build of the fake app, which has a button every 40 points.
@Suite(.timeLimit(.minutes(20)))
struct InputReplayTests {
  private enum Button: Double {
    case add, say, later, animate, block, crash, exit
    var y: Double { 68 + 40 * rawValue }
  }

  private func tap(_ button: Button, at time: Double, atRest: Bool = true) -> [InputRecording.Entry] {
    [
      touch(.began, button, at: time, atRest: atRest),
      touch(.ended, button, at: time + 0.05, atRest: false),
    ]
  }

  private func touch(
    _ phase: TouchEvent.Phase, _ button: Button, at time: Double, atRest: Bool
  ) -> InputRecording.Entry {
    .init(
      time: DeviceTime(seconds: time), input: .touches([.init(id: 1, phase: phase, x: 60, y: button.y)]),
      cameAtRest: atRest)
  }

  /// A screen and a device after a replay, with the updates for the page.
  private struct Replayed {
    var outcome: InputReplay.Outcome
    var given: InputRecording
    /// Time and name of the app's events, and its output.
    var timeline: [String]
    var updates: [ScreenUpdate]
    var isLive: Bool
  }

  private func replay(
    _ entries: [InputRecording.Entry], duration: Double, whileReplaying: ScreenInput? = nil,
    mode: String = "normal", limit: Double = InputReplay.limit
  ) throws -> Replayed {
    let fake = try FakeBundle()
    var recording = InputRecording()
    recording.entries = entries
    recording.environment.appearance = "dark"
    let replay = InputReplay(of: recording, duration: DeviceTime(seconds: duration))
    var configuration = DeviceConfiguration(clock: .paced(seed: 1))
    configuration.virtualLimit = .infinity
    configuration.extraEnvironment = [("FAKE_MODE", mode)]
    configuration.standardOutput = fake.nowhere
    configuration.standardError = fake.nowhere
    replay.configure(&configuration, wallClock: 1_800_000_000)
    let device = try SimulatedDevice(app: fake.bundle, configuration: configuration)
    defer { device.shutDown() }
    let recorder = InputRecorder()
    let screen = DeviceScreen(app: "Fake", model: .standard, recorder: recorder)
    let updates = Mutex<[ScreenUpdate]>([])
    screen.start { update in updates.withLock { $0.append(update) } }
    screen.attach(to: device)
    if let whileReplaying {
      let forward = device.onOutput
      device.onOutput = { output in
        forward?(output)
        if case .event = output { screen.send(whileReplaying) }
      }
    }
    let outcome = try screen.replay(replay, on: device, limit: limit)
    let timeline = device.trace.records.filter { $0.event.sender != "Device" }
      .map { "\((($0.event.time) * 1000).rounded() / 1000) \($0.event.name)" }
    return Replayed(
      outcome: outcome, given: recorder.recording, timeline: timeline, updates: updates.withLock { $0 },
      isLive: !device.isVirtual)
  }

  @Test func `inputs are replayed at their times, and their effects happen again`() throws {
    let entries = tap(.later, at: 1) + tap(.add, at: 1.5) + tap(.say, at: 2)
    let result = try replay(entries, duration: 5)
    #expect(result.outcome == .done)
    #expect(
      result.timeline == [
        "0.0 application(_:didFinishLaunchingWithOptions:)", "0.0 launched tap on iPhone 15",
        "1.0 touch began", "1.05 touch ended", "1.05 laterTapped:",
        "1.5 touch began", "1.55 touch ended", "1.55 addTapped:",
        "2.0 touch began", "2.05 touch ended", "2.05 sayTapped:", "2.05 said 1",
        "3.05 {}", "3.05 later",
      ])
    #expect(result.given.entries == entries)
    #expect(result.isLive)
  }

  @Test
  func `an input that came while the app was idle waits until it is idle; later inputs keep their distance`()
    throws
  {
    // The tap at 1.6 falls into an animation that the previous build did not have.
    let result = try replay(
      tap(.animate, at: 1.5) + tap(.say, at: 1.6) + tap(.say, at: 2, atRest: false), duration: 2.5)
    #expect(
      result.timeline.dropFirst(2) == [
        "1.5 touch began", "1.55 touch ended", "1.55 animateTapped:", "1.9 animated",
        "1.9 touch began", "1.95 touch ended", "1.95 sayTapped:", "1.95 said 0",
        "2.3 touch began", "2.35 touch ended", "2.35 sayTapped:", "2.35 said 0",
      ])
  }

  @Test func `an input in the middle of an animation is replayed at the same point`() throws {
    let result = try replay(tap(.animate, at: 1.5) + tap(.say, at: 1.6, atRest: false), duration: 2)
    #expect(
      result.timeline.dropFirst(2) == [
        "1.5 touch began", "1.55 touch ended", "1.55 animateTapped:",
        "1.6 touch began", "1.65 touch ended", "1.65 sayTapped:", "1.65 said 0", "1.9 animated",
      ])
  }

  @Test func `the end of a long idle stretch is cut off`() throws {
    let result = try replay(tap(.later, at: 1), duration: 86_400)
    #expect(result.timeline.last == "3.05 later")
    let device = result.updates.compactMap { update -> Double? in
      if case .device(_, _, let clock) = update { clock.now } else { nil }
    }
    let last = try #require(device.last)
    #expect(last >= 11.05 && last < 40)
  }

  @Test func `a finger that was down when the app was rebuilt is lifted`() throws {
    let result = try replay([touch(.began, .add, at: 1, atRest: true)], duration: 1.2)
    #expect(result.outcome == .done)
    #expect(
      result.given.entries.last
        == .init(
          time: DeviceTime(seconds: 1.2),
          input: .touches([.init(id: 1, phase: .cancelled, x: 0, y: 0)]), cameAtRest: false))
  }

  @Test func `the page shows the end of the replay and no intermediate states`() throws {
    let result = try replay(tap(.add, at: 1) + tap(.add, at: 2), duration: 3)
    var shown: [String] = []
    for update in result.updates {
      switch update {
      case .status(let status): shown.append("\(status.phase) \(status.message)")
      case .commit(let commit): shown.append("commit of \(commit.layers.count) layer, \(commit.sequence)")
      default: break
      }
    }
    #expect(
      shown == [
        "building ", "launching Replaying what you did…", "commit of 1 layer, 3", "running ",
      ])
    let appearances = result.updates.compactMap { update -> String? in
      if case .device(_, let environment, _) = update { environment.appearance } else { nil }
    }
    #expect(appearances.last == "dark")
  }

  @Test func `an app that spins at its launch is reported in the page`() throws {
    let result = try replay(tap(.add, at: 1), duration: 2, mode: "spins", limit: 0.5)
    let text = try #require(result.outcome.notice(inputs: 2))
    #expect(
      text
        == "the app did not come to rest after its launch: the app has been busy since "
        + "'launched tap on iPhone 15', at launching")
    let statuses = result.updates.compactMap { update in
      if case .status(let status) = update { status } else { nil }
    }
    #expect(statuses.map(\.phase) == [.building, .launching, .launching])
    #expect(statuses.map(\.message) == ["", "Replaying what you did…", text])
    #expect(result.isLive)
  }

  @Test func `inputs during a replay are ignored`() throws {
    let result = try replay(tap(.say, at: 1), duration: 2, whileReplaying: .appearance(.light))
    #expect(
      result.timeline.dropFirst(2) == [
        "1.0 touch began", "1.05 touch ended", "1.05 sayTapped:", "1.05 said 0",
      ])
    #expect(result.given.entries.count == 2)
  }

  @Test func `a crash is reported with the input that was being replayed`() throws {
    let result = try replay(tap(.add, at: 1) + tap(.crash, at: 2) + tap(.add, at: 3), duration: 4)
    let during = "input 4 of 6: touch ended at 60, 268, 2.05 s after the launch"
    guard case .ended(.crashed, input: 4, during) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    let crash = try #require(
      result.updates.compactMap { if case .crash(let crash) = $0 { crash } else { nil } }.first)
    #expect(crash.during == during)
    #expect(crash.line == 33)
    // The remaining inputs are kept for the build that fixes the crash.
    #expect(result.given.entries.count == 6)
    let phases = result.updates.compactMap { if case .status(let status) = $0 { status.phase } else { nil } }
    #expect(phases.last == .crashed)
  }

  @Test func `an app that exits normally is started again by its icon`() throws {
    let icon = InputRecording.Entry(
      time: DeviceTime(seconds: 3), input: .press(.icon), cameAtRest: true)
    let result = try replay(tap(.exit, at: 1) + [icon] + tap(.say, at: 4), duration: 5)
    #expect(result.outcome == .done)
    #expect(
      result.timeline.dropFirst(2) == [
        "1.0 touch began", "1.05 touch ended", "1.05 exitTapped:",
        "3.0 application(_:didFinishLaunchingWithOptions:)", "3.0 launched tap on iPhone 15",
        "4.0 touch began", "4.05 touch ended", "4.05 sayTapped:", "4.05 said 0",
      ])
  }
}
