import CThreads
import CarobRuntime

/// The timers of a loop, retained, each in a slot of its own, and the ticket of the entries that each waits with.
///
/// A ticket is a running number, which decides between equal dates, in the upper 40 bits, and a slot in the lower 24.
struct TimerSlots {
  static let bits: UInt64 = 24
  static let mask: UInt64 = (1 << bits) - 1

  private struct Slot {
    /// What a queue's entry must have to be the timer's; without a running number while it waits with none. In a free
    /// slot the number of the next free one.
    var ticket: UInt64
    /// Retained; nil in a free slot.
    var timer: Unmanaged<Timer>?
  }
  private var slots: ContiguousArray<Slot> = []
  // NB: free slots are linked, because a list of them would be grown while a million timers fire; to make so large a
  // thing the allocator first looks at everything that was freed.
  private var firstFree = mask

  /// How many slots were ever used at once.
  var count: Int { slots.count }

  /// The timers, in no order, with their tickets.
  var all: [(timer: Timer, ticket: UInt64)] {
    slots.compactMap { slot in slot.timer.map { ($0.takeUnretainedValue(), slot.ticket) } }
  }

  /// Gives the timer a slot and keeps it.
  mutating func insert(_ timer: Timer) -> UInt32 {
    let slot = Slot(ticket: 0, timer: .passRetained(timer))
    if firstFree != Self.mask {
      let index = Int(firstFree)
      firstFree = slots[index].ticket
      slots[index] = slot
      return UInt32(index)
    }
    precondition(slots.count < Int(Self.mask), "a run loop holds at most \(Self.mask) timers")
    slots.append(slot)
    return UInt32(slots.count - 1)
  }

  /// Frees the slot; the caller owns the reference that it kept.
  mutating func remove(_ slot: UInt32) -> Unmanaged<Timer>? {
    let reference = slots[Int(slot)].timer
    slots[Int(slot)] = Slot(ticket: firstFree, timer: nil)
    firstFree = UInt64(slot)
    return reference
  }

  /// Lets the timer wait with a new ticket.
  @inline(__always)
  mutating func wait(_ slot: UInt32, number: UInt64) -> UInt64 {
    let ticket = number << Self.bits | UInt64(slot)
    slots[Int(slot)].ticket = ticket
    return ticket
  }

  /// Lets the timer wait no more, so that its entries are stale.
  @inline(__always)
  mutating func stopWaiting(_ slot: UInt32) { slots[Int(slot)].ticket = UInt64(slot) }

  @inline(__always)
  func ticket(_ slot: UInt32) -> UInt64 { slots[Int(slot)].ticket }

  /// The timer that waits with the entry, which is live.
  @inline(__always)
  func timer(_ entry: TimerQueue.Entry) -> Unmanaged<Timer>? { slots[Int(entry.ticket & Self.mask)].timer }
}

extension TimerSlots: TimerWaiters {
  @inline(__always)
  func isLive(_ entry: TimerQueue.Entry) -> Bool {
    slots[Int(entry.ticket & Self.mask)].ticket == entry.ticket
  }

  // OPTIMIZATION: of a million timers none lies in the processor's caches. Asked for one by one, when it is their turn,
  // each would be waited for twice; together they come in the time of a few.
  func prepare(_ entries: UnsafeMutableBufferPointer<TimerQueue.Entry>) {
    slots.withUnsafeBufferPointer { slots in
      guard slots.count > Self.cached, let base = slots.baseAddress else { return }
      for entry in entries { carob_prefetch(base + Int(entry.ticket & Self.mask)) }
      for entry in entries {
        guard let timer = slots[Int(entry.ticket & Self.mask)].timer?.toOpaque() else { continue }
        // The allocator's word before it, and all of its 120 bytes.
        carob_prefetch(timer - 8)
        carob_prefetch(timer + 56)
        carob_prefetch(timer + 119)
      }
    }
  }

  /// So few timers are in the caches anyway.
  private static let cached = 1000
}
