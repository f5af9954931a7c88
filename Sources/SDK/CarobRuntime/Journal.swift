import CThreads
import Glibc
import Synchronization

/// One event as it is handed to whoever records.
///
/// It is there while it is handed over; who wants to keep something of it copies that.
// OPTIMIZATION: not copyable, because it has ten references, and most who look at it want two.
public struct JournalEvent: ~Copyable, Sendable {
  public let id: UInt64
  public let time: Double
  public let cause: UInt64
  public let category: EventCategory
  public let mechanism: Mechanism
  public let name: String
  public let receiver: String?
  public let sender: String?
  public let outcome: String
  public let why: String?
  public let site: String?
  public let thread: String?
  public let mode: String?
  public let detail: [(key: String, value: String)]
}

/// A `JournalEvent`, field by field, whose texts belong to others.
private struct BorrowedEvent {
  /// What a text consists of.
  typealias Text = (UInt, UInt)

  let id: UInt64
  let time: Double
  let cause: UInt64
  let category: EventCategory
  let mechanism: Mechanism
  let name, receiver, sender, outcome, why, site, thread, mode: Text
  let detail: UInt

  @inline(__always)
  static func text(_ text: String?) -> Text { unsafeBitCast(text, to: Text.self) }
}

/// Who records events. Called on the thread on which the event happens, in order.
public protocol JournalSink: AnyObject, Sendable {
  func record(_ event: borrowing JournalEvent)
  func complete(_ id: UInt64, answer: String?, milliseconds: Double?)
}

/// The record of every dispatch: who called what, and why.
///
/// Every dispatch point of the SDK calls `deliver`. With nobody listening it costs one load and one branch. Causes are
/// kept as a stack per thread; what is deferred (a timer, an async block, a completion) captures `cause` and restores it
/// with `with(cause:)`, so that chains survive deferral.
public enum Journal {
  /// Whether somebody listens. Read at every dispatch point.
  @inlinable public static var isRecording: Bool { carob_is_recording() }
  @exclusivity(unchecked) nonisolated(unsafe) package static var recordsInternal = false
  @exclusivity(unchecked) nonisolated(unsafe) package static var recordsTimings = false
  // OPTIMIZATION: used without a reference, so it is never freed: a thread may be recording when another stops.
  @exclusivity(unchecked) nonisolated(unsafe) private static var sink: Unmanaged<Recorder>?

  /// A sink behind a method table, so that calling it takes no reference to it.
  private class Recorder {
    func record(_ event: UnsafePointer<JournalEvent>) {}
    func complete(_ id: UInt64, _ answer: String?, _ milliseconds: Double?) {}
  }
  private final class RecorderOf<Sink: JournalSink>: Recorder {
    let sink: Sink
    init(_ sink: Sink) { self.sink = sink }
    override func record(_ event: UnsafePointer<JournalEvent>) { sink.record(event.pointee) }
    override func complete(_ id: UInt64, _ answer: String?, _ milliseconds: Double?) {
      sink.complete(id, answer: answer, milliseconds: milliseconds)
    }
  }
  private static func recorder(_ sink: some JournalSink) -> Recorder { RecorderOf(sink) }

  /// Starts recording. Call before the app's code runs.
  public static func start(_ sink: any JournalSink, internalEvents: Bool = false, timings: Bool = false) {
    precondition(
      MemoryLayout<BorrowedEvent>.size == MemoryLayout<JournalEvent>.size
        && MemoryLayout<BorrowedEvent>.alignment == MemoryLayout<JournalEvent>.alignment)
    self.sink = .passRetained(recorder(sink))
    recordsInternal = internalEvents
    recordsTimings = timings
    carob_set_recording(true)
    DispatchWatch.carryCauses(true)
  }

  public static func stop() {
    carob_set_recording(false)
    DispatchWatch.carryCauses(false)
  }

  /// The event in whose handling the caller runs; 0 for none.
  public static var cause: UInt64 { isRecording ? carob_thread_cause() : 0 }

  /// Runs `body` as a consequence of an event that happened before.
  @inlinable
  public static func with<R>(cause: UInt64, _ body: () throws -> R) rethrows -> R {
    guard isRecording else { return try body() }
    let outer = Journal.cause
    setCause(cause)
    defer { setCause(outer) }
    return try body()
  }

  /// Delivers a message that the app may implement; recorded only if the receiver's class has its own implementation.
  @inlinable @inline(__always)
  public static func deliver<R>(
    _ mechanism: Mechanism, _ name: @autoclosure () -> String, to receiver: AnyObject,
    from sender: AnyObject? = nil, category: EventCategory = .functional, _ body: () throws -> R
  ) rethrows -> R {
    guard isRecording else { return try body() }
    return try deliverRecorded(mechanism, name(), receiver, sender, category, nil, body)
  }

