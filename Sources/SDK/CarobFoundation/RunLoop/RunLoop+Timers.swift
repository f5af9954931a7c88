import CarobRuntime
import Foundation

// The run loop's timers: their queues, and which of them are due.

extension RunLoop {
  /// Adds a timer to a mode. Returns false if it already belongs to another loop (F-31), or if the loop has too
  /// many modes.
  func schedule(_ timer: Timer, _ mode: Mode) -> Bool {
    state.withLock { state in
      let bit: UInt32
      let items: Unmanaged<RunLoopModeItems>
      // NB: a mode that exists already, which is the usual case.
      if let index = state.indexIfKnown(of: mode), index < RunLoop.State.maximumTimerModes {
        bit = 2 << UInt32(index)
        items = .passUnretained(state.modes[index])
        if timer.modes & 1 != 0, state.modes[index].isCommon { return true }
      } else if mode == .common {
        bit = 1
        items = .passUnretained(state.common)
      } else {
        guard let index = state.index(of: mode), index < RunLoop.State.maximumTimerModes else { return false }
        bit = 2 << UInt32(index)
        items = .passUnretained(state.modes[index])
      }
      if !timer.isIn(self) {
        guard timer.loop == nil else { return false }
        timer.loop = self
        timer.slot = state.slots.insert(timer)
        if !timer.isFiring { _ = state.newTicket(timer) }
        if timer.hasTolerance { state.tolerantTimers += 1 }
      }
      guard timer.modes & bit == 0 else { return true }
      timer.modes |= bit
      // NB: a timer in its callback is added to the queues when the callback returns.
      if !timer.isFiring {
        let entry = TimerQueue.Entry(deadline: timer.deadline, ticket: state.slots.ticket(timer.slot))
        items._withUnsafeGuaranteedRef { $0.timers.insert(entry) }
      }
      return true
    }
  }

  /// Warns about a timer that `schedule` did not add because of the number of modes.
  func warnAboutTooManyModes(_ mode: Mode) {
    guard let index = state.withLock({ $0.indexIfKnown(of: mode) }), index >= State.maximumTimerModes else {
      return
    }
    unimplemented(
      "timers in more than \(State.maximumTimerModes) modes of a run loop; those in \(mode.rawValue) do not fire"
    )
  }

  /// The loop's timers; empty if there are so many that checking all of them would be slow.
  var timersForDiagnostics: [Timer] {
    state.withLock { state in
      state.slots.count > 256 ? [] : state.slots.all.map(\.timer)
    }
  }

  /// Removes a timer permanently (F-39). The caller owns the returned reference; that of a timer in its
  /// callback belongs to `fireTimers`.
  func unschedule(_ timer: Timer) -> Unmanaged<Timer>? {
    state.withLock { state in
      guard timer.isIn(self) else { return nil }
      if timer.hasTolerance { state.tolerantTimers -= 1 }
      let reference = state.slots.remove(timer.slot)
      if !timer.isFiring { state.countStale(timer) }
      timer.modes = 0
      timer.loop = nil
      return timer.isFiring ? nil : reference
    }
  }

  /// Releases the timers when the loop is deallocated.
  func forgetTimers() {
    let timers = state.withLock { state in
      let timers = state.slots.all.map(\.timer)
      return timers.map { timer in
        timer.loop = nil
        return state.slots.remove(timer.slot)
      }
    }
    timers.forEach { $0?.release() }
  }

