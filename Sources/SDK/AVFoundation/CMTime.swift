import CarobFoundation

/// A media time: a value divided by a timescale in units per second.
public struct CMTime: Sendable {
  public var value: Int64
  public var timescale: Int32
  private var kind = Kind.number

  private enum Kind: Sendable { case number, invalid, indefinite, positiveInfinity, negativeInfinity }

  public init(value: Int64, timescale: Int32) {
    self.value = value
    self.timescale = timescale
    if timescale <= 0 { kind = .invalid }
  }

  /// A time in seconds, rounded to the timescale.
  public init(seconds: Double, preferredTimescale: Int32) {
    guard seconds.isFinite else {
      self = seconds.isNaN ? .invalid : seconds > 0 ? .positiveInfinity : .negativeInfinity
      return
    }
    self.init(value: Int64((seconds * Double(preferredTimescale)).rounded()), timescale: preferredTimescale)
  }

  public init() { self = .invalid }

  private init(_ kind: Kind) {
    (value, timescale) = (0, 0)
    self.kind = kind
  }

  public static let zero = CMTime(value: 0, timescale: 1)
  public static let invalid = CMTime(.invalid)
  public static let indefinite = CMTime(.indefinite)
  public static let positiveInfinity = CMTime(.positiveInfinity)
  public static let negativeInfinity = CMTime(.negativeInfinity)

  public var isValid: Bool { kind != .invalid }
  public var isNumeric: Bool { kind == .number }
  public var isIndefinite: Bool { kind == .indefinite }
  public var isPositiveInfinity: Bool { kind == .positiveInfinity }
  public var isNegativeInfinity: Bool { kind == .negativeInfinity }

  /// The time in seconds; NaN for an invalid or indefinite time.
  public var seconds: Double {
    switch kind {
    case .number: Double(value) / Double(timescale)
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .invalid, .indefinite: .nan
    }
  }

  public func convertScale(_ timescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    guard isNumeric else { return self }
    return CMTime(seconds: seconds, preferredTimescale: timescale)
  }

  public static func + (a: CMTime, b: CMTime) -> CMTime { combine(a, b, +) }
  public static func - (a: CMTime, b: CMTime) -> CMTime { combine(a, b, -) }

  private static func combine(_ a: CMTime, _ b: CMTime, _ operation: (Int64, Int64) -> Int64) -> CMTime {
    guard a.isNumeric else { return a }
    guard b.isNumeric else { return b }
    if a.timescale == b.timescale {
      return CMTime(value: operation(a.value, b.value), timescale: a.timescale)
    }
    return CMTime(
      value: operation(a.value * Int64(b.timescale), b.value * Int64(a.timescale)),
      timescale: a.timescale * b.timescale)
  }
}

public enum CMTimeRoundingMethod: UInt32, Sendable {
  case roundHalfAwayFromZero = 1
  case roundTowardZero, roundAwayFromZero, quickTime, roundTowardPositiveInfinity, roundTowardNegativeInfinity
  public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

extension CMTime: Comparable, Hashable {
  public static func == (a: CMTime, b: CMTime) -> Bool { a.kind == b.kind && (!a.isNumeric || a.exactly(b)) }
  public static func < (a: CMTime, b: CMTime) -> Bool { a.seconds < b.seconds }
  private func exactly(_ other: CMTime) -> Bool {
    let (a, b) = (
      value.multipliedFullWidth(by: Int64(other.timescale)),
      other.value.multipliedFullWidth(by: Int64(timescale))
    )
    return a.high == b.high && a.low == b.low
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(seconds) }
}

public typealias CMTimeValue = Int64
public typealias CMTimeScale = Int32

public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
public func CMTimeAdd(_ a: CMTime, _ b: CMTime) -> CMTime { a + b }
public func CMTimeSubtract(_ a: CMTime, _ b: CMTime) -> CMTime { a - b }
public func CMTimeCompare(_ a: CMTime, _ b: CMTime) -> Int32 { a == b ? 0 : a < b ? -1 : 1 }

/// The largest rectangle with this aspect ratio that fits into another one, centred.
public func AVMakeRect(aspectRatio: CGSize, insideRect rect: CGRect) -> CGRect {
  guard aspectRatio.width > 0, aspectRatio.height > 0 else { return rect }
  let scale = min(rect.width / aspectRatio.width, rect.height / aspectRatio.height)
  let size = CGSize(width: aspectRatio.width * scale, height: aspectRatio.height * scale)
  return CGRect(
    x: rect.midX - size.width / 2, y: rect.midY - size.height / 2, width: size.width, height: size.height)
}

/// A range of time.
public struct CMTimeRange: Hashable, Sendable {
  public var start: CMTime
  public var duration: CMTime
  public init(start: CMTime = .zero, duration: CMTime = .zero) {
    self.start = start
    self.duration = duration
  }
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  public var end: CMTime { start + duration }
  public var isEmpty: Bool { duration == .zero }
  public func containsTime(_ time: CMTime) -> Bool { time >= start && time < end }
}

public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
