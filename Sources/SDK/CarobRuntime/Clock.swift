import CThreads
import Glibc

/// The SDK's clock: seconds since the device started, in virtual or real time.
///
/// In virtual time the virtual-time layer answers these calls, so nothing here depends on the mode.
package enum Clock {
  /// Nanoseconds of the monotonic clock, for the SDK's own use.
  package static var nanoseconds: UInt64 { UInt64(bitPattern: carob_monotonic_nanoseconds()) }

  /// Counts as a read of the clock by the app, so that a loop that polls the time makes progress in virtual
  /// time, where many reads in a row become a wait. Foundation's own clocks count by themselves.
  package static func noteThatAppReads() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
  }

  /// Seconds since the device started.
  package static var now: Double { Double(Int64(bitPattern: nanoseconds &- origin)) / 1e9 }

  /// Monotonic nanoseconds at which the device's time was zero; set once by the connection to the device.
  @exclusivity(unchecked) nonisolated(unsafe) package static var origin: UInt64 = nanoseconds
}
