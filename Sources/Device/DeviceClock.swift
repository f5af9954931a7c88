import Glibc

/// The device's clock: virtual, real since the device was made, or virtual until it is switched to real time.
struct DeviceClock: Sendable {
  /// Whether the device grants the app its time.
  let ownsTime: Bool
  /// How far virtual time has advanced.
  var virtualNow = DeviceTime.zero
  /// When the device was made, nanoseconds of the monotonic clock.
  let start = DeviceClock.monotonicNow
  /// Where device time 0 lies on the monotonic clock, nanoseconds; nil until the clock was switched to real time.
  private var realTimeOrigin: Int64?
  /// When an app whose clock follows the real one was last granted time.
  var lastGrant = DeviceTime.zero

  init(ownsTime: Bool) { self.ownsTime = ownsTime }

  var now: DeviceTime {
    if let realTimeOrigin {
      return max(virtualNow, DeviceTime(nanoseconds: Self.monotonicNow - realTimeOrigin))
    }
    if ownsTime { return virtualNow }
    return DeviceTime(nanoseconds: Self.monotonicNow - start)
  }

  /// Whether time passes only when the device says so.
  var isVirtual: Bool { ownsTime && realTimeOrigin == nil }

  /// Whether the device still grants the app its time, along with the real clock.
  var followsRealTime: Bool { realTimeOrigin != nil }

  /// Has an effect on a virtual clock only.
  mutating func switchToRealTime() {
    guard isVirtual else { return }
    realTimeOrigin = Self.monotonicNow - virtualNow.nanoseconds
  }

  /// The monotonic clock, nanoseconds.
  static var monotonicNow: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
