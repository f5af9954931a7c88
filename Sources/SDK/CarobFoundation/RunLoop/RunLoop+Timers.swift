import CarobRuntime
import Foundation

// The loop's side of timers: where they wait, and which of them are due. A ticket is a running number (which decides
// between equal dates) in the upper 40 bits and a slot in the lower 24.

private let slotBits: UInt64 = 24
private let slotMask: UInt64 = (1 << slotBits) - 1

extension RunLoop {
  /// Puts a timer into a mode; false if it belongs to another loop already (F-31).
  func schedule(_ timer: Timer, _ mode: Mode) -> Bool {
    state.withLock { state in
      let bit: UInt32
      let items: RunLoopModeItems
      if mode == .common {
        bit = 1
        items = state.common
      } else {
        guard let index = state.index(of: mode), index < 30 else { return false }
        bit = 2 << UInt32(index)
        items = state.modes[index]
        if items.isCommon, timer.modes & 1 != 0 { return true }
      }
      if let owner = timer.loop {
        guard owner === self else { return false }
      } else {
        timer.loop = self
        state.assignSlot(timer)
        if timer.hasTolerance { state.tolerantTimers += 1 }
      }
      guard timer.modes & bit == 0 else { return true }
      timer.modes |= bit
      // NB: a timer that is in its callback enters the queues when it returns.
      if !timer.isFiring { items.timers.insert(.init(deadline: timer.deadline, ticket: timer.ticket)) }
      return true
    }
  }

  /// The loop's timers; none if there are so many that looking at all of them would be felt.
  var fewTimers: [Timer] {
    state.withLock { state in
      state.slots.count > 256 ? [] : state.slots.compactMap { $0?.takeUnretainedValue() }
    }
  }

  /// Takes a timer out for good (F-39). The caller owns the reference that is returned.
  func unschedule(_ timer: Timer) -> Unmanaged<Timer>? {
    state.withLock { state in
      guard timer.loop === self else { return nil }
      if timer.hasTolerance { state.tolerantTimers -= 1 }
      let slot = Int(timer.slot)
      let reference = state.slots[slot]
      state.slots[slot] = nil
      state.freeSlots.append(UInt32(slot))
      state.forget(timer)
      timer.modes = 0
      timer.loop = nil
      return reference
    }
  }

  /// Moves a waiting timer to another date.
  func reschedule(_ timer: Timer, _ deadline: UInt64) {
    state.withLock { state in
      timer.deadline = deadline
      guard timer.loop === self, !timer.isFiring else { return }
      state.forget(timer)
      state.arm(timer)
    }
    if RunLoop.currentIfAny !== self { wakeUp() }
  }

  func setTolerance(of timer: Timer, _ set: () -> Void) {
    state.withLock { state in
      if timer.hasTolerance { state.tolerantTimers -= 1 }
      set()
      if timer.hasTolerance { state.tolerantTimers += 1 }
    }
  }

  /// Fires the timers of `items` that are due, in order of date (F-42); those that they add wait for a later pass.
  func fireTimers(_ items: RunLoopModeItems) -> Bool {
    let now = clock.now
    let newest = state.withLock { $0.nextTicket << slotBits }
    var fired = false
    while let timer = state.withLock({ $0.takeDue(items, now, before: newest) }) {
      fired = true
      timer.fireScheduled(items.mode)
      guard timer.isValid else { continue }
      rearm(timer)
    }
    return fired
  }

  // F-33, F-35
  private func rearm(_ timer: Timer) {
    let now = clock.now
    state.withLock { state in
      timer.isFiring = false
      guard timer.loop === self else { return }
      if timer.deadline <= timer.firedDeadline {
        // F-33: the smallest n whose date lies in the future; the grid does not shift.
        let interval = max(1, instant(timer.interval * 1e9))
        let late = now >= timer.firedDeadline ? now - timer.firedDeadline : 0
        let (next, overflow) = timer.firedDeadline.addingReportingOverflow((late / interval + 1) &* interval)
        timer.deadline = overflow ? .max : next
      }
      state.arm(timer)
    }
  }
}

extension RunLoop.State {
  mutating func index(of mode: RunLoop.Mode) -> Int? {
    if let index = modes.firstIndex(where: { $0.mode == mode }) { return index }
    return items(mode, create: true).map { _ in modes.count - 1 }
  }

  fileprivate mutating func assignSlot(_ timer: Timer) {
    let slot: UInt32
    if let free = freeSlots.popLast() {
      slot = free
      slots[Int(slot)] = .passRetained(timer)
    } else {
      precondition(slots.count < Int(slotMask), "a run loop holds at most \(slotMask) timers")
      slot = UInt32(slots.count)
      slots.append(.passRetained(timer))
    }
    timer.ticket = newTicket(slot)
  }

