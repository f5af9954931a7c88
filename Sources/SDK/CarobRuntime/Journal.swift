import CThreads
import Glibc
import Synchronization

/// One event, as a sink receives it.
///
/// The event is valid only during the call of `record`. A sink that keeps something of it copies that.
// OPTIMIZATION: not copyable, so that handing it on counts no references; and its objects are borrowed from
// the call that records the event, and named only if the sink asks.
public struct _CarobJournalEvent: ~Copyable {
  public let id: UInt64
  /// Seconds since the device started.
  public let time: Double
  /// The id of the event in whose handling this one happened; 0 for none.
  public let cause: UInt64
  public let category: _CarobEventCategory
  public let mechanism: _CarobMechanism
  public let name: String
  public let outcome: String
  public let why: String?
  public let site: String?
  public let mode: String?
  public let detail: [(key: String, value: String)]
  let receiverObject: Unmanaged<AnyObject>?
  let senderObject: Unmanaged<AnyObject>?

  /// The receiver's class and number, `ViewController#1`.
  public var receiver: String? { Self.describe(receiverObject) }
  /// The sender's class and number.
  public var sender: String? { Self.describe(senderObject) }
  /// Nil for the main thread.
  public var thread: String? { carob_thread_is_main() ? nil : "background" }

  private static func describe(_ object: Unmanaged<AnyObject>?) -> String? {
    object?._withUnsafeGuaranteedRef { Journal.describe($0) }
  }
}

/// Receives the journal's events, for example to write a trace. Called in order on each thread, on the thread
/// of the event.
public protocol _CarobJournalSink: AnyObject, Sendable {
  /// Called when an event happens, before its handler runs.
  func record(_ event: borrowing _CarobJournalEvent)
  /// Called when the handler of the event with this id has returned: with what a query returned, or what the
  /// handler reported with `Journal.answer`, and with its duration if timings are recorded. May be called
  /// several times for one event.
  func complete(_ id: UInt64, answer: String?, milliseconds: Double?)
}

/// Records every call of the app's code by the SDK: what was called, and because of which event.
///
/// The SDK calls `deliver` wherever it calls the app. Without a sink that costs one load and one branch. Each
/// thread has a current cause. Deferred work (a timer, an async block, a completion handler) captures `cause`
/// and restores it with `with(cause:)`, so that the chain of causes is not interrupted.
public enum _CarobJournal {
  /// Whether events are recorded. Read at every dispatch point.
  @inlinable public static var isRecording: Bool { carob_is_recording() }
  @exclusivity(unchecked) nonisolated(unsafe) package static var recordsInternal = false
  @exclusivity(unchecked) nonisolated(unsafe) package static var recordsTimings = false
  // OPTIMIZATION: used without retaining it. It is never freed, because a thread may be recording when
  // another one stops.
  @exclusivity(unchecked) nonisolated(unsafe) private static var sink: Unmanaged<Recorder>?

  /// Calls a sink through a method table, which needs no retain of the sink.
  private class Recorder {
    /// The recorder before it, which a thread may still be using.
    private let previous: Recorder?
    init(after previous: Recorder?) { self.previous = previous }
    func record(_ event: borrowing _CarobJournalEvent) {}
    func complete(_ id: UInt64, _ answer: String?, _ milliseconds: Double?) {}
  }
  private final class RecorderOf<Sink: _CarobJournalSink>: Recorder {
    let sink: Sink
    init(_ sink: Sink, after previous: Recorder?) {
      self.sink = sink
      super.init(after: previous)
    }
    override func record(_ event: borrowing _CarobJournalEvent) { sink.record(event) }
    override func complete(_ id: UInt64, _ answer: String?, _ milliseconds: Double?) {
      sink.complete(id, answer: answer, milliseconds: milliseconds)
    }
  }
  private static func recorder(_ sink: some _CarobJournalSink) -> Recorder {
    RecorderOf(sink, after: self.sink?.takeUnretainedValue())
  }

  /// Starts recording. Call it before the app's code runs.
  ///
  /// `internalEvents` also records what stays inside the SDK, `timings` the duration of every handler.
  public static func start(_ sink: any _CarobJournalSink, internalEvents: Bool = false, timings: Bool = false)
  {
    self.sink = .passRetained(recorder(sink))
    recordsInternal = internalEvents
    recordsTimings = timings
    carob_set_recording(true)
    DispatchWatch.carryCauses(true)
  }

