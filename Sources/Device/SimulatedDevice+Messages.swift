import DeviceProtocol

/// What the app says.
extension SimulatedDevice {
  func take(_ message: AppMessage, from process: AppProcess) throws(DeviceError) {
    switch message {
    case .hello:
      guard !process.hasSaidHello else { throw .appEnded(.brokenProtocol("it said hello twice")) }
      process.hasSaidHello = true
      launchDeadline = nil
      process.send(
        .welcome(
          Welcome(
            device: model, environment: environment, launchReason: launchReason, launchURL: launchURL,
            profile: configuration.profile, recordsEvents: configuration.recordsEvents,
            recordsInternalEvents: configuration.recordsInternalEvents,
            needsScreen: configuration.needsScreen, notifications: notifications.daemon.state,
            launchNotification: launchNotification, permissions: permissions.all,
            regions: location.regionsWithStates, motion: motion)))
      if !pasteboard.isEmpty { process.send(.pasteboard(pasteboard)) }
    case .commit(let commit):
      busyUntil = commit.busyUntil
      take(commit)
    case .event(let event):
      let answersDevice =
        event.cause == 0 && ["lifecycle", "location", "userNotification"].contains(event.mechanism)
      let record = trace.append(event, root: answersDevice ? deviceCause : 0)
      onOutput?(.event(record))
    case .answer(let id, let text, let milliseconds):
      if let record = trace.complete(event: id, answer: text, milliseconds: milliseconds) {
        onOutput?(.completed(record))
      }
    case .screen(let id, let elements): screens[id] = elements
    case .handled:
      saysHandled = true
      outstandingInputs = max(outstandingInputs - 1, 0)
    case .refused(let why):
      saysHandled = true
      outstandingInputs = max(outstandingInputs - 1, 0)
      refusal = why
    case .openURL(let url):
      record("open \(url)", category: "user")
      leavesForOther = true
    case .diagnostic(let text): report(text)
    case .backgroundTasks(let count): backgroundTasks = Int(count)
    case .pasteboard(let text):
      pasteboard = text
      onOutput?(.pasteboard(text))
    case .requestPermission(let request): take(request, from: process)
    case .notification(let call, let number, let cause): take(call, number: number, cause: cause)
    case .location(let demand): take(demand, from: process)
    }
  }

  /// Keeps a message for people.
  public func report(_ text: String) {
    diagnostics.append(text)
    onOutput?(.diagnostic(text))
  }

  /// Puts a remark of a script's runner into the trace.
  public func note(_ text: String) {
    let event = TraceEvent(
      id: 0, time: now.seconds, cause: 0, category: "internal", mechanism: "warning", name: text,
      sender: "Device")
    let record = trace.appendFromDevice(event)
    onOutput?(.event(record))
  }

  /// Notes what the device itself did.
  @discardableResult
  func record(
    _ name: String, category: String, mechanism: String = "lifecycle", outcome: String = "handled",
    why: String? = nil, detail: [(key: String, value: String)] = [], cause: Int = 0
  ) -> Int {
    let event = TraceEvent(
      id: 0, time: now.seconds, cause: 0, category: category, mechanism: mechanism, name: name,
      sender: "Device", outcome: outcome, why: why, detail: detail)
    let record = trace.appendFromDevice(event, cause: cause)
    onOutput?(.event(record))
    return record.sequence
  }
}
