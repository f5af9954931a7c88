import CarobFoundation
import DeviceProtocol

/// A circle on the earth (L-40).
open class CLCircularRegion: CLRegion, @unchecked Sendable {
  // @unchecked as its superclass.

  public let center: CLLocationCoordinate2D
  /// Metres.
  public let radius: CLLocationDistance

  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    self.center = center
    self.radius = radius
    super.init(identifier: identifier)
  }

  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    center.point.distance(to: coordinate.point) <= radius
  }

  override var monitored: MonitoredRegion? {
    MonitoredRegion(
      identifier: identifier,
      shape: .circle(latitude: center.latitude, longitude: center.longitude, radius: radius),
      notifiesOnEntry: notifyOnEntry, notifiesOnExit: notifyOnExit)
  }

  open override var description: String {
    "CLCircularRegion (identifier:'\(identifier)', center:<"
      + String(format: "%+.8f,%+.8f>, radius:%.2fm)", center.latitude, center.longitude, radius)
  }

  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "radius") else { return nil }
    center = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: "latitude"), longitude: coder.decodeDouble(forKey: "longitude"))
    radius = coder.decodeDouble(forKey: "radius")
    super.init(coder: coder)
  }
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(center.latitude, forKey: "latitude")
    coder.encode(center.longitude, forKey: "longitude")
    coder.encode(radius, forKey: "radius")
  }
}
