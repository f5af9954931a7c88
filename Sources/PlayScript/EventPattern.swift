import Device
import DeviceProtocol

/// Describes the trace events that a check looks for.
public struct EventPattern: Sendable, Equatable {
  public var name: String?
  /// `Class` for any instance, `Class#2` for the second one created.
  public var receiver: String?
  public var mechanism: String?
  public var outcome: String?
  /// Part of a printed line.
  public var printed: String?
  public init() {}

  func matches(_ record: TraceRecord) -> Bool {
    let event = record.event
    if let name, event.name != name { return false }
    if let mechanism, event.mechanism != mechanism { return false }
    if let outcome, event.outcome != outcome { return false }
    if let printed, record.printedLine?.contains(printed) != true { return false }
    if let receiver, event.receiver != receiver {
      guard let actual = event.receiver, !receiver.contains("#"), let mark = actual.lastIndex(of: "#"),
        actual[..<mark] == receiver
      else { return false }
    }
    return true
  }
}

extension EventPattern: CustomStringConvertible {
  public var description: String {
    var parts: [String] = []
    if let name { parts.append("'\(name)'") }
    if let printed { parts.append("printed '\(printed)'") }
    if let receiver { parts.append("receiver \(receiver)") }
    if let mechanism { parts.append("mechanism \(mechanism)") }
    if let outcome { parts.append("outcome \(outcome)") }
    return parts.isEmpty ? "any event" : parts.joined(separator: ", ")
  }
}
