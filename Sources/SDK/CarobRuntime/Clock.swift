import Glibc

/// The one clock: seconds since the device started, virtual or real.
///
/// In virtual mode the clock calls below are answered by the virtual-time layer, so nothing here knows the mode.
public enum Clock {
  /// Nanoseconds of the monotonic clock.
  public static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Seconds since the device started.
  public static var now: Double { Double(Int64(bitPattern: nanoseconds &- origin)) / 1e9 }

  /// Monotonic nanoseconds at which the device's time was zero; set once by the connection to the device.
  @exclusivity(unchecked) nonisolated(unsafe) package static var origin: UInt64 = nanoseconds
}
