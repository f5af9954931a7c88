import CThreads
import CarobRuntime

/// The retained timers of a loop, each in its own slot with the ticket of its current queue entries.
///
/// A ticket has a sequence number in the upper 40 bits, which orders equal dates, and a slot in the lower 24.
struct TimerSlots {
  static let bits: UInt64 = 24
  static let mask: UInt64 = (1 << bits) - 1

  private struct Slot {
    /// The ticket of the timer's valid entries; without a sequence number while it has none. In a free slot,
    /// the index of the next free slot.
    var ticket: UInt64
    /// Retained; nil in a free slot.
    var timer: Unmanaged<Timer>?
  }
  private var slots: ContiguousArray<Slot> = []
  // NB: free slots form a linked list, because an array of them would grow while a million timers fire, and
  // for such a large allocation the allocator first scans all freed memory.
  private var firstFree = mask

  /// The maximum number of slots ever used at once.
  var count: Int { slots.count }

  /// The timers with their tickets, in no particular order.
  var all: [(timer: Timer, ticket: UInt64)] {
    slots.compactMap { slot in slot.timer.map { ($0.takeUnretainedValue(), slot.ticket) } }
  }

  /// Assigns a slot to the timer and retains it.
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

  /// Frees the slot. The caller owns the returned reference.
  mutating func remove(_ slot: UInt32) -> Unmanaged<Timer>? {
    let reference = slots[Int(slot)].timer
    slots[Int(slot)] = Slot(ticket: firstFree, timer: nil)
    firstFree = UInt64(slot)
    return reference
  }

  /// Gives the timer a new ticket and returns it.
  @inline(__always)
  mutating func wait(_ slot: UInt32, number: UInt64) -> UInt64 {
    let ticket = number << Self.bits | UInt64(slot)
    slots[Int(slot)].ticket = ticket
    return ticket
  }

  /// Makes the timer's entries stale.
  @inline(__always)
  mutating func stopWaiting(_ slot: UInt32) { slots[Int(slot)].ticket = UInt64(slot) }

  @inline(__always)
  func ticket(_ slot: UInt32) -> UInt64 { slots[Int(slot)].ticket }

  /// The timer of a live entry.
  @inline(__always)
  func timer(_ entry: TimerQueue.Entry) -> Unmanaged<Timer>? { slots[Int(entry.ticket & Self.mask)].timer }
}

extension TimerSlots: TimerLiveness {
  @inline(__always)
  func isLive(_ entry: TimerQueue.Entry) -> Bool {
    slots[Int(entry.ticket & Self.mask)].ticket == entry.ticket
  }

  // OPTIMIZATION: a million timers do not fit into the CPU caches. Accessed one by one, each would cost two
  // cache misses; prefetched together, the misses overlap.
  func prepare(_ entries: UnsafeMutableBufferPointer<TimerQueue.Entry>) {
    slots.withUnsafeBufferPointer { slots in
      guard slots.count > Self.cached, let base = slots.baseAddress else { return }
      for entry in entries { carob_prefetch(base + Int(entry.ticket & Self.mask)) }
      for entry in entries {
        guard let timer = slots[Int(entry.ticket & Self.mask)].timer?.toOpaque() else { continue }
        // The allocator's header before it, and all of its 120 bytes.
        carob_prefetch(timer - 8)
        carob_prefetch(timer + 56)
        carob_prefetch(timer + 119)
      }
    }
  }

  /// This few timers are in the caches anyway.
  private static let cached = 1000
}
