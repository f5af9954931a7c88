import CarobRuntime
import Foundation
import Glibc
import Synchronization

/// The loop in which a thread waits for input and hands it out: timers, sources, queued blocks, the main queue.
///
/// Every thread has one, made when first asked for. Except for `perform`, `add` and `wakeUp`, which any thread may call,
/// a loop is used on its own thread only (F-58). The phases of a pass are in `RunLoop+Pass.swift`.
open class RunLoop: NSObject, @unchecked Sendable {
  // @unchecked because `state` is behind a lock and the rest is touched on the loop's thread only.
  public typealias Mode = Foundation.RunLoop.Mode

  /// Everything that other threads may touch.
  struct State {
    /// What was added to the common modes; the timers in it stand for all common modes.
    let common = RunLoopModeItems(.common)
    /// The modes that were ever named, in that order.
    var modes: [RunLoopModeItems] = []
    var blocks: [QueuedBlock] = []
    /// Messages from other threads: an input source, so that handling one ends a run (F-53, F-64).
    var performs: [QueuedBlock] = []
    var slots = TimerSlots()
    /// Of the next ticket.
    var nextNumber: UInt64 = 1
    /// Entries of queues whose timer has gone or moved.
    var staleEntries = 0
    /// How many timers have a tolerance: without any, the earliest date is the next wake-up.
    var tolerantTimers = 0
  }

  struct QueuedBlock {
    let modes: [Mode]
    let cause: UInt64
    let block: () -> Void
  }

  let state = Guarded(State())
  let clock: any RunLoopClock
  /// Whether that is the system's, which can then be asked directly.
  private let hasSystemClock: Bool
  let isMain: Bool
  let isWoken = Atomic<Bool>(false)
  /// How many blocks and messages are queued; asked without the lock.
  let queuedCount = Atomic<Int>(0)
  let wakeDescriptor = Atomic<Int32>(-1)
  /// The modes of the runs that are in progress, innermost last.
  @exclusivity(unchecked) var running: [RunLoopModeItems] = []
  @exclusivity(unchecked) var isStopped = false
  @exclusivity(unchecked) var isServingMainQueue = false
  /// When the loop last ran in the tracking mode.
  @exclusivity(unchecked) var lastTracking: UInt64 = 0
  @exclusivity(unchecked) var lastServed = Wake.nothing
  /// Counts the passes, so that "in the same turn" can be told.
  @exclusivity(unchecked) var passNumber: UInt64 = 0
  /// The delayed performs that wait (F-60), and the messages for the next pass.
  @exclusivity(unchecked) var performs: [Timer] = []
  var messages: [OrderedMessage] = []
  /// The mode in which the outermost run of the main loop goes on, innermost last (`pushMode`).
  var baseModes: [Mode] = [.default]
  @exclusivity(unchecked) var pollBuffer = UnsafeMutableBufferPointer<pollfd>.allocate(capacity: 8)

  init(isMain: Bool, clock: any RunLoopClock = SystemClock.shared) {
    self.isMain = isMain
    self.clock = clock
    hasSystemClock = clock === SystemClock.shared
    super.init()
    state.withLock { state in
      _ = state.items(.default, create: true)?.absorb(state.common)
      _ = state.items(.tracking, create: true)?.absorb(state.common)
    }
  }

  deinit {
    forgetTimers()
    pollBuffer.deallocate()
    let descriptor = wakeDescriptor.load(ordering: .relaxed)
    if descriptor >= 0 { close(descriptor) }
  }

  // MARK: Accessing run loops and modes

  /// The calling thread's loop.
  open class var current: RunLoop {
    if let loop = currentIfAny { return loop }
    let loop = MainQueue.isMainThread ? main : ThreadLoops.newLoop()
    makeCurrent(loop)
    return loop
  }

  /// The main thread's loop.
  open class var main: RunLoop { mainLoop }
  private static let mainLoop: RunLoop = {
    let loop = RunLoop(isMain: true)
    loop.bridge = ToolchainLoopBridge(loop)
    return loop
  }()
  /// Set once, before anybody else knows the loop.
  private var bridge: ToolchainLoopBridge?

