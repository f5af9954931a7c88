import CarobFoundation

public let CNPostalAddressStreetKey = "street"
public let CNPostalAddressSubLocalityKey = "subLocality"
public let CNPostalAddressCityKey = "city"
public let CNPostalAddressSubAdministrativeAreaKey = "subAdministrativeArea"
public let CNPostalAddressStateKey = "state"
public let CNPostalAddressPostalCodeKey = "postalCode"
public let CNPostalAddressCountryKey = "country"
public let CNPostalAddressISOCountryCodeKey = "ISOCountryCode"

/// A postal address in parts; unknown parts are empty.
open class CNPostalAddress: NSObject, NSCopying, NSMutableCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because only its mutable subclass changes, and only in the code that uses it, as on the
  // platform.
  /// The parts in the order in which they are compared and archived.
  enum Part: String, CaseIterable {
    case street, subLocality, city, subAdministrativeArea, state, postalCode, country
    case isoCountryCode = "ISOCountryCode"
  }
  final var parts: [Part: String] = [:]
  final func part(_ part: Part) -> String { parts[part] ?? "" }

  public override init() { super.init() }

  init(_ parts: [Part: String]) {
    self.parts = parts
    super.init()
  }

  /// Creates an address from its parts, for geocoding frameworks.
  package convenience init(parts: [String: String]) {
    self.init(
      Dictionary(
        uniqueKeysWithValues: parts.compactMap { entry in Part(rawValue: entry.key).map { ($0, entry.value) }
        }))
  }

  open var street: String { part(.street) }
  open var subLocality: String { part(.subLocality) }
  open var city: String { part(.city) }
  open var subAdministrativeArea: String { part(.subAdministrativeArea) }
  open var state: String { part(.state) }
  open var postalCode: String { part(.postalCode) }
  open var country: String { part(.country) }
  /// The two-letter ISO country code.
  open var isoCountryCode: String { part(.isoCountryCode) }

  /// The English name of a part.
  open class func localizedString(forKey key: String) -> String {
    switch Part(rawValue: key) {
    case .street: "Street"
    case .subLocality: "Sublocality"
    case .city: "City"
    case .subAdministrativeArea: "Subadministrative Area"
    case .state: "State"
    case .postalCode: "ZIP"
    case .country: "Country"
    case .isoCountryCode: "Country Code"
    case nil: key
    }
  }

  open func copy(with zone: NSZone? = nil) -> Any { CNPostalAddress(parts) }
  open func mutableCopy(with zone: NSZone? = nil) -> Any { CNMutablePostalAddress(parts) }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CNPostalAddress else { return false }
    return Part.allCases.allSatisfy { part($0) == other.part($0) }
  }
  open override var hash: Int { Part.allCases.map { part($0) }.hashValue }

  public static var supportsSecureCoding: Bool { true }
  public func encode(with coder: NSCoder) {
    for part in Part.allCases { coder.encode(self.part(part) as NSString, forKey: part.rawValue) }
  }
  public required init?(coder: NSCoder) {
    super.init()
    for part in Part.allCases {
      parts[part] = coder.decodeObject(of: NSString.self, forKey: part.rawValue) as String?
    }
  }
}

/// A postal address whose parts can be changed.
open class CNMutablePostalAddress: CNPostalAddress, @unchecked Sendable {
  // @unchecked because an address changes only in the code that uses it, as on the platform.
  open override var street: String {
    get { part(.street) }
    set { parts[.street] = newValue }
  }
  open override var subLocality: String {
    get { part(.subLocality) }
    set { parts[.subLocality] = newValue }
  }
  open override var city: String {
    get { part(.city) }
    set { parts[.city] = newValue }
  }
  open override var subAdministrativeArea: String {
    get { part(.subAdministrativeArea) }
    set { parts[.subAdministrativeArea] = newValue }
  }
  open override var state: String {
    get { part(.state) }
    set { parts[.state] = newValue }
  }
  open override var postalCode: String {
    get { part(.postalCode) }
    set { parts[.postalCode] = newValue }
  }
  open override var country: String {
    get { part(.country) }
    set { parts[.country] = newValue }
  }
  open override var isoCountryCode: String {
    get { part(.isoCountryCode) }
    set { parts[.isoCountryCode] = newValue }
  }
}
