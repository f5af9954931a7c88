import Device
import DeviceProtocol
import Foundation
import Synchronization

/// Connects simulated devices to the page: shows their output, and gives them the user's input.
///
/// `carob run` makes one at its start, reports the progress of builds to it, and attaches each new device. Thread-safe;
/// everything that touches a device happens on the device's own thread.
///
/// ```swift
/// let screen = DeviceScreen(app: "Color Picker", model: model)
/// let server = try PageServer(source: screen)
/// let address = try await server.start(port: nil)
/// screen.showBuilding("Compiling 12 files")
/// // On the device's thread:
/// screen.attach(to: device)
/// try device.launch()
/// try device.run()
/// ```
public final class DeviceScreen: ScreenSource {
  private struct State {
    var receive: (@Sendable (ScreenUpdate) -> Void)?
    var device: DeviceHandle?
    var app: String
    var model: DeviceModel
    var environment = Environment()
    /// The device's clock in relation to the wall clock.
    var clock: ScreenClock
    var phase = ScreenStatus.Phase.building
    var hasCommit = false
    var projectRoot: String?
    var buildErrors: [ScreenDiagnostic] = []
    /// The inputs of the previous build are being replayed: new input is ignored.
    var isReplaying = false
    /// The input that is being replayed.
    var replayed = ""
    /// Whether a page shows the elements to assistive technology.
    var elementsAreRead = false
    /// The device whose elements will be described soon.
    var describing: DeviceHandle?
    var lastCommit = ContinuousClock.now
    /// The device whose answers are watched.
    var watched: DeviceHandle?
    /// The number of inputs whose answers were to be watched.
    var watchedInputs = 0
    /// What the app has drawn during a replay; shown as one commit at its end.
    var unseen = ScreenMirror()
  }
  private let state: Mutex<State>
  private let recorder: InputRecorder?
  private let patience: Double
  private let onRelaunch: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - recorder: records every input before the device gets it.
  ///   - patience: after how many seconds without an answer the page says that the app is not answering.
  ///   - onRelaunch: called for the Relaunch button while no device is attached (before the first successful build).
  public init(
    app: String, model: DeviceModel, recorder: InputRecorder? = nil, patience: Double = 3,
    onRelaunch: (@Sendable () -> Void)? = nil
  ) {
    self.patience = patience
    let clock = Self.wallClock(at: 0)
    state = Mutex(State(app: app, model: model, clock: clock))
    self.recorder = recorder
    self.onRelaunch = onRelaunch
  }

  // MARK: Called by the command

  /// Shows that the app is being built.
  public func showBuilding(_ message: String) { setPhase(.building, message) }

  /// Shows build errors. The previous app keeps running behind them.
  public func showBuildErrors(_ diagnostics: [ScreenDiagnostic]) {
    state.withLock { $0.buildErrors = diagnostics }
    setPhase(.failed)
    send(.buildErrors(diagnostics))
  }

  /// Shows one line of text for some seconds.
  public func show(notice: String) { send(.notice(notice)) }

  /// Shows this device from now on. Call it on the device's thread, before the app is launched.
  public func attach(to device: SimulatedDevice) {
    let clock =
      device.configuration.ownsTime && device.configuration.wallClockAtStart == nil
      ? ScreenClock(now: device.now.seconds, epoch: 1_767_260_460) : Self.wallClock(at: device.now.seconds)
    state.withLock { state in
      state.device = device.handle
      state.app = device.app.displayName
      state.projectRoot = device.app.projectRoot
      state.model = device.model
      state.environment = device.environment
      state.clock = clock
      state.buildErrors = []
      state.hasCommit = false
      // The previous device may have ended before its description.
      state.describing = nil
    }
    send(.eventsCleared)
    send(.buildErrors([]))
    sendDevice()
    send(.notifications(device.notificationScreen, bannerFrame: device.notificationsOnScreen.first?.frame))
    send(.routeFiles(RouteFiles(below: device.app.projectRoot).names))
    send(.location(device.shownLocation))
    device.onOutput = { [unowned device, weak self] in self?.take($0, from: device) }
  }

  /// In virtual time every device starts at 9:41 on 1 January 2026; otherwise it has this machine's time.
  private static func wallClock(at now: Double) -> ScreenClock {
    let wall = Date()
    return ScreenClock(
      now: now, epoch: wall.timeIntervalSince1970 - now, offset: TimeZone.current.secondsFromGMT(for: wall))
  }

  /// Launches the app of the attached device and replays the inputs of the previous build. The page shows the previous app until
  /// the replay ends. Call it on the device's thread.
  public func replay(
    _ replay: InputReplay, on device: SimulatedDevice, limit: Double = InputReplay.limit
  ) throws(DeviceError) -> InputReplay.Outcome {
    state.withLock { state in
      state.isReplaying = true
      state.replayed = "launching"
      state.unseen = ScreenMirror()
    }
    var notice: String?
    defer {
      let picture = state.withLock { state in
        defer { state.unseen = ScreenMirror() }
        state.isReplaying = false
        state.clock = Self.wallClock(at: device.now.seconds)
        return state.unseen.whole()
      }
      sendDevice()
      if let picture {
        send(.commit(picture))
        describeSoon()
      }
      if let notice { setPhase(.launching, notice) }
      followState(of: device)
    }
    let (outcome, given) = try replay.run(on: device, limit: limit) { number, text in
      state.withLock { $0.replayed = text }
    }
    recorder?.adopt(given)
    // The notice stays on the screen until the app draws something.
    notice = outcome.notice(inputs: replay.count)
    return outcome
  }

