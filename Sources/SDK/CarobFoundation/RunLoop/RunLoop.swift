import CarobRuntime
import Foundation
import Glibc
import Synchronization

/// The event loop of a thread. It waits for timers, sources, queued blocks and the main queue, and dispatches
/// them.
///
/// Every thread has one, created on first access. A loop is used only on its own thread, except for
/// `perform`, `add` and `wakeUp`, which any thread may call (F-58). The phases of a pass are in
/// `RunLoop+Pass.swift`.
open class RunLoop: NSObject, @unchecked Sendable {
  // @unchecked because a lock guards `state` and the rest is accessed only on the loop's thread.
  public typealias Mode = Foundation.RunLoop.Mode

  /// The state that other threads may access.
  struct State {
    /// The items added to the common modes. Its timers belong to all common modes.
    let common = RunLoopModeItems(.common)
    /// The modes used so far, in order of first use.
    var modes: [RunLoopModeItems] = []
    var blocks: [QueuedBlock] = []
    /// Messages from other threads. They are an input source, so handling one ends a run (F-53, F-64).
    var performs: [QueuedBlock] = []
    var slots = TimerSlots()
    /// The sequence number of the next ticket.
    var nextNumber: UInt64 = 1
    /// The number of queue entries whose timer was removed or rescheduled.
    var staleEntries = 0
    /// The number of timers with a tolerance. Without any, the earliest date is the next wake-up.
    var tolerantTimers = 0
  }

  struct QueuedBlock {
    let modes: [Mode]
    let cause: UInt64
    let block: () -> Void
  }

  let state = Guarded(State())
  let clock: any RunLoopClock
  /// Whether `clock` is the system clock, which is then read directly.
  private let hasSystemClock: Bool
  let isMain: Bool
  let isWoken = Atomic<Bool>(false)
  /// The number of queued blocks and messages; read without the lock.
  let queuedCount = Atomic<Int>(0)
  let wakeDescriptor = Atomic<Int32>(-1)
  /// The modes of the current runs, innermost last.
  @exclusivity(unchecked) var running: [RunLoopModeItems] = []
  @exclusivity(unchecked) var isStopped = false
  @exclusivity(unchecked) var isServingMainQueue = false
  /// The time at which the loop last ran in the tracking mode.
  @exclusivity(unchecked) var lastTracking: UInt64 = 0
  @exclusivity(unchecked) var lastServed = Wake.nothing
  /// Counts the passes, to detect whether two events are in the same turn.
  @exclusivity(unchecked) var passNumber: UInt64 = 0
  /// The scheduled delayed performs (F-60), and the messages for the next pass.
  @exclusivity(unchecked) var performs: [Timer] = []
  var messages: [OrderedMessage] = []
  /// The modes of the outermost run of the main loop, the current one last (`pushMode`).
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
  /// Set once, before the loop is shared.
  private var bridge: ToolchainLoopBridge?

  /// The mode of the innermost run; nil while the loop is not running.
  open var currentMode: Mode? { running.last?.mode }

  /// The current date of the loop's clock.
  package var currentDate: Date { clock.date(at: clock.now) }

  /// Runs one pass that does not wait, and returns the fire date of the next timer of `mode`; nil if the mode
  /// has neither timers nor sources.
  open func limitDate(forMode mode: Mode) -> Date? {
    guard let items = existingItems(mode), !isEmpty(items) else { return nil }
    _ = run(items, until: 0, end: .afterOneSource)
    let deadline = state.withLock { $0.nextFire(items) }
    return deadline == .max ? .distantFuture : clock.date(at: deadline)
  }

  // MARK: Managing timers and ports

  /// Adds a timer to a mode (F-30, F-31, F-54). It stays there until it is invalidated.
  open func add(_ timer: Timer, forMode mode: Mode) {
    guard timer.isValid else {
      return Journal.warn("Timer is invalid and cannot be used again", rule: "M-19", site: timer.site.text)
    }
    guard schedule(timer, mode) else { return warnAboutTooManyModes(mode) }
    if timer.isRepeating, timer.targetAndSelector != nil { timer.warnAboutDuplicates(timersForDiagnostics) }
    if RunLoop.currentIfAny !== self { wakeUp() }
  }

  /// Keeps a mode from being empty, as on the platform. Ports do not transport messages here.
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

  /// Runs until there are no sources and timers left. The main loop never returns, because it always has the
  /// main queue.
  open func run() {
    while run(mode: .default, before: .distantFuture) {}
  }

  /// Runs until `limitDate`, or until there are no sources and timers left.
  open func run(until limitDate: Date) {
    let limit = clock.nanoseconds(at: limitDate)
    repeat {
      guard run(.default, until: limit) else { return }
    } while clock.now < limit
  }

  /// Runs until one source has been handled or until `limitDate` (F-53).
  ///
  /// Returns false immediately if the mode has no sources and no timers. Firing timers does not end the run.
  @discardableResult
  open func run(mode: Mode, before limitDate: Date) -> Bool {
    run(mode, until: clock.nanoseconds(at: limitDate))
  }

  open func acceptInput(forMode mode: Mode, before limitDate: Date) { run(mode: mode, before: limitDate) }

  private func run(_ mode: Mode, until limit: UInt64) -> Bool {
    guard let items = existingItems(mode), !isEmpty(items) else { return false }
    // NB: with a date in the past, the loop still runs one pass without waiting.
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

  /// The queue for a deferred block: the blocks, or the messages, which are an input source.
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
    // NB: on its own thread the loop checks the queue before it sleeps.
    if RunLoop.currentIfAny !== self { wakeUp() }
  }

  // MARK: For the SDK

