import DeviceProtocol

/// One event with its sequence number and cause in the whole trace.
public struct TraceRecord: Sendable, Equatable {
  /// Counts from 1 over all launches.
  public var sequence: Int
  /// The sequence number of the event in whose handler this one arose; 0 for a root.
  public var cause: Int
  /// The app's event; its own `id` and `cause` count within the launch.
  public var event: TraceEvent

  /// The line that the app printed; nil for other events.
  public var printedLine: String? { event.mechanism == "print" ? event.name : nil }
}
