import CarobFoundation

/// A log message: a literal with interpolated values, each with its formatting and privacy.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
  /// The text as the log shows it. The values are evaluated on each call.
  let text: () -> String

  public init(stringLiteral value: String) { text = { value } }

  public init(stringInterpolation: OSLogInterpolation) {
    let parts = stringInterpolation.parts
    text = { parts.map { $0() }.joined() }
  }
}

/// A message's text, for tests.
package enum OSLogMessageText {
  package static func of(_ message: OSLogMessage) -> String { message.text() }
}

/// The interpolated values of a log message. A value is evaluated only if the message is written.
public struct OSLogInterpolation: StringInterpolationProtocol {
  var parts: [() -> String] = []

  public init(literalCapacity: Int, interpolationCount: Int) {
    parts.reserveCapacity(2 * interpolationCount + 1)
  }

  public mutating func appendLiteral(_ literal: String) { parts.append { literal } }

  public mutating func appendInterpolation(
    _ argument: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) { add(privacy, align) { argument() } }

  public mutating func appendInterpolation<T: FixedWidthInteger>(
    _ number: @autoclosure @escaping () -> T, format: OSLogIntegerFormatting = .decimal,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) { add(privacy, align) { format.apply(number()) } }

  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Float, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) { add(privacy, align) { format.apply(Double(number())) } }

  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) { add(privacy, align) { format.apply(number()) } }

  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> CGFloat, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) { add(privacy, align) { format.apply(Double(number())) } }

  public mutating func appendInterpolation(
    _ boolean: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth,
    privacy: OSLogPrivacy = .auto
  ) {
    add(privacy, .none) {
      switch format {
      case .truth: boolean() ? "true" : "false"
      case .answer: boolean() ? "YES" : "NO"
      }
    }
  }

  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Int32, format: OSLogInt32ExtendedFormat,
    privacy: OSLogPrivacy = .auto
  ) { add(privacy, .none) { extended(number(), format) } }

  public mutating func appendInterpolation<T: CustomStringConvertible>(
    _ value: @autoclosure @escaping () -> T, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) { add(privacy, align) { value().description } }

  public mutating func appendInterpolation(
    _ type: @autoclosure @escaping () -> any Any.Type, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) { add(privacy, align) { String(describing: type()) } }

  @_disfavoredOverload
  public mutating func appendInterpolation(
    _ object: @autoclosure @escaping () -> Foundation.NSObject?, privacy: OSLogPrivacy = .auto
  ) { add(privacy, .none) { object()?.description ?? "(null)" } }

  @_disfavoredOverload
  public mutating func appendInterpolation(
    _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto
  ) { add(privacy, .none) { String(describing: error()) } }

  public mutating func appendInterpolation(
    _ pointer: @autoclosure @escaping () -> UnsafeRawPointer?, format: OSLogPointerFormat = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    add(privacy, .none) { "0x" + String(UInt(bitPattern: pointer()), radix: 16) }
  }

  private mutating func add(
    _ privacy: OSLogPrivacy, _ align: OSLogStringAlignment, _ text: @escaping () -> String
  ) { parts.append { align.apply(privacy.shown(text())) } }
}

private func extended(_ value: Int32, _ format: OSLogInt32ExtendedFormat) -> String {
  let bits = UInt32(bitPattern: value)
  switch format {
  // NB: the address is in network order.
  case .ipv4Address: return (0..<4).map { String(bits >> (8 * $0) & 255) }.joined(separator: ".")
  case .secondsSince1970: return "\(Date(timeIntervalSince1970: Double(value)))"
  case .darwinErrno: return "[\(value): \(String(cString: strerror(value)))]"
  case .darwinMode: return String(value, radix: 8)
  case .bitrate: return "\(value) bps"
  case .byteCount: return "\(value) bytes"
  }
}
