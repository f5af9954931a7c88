/// A clock that stands still until the test lets time pass.
///
/// What is due runs at its own time; what is due at the same time runs in the order in which it was scheduled.
@MainActor
public final class ManualClock {
  /// Seconds since the test began.
  public private(set) var now = 0.0
  private var waiting: [(time: Double, order: Int, block: () -> Void)] = []
  private var lastOrder = 0

  public init() {}

  /// Runs the block at a time, unless it is cancelled before; answers the number to cancel it by.
  public func schedule(at time: Double, _ block: @escaping () -> Void) -> Int {
    lastOrder += 1
    waiting.append((time, lastOrder, block))
    return lastOrder
  }

  public func cancel(_ number: Int) { waiting.removeAll { $0.order == number } }

  /// Lets time pass, and runs `afterEach` after each block that was due.
  public func advance(_ seconds: Double, afterEach: () -> Void = {}) {
    let end = now + seconds
    while let next = waiting.filter({ $0.time <= end }).min(by: { ($0.time, $0.order) < ($1.time, $1.order) })
    {
      cancel(next.order)
      now = max(now, next.time)
      next.block()
      afterEach()
    }
    now = end
  }

  /// Lets time pass without running anything, as inside a handler that takes long.
  public func spend(_ seconds: Double) { now += seconds }
}