  /// Whether the attached device replays inputs; nothing is shown until it has.
  public var isReplaying: Bool { state.withLock { $0.isReplaying } }

  /// Launches the app of the attached device without a replay. Call it on the device's thread.
  public func launch(_ device: SimulatedDevice) throws(DeviceError) {
    recorder?.begin(on: device)
    try device.launch()
  }

  // MARK: Output of the device

  private func take(_ output: DeviceOutput, from device: SimulatedDevice) {
    switch output {
    case .launched:
      let isReplaying = state.withLock { state in
        state.hasCommit = false
        state.unseen = ScreenMirror()
        return state.isReplaying
      }
      setPhase(.launching, isReplaying ? "Replaying what you did…" : "")
    case .commit(let commit):
      let isHeld = state.withLock { state in
        if state.isReplaying { state.unseen.apply(commit) }
        return state.isReplaying
      }
      if !isHeld {
        describeSoon()
        send(.commit(commit))
      }
      let isFirst = state.withLock { state in
        defer { state.hasCommit = true }
        return !state.hasCommit
      }
      if isFirst { followState(of: device) }
    case .event(let record), .completed(let record):
      send(
        .event(
          ScreenEvent(
            sequence: UInt64(record.sequence), cause: record.cause == 0 ? nil : UInt64(record.cause),
            event: record.event)))
    case .ended(let end): take(end)
    case .stateChanged: followState(of: device)
    case .environment(let environment):
      state.withLock { state in
        state.environment = environment
        state.clock.now = device.now.seconds
      }
      sendDevice()
    case .notifications(let screen):
      send(.notifications(screen, bannerFrame: device.notificationsOnScreen.first?.frame))
    case .accessibility(let report):
      if !state.withLock({ $0.isReplaying }) { send(.accessibility(report)) }
    case .locationChanged: send(.location(device.shownLocation))
    // A text that is copied during a replay was on the clipboard before.
    case .pasteboard(let text): if !state.withLock({ $0.isReplaying }) { send(.copied(text)) }
    case .diagnostic(let text): send(.notice(text))
    }
  }

  private func followState(of device: SimulatedDevice) {
    if state.withLock({ $0.isReplaying }) { return }
    if device.springboard.isLocked { return setPhase(.locked) }
    switch device.springboard.state {
    case .active, .inactive:
      // The status is "running" once the app shows something.
      if state.withLock({ $0.hasCommit }) { setPhase(.running) }
    case .background, .suspended: setPhase(.suspended)
    case .notRunning:
      // A crash stays on the screen.
      if state.withLock({ $0.phase }) != .crashed { setPhase(.ended) }
    }
  }

  private func take(_ end: AppEnd) {
    let during = state.withLock { $0.isReplaying ? $0.replayed : "" }
    if end.isOrderly {
      if during.isEmpty { setPhase(.ended) }
      return
    }
    setPhase(.crashed)
    if case .crashed(let report) = end {
      send(
        .crash(
          ScreenCrash(
            reason: report.reason, file: relative(report.file ?? ""), line: report.line ?? 0,
            excerpt: Self.sourceLine(report.file, report.line), frames: report.frames.map(relativePlace),
            output: report.tail.joined(separator: "\n"), during: during)))
    } else {
      send(.crash(ScreenCrash(reason: "\(end)", during: during)))
    }
  }

  /// The line of the user's source; empty if there is none.
  private static func sourceLine(_ file: String?, _ line: Int?) -> String {
    guard let file, let line, line > 0, let data = FileManager.default.contents(atPath: file) else {
      return ""
    }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return line <= lines.count ? String(lines[line - 1]) : ""
  }

  /// A frame `function at /project/File.swift:12` with the path relative to the project.
  private func relativePlace(_ frame: String) -> String {
    guard let root = state.withLock({ $0.projectRoot }) else { return frame }
    return frame.replacingOccurrences(of: " at \(root)/", with: " at ")
  }

  // MARK: Assistive technology

  /// How long nothing may change on the screen before its elements are described.
  private static let rest = Duration.milliseconds(120)
  /// How long a screen that keeps changing stays without a description.
  private static let longestWait = Duration.seconds(1)

  public func setElementsAreRead(_ areRead: Bool) {
    state.withLock { $0.elementsAreRead = areRead }
    if areRead { describeSoon() }
  }

  /// Whether the elements will be described although nothing else happens.
  var willDescribeElements: Bool { state.withLock { $0.describing != nil } }

