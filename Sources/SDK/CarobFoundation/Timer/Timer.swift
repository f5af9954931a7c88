import CarobRuntime
import Foundation

/// Calls a block or sends a message once or at regular intervals, on the run loop to which it was added.
///
/// A timer fires in the first pass of its loop, in one of its modes, after its fire date, and never earlier
/// (F-32). The loop retains the timer, and the timer its target, until it is invalidated (F-40).
open class Timer: NSObject, @unchecked Sendable {
  // @unchecked because the loop's lock guards the fields that the loop reads; the others change only on its
  // thread.

  // NB: kept at 120 bytes including the header, so that a million timers fit. Rarely used fields are in
  // `extras`.
  @exclusivity(unchecked) var deadline: UInt64
  @exclusivity(unchecked) var firedDeadline: UInt64 = 0
  /// The interval of a repeating timer. For a one-shot, the requested fire date, or NaN if none was given.
  // OPTIMIZATION: one field for both, because each kind of timer needs only one of them.
  @exclusivity(unchecked) private var intervalOrDate: Double
  /// The timer's slot in the loop.
  @exclusivity(unchecked) var slot: UInt32 = 0
  @exclusivity(unchecked) var modes: UInt32 = 0
  @exclusivity(unchecked) var isFiring = false
  @exclusivity(unchecked) private var valid = true
  /// Whether a misuse has already been reported; each timer warns at most once.
  @exclusivity(unchecked) var hasBeenWarnedOf = false
  private let repeats: Bool
  private let cause: UInt64
  // OPTIMIZATION: not retained; a loop clears this field when it is deallocated.
  @exclusivity(unchecked) private var loopReference: Unmanaged<RunLoop>?
  @exclusivity(unchecked) private var block: ((Timer) -> Void)?
  @exclusivity(unchecked) private var extras: TimerExtras?
  let site: SourceSite

  // MARK: Creating a timer

  /// A timer that never fires: the placeholder in `var timer = Timer()`.
  public override convenience init() {
    self.init(timeInterval: 0, repeats: false) { _ in }
    invalidate()
  }

  /// Creates a timer that calls a block. It must be added to a run loop (F-30).
  @preconcurrency
  public init(
    timeInterval interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    let interval = Self.period(interval)
    deadline = Self.deadline(after: interval)
    intervalOrDate = repeats ? interval : .nan
    self.repeats = repeats
    self.block = block
    cause = Journal.cause
    site = SourceSite(file, line)
    super.init()
  }

  /// Creates a timer that calls a block at a date and then, if it repeats, at multiples of the interval after
  /// it.
  @preconcurrency
  public init(
    fire date: Date, interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    deadline = RunLoop.currentClock.nanoseconds(at: date)
    intervalOrDate = repeats ? Self.period(interval) : .nan
    self.repeats = repeats
    self.block = block
    cause = Journal.cause
    site = SourceSite(file, line)
    super.init()
    remember(date)
  }

  /// Creates a timer that sends a message with itself as the argument (F-43).
  public init(
    timeInterval interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    let interval = Self.period(interval)
    deadline = Self.deadline(after: interval)
    intervalOrDate = repeats ? interval : .nan
    self.repeats = repeats
    cause = Journal.cause
    site = SourceSite(file, line)
    super.init()
    extras = TimerExtras(target, selector, userInfo, site)
  }

  /// Creates a timer that sends a message at a date and then, if it repeats, at multiples of the interval
  /// after it.
  public init(
    fireAt date: Date, interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    deadline = RunLoop.currentClock.nanoseconds(at: date)
    intervalOrDate = repeats ? Self.period(interval) : .nan
    self.repeats = repeats
    cause = Journal.cause
    site = SourceSite(file, line)
    super.init()
    extras = TimerExtras(target, selector, userInfo, site)
    remember(date)
  }

  /// Creates the timer of a delayed perform (F-60).
  init(
    performing selector: Selector, on target: AnyObject, with argument: Any?, after delay: TimeInterval,
    _ site: SourceSite
  ) {
    deadline = Self.deadline(after: max(0, delay))
    intervalOrDate = .nan
    repeats = false
    cause = Journal.cause
    self.site = site
    super.init()
    extras = TimerExtras(performing: selector, on: target, with: argument)
  }

