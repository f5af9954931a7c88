import CarobRuntime

/// Knows which entries of a timer queue are still valid.
protocol TimerLiveness {
  /// Whether the entry is still the current one of its timer.
  func isLive(_ entry: TimerQueue.Entry) -> Bool
  /// Announces that `isLive` will be called for all of these entries and that most of their timers will be
  /// used soon.
  func prepare(_ entries: UnsafeMutableBufferPointer<TimerQueue.Entry>)
}

/// A priority queue of timers by (fire time, insertion order): a lazily sorted array of 16-byte entries.
///
/// An entry does not retain its timer and is not removed when the timer is invalidated: its ticket then
/// becomes stale, and the entry is dropped when its turn comes. Stale entries are swept when they are the
/// majority.
///
/// The earliest entries are at the end. Boundaries divide the array into partitions: each is earlier than the
/// preceding one and unordered inside. Only the last partition is sorted, after it has been divided until it
/// is small enough. So adding a timer costs an append and a few moves, and removing it a share of a sort that
/// accesses memory sequentially.
// OPTIMIZATION: a heap of a million entries needs ten cache misses for each timer that fires, and two more to
// check that it is still live. Here a whole partition is checked at once, so that the misses overlap. A large
// partition is divided into eight in three passes, not into two in one: a million entries are then moved five
// times, not fifteen.
struct TimerQueue {
  struct Entry {
    var deadline: UInt64
    /// The timer's ticket at insertion: a sequence number and the timer's slot.
    var ticket: UInt64

    @inline(__always)
    static func < (a: Entry, b: Entry) -> Bool {
      a.deadline < b.deadline || (a.deadline == b.deadline && a.ticket < b.ticket)
    }

    /// 0 if it is before the other, else 1. Branch-free, because the branch would be unpredictable during
    /// partitioning.
    @inline(__always)
    func isNotBefore(_ other: Entry) -> Int {
      let later = deadline > other.deadline ? 1 : 0
      let equal = deadline == other.deadline ? 1 : 0
      let follows = ticket >= other.ticket ? 1 : 0
      return later | (equal & follows)
    }
  }

  /// The boundary between two partitions: entries at lower indices are not before `pivot`, those at higher
  /// indices are.
  private struct Boundary {
    var index: Int
    let pivot: Entry
  }

  private var entries: ContiguousArray<Entry> = []
  private var boundaries: ContiguousArray<Boundary> = []
  /// Whether the last partition is sorted, with the earliest entry last.
  private var isEndOrdered = false

  /// A partition of up to this many entries is sorted; one of up to four times as many is kept sorted.
  private static let part = 48
  /// A partition with more entries than this is divided by date.
  private static let largePart = 256
  /// The maximum number of boundaries. More would slow down insertion, so half of them are then discarded.
  private static let maxBoundaries = 48

  var count: Int { entries.count }

  private var endStart: Int { boundaries.last?.index ?? 0 }

  // MARK: Adding

  mutating func insert(_ entry: Entry) {
    let start = endStart
    let end = entries.count
    entries.append(entry)
    if boundaries.last.map({ entry < $0.pivot }) ?? true {
      guard isEndOrdered else { return }
      if end - start < 4 * Self.part {
        entries.withUnsafeMutableBufferPointer { Self.placeInOrder(&$0, entry, start, end) }
      } else {
        isEndOrdered = false
      }
      return
    }
    // Makes room by moving, in each partition after the entry's own, one entry from its start to its end.
    entries.withUnsafeMutableBufferPointer { all in
      if isEndOrdered {
        for index in stride(from: end, to: start, by: -1) { all[index] = all[index - 1] }
      } else {
        all[end] = all[start]
      }
      var hole = start
      var boundary = boundaries.count - 1
      boundaries[boundary].index += 1
      while boundary > 0, !(entry < boundaries[boundary - 1].pivot) {
        boundary -= 1
        all[hole] = all[boundaries[boundary].index]
        hole = boundaries[boundary].index
        boundaries[boundary].index += 1
      }
      all[hole] = entry
    }
  }

