/// An instant on the device's clock: nanoseconds since the device started.
public struct DeviceTime: Sendable, Hashable, Comparable {
  public var nanoseconds: Int64

  public static let zero = DeviceTime(nanoseconds: 0)
  public static let never = DeviceTime(nanoseconds: .max)

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Rounds to the nearest nanosecond; NaN and times beyond the range become `never`.
  public init(seconds: Double) {
    let exact = (seconds * 1e9).rounded()
    nanoseconds = exact < Double(Int64.max) ? Int64(max(exact, 0)) : .max
  }

  public var seconds: Double { Double(nanoseconds) / 1e9 }

  public static func < (a: DeviceTime, b: DeviceTime) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Saturates at `never`.
  public func advanced(bySeconds seconds: Double) -> DeviceTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(DeviceTime(seconds: seconds).nanoseconds)
    return DeviceTime(nanoseconds: overflow ? .max : sum)
  }
}
