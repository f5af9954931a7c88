import DeviceProtocol

/// One event with its place in the whole trace.
public struct TraceRecord: Sendable, Equatable {
  /// 1, 2, 3… over all launches.
  public var sequence: Int
  /// The sequence number of the event in whose handling this one arose; 0 for a root.
  public var cause: Int
  /// As the app sent it; its own `id` and `cause` count within its launch.
  public var event: TraceEvent

  /// The line that an app printed, nil for other events.
  public var printedLine: String? { event.mechanism == "print" ? event.name : nil }
}
