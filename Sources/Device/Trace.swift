import DeviceProtocol

/// Everything that happened on a device, over all launches of its app, in order.
public struct Trace: Sendable {
  public private(set) var records: [TraceRecord] = []
  /// What the first line of the file says beside the schema, in order.
  public var header: [(key: String, value: HeaderValue)] = []

  public enum HeaderValue: Sendable, Equatable {
    case text(String)
    case number(UInt64)
  }

  /// Of the current launch: the app's event ids to sequence numbers.
  private var sequences: [UInt64: Int] = [:]
  private var nextDeviceID: UInt64 = 1

  public init() {}

  public var count: Int { records.count }

  /// The app's ids begin anew.
  mutating func beginLaunch() {
    sequences.removeAll(keepingCapacity: true)
  }

  /// Numbers an event of the app.
  ///
  /// - Parameter root: what the device did that this event answers, when the app says that it has no cause.
  @discardableResult
  mutating func append(_ event: TraceEvent, root: Int = 0) -> TraceRecord {
    let sequence = records.count + 1
    var event = event
    event.time = Self.sound(event.time)
    event.milliseconds = event.milliseconds.map(Self.sound)
    // An app that repeats an id, or names a cause that was never sent, is not trusted: the event is then a root.
    let cause = event.cause == 0 ? root : sequences[event.cause] ?? 0
    sequences[event.id] = sequence
    let record = TraceRecord(sequence: sequence, cause: cause, event: event)
    records.append(record)
    return record
  }

  /// Records what the device itself did; returns its sequence number.
  @discardableResult
  mutating func appendFromDevice(_ event: TraceEvent, cause: Int = 0) -> TraceRecord {
    let record = TraceRecord(sequence: records.count + 1, cause: cause, event: event)
    records.append(record)
    return record
  }

  /// The sequence number of an event of this launch; 0 if it was never sent.
  func sequence(ofEvent id: UInt64) -> Int { sequences[id] ?? 0 }

  /// Completes an earlier event of this launch; returns its new form.
  @discardableResult
  mutating func complete(event id: UInt64, answer: String?, milliseconds: Double?) -> TraceRecord? {
    guard let sequence = sequences[id] else { return nil }
    if let answer { records[sequence - 1].event.answer = answer }
    if let milliseconds { records[sequence - 1].event.milliseconds = Self.sound(milliseconds) }
    return records[sequence - 1]
  }

  /// A number that a file can hold, whatever the app sent.
  private static func sound(_ value: Double) -> Double {
    value.magnitude < 1e12 ? value : 0
  }
}
