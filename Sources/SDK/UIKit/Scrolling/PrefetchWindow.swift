import CarobFoundation
import CoreGraphics

/// Which rows or items a list was asked to have ready, and which come next (E-390).
///
/// Pure: it is told what is on screen and what lies ahead, and answers what to say of it.
struct PrefetchWindow {
  /// Announced, and neither shown nor called off yet, in their order.
  private var announced: [IndexPath] = []
  private var lastOffset: CGFloat?
  private var isForward = true

  /// Which way the list is going, once it is at this offset.
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

  /// The rows have other places now.
  mutating func forget() { announced = [] }
}
