import CarobFoundation
import CarobRuntime

/// A stay at a place: when the device arrived and when it left. Immutable.
open class CLVisit: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it is immutable.

  /// `Date.distantPast` if unknown.
  public let arrivalDate: Date
  /// `Date.distantFuture` while the device is still there.
  public let departureDate: Date
  public let coordinate: CLLocationCoordinate2D
  /// Metres.
  public let horizontalAccuracy: CLLocationAccuracy

  init(_ coordinate: CLLocationCoordinate2D, accuracy: Double, arrival: Double, departure: Double) {
    self.coordinate = coordinate
    horizontalAccuracy = accuracy
    arrivalDate = arrival < 0 ? .distantPast : Date(timeIntervalSinceNow: arrival - Clock.now)
    departureDate =
      departure == .infinity ? .distantFuture : Date(timeIntervalSinceNow: departure - Clock.now)
    super.init()
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }
  public required init?(coder: NSCoder) {
    coordinate = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: "latitude"), longitude: coder.decodeDouble(forKey: "longitude"))
    horizontalAccuracy = coder.decodeDouble(forKey: "horizontalAccuracy")
    arrivalDate = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "arrivalDate"))
    departureDate = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "departureDate"))
    super.init()
  }
  open func encode(with coder: NSCoder) {
    coder.encode(coordinate.latitude, forKey: "latitude")
    coder.encode(coordinate.longitude, forKey: "longitude")
    coder.encode(horizontalAccuracy, forKey: "horizontalAccuracy")
    coder.encode(arrivalDate.timeIntervalSinceReferenceDate, forKey: "arrivalDate")
    coder.encode(departureDate.timeIntervalSinceReferenceDate, forKey: "departureDate")
  }
}
