import Glibc
import Synchronization

/// How an event came to be: the trace's `mechanism`.
public enum Mechanism: String, Sendable {
  case touch, gesture, control, action, responder, firstResponder, notification, timer, kvo, delegate,
    dataSource,
    lifecycle, appearance, layout, display, segue, nib, runloop, dispatch, animation, location,
    userNotification,
    coredata, print, warning
}

/// The four reasons for events of the source documents, and what stays inside the framework.
public enum EventCategory: String, Sendable {
  case user, lifetime, functional, query, `internal`
}

/// One event as it is handed to whoever records.
public struct JournalEvent: Sendable {
  public var id: UInt64
  public var time: Double
  public var cause: UInt64
  public var category: EventCategory
  public var mechanism: Mechanism
  public var name: String
  public var receiver: String?
  public var sender: String?
  public var outcome: String
  public var why: String?
  public var site: String?
  public var thread: String?
  public var mode: String?
  public var detail: [(key: String, value: String)]
}

/// Who records events. Called on the thread on which the event happens, in order.
public protocol JournalSink: AnyObject, Sendable {
  func record(_ event: JournalEvent)
  func complete(_ id: UInt64, answer: String?, milliseconds: Double?)
}

/// The record of every dispatch: who called what, and why.
///
/// Every dispatch point of the SDK calls `deliver`. With nobody listening it costs one load and one branch. Causes are
/// kept as a stack per thread; what is deferred (a timer, an async block, a completion) captures `cause` and restores it
/// with `with(cause:)`, so that chains survive deferral.
public enum Journal {
  /// Whether somebody listens. Read at every dispatch point.
  @inlinable public static var isRecording: Bool { _isRecording }
  // Written once before the app's code runs; a stale read only loses or adds an event at the very start.
  @exclusivity(unchecked) nonisolated(unsafe) public static var _isRecording = false
  @exclusivity(unchecked) nonisolated(unsafe) package static var recordsInternal = false
  @exclusivity(unchecked) nonisolated(unsafe) package static var recordsTimings = false
  @exclusivity(unchecked) nonisolated(unsafe) private static var sink: (any JournalSink)?

  /// Starts recording. Call before the app's code runs.
  public static func start(_ sink: any JournalSink, internalEvents: Bool = false, timings: Bool = false) {
    self.sink = sink
    _ = isMainThread
    recordsInternal = internalEvents
    recordsTimings = timings
    _isRecording = true
    DispatchWatch.carryCauses(true)
  }

  public static func stop() {
    _isRecording = false
    DispatchWatch.carryCauses(false)
    sink = nil
  }

  /// The event in whose handling the caller runs; 0 for none.
  public static var cause: UInt64 { _isRecording ? UInt64(UInt(bitPattern: pthread_getspecific(key))) : 0 }

  /// Runs `body` as a consequence of an event that happened before.
  @inlinable
  public static func with<R>(cause: UInt64, _ body: () throws -> R) rethrows -> R {
    guard _isRecording else { return try body() }
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
    guard _isRecording else { return try body() }
    return try deliverRecorded(mechanism, name(), receiver, sender, category, nil, body)
  }

  /// The same for a query, whose answer goes into the trace.
  @inlinable @inline(__always)
  public static func query<R>(
    _ mechanism: Mechanism, _ name: @autoclosure () -> String, to receiver: AnyObject,
    from sender: AnyObject? = nil, _ body: () throws -> R
  ) rethrows -> R {
    guard _isRecording else { return try body() }
    return try deliverRecorded(mechanism, name(), receiver, sender, .query, { describeAnswer($0) }, body)
  }

  @inline(never)
  public static func deliverRecorded<R>(
    _ mechanism: Mechanism, _ name: String, _ receiver: AnyObject, _ sender: AnyObject?,
    _ category: EventCategory, _ answer: ((R) -> String?)?, _ body: () throws -> R
  ) rethrows -> R {
    let method = Runtime.implementation(type(of: receiver), name)
    guard method != nil || recordsInternal else { return try body() }
    return try run(
      event(
        mechanism, name, category: method == nil ? .internal : category, receiver: receiver, sender: sender,
        site: method?.site),
      answer, body)
  }

  /// Delivers a block or a selector that the app registered: always recorded.
  public static func deliverRegistered<R>(
    _ mechanism: Mechanism, _ name: @autoclosure () -> String, to receiver: AnyObject? = nil,
    from sender: AnyObject? = nil, category: EventCategory = .functional,
    site: @autoclosure () -> String? = nil,
    mode: String? = nil, detail: @autoclosure () -> [(key: String, value: String)] = [],
    _ body: () throws -> R
  ) rethrows -> R {
    guard _isRecording else { return try body() }
    // What the SDK registered with itself stays inside the framework.
    if category == .internal, !recordsInternal { return try body() }
    return try run(
      event(
        mechanism, name(), category: category, receiver: receiver, sender: sender, site: site(), mode: mode,
        detail: detail()),
      nil, body)
  }

  /// Records something that has no handler: a message that was dropped, refused or found nobody.
  @discardableResult
  public static func note(
    _ mechanism: Mechanism, _ name: @autoclosure () -> String, outcome: String,
    why: @autoclosure () -> String?,
    receiver: AnyObject? = nil, sender: AnyObject? = nil, category: EventCategory = .functional,
    site: @autoclosure () -> String? = nil, detail: @autoclosure () -> [(key: String, value: String)] = []
  ) -> UInt64 {
    guard _isRecording else { return 0 }
    var event = event(
      mechanism, name(), category: category, receiver: receiver, sender: sender, site: site(),
      detail: detail())
    event.outcome = outcome
    event.why = why()
    sink?.record(event)
    return event.id
  }