  /// The same for a query, whose answer goes into the trace.
  @inlinable @inline(__always)
  public static func query<R>(
    _ mechanism: Mechanism, _ name: @autoclosure () -> String, to receiver: AnyObject,
    from sender: AnyObject? = nil, _ body: () throws -> R
  ) rethrows -> R {
    guard isRecording else { return try body() }
    return try deliverRecorded(mechanism, name(), receiver, sender, .query, { describeAnswer($0) }, body)
  }

  @inline(never)
  public static func deliverRecorded<R>(
    _ mechanism: Mechanism, _ name: String, _ receiver: AnyObject, _ sender: AnyObject?,
    _ category: EventCategory, _ answer: ((R) -> String?)?, _ body: () throws -> R
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
    _ mechanism: Mechanism, _ name: @autoclosure () -> String, to receiver: AnyObject? = nil,
    from sender: AnyObject? = nil, category: EventCategory = .functional,
    site: @autoclosure () -> String? = nil,
    mode: @autoclosure () -> String? = nil, detail: @autoclosure () -> [(key: String, value: String)] = [],
    _ body: () throws -> R
  ) rethrows -> R {
    guard isRecording else { return try body() }
    // What the SDK registered with itself stays inside the framework.
    if case .internal = category, !recordsInternalEvents { return try body() }
    let running = begin(mechanism, name(), receiver, sender, category, site(), mode(), detail())
    defer { end(running) }
    return try body()
  }

  @usableFromInline static var recordsInternalEvents: Bool { recordsInternal }

  /// An event whose handler runs.
  @usableFromInline struct Running {
    let id: UInt64
    /// The cause of what the thread did before.
    let outer: UInt64
    let start: UInt64
  }