  /// Stops recording.
  public static func stop() {
    carob_set_recording(false)
    DispatchWatch.carryCauses(false)
  }

  /// The id of the event whose handler the calling thread runs; 0 for none.
  public static var cause: UInt64 { isRecording ? carob_thread_cause() : 0 }

  /// Runs `body` with an earlier event as its cause.
  @inlinable
  public static func with<R>(cause: UInt64, _ body: () throws -> R) rethrows -> R {
    guard isRecording else { return try body() }
    let outer = _CarobJournal.cause
    setCause(cause)
    defer { setCause(outer) }
    return try body()
  }

  /// Delivers a message that the app may implement; recorded only if the receiver's class has its own
  /// implementation.
  @inlinable @inline(__always)
  public static func deliver<R>(
    _ mechanism: _CarobMechanism, _ name: @autoclosure () -> String, to receiver: AnyObject,
    from sender: AnyObject? = nil, category: _CarobEventCategory = .functional, _ body: () throws -> R
  ) rethrows -> R {
    guard isRecording else { return try body() }
    return try deliverRecorded(mechanism, name(), receiver, sender, category, nil, body)
  }

  /// The same for a query: its answer is recorded too.
  @inlinable @inline(__always)
  public static func query<R>(
    _ mechanism: _CarobMechanism, _ name: @autoclosure () -> String, to receiver: AnyObject,
    from sender: AnyObject? = nil, _ body: () throws -> R
  ) rethrows -> R {
    guard isRecording else { return try body() }
    return try deliverRecorded(mechanism, name(), receiver, sender, .query, { describeAnswer($0) }, body)
  }

  @inline(never)
  public static func deliverRecorded<R>(
    _ mechanism: _CarobMechanism, _ name: consuming String, _ receiver: AnyObject, _ sender: AnyObject?,
    _ category: _CarobEventCategory, _ answer: ((R) -> String?)?, _ body: () throws -> R
  ) rethrows -> R {
    let method = Runtime.implementation(type(of: receiver), name)
    guard method != nil || recordsInternal else { return try body() }
    let running = begin(
      mechanism, name, receiver, sender, method == nil ? .internal : category, method?.site, nil, [])
    return try run(running, answer, body)
  }

  /// Delivers a block or a selector that the app registered: always recorded.
  @inlinable @inline(__always)
  public static func deliverRegistered<R>(
    _ mechanism: _CarobMechanism, _ name: @autoclosure () -> String, to receiver: AnyObject? = nil,
    from sender: AnyObject? = nil, category: _CarobEventCategory = .functional,
    site: @autoclosure () -> String? = nil,
    mode: @autoclosure () -> String? = nil, detail: @autoclosure () -> [(key: String, value: String)] = [],
    _ body: () throws -> R
  ) rethrows -> R {
    guard isRecording else { return try body() }
    // What the SDK registers for itself is recorded only with internal events.
    if case .internal = category, !recordsInternalEvents { return try body() }
    let running = begin(mechanism, name(), receiver, sender, category, site(), mode(), detail())
    defer { end(running) }
    return try body()
  }

  @usableFromInline static var recordsInternalEvents: Bool { recordsInternal }

  /// An event whose handler runs.
  @usableFromInline struct Running {
    let id: UInt64
    /// The thread's cause before the event.
    let outer: UInt64
    let start: UInt64
  }

  @usableFromInline
  static func begin(
    _ mechanism: _CarobMechanism, _ name: consuming String, _ receiver: AnyObject?, _ sender: AnyObject?,
    _ category: _CarobEventCategory, _ site: consuming String?, _ mode: consuming String?,
    _ detail: consuming [(key: String, value: String)]
  ) -> Running {
    let outer = carob_thread_cause()
    let id = emit(mechanism, name, receiver, sender, category, site, mode, detail, cause: outer)
    carob_thread_set_cause(id)
    return Running(id: id, outer: outer, start: recordsTimings ? Clock.nanoseconds : 0)
  }

  @usableFromInline
  static func end(_ running: Running) {
    if recordsTimings { complete(running, nil) }
    carob_thread_set_cause(running.outer)
  }

  private static func complete(_ running: Running, _ answer: String?) {
    let milliseconds = recordsTimings ? Double(Clock.nanoseconds - running.start) / 1e6 : nil
    guard answer != nil || milliseconds != nil else { return }
    recordCompleted(running.id, answer: answer, milliseconds: milliseconds)
  }