  /// Asks the app for its elements when the screen has come to rest, if a page reads them: the description of a long list
  /// costs the app more than a frame.
  private func describeSoon() {
    let handle = state.withLock { state -> DeviceHandle? in
      state.lastCommit = .now
      guard state.elementsAreRead, state.describing == nil, let device = state.device else { return nil }
      state.describing = device
      return device
    }
    guard let handle else { return }
    let limit = ContinuousClock.now + Self.longestWait
    Task { [weak self] in
      while let rest = self?.state.withLock({ min($0.lastCommit + Self.rest, limit) }), rest > .now {
        try? await Task.sleep(until: rest, clock: .continuous)
      }
      handle.perform { [weak self] device in
        // From now on a commit needs another description.
        let isRead = self?.state.withLock { state in
          if state.describing === handle { state.describing = nil }
          return state.elementsAreRead
        }
        if isRead == true { device.requestAccessibility() }
      }
    }
  }

  // MARK: Apps that do not answer

  private func watchAnswers(of handle: DeviceHandle) {
    let isWatching = state.withLock { state in
      state.watchedInputs += 1
      defer { state.watched = handle }
      return state.watched === handle
    }
    if isWatching { return }
    let interval = min(1, patience / 3)
    Task { [weak self] in
      while true {
        try? await Task.sleep(for: .seconds(interval))
        guard let inputs = self?.state.withLock({ $0.watchedInputs }) else { return }
        let isOver = await handle.result { [weak self] in self?.answers(of: $0) ?? true } ?? true
        // NB: an input that came after the answer relies on this task.
        let ends = self?.state.withLock { state in
          guard isOver, state.watchedInputs == inputs || state.watched !== handle else { return false }
          if state.watched === handle { state.watched = nil }
          return true
        }
        if ends != false { return }
      }
    }
  }

  /// Shows whether the app answers. Returns whether it owes no answer.
  private func answers(of device: SimulatedDevice) -> Bool {
    let isStalled = state.withLock { $0.phase == .stalled }
    guard let stall = device.stall(longerThan: patience) else {
      if isStalled { followState(of: device) }
      return !device.isAwaitingAnswer
    }
    setPhase(.stalled, stall.place)
    return false
  }

  private func relative(_ path: String) -> String {
    guard let root = state.withLock({ $0.projectRoot }), path.hasPrefix(root + "/") else { return path }
    return String(path.dropFirst(root.count + 1))
  }

  private func setPhase(_ phase: ScreenStatus.Phase, _ message: String = "") {
    let status = state.withLock { state in
      state.phase = phase
      return ScreenStatus(phase, app: state.app, message: message)
    }
    send(.status(status))
  }

  private func sendDevice() {
    let (model, environment, clock) = state.withLock { ($0.model, $0.environment, $0.clock) }
    send(.device(model, environment, clock))
  }

  private func send(_ update: ScreenUpdate) {
    state.withLock { $0.receive }?(update)
  }

  // MARK: Input from the page

  public func start(_ receive: @escaping @Sendable (ScreenUpdate) -> Void) {
    let (status, errors) = state.withLock { state in
      state.receive = receive
      return (ScreenStatus(state.phase, app: state.app), state.buildErrors)
    }
    sendDevice()
    send(.status(status))
    send(.buildErrors(errors))
  }

  public func send(_ input: ScreenInput) {
    let (device, isReplaying) = state.withLock { ($0.device, $0.isReplaying) }
    if isReplaying { return }
    guard let handle = device else {
      if input == .relaunch { onRelaunch?() }
      return
    }
    handle.perform { [weak self] device in
      do throws(DeviceError) {
        try self?.give(input, to: device)
        self?.watchAnswers(of: handle)
      } catch {
        self?.take(error)
      }
    }
  }

  /// The picture that the device makes of its screen.
  public func screenshot(of layers: Commit?) async -> [UInt8]? {
    guard let handle = state.withLock({ $0.device }) else { return nil }
    let picture = await handle.result { device -> [UInt8]? in
      do throws(DeviceError) { return try device.snapshot(of: layers) } catch {
        device.report("\(error)")
        return nil
      }
    }
    return picture ?? nil
  }

  private func give(_ input: ScreenInput, to device: SimulatedDevice) throws(DeviceError) {
    // An input that was sent when the replay began.
    if state.withLock({ $0.isReplaying }) { return }
    guard let recorder else { return try device.perform(input) }
    let isFreshStart = input == .press(.icon) && !device.isAppRunning && device.lastEnd?.isOrderly == false
    if input == .relaunch || isFreshStart {
      try device.endForRelaunch()
      return try launch(device)
    }
    if device.isAppRunning || device.lastEnd?.isOrderly == true { recorder.note(input, on: device) }
    try device.perform(input)
  }

  private func take(_ error: DeviceError) {
    switch error {
    // A tap on the home screen's wallpaper reaches no app; the end of an app was reported already.
    case .appIsNotRunning, .appIsSuspended, .appEnded, .refused: break
    default: send(.notice("\(error)"))
    }
  }
}
