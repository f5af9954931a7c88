import Compositor
import DeviceProtocol

/// Buttons, interruptions and launches.
extension SimulatedDevice {
  /// Launches the app, or brings it to the front when it runs.
  public func launch(reason: String = "tap") throws(DeviceError) { try perform(.launch(reason: reason)) }

  /// Does what the springboard answers to an input, in order; every message is handled before the next is sent.
  public func perform(_ input: Springboard.Input) throws(DeviceError) {
    isPerforming += 1
    defer { isPerforming -= 1 }
    // An app that starts records its launch itself.
    if case .launch = input, process == nil {
    } else {
      var detail = input.traceDetail
      if let systemAlert, input == .interrupt(.prompt) {
        detail = [("prompt", systemAlert.request.kind.rawValue), ("title", systemAlert.title)]
      }
      // The answer has an event of its own.
      if input != .promptAnswered {
        deviceCause = record(input.traceName, category: input.traceCategory, detail: detail)
      }
    }
    defer { deviceCause = 0 }
    let wasInFront = springboard.isInFront
    for action in springboard.handle(input) {
      do throws(DeviceError) {
        try execute(action)
      } catch .appEnded(.killed) {
        // It went by itself when it was told that it will be ended.
      }
    }
    putAwayPrompt()
    if !wasInFront, springboard.isInFront, process != nil {
      wakeDeadline = nil
      let actions = location.appCameBack(at: now.seconds)
      try perform(actions)
    }
    // E-356: also an app that no longer ran has its card in the switcher. Decisions/0052.
    if input == .kill(.user) { container.dropSavedState() }
    onOutput?(.stateChanged(springboard.state))
    if isVirtual {
      try checkSuspension()
      // What was asked for meanwhile.
      if isPerforming == 1 {
        isPerforming = 0
        defer { isPerforming = 1 }
        try presentNextPrompt()
      }
    }
  }

  func execute(_ action: Springboard.Action) throws(DeviceError) {
    switch action {
    case .start(let reason, let url): try start(reason: reason, url: url)
    case .send(let change):
      if change == .willTerminate { isSayingFarewell = true }
      try deliver(.lifecycle(change))
      try waitUntilHandled()
    case .openURL(let url): try deliver(.openURL(url))
    case .deliverNotification: try deliverNotification()
    case .resume:
      isSuspended = false
      refreshNotifications()
      isResuming = true
      backgroundDeadline = nil
      if !configuration.ownsTime { process?.resume() }
    // E-50: the message that follows is the first that the app hears; what was held comes after it.
    case .kill(let reason):
      if !isVirtual, reason == .terminated || reason == .shutdown { try awaitFarewell() }
      guard let process else { return }
      process.kill()
      process.readStandardError(forwardingTo: configuration.standardError)
      // What it printed while it went belongs to the trace; whether its last message was whole does not matter.
      do throws(DeviceError) { try readRest(process) } catch {}
      endProcess(.killed(reason))
    }
  }

  /// In real time: lets the app handle its last messages, within reason.
  private func awaitFarewell() throws(DeviceError) {
    let (deadline, limit) = (realDeadline, realLimit)
    defer { (realDeadline, realLimit) = (deadline, limit) }
    startTimeout(seconds: 5)
    do throws(DeviceError) {
      while process != nil, outstandingInputs > 0 { try pump() }
    } catch .timedOut {}
  }

  private func start(reason: String, url: String?) throws(DeviceError) {
    launchReason = reason
    launchURL = url
    scene = LayerScene()
    windowSize = nil
    hasRefusedCommit = false
    busyUntil = 0
    backgroundTasks = 0
    outstandingInputs = 0
    saysHandled = false
    isSuspended = false
    isSayingFarewell = false
    screens = [:]
    if reason == "location" { wakeDeadline = now.advanced(bySeconds: Self.wakeTime) }
    trace.beginLaunch()
    let options = AppProcess.LaunchOptions(
      executable: app.executable, container: container.path, ownsTime: configuration.ownsTime,
      wallClockAtStart: configuration.wallClockAtStart,
      seed: configuration.seed, start: now, projectRoot: app.projectRoot,
      timeLibrary: configuration.timeLibrary,
      standardOutput: configuration.standardOutput, clockOrigin: realStart,
      measuresHandlers: configuration.measuresHandlers, extraEnvironment: configuration.extraEnvironment,
      showsBacktraces: configuration.showsBacktraces,
      sandbox: configuration.sandbox.map { $0.adding(app.path) })
    let (process, addressesAreRandom) = try AppProcess.launch(options)
    self.process = process
    launchDeadline = ContinuousClock.now + .seconds(configuration.launchLimit)
    _ = springboard.handle(.started(inBackground: Springboard.backgroundReasons.contains(reason)))
    if addressesAreRandom {
      let text =
        "this system does not let a child have fixed addresses: an app that depends on them may differ from run to run"
      report(text)
    }
    onOutput?(.launched)
    try settle()
  }

  /// Sends an input message and, in virtual time, lets the app handle it.
  func deliver(_ message: DeviceMessage) throws(DeviceError) {
    guard let process else { throw .appIsNotRunning(lastEnd) }
    process.send(message)
    outstandingInputs += 1
    if !deferredMessages.isEmpty {
      for held in deferredMessages { process.send(held) }
      outstandingInputs += deferredMessages.count
      deferredMessages = []
    }
    guard isVirtual else { return }
    if let request = process.gateRequest {
      process.answerGate(isResuming ? .resumed(at: max(virtualNow, request.now)) : .upTo(request.now))
    }
    isResuming = false
    try settle()
  }
}

extension Springboard.Input {
  fileprivate var traceName: String {
    switch self {
    case .home: "press home"
    case .lock: "press lock"
    case .unlock: "press unlock"
    case .switcher: "press switcher"
    case .powerButton: "press power"
    case .switchToApp: "switch to self"
    case .switchToOther: "switch to other"
    case .interrupt(.prompt): "ask"
    case .interrupt(let cover): "interrupt \(cover.rawValue)"
    case .promptAnswered: "answer"
    case .dismissInterruption: "end interruption dismiss"
    case .acceptInterruption: "end interruption accept"
    case .cancelPowerSlider: "power slider cancel"
    case .acceptPowerSlider: "power slider accept"
    case .launch: "launch"
    case .openURL: "open URL"
    case .terminate: "terminate"
    case .kill: "kill"
    case .leaveForOther: "leave for other"
    case .respondToNotification: "open app"
    case .started, .ended, .cameToRestInBackground, .wake: "state"
    }
  }

  fileprivate var traceCategory: String {
    switch self {
    case .launch, .terminate, .kill: "lifetime"
    default: "user"
    }
  }

  fileprivate var traceDetail: [(key: String, value: String)] {
    switch self {
    case .launch(let reason): [("reason", reason)]
    case .openURL(let url): [("url", url)]
    case .kill(let reason): [("reason", reason.rawValue)]
    default: []
    }
  }
}