  @inline(__always)
  private static func placeInOrder(
    _ all: inout UnsafeMutableBufferPointer<Entry>, _ entry: Entry, _ start: Int, _ end: Int
  ) {
    var index = end
    while index > start, all[index - 1] < entry {
      all[index] = all[index - 1]
      index -= 1
    }
    all[index] = entry
  }

  // MARK: Removing

  /// The earliest live entry. Stale entries may be dropped on the way; `dropped` is increased by their
  /// number.
  @inline(__always)
  mutating func first(_ waiters: some TimerLiveness, dropped: inout Int) -> Entry? {
    let count = entries.count
    if count == 0 { return nil }
    if isEndOrdered, endStart < count { return entries[count - 1] }
    return firstOfNextPart(waiters, &dropped)
  }

  /// Whether an entry may be due; false only if none is.
  @inline(__always)
  func mayBeDue(_ now: UInt64) -> Bool {
    guard let last = entries.last else { return false }
    return !isEndOrdered || endStart == entries.count || last.deadline <= now
  }

  /// Removes the entry that `first` returned.
  mutating func removeFirst() { entries.removeLast() }

  @inline(never)
  private mutating func firstOfNextPart(_ waiters: some TimerLiveness, _ dropped: inout Int) -> Entry? {
    while true {
      if endStart == entries.count {
        isEndOrdered = false
        guard boundaries.popLast() != nil else { return nil }
        continue
      }
      if isEndOrdered { return entries[entries.count - 1] }
      divide()
      dropped += dropDead(waiters)
      sortEnd()
    }
  }

  /// Divides the last partition until the remaining one is small.
  private mutating func divide() {
    var isUneven = false
    while entries.count - endStart > Self.part {
      let count = entries.count - endStart
      if count > Self.largePart, !isUneven, divideByDate() {
        // NB: otherwise outlying dates would need one division each.
        isUneven = entries.count - endStart > count / 2
      } else {
        divideByTwo()
        isUneven = false
      }
    }
  }

  private mutating func append(_ boundary: Boundary) {
    if boundaries.count >= Self.maxBoundaries { boundaries.removeFirst(Self.maxBoundaries / 2) }
    boundaries.append(boundary)
  }

  /// Divides the last partition at one of its entries.
  private mutating func divideByTwo() {
    let start = endStart
    let end = entries.count
    let (index, pivot) = entries.withUnsafeMutableBufferPointer { all -> (Int, Entry) in
      let pivot = Self.middle(all[start], all[start + (end - start) / 2], all[end - 1])
      var border = start
      for index in start..<end {
        let entry = all[index]
        all[index] = all[border]
        all[border] = entry
        border += entry.isNotBefore(pivot)
      }
      return (border, pivot)
    }
    // NB: no two entries are equal, so the median of three has entries on both sides.
    precondition(start < index && index < end, "equal entries in a timer queue")
    append(Boundary(index: index, pivot: pivot))
  }