  /// Adds an observer that is called at the given phases. UIKit's commit uses `[.beforeWaiting, .exit]`
  /// (E-142).
  @discardableResult
  package func addObserver(
    activities: RunLoopActivity, order: Int = 0, repeats: Bool = true, modes: [Mode] = [.common],
    _ block: @escaping (RunLoopActivity) -> Void
  ) -> RunLoopObserver {
    let observer = RunLoopObserver(self, activities, order: order, repeats: repeats, block)
    state.withLock { state in modes.forEach { state.targets($0).forEach { $0.insert(observer) } } }
    return observer
  }

  /// Adds an input source that is signalled explicitly (version 0).
  package func addSource(
    order: Int = 0, modes: [Mode] = [.common], _ handler: @escaping () -> Void
  ) -> RunLoopSource {
    let source = RunLoopSource(self, order: order, handler)
    state.withLock { state in modes.forEach { state.targets($0).forEach { $0.insert(source) } } }
    return source
  }

  /// Watches a descriptor. `handler` is called when it is readable, or ready for `events`.
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

  /// Makes the innermost run return after its current pass.
  package func stop() {
    isStopped = true
    wakeUp()
  }

  /// Wakes the loop, or keeps it from going to sleep. Any thread may call it.
  package func wakeUp() {
    guard !isWoken.exchange(true, ordering: .sequentiallyConsistent), RunLoop.currentIfAny !== self else {
      return
    }
    bridge?.wakeUp()
    let descriptor = wakeDescriptor.load(ordering: .sequentiallyConsistent)
    if descriptor >= 0 { EventDescriptor.signal(descriptor) }
  }

  /// Whether `runMain` was called, so that the outermost run of the main loop is the app's idle state. Main
  /// thread only.
  @exclusivity(unchecked) nonisolated(unsafe) static var mainRunsForGood = false

  /// Runs the main loop forever, in the mode that was pushed last.
  package static func runMain() -> Never {
    let loop = main
    makeCurrent(loop)
    mainRunsForGood = true
    while true {
      guard let items = loop.existingItems(loop.baseModes[loop.baseModes.count - 1]) else { continue }
      _ = loop.run(items, until: .max, end: .whenStopped)
    }
  }

  /// Switches the outermost run of the main loop to another mode, as a scroll view does during a drag.
  package func pushMode(_ mode: Mode) {
    state.withLock { _ = $0.items(mode, create: true) }
    baseModes.append(mode)
    if running.count == 1 { stop() }
  }

  /// Ends the mode of a `pushMode`.
  package func popMode(_ mode: Mode) {
    if mode == .tracking { lastTracking = clock.now }
    guard let index = baseModes.lastIndex(of: mode), index > 0 else { return }
    baseModes.remove(at: index)
    if running.count == 1 { stop() }
  }

  // MARK: - Implementation

  /// The calling thread's loop; nil if it has not been created.
  @inline(__always)
  static var currentIfAny: RunLoop? {
    guard let raw = pthread_getspecific(currentKey) else { return nil }
    return Unmanaged<RunLoop>.fromOpaque(raw).takeUnretainedValue()
  }

  /// The number of the calling thread's current turn; nil if it has no loop. The main thread always has one.
  static var passOfThisThread: UInt64? {
    currentIfAny?.passNumber ?? (MainQueue.isMainThread ? main.passNumber : nil)
  }

  /// The current time of the loop's clock, in nanoseconds.
  @inline(__always)
  final var now: UInt64 { hasSystemClock ? Clock.nanoseconds : clock.now }

  /// The current time of the clock of the calling thread's timers, in nanoseconds.
  static var currentNow: UInt64 {
    guard let raw = pthread_getspecific(currentKey) else { return Clock.nanoseconds }
    return Unmanaged<RunLoop>.fromOpaque(raw)._withUnsafeGuaranteedRef { $0.now }
  }

  /// The clock of the calling thread's timers.
  static var currentClock: any RunLoopClock { currentIfAny?.clock ?? SystemClock.shared }

  /// Runs `body` with a new loop on the given clock in place of the thread's own loop.
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

  /// Invalidates the timers of a thread that has ended.
  private func tearDown() {
    ThreadLoops.forget(self)
    let timers = state.withLock { $0.slots.all.map(\.timer) }
    timers.forEach { $0.invalidate() }
  }

  /// The items of a mode that was used before, if only by a queued block or message (F-243).
  final func existingItems(_ mode: Mode) -> RunLoopModeItems? {
    state.withLock { state in
      state.items(mode, create: false) ?? (state.hasQueued(mode) ? state.items(mode, create: true) : nil)
    }
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
  /// The items of a mode; nil for `.common`.
  mutating func items(_ mode: RunLoop.Mode, create: Bool) -> RunLoopModeItems? {
    for items in modes where items.mode == mode { return items }
    guard create, mode != .common else { return nil }
    let items = RunLoopModeItems(mode)
    modes.append(items)
    return items
  }

  /// The items to which an item for `mode` is added: that mode's, or those of all common modes and the common
  /// list.
  mutating func targets(_ mode: RunLoop.Mode) -> [RunLoopModeItems] {
    if mode == .common { return [common] + modes.filter(\.isCommon) }
    return items(mode, create: true).map { [$0] } ?? []
  }
}

extension Foundation.RunLoop.Mode {
  /// The mode while a control or a scroll view tracks a touch (F-54).
  public static let tracking = Foundation.RunLoop.Mode(rawValue: "UITrackingRunLoopMode")

  /// The mode's name in the trace; nil for the default mode.
  var journalName: String? {
    switch self {
    case .default: nil
    case .tracking: "tracking"
    default: rawValue
    }
  }
}
