import Foundation

extension String {
  /// A localization key with its arguments: `"\(count) files"` is looked up as `%lld files` (F-198).
  public struct LocalizationValue: ExpressibleByStringInterpolation, Equatable, Codable, Sendable {
    var key: String
    var arguments: [Argument]

    enum Argument: Equatable, Codable, Sendable {
      case text(String), integer(Int), unsigned(UInt), number(Double)

      var value: any CVarArg {
        switch self {
        case .text(let text): NSString(string: text)
        case .integer(let number): number
        case .unsigned(let number): number
        case .number(let number): number
        }
      }
    }

    public init(_ value: String) {
      key = value
      arguments = []
    }
    public init(stringLiteral value: String) { self.init(value) }
    public init(stringInterpolation: StringInterpolation) {
      key = stringInterpolation.key
      arguments = stringInterpolation.arguments
    }

    public struct StringInterpolation: StringInterpolationProtocol {
      var key = ""
      var arguments: [Argument] = []

      public init(literalCapacity: Int, interpolationCount: Int) {}

      public mutating func appendLiteral(_ literal: String) {
        key += literal.replacingOccurrences(of: "%", with: "%%")
      }
      public mutating func appendInterpolation(_ value: String) { append("%@", .text(value)) }
      public mutating func appendInterpolation<T: SignedInteger & FixedWidthInteger>(_ value: T) {
        append(T.bitWidth > 32 ? "%lld" : "%d", .integer(Int(truncatingIfNeeded: value)))
      }
      public mutating func appendInterpolation<T: UnsignedInteger & FixedWidthInteger>(_ value: T) {
        append(T.bitWidth > 32 ? "%llu" : "%u", .unsigned(UInt(truncatingIfNeeded: value)))
      }
      public mutating func appendInterpolation(_ value: Double) { append("%lf", .number(value)) }
      public mutating func appendInterpolation(_ value: Float) { append("%f", .number(Double(value))) }
      public mutating func appendInterpolation<T>(_ value: T) {
        append("%@", .text(String(describing: value)))
      }

      private mutating func append(_ form: String, _ argument: Argument) {
        key += form
        arguments.append(argument)
      }
    }

    /// The localized string for the key, or `fallback`, with the arguments inserted.
    func text(_ key: String, fallback: String, _ table: String?, _ bundle: Bundle?, _ locale: Locale)
      -> String
    {
      let found = (bundle ?? .main).localizedString(forKey: key, value: fallback, table: table)
      // NB: without arguments the text is not a format string; only the doubled percent signs are restored.
      if arguments.isEmpty { return found.replacingOccurrences(of: "%%", with: "%") }
      return String(format: found, locale: locale, arguments: arguments.map(\.value))
    }
  }

  /// Creates the localized string for a key in the app's language; the key itself if there is none.
  public init(
    localized value: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current,
    comment: StaticString? = nil
  ) {
    self = value.text(value.key, fallback: value.key, table, bundle, locale)
  }

  /// Creates the localized string for a key in the app's language; the default value if there is none.
  public init(
    localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = defaultValue.text(key.description, fallback: defaultValue.key, table, bundle, locale)
  }
}
