import Foundation

/// A reference to a localized string: its key, table, bundle and locale, which are resolved when the text is
/// shown (F-223).
public struct LocalizedStringResource: Equatable, Codable, Sendable, ExpressibleByStringInterpolation {
  /// The bundle that contains the localized string.
  public enum BundleDescription: Sendable {
    case main
    case forClass(AnyClass)
    case atURL(URL)

    var bundle: Bundle? {
      switch self {
      case .main: .main
      case .forClass(let type): Bundle(for: type)
      case .atURL(let url): Bundle(url: url)
      }
    }
  }

  public let key: String
  /// The text to use if the key has no localization.
  public let defaultValue: String.LocalizationValue
  public let table: String?
  public var locale: Locale
  public var bundle: BundleDescription

  public init(
    _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
    bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    (key, defaultValue, self.table) = (keyAndValue.key, keyAndValue, table)
    (self.locale, self.bundle) = (locale, bundle)
  }

  public init(
    _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
    locale: Locale = .current, bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    (self.key, self.defaultValue, self.table) = (key.description, defaultValue, table)
    (self.locale, self.bundle) = (locale, bundle)
  }

  public init(stringLiteral value: String) { self.init(String.LocalizationValue(value)) }
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.key == b.key && a.defaultValue == b.defaultValue && a.table == b.table && a.locale == b.locale
      && a.bundle.bundle == b.bundle.bundle
  }

  var text: String {
    defaultValue.text(key, fallback: defaultValue.key, table, bundle.bundle, locale)
  }

  // MARK: Archives

  private enum CodingKeys: String, CodingKey { case key, defaultValue, table, locale, bundle }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    key = try values.decode(String.self, forKey: .key)
    defaultValue = try values.decode(String.LocalizationValue.self, forKey: .defaultValue)
    table = try values.decodeIfPresent(String.self, forKey: .table)
    locale = try values.decode(Locale.self, forKey: .locale)
    bundle = try values.decodeIfPresent(URL.self, forKey: .bundle).map { .atURL($0) } ?? .main
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(key, forKey: .key)
    try values.encode(defaultValue, forKey: .defaultValue)
    try values.encodeIfPresent(table, forKey: .table)
    try values.encode(locale, forKey: .locale)
    if case .main = bundle { return }
    try values.encodeIfPresent(bundle.bundle?.bundleURL, forKey: .bundle)
  }
}

/// A type that describes itself with a localized string.
public protocol CustomLocalizedStringResourceConvertible {
  var localizedStringResource: LocalizedStringResource { get }
}

extension String {
  /// Creates the localized string of a resource in its locale.
  // NB: disfavoured, so that a literal is a `LocalizationValue`.
  @_disfavoredOverload
  public init(localized resource: LocalizedStringResource) { self = resource.text }
}
