import CarobFoundation
import CoreGraphics

/// Tracks the rows or items that a list has asked its data source to prefetch (E-390).
///
/// Pure: takes the visible index paths and those ahead, and returns the ones to prefetch and the ones to
/// cancel.
struct PrefetchWindow {
  /// Index paths that were prefetched and are neither displayed nor canceled, in order.
  private var announced: [IndexPath] = []
  private var lastOffset: CGFloat?
  private var isForward = true

  /// Whether the list scrolls forward, given its current offset; updates the last offset.
  mutating func isGoingForward(at offset: CGFloat) -> Bool {
    if let lastOffset, offset != lastOffset { isForward = offset > lastOffset }
    lastOffset = offset
    return isForward
  }

  mutating func update(shown: [IndexPath], ahead: [IndexPath]) -> (fetch: [IndexPath], cancel: [IndexPath]) {
    let (shown, near, known) = (Set(shown), Set(ahead), Set(announced))
    let cancel = announced.filter { !near.contains($0) && !shown.contains($0) }
    let fetch = ahead.filter { !known.contains($0) && !shown.contains($0) }
    announced = announced.filter { near.contains($0) && !shown.contains($0) } + fetch
    return (fetch, cancel)
  }

  /// Forgets all prefetched index paths, because the rows have changed.
  mutating func forget() { announced = [] }
}
