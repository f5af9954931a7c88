import CarobRuntime

/// Timers by (fire time, insertion): an array of 16-byte entries that is sorted as far as it was asked for.
///
/// An entry does not keep its timer alive and is not removed when the timer is invalidated: its ticket then names
/// nothing any more, and it is dropped when its turn comes. Stale entries are swept when they are the majority.
///
/// The earliest entries are at the end. Cuts divide the array into parts, each earlier than the one before it and without
/// an order in itself; only the last part is put in order, and divided further until it is small enough for that. So
/// adding a timer costs an append and a few moves, and taking it a share of a sort that runs through memory in order.
// OPTIMIZATION: a heap of a million entries costs a walk to ten places of memory for each timer that fires, and the look
// whether it still waits two more. Here those looks are made for a whole part at once, so that they overlap.
struct TimerQueue {
  struct Entry {
    var deadline: UInt64
    /// The timer's ticket at the time of insertion: a running number and the timer's slot.
    var ticket: UInt64

    @inline(__always)
    static func < (a: Entry, b: Entry) -> Bool {
      a.deadline < b.deadline || (a.deadline == b.deadline && a.ticket < b.ticket)
    }

    /// 0 if it is before the other, else 1; without a branch, because a partition cannot foresee which.
    @inline(__always)
    func isNotBefore(_ other: Entry) -> Int {
      let later = deadline > other.deadline ? 1 : 0
      let equal = deadline == other.deadline ? 1 : 0
      let follows = ticket >= other.ticket ? 1 : 0
      return later | (equal & follows)
    }
  }

  /// A border between two parts: whatever stands before it is not before `limit`, whatever stands behind it is.
  private struct Cut {
    var index: Int
    let limit: Entry
  }

  private var entries: ContiguousArray<Entry> = []
  private var cuts: ContiguousArray<Cut> = []
  /// Whether the last part is in order, the earliest entry last.
  private var isEndOrdered = false

  /// A part of so many entries is put in order, one of four times as many is kept in order.
  private static let part = 48
  /// More cuts than these would be felt when a timer is added: half of them are then given up.
  private static let mostCuts = 48

  var count: Int { entries.count }

  private var endStart: Int { cuts.last?.index ?? 0 }

  // MARK: Adding

  mutating func insert(_ entry: Entry) {
    let start = endStart
    let end = entries.count
    entries.append(entry)
    if cuts.last.map({ entry < $0.limit }) ?? true {
      guard isEndOrdered else { return }
      if end - start < 4 * Self.part {
        placeInOrder(entry, start, end)
      } else {
        isEndOrdered = false
      }
      return
    }
    // Room is made by moving, in each part behind the entry's own, one entry from its beginning to its end.
    entries.withUnsafeMutableBufferPointer { all in
      if isEndOrdered {
        for index in stride(from: end, to: start, by: -1) { all[index] = all[index - 1] }
      } else {
        all[end] = all[start]
      }
      var hole = start
      var cut = cuts.count - 1
      cuts[cut].index += 1
      while cut > 0, !(entry < cuts[cut - 1].limit) {
        cut -= 1
        all[hole] = all[cuts[cut].index]
        hole = cuts[cut].index
        cuts[cut].index += 1
      }
      all[hole] = entry
    }
  }

  private mutating func placeInOrder(_ entry: Entry, _ start: Int, _ end: Int) {
    entries.withUnsafeMutableBufferPointer { all in
      var index = end
      while index > start, all[index - 1] < entry {
        all[index] = all[index - 1]
        index -= 1
      }
      all[index] = entry
    }
  }

  // MARK: Taking

  /// The earliest entry. Entries that `isLive` refuses may be dropped on the way; `dropped` says how many were.
  @inline(__always)
  mutating func first(_ isLive: (Entry) -> Bool, dropped: inout Int) -> Entry? {
    if isEndOrdered, endStart < entries.count { return entries[entries.count - 1] }
    return firstOfNextPart(isLive, &dropped)
  }

  /// Takes away what `first` gave.
  mutating func removeFirst() { entries.removeLast() }

  @inline(never)
  private mutating func firstOfNextPart(_ isLive: (Entry) -> Bool, _ dropped: inout Int) -> Entry? {
    while true {
      if endStart == entries.count {
        isEndOrdered = false
        guard cuts.popLast() != nil else { return nil }
        continue
      }
      if isEndOrdered { return entries[entries.count - 1] }
      divide()
      dropped += dropDead(isLive)
      sortEnd()
    }
  }

  /// Cuts the last part until what is left of it is small.
  private mutating func divide() {
    while entries.count - endStart > Self.part {
      let start = endStart
      let end = entries.count
      let (index, limit) = entries.withUnsafeMutableBufferPointer { all -> (Int, Entry) in
        let limit = Self.middle(all[start], all[start + (end - start) / 2], all[end - 1])
        var border = start
        for index in start..<end {
          let entry = all[index]
          all[index] = all[border]
          all[border] = entry
          border += entry.isNotBefore(limit)
        }
        return (border, limit)
      }
      // NB: no two entries are equal, so the middle one of three has something on either side.
      precondition(start < index && index < end, "equal entries in a timer queue")
      if cuts.count >= Self.mostCuts { cuts.removeFirst(Self.mostCuts / 2) }
      cuts.append(Cut(index: index, limit: limit))
    }
  }

  private static func middle(_ a: Entry, _ b: Entry, _ c: Entry) -> Entry {
    if a < b { return b < c ? b : a < c ? c : a }
    return a < c ? a : b < c ? c : b
  }

  private mutating func dropDead(_ isLive: (Entry) -> Bool) -> Int {
    let start = endStart
    let kept = entries.withUnsafeMutableBufferPointer { all in
      var kept = start
      for index in start..<all.count {
        let entry = all[index]
        all[kept] = entry
        kept += isLive(entry) ? 1 : 0
      }
      return kept
    }
    let dead = entries.count - kept
    entries.removeLast(dead)
    return dead
  }

  private mutating func sortEnd() {
    let start = endStart
    for index in entries.indices.dropFirst(start + 1) { placeInOrder(entries[index], start, index) }
    isEndOrdered = true
  }

  // MARK: All of them

  /// Drops the entries that `isLive` refuses.
  mutating func sweep(_ isLive: (Entry) -> Bool) {
    entries.removeAll { !isLive($0) }
    cuts.removeAll()
    isEndOrdered = false
  }

  /// Calls `visit` for the entries due before a bound that the visits may lower, in no order.
  func visit(below bound: inout UInt64, _ visit: (Entry, inout UInt64) -> Void) {
    var end = entries.count
    for cut in cuts.reversed() {
      for index in cut.index..<end where entries[index].deadline <= bound { visit(entries[index], &bound) }
      if cut.limit.deadline > bound { return }
      end = cut.index
    }
    for index in 0..<end where entries[index].deadline <= bound { visit(entries[index], &bound) }
  }
}
