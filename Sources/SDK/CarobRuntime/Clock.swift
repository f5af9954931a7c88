import CThreads
import Glibc

/// The one clock: seconds since the device started, virtual or real.
///
/// In virtual mode the clock calls below are answered by the virtual-time layer, so nothing here knows the mode.
public enum Clock {
  /// Nanoseconds of the monotonic clock, for the SDK's own use.
  public static var nanoseconds: UInt64 { UInt64(bitPattern: carob_monotonic_nanoseconds()) }

  /// Called where the app itself reads the time, so that one that does nothing else until a moment has come sees it come:
  /// in virtual time, reading again and again becomes waiting. Foundation's own clocks do so by themselves.
  package static func noteThatAppReads() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
  }

  /// Seconds since the device started.
  public static var now: Double { Double(Int64(bitPattern: nanoseconds &- origin)) / 1e9 }

  /// Monotonic nanoseconds at which the device's time was zero; set once by the connection to the device.
  @exclusivity(unchecked) nonisolated(unsafe) package static var origin: UInt64 = nanoseconds
}
