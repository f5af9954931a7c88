import DeviceProtocol

/// A trace event with its sequence number.
public struct ScreenEvent: Sendable, Equatable {
  public var sequence: UInt64
  /// The sequence number of the event that caused it; nil for a root.
  public var cause: UInt64?
  public var event: TraceEvent
  public init(sequence: UInt64, cause: UInt64?, event: TraceEvent) {
    self.sequence = sequence
    self.cause = cause
    self.event = event
  }
}
