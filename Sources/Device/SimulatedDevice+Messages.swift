import DeviceProtocol
import TraceVocabulary

/// The app's messages.
extension SimulatedDevice {
  /// The app's events of these mechanisms arise from an event of the device, if from no other one of the app.
  private static let answeringMechanisms = [
    Mechanism.lifecycle, .location, .userNotification,
  ].map(\.rawValue)

  func take(_ message: AppMessage, from process: AppProcess) throws(DeviceError) {
    switch message {
    case .hello:
      guard !process.hasReceivedHello else { throw .appEnded(.brokenProtocol("it said hello twice")) }
      process.hasReceivedHello = true
      session?.launchDeadline = nil
      perform(life.handle(.connected))
    case .commit(let commit):
      session?.busyUntil = commit.busyUntil
      take(commit)
    case .event(let event):
      let answersDevice = event.cause == 0 && Self.answeringMechanisms.contains(event.mechanism)
      let record = trace.append(event, root: answersDevice ? deviceCause : 0)
      onOutput?(.event(record))
    case .answer(let id, let text, let milliseconds):
      if let record = trace.complete(event: id, answer: text, milliseconds: milliseconds) {
        onOutput?(.completed(record))
      }
    case .screen(let id, let elements): session?.receivedScreen(elements, id: id)
    case .handled: session?.inputWasHandled()
    case .refused(let why): session?.inputWasHandled(refusal: why)
    case .openURL(let url):
      record("open \(url)", category: .user)
      session?.wantsToOpenOther = true
    case .diagnostic(let text): report(text)
    case .backgroundTasks(let count): session?.background.tasks = Int(count)
    case .pasteboard(let text):
      pasteboard = text
      onOutput?(.pasteboard(text))
    case .requestPermission(let request): take(request, from: process)
    case .notification(let call, let number, let cause): take(call, number: number, cause: cause)
    case .location(let demand): take(demand, from: process)
    case .accessibility(let report): onOutput?(.accessibility(report))
    }
  }

  /// Keeps a message for the user.
  public func report(_ text: String) {
    diagnostics.append(text)
    onOutput?(.diagnostic(text))
  }

  /// Records a remark about the run itself as a warning in the trace.
  public func note(_ text: String) { record(text, category: .internal, mechanism: .warning) }

  /// Records what the device itself did.
  ///
  /// - Returns: the event's sequence number, as a cause of others.
  @discardableResult
  func record(
    _ name: String, category: EventCategory, mechanism: Mechanism = .lifecycle,
    outcome: EventOutcome = .handled,
    why: String? = nil, detail: [(key: String, value: String)] = [], cause: Int = 0
  ) -> Int {
    let event = TraceEvent(
      id: 0, time: now.seconds, cause: 0, category: category.rawValue, mechanism: mechanism.rawValue,
      name: name, sender: "Device", outcome: outcome.rawValue, why: why, detail: detail)
    let record = trace.appendFromDevice(event, cause: cause)
    onOutput?(.event(record))
    return record.sequence
  }
}
