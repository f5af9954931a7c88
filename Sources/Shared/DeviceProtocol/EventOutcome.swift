/// The result of an event: the trace's `outcome`.
public enum EventOutcome: String, Sendable, CaseIterable {
  case handled, unhandled, refused, dropped

  /// For the reference of the trace.
  public var meaning: String {
    switch self {
    case .handled: "the receiver was called"
    case .unhandled: "no receiver implements the message; `why` names those that were asked"
    case .refused: "it was withheld: a recognizer failed, or a delegate refused it"
    case .dropped: "its receiver was deallocated, or it was cancelled"
    }
  }
}