  /// Records something that has no handler: a message that was dropped, was refused or had no receiver.
  /// Returns the event's id.
  @discardableResult
  public static func note(
    _ mechanism: _CarobMechanism, _ name: @autoclosure () -> String, outcome: String,
    why: @autoclosure () -> String?,
    receiver: AnyObject? = nil, sender: AnyObject? = nil, category: _CarobEventCategory = .functional,
    site: @autoclosure () -> String? = nil, detail: @autoclosure () -> [(key: String, value: String)] = []
  ) -> UInt64 {
    guard isRecording else { return 0 }
    return emit(
      mechanism, name(), receiver, sender, category, site(), nil, detail(), cause: carob_thread_cause(),
      outcome: outcome, why: why())
  }

  /// Records how the event whose handler the caller runs ended. The trace shows it as the event's answer.
  public static func answer(_ text: @autoclosure () -> String) {
    guard isRecording else { return }
    let id = carob_thread_cause()
    if id != 0 { recordCompleted(id, answer: text(), milliseconds: nil) }
  }

  /// Records a message that the app sent to a method of its own; returns the event's id.
  @discardableResult @usableFromInline
  static func recordReceived(
    _ mechanism: _CarobMechanism, _ name: String, _ receiver: AnyObject, _ sender: AnyObject?,
    category: _CarobEventCategory, site: String?
  ) -> UInt64 {
    emit(mechanism, name, receiver, sender, category, site, cause: carob_thread_cause())
  }

  static func recordCompleted(_ id: UInt64, answer: String?, milliseconds: Double?) {
    sink?._withUnsafeGuaranteedRef { $0.complete(id, answer, milliseconds) }
  }

  /// Records an event from outside the app (a touch, a fix of the location), which has no cause, and runs
  /// `body` as its handler.
  public static func root<R>(
    _ mechanism: _CarobMechanism, _ name: @autoclosure () -> String, category: _CarobEventCategory,
    receiver: AnyObject? = nil,
    detail: @autoclosure () -> [(key: String, value: String)] = [], _ body: () throws -> R
  ) rethrows -> R {
    guard isRecording else { return try body() }
    let outer = carob_thread_cause()
    carob_thread_set_cause(0)
    let running = begin(mechanism, name(), receiver, nil, category, nil, nil, detail())
    return try run(Running(id: running.id, outer: outer, start: running.start), nil, body)
  }

  /// Records that work which the app submitted to Dispatch begins. Returns its id, which the caller makes the
  /// cause.
  static func dispatched(cause: UInt64, site: String?) -> UInt64 {
    emit(.dispatch, "{}", nil, nil, .functional, site, cause: cause)
  }

  /// Records a line that the app printed.
  public static func printed(_ text: String) {
    guard isRecording else { return }
    _ = emit(.print, text, nil, nil, .functional, nil, cause: carob_thread_cause())
  }

  /// Reports a mistake of the app (`Rules/mistakes.md`) on standard error and in the trace.
  ///
  /// - Parameter site: The place in the app's sources, `file:line`.
  public static func warn(
    _ text: String, rule: StaticString? = nil, receiver: AnyObject? = nil, site: String? = nil
  ) {
    warn(text, rule: rule?.description, receiver: receiver, site: site)
  }

  package static func warn(_ text: String, rule: String?, receiver: AnyObject? = nil, site: String? = nil) {
    let line = "carob: \(site.map { "\($0): " } ?? "")warning: \(text)\n"
    // NB: to the descriptor, not through `stderr`, which the app may have locked.
    _ = line.withCString { write(2, $0, strlen($0)) }
    recordWarning(text, rule: rule, receiver: receiver, site: site)
  }

  /// Whether `explain` reports anything. Check it before an explanation that is expensive to compose.
  public static var explains: Bool { isRecording || Diagnostics.isStrict }

  /// Reports something that is surprising but may be intended: in the trace, and with `CAROB_STRICT=1` also
  /// as a warning.
  public static func explain(_ text: String, rule: StaticString, receiver: AnyObject? = nil) {
    if Diagnostics.isStrict {
      warn(text, rule: rule, receiver: receiver)
    } else {
      recordWarning(text, rule: rule.description, receiver: receiver, site: nil)
    }
  }

  private static func recordWarning(_ text: String, rule: String?, receiver: AnyObject?, site: String?) {
    guard isRecording else { return }
    let detail = rule.map { [(key: "rule", value: $0)] } ?? []
    _ = emit(.warning, text, receiver, nil, .internal, site, nil, detail, cause: carob_thread_cause())
  }

