import DeviceProtocol

/// An app that does not answer an input, and what its main thread is doing as far as the trace shows.
public struct Stall: Sendable, Equatable {
  /// How long the app has not answered, real seconds.
  public var seconds: Double
  /// The event that began and has not ended; nil if none is known.
  public var event: TraceEvent?

  /// `ViewController.buttonPressed: (ViewController.swift:12)`; empty if nothing is known.
  public var place: String {
    guard let event else { return "" }
    let name = (event.receiver.map { "\($0)." } ?? "") + event.name
    return name + (event.site.map { " (\($0))" } ?? "")
  }
}

extension SimulatedDevice {
  /// Whether the app has not answered an input.
  public var isAwaitingAnswer: Bool { awaitedSince != nil }

  private var awaitedSince: ContinuousClock.Instant? {
    guard let session, session.reportsHandledInput, !isSuspended else { return nil }
    return session.waitingSince
  }

  /// The stall of an app that has not answered for a number of real seconds; nil if it has.
  public func stall(longerThan seconds: Double) -> Stall? {
    guard let session, let since = awaitedSince else { return nil }
    let waited = (ContinuousClock.now - since) / .seconds(1)
    guard waited >= seconds else { return nil }
    let recorded = session.process.recordedEvents()
    let sent = trace.records.suffix(64).map(\.event)
    return Stall(seconds: waited, event: Self.running(in: sent + recorded))
  }

  /// The innermost event that is not known to have ended: a print has ended, and so has a query with an answer. A touch has the
  /// view that it hit as its answer, before it is delivered.
  static func running(in events: [TraceEvent]) -> TraceEvent? {
    var event = events.last
    while let last = event {
      let hasEnded =
        last.mechanism == "print" || last.mechanism == "warning"
        || last.answer != nil && last.mechanism != "touch" || last.outcome != "handled"
      guard hasEnded else { return last }
      event = last.cause == 0 ? nil : events.last { $0.id == last.cause }
    }
    return nil
  }
}