  private mutating func newTicket(_ slot: UInt32) -> UInt64 {
    defer { nextTicket += 1 }
    return nextTicket << slotBits | UInt64(slot)
  }

  /// Makes the timer's entries stale, and sweeps when they are the majority.
  fileprivate mutating func forget(_ timer: Timer) {
    guard !timer.isFiring else { return }
    timer.ticket = timer.ticket & slotMask
    staleEntries += timer.modes.nonzeroBitCount
    let all = modes.reduce(common.timers.count) { $0 + $1.timers.count }
    guard staleEntries > 32, staleEntries > all / 2 else { return }
    staleEntries = 0
    for items in modes { items.timers.sweep { isLive($0) } }
    common.timers.sweep { isLive($0) }
  }

  /// Gives the timer a new ticket and puts it into the queues of its modes.
  fileprivate mutating func arm(_ timer: Timer) {
    timer.ticket = newTicket(timer.slot)
    let entry = TimerQueue.Entry(deadline: timer.deadline, ticket: timer.ticket)
    if timer.modes & 1 != 0 { common.timers.insert(entry) }
    var bits = timer.modes >> 1
    while bits != 0 {
      modes[bits.trailingZeroBitCount].timers.insert(entry)
      bits &= bits - 1
    }
  }

  private func timer(_ entry: TimerQueue.Entry) -> Timer? {
    isLive(entry) ? slots[Int(entry.ticket & slotMask)]?.takeUnretainedValue() : nil
  }

  /// Whether the timer still waits for what the entry says; then its deadline is the entry's.
  @inline(__always)
  private func isLive(_ entry: TimerQueue.Entry) -> Bool {
    slots[Int(entry.ticket & slotMask)]?._withUnsafeGuaranteedRef { $0.ticket == entry.ticket } ?? false
  }

  /// The earliest entry of a queue whose timer still waits.
  @inline(__always)
  private mutating func top(_ items: RunLoopModeItems) -> TimerQueue.Entry? {
    var dropped = 0
    defer { if dropped > 0 { staleEntries = max(0, staleEntries - dropped) } }
    while let entry = items.timers.first({ isLive($0) }, dropped: &dropped) {
      if isLive(entry) { return entry }
      items.timers.removeFirst()
      dropped += 1
    }
    return nil
  }

  /// The mode's earliest entry, and the queue that holds it.
  @inline(__always)
  private mutating func earliest(_ items: RunLoopModeItems) -> (
    items: RunLoopModeItems, entry: TimerQueue.Entry
  )? {
    let own = top(items)
    guard items.isCommon, let shared = top(common) else { return own.map { (items, $0) } }
    guard let own else { return (common, shared) }
    return own < shared ? (items, own) : (common, shared)
  }

  /// Takes the earliest timer that is due, if it is older than `newest`.
  fileprivate mutating func takeDue(_ items: RunLoopModeItems, _ now: UInt64, before newest: UInt64) -> Timer?
  {
    guard let (queue, entry) = earliest(items), entry.deadline <= now, entry.ticket < newest,
      let timer = timer(entry)
    else { return nil }
    queue.timers.removeFirst()
    // NB: its entries in other modes' queues become stale, so that a nested run does not fire it again (F-34).
    staleEntries += timer.modes.nonzeroBitCount - 1
    timer.ticket = timer.ticket & slotMask
    timer.isFiring = true
    timer.firedDeadline = timer.deadline
    return timer
  }

  /// When the mode's earliest timer is due.
  mutating func nextFire(_ items: RunLoopModeItems) -> UInt64 { earliest(items)?.entry.deadline ?? .max }

  /// When the loop has to wake up for the mode's timers.
  ///
  /// F-36: a timer with a tolerance may wait for others, so one wake-up serves all whose spans overlap: the earliest
  /// end of a span among those that begin before it.
  mutating func nextWake(_ items: RunLoopModeItems) -> UInt64 {
    let first = nextFire(items)
    guard tolerantTimers > 0, first != .max else { return first }
    var bound = UInt64.max
    let state = self
    func consider(_ entry: TimerQueue.Entry, _ bound: inout UInt64) {
      guard let timer = state.timer(entry) else { return }
      let (end, overflow) = timer.deadline.addingReportingOverflow(instant(timer.tolerance * 1e9))
      if !overflow { bound = min(bound, end) }
    }
    items.timers.visit(below: &bound, consider)
    if items.isCommon { common.timers.visit(below: &bound, consider) }
    return bound
  }

  /// Whether any timer waits in the mode.
  mutating func hasTimers(_ items: RunLoopModeItems) -> Bool { earliest(items) != nil }
}