  @usableFromInline
  static func begin(
    _ mechanism: Mechanism, _ name: String, _ receiver: AnyObject?, _ sender: AnyObject?,
    _ category: EventCategory, _ site: String?, _ mode: String?, _ detail: [(key: String, value: String)]
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

  /// Records something that has no handler: a message that was dropped, refused or found nobody.
  @discardableResult
  public static func note(
    _ mechanism: Mechanism, _ name: @autoclosure () -> String, outcome: String,
    why: @autoclosure () -> String?,
    receiver: AnyObject? = nil, sender: AnyObject? = nil, category: EventCategory = .functional,
    site: @autoclosure () -> String? = nil, detail: @autoclosure () -> [(key: String, value: String)] = []
  ) -> UInt64 {
    guard isRecording else { return 0 }
    return emit(
      mechanism, name(), receiver, sender, category, site(), nil, detail(), cause: carob_thread_cause(),
      outcome: outcome, why: why())
  }

  /// Adds to the event in whose handling the caller runs how it ended. The trace shows it as the event's answer.
  public static func answer(_ text: @autoclosure () -> String) {
    guard isRecording else { return }
    let id = carob_thread_cause()
    if id != 0 { recordCompleted(id, answer: text(), milliseconds: nil) }
  }

  /// Records a message to a method of the app that no dispatch point saw; returns the event's id.
  @discardableResult @usableFromInline
  static func recordReceived(
    _ mechanism: Mechanism, _ name: String, _ receiver: AnyObject, _ sender: AnyObject?,
    category: EventCategory, site: String?
  ) -> UInt64 {
    emit(mechanism, name, receiver, sender, category, site, cause: carob_thread_cause())
  }

  static func recordCompleted(_ id: UInt64, answer: String?, milliseconds: Double?) {
    sink?._withUnsafeGuaranteedRef { $0.complete(id, answer, milliseconds) }
  }

  /// A root event: something came from outside. Runs `body` with it as cause.
  public static func root<R>(
    _ mechanism: Mechanism, _ name: @autoclosure () -> String, category: EventCategory,
    receiver: AnyObject? = nil,
    detail: @autoclosure () -> [(key: String, value: String)] = [], _ body: () throws -> R
  ) rethrows -> R {
    guard isRecording else { return try body() }
    let outer = carob_thread_cause()
    carob_thread_set_cause(0)
    let running = begin(mechanism, name(), receiver, nil, category, nil, nil, detail())
    return try run(Running(id: running.id, outer: outer, start: running.start), nil, body)
  }

  /// Records that work which the app handed to Dispatch begins. Returns its id; the caller makes it the cause.
  static func dispatched(cause: UInt64, site: String?) -> UInt64 {
    emit(.dispatch, "{}", nil, nil, .functional, site, cause: cause)
  }

  /// Records a line that the app printed.
  public static func printed(_ text: String) {
    guard isRecording else { return }
    _ = emit(.print, text, nil, nil, .functional, nil, cause: carob_thread_cause())
  }

  /// A diagnosis of a mistake (`Rules/mistakes.md`): to standard error and into the trace.
  public static func warn(
    _ text: String, rule: StaticString? = nil, receiver: AnyObject? = nil, site: String? = nil
  ) {
    warn(text, rule: rule?.description, receiver: receiver, site: site)
  }

  package static func warn(_ text: String, rule: String?, receiver: AnyObject? = nil, site: String? = nil) {
    let line = "carob: \(site.map { "\($0): " } ?? "")warning: \(text)\n"
    // NB: straight to the descriptor: the C stream may belong to the app at this moment.
    _ = line.withCString { write(2, $0, strlen($0)) }
    recordWarning(text, rule: rule, receiver: receiver, site: site)
  }

  /// Whether `explain` says anything to anybody.
  public static var explains: Bool { isRecording || Diagnostics.isStrict }

  /// A word about what surprises and may be meant: into the trace alone, unless `CAROB_STRICT=1` asks for more.
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

  /// Class and number, `ViewController#1`.
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

  /// The same for an object of this number; 0 for one that was made before the journal began.
  package static func describe(_ object: AnyObject, _ number: Int) -> String {
    let name = className(type(of: object))
    return number > 0 ? "\(name)#\(number)" : name
  }

  /// What `describe` answers for an object, kept with it.
  package final class Name: Sendable {
    let text: String
    package init(_ text: String) { self.text = text }
  }

  /// The name that an object keeps, a `Name` that lives as long as it does; nil if it keeps none. Set by CarobFoundation.
  // OPTIMIZATION: a cast to a class costs a tenth of one to a protocol; a function without a context needs no reference.
  @exclusivity(unchecked) nonisolated(unsafe) package static var nameOf:
    (@convention(c) (UnsafeRawPointer) -> UnsafeRawPointer?)?

  private static let classNames = Guarded<[ObjectIdentifier: String]>([:])

  /// A class's name without its module.
  public static func className(_ cls: Any.Type) -> String {
    let key = ObjectIdentifier(cls)
    if let known = classNames.withLock({ $0[key] }) { return known }
    // OPTIMIZATION: what `String(describing:)` comes to after it has asked about several protocols.
    let name = _typeName(cls, qualified: false)
    classNames.withLock { $0[key] = name }
    return name
  }

  /// A query's answer, in short.
  public static func describeAnswer<R>(_ answer: R) -> String? {
    if R.self == Void.self { return nil }
    if let optional = answer as? any OptionalType {
      guard let wrapped = optional.wrapped else { return "nil" }
      return describeAnswer(wrapped)
    }
    if type(of: answer) is AnyClass { return describe(answer as AnyObject) }
    // E-780: what objects say of themselves is the app's code, also of those in a collection.
    if let list = answer as? any JournalList {
      return "[" + list.journalElements.joined(separator: ", ") + "]"
    }
    return String(describing: answer)
  }

  // MARK: - Inside

  /// Hands an event over; returns its id.
  // OPTIMIZATION: the event borrows its texts, which the caller keeps; to refer to each of them for the time of the call
  // cost half of what recording costs. Never inlined, because only a parameter is sure to live until the end.
  @inline(never)
  private static func emit(
    _ mechanism: Mechanism, _ name: String, _ receiver: AnyObject?, _ sender: AnyObject?,
    _ category: EventCategory, _ site: String?, _ mode: String? = nil,
    _ detail: [(key: String, value: String)] = [],
    cause: UInt64, outcome: String = "handled", why: String? = nil
  ) -> UInt64 {
    let id = nextID.wrappingAdd(1, ordering: .relaxed).newValue
    guard let sink else { return id }
    // The names of objects that keep none.
    var made: (receiver: String?, sender: String?)
    let receiverName = borrowedName(receiver, &made.receiver)
    let senderName = borrowedName(sender, &made.sender)
    withExtendedLifetime(made) {
      let event = BorrowedEvent(
        id: id, time: Clock.now, cause: cause, category: category, mechanism: mechanism,
        name: BorrowedEvent.text(name), receiver: receiverName, sender: senderName,
        outcome: BorrowedEvent.text(outcome), why: BorrowedEvent.text(why), site: BorrowedEvent.text(site),
        thread: carob_thread_is_main() ? BorrowedEvent.text(nil) : BorrowedEvent.text("background"),
        mode: BorrowedEvent.text(mode), detail: unsafeBitCast(detail, to: UInt.self))
      withUnsafePointer(to: event) { event in
        let event = UnsafeRawPointer(event).assumingMemoryBound(to: JournalEvent.self)
        sink._withUnsafeGuaranteedRef { $0.record(event) }
      }
    }
    return id
  }

  /// What `describe` answers; `made` keeps it if the object does not.
  @inline(__always)
  private static func borrowedName(_ object: AnyObject?, _ made: inout String?) -> BorrowedEvent.Text {
    // OPTIMIZATION: its address, because an object that is unwrapped is retained.
    guard let address = UnsafeRawPointer(bitPattern: unsafeBitCast(object, to: UInt.self)) else {
      return BorrowedEvent.text(nil)
    }
    if let name = nameOf?(address) {
      return Unmanaged<Name>.fromOpaque(name)._withUnsafeGuaranteedRef { BorrowedEvent.text($0.text) }
    }
    made = object.map { describeOther($0) }
    return BorrowedEvent.text(made)
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

/// Objects that are numbered per class in the order of their creation.
public protocol JournalNumbered: AnyObject {
  nonisolated var journalNumber: Int { get }
}
