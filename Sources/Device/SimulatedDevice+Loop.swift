import CDeviceSystem
import DeviceProtocol
import Glibc

/// The one place that waits: for the app's messages, its end, its standard error, other threads, signals.
extension SimulatedDevice {
  /// Makes SIGINT, SIGTERM and SIGHUP end the current call with `DeviceError.interrupted`, so that the app can be
  /// ended before the command is.
  public func watchSignals() throws(DeviceError) {
    signalDescriptor = carob_watch_signals()
    if signalDescriptor < 0 { throw .environment("cannot watch signals: \(systemError())") }
  }

  /// The loop of a device in real time: until `stop()` or a signal. An app that ends is told to `onOutput`; the loop
  /// goes on.
  public func run() throws(DeviceError) {
    while !isStopping {
      do throws(DeviceError) {
        try pump()
        if leavesForOther {
          leavesForOther = false
          try perform(.leaveForOther)
        }
        try presentNextPrompt()
        try tendLocation()
        try tendNotifications()
        try tendBackground()
      } catch .appEnded {}
    }
  }

  /// Ends `run()`.
  public func stop() { isStopping = true }

  /// Waits once for anything and takes it in. At the app's end `process` is nil afterwards.
  func pump() throws(DeviceError) {
    if isVirtual, livesSince == nil { process?.lookForRequest() }
    // Indices are fixed; a descriptor of -1 is skipped by poll.
    var descriptors = [
      pollfd(fd: process?.gate ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: process?.socket ?? -1,
        events: Int16(POLLIN) | (process?.wantsToWrite == true ? Int16(POLLOUT) : 0), revents: 0),
      pollfd(fd: process?.standardError ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process?.endWatch ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: handle.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signalDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    let ready = poll(&descriptors, nfds_t(descriptors.count), try pollTimeout())
    defer { tendGate() }
    if ready < 0, errno != EINTR { throw .environment("poll failed: \(systemError())") }
    if ready <= 0 {
      // Without a descriptor for the end, it is looked for now and then.
      if let process, process.endWatch < 0, process.hasEnded() { try finish(process) }
      return
    }
    if descriptors[5].revents != 0 { try takeSignal() }
    if let process {
      if descriptors[2].revents != 0 { process.readStandardError(forwardingTo: configuration.standardError) }
      if descriptors[1].revents & Int16(POLLOUT) != 0 { process.flush() }
      do throws(DeviceError) {
        if descriptors[0].revents != 0 { try process.readGate() }
        // NB: what the app wrote before it asked for time came before it, whatever poll saw first.
        if descriptors[1].revents & ~Int16(POLLOUT) != 0 || process.gateRequest != nil { try read(process) }
        if let request = process.gateRequest {
          try process.takeRecorded { message throws(DeviceError) in try self.take(message, from: process) }
          if request.now > virtualNow, request.now != .never { virtualNow = request.now }
        }
      } catch .appEnded(let end) {
        process.kill()
        endProcess(end)
        throw .appEnded(end)
      }
      let isClosed = process.socket < 0
      if descriptors[3].revents != 0 || isClosed || process.endWatch < 0 {
        if process.hasEnded() {
          try finish(process)
        } else if isClosed {
          try awaitEnd(process)
        }
      }
    }
    if descriptors[4].revents != 0 {
      for body in handle.take() { body(self) }
    }
  }

  private func pollTimeout() throws(DeviceError) -> Int32 {
    var earliest = realDeadline
    if let process, let launchDeadline, !process.hasSaidHello {
      earliest = min(earliest ?? launchDeadline, launchDeadline)
    }
    let now = ContinuousClock.now
    if let earliest, earliest <= now {
      if let process, let launchDeadline, launchDeadline <= now, !process.hasSaidHello {
        process.kill()
        let end = AppEnd.hung(seconds: configuration.launchLimit, activity: "it never reached its main loop")
        endProcess(end)
        throw .appEnded(end)
      }
      throw .timedOut(seconds: realLimit, activity: activity)
    }
    var milliseconds = Int32.max
    if let earliest {
      let left = (earliest - now).components
      milliseconds = Int32(min(left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1, 1_000_000))
    }
    if let process, process.endWatch < 0 { milliseconds = min(milliseconds, 50) }
    if livesSince != nil, let request = process?.gateRequest, !isSuspended {
      let left = max(request.next.nanoseconds - self.now.nanoseconds, 0) / 1_000_000 + 1
      milliseconds = Int32(min(left, Self.tick))
    }
    for deadline in [nextNotificationDeadline, locationDeadline] {
      guard !isVirtual, let deadline else { continue }
      let left = max(deadline.nanoseconds - self.now.nanoseconds, 0) / 1_000_000 + 1
      milliseconds = Int32(min(left, Int64(milliseconds)))
    }
    if !isVirtual, springboard.state == .background || backgroundDeadline != nil {
      milliseconds = min(milliseconds, 200)
    }
    return milliseconds == .max ? -1 : milliseconds
  }

  /// Milliseconds after which an app that lives along with the real clock looks around, though nothing is due: at
  /// descriptors that others serve.
  private static let tick: Int64 = 25

  /// Gives an app that lives along with the real clock the time that it is: late deadlines come after input that waits.
  private func tendGate() {
    guard livesSince != nil, let process, !isSuspended, let request = process.gateRequest else { return }
    let instant = now
    let isTick = instant.nanoseconds - lastGrant.nanoseconds >= Self.tick * 1_000_000
    guard request.next <= instant || process.hasUnreadInput || isTick else { return }
    virtualNow = instant
    lastGrant = instant
    process.answerLive(at: instant)
  }

  /// What the app was doing last, for a report of a hang.
  var activity: String {
    guard process != nil else { return "the app is not running" }
    guard process?.hasSaidHello == true else { return "the app has not said hello" }
    if process?.gateRequest != nil {
      return "the app never comes to rest, the clock stands at \(short(now.seconds)) s"
    }
    guard let last = trace.records.last?.event else { return "the app is busy and has sent no event" }
    return "the app is busy since '\(last.name)'" + (last.receiver.map { " of \($0)" } ?? "")
  }

  private func takeSignal() throws(DeviceError) {
    var number: UInt8 = 0
    if Glibc.read(signalDescriptor, &number, 1) == 1 { throw .interrupted(signal: Int32(number)) }
  }

  func read(_ process: AppProcess) throws(DeviceError) {
    try process.readMessages { message throws(DeviceError) in try self.take(message, from: process) }
  }

  /// Takes in all that an app which has ended left: on its socket, and in the memory that it shared.
  func readRest(_ process: AppProcess) throws(DeviceError) {
    try read(process)
    try process.takeRecorded { message throws(DeviceError) in try self.take(message, from: process) }
  }

  /// The app has closed its end: it has a moment to go, and is then helped.
  private func awaitEnd(_ process: AppProcess) throws(DeviceError) {
    let limit = ContinuousClock.now + .seconds(2)
    while !process.hasEnded() {
      var descriptors = [
        pollfd(fd: process.endWatch, events: Int16(POLLIN), revents: 0),
        pollfd(fd: process.standardError, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&descriptors, 2, 50)
      process.readStandardError(forwardingTo: configuration.standardError)
      // A process that waits at the gate for ever would never go.
      do throws(DeviceError) { try process.readGate() } catch {}
      process.grant(.never)
      if ContinuousClock.now > limit {
        process.kill()
        let end = AppEnd.brokenProtocol("it closed its connection and went on running")
        endProcess(end)
        throw .appEnded(end)
      }
    }
    try finish(process)
  }

  /// The process has gone by itself: takes in what it left.
  func finish(_ process: AppProcess) throws(DeviceError) {
    process.readStandardError(forwardingTo: configuration.standardError)
    var end = process.end(appFolder: app.path)
    do throws(DeviceError) {
      try readRest(process)
    } catch .appEnded(let broken) {
      // A crash in the middle of a message is a crash; garbage and then a clean exit is garbage.
      if case .exited = end { end = broken }
    }
    if case .exited(0) = end, isSayingFarewell { end = .killed(.terminated) }
    if case .exited(AppEnd.refusalStatus) = end, !process.hasSaidHello {
      end = .refused(process.lastWords)
    }
    if case .exited(0) = end, !process.hasSaidHello {
      end = .brokenProtocol("it ended without having said hello")
    }
    process.kill()
    endProcess(end)
  }

  /// Notes how the process ended; it is gone already.
  func endProcess(_ end: AppEnd) {
    process = nil
    lastEnd = end
    isSuspended = false
    backgroundDeadline = nil
    busyUntil = 0
    outstandingInputs = 0
    deferredMessages = []
    leavesForOther = false
    forgetNotificationsUnderWay()
    prompts = []
    systemAlert = nil
    alertView = nil
    promptFingers = [:]
    lastCommit = nil
    wakeDeadline = nil
    asksToConfirmAlways = false
    location.appEnded()
    appWasLeft()
    _ = springboard.handle(.ended)
    record("ended", category: "lifetime", detail: [("how", "\(end)")])
    onOutput?(.ended(end))
    onOutput?(.stateChanged(springboard.state))
  }
}
