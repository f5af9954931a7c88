import CarobFoundation

// Formatting of values in log messages.

/// Pads a value with spaces to a number of columns.
public struct OSLogStringAlignment: Sendable {
  private enum Side { case none, left, right }
  private let side: Side
  private let columns: @Sendable () -> Int

  public static var none: OSLogStringAlignment { .init(side: .none) { 0 } }
  public static func right(columns: @autoclosure @escaping @Sendable () -> Int) -> OSLogStringAlignment {
    .init(side: .right, columns: columns)
  }
  public static func left(columns: @autoclosure @escaping @Sendable () -> Int) -> OSLogStringAlignment {
    .init(side: .left, columns: columns)
  }

  func apply(_ text: String) -> String {
    let spaces = String(repeating: " ", count: max(0, columns() - text.count))
    return switch side {
    case .none: text
    case .left: text + spaces
    case .right: spaces + text
    }
  }
}

/// Formats an integer with a radix and a minimum number of digits.
public struct OSLogIntegerFormatting: Sendable {
  private let radix: Int
  private let isUppercase: Bool
  private let prefix: String
  private let hasPlus: Bool
  private let digits: Int

  public static var decimal: OSLogIntegerFormatting { decimal(explicitPositiveSign: false, minDigits: 1) }
  public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 1) -> OSLogIntegerFormatting
  {
    .init(radix: 10, isUppercase: false, prefix: "", hasPlus: explicitPositiveSign, digits: minDigits)
  }
  public static var hex: OSLogIntegerFormatting { hex(explicitPositiveSign: false) }
  public static func hex(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
    minDigits: Int = 1
  ) -> OSLogIntegerFormatting {
    .init(
      radix: 16, isUppercase: uppercase, prefix: includePrefix ? "0x" : "", hasPlus: explicitPositiveSign,
      digits: minDigits)
  }
  public static var octal: OSLogIntegerFormatting { octal(explicitPositiveSign: false) }
  public static func octal(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
    minDigits: Int = 1
  ) -> OSLogIntegerFormatting {
    .init(
      radix: 8, isUppercase: uppercase, prefix: includePrefix ? "0o" : "", hasPlus: explicitPositiveSign,
      digits: minDigits)
  }

  func apply(_ value: some FixedWidthInteger) -> String {
    let text = String(value.magnitude, radix: radix, uppercase: isUppercase)
    let zeros = String(repeating: "0", count: max(0, digits - text.count))
    return (value < 0 ? "-" : hasPlus ? "+" : "") + prefix + zeros + text
  }
}

/// Formats a floating-point number, by default with six digits after the decimal point.
public struct OSLogFloatFormatting: Sendable {
  private let conversion: String
  private let precision: @Sendable () -> Int?
  private let hasPlus: Bool

  private static func make(
    _ conversion: String, _ plus: Bool, _ uppercase: Bool, _ precision: @escaping @Sendable () -> Int?
  ) -> OSLogFloatFormatting {
    .init(
      conversion: uppercase ? conversion.uppercased() : conversion, precision: precision, hasPlus: plus)
  }

  public static var fixed: OSLogFloatFormatting { make("f", false, false) { nil } }
  public static func fixed(explicitPositiveSign: Bool = false, uppercase: Bool = false)
    -> OSLogFloatFormatting
  {
    make("f", explicitPositiveSign, uppercase) { nil }
  }
  public static func fixed(
    precision: @autoclosure @escaping @Sendable () -> Int, explicitPositiveSign: Bool = false,
    uppercase: Bool = false
  ) -> OSLogFloatFormatting { make("f", explicitPositiveSign, uppercase) { precision() } }
  public static var hex: OSLogFloatFormatting { make("a", false, false) { nil } }
  public static func hex(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting
  {
    make("a", explicitPositiveSign, uppercase) { nil }
  }
  public static var exponential: OSLogFloatFormatting { make("e", false, false) { nil } }
  public static func exponential(explicitPositiveSign: Bool = false, uppercase: Bool = false)
    -> OSLogFloatFormatting
  {
    make("e", explicitPositiveSign, uppercase) { nil }
  }
  public static func exponential(
    precision: @autoclosure @escaping @Sendable () -> Int, explicitPositiveSign: Bool = false,
    uppercase: Bool = false
  ) -> OSLogFloatFormatting { make("e", explicitPositiveSign, uppercase) { precision() } }
  public static var hybrid: OSLogFloatFormatting { make("g", false, false) { nil } }
  public static func hybrid(explicitPositiveSign: Bool = false, uppercase: Bool = false)
    -> OSLogFloatFormatting
  {
    make("g", explicitPositiveSign, uppercase) { nil }
  }
  public static func hybrid(
    precision: @autoclosure @escaping @Sendable () -> Int, explicitPositiveSign: Bool = false,
    uppercase: Bool = false
  ) -> OSLogFloatFormatting { make("g", explicitPositiveSign, uppercase) { precision() } }

  func apply(_ value: Double) -> String {
    let digits = precision().map { ".\($0)" } ?? ""
    return String(format: "%\(hasPlus ? "+" : "")\(digits)\(conversion)", value)
  }
}

/// The words for a Boolean value.
public enum OSLogBoolFormat: Sendable {
  /// `true`, `false`
  case truth
  /// `YES`, `NO`
  case answer
}

/// Interpretations of a 32-bit integer.
public enum OSLogInt32ExtendedFormat: Sendable {
  case ipv4Address
  case secondsSince1970
  case darwinErrno
  case darwinMode
  case bitrate
  case byteCount
}

/// Interpretations of a pointer.
public enum OSLogPointerFormat: Sendable {
  case uuid, sockaddr, none
}
