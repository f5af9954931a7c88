import AppBuilder
import Device
import DeviceWeb
import Foundation
import Synchronization

/// `carob run` from the build to the interrupt: builds on one thread, runs the device on another, and starts
/// a new device after a changed app was built. The previous device keeps running until then; the new one is
/// prepared meanwhile (`NextDevice`).
///
/// When it watches for changes, the device controls the app's clock from the first launch on. The user's
/// input is recorded and replayed to the next build in virtual time (`InputReplay`), which then continues in
/// real time.
final class RunSession: Sendable {
  private enum Event: Sendable {
    case stop
    /// The reader of the app's output has closed it.
    case closed
    case changed
    /// The device could not be created, or its loop ended with an environment error.
    case failed(String)
  }

  private struct State {
    var events: [Event] = []
    var isBuilding = false
    var isReady = false
    var device: DeviceHandle?
    /// Signalled when the device has stopped, or its thread ends.
    var stopped = DispatchSemaphore(value: 0)
    /// The app that the device runs.
    var app: AppBundle?
    /// The device for the app that is being built.
    var next: NextDevice?
  }

  private let source: AppSource
  private let configuration: DeviceConfiguration
  /// Whether the app decides which model to use.
  private let choosesModel: Bool
  private let screen: DeviceScreen
  /// Records the input and watches the sources; nil without watching.
  private let recorder: InputRecorder?
  private let onReady: @Sendable () -> Void
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  /// The threads of devices.
  private let devices = DispatchGroup()

  init(
    source: AppSource, configuration: DeviceConfiguration, choosesModel: Bool, screen: DeviceScreen,
    recorder: InputRecorder?,
    onReady: @escaping @Sendable () -> Void
  ) {
    self.source = source
    self.configuration = configuration
    self.choosesModel = choosesModel
    self.screen = screen
    self.recorder = recorder
    self.onReady = onReady
  }

  /// Runs until it is interrupted, which counts as success, or cannot continue.
  func run() async -> ExitStatus {
    await withCheckedContinuation { continuation in
      Self.thread("session") { continuation.resume(returning: self.work()) }
    }
  }

  private func work() -> ExitStatus {
    do throws(DeviceError) {
      let signals = try SignalWatch()
      Self.thread("signals") {
        _ = signals.wait()
        // A build cannot be cancelled. Nothing is lost: its compilers end with this process.
        if self.state.withLock({ $0.isBuilding }) {
          self.stopDevice(until: Self.patience)
          _exit(ExitStatus.success.rawValue)
        }
        self.post(.stop)
        // A second interrupt means that the user does not want to wait for an orderly shutdown.
        _ = signals.wait()
        _exit(ExitStatus.success.rawValue)
      }
    } catch {
      printError("error: \(error)")
      return .environment
    }
    if recorder != nil, let root = source.root {
      // Before the first build, during which a source may change, too.
      let isWatching = DispatchSemaphore(value: 0)
      Self.thread("watch") {
        let watch = ChangeWatch(root: root)
        isWatching.signal()
        while true {
          watch.waitForChange()
          self.post(.changed)
        }
      }
      isWatching.wait()
    }
    let status = buildAndStart()
    if status != .success, recorder == nil { return status }
    while true {
      wake.wait()
      switch state.withLock({ $0.events.isEmpty ? nil : $0.events.removeFirst() }) {
      case nil: break
      case .stop:
        stopDevice(until: Self.patience)
        return .success
      case .closed:
        stopDevice(until: Self.patience)
        Output.endQuietly()
      case .changed:
        // Several saves in quick succession count as one change.
        state.withLock { $0.events.removeAll { if case .changed = $0 { true } else { false } } }
        _ = buildAndStart()
      case .failed(let problem):
        printError("error: \(problem)")
        stopDevice()
        return .environment
      }
    }
  }

  private func post(_ event: Event) {
    state.withLock { $0.events.append(event) }
    wake.signal()
  }

  // MARK: Building

  private func buildAndStart() -> ExitStatus {
    state.withLock { $0.isBuilding = true }
    defer { state.withLock { $0.isBuilding = false } }
    var next: NextDevice?
    defer { next?.discard() }
    let isTerminal = isatty(2) == 1
    func clearLine() {
      if isTerminal { Output.writeError("\r\u{1B}[K") }
    }
    do {
      let bundle = try source.build { step in
        screen.showBuilding(step.activity)
        // From now on other processes work, which leave a processor idle.
        if next == nil { next = prepareDevice() }
        guard isTerminal else {
          if step.isLong { printError("carob: \(step.activity)") }
          return
        }
        Output.writeError(
          "\r\u{1B}[Kcarob: [\(step.done + 1)/\(step.total)] \(step.activity)")
      }
      clearLine()
      retireDevice()
      start(bundle, on: next)
      return .success
    } catch let error as BuildError {
      clearLine()
      printError(error.description)
      screen.showBuildErrors(error.diagnostics.map(ScreenDiagnostic.init))
      return error.kind == .project ? .notBuilt : .environment
    } catch {
      clearLine()
      printError("error: \(error)")
      return .usage
    }
  }

  // MARK: The device's thread