  /// Records a message to a method of the app that no dispatch point saw; returns the event's id.
  @discardableResult @usableFromInline
  static func recordReceived(
    _ mechanism: Mechanism, _ name: String, _ receiver: AnyObject, _ sender: AnyObject?,
    category: EventCategory, site: String?
  ) -> UInt64 {
    let event = event(mechanism, name, category: category, receiver: receiver, sender: sender, site: site)
    sink?.record(event)
    return event.id
  }

  static func recordCompleted(_ id: UInt64, answer: String?, milliseconds: Double?) {
    sink?.complete(id, answer: answer, milliseconds: milliseconds)
  }

  /// A root event: something came from outside. Runs `body` with it as cause.
  public static func root<R>(
    _ mechanism: Mechanism, _ name: @autoclosure () -> String, category: EventCategory,
    receiver: AnyObject? = nil,
    detail: @autoclosure () -> [(key: String, value: String)] = [], _ body: () throws -> R
  ) rethrows -> R {
    guard _isRecording else { return try body() }
    var event = event(
      mechanism, name(), category: category, receiver: receiver, sender: nil, detail: detail())
    event.cause = 0
    return try run(event, nil, body)
  }

  /// Records that work which the app handed to Dispatch begins. Returns its id; the caller makes it the cause.
  static func dispatched(cause: UInt64, site: String?) -> UInt64 {
    var event = event(.dispatch, "{}", category: .functional, receiver: nil, sender: nil, site: site)
    event.cause = cause
    sink?.record(event)
    return event.id
  }

  /// Records a line that the app printed.
  public static func printed(_ text: String) {
    guard _isRecording else { return }
    sink?.record(event(.print, text, category: .functional, receiver: nil, sender: nil))
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
    guard _isRecording else { return }
    let detail = rule.map { [(key: "rule", value: $0)] } ?? []
    var event = event(
      .warning, text, category: .internal, receiver: receiver, sender: nil, site: site, detail: detail)
    event.outcome = "handled"
    sink?.record(event)
  }

  /// Class and number, `ViewController#1`.
  public static func describe(_ object: AnyObject) -> String {
    // NB: what was made before the journal began has no number.
    let number = numberOf?(object) ?? (object as? any JournalNumbered)?.journalNumber ?? 0
    guard number > 0 else { return className(type(of: object)) }
    let key = Numbered(cls: ObjectIdentifier(type(of: object)), number: number)
    if let known = names.withLock({ $0.objects[key] }) { return known }
    let text = "\(className(type(of: object)))#\(number)"
    names.withLock { names in
      // NB: an app that makes objects without end must not fill the memory with their names.
      if names.objects.count >= 4096 { names.objects.removeAll() }
      names.objects[key] = text
    }
    return text
  }

  /// The number of an object whose class the SDK knows; set by CarobFoundation.
  // OPTIMIZATION: a cast to a class costs a tenth of one to a protocol.
  @exclusivity(unchecked) nonisolated(unsafe) package static var numberOf: ((AnyObject) -> Int?)?

  private struct Numbered: Hashable {
    let cls: ObjectIdentifier
    let number: Int
  }
  private struct Names {
    var classes: [ObjectIdentifier: String] = [:]
    var objects: [Numbered: String] = [:]
  }
  private static let names = Guarded(Names())

  /// A class's name without its module.
  public static func className(_ cls: Any.Type) -> String {
    let key = ObjectIdentifier(cls)
    if let known = names.withLock({ $0.classes[key] }) { return known }
    let name = String(describing: cls)
    names.withLock { $0.classes[key] = name }
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
    return String(describing: answer)
  }

  // MARK: - Inside

  private static func event(
    _ mechanism: Mechanism, _ name: String, category: EventCategory, receiver: AnyObject?, sender: AnyObject?,
    site: String? = nil, mode: String? = nil, detail: [(key: String, value: String)] = []
  ) -> JournalEvent {
    let id = nextID.wrappingAdd(1, ordering: .relaxed).newValue
    return JournalEvent(
      id: id, time: Clock.now, cause: cause, category: category, mechanism: mechanism, name: name,
      receiver: receiver.map(describe), sender: sender.map(describe), outcome: "handled", why: nil,
      site: site,
      thread: isMainThread ? nil : "background", mode: mode, detail: detail)
  }

  private static func run<R>(_ event: JournalEvent, _ answer: ((R) -> String?)?, _ body: () throws -> R)
    rethrows -> R
  {
    sink?.record(event)
    let outer = cause
    setCause(event.id)
    defer { setCause(outer) }
    let start = recordsTimings ? Clock.nanoseconds : 0
    let result = try body()
    let milliseconds = recordsTimings ? Double(Clock.nanoseconds - start) / 1e6 : nil
    var text: String?
    if let answer { text = answer(result) }
    if text != nil || milliseconds != nil {
      sink?.complete(event.id, answer: text, milliseconds: milliseconds)
    }
    return result
  }

  public static func setCause(_ id: UInt64) {
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: UInt(id)))
  }

  private static var isMainThread: Bool { pthread_equal(pthread_self(), mainThread) != 0 }
  // The thread that first asks is the one that starts the app.
  private static let mainThread = pthread_self()

  private static let nextID = Atomic<UInt64>(0)
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}

/// Objects that are numbered per class in the order of their creation.
public protocol JournalNumbered: AnyObject {
  nonisolated var journalNumber: Int { get }
}