  /// The mode of the innermost run; nil while the loop does not run.
  open var currentMode: Mode? { running.last?.mode }

  /// What the loop's clock says.
  package var currentDate: Date { clock.date(at: clock.now) }

  /// When the next timer of `mode` is due, after one pass that does not wait; nil if the mode has neither timers nor
  /// sources.
  open func limitDate(forMode mode: Mode) -> Date? {
    guard let items = existingItems(mode), !isEmpty(items) else { return nil }
    _ = run(items, until: 0, end: .afterOneSource)
    let deadline = state.withLock { $0.nextFire(items) }
    return deadline == .max ? .distantFuture : clock.date(at: deadline)
  }

  // MARK: Managing timers and ports

  /// Adds a timer to a mode (F-30, F-31, F-54); it stays until it is invalidated.
  open func add(_ timer: Timer, forMode mode: Mode) {
    guard timer.isValid else {
      return Journal.warn("Timer is invalid and cannot be used again", rule: "M-19", site: timer.site.text)
    }
    guard schedule(timer, mode) else { return }
    if timer.isRepeating, timer.targetAndSelector != nil { timer.warnAboutTwins(timersForDiagnostics) }
    if RunLoop.currentIfAny !== self { wakeUp() }
  }

  /// Keeps the mode from being empty, as on the platform; ports carry no messages here.
  open func add(_ port: Port, forMode mode: Mode) {
    state.withLock { state in
      for items in state.targets(mode) where !items.ports.contains(where: { $0 === port }) {
        items.ports.append(port)
      }
    }
  }

  open func remove(_ port: Port, forMode mode: Mode) {
    state.withLock { state in
      for items in state.targets(mode) { items.ports.removeAll { $0 === port } }
    }
  }

  // MARK: Running a loop

  /// Runs until no sources and timers are left; the main loop always has the main queue, so it never returns.
  open func run() {
    while run(mode: .default, before: .distantFuture) {}
  }

  /// Runs until `limitDate`, or until no sources and timers are left.
  open func run(until limitDate: Date) {
    let limit = clock.nanoseconds(at: limitDate)
    repeat {
      guard run(.default, until: limit) else { return }
    } while clock.now < limit
  }

  /// Waits once for input: returns after one source was handled or at `limitDate` (F-53).
  ///
  /// False, at once, if the mode has no sources and no timers. Timers do not end it.
  @discardableResult
  open func run(mode: Mode, before limitDate: Date) -> Bool {
    run(mode, until: clock.nanoseconds(at: limitDate))
  }

  open func acceptInput(forMode mode: Mode, before limitDate: Date) { run(mode: mode, before: limitDate) }

  private func run(_ mode: Mode, until limit: UInt64) -> Bool {
    guard let items = existingItems(mode), !isEmpty(items) else { return false }
    // NB: a date that has passed still gives one pass that does not wait.
    _ = run(items, until: limit <= clock.now ? 0 : limit, end: .afterOneSource)
    return true
  }

  // MARK: Queueing blocks

  /// Runs `block` in the loop's next pass in the default mode (F-57). Any thread may call it.
  @preconcurrency
  open func perform(_ block: @escaping @Sendable () -> Void) { perform(inModes: [.default], block: block) }

  /// Runs `block` in the loop's next pass in one of the modes (F-57). Any thread may call it.
  @preconcurrency
  open func perform(inModes modes: [Mode], block: @escaping @Sendable () -> Void) {
    enqueue(modes, block)
  }

  /// Where something waits for a pass: among the blocks, or among the messages, which are an input source.
  enum Queue { case blocks, performs }

  final func enqueue(_ modes: [Mode], in queue: Queue = .blocks, _ block: @escaping () -> Void) {
    let item = QueuedBlock(modes: modes, cause: Journal.cause, block: block)
    state.withLock { state in
      switch queue {
      case .blocks: state.blocks.append(item)
      case .performs: state.performs.append(item)
      }
      queuedCount.wrappingAdd(1, ordering: .releasing)
    }
    // NB: on its own thread the loop looks at the queue before it sleeps.
    if RunLoop.currentIfAny !== self { wakeUp() }
  }

