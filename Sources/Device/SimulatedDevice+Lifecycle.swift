import Compositor
import DeviceProtocol
import TraceVocabulary

/// Buttons, interruptions and launches.
extension SimulatedDevice {
  /// Launches the app, or brings it to the front when it runs.
  public func launch(reason: LaunchReason = .tap) throws(DeviceError) { try perform(.launch(reason: reason)) }

  /// Performs the springboard's actions for an input, in order. Every message is handled before the next one is sent.
  public func perform(_ input: Springboard.Input) throws(DeviceError) {
    performDepth += 1
    defer { performDepth -= 1 }
    // An app that starts records its launch itself.
    if case .launch = input, session == nil {
    } else {
      var detail = input.traceDetail
      if let systemAlert, input == .interrupt(.prompt) {
        detail = [("prompt", systemAlert.request.kind.rawValue), ("title", systemAlert.title)]
      }
      // The user's answer was recorded already.
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
        // The app exited when it got `willTerminate`.
      }
    }
    hidePrompt()
    if !wasInFront, springboard.isInFront, session != nil {
      session?.background.enteredForeground()
      let actions = location.service.appCameBack(at: now.seconds)
      try perform(actions)
    }
    // E-356: the switcher also shows an app that does not run any more. Decisions/0052.
    if input == .kill(.user) { container.dropSavedState() }
    onOutput?(.stateChanged(springboard.state))
    if isVirtual {
      try checkSuspension()
      // The app may have asked for permissions meanwhile.
      if performDepth == 1 {
        performDepth = 0
        defer { performDepth = 1 }
        try presentNextPrompt()
      }
    }
  }

  func execute(_ action: Springboard.Action) throws(DeviceError) {
    switch action {
    case .start(let reason, let url): try start(reason: reason, url: url)
    case .send(let change):
      if change == .willTerminate, session != nil { perform(life.handle(.willTerminate)) }
      try deliver(.lifecycle(change))
      try waitUntilHandled()
    case .openURL(let url): try deliver(.openURL(url))
    case .deliverNotification: try deliverNotification()
    // E-50: the app gets the message that follows first, and after it the deferred ones.
    case .resume:
      perform(life.handle(.resume))
      session?.background.resumed()
    case .kill(let reason):
      if !isVirtual, reason == .terminated || reason == .shutdown { try waitForTermination() }
      if session != nil { perform(life.handle(.kill(reason))) }
    }
  }

  /// Sends an input message and, in virtual time, lets the app handle it.
  func deliver(_ message: DeviceMessage) throws(DeviceError) {
    guard let process else { throw .appIsNotRunning(lastEnd) }
    session?.sendInput(message)
    session?.sendDeferredMessages()
    let isResuming = life.state == .resuming
    if isResuming { perform(life.handle(.resumed)) }
    guard isVirtual else { return }
    if let request = process.gateRequest {
      process.answerGate(isResuming ? .resumed(at: max(clock.virtualNow, request.now)) : .upTo(request.now))
    }
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
    // E-43: a location does not bring the app to the front.
    case .launch(let reason): reason == .location ? "launch" : "open app"
    case .openURL: "open URL"
    case .terminate: "terminate"
    case .kill: "kill"
    case .leaveForOther: "leave for other"
    case .respondToNotification: "open app"
    case .started, .ended, .cameToRestInBackground, .wake: "state"
    }
  }

  fileprivate var traceCategory: EventCategory {
    switch self {
    case .terminate, .kill: .lifetime
    default: .user
    }
  }

  fileprivate var traceDetail: [(key: String, value: String)] {
    switch self {
    case .launch(let reason): [("reason", reason.rawValue)]
    case .openURL(let url): [("url", url)]
    case .kill(let reason): [("reason", reason.rawValue)]
    default: []
    }
  }
}
