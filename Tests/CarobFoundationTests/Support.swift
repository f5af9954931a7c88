import CarobFoundation
import Glibc
import Testing

/// A variable that closures of a single-threaded test can change.
final class Box<Value>: @unchecked Sendable {
  // @unchecked because each test uses it from one thread.
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// A clock that advances only when a run loop sleeps on it.
final class ManualClock: RunLoopClock, @unchecked Sendable {
  // @unchecked because each test drives it from one thread.
  var now: UInt64 = 1_000_000_000
  /// The deadlines until which loops slept, in seconds since the start.
  var sleeps: [Double] = []
  var seconds: Double { Double(now - 1_000_000_000) / 1e9 }

  func advance(_ seconds: Double) { now += UInt64(seconds * 1e9) }
  func date(at nanoseconds: UInt64) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(nanoseconds) / 1e9)
  }
  func nanoseconds(at date: Date) -> UInt64 {
    let value = (date.timeIntervalSinceReferenceDate * 1e9).rounded()
    return value >= 9e18 ? .max : value > 0 ? UInt64(value) : 0
  }
  func date(after seconds: Double) -> Date { date(at: UInt64(Double(now) + seconds * 1e9)) }

  func wait(_ descriptors: UnsafeMutableBufferPointer<pollfd>, until deadline: UInt64) -> Int32 {
    let ready = poll(descriptors.baseAddress, nfds_t(descriptors.count), 0)
    guard ready == 0, deadline > now else { return ready }
    precondition(deadline != .max, "the loop would sleep forever")
    now = deadline
    sleeps.append(seconds)
    return 0
  }
}

/// Runs `body` with a new loop on a new clock.
func withLoop<R>(_ body: (RunLoop, ManualClock) throws -> R) rethrows -> R {
  let clock = ManualClock()
  return try RunLoop.withLoop(on: clock) { try body($0, clock) }
}

extension RunLoop {
  /// Runs the loop for some time of the test's clock, by default in the default mode.
  func run(_ clock: ManualClock, for seconds: Double, mode: Mode = .default) {
    let end = clock.date(after: seconds)
    while run(mode: mode, before: end), clock.date(at: clock.now) < end {}
  }
}
