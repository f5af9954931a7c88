import CarobRuntime
import Contacts
import CoreLocation
import UIKit

/// A placemark that can be shown on a map.
open class MKPlacemark: CLPlacemark, MKAnnotation, @unchecked Sendable {
  // @unchecked as its superclass.
  public let coordinate: CLLocationCoordinate2D

  public convenience init(coordinate: CLLocationCoordinate2D) {
    self.init(coordinate: coordinate, addressDictionary: nil)
  }
  /// Makes a placemark with an address-book dictionary: `Street`, `City`, `State`, `ZIP`, `Country`,
  /// `CountryCode`.
  public init(coordinate: CLLocationCoordinate2D, addressDictionary: [String: Any]?) {
    self.coordinate = coordinate
    func text(_ key: String) -> String? { addressDictionary?[key] as? String }
    var entry = Gazetteer.Entry.empty(coordinate)
    entry.name = text("Name")
    entry.thoroughfare = text("Street")
    entry.locality = text("City")
    entry.administrativeArea = text("State")
    entry.postalCode = text("ZIP")
    entry.country = text("Country")
    entry.isoCountryCode = text("CountryCode")
    super.init(entry)
  }
  /// Makes a placemark with a postal address; empty parts are unknown.
  public init(coordinate: CLLocationCoordinate2D, postalAddress: CNPostalAddress) {
    self.coordinate = coordinate
    func text(_ part: String) -> String? { part.isEmpty ? nil : part }
    var entry = Gazetteer.Entry.empty(coordinate)
    entry.thoroughfare = text(postalAddress.street)
    entry.subLocality = text(postalAddress.subLocality)
    entry.locality = text(postalAddress.city)
    entry.subAdministrativeArea = text(postalAddress.subAdministrativeArea)
    entry.administrativeArea = text(postalAddress.state)
    entry.postalCode = text(postalAddress.postalCode)
    entry.country = text(postalAddress.country)
    entry.isoCountryCode = text(postalAddress.isoCountryCode)
    super.init(entry)
  }
  public override init(placemark: CLPlacemark) {
    coordinate = placemark.location?.coordinate ?? kCLLocationCoordinate2DInvalid
    super.init(placemark: placemark)
  }
  public required init?(coder: NSCoder) {
    coordinate = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: "latitude"), longitude: coder.decodeDouble(forKey: "longitude"))
    super.init(coder: coder)
  }
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(coordinate.latitude, forKey: "latitude")
    coder.encode(coordinate.longitude, forKey: "longitude")
  }
  init(_ entry: Gazetteer.Entry) {
    coordinate = CLLocationCoordinate2D(latitude: entry.latitude, longitude: entry.longitude)
    super.init(entry)
  }

  open var title: String? { name ?? addressLine }
  open var subtitle: String? { nil }
  open var countryCode: String? { isoCountryCode }
  var addressLine: String? {
    let parts = [thoroughfare, locality, administrativeArea, postalCode, country].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension Gazetteer.Entry {
  /// A place with only a coordinate.
  static func empty(_ coordinate: CLLocationCoordinate2D) -> Gazetteer.Entry {
    var entry = Gazetteer.standard.entries[0]
    (entry.latitude, entry.longitude) = (coordinate.latitude, coordinate.longitude)
    (entry.name, entry.thoroughfare, entry.subThoroughfare, entry.locality) = (nil, nil, nil, nil)
    (entry.subLocality, entry.administrativeArea, entry.subAdministrativeArea) = (nil, nil, nil)
    (entry.postalCode, entry.country, entry.isoCountryCode, entry.timeZone, entry.radius) = (
      nil, nil, nil, nil, nil
    )
    entry.category = nil
    return entry
  }
}