  // MARK: For the SDK

  /// Adds a block that is called at some phases. UIKit's commit is one at `[.beforeWaiting, .exit]` (E-142).
  @discardableResult
  package func addObserver(
    activities: RunLoopActivity, order: Int = 0, repeats: Bool = true, modes: [Mode] = [.common],
    _ block: @escaping (RunLoopActivity) -> Void
  ) -> RunLoopObserver {
    let observer = RunLoopObserver(self, activities, order: order, repeats: repeats, block)
    state.withLock { state in modes.forEach { state.targets($0).forEach { $0.insert(observer) } } }
    return observer
  }

  /// Adds an input source that somebody signals (version 0).
  package func addSource(
    order: Int = 0, modes: [Mode] = [.common], _ handler: @escaping () -> Void
  ) -> RunLoopSource {
    let source = RunLoopSource(self, order: order, handler)
    state.withLock { state in modes.forEach { state.targets($0).forEach { $0.insert(source) } } }
    return source
  }

  /// Watches a descriptor; `handler` is called when it can be read (or what `events` says).
  @discardableResult
  package func addDescriptor(
    _ descriptor: Int32, events: Int16 = Int16(POLLIN), modes: [Mode] = [.common],
    handler: @escaping () -> Void
  ) -> RunLoopDescriptor {
    let item = RunLoopDescriptor(self, descriptor, events, handler)
    state.withLock { state in modes.forEach { state.targets($0).forEach { $0.insert(item) } } }
    if RunLoop.currentIfAny !== self { wakeUp() }
    return item
  }

  /// Makes a mode one of the common modes (F-54).
  package func addCommonMode(_ mode: Mode) {
    state.withLock { state in
      guard let items = state.items(mode, create: true), !items.isCommon else { return }
      items.absorb(state.common)
    }
  }

  /// Whether a mode is one of the common modes.
  final func isCommon(_ mode: Mode) -> Bool {
    state.withLock { $0.items(mode, create: false)?.isCommon ?? false }
  }

  /// Lets the innermost run return after its current pass.
  package func stop() {
    isStopped = true
    wakeUp()
  }

  /// Ends the loop's sleep, or keeps it from going to sleep. Any thread.
  package func wakeUp() {
    guard !isWoken.exchange(true, ordering: .sequentiallyConsistent), RunLoop.currentIfAny !== self else {
      return
    }
    bridge?.wakeUp()
    let descriptor = wakeDescriptor.load(ordering: .sequentiallyConsistent)
    if descriptor >= 0 { EventDescriptor.signal(descriptor) }
  }

  /// `runMain` was called: the outermost run of the main loop is the one in which the app waits for what comes. Main thread only.
  @exclusivity(unchecked) nonisolated(unsafe) static var mainRunsForGood = false

  /// Runs the main loop for ever, in the mode that was pushed last.
  package static func runMain() -> Never {
    let loop = main
    makeCurrent(loop)
    mainRunsForGood = true
    while true {
      guard let items = loop.existingItems(loop.baseModes[loop.baseModes.count - 1]) else { continue }
      _ = loop.run(items, until: .max, end: .whenStopped)
    }
  }

  /// Puts the outermost run of the main loop into another mode, as a scroll view does while a finger drags it.
  package func pushMode(_ mode: Mode) {
    state.withLock { _ = $0.items(mode, create: true) }
    baseModes.append(mode)
    if running.count == 1 { stop() }
  }

  /// Ends what `pushMode` began.
  package func popMode(_ mode: Mode) {
    if mode == .tracking { lastTracking = clock.now }
    guard let index = baseModes.lastIndex(of: mode), index > 0 else { return }
    baseModes.remove(at: index)
    if running.count == 1 { stop() }
  }

  // MARK: - Inside

  /// The calling thread's loop, if it was ever asked for.
  @inline(__always)
  static var currentIfAny: RunLoop? {
    guard let raw = pthread_getspecific(currentKey) else { return nil }
    return Unmanaged<RunLoop>.fromOpaque(raw).takeUnretainedValue()
  }