  /// Divides the last partition at up to seven equidistant dates. Returns false if its dates are too close
  /// together or too far apart.
  private mutating func divideByDate() -> Bool {
    let start = endStart
    let end = entries.count
    let found: [Boundary] = entries.withUnsafeMutableBufferPointer { all in
      var earliest = UInt64.max
      var latest = UInt64.min
      for index in start..<end {
        earliest = min(earliest, all[index].deadline)
        latest = max(latest, all[index].deadline)
      }
      let span = latest - earliest
      guard span >= 64, span < 1 << 60 else { return [] }
      let buckets = DateBuckets(earliest: earliest, span: span)
      return withUnsafeTemporaryAllocation(of: Int.self, capacity: 2 * DateBuckets.count) { places in
        places.initialize(repeating: 0)
        let (next, ends) = (
          places.baseAddress.unsafelyUnwrapped, places.baseAddress.unsafelyUnwrapped + DateBuckets.count
        )
        for index in start..<end { next[buckets.bucket(all[index].deadline)] += 1 }
        // The latest dates come first.
        var place = start
        for bucket in (0..<DateBuckets.count).reversed() {
          let count = next[bucket]
          next[bucket] = place
          place += count
          ends[bucket] = place
        }
        for bucket in 0..<DateBuckets.count {
          while next[bucket] < ends[bucket] {
            var entry = all[next[bucket]]
            var own = buckets.bucket(entry.deadline)
            while own != bucket {
              swap(&entry, &all[next[own]])
              next[own] += 1
              own = buckets.bucket(entry.deadline)
            }
            all[next[bucket]] = entry
            next[bucket] += 1
          }
        }
        return (1..<DateBuckets.count).reversed().compactMap { bucket in
          let index = ends[bucket]
          let isEmpty = index == start || index == ends[bucket - 1]
          return isEmpty
            ? nil : Boundary(index: index, pivot: Entry(deadline: buckets.first(bucket), ticket: 0))
        }
      }
    }
    for boundary in found { append(boundary) }
    return !found.isEmpty
  }

  /// Time buckets of equal length, and the mapping from a date to its bucket.
  private struct DateBuckets {
    static let count = 8
    let earliest: UInt64
    /// The factor for distances from the earliest date; the upper half of the product is the bucket's index.
    private let factor: UInt64

    init(earliest: UInt64, span: UInt64) {
      self.earliest = earliest
      factor = UInt64.max / (span / UInt64(Self.count) + 1)
    }

    @inline(__always)
    func bucket(_ deadline: UInt64) -> Int {
      Int(truncatingIfNeeded: (deadline &- earliest).multipliedFullWidth(by: factor).high)
    }

    /// The first date of a bucket.
    func first(_ bucket: Int) -> UInt64 {
      let (quotient, remainder) = factor.dividingFullWidth((UInt64(bucket), 0))
      return earliest + quotient + (remainder > 0 ? 1 : 0)
    }
  }

  private static func middle(_ a: Entry, _ b: Entry, _ c: Entry) -> Entry {
    if a < b { return b < c ? b : a < c ? c : a }
    return a < c ? a : b < c ? c : b
  }

  private mutating func dropDead(_ waiters: some TimerLiveness) -> Int {
    let start = endStart
    let kept = entries.withUnsafeMutableBufferPointer { all in
      waiters.prepare(.init(rebasing: all[start...]))
      var kept = start
      for index in start..<all.count {
        let entry = all[index]
        all[kept] = entry
        kept += waiters.isLive(entry) ? 1 : 0
      }
      return kept
    }
    let dead = entries.count - kept
    entries.removeLast(dead)
    return dead
  }

  private mutating func sortEnd() {
    let start = endStart
    entries.withUnsafeMutableBufferPointer { all in
      for end in all.indices.dropFirst(start + 1) { Self.placeInOrder(&all, all[end], start, end) }
    }
    isEndOrdered = true
  }

  // MARK: All entries

  /// Removes all stale entries.
  mutating func sweep(_ waiters: some TimerLiveness) {
    entries.removeAll { !waiters.isLive($0) }
    boundaries.removeAll()
    isEndOrdered = false
  }

  /// Calls `visit` in no particular order for the entries due before a bound. `visit` may lower the bound.
  func visit(below bound: inout UInt64, _ visit: (Entry, inout UInt64) -> Void) {
    var end = entries.count
    for boundary in boundaries.reversed() {
      for index in boundary.index..<end where entries[index].deadline <= bound {
        visit(entries[index], &bound)
      }
      if boundary.pivot.deadline > bound { return }
      end = boundary.index
    }
    for index in 0..<end where entries[index].deadline <= bound { visit(entries[index], &bound) }
  }
}
