import DeviceProtocol

/// The fields of an event in a trace file, in their order. The writer and the reference use this.
public enum TraceField: String, Sendable, CaseIterable {
  case seq, t, cause, category, mechanism, name, receiver, sender, outcome, why, answer, site, thread, mode,
    ms,
    detail

  public var meaning: String {
    switch self {
    case .seq: "1, 2, 3… over all launches of the run"
    case .t: "seconds since the device started, with six digits after the point"
    case .cause: "`seq` of the event in whose handling this one arose; absent for a root"
    case .category: "the reason for the event (below)"
    case .mechanism: "how it came to be (below)"
    case .name:
      "for a message sent by selector the selector, `buttonPressed:`; for any other method its full Swift name, "
        + "`tableView(_:didSelectRowAt:)`; for a block observer the notification's name; for key–value observing the key "
        + "path; for a timer, a block or a closure `{}`; for what was printed the line, one event a line"
    case .receiver: "the receiver's class and `#n`, n-th instance of that class in this launch"
    case .sender: "the same of the sender"
    case .outcome: "what became of it (below)"
    case .why: "the reason, where the outcome is not `handled`"
    case .answer:
      "what a query was answered, the view that a new touch hit, or why a save was refused, in short"
    case .site: "`file:line` of the registration or definition in the app's sources, relative to the project"
    case .thread: "`background` when not the main thread"
    case .mode: "the run-loop mode when not the default one"
    case .ms: "real milliseconds in the handler; only with `--timings`"
    case .detail: "anything more, as an object of strings"
    }
  }

  /// The values of `outcome`.
  public static let outcomes = EventOutcome.allCases.map { (name: $0.rawValue, meaning: $0.meaning) }
}
