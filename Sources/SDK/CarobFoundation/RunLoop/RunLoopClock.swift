import CarobRuntime
import Foundation
import Glibc

/// The clock from which a run loop reads the time and on which it sleeps.
///
/// A thread's loop uses the system clock, which the virtual-time layer replaces in virtual mode. Tests use
/// their own clock.
package protocol RunLoopClock: AnyObject, Sendable {
  /// The monotonic time in nanoseconds.
  var now: UInt64 { get }
  /// The wall-clock date of an instant.
  func date(at nanoseconds: UInt64) -> Date
  /// The instant of a wall-clock date; 0 for the distant past, `UInt64.max` for the distant future.
  func nanoseconds(at date: Date) -> UInt64
  /// Waits until a descriptor is ready or the deadline is reached; deadline 0 only polls. Returns the number
  /// of ready descriptors.
  func wait(_ descriptors: UnsafeMutableBufferPointer<pollfd>, until deadline: UInt64) -> Int32
}

/// The clock of the process.
package final class SystemClock: RunLoopClock {
  package static let shared = SystemClock()

  package var now: UInt64 { Clock.nanoseconds }

  package func date(at nanoseconds: UInt64) -> Date {
    if nanoseconds == .max { return .distantFuture }
    return Date(
      timeIntervalSinceReferenceDate: Self.wallTime + Double(
        Int64(bitPattern: nanoseconds &- Clock.nanoseconds)) / 1e9)
  }

  package func nanoseconds(at date: Date) -> UInt64 {
    instant(Double(Clock.nanoseconds) + (date.timeIntervalSinceReferenceDate - Self.wallTime) * 1e9)
  }

  package func wait(_ descriptors: UnsafeMutableBufferPointer<pollfd>, until deadline: UInt64) -> Int32 {
    if deadline == .max { return ppoll(descriptors.baseAddress, nfds_t(descriptors.count), nil, nil) }
    var time = timespec()
    if deadline > 0 {
      let now = Clock.nanoseconds
      let rest = deadline > now ? deadline - now : 0
      time = timespec(tv_sec: Int(rest / 1_000_000_000), tv_nsec: Int(rest % 1_000_000_000))
    }
    return ppoll(descriptors.baseAddress, nfds_t(descriptors.count), &time, nil)
  }

  private static var wallTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) - Date.timeIntervalBetween1970AndReferenceDate + Double(time.tv_nsec) / 1e9
  }
}

// NB: Glibc's overlay does not include it, because it is declared only for GNU sources.
@_silgen_name("ppoll") private func ppoll(
  _ descriptors: UnsafeMutablePointer<pollfd>?, _ count: nfds_t, _ time: UnsafePointer<timespec>?,
  _ signals: UnsafeRawPointer?
) -> Int32

/// Converts nanoseconds to an instant, clamped to the valid range.
func instant(_ nanoseconds: Double) -> UInt64 {
  if nanoseconds >= 9.0e18 { return .max }
  return nanoseconds > 0 ? UInt64(nanoseconds) : 0
}
