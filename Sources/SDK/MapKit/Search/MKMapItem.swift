import CarobRuntime
import CoreLocation
import UIKit

public let MKLaunchOptionsDirectionsModeKey = "MKLaunchOptionsDirectionsModeKey"
public let MKLaunchOptionsMapTypeKey = "MKLaunchOptionsMapTypeKey"
public let MKLaunchOptionsMapCenterKey = "MKLaunchOptionsMapCenterKey"
public let MKLaunchOptionsMapSpanKey = "MKLaunchOptionsMapSpanKey"
public let MKLaunchOptionsShowsTrafficKey = "MKLaunchOptionsShowsTrafficKey"
public let MKLaunchOptionsCameraKey = "MKLaunchOptionsCameraKey"
public let MKLaunchOptionsDirectionsModeDefault = "MKLaunchOptionsDirectionsModeDefault"
public let MKLaunchOptionsDirectionsModeDriving = "MKLaunchOptionsDirectionsModeDriving"
public let MKLaunchOptionsDirectionsModeWalking = "MKLaunchOptionsDirectionsModeWalking"
public let MKLaunchOptionsDirectionsModeTransit = "MKLaunchOptionsDirectionsModeTransit"
public let MKLaunchOptionsDirectionsModeCycling = "MKLaunchOptionsDirectionsModeCycling"
public let MKMapItemTypeIdentifier = "com.apple.mapkit.map-item"

/// A place with its name, address, phone number and URL.
open class MKMapItem: NSObject, NSSecureCoding, @unchecked Sendable {
  // @unchecked because apps change it before they share it, as on the platform.
  public let placemark: MKPlacemark
  open var name: String?
  open var phoneNumber: String?
  open var url: URL?
  open var timeZone: TimeZone?
  open var pointOfInterestCategory: MKPointOfInterestCategory?
  public private(set) var isCurrentLocation = false
  open var location: CLLocation {
    placemark.location
      ?? CLLocation(latitude: placemark.coordinate.latitude, longitude: placemark.coordinate.longitude)
  }
  open private(set) var address: MKAddress?
  open var addressRepresentations: MKAddressRepresentations? { MKAddressRepresentations(placemark) }

  public init(placemark: MKPlacemark) {
    self.placemark = placemark
    super.init()
    name = placemark.name
    timeZone = placemark.timeZone
    address = placemark.addressLine.flatMap { MKAddress(fullAddress: $0, shortAddress: placemark.locality) }
  }
  /// A place of the gazetteer.
  convenience init(_ entry: Gazetteer.Entry) {
    self.init(placemark: MKPlacemark(entry))
    pointOfInterestCategory = entry.pointOfInterestCategory
  }
  public convenience init(location: CLLocation, address: MKAddress?) {
    self.init(placemark: MKPlacemark(coordinate: location.coordinate))
    self.address = address
  }
  /// The device's current location, whenever it is used.
  open class func forCurrentLocation() -> MKMapItem {
    let item = MKMapItem(
      placemark: MKPlacemark(coordinate: CLLocationCoordinate2D(latitude: 0, longitude: 0)))
    item.isCurrentLocation = true
    item.name = "Current Location"
    return item
  }

  /// Returns false and reports that the device has no Maps app.
  // MK-32
  @discardableResult
  open func openInMaps(launchOptions: [String: Any]? = nil) -> Bool {
    Self.openMaps(with: [self], launchOptions: launchOptions)
  }
  @discardableResult
  open class func openMaps(with mapItems: [MKMapItem], launchOptions: [String: Any]? = nil) -> Bool {
    unimplemented("MKMapItem.openInMaps (the device has no Maps app)")
    Journal.note(
      .lifecycle, "openMaps(with:launchOptions:)", outcome: "refused",
      why: "the device has no Maps app (MK-32): \(mapItems.map { $0.name ?? "?" }.joined(separator: ", "))")
    return false
  }
  open func openInMaps(
    launchOptions: [String: Any]? = nil, from scene: UIScene?, completionHandler: @escaping (Bool) -> Void
  ) {
    completionHandler(openInMaps(launchOptions: launchOptions))
  }

  open override var description: String {
    "<MKMapItem: name = \(name ?? "(null)"); placemark = \(placemark); phoneNumber = \(phoneNumber ?? "(null)")>"
  }

  open class var supportsSecureCoding: Bool { true }
  public required init?(coder: NSCoder) {
    guard let placemark = coder.decodeObject(of: MKPlacemark.self, forKey: "placemark") else { return nil }
    self.placemark = placemark
    super.init()
    name = coder.decodeObject(of: NSString.self, forKey: "name") as String?
    phoneNumber = coder.decodeObject(of: NSString.self, forKey: "phoneNumber") as String?
    url = coder.decodeObject(of: NSURL.self, forKey: "url") as URL?
  }
  open func encode(with coder: NSCoder) {
    coder.encode(placemark, forKey: "placemark")
    coder.encode(name as NSString?, forKey: "name")
    coder.encode(phoneNumber as NSString?, forKey: "phoneNumber")
    coder.encode(url as NSURL?, forKey: "url")
  }
}

/// An address in a long and a short text.
open class MKAddress: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let fullAddress: String
  public let shortAddress: String?
  public init?(fullAddress: String, shortAddress: String?) {
    guard !fullAddress.isEmpty else { return nil }
    (self.fullAddress, self.shortAddress) = (fullAddress, shortAddress)
    super.init()
  }
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Parts of an address for display.
open class MKAddressRepresentations: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  public enum ContextStyle: Int, Sendable { case automatic, short, full }
  private let placemark: MKPlacemark
  init(_ placemark: MKPlacemark) {
    self.placemark = placemark
    super.init()
  }
  open var cityName: String? { placemark.locality }
  open var regionName: String? { placemark.country }
  open var cityWithContext: String? { cityWithContext(.automatic) }
  open func cityWithContext(_ style: ContextStyle) -> String? {
    let parts = [
      placemark.locality, placemark.administrativeArea, style == .full ? placemark.country : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
  open func fullAddress(includingRegion: Bool, singleLine: Bool) -> String? {
    let parts = [
      placemark.thoroughfare, placemark.locality, placemark.administrativeArea, placemark.postalCode,
      includingRegion ? placemark.country : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: singleLine ? ", " : "\n")
  }
}
