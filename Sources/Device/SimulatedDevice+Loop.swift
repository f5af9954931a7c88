import CDeviceSystem
import DeviceProtocol
import Glibc

/// The one place that waits: for the app's messages, its exit, its standard error, other threads, signals.
extension SimulatedDevice {
  /// Makes SIGINT, SIGTERM and SIGHUP end the current call with `DeviceError.interrupted`, so that the app can be
  /// ended before the command is.
  public func watchSignals() throws(DeviceError) {
    signalDescriptor = carob_watch_signals()
    if signalDescriptor < 0 { throw .environment("cannot watch signals: \(systemError())") }
  }

  /// The loop of a device in real time: until `stop()` or a signal. The end of the app is reported to `onOutput` and does
  /// not end the loop.
  public func run() throws(DeviceError) {
    while !isStopping {
      do throws(DeviceError) {
        try pump()
        try openOtherApp()
        try presentNextPrompt()
        try tendLocation()
        try tendNotifications()
        try tendBackground()
      } catch .appEnded {}
    }
  }

  /// Ends `run()`.
  public func stop() { isStopping = true }

  /// Leaves for another app, if the app has asked to open something outside itself.
  func openOtherApp() throws(DeviceError) {
    guard session?.wantsToOpenOther == true else { return }
    session?.wantsToOpenOther = false
    try perform(.leaveForOther)
  }

  /// Waits for one event of any kind and handles it. `session` is nil afterwards if the process has ended.
  func pump() throws(DeviceError) {
    if isVirtual { process?.lookForRequest() }
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
      // Without a descriptor for the exit, the device polls for it.
      if let process, process.endWatch < 0, process.hasEnded() { processExited(process) }
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
          if request.now > clock.virtualNow, request.now != .never { clock.virtualNow = request.now }
        }
      } catch .appEnded(let end) {
        throw fail(end)
      }
      let isClosed = process.socket < 0
      if descriptors[3].revents != 0 || isClosed || process.endWatch < 0 {
        if process.hasEnded() {
          processExited(process)
        } else if isClosed {
          try waitForExit(process)
        }
      }
    }
    if descriptors[4].revents != 0 {
      for body in handle.take() { body(self) }
    }
  }

  private func pollTimeout() throws(DeviceError) -> Int32 {
    let launchDeadline = session?.launchDeadline
    var earliest = realTimeLimit?.deadline
    if let launchDeadline { earliest = min(earliest ?? launchDeadline, launchDeadline) }
    let now = ContinuousClock.now
    if let earliest, earliest <= now {
      if let launchDeadline, launchDeadline <= now {
        throw fail(.hung(seconds: configuration.launchLimit, activity: "it never reached its main loop"))
      }
      throw .timedOut(seconds: realTimeLimit?.seconds ?? 0, activity: activity)
    }
    var milliseconds = Int32.max
    if let earliest {
      let left = (earliest - now).components
      milliseconds = Int32(min(left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1, 1_000_000))
    }
    if let process, process.endWatch < 0 { milliseconds = min(milliseconds, 50) }
    if clock.followsRealTime, let request = process?.gateRequest, !isSuspended {
      let left = max(request.next.nanoseconds - self.now.nanoseconds, 0) / 1_000_000 + 1
      milliseconds = Int32(min(left, Self.tick))
    }
    for deadline in [nextNotificationDeadline, locationDeadline] {
      guard !isVirtual, let deadline else { continue }
      let left = max(deadline.nanoseconds - self.now.nanoseconds, 0) / 1_000_000 + 1
      milliseconds = Int32(min(left, Int64(milliseconds)))
    }
    if !isVirtual, springboard.state == .background || session?.background.deadline != nil {
      milliseconds = min(milliseconds, 200)
    }
    return milliseconds == .max ? -1 : milliseconds
  }

  /// Milliseconds after which an app whose clock follows the real one gets time although nothing is due: it may wait for
  /// descriptors that other processes serve.
  private static let tick: Int64 = 25

  /// Tells an app whose clock follows the real one the current time. Its overdue deadlines fire after the input that waits.
  private func tendGate() {
    guard clock.followsRealTime, let process, !isSuspended, let request = process.gateRequest else { return }
    let instant = now
    let isTick = instant.nanoseconds - clock.lastGrant.nanoseconds >= Self.tick * 1_000_000
    guard request.next <= instant || process.hasUnreadInput || isTick else { return }
    clock.virtualNow = instant
    clock.lastGrant = instant
    process.answerInRealTime(at: instant)
  }

  /// What the app did last, for the report of a hang.
  var activity: String {
    guard session != nil else { return "the app is not running" }
    guard process?.hasReceivedHello == true else { return "the app has not said hello" }
    if process?.gateRequest != nil {
      return "the app is never idle; the clock is at \(short(now.seconds)) s"
    }
    guard let last = trace.records.last?.event else { return "the app is busy and has sent no event" }
    return "the app has been busy since '\(last.name)'" + (last.receiver.map { " of \($0)" } ?? "")
  }

  private func takeSignal() throws(DeviceError) {
    var number: UInt8 = 0
    if Glibc.read(signalDescriptor, &number, 1) == 1 { throw .interrupted(signal: Int32(number)) }
  }

  func read(_ process: AppProcess) throws(DeviceError) {
    try process.readMessages { message throws(DeviceError) in try self.take(message, from: process) }
  }

  /// Reads what an app that has ended left behind: on its socket, and in the memory that it shared.
  func readRest(_ process: AppProcess) throws(DeviceError) {
    try read(process)
    try process.takeRecorded { message throws(DeviceError) in try self.take(message, from: process) }
  }
}
