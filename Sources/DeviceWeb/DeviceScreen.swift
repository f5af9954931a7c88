import Device
import DeviceProtocol
import Foundation
import Synchronization

/// Brings a simulated device to the page: what it puts out, and what people do to it.
///
/// It outlives devices: `carob run` makes one at its start, tells it of the build, and attaches each device that it
/// makes. Safe from any thread; everything that touches the device happens on the device's own.
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
    /// What the device's clock reads, and what the wall clock then read.
    var clock: ScreenClock
    var phase = ScreenStatus.Phase.building
    var hasCommit = false
    var buildErrors: [ScreenDiagnostic] = []
  }
  private let state: Mutex<State>
  private let onInput: (@Sendable (ScreenInput) -> Void)?
  private let onRelaunch: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - onInput: told of every input before the device gets it; for recording.
  ///   - onRelaunch: takes the Relaunch button when no device is attached (nothing could be built yet).
  public init(
    app: String, model: DeviceModel, onInput: (@Sendable (ScreenInput) -> Void)? = nil,
    onRelaunch: (@Sendable () -> Void)? = nil
  ) {
    let clock = Self.wallClock(at: 0)
    state = Mutex(State(app: app, model: model, clock: clock))
    self.onInput = onInput
    self.onRelaunch = onRelaunch
  }

  // MARK: The command's side

  /// The app is being built.
  public func showBuilding(_ message: String) { setPhase(.building, message) }

  /// It could not be built. What ran before goes on running behind the errors.
  public func showBuildErrors(_ diagnostics: [ScreenDiagnostic]) {
    state.withLock { $0.buildErrors = diagnostics }
    setPhase(.failed)
    send(.buildErrors(diagnostics))
  }

  /// Shows this device from now on. Call it on the device's thread, before the app is launched.
  public func attach(to device: SimulatedDevice) {
    let clock =
      device.configuration.isVirtual
      ? ScreenClock(now: device.now.seconds, epoch: 1_767_260_460) : Self.wallClock(at: device.now.seconds)
    state.withLock { state in
      state.device = device.handle
      state.app = device.app.displayName
      state.model = device.model
      state.environment = device.environment
      state.clock = clock
      state.buildErrors = []
      state.hasCommit = false
    }
    send(.eventsCleared)
    send(.buildErrors([]))
    sendDevice()
    device.onOutput = { [unowned device, weak self] in self?.take($0, from: device) }
  }

  /// In virtual time every device begins at 9:41 on the first of January 2026; else it has this machine's time.
  private static func wallClock(at now: Double) -> ScreenClock {
    let wall = Date()
    return ScreenClock(
      now: now, epoch: wall.timeIntervalSince1970 - now, offset: TimeZone.current.secondsFromGMT(for: wall))
  }

  // MARK: The device's side

  private func take(_ output: DeviceOutput, from device: SimulatedDevice) {
    switch output {
    case .launched:
      state.withLock { $0.hasCommit = false }
      setPhase(.launching)
    case .commit(let commit):
      send(.commit(commit))
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
    case .diagnostic(let text): send(.notice(text))
    }
  }

  private func followState(of device: SimulatedDevice) {
    if device.springboard.isLocked { return setPhase(.locked) }
    switch device.springboard.state {
    case .active, .inactive:
      // It runs when it shows something.
      if state.withLock({ $0.hasCommit }) { setPhase(.running) }
    case .background, .suspended: setPhase(.suspended)
    case .notRunning:
      // A crash stays on show.
      if state.withLock({ $0.phase }) != .crashed { setPhase(.ended) }
    }
  }

  private func take(_ end: AppEnd) {
    if end.isOrderly { return setPhase(.ended) }
    setPhase(.crashed)
    if case .crashed(let report) = end {
      send(
        .crash(
          ScreenCrash(
            reason: report.reason, file: report.file ?? "", line: report.line ?? 0,
            output: report.tail.joined(separator: "\n"))))
    } else {
      send(.crash(ScreenCrash(reason: "\(end)")))
    }
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

  // MARK: The page's side

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
    onInput?(input)
    guard let handle = state.withLock({ $0.device }) else {
      if input == .relaunch { onRelaunch?() }
      return
    }
    handle.perform { [weak self] device in
      do throws(DeviceError) {
        try Self.perform(input, on: device)
      } catch {
        self?.take(error)
      }
    }
  }

  private static func perform(_ input: ScreenInput, on device: SimulatedDevice) throws(DeviceError) {
    switch input {
    case .touches(let fingers): try device.touch(fingers)
    case .key(let key): try device.key(key)
    case .insertText(let text): try device.insertText(text)
    case .press(.home): try device.perform(.home)
    case .press(.lock): try device.perform(.lock)
    case .press(.unlock): try device.perform(.unlock)
    case .press(.icon): try device.launch()
    case .press(.shake): try device.change(.shake)
    case .press(.memoryWarning): try device.change(.memoryWarning)
    case .rotate(let orientation): try device.change(.orientation(orientation.rawValue))
    case .appearance(let appearance): try device.change(.appearance(appearance.rawValue))
    case .relaunch:
      try device.perform(.kill(.user))
      if device.springboard.isLocked { try device.perform(.unlock) }
      try device.launch()
    }
  }

  private func take(_ error: DeviceError) {
    switch error {
    // A tap on the home screen's wallpaper reaches nobody; an end has been told already.
    case .appIsNotRunning, .appIsSuspended, .appEnded: break
    default: send(.notice("\(error)"))
    }
  }
}
