import DeviceProtocol

/// All events of a device, over all launches of its app, in order.
public struct Trace: Sendable {
  public private(set) var records: [TraceRecord] = []
  /// The members of the file's first line after the schema, in order.
  public var header: [(key: String, value: HeaderValue)] = []

  public enum HeaderValue: Sendable, Equatable {
    case text(String)
    case number(UInt64)
  }

  /// How many recent events are kept; nil for all. A device that runs for hours must not grow without bound.
  public var limit: Int?
  /// The number of events that are not kept any more.
  public private(set) var dropped = 0

  /// The sequence numbers by the app's event ids, of the current launch.
  private var sequences: [UInt64: Int] = [:]

  public init() {}

  public var count: Int { dropped + records.count }

  /// A new launch begins, and the app's ids start again.
  mutating func beginLaunch() {
    sequences.removeAll(keepingCapacity: true)
  }

  /// Appends an event of the app.
  ///
  /// - Parameter root: the device's event that is the cause if the app gives none.
  @discardableResult
  mutating func append(_ event: TraceEvent, root: Int = 0) -> TraceRecord {
    dropOld()
    let sequence = count + 1
    var event = event
    event.time = Self.sound(event.time)
    event.milliseconds = event.milliseconds.map(Self.sound)
    // NB: the app is not trusted: an event with an unknown cause is a root.
    let cause = event.cause == 0 ? root : sequences[event.cause] ?? 0
    sequences[event.id] = sequence
    let record = TraceRecord(sequence: sequence, cause: cause, event: event)
    records.append(record)
    return record
  }

  /// Appends an event of the device itself.
  @discardableResult
  mutating func appendFromDevice(_ event: TraceEvent, cause: Int = 0) -> TraceRecord {
    dropOld()
    let record = TraceRecord(sequence: count + 1, cause: cause, event: event)
    records.append(record)
    return record
  }

  /// How many events of this launch an app may still name as causes, for tests.
  var sequenceCount: Int { sequences.count }

  /// The sequence number of an event of this launch; 0 if it is unknown.
  func sequence(ofEvent id: UInt64) -> Int { sequences[id] ?? 0 }

  /// Completes an earlier event of this launch, and returns it.
  @discardableResult
  mutating func complete(event id: UInt64, answer: String?, milliseconds: Double?) -> TraceRecord? {
    guard let sequence = sequences[id], sequence > dropped else { return nil }
    let index = sequence - 1 - dropped
    if let answer { records[index].event.answer = answer }
    if let milliseconds { records[index].event.milliseconds = Self.sound(milliseconds) }
    return records[index]
  }

  /// Drops a quarter of the events when there are too many, so that appending costs the same on average.
  private mutating func dropOld() {
    guard let limit, records.count >= limit + limit / 4 else { return }
    let old = records.count - limit
    records.removeFirst(old)
    dropped += old
    sequences = sequences.filter { $0.value > dropped }
  }

  /// 0 for NaN, infinite and very large numbers, which the app may send.
  private static func sound(_ value: Double) -> Double {
    value.magnitude < 1e12 ? value : 0
  }
}
