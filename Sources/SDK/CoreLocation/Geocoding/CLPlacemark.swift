import CarobFoundation
import Contacts
import LocationSimulation

/// A place with its address. Immutable.
open class CLPlacemark: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it is immutable.

  public let location: CLLocation?
  public let region: CLRegion?
  public let timeZone: TimeZone?
  private let entry: Gazetteer.Entry

  public init(placemark: CLPlacemark) {
    (location, region, timeZone, entry) = (
      placemark.location, placemark.region, placemark.timeZone, placemark.entry
    )
    super.init()
  }

  package init(_ entry: Gazetteer.Entry, at point: GeographicPoint? = nil) {
    self.entry = entry
    let place = CLLocationCoordinate2D(point ?? entry.point)
    location = CLLocation(
      coordinate: place, altitude: 0, horizontalAccuracy: 100, verticalAccuracy: -1, timestamp: Date())
    region = CLCircularRegion(
      center: CLLocationCoordinate2D(entry.point), radius: entry.radius ?? 1000,
      identifier: entry.name ?? "place")
    timeZone = entry.timeZone.flatMap { TimeZone(identifier: $0) }
    super.init()
  }

  open var name: String? { entry.name ?? entry.locality }
  open var thoroughfare: String? { entry.thoroughfare }
  open var subThoroughfare: String? { entry.subThoroughfare }
  open var locality: String? { entry.locality }
  open var subLocality: String? { entry.subLocality }
  open var administrativeArea: String? { entry.administrativeArea }
  open var subAdministrativeArea: String? { entry.subAdministrativeArea }
  open var postalCode: String? { entry.postalCode }
  open var isoCountryCode: String? { entry.isoCountryCode }
  open var country: String? { entry.country }
  open var inlandWater: String? { nil }
  open var ocean: String? { nil }
  open var areasOfInterest: [String]? {
    guard let name = entry.name, name != entry.locality else { return nil }
    return [name]
  }
  /// The address in parts; nil if no part is known.
  // L-286
  open var postalAddress: CNPostalAddress? {
    let parts: [(String, String?)] = [
      (CNPostalAddressStreetKey, street), (CNPostalAddressSubLocalityKey, subLocality),
      (CNPostalAddressCityKey, locality),
      (CNPostalAddressSubAdministrativeAreaKey, subAdministrativeArea),
      (CNPostalAddressStateKey, administrativeArea), (CNPostalAddressPostalCodeKey, postalCode),
      (CNPostalAddressCountryKey, country), (CNPostalAddressISOCountryCodeKey, isoCountryCode),
    ]
    let known = parts.compactMap { part in part.1.map { (part.0, $0) } }
    return known.isEmpty ? nil : CNPostalAddress(parts: Dictionary(uniqueKeysWithValues: known))
  }
  /// The street with the house number, in the order that the country uses.
  // L-286
  private var street: String? {
    guard let thoroughfare, let subThoroughfare else { return thoroughfare }
    return ["US", "CA", "GB", "IE", "AU", "NZ", "FR"].contains(isoCountryCode ?? "US")
      ? "\(subThoroughfare) \(thoroughfare)" : "\(thoroughfare) \(subThoroughfare)"
  }
  @available(*, deprecated) open var addressDictionary: [AnyHashable: Any]? {
    var result: [AnyHashable: Any] = [:]
    result["Name"] = name
    result["Street"] = street
    result["City"] = locality
    result["State"] = administrativeArea
    result["ZIP"] = postalCode
    result["Country"] = country
    result["CountryCode"] = isoCountryCode
    return result
  }

  open override var description: String {
    let address = [name, locality == name ? nil : locality, administrativeArea, postalCode, country]
    return address.compactMap { $0 }.joined(separator: ", ")
      + (location.map { " @ \($0.description)" } ?? "")
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open class var supportsSecureCoding: Bool { true }
  public required init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "entry"),
      let entry = try? JSONDecoder().decode(Gazetteer.Entry.self, from: Data((text as String).utf8))
    else { return nil }
    self.entry = entry
    location = coder.decodeObject(of: CLLocation.self, forKey: "location")
    region = coder.decodeObject(of: CLCircularRegion.self, forKey: "region")
    timeZone = entry.timeZone.flatMap { TimeZone(identifier: $0) }
    super.init()
  }
  open func encode(with coder: NSCoder) {
    let data = (try? JSONEncoder().encode(entry)) ?? Data()
    coder.encode(String(decoding: data, as: UTF8.self) as NSString, forKey: "entry")
    coder.encode(location, forKey: "location")
    coder.encode(region, forKey: "region")
  }
}