  /// Creates a timer and adds it to the current loop in the default mode (F-30).
  @preconcurrency @discardableResult
  open class func scheduledTimer(
    withTimeInterval interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) -> Timer {
    let timer = Timer(timeInterval: interval, repeats: repeats, block: block, file, line)
    RunLoop.current.add(timer, forMode: .default)
    return timer
  }

  /// Creates a timer and adds it to the current loop in the default mode (F-30).
  @discardableResult
  open class func scheduledTimer(
    timeInterval interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) -> Timer {
    let timer = Timer(
      timeInterval: interval, target: target, selector: selector, userInfo: userInfo, repeats: repeats, file,
      line)
    RunLoop.current.add(timer, forMode: .default)
    return timer
  }

  // MARK: Firing

  /// Fires immediately (F-41). A repeating timer's schedule does not change; a one-shot is invalidated.
  open func fire() {
    guard valid else { return }
    deliver(RunLoop.currentIfAny?.running.last)
    if !repeats { invalidate() }
  }

  // MARK: Stopping

  /// Removes the timer from its loop permanently and releases target, user info and block (F-39).
  open func invalidate() {
    guard valid else { return }
    valid = false
    let reference = loopReference?._withUnsafeGuaranteedRef { $0.unschedule(self) }
    block = nil
    extras = nil
    reference?.release()
  }

  // MARK: Properties

  /// Whether the timer can still fire.
  open var isValid: Bool { valid }

  /// The next fire date. Setting it reschedules the timer; see F-35 for setting it in the callback.
  open var fireDate: Date {
    get {
      if !repeats, !intervalOrDate.isNaN { return Date(timeIntervalSinceReferenceDate: intervalOrDate) }
      if let set = extras?.setDate, set.deadline == deadline { return set.date }
      return (loop?.clock ?? RunLoop.currentClock).date(at: deadline)
    }
    set {
      let clock = loop?.clock ?? RunLoop.currentClock
      let deadline = clock.nanoseconds(at: newValue)
      if let loop { loop.reschedule(self, deadline) } else { self.deadline = deadline }
      remember(newValue)
    }
  }

  /// Stores a requested date, because the clock can reproduce it only approximately.
  private func remember(_ date: Date) {
    guard valid else { return }
    guard repeats else { return intervalOrDate = date.timeIntervalSinceReferenceDate }
    if extras == nil { extras = TimerExtras() }
    extras?.setDate = (deadline, date)
  }

  /// The interval in seconds; 0 for a one-shot.
  open var timeInterval: TimeInterval { interval }
  @inline(__always) var interval: Double { repeats ? intervalOrDate : 0 }

  /// The tolerance in seconds by which it may fire late, so that wake-ups can be shared (F-36).
  open var tolerance: TimeInterval {
    get { extras?.tolerance ?? 0 }
    set {
      let set = { [self] in
        if extras == nil { extras = TimerExtras() }
        extras?.tolerance = max(0, newValue)
      }
      if let loop { loop.setTolerance(of: self, set) } else { set() }
    }
  }

  /// The user info passed at creation.
  open var userInfo: Any? {
    if !valid { Journal.warn("Timer is invalid and cannot be used again", rule: "M-19", site: site.text) }
    return extras?.userInfo
  }

  // M-18
  deinit {
    if valid, loop == nil, Diagnostics.isStrict, !site.isOfSDK {
      Journal.warn("Timer was never added to a run loop", rule: "M-18", site: site.text)
    }
  }

  // MARK: - Implementation

  /// The loop to which the timer was added.
  var loop: RunLoop? {
    @inline(__always) get { loopReference?.takeUnretainedValue() }
    @inline(__always) set { loopReference = newValue.map { .passUnretained($0) } }
  }
  @inline(__always)
  func isIn(_ loop: RunLoop) -> Bool {
    loopReference?.toOpaque() == Unmanaged.passUnretained(loop).toOpaque()
  }

  var hasTolerance: Bool { (extras?.tolerance ?? 0) > 0 }