  /// Begins to make the device that will replace the current one; nil if there is none.
  private func prepareDevice() -> NextDevice? {
    guard let recorder, let app = state.withLock({ $0.device == nil ? nil : $0.app }) else { return nil }
    let next = NextDevice(app: app, recording: recorder.recording)
    state.withLock { $0.next = next }
    var configuration = configuration
    if choosesModel { configuration.model = app.preferredModel }
    next.recording.configure(&configuration)
    configuration.wallClockAtStart = Date().timeIntervalSince1970
    deviceThread { [configuration] in
      // NB: after a failure the device is made for the launch, which reports its errors.
      let device = try? SimulatedDevice(app: app, configuration: configuration)
      try? device?.prepareLaunch()
      let order = next.wait()
      guard let device, let (launch, started) = order, next.suits(launch) else {
        device?.shutDown()
        if let (launch, started) = order { self.run(launch, started: started) }
        return
      }
      if let replay = launch.replay {
        device.setWallClock(atStart: replay.wallClockAtStart(now: Date().timeIntervalSince1970))
      }
      self.run(launch, on: device, started: started)
    }
    return next
  }

  private func start(_ app: AppBundle, on next: NextDevice?) {
    let launch = NextDevice.Launch(app: app, replay: recorder?.replay)
    state.withLock { $0.app = app }
    // Until the handle exists, an interrupt could not reach the device.
    let started = DispatchSemaphore(value: 0)
    if let next {
      next.decide(launch, started: started)
    } else {
      deviceThread { self.run(launch, started: started) }
    }
    started.wait()
  }

  /// Runs a device until it is stopped.
  ///
  /// - Parameters:
  ///   - made: the device; nil makes it.
  ///   - started: signalled as soon as other threads can reach the device, or when it failed.
  private func run(
    _ launch: NextDevice.Launch, on made: SimulatedDevice? = nil, started: DispatchSemaphore
  ) {
    let stopped = DispatchSemaphore(value: 0)
    var isAttached = false
    defer { stopped.signal() }
    do throws(DeviceError) {
      let device =
        if let made { made } else {
          try SimulatedDevice(app: launch.app, configuration: configuration(for: launch.app, launch.replay))
        }
      screen.attach(to: device)
      let forward = device.onOutput
      device.onOutput = { output in
        forward?(output)
        self.notice(output)
      }
      state.withLock {
        $0.device = device.handle
        $0.stopped = stopped
      }
      isAttached = true
      started.signal()
      defer { device.shutDown() }
      if let replay = launch.replay {
        say(try screen.replay(replay, on: device), inputs: replay.count)
      } else {
        device.switchToRealTime()
        do throws(DeviceError) { try screen.launch(device) } catch .appEnded {}
      }
      try device.run()
    } catch {
      let isRetired = isAttached && state.withLock { $0.device == nil || $0.stopped !== stopped }
      if !isRetired { post(.failed("\(error)")) }
      started.signal()
    }
  }

  private func deviceThread(_ body: @escaping @Sendable () -> Void) {
    devices.enter()
    Self.thread("device") {
      body()
      self.devices.leave()
    }
  }

  private func configuration(for app: AppBundle, _ replay: InputReplay?) -> DeviceConfiguration {
    var result = configuration
    if choosesModel { result.model = app.preferredModel }
    guard recorder != nil else { return result }
    let wallClock = Date().timeIntervalSince1970
    result.wallClockAtStart = wallClock
    replay?.configure(&result, wallClock: wallClock)
    return result
  }

  private func say(_ outcome: InputReplay.Outcome, inputs: Int) {
    switch outcome {
    case .done where inputs > 0: printError("carob: replayed \(inputs) input\(inputs == 1 ? "" : "s")")
    case .done, .stopped: break
    case .ended(_, _, let during): printError("carob: the app ended while replaying \(during)")
    case .gaveUp:
      guard let text = outcome.notice(inputs: inputs) else { return }
      printError("warning: \(text)")
      screen.show(notice: text)
    }
  }

  /// The deadline for ending the command: after it, the command ends even if the device does not respond.
  private static var patience: DispatchTime { .now() + 1.5 }

  /// Stops all devices and waits for their ends.
  private func stopDevice(until limit: DispatchTime = .distantFuture) {
    state.withLock { $0.next }?.discard()
    retireDevice(until: limit)
    _ = devices.wait(timeout: limit)
  }

  /// Stops the current device, whose end its successor need not wait for: it only must not report it.
  private func retireDevice(until limit: DispatchTime = .distantFuture) {
    let current = state.withLock { state in
      defer { state.device = nil }
      return state.device.map { ($0, state.stopped) }
    }
    guard let (handle, stopped) = current else { return }
    handle.perform { [recorder, screen] device in
      recorder?.close(on: device)
      device.onOutput = nil
      device.stop()
      // The end of a replay still changes the screen and what is recorded.
      if !screen.isReplaying { stopped.signal() }
    }
    _ = stopped.wait(timeout: limit)
  }

  private func notice(_ output: DeviceOutput) {
    switch output {
    case .commit:
      let isFirst = state.withLock { state in
        defer { state.isReady = true }
        return !state.isReady
      }
      if isFirst { onReady() }
    // The app wrote into the command's own output, which is closed: no crash, but the end of both.
    case .ended(.crashed(let report)) where report.signal == SIGPIPE && Output.isClosed: post(.closed)
    case .ended(let end) where !end.isOrderly:
      if case .crashed(let report) = end, let file = report.file, let line = report.line {
        printError("\(file):\(line): error: \(report.reason)")
      } else {
        printError("error: \(end)")
      }
    case .diagnostic(let text): printError("warning: \(text)")
    default: break
    }
  }

  private static func thread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.stackSize = 8 << 20
    thread.start()
  }
}

extension ScreenDiagnostic {
  init(_ diagnostic: BuildDiagnostic) {
    self.init(
      severity: diagnostic.severity == .error ? .error : diagnostic.severity == .warning ? .warning : .note,
      file: diagnostic.path ?? "", line: diagnostic.line ?? 0, column: diagnostic.column ?? 0,
      message: diagnostic.message, excerpt: diagnostic.excerpt ?? "")
  }
}