  /// The object's class and number, `ViewController#1`. Runs no code of the app.
  @inline(__always)
  public static func describe(_ object: AnyObject) -> String {
    if let name = nameOf?(Unmanaged.passUnretained(object).toOpaque()) {
      return Unmanaged<Name>.fromOpaque(name)._withUnsafeGuaranteedRef { $0.text }
    }
    return describeOther(object)
  }

  @inline(never)
  private static func describeOther(_ object: AnyObject) -> String {
    describe(object, (object as? any JournalNumbered)?.journalNumber ?? 0)
  }

  /// The same for an object with this number; 0 if it has none.
  package static func describe(_ object: AnyObject, _ number: Int) -> String {
    let name = className(type(of: object))
    return number > 0 ? "\(name)#\(number)" : name
  }

  /// An object's description, which is stored with the object.
  package final class Name: Sendable {
    let text: String
    package init(_ text: String) { self.text = text }
  }

  /// The `Name` that is stored with an object; nil if it stores none. It lives as long as the object. Set by
  /// CarobFoundation.
  // OPTIMIZATION: a C function, because a cast to a protocol would take ten times as long, and a closure
  // would be retained.
  @exclusivity(unchecked) nonisolated(unsafe) package static var nameOf:
    (@convention(c) (UnsafeRawPointer) -> UnsafeRawPointer?)?

  private static let classNames = Guarded<[ObjectIdentifier: String]>([:])

  /// The class's name, without its module.
  public static func className(_ cls: Any.Type) -> String {
    let key = ObjectIdentifier(cls)
    if let known = classNames.withLock({ $0[key] }) { return known }
    // OPTIMIZATION: the same result as `String(describing:)`, which first casts to several protocols.
    let name = _typeName(cls, qualified: false)
    classNames.withLock { $0[key] = name }
    return name
  }

  /// A short description of a query's answer; nil for `Void`. Runs no code of the app (E-780).
  public static func describeAnswer<R>(_ answer: R) -> String? {
    if R.self == Void.self { return nil }
    if let optional = answer as? any OptionalType {
      guard let wrapped = optional.wrapped else { return "nil" }
      return describeAnswer(wrapped)
    }
    if type(of: answer) is AnyClass { return describe(answer as AnyObject) }
    // E-780: an object's own description would run the app's code, also that of an element of a collection.
    if let list = answer as? any JournalList {
      return "[" + list.journalElements.joined(separator: ", ") + "]"
    }
    return String(describing: answer)
  }

  // MARK: - Inside

  /// Gives the sink an event; returns the event's id.
  // OPTIMIZATION: the event takes over its texts, which the callers made for it, so that none of them is
  // retained.
  @inline(never)
  private static func emit(
    _ mechanism: _CarobMechanism, _ name: consuming String, _ receiver: AnyObject?, _ sender: AnyObject?,
    _ category: _CarobEventCategory, _ site: consuming String?, _ mode: consuming String? = nil,
    _ detail: consuming [(key: String, value: String)] = [],
    cause: UInt64, outcome: consuming String = "handled", why: consuming String? = nil
  ) -> UInt64 {
    let id = nextID.wrappingAdd(1, ordering: .relaxed).newValue
    guard let sink else { return id }
    defer { withExtendedLifetime((receiver, sender)) {} }
    let event = _CarobJournalEvent(
      id: id, time: Clock.now, cause: cause, category: category, mechanism: mechanism, name: name,
      outcome: outcome, why: why, site: site, mode: mode, detail: detail,
      receiverObject: receiver.map { .passUnretained($0) }, senderObject: sender.map { .passUnretained($0) })
    sink._withUnsafeGuaranteedRef { $0.record(event) }
    return id
  }

  private static func run<R>(_ running: Running, _ answer: ((R) -> String?)?, _ body: () throws -> R)
    rethrows -> R
  {
    defer { carob_thread_set_cause(running.outer) }
    let result = try body()
    complete(running, answer.flatMap { $0(result) })
    return result
  }

  public static func setCause(_ id: UInt64) { carob_thread_set_cause(id) }

  private static let nextID = Atomic<UInt64>(0)
}

/// An object with a number: per class, in the order of creation.
package protocol JournalNumbered: AnyObject {
  nonisolated var journalNumber: Int { get }
}

// NB: an app sees the public names, so that they cannot collide with its own; our modules use these.
package typealias Journal = _CarobJournal
package typealias JournalEvent = _CarobJournalEvent
package typealias JournalSink = _CarobJournalSink
