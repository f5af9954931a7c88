import CarobRuntime
import Foundation

/// Calls a block or sends a message once or at regular times, from the run loop that it was added to.
///
/// A timer fires when a pass of its loop in one of its modes notices that its date has come, never earlier (F-32). The
/// loop keeps the timer, and the timer its target, until it is invalidated (F-40).
open class Timer: NSObject, @unchecked Sendable {
  // @unchecked because the lock of the loop guards the fields that the loop reads; the rest changes on its thread only.

  // NB: a million of these must fit: 120 bytes with the header. What few timers have is in `extras`.
  @exclusivity(unchecked) var deadline: UInt64
  @exclusivity(unchecked) var firedDeadline: UInt64 = 0
  /// The interval of one that repeats; of any other the date that it was asked to fire at, NaN for none.
  // OPTIMIZATION: one word for both, because a timer of either kind has no use for the other's.
  @exclusivity(unchecked) private var intervalOrDate: Double
  /// Its place in the loop.
  @exclusivity(unchecked) var slot: UInt32 = 0
  @exclusivity(unchecked) var modes: UInt32 = 0
  @exclusivity(unchecked) var isFiring = false
  @exclusivity(unchecked) private var valid = true
  /// Whether a misuse of it has been told: once is enough.
  @exclusivity(unchecked) var hasBeenWarnedOf = false
  private let repeats: Bool
  private let cause: UInt64
  // OPTIMIZATION: no reference; a loop that goes tells its timers.
  @exclusivity(unchecked) private var loopReference: Unmanaged<RunLoop>?
  @exclusivity(unchecked) private var block: ((Timer) -> Void)?
  @exclusivity(unchecked) private var extras: TimerExtras?
  let site: SourceSite

  // MARK: Creating a timer

  /// A timer that never fires: what `var timer = Timer()` holds until the real one comes.
  public override convenience init() {
    self.init(timeInterval: 0, repeats: false) { _ in }
    invalidate()
  }

  /// A timer that calls a block; it has to be added to a run loop (F-30).
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

  /// A timer that calls a block at a date and then, if it repeats, at that grid.
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

  /// A timer that sends a message, with itself as the argument (F-43).
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

  /// A timer that sends a message at a date and then, if it repeats, at that grid.
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

  /// The timer of a delayed perform (F-60).
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

  /// Fires now (F-41): a repeating timer's schedule is not touched, a one-shot is invalidated.
  open func fire() {
    guard valid else { return }
    deliver(RunLoop.currentIfAny?.running.last)
    if !repeats { invalidate() }
  }

  // MARK: Stopping

  /// Takes the timer out of its loop for good and lets go of target, user info and block (F-39).
  open func invalidate() {
    guard valid else { return }
    valid = false
    let reference = loopReference?._withUnsafeGuaranteedRef { $0.unschedule(self) }
    block = nil
    extras = nil
    reference?.release()
  }

  // MARK: Asking

  /// Whether it can still fire.
  open var isValid: Bool { valid }

  /// When it fires next. Setting it moves a waiting timer; see F-35 for setting it in the callback.
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

  /// Keeps a date that was asked for, as the clock can give it back only nearly.
  private func remember(_ date: Date) {
    guard valid else { return }
    guard repeats else { return intervalOrDate = date.timeIntervalSinceReferenceDate }
    if extras == nil { extras = TimerExtras() }
    extras?.setDate = (deadline, date)
  }

  /// Seconds between two firings; 0 for a one-shot.
  open var timeInterval: TimeInterval { interval }
  @inline(__always) var interval: Double { repeats ? intervalOrDate : 0 }

  /// How many seconds it may be late, so that wake-ups can be shared (F-36).
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

  /// What the creator wanted to have at hand.
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

  // MARK: - Inside

  /// The loop that it was added to.
  var loop: RunLoop? {
    @inline(__always) get { loopReference?.takeUnretainedValue() }
    @inline(__always) set { loopReference = newValue.map { .passUnretained($0) } }
  }
  @inline(__always)
  func isIn(_ loop: RunLoop) -> Bool {
    loopReference?.toOpaque() == Unmanaged.passUnretained(loop).toOpaque()
  }

  var hasTolerance: Bool { (extras?.tolerance ?? 0) > 0 }

  /// What the inspector shows: the object that it sends to, and what.
  package var targetAndSelector: (target: AnyObject, selector: Selector)? {
    guard let extras, let target = extras.target, let selector = extras.selector else { return nil }
    return (target, selector)
  }
  package var isRepeating: Bool { repeats }
  /// What a delayed perform sends.
  var performance: TimerExtras? { extras }

  /// Called by the loop when the date has come.
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

/// What only some timers have.
final class TimerExtras {
  var tolerance = 0.0
  /// A date that was set for one that repeats, and the deadline that it became.
  var setDate: (deadline: UInt64, date: Date)?
  let target: AnyObject?
  private let targetClass: AnyClass?
  let selector: Selector?
  /// For a delayed perform its argument.
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
      if !Runtime.sendObject(target, selector, timer) { sendMessage(target, selector, timer) }
    }
  }
}

func raiseUnrecognizedClassSelector(_ selector: Selector, _ cls: AnyClass) -> Never {
  NSException.raise(
    .invalidArgumentException,
    "+[\(Journal.className(cls)) \(selector.name)]: unrecognized selector sent to class")
}
