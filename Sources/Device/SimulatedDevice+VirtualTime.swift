import DeviceProtocol

/// The device's ownership of virtual time. In real time, and when a paced device
/// lives along with it, `settle` returns at once and `advance` is not for use.
extension SimulatedDevice {
  /// Waits until nothing can happen now: the app asks for time and has read all its input.
  ///
  /// - Throws: `appEnded` if the app ended instead.
  public func settle() throws(DeviceError) {
    guard isVirtual else { return }
    while true {
      guard let process else { throw .appIsNotRunning(lastEnd) }
      if isSuspended { return }
      if let request = process.gateRequest, process.hasSaidHello {
        // NB: the main thread may be in the midst of something and read nothing for long; what is sent to it waits.
        if process.wantsToWrite {
          // The app must read before the rest fits in.
          process.grant(request.now)
        } else if process.hasUnreadInput {
          process.grant(request.now)
        } else {
          break
        }
      } else if let request = process.gateRequest {
        // Still starting: it may wait for anything of its own, but not for the script.
        process.grant(request.next == .never ? request.now : min(request.next, limit))
        guard request.next != .never || process.wantsToWrite else {
          // Nothing will ever happen in it.
          let end = AppEnd.hung(seconds: 0, activity: "it waits for nothing and has not said hello")
          process.kill()
          endProcess(end)
          throw .appEnded(end)
        }
      }
      try pump()
      if self.process == nil { throw .appEnded(lastEnd ?? .killed(.terminated)) }
    }
    if leavesForOther {
      leavesForOther = false
      try perform(.leaveForOther)
    }
    try presentNextPrompt()
    try tendNotifications()
  }

  /// Waits until the app is idle: its main thread rests in its run loop, all input is handled, no finite animation runs.
  /// Timers that lie in the future do not count.
  ///
  /// - Throws: `standsStill` if the main thread waits in a handler for what will never come; `limitReached` with the place
  ///   if the limit comes first.
  public func waitUntilIdle() throws(DeviceError) {
    guard isVirtual else { return }
    try settle()
    while let request = process?.gateRequest, !isSuspended {
      if request.isBusy || (saysHandled && outstandingInputs > 0 && request.next != .never) {
        try goOn(request)
      } else if busyUntil > 0, now < busyEnd {
        try step(upTo: busyEnd)
      } else {
        break
      }
    }
    try checkSuspension()
  }

  /// Whether the app that runs has returned from the handling of its launch; true when none runs, and in real time.
  public var hasHandledLaunch: Bool { !isVirtual || process?.hasRested ?? true }

  /// Waits until the main thread has returned from what it does, and rests in its run loop.
  func waitUntilHandled() throws(DeviceError) {
    guard isVirtual else { return }
    try settle()
    while let request = process?.gateRequest, !isSuspended, request.isBusy { try goOn(request) }
  }

  /// Lets time pass for an app whose main thread waits in the midst of something.
  private func goOn(_ request: TimeGateRequest) throws(DeviceError) {
    if request.next != .never {
      // A long wait is the time to ask whether the main thread waits in a circle, which time does not break.
      if request.isBusy, request.next.nanoseconds - request.now.nanoseconds >= 1_000_000_000,
        let report = standstill(),
        report.isDeadlock
      {
        throw .standsStill(report.summary)
      }
      try step(upTo: request.next)
    } else if request.waitsForDescriptors {
      // Somebody outside may still serve it: real time passes, a moment at a time, until the time-out.
      process?.grant(.never)
      try settle()
    } else {
      throw .standsStill(standstill()?.summary ?? "its main thread waits for what will never come")
    }
  }

  /// What the threads of an app do that stands still at its time gate.
  private func standstill() -> StandstillReport? {
    process?.describeStandstill().map { StandstillReport($0, appFolder: app.path) }
  }

  /// A breath after the last animation, so that its completion, due in the same instant, is over, too.
  private var busyEnd: DeviceTime { DeviceTime(seconds: busyUntil).advanced(bySeconds: 0.000_01) }

  /// Lets time pass up to `target`, with all that happens on the way.
  public func advance(to target: DeviceTime) throws(DeviceError) {
    while now < target { try step(upTo: target) }
  }

  /// Lets time pass up to the next thing that happens, at most to `target`.
  public func step(upTo target: DeviceTime) throws(DeviceError) {
    guard now < limit else {
      let isBusy = process?.gateRequest?.isBusy == true && !isSuspended
      throw .limitReached(
        seconds: configuration.virtualLimit, standing: isBusy ? standstill()?.summary : nil)
    }
    var stop = min(target, limit)
    if let backgroundDeadline { stop = min(stop, backgroundDeadline) }
    if let deadline = nextNotificationDeadline { stop = min(stop, max(deadline, now)) }
    if let wakeDeadline { stop = min(stop, wakeDeadline) }
    if let locationDeadline { stop = min(stop, max(locationDeadline, now)) }
    if let process, !isSuspended {
      try settle()
      // Leaving for another app may have suspended this one.
      if !isSuspended, let request = process.gateRequest, self.process === process {
        process.grant(max(min(request.next, stop), request.now))
        // NB: the app's clock may stop at a deadline that the grant reached exactly, with its own now a tick behind.
        virtualNow = max(virtualNow, min(request.next, stop))
        try settle()
      }
    } else {
      virtualNow = max(virtualNow, stop)
    }
    try tendLocation()
    try tendNotifications()
    try tendBackground()
  }

  var limit: DeviceTime { DeviceTime(seconds: configuration.virtualLimit) }

  /// A background app without background tasks gets no more time once it is at rest (E-49, E-51).
  func checkSuspension() throws(DeviceError) {
    guard springboard.state == .background, let process, process.hasSaidHello else {
      backgroundGrace = nil
      return
    }
    // E-49: what it does when it has entered the background, it may finish.
    if isVirtual, process.gateRequest?.isBusy == true { return }
    // L-54, L-27.
    if let wakeDeadline, now < wakeDeadline { return }
    if location.keepsAppRunning { return }
    if !isVirtual {
      let grace = backgroundGrace ?? now.advanced(bySeconds: 2)
      backgroundGrace = grace
      if now < grace { return }
    }
    // L-116: what it was given in the background it may work on.
    if backgroundTasks == 0, !notifications.holds.isEmpty { return }
    if backgroundTasks == 0 {
      isSuspended = true
      backgroundDeadline = nil
      wakeDeadline = nil
      appWasLeft()
      _ = springboard.handle(.cameToRestInBackground)
      if !configuration.ownsTime { process.suspend() }
      onOutput?(.stateChanged(springboard.state))
    } else if backgroundTasks > 0, backgroundDeadline == nil {
      backgroundDeadline = now.advanced(bySeconds: configuration.backgroundTime)
    }
  }

  /// Ends what has run out in the background.
  func tendBackground() throws(DeviceError) {
    if let deadline = backgroundDeadline, now >= deadline, let process {
      backgroundDeadline = nil
      record("background time expired", category: "lifetime")
      process.send(.backgroundTimeExpired)
      outstandingInputs += 1
      try settle()
      if backgroundTasks > 0, isVirtual {
        // E-51: tasks that are still not ended cost the app its life.
        try execute(.kill(.terminated))
        return
      }
    }
    try checkSuspension()
  }
}
