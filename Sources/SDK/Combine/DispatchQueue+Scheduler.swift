import CarobFoundation
import OpenCombine

/// Actions are blocks on the queue. Delayed and repeated actions use delayed blocks and timer sources,
/// which follow virtual time.
extension DispatchQueue: @retroactive OpenCombine.Scheduler {
  /// Options for enqueuing an action.
  public struct SchedulerOptions {
    public var qos: DispatchQoS
    public var flags: DispatchWorkItemFlags
    public var group: DispatchGroup?
    public init(
      qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil
    ) {
      self.qos = qos
      self.flags = flags
      self.group = group
    }
  }

  /// A time on Dispatch's clock.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    public var dispatchTime: DispatchTime
    public init(_ time: DispatchTime) { dispatchTime = time }

    public func distance(to other: SchedulerTimeType) -> Stride {
      Stride(
        nanoseconds: Int(
          Int64(bitPattern: other.dispatchTime.uptimeNanoseconds &- dispatchTime.uptimeNanoseconds)))
    }
    public func advanced(by stride: Stride) -> SchedulerTimeType {
      SchedulerTimeType(dispatchTime + .nanoseconds(stride.magnitude))
    }
    public static func == (a: SchedulerTimeType, b: SchedulerTimeType) -> Bool {
      a.dispatchTime == b.dispatchTime
    }
    public static func < (a: SchedulerTimeType, b: SchedulerTimeType) -> Bool {
      a.dispatchTime < b.dispatchTime
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.uptimeNanoseconds) }
    public init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer().decode(UInt64.self)
      dispatchTime = DispatchTime(uptimeNanoseconds: value)
    }
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }

    /// A duration in nanoseconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
      ExpressibleByFloatLiteral, Codable, Hashable, Sendable
    {
      public var magnitude: Int
      public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

      init(nanoseconds: Int) { magnitude = nanoseconds }
      public init(_ timeInterval: DispatchTimeInterval) {
        magnitude =
          switch timeInterval {
          case .seconds(let count): product(count, 1_000_000_000)
          case .milliseconds(let count): product(count, 1_000_000)
          case .microseconds(let count): product(count, 1_000)
          case .nanoseconds(let count): count
          case .never: .max
          @unknown default: .max
          }
      }
      public init(floatLiteral value: Double) { self = .seconds(value) }
      public init(integerLiteral value: Int) { self = .seconds(value) }
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let value = Int(exactly: source) else { return nil }
        magnitude = value
      }

      public static func < (a: Stride, b: Stride) -> Bool { a.magnitude < b.magnitude }
      public static func + (a: Stride, b: Stride) -> Stride { .init(nanoseconds: a.magnitude + b.magnitude) }
      public static func - (a: Stride, b: Stride) -> Stride { .init(nanoseconds: a.magnitude - b.magnitude) }
      // NB: multiplies nanoseconds by nanoseconds, because the protocol requires this operator.
      public static func * (a: Stride, b: Stride) -> Stride { .init(nanoseconds: a.magnitude * b.magnitude) }
      public static func += (a: inout Stride, b: Stride) { a = a + b }
      public static func -= (a: inout Stride, b: Stride) { a = a - b }
      public static func *= (a: inout Stride, b: Stride) { a = a * b }

      public static func seconds(_ s: Int) -> Stride { Stride(.seconds(s)) }
      public static func seconds(_ s: Double) -> Stride { .init(nanoseconds: Int((s * 1e9).rounded())) }
      public static func milliseconds(_ ms: Int) -> Stride { Stride(.milliseconds(ms)) }
      public static func microseconds(_ us: Int) -> Stride { Stride(.microseconds(us)) }
      public static func nanoseconds(_ ns: Int) -> Stride { Stride(.nanoseconds(ns)) }
    }
  }

  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    async(group: options?.group, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) { action() }
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    nonisolated(unsafe) let action = action
    asyncAfter(
      deadline: date.dispatchTime, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []
    ) { action() }
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    nonisolated(unsafe) let action = action
    let source = DispatchSource.makeTimerSource(queue: self)
    source.schedule(
      deadline: date.dispatchTime, repeating: interval.timeInterval, leeway: tolerance.timeInterval)
    source.setEventHandler { action() }
    source.resume()
    return AnyCancellable { source.cancel() }
  }
}

/// The product, or the largest or smallest integer on overflow.
private func product(_ a: Int, _ b: Int) -> Int {
  let (value, overflows) = a.multipliedReportingOverflow(by: b)
  return overflows ? (a < 0 ? .min : .max) : value
}
