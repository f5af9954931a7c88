import CarobFoundation
import OpenCombine

/// An instant of a date-based scheduler, such as a run loop or an operation queue.
public struct DateSchedulerTime: Strideable, Codable, Hashable, Sendable {
  public var date: Date
  public init(_ date: Date) { self.date = date }

  public func distance(to other: DateSchedulerTime) -> Stride { Stride(date.distance(to: other.date)) }
  public func advanced(by stride: Stride) -> DateSchedulerTime {
    .init(date.addingTimeInterval(stride.timeInterval))
  }

  /// A duration in seconds.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
    ExpressibleByFloatLiteral,
    Codable, Hashable, Sendable
  {
    public var magnitude: TimeInterval
    public var timeInterval: TimeInterval { magnitude }

    public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
    public init(integerLiteral value: TimeInterval) { magnitude = value }
    public init(floatLiteral value: TimeInterval) { magnitude = value }
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let value = TimeInterval(exactly: source) else { return nil }
      magnitude = value
    }

    public static func < (a: Stride, b: Stride) -> Bool { a.magnitude < b.magnitude }
    public static func + (a: Stride, b: Stride) -> Stride { Stride(a.magnitude + b.magnitude) }
    public static func - (a: Stride, b: Stride) -> Stride { Stride(a.magnitude - b.magnitude) }
    public static func * (a: Stride, b: Stride) -> Stride { Stride(a.magnitude * b.magnitude) }
    public static func += (a: inout Stride, b: Stride) { a = a + b }
    public static func -= (a: inout Stride, b: Stride) { a = a - b }
    public static func *= (a: inout Stride, b: Stride) { a = a * b }

    public static func seconds(_ s: Int) -> Stride { Stride(Double(s)) }
    public static func seconds(_ s: Double) -> Stride { Stride(s) }
    public static func milliseconds(_ ms: Int) -> Stride { Stride(Double(ms) / 1e3) }
    public static func microseconds(_ us: Int) -> Stride { Stride(Double(us) / 1e6) }
    public static func nanoseconds(_ ns: Int) -> Stride { Stride(Double(ns) / 1e9) }
  }
}
