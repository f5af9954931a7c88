import Foundation

/// Formats the names of persons in the order of English (F-280).
open class PersonNameComponentsFormatter: Formatter, @unchecked Sendable {
  // because: as on the platform, a formatter that is shared between threads must not be changed in the
  // meantime
  public enum Style: Int, Sendable { case `default`, short, medium, long, abbreviated }
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Formats the phonetic representation.
    public static let phonetic = Options(rawValue: 2)
  }

  open var style = Style.default
  /// Whether the phonetic representation is formatted.
  open var isPhonetic = false
  open var locale: Locale! = Locale.current

  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open class func localizedString(
    from components: PersonNameComponents, style nameFormatStyle: Style, options nameOptions: Options = []
  ) -> String {
    let formatter = PersonNameComponentsFormatter()
    formatter.style = nameFormatStyle
    formatter.isPhonetic = nameOptions.contains(.phonetic)
    return formatter.string(from: components)
  }

  open func string(from components: PersonNameComponents) -> String {
    PersonNameTexts.text(
      of: isPhonetic ? components.phoneticRepresentation ?? PersonNameComponents() : components, style)
  }
  open override func string(for obj: Any?) -> String? {
    (obj as? PersonNameComponents).map { string(from: $0) }
  }

  /// The parts of a name; nil for a text without one.
  open func personNameComponents(from string: String) -> PersonNameComponents? {
    PersonNameTexts.components(of: string)
  }
}

/// The texts of names in English.
enum PersonNameTexts {
  static func text(of name: PersonNameComponents, _ style: PersonNameComponentsFormatter.Style) -> String {
    let parts: [String?]
    switch style {
    case .short: parts = [name.nickname ?? name.givenName ?? name.familyName]
    case .long:
      parts = [name.namePrefix, name.givenName, name.middleName, name.familyName, name.nameSuffix]
    case .abbreviated:
      return [name.givenName, name.familyName].compactMap { $0?.first.map { String($0).uppercased() } }
        .joined()
    case .default, .medium: parts = [name.givenName, name.familyName]
    }
    return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static let prefixes: Set<String> = ["Mr", "Mrs", "Ms", "Miss", "Dr", "Prof", "Sir"]
  private static let suffixes: Set<String> = ["Jr", "Sr", "II", "III", "IV", "PhD", "MD", "Esq"]

  static func components(of text: String) -> PersonNameComponents? {
    var words = text.split(whereSeparator: { $0.isWhitespace || $0 == "," }).map(String.init)
    func bare(_ word: String) -> String { word.filter { $0 != "." } }
    var name = PersonNameComponents()
    if let first = words.first, words.count > 1, prefixes.contains(bare(first)) {
      name.namePrefix = words.removeFirst()
    }
    if let last = words.last, words.count > 1, suffixes.contains(bare(last)) {
      name.nameSuffix = words.removeLast()
    }
    guard !words.isEmpty else { return nil }
    name.givenName = words.removeFirst()
    if let family = words.popLast() { name.familyName = family }
    if !words.isEmpty { name.middleName = words.joined(separator: " ") }
    return name
  }
}

extension PersonNameComponents {
  /// Formats a name in one of four lengths (F-280).
  public struct FormatStyle: Foundation.FormatStyle, Sendable {
    public enum Style: String, Codable, Hashable, Sendable { case short, medium, long, abbreviated }
    public var style: Style
    public var locale: Locale
    public init(style: Style = .medium, locale: Locale = .autoupdatingCurrent) {
      (self.style, self.locale) = (style, locale)
    }
    public func format(_ value: PersonNameComponents) -> String {
      switch style {
      case .short: PersonNameTexts.text(of: value, .short)
      case .medium: PersonNameTexts.text(of: value, .medium)
      case .long: PersonNameTexts.text(of: value, .long)
      case .abbreviated: PersonNameTexts.text(of: value, .abbreviated)
      }
    }
    public func locale(_ locale: Locale) -> FormatStyle { FormatStyle(style: style, locale: locale) }
  }

  public func formatted() -> String { FormatStyle().format(self) }
  public func formatted<S: Foundation.FormatStyle>(_ style: S) -> S.FormatOutput
  where S.FormatInput == PersonNameComponents { style.format(self) }
}

extension FormatStyle where Self == PersonNameComponents.FormatStyle {
  public static func name(style: PersonNameComponents.FormatStyle.Style) -> Self { Self(style: style) }
}
