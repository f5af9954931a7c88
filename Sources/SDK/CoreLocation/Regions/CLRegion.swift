import CarobFoundation
import DeviceProtocol

public enum CLRegionState: Int, Sendable { case unknown, inside, outside }
public enum CLProximity: Int, Sendable { case unknown, immediate, near, far }

/// An area whose boundary can be monitored. Two regions are equal if their identifiers and classes are
/// (L-45).
open class CLRegion: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because apps change it on the thread that registers it.

  public let identifier: String
  /// L-40: select which of the two delegate methods are called.
  open var notifyOnEntry = true
  open var notifyOnExit = true

  init(identifier: String) {
    self.identifier = identifier
    super.init()
  }

  /// The region in the device's form; nil for a region that cannot be monitored.
  var monitored: MonitoredRegion? { nil }

  /// Makes an object of a region that the device monitors.
  static func make(_ region: MonitoredRegion) -> CLRegion {
    let made: CLRegion
    switch region.shape {
    case .circle(let latitude, let longitude, let radius):
      made = CLCircularRegion(
        center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), radius: radius,
        identifier: region.identifier)
    case .beacon(let pattern):
      made = CLBeaconRegion(
        beaconIdentityConstraint: CLBeaconIdentityConstraint(pattern), identifier: region.identifier)
    }
    made.notifyOnEntry = region.notifiesOnEntry
    made.notifyOnExit = region.notifiesOnExit
    return made
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLRegion else { return false }
    return identifier == other.identifier && type(of: self) == type(of: other)
  }
  open override var hash: Int { identifier.hashValue }

  open func copy(with zone: NSZone? = nil) -> Any { monitored.map { CLRegion.make($0) } ?? self }

  open override var description: String { "\(type(of: self)) (identifier:'\(identifier)')" }

  open class var supportsSecureCoding: Bool { true }
  public required init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") else { return nil }
    self.identifier = identifier as String
    super.init()
    notifyOnEntry = coder.decodeBool(forKey: "notifyOnEntry")
    notifyOnExit = coder.decodeBool(forKey: "notifyOnExit")
  }
  open func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: "identifier")
    coder.encode(notifyOnEntry, forKey: "notifyOnEntry")
    coder.encode(notifyOnExit, forKey: "notifyOnExit")
  }
}
