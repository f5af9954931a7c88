import TestSupport
import Testing

@testable import CarobFoundation

/// The queue for F-42. Compares it with a sorted list for any sequence of insertions and removals.
@Suite struct TimerQueueTests {
  typealias Entry = TimerQueue.Entry

  /// The live entries, by ticket.
  private struct LiveTickets: TimerLiveness {
    let tickets: Set<UInt64>
    func isLive(_ entry: Entry) -> Bool { tickets.contains(entry.ticket) }
    func prepare(_ entries: UnsafeMutableBufferPointer<Entry>) {}
  }

  /// A queue and the list with which it must agree. A ticket that is not in the list is stale.
  private struct Pair {
    var queue = TimerQueue()
    var list: [Entry] = []
    var nextTicket: UInt64 = 1

    mutating func add(_ deadline: UInt64) {
      let entry = Entry(deadline: deadline, ticket: nextTicket)
      nextTicket += 1
      queue.insert(entry)
      let index = list.firstIndex { entry < $0 } ?? list.count
      list.insert(entry, at: index)
    }

    mutating func take() -> UInt64? {
      let living = LiveTickets(tickets: Set(list.map(\.ticket)))
      var dropped = 0
      while let entry = queue.first(living, dropped: &dropped) {
        queue.removeFirst()
        if living.isLive(entry) { return entry.ticket }
      }
      return nil
    }

    mutating func takesTheEarliest() -> Bool {
      let expected = list.isEmpty ? nil : list.removeFirst().ticket
      // NB: added again so that it counts as live.
      let entry = expected.map { Entry(deadline: 0, ticket: $0) }
      if let entry { list.append(entry) }
      let taken = take()
      if entry != nil { list.removeLast() }
      return taken == expected
    }
  }

  private struct Random {
    var state: UInt64
    mutating func below(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
  }

  @Test(.rule("F-42"), arguments: [1, 2, 3, 4]) func `random entries are returned in order`(_ seed: UInt64) {
    var random = Random(state: seed)
    var pair = Pair()
    var failures = 0
    for step in 0..<6000 {
      // Phases in which the queue grows, is balanced, and shrinks, with many, few, past and distant dates.
      let growing = [8, 5, 3][step / 2000] as UInt64
      if random.below(10) < growing {
        let spread = [10, 1000, 1_000_000_000][Int(random.below(3))] as UInt64
        pair.add(random.below(2) == 0 ? random.below(spread) : UInt64(step) * 1000 + random.below(spread))
      } else if random.below(8) == 0, !pair.list.isEmpty {
        // A timer is invalidated.
        pair.list.remove(at: Int(random.below(UInt64(pair.list.count))))
      } else if !pair.takesTheEarliest() {
        failures += 1
      }
      if step % 1999 == 0 {
        pair.queue.sweep(LiveTickets(tickets: Set(pair.list.map(\.ticket))))
      }
    }
    while !pair.list.isEmpty { if !pair.takesTheEarliest() { failures += 1 } }
    #expect(failures == 0)
    #expect(pair.take() == nil)
    #expect(pair.queue.count == 0)
  }

  @Test(.rule("F-42")) func `entries added in falling, rising and equal order are returned in rising order`()
  {
    var pair = Pair()
    for index in 0..<3000 as Range<UInt64> { pair.add(10_000 - index) }
    var right = (0..<1000).allSatisfy { _ in pair.takesTheEarliest() }
    for index in 0..<3000 as Range<UInt64> { pair.add(5000 + index) }
    for _ in 0..<300 { pair.add(7000) }
    // Each one is earlier than all others, so the last partition would grow without bound.
    for index in 0..<3000 as Range<UInt64> { pair.add(4000 - index) }
    while !pair.list.isEmpty { right = pair.takesTheEarliest() && right }
    #expect(right)
  }

  @Test(.rule("F-42"), arguments: [1, 1000, 1_000_000_000, 1 << 55] as [UInt64])
  func `distant, close, clustered and isolated dates are returned in order`(_ scale: UInt64) {
    var random = Random(state: scale)
    var pair = Pair()
    // A cluster of a thousand, some isolated ones far after it, and one at infinity, so divisions by date are
    // uneven.
    for _ in 0..<1000 { pair.add(random.below(300) * scale) }
    for index in 0..<20 as Range<UInt64> { pair.add((300 + index * 3) * scale) }
    pair.add(.max)
    var right = (0..<400).allSatisfy { _ in pair.takesTheEarliest() }
    // Entries added in between must go to the right partition, including the boundaries.
    for index in 0..<300 as Range<UInt64> { pair.add(index * scale) }
    for index in 0..<300 as Range<UInt64> { pair.add(index * scale + 1) }
    while !pair.list.isEmpty { right = pair.takesTheEarliest() && right }
    #expect(right)
    #expect(pair.take() == nil)
  }

  @Test(.rule("F-42")) func `mayBeDue is false only if no entry is due`() {
    var pair = Pair()
    #expect(!pair.queue.mayBeDue(.max))
    for index in 0..<2000 as Range<UInt64> { pair.add(index * 37 % 2000) }
    var right = true
    while let earliest = pair.list.first?.deadline {
      right = right && pair.queue.mayBeDue(earliest)
      right = pair.takesTheEarliest() && right
      // After any removals the next entry is due at its date.
      if let next = pair.list.first?.deadline { right = right && pair.queue.mayBeDue(next) }
    }
    #expect(right)
    #expect(!pair.queue.mayBeDue(.max))
  }

  @Test(.rule("F-42")) func `stale entries are dropped and counted when their part is sorted`() {
    var queue = TimerQueue()
    for number in 1...40 as ClosedRange<UInt64> {
      queue.insert(Entry(deadline: 100 - number, ticket: number))
    }
    let living = LiveTickets(tickets: [4, 8, 40])
    var (taken, dropped): ([UInt64], Int) = ([], 0)
    while let entry = queue.first(living, dropped: &dropped) {
      taken.append(entry.ticket)
      queue.removeFirst()
    }
    #expect(taken == [40, 8, 4])
    #expect(dropped == 37)
  }

  @Test(.rule("F-36")) func `a visit covers all entries below its bound, which it can lower`() {
    var pair = Pair()
    var random = Random(state: 7)
    for _ in 0..<1000 { pair.add(random.below(100_000)) }
    _ = pair.takesTheEarliest()
    var bound: UInt64 = 30_000
    var seen: [UInt64] = []
    pair.queue.visit(below: &bound) { entry, _ in seen.append(entry.ticket) }
    #expect(seen.sorted() == pair.list.filter { $0.deadline <= 30_000 }.map(\.ticket).sorted())
    var lowered = UInt64.max
    pair.queue.visit(below: &lowered) { entry, bound in
      bound = min(bound, entry.deadline + 5)
    }
    #expect(lowered == pair.list[0].deadline + 5)
  }
}
