/// The result of an event: the trace's `outcome`.
public enum EventOutcome: String, Sendable, CaseIterable {
  case handled, unhandled, refused, dropped

  /// For the reference of the trace.
  public var meaning: String {
    switch self {
    case .handled: "the receiver was called"
    case .unhandled: "nobody implements the message; `why` says who was asked"
    case .refused: "somebody kept it away: a recognizer failed, a delegate said no"
    case .dropped: "its receiver was deallocated, or it was taken back"
    }
  }
}
