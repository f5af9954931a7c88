import CarobFoundation
import DeviceProtocol

public typealias CLBeaconMajorValue = UInt16
public typealias CLBeaconMinorValue = UInt16

/// Selects beacons by UUID, and optionally by major and minor value. Immutable.
open class CLBeaconIdentityConstraint: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it is immutable.

  public let uuid: UUID
  public let major: CLBeaconMajorValue?
  public let minor: CLBeaconMinorValue?

  public convenience init(uuid: UUID) { self.init(uuid, nil, nil) }
  public convenience init(uuid: UUID, major: CLBeaconMajorValue) { self.init(uuid, major, nil) }
  public convenience init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    self.init(uuid, major, minor)
  }
  init(_ uuid: UUID, _ major: CLBeaconMajorValue?, _ minor: CLBeaconMinorValue?) {
    (self.uuid, self.major, self.minor) = (uuid, major, minor)
    super.init()
  }

  var pattern: BeaconPattern { BeaconPattern(uuid: uuid.uuidString, major: major, minor: minor) }
  convenience init(_ pattern: BeaconPattern) {
    self.init(UUID(uuidString: pattern.uuid) ?? UUID(), pattern.major, pattern.minor)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CLBeaconIdentityConstraint)?.pattern == pattern
  }
  open override var hash: Int { pattern.hashValue }
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }
  public required init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "uuid"),
      let uuid = UUID(uuidString: text as String)
    else { return nil }
    self.uuid = uuid
    major =
      coder.containsValue(forKey: "major")
      ? UInt16(truncatingIfNeeded: coder.decodeInteger(forKey: "major")) : nil
    minor =
      coder.containsValue(forKey: "minor")
      ? UInt16(truncatingIfNeeded: coder.decodeInteger(forKey: "minor")) : nil
    super.init()
  }
  open func encode(with coder: NSCoder) {
    coder.encode(uuid.uuidString as NSString, forKey: "uuid")
    if let major { coder.encode(Int(major), forKey: "major") }
    if let minor { coder.encode(Int(minor), forKey: "minor") }
  }
}