  /// Moves a scheduled timer to another date.
  func reschedule(_ timer: Timer, _ deadline: UInt64) {
    state.withLock { state in
      timer.deadline = deadline
      guard timer.isIn(self), !timer.isFiring else { return }
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

  /// Fires the due timers of `items` in order of date (F-42). Timers added by callbacks wait for a later
  /// pass.
  func fireTimers(_ items: RunLoopModeItems) -> Bool {
    let now = self.now
    var newest: UInt64?
    var fired = false
    var mayBeMore = true
    while mayBeMore {
      let due = state.withLock { state in
        // NB: timers added from here on have a higher sequence number.
        if newest == nil { newest = state.nextNumber << TimerSlots.bits }
        let due = state.takeDue(items, now, before: newest ?? 0)
        mayBeMore = items.timers.mayBeDue(now) || (items.isCommon && state.common.timers.mayBeDue(now))
        return due
      }
      guard let due else { break }
      fired = true
      // OPTIMIZATION: the slot's reference keeps the timer alive during the callback, without another retain.
      let isOver = due._withUnsafeGuaranteedRef { timer in
        timer.fireScheduled(items)
        return !timer.isIn(self) || !rearm(timer)
      }
      if isOver { due.release() }
    }
    return fired
  }

  // F-33, F-35
  /// Schedules the timer again. Returns false if it was invalidated in the meantime.
  private func rearm(_ timer: Timer) -> Bool {
    let isValid = timer.isValid
    let now = self.now
    return state.withLock { state in
      guard timer.isIn(self) else { return false }
      guard isValid else { return true }
      timer.isFiring = false
      if timer.deadline <= timer.firedDeadline {
        // F-33: the first multiple of the interval in the future, so that the schedule does not drift.
        let interval = max(1, instant(timer.interval * 1e9))
        let late = now >= timer.firedDeadline ? now - timer.firedDeadline : 0
        let (next, overflow) = timer.firedDeadline.addingReportingOverflow((late / interval + 1) &* interval)
        timer.deadline = overflow ? .max : next
      }
      state.arm(timer)
      return true
    }
  }
}

extension RunLoop.State {
  /// How many of a loop's modes can have timers: `Timer.modes` has a bit for each, and one for the common modes.
  static var maximumTimerModes: Int { 30 }

  @inline(__always)
  func indexIfKnown(of mode: RunLoop.Mode) -> Int? {
    modes.indices.first { modes[$0].mode == mode }
  }

  mutating func index(of mode: RunLoop.Mode) -> Int? {
    if let index = indexIfKnown(of: mode) { return index }
    return items(mode, create: true).map { _ in modes.count - 1 }
  }

  fileprivate mutating func newTicket(_ timer: Timer) -> UInt64 {
    defer { nextNumber += 1 }
    return slots.wait(timer.slot, number: nextNumber)
  }

  /// Makes a scheduled timer's entries stale.
  fileprivate mutating func forget(_ timer: Timer) {
    slots.stopWaiting(timer.slot)
    countStale(timer)
  }

  /// Counts the timer's entries as stale, and sweeps when stale entries are the majority.
  fileprivate mutating func countStale(_ timer: Timer) {
    staleEntries += timer.modes.nonzeroBitCount
    guard staleEntries > 32 else { return }
    let all = modes.reduce(common.timers.count) { $0 + $1.timers.count }
    guard staleEntries > all / 2 else { return }
    staleEntries = 0
    for items in modes { items.timers.sweep(slots) }
    common.timers.sweep(slots)
  }

  /// Gives the timer a new ticket and adds it to the queues of its modes.
  fileprivate mutating func arm(_ timer: Timer) {
    let entry = TimerQueue.Entry(deadline: timer.deadline, ticket: newTicket(timer))
    if timer.modes & 1 != 0 { common.timers.insert(entry) }
    var bits = timer.modes >> 1
    while bits != 0 {
      modes[bits.trailingZeroBitCount].timers.insert(entry)
      bits &= bits - 1
    }
  }

  /// The earliest live entry of a queue.
  @inline(__always)
  private mutating func top(_ items: RunLoopModeItems) -> TimerQueue.Entry? {
    var dropped = 0
    defer { if dropped > 0 { staleEntries = max(0, staleEntries - dropped) } }
    while let entry = items.timers.first(slots, dropped: &dropped) {
      if slots.isLive(entry) { return entry }
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

  /// Removes the earliest due timer if it was scheduled before `newest`. The slot's reference keeps it alive.
  fileprivate mutating func takeDue(
    _ items: RunLoopModeItems, _ now: UInt64, before newest: UInt64
  ) -> Unmanaged<Timer>? {
    guard let (queue, entry) = earliest(items), entry.deadline <= now, entry.ticket < newest,
      let reference = slots.timer(entry)
    else { return nil }
    queue.timers.removeFirst()
    reference._withUnsafeGuaranteedRef { timer in
      // NB: its entries in other modes' queues become stale, so that a nested run does not fire it again (F-34).
      staleEntries += timer.modes.nonzeroBitCount - 1
      slots.stopWaiting(timer.slot)
      timer.isFiring = true
      timer.firedDeadline = timer.deadline
    }
    return reference
  }

  /// The deadline of the mode's earliest timer.
  mutating func nextFire(_ items: RunLoopModeItems) -> UInt64 { earliest(items)?.entry.deadline ?? .max }

  /// The time at which the loop has to wake up for the mode's timers.
  ///
  /// F-36: a timer with a tolerance may wait for others, so one wake-up serves all timers whose tolerance
  /// intervals overlap: the earliest end of an interval among those that begin before it.
  mutating func nextWake(_ items: RunLoopModeItems, _ first: UInt64) -> UInt64 {
    guard tolerantTimers > 0, first != .max else { return first }
    var bound = UInt64.max
    let slots = self.slots
    func consider(_ entry: TimerQueue.Entry, _ bound: inout UInt64) {
      guard slots.isLive(entry), let timer = slots.timer(entry)?.takeUnretainedValue() else { return }
      let (end, overflow) = timer.deadline.addingReportingOverflow(instant(timer.tolerance * 1e9))
      if !overflow { bound = min(bound, end) }
    }
    items.timers.visit(below: &bound, consider)
    if items.isCommon { common.timers.visit(below: &bound, consider) }
    return bound
  }

  /// Whether the mode has a scheduled timer.
  mutating func hasTimers(_ items: RunLoopModeItems) -> Bool { earliest(items) != nil }
}
