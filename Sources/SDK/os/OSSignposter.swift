import CarobFoundation
import Synchronization

// Signposts mark time intervals for a profiler. Here they are internal trace events (`carob play --all`);
// nothing is printed, as on the platform.

/// Distinguishes intervals with the same name.
public struct OSSignpostID: Hashable, Comparable, Sendable {
  public let rawValue: UInt64
  public init(_ value: UInt64) { rawValue = value }
  public init(log: OSLog) { self.init(Self.next.wrappingAdd(1, ordering: .relaxed).newValue) }
  public init(log: OSLog, object: AnyObject) {
    self.init(UInt64(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())))
  }
  public static let exclusive = OSSignpostID(0xeeee_b0b5_b2b2_eeee)
  public static let null = OSSignpostID(0)
  public static let invalid = OSSignpostID(.max)
  public static func < (a: OSSignpostID, b: OSSignpostID) -> Bool { a.rawValue < b.rawValue }
  fileprivate static let next = Atomic<UInt64>(0)
}

/// The kind of a signpost.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let event = OSSignpostType(rawValue: 0)
  public static let begin = OSSignpostType(rawValue: 1)
  public static let end = OSSignpostType(rawValue: 2)
  fileprivate var name: String { self == .begin ? "begin" : self == .end ? "end" : "event" }
}

/// The state of an interval that has begun.
public final class OSSignpostIntervalState: Sendable {
  public let signpostID: OSSignpostID
  public init(id: OSSignpostID) { signpostID = id }
  public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { .init(id: id) }
}

public typealias SignpostMetadata = OSLogMessage

/// Marks intervals and events.
public struct OSSignposter: @unchecked Sendable {
  // @unchecked because a log is immutable.
  private let log: OSLog

  public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
  public init(subsystem: String, category: OSLog.Category) {
    log = OSLog(subsystem: subsystem, category: category)
  }
  public init(logHandle: OSLog) { log = logHandle }
  public init(logger: Logger) { log = .default }
  public init() { log = .default }
  public static var disabled: OSSignposter { OSSignposter(logHandle: .disabled) }

  public var isEnabled: Bool { log.signpostsEnabled }
  public func makeSignpostID() -> OSSignpostID { OSSignpostID(log: log) }
  public func makeSignpostID(from object: AnyObject) -> OSSignpostID {
    OSSignpostID(log: log, object: object)
  }

  public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
    note(.begin, log, name, id, nil)
    return OSSignpostIntervalState(id: id)
  }
  public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata)
    -> OSSignpostIntervalState
  {
    note(.begin, log, name, id, message.text())
    return OSSignpostIntervalState(id: id)
  }
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
    note(.end, log, name, state.signpostID, nil)
  }
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: SignpostMetadata)
  {
    note(.end, log, name, state.signpostID, message.text())
  }
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {
    note(.event, log, name, id, nil)
  }
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata) {
    note(.event, log, name, id, message.text())
  }
  public func withIntervalSignpost<T>(
    _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> T
  ) rethrows -> T {
    let state = beginInterval(name, id: id)
    defer { endInterval(name, state) }
    return try task()
  }
  public func withIntervalSignpost<T>(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata,
    around task: () throws -> T
  ) rethrows -> T {
    let state = beginInterval(name, id: id, message)
    defer { endInterval(name, state) }
    return try task()
  }
}

/// Marks the beginning or end of an interval, or an event.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive
) {
  note(type, log, name, signpostID, nil)
}

/// Marks an interval or event with a formatted message.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: any CVarArg...
) {
  note(type, log, name, signpostID, formatted(format.description, arguments))
}

private func note(
  _ type: OSSignpostType, _ log: OSLog, _ name: StaticString, _ id: OSSignpostID, _ message: String?
) {
  guard log.signpostsEnabled, Journal.isRecording, Journal.recordsInternal else { return }
  Journal.note(
    .runloop, name.description, outcome: "handled", why: nil, category: .internal,
    detail: [("signpost", type.name), ("category", log.category)] + (message.map { [("message", $0)] } ?? []))
}