  /// Which turn the calling thread is in; nil if it has no loop. The main thread has one before it asks for it.
  static var passOfThisThread: UInt64? {
    currentIfAny?.passNumber ?? (MainQueue.isMainThread ? main.passNumber : nil)
  }

  /// What the loop's clock says.
  @inline(__always)
  final var now: UInt64 { hasSystemClock ? Clock.nanoseconds : clock.now }

  /// What the clock says by which the calling thread's timers go.
  static var currentNow: UInt64 {
    guard let raw = pthread_getspecific(currentKey) else { return Clock.nanoseconds }
    return Unmanaged<RunLoop>.fromOpaque(raw)._withUnsafeGuaranteedRef { $0.now }
  }

  /// The clock by which the calling thread's timers go.
  static var currentClock: any RunLoopClock { currentIfAny?.clock ?? SystemClock.shared }

  /// Runs `body` with a new loop on a clock of the caller's in the place of the thread's own.
  package static func withLoop<R>(on clock: any RunLoopClock, _ body: (RunLoop) throws -> R) rethrows -> R {
    let own = pthread_getspecific(currentKey)
    let loop = RunLoop(isMain: false, clock: clock)
    pthread_setspecific(currentKey, Unmanaged.passUnretained(loop).toOpaque())
    defer {
      loop.tearDown()
      pthread_setspecific(currentKey, own)
    }
    return try body(loop)
  }

  private static func makeCurrent(_ loop: RunLoop) {
    let old = pthread_getspecific(currentKey)
    pthread_setspecific(currentKey, Unmanaged.passRetained(loop).toOpaque())
    if let old { releaseLoop(old) }
  }

  private static let currentKey: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { raw in if let raw { releaseLoop(raw) } }
    return key
  }()

  private static func releaseLoop(_ raw: UnsafeMutableRawPointer) {
    let loop = Unmanaged<RunLoop>.fromOpaque(raw).takeRetainedValue()
    if !loop.isMain { loop.tearDown() }
  }

  /// Ends the timers of a thread that has ended.
  private func tearDown() {
    ThreadLoops.forget(self)
    let timers = state.withLock { $0.slots.all.map(\.timer) }
    timers.forEach { $0.invalidate() }
  }

  final func existingItems(_ mode: Mode) -> RunLoopModeItems? {
    state.withLock { $0.items(mode, create: false) }
  }

  final func remove(_ observer: RunLoopObserver) {
    state.withLock { state in
      for items in state.modes + [state.common] { items.observers.removeAll { $0 === observer } }
    }
  }

  final func remove(_ source: RunLoopSource) {
    state.withLock { state in
      for items in state.modes + [state.common] { items.sources.removeAll { $0 === source } }
    }
  }

  final func remove(_ descriptor: RunLoopDescriptor) {
    state.withLock { state in
      for items in state.modes + [state.common] { items.descriptors.removeAll { $0 === descriptor } }
    }
  }
}

extension RunLoop.State {
  /// The items of a real mode; `.common` names none.
  mutating func items(_ mode: RunLoop.Mode, create: Bool) -> RunLoopModeItems? {
    for items in modes where items.mode == mode { return items }
    guard create, mode != .common else { return nil }
    let items = RunLoopModeItems(mode)
    modes.append(items)
    return items
  }

  /// Where an item for `mode` goes: that mode, or all the common modes and their list.
  mutating func targets(_ mode: RunLoop.Mode) -> [RunLoopModeItems] {
    if mode == .common { return [common] + modes.filter(\.isCommon) }
    return items(mode, create: true).map { [$0] } ?? []
  }
}

extension Foundation.RunLoop.Mode {
  /// The mode while a control or a scroll view tracks a finger (F-54).
  public static let tracking = Foundation.RunLoop.Mode(rawValue: "UITrackingRunLoopMode")

  /// The mode's name in the trace: nil for the default one.
  var journalName: String? {
    switch self {
    case .default: nil
    case .tracking: "tracking"
    default: rawValue
    }
  }
}
