import CDeviceSystem
import DeviceProtocol
import Glibc

/// Starts and ends the app's process, and performs the actions of `ProcessLife`.
extension SimulatedDevice {
  func start(reason: LaunchReason, url: String?) throws(DeviceError) {
    screen = AppScreen()
    trace.beginLaunch()
    let launchTime = now
    let (process, addressesAreRandom) =
      if let prepared = takePrepared() { prepared } else { try AppProcess.launch(launchOptions) }
    var session = ProcessSession(process: process, launchReason: reason, launchURL: url)
    session.launchDeadline = ContinuousClock.now + .seconds(configuration.launchLimit)
    if reason == .location { session.background.wake(at: launchTime) }
    self.session = session
    perform(life.handle(.started))
    _ = springboard.handle(.started(inBackground: reason.isInBackground))
    if addressesAreRandom {
      report(
        "this system does not let a child have fixed addresses: an app that depends on them may differ from run to run"
      )
    }
    onOutput?(.launched)
    try settle()
  }

  private var launchOptions: AppProcess.LaunchOptions {
    AppProcess.LaunchOptions(
      executable: app.executable, container: container.path, ownsTime: configuration.ownsTime,
      wallClockAtStart: configuration.wallClockAtStart,
      seed: configuration.seed, start: now, projectRoot: app.projectRoot,
      timeLibrary: configuration.timeLibrary,
      standardOutput: configuration.standardOutput, clockOrigin: clock.start,
      measuresHandlers: configuration.measuresHandlers, extraEnvironment: configuration.extraEnvironment,
      showsBacktraces: configuration.showsBacktraces,
      sandbox: configuration.sandbox.map { $0.adding(app.path) })
  }

  // MARK: A process that is started before the launch

  /// Starts the process of the first launch, so that it loads the SDK while the app is still compiled. The launch takes it, unless
  /// the app's executable has changed.
  ///
  /// Has no effect on a device that does not own the time, or that confines its app: such a process is started by the launch.
  ///
  /// - Throws: `DeviceError.environment`.
  public func prepareLaunch() throws(DeviceError) {
    guard prepared == nil, session == nil, configuration.ownsTime, configuration.timeLibrary != nil,
      configuration.wallClockAtStart != nil, configuration.sandbox == nil
    else { return }
    var options = launchOptions
    options.isPrepared = true
    let (process, addressesAreRandom) = try AppProcess.launch(options)
    prepared = PreparedProcess(
      process: process, addressesAreRandom: addressesAreRandom, executable: app.fileNumbers, start: now)
  }

  /// The prepared process, which now loads the app; nil if there is none for this launch.
  private func takePrepared() -> (AppProcess, addressesAreRandom: Bool)? {
    guard let prepared else { return nil }
    self.prepared = nil
    guard prepared.executable == app.fileNumbers, prepared.start == now, !prepared.process.hasEnded(),
      let wallClock = configuration.wallClockAtStart
    else { return nil }
    prepared.process.release(wallClockAtStart: wallClock)
    return (prepared.process, prepared.addressesAreRandom)
  }

  /// Ends a process with which the device cannot continue; the error is for the caller to throw.
  func fail(_ end: AppEnd) -> DeviceError {
    perform(life.handle(.failed(end)))
    return .appEnded(end)
  }

  /// The process has ended by itself: reads what it left behind and records the end.
  func processExited(_ process: AppProcess) {
    process.readStandardError(forwardingTo: configuration.standardError)
    var exit = ProcessLife.Exit(status: process.end(appFolder: app.path), hasReceivedHello: false)
    do throws(DeviceError) {
      try readRest(process)
    } catch .appEnded(let violation) {
      exit.violation = violation
    } catch {}
    exit.hasReceivedHello = process.hasReceivedHello
    exit.lastLine = process.lastErrorLine
    perform(life.handle(.exited(exit)))
  }

  /// The app has closed its connection: it gets two seconds to end, and is killed after that.
  func waitForExit(_ process: AppProcess) throws(DeviceError) {
    let limit = ContinuousClock.now + .seconds(2)
    while !process.hasEnded() {
      var descriptors = [
        pollfd(fd: process.endWatch, events: Int16(POLLIN), revents: 0),
        pollfd(fd: process.standardError, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&descriptors, 2, 50)
      process.readStandardError(forwardingTo: configuration.standardError)
      // A process that waits at the time gate would never end.
      do throws(DeviceError) { try process.readGate() } catch {}
      process.grant(.never)
      if ContinuousClock.now > limit {
        throw fail(.brokenProtocol("it closed its connection and went on running"))
      }
    }
    processExited(process)
  }

  /// In real time: lets the app handle its last messages, for at most five seconds.
  func waitForTermination() throws(DeviceError) {
    let outer = realTimeLimit
    defer { realTimeLimit = outer }
    startTimeout(seconds: 5)
    do throws(DeviceError) {
      while let session, session.outstandingInputs > 0 { try pump() }
    } catch .timedOut {}
  }

  func perform(_ actions: [ProcessLife.Action]) {
    for action in actions { perform(action) }
  }

  private func perform(_ action: ProcessLife.Action) {
    switch action {
    case .sendWelcome: sendWelcome()
    case .stopProcess: if !configuration.ownsTime { process?.suspend() }
    case .continueProcess: if !configuration.ownsTime { process?.resume() }
    case .endTemporaryPermissions: appWasLeft()
    case .sendMissedNotifications: refreshNotifications()
    case .killProcess: process?.kill()
    case .readRemainingOutput:
      guard let process else { return }
      process.readStandardError(forwardingTo: configuration.standardError)
      // Whether its last message was complete does not matter.
      do throws(DeviceError) { try readRest(process) } catch {}
    case .finish(let end): finish(end)
    }
  }

  private func sendWelcome() {
    guard let session else { return }
    session.process.send(
      .welcome(
        Welcome(
          device: model, environment: environment, launchReason: session.launchReason.rawValue,
          launchURL: session.launchURL,
          profile: configuration.profile, recordsEvents: configuration.recordsEvents,
          recordsInternalEvents: configuration.recordsInternalEvents,
          needsScreen: configuration.needsScreen, notifications: notifications.daemon.state,
          launchNotification: session.launchReason.isNotification ? notifications.process.launch : nil,
          permissions: permissions.all,
          regions: location.service.regionsWithStates, motion: motion)))
    if !pasteboard.isEmpty { session.process.send(.pasteboard(pasteboard)) }
  }

  private func finish(_ end: AppEnd) {
    session = nil
    lastEnd = end
    notifications.process = NotificationActivity.ProcessPart()
    prompts.processEnded()
    screen.lastCommit = nil
    location.service.appEnded()
    appWasLeft()
    _ = springboard.handle(.ended)
    record("ended", category: .lifetime, detail: [("how", "\(end)")])
    onOutput?(.ended(end))
    onOutput?(.stateChanged(springboard.state))
  }
}