  /// The target and selector, for the inspector.
  package var targetAndSelector: (target: AnyObject, selector: Selector)? {
    guard let extras, let target = extras.target, let selector = extras.selector else { return nil }
    return (target, selector)
  }
  package var isRepeating: Bool { repeats }
  /// The message of a delayed perform.
  var performance: TimerExtras? { extras }

  /// Called by the loop when the timer is due.
  func fireScheduled(_ items: RunLoopModeItems) {
    if repeats, let target = extras?.target { warnAboutForgottenTarget(target) }
    if Diagnostics.isStrict, items.mode == .default { warnIfKeptWaiting() }
    let outer = SourceSite.exchangeRunning(site)
    Journal.with(cause: cause) { deliver(items) }
    _ = SourceSite.exchangeRunning(outer)
    // F-38
    if !repeats { invalidate() }
  }

  private func deliver(_ items: RunLoopModeItems?) {
    if let block {
      Journal.deliverRegistered(
        .timer, "{}", category: Journal.isRecording && site.isOfSDK ? .internal : .functional,
        site: site.text, mode: items?.mode.journalName
      ) { block(self) }
    } else if let extras, let selector = extras.selector {
      if extras.isPerform { loop?.performs.removeAll { $0 === self } }
      extras.send(selector, self, mode: items?.mode)
    }
  }

  // F-37
  private static func period(_ interval: Double) -> Double { interval > 0 ? interval : 0.0001 }

  private static func deadline(after interval: Double) -> UInt64 {
    instant(Double(RunLoop.currentNow) + interval * 1e9)
  }
}

/// The fields that only some timers need.
final class TimerExtras {
  var tolerance = 0.0
  /// The date set on a repeating timer, and the deadline computed from it.
  var setDate: (deadline: UInt64, date: Date)?
  let target: AnyObject?
  private let targetClass: AnyClass?
  let selector: Selector?
  /// The user info; for a delayed perform, its argument.
  let userInfo: Any?
  let isPerform: Bool

  init() {
    target = nil
    targetClass = nil
    selector = nil
    userInfo = nil
    isPerform = false
  }

  init(performing selector: Selector, on target: AnyObject, with argument: Any?) {
    self.target = target
    targetClass = nil
    self.selector = selector
    userInfo = argument
    isPerform = true
  }

  init(_ target: Any, _ selector: Selector, _ userInfo: Any?, _ site: SourceSite) {
    targetClass = target as? AnyClass
    self.target = targetClass == nil ? target as AnyObject : nil
    self.selector = selector
    self.userInfo = userInfo
    isPerform = false
    // M-17, F-44
    if targetClass == nil, !(target is any _CarobMethods), !(target is Foundation.NSObject) {
      Journal.warn(
        "Timer target is \(type(of: target)), not an instance; `self` is not available in a property initialiser, "
          + "use viewDidLoad or lazy", rule: "M-17", site: site.text)
    }
  }

  func send(_ selector: Selector, _ timer: Timer, mode: RunLoop.Mode?) {
    if let targetClass {
      let sent = Journal.deliverRegistered(
        .timer, selector.name, site: timer.site.text, mode: mode?.journalName
      ) {
        Runtime.sendClass(targetClass, selector, timer)
      }
      if !sent.isRecognized { raiseUnrecognizedClassSelector(selector, targetClass) }
      return
    }
    guard let target else { return }
    if isPerform { return deliverPerform(target, selector, userInfo, mode: mode) }
    Journal.deliverRegistered(
      .timer, selector.name, to: target,
      category: Journal.isRecording && timer.site.isOfSDK ? .internal : .functional,
      site: Runtime.method(type(of: target), selector)?.site ?? timer.site.text, mode: mode?.journalName
    ) {
      if !Runtime.sendObject(target, selector, timer) { _sendMessage(target, selector, timer) }
    }
  }
}

func raiseUnrecognizedClassSelector(_ selector: Selector, _ cls: AnyClass) -> Never {
  NSException.raise(
    .invalidArgumentException,
    "+[\(Journal.className(cls)) \(selector.name)]: unrecognized selector sent to class")
}
