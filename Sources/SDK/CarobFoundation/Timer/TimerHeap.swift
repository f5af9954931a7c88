import CarobRuntime

/// Timers by (fire time, insertion): a four-ary heap of 16-byte entries.
///
/// An entry does not keep its timer alive and is not removed when the timer is invalidated: its ticket then names
/// nothing any more, and it is dropped when it comes to the top. Stale entries are swept when they are the majority.
struct TimerHeap {
  struct Entry {
    var deadline: UInt64
    /// The timer's ticket at the time of insertion: a running number and the timer's slot.
    var ticket: UInt64
  }

  private(set) var entries: ContiguousArray<Entry> = []

  var isEmpty: Bool { entries.isEmpty }

  @inline(__always)
  private static func precedes(_ a: Entry, _ b: Entry) -> Bool {
    a.deadline < b.deadline || (a.deadline == b.deadline && a.ticket < b.ticket)
  }

  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    entries.withUnsafeMutableBufferPointer { heap in
      var index = heap.count - 1
      while index > 0 {
        let parent = (index - 1) >> 2
        if !Self.precedes(entry, heap[parent]) { break }
        heap[index] = heap[parent]
        index = parent
      }
      heap[index] = entry
    }
  }

  @inline(__always) var first: Entry? { entries.isEmpty ? nil : entries[0] }

  mutating func removeFirst() {
    let last = entries.removeLast()
    guard !entries.isEmpty else { return }
    entries.withUnsafeMutableBufferPointer { Self.siftDown(last, from: 0, $0) }
  }

  /// Drops the entries that `isLive` refuses.
  mutating func sweep(_ isLive: (Entry) -> Bool) {
    entries.removeAll { !isLive($0) }
    guard entries.count > 1 else { return }
    entries.withUnsafeMutableBufferPointer { heap in
      for index in stride(from: (heap.count - 2) >> 2, through: 0, by: -1) {
        Self.siftDown(heap[index], from: index, heap)
      }
    }
  }

  private static func siftDown(_ entry: Entry, from start: Int, _ heap: UnsafeMutableBufferPointer<Entry>) {
    var index = start
    let count = heap.count
    while true {
      let firstChild = index << 2 + 1
      guard firstChild < count else { break }
      var best = firstChild
      for child in (firstChild + 1)..<max(firstChild + 1, min(firstChild + 4, count))
      where precedes(heap[child], heap[best]) { best = child }
      if !precedes(heap[best], entry) { break }
      heap[index] = heap[best]
      index = best
    }
    heap[index] = entry
  }

  /// Calls `visit` for the entries due before a bound that the visits may lower.
  func visit(below bound: inout UInt64, _ visit: (Entry, inout UInt64) -> Void) {
    visitNode(0, &bound, visit)
  }

  private func visitNode(_ index: Int, _ bound: inout UInt64, _ visit: (Entry, inout UInt64) -> Void) {
    guard index < entries.count, entries[index].deadline <= bound else { return }
    visit(entries[index], &bound)
    for child in (index << 2 + 1)...(index << 2 + 4) { visitNode(child, &bound, visit) }
  }
}
