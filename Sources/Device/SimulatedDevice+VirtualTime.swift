import DeviceProtocol

/// How the device advances virtual time. In real time (also after `switchToRealTime`) `settle` returns at once, and
/// `advance` must not be called.
extension SimulatedDevice {
  /// Waits until nothing more can happen at the current time: the app waits for time and has read all its input.
  ///
  /// - Throws: `appEnded` if the app ended instead.
  public func settle() throws(DeviceError) {
    guard isVirtual else { return }
    while true {
      guard let process else { throw .appIsNotRunning(lastEnd) }
      if isSuspended { return }
      if let request = process.gateRequest, process.hasReceivedHello {
        // NB: a main thread in the middle of something may read nothing for a long time; its input waits.
        guard process.wantsToWrite || process.hasUnreadInput else { break }
        process.grant(request.now)
      } else if let request = process.gateRequest {
        // The app is still starting: it may wait for its own timers, but not for the script.
        process.grant(request.next == .never ? request.now : min(request.next, limit))
        guard request.next != .never || process.wantsToWrite else {
          throw fail(.hung(seconds: 0, activity: "it waits for nothing and has not said hello"))
        }
      }
      try pump()
      if session == nil { throw .appEnded(lastEnd ?? .killed(.terminated)) }
    }
    try openOtherApp()
    try presentNextPrompt()
    try tendNotifications()
  }

  /// Waits until the app is idle: its main thread rests in its run loop, all input is handled, no finite animation runs.
  /// Timers of the future do not count.
  ///
  /// - Throws: `blocked` if the main thread waits in a handler for something that never happens; `limitReached` with the
  ///   place if the limit comes first.
  public func waitUntilIdle() throws(DeviceError) {
    guard isVirtual else { return }
    try settle()
    while let request = process?.gateRequest, !isSuspended {
      if request.isBusy || (waitsForHandledInput && request.next != .never) {
        try continueWaiting(request)
      } else if let busyEnd, now < busyEnd {
        try step(upTo: busyEnd)
      } else {
        break
      }
    }
    try checkSuspension()
  }

  private var waitsForHandledInput: Bool {
    guard let session else { return false }
    return session.reportsHandledInput && session.outstandingInputs > 0
  }

  /// Whether the app has returned from handling its launch; true when no app runs, and in real time.
  public var hasHandledLaunch: Bool { !isVirtual || process?.hasRested ?? true }

  /// Waits until the main thread rests in its run loop.
  func waitUntilHandled() throws(DeviceError) {
    guard isVirtual else { return }
    try settle()
    while let request = process?.gateRequest, !isSuspended, request.isBusy { try continueWaiting(request) }
  }

  /// Lets time pass for an app whose main thread waits in a handler.
  private func continueWaiting(_ request: TimeGateRequest) throws(DeviceError) {
    if request.next != .never {
      // A long wait may be a deadlock, which no passing of time resolves.
      if request.isBusy, request.next.nanoseconds - request.now.nanoseconds >= 1_000_000_000,
        let report = standstill(),
        report.isDeadlock
      {
        throw .blocked(report.summary)
      }
      try step(upTo: request.next)
    } else if request.waitsForDescriptors {
      // Another process may still serve the descriptors: real time passes, up to the time-out.
      process?.grant(.never)
      try settle()
    } else {
      throw .blocked(standstill()?.summary ?? "its main thread waits for something that never happens")
    }
  }

  /// What the threads of an app do that waits at its time gate.
  private func standstill() -> StandstillReport? {
    process?.describeStandstill().map { StandstillReport($0, appFolder: app.path) }
  }

  /// A moment after the last animation, so that its completion, which is due at the same time, has run, too; nil without one.
  private var busyEnd: DeviceTime? {
    guard let session, session.busyUntil > 0 else { return nil }
    return DeviceTime(seconds: session.busyUntil).advanced(bySeconds: 0.000_01)
  }

  /// Lets time pass up to `target`, with everything that is due until then.
  public func advance(to target: DeviceTime) throws(DeviceError) {
    while now < target { try step(upTo: target) }
  }

  /// Lets time pass up to the next deadline, at most to `target`.
  public func step(upTo target: DeviceTime) throws(DeviceError) {
    guard now < limit else {
      let isBusy = process?.gateRequest?.isBusy == true && !isSuspended
      throw .limitReached(
        seconds: configuration.virtualLimit, blockedAt: isBusy ? standstill()?.summary : nil)
    }
    var stop = min(target, limit)
    if let deadline = session?.background.deadline { stop = min(stop, deadline) }
    if let deadline = nextNotificationDeadline { stop = min(stop, max(deadline, now)) }
    if let deadline = session?.background.wakeDeadline { stop = min(stop, deadline) }
    if let locationDeadline { stop = min(stop, max(locationDeadline, now)) }
    if let process, !isSuspended {
      try settle()
      // The app may have opened another one and be suspended.
      if !isSuspended, let request = process.gateRequest, self.process === process {
        process.grant(max(min(request.next, stop), request.now))
        // NB: the app's clock may stop one tick before a deadline that is equal to the grant.
        clock.virtualNow = max(clock.virtualNow, min(request.next, stop))
        try settle()
      }
    } else {
      clock.virtualNow = max(clock.virtualNow, stop)
    }
    try tendLocation()
    try tendNotifications()
    try tendBackground()
  }

  var limit: DeviceTime { DeviceTime(seconds: configuration.virtualLimit) }

  /// Suspends an app in the background that rests, unless something lets it keep running (E-49, E-51).
  func checkSuspension() throws(DeviceError) {
    // An input of the springboard whose messages are not all sent yet: its own `perform` calls this at the end.
    guard performDepth <= 1 else { return }
    guard springboard.state == .background, let process, process.hasReceivedHello, life.state != .terminating
    else {
      session?.background.isNotInBackground()
      return
    }
    let situation = BackgroundTime.Situation(
      now: now, isBusy: isVirtual && process.gateRequest?.isBusy == true,
      isKeptByLocation: location.service.keepsAppRunning,
      handlesNotifications: !notifications.process.holds.isEmpty, isRealTime: !isVirtual,
      taskTime: configuration.backgroundTime)
    guard session?.background.shouldSuspend(situation) == true else { return }
    perform(life.handle(.suspend))
    _ = springboard.handle(.cameToRestInBackground)
    onOutput?(.stateChanged(springboard.state))
  }

  /// Ends the time of background tasks, and suspends the app if it is due.
  func tendBackground() throws(DeviceError) {
    if session?.background.takeExpiry(at: now) == true {
      record("background time expired", category: .lifetime)
      session?.sendInput(.backgroundTimeExpired)
      try settle()
      if let session, session.background.tasks > 0, isVirtual {
        // E-51: an app that does not end its tasks then is killed.
        try execute(.kill(.terminated))
        return
      }
    }
    // E-42: an app that has waited in `didEnterBackground` gets the messages that follow before it is suspended.
    if performDepth == 0 { try checkSuspension() }
  }
}
