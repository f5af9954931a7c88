import CarobFoundation
import DeviceProtocol

/// The area in which beacons of an identity are detected.
open class CLBeaconRegion: CLRegion, @unchecked Sendable {
  // @unchecked as its superclass.

  public let beaconIdentityConstraint: CLBeaconIdentityConstraint
  open var uuid: UUID { beaconIdentityConstraint.uuid }
  open var major: NSNumber? { beaconIdentityConstraint.major.map { NSNumber(value: $0) } }
  open var minor: NSNumber? { beaconIdentityConstraint.minor.map { NSNumber(value: $0) } }
  @available(*, deprecated, renamed: "uuid") open var proximityUUID: UUID { uuid }
  /// Whether the app is notified again when the display turns on inside the region. Stored only; has no
  /// effect here.
  open var notifyEntryStateOnDisplay = false {
    didSet { if notifyEntryStateOnDisplay { unimplemented("CLBeaconRegion.notifyEntryStateOnDisplay") } }
  }

  public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
    self.beaconIdentityConstraint = beaconIdentityConstraint
    super.init(identifier: identifier)
  }
  public convenience init(uuid: UUID, identifier: String) {
    self.init(beaconIdentityConstraint: CLBeaconIdentityConstraint(uuid: uuid), identifier: identifier)
  }
  public convenience init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
    self.init(
      beaconIdentityConstraint: CLBeaconIdentityConstraint(uuid: uuid, major: major), identifier: identifier)
  }
  public convenience init(
    uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    self.init(
      beaconIdentityConstraint: CLBeaconIdentityConstraint(uuid: uuid, major: major, minor: minor),
      identifier: identifier)
  }
  @available(*, deprecated)
  public convenience init(proximityUUID: UUID, identifier: String) {
    self.init(uuid: proximityUUID, identifier: identifier)
  }
  @available(*, deprecated)
  public convenience init(proximityUUID: UUID, major: CLBeaconMajorValue, identifier: String) {
    self.init(uuid: proximityUUID, major: major, identifier: identifier)
  }
  @available(*, deprecated)
  public convenience init(
    proximityUUID: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) { self.init(uuid: proximityUUID, major: major, minor: minor, identifier: identifier) }

  /// The data that an app would advertise over Bluetooth; unimplemented, because the device has no Bluetooth.
  open func peripheralData(withMeasuredPower measuredPower: NSNumber?) -> NSMutableDictionary {
    unimplemented("CLBeaconRegion.peripheralData(withMeasuredPower:) (the device has no Bluetooth)")
    return NSMutableDictionary()
  }

  override var monitored: MonitoredRegion? {
    MonitoredRegion(
      identifier: identifier, shape: .beacon(beaconIdentityConstraint.pattern),
      notifiesOnEntry: notifyOnEntry, notifiesOnExit: notifyOnExit)
  }

  public required init?(coder: NSCoder) {
    guard let constraint = CLBeaconIdentityConstraint(coder: coder) else { return nil }
    beaconIdentityConstraint = constraint
    super.init(coder: coder)
  }
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    beaconIdentityConstraint.encode(with: coder)
  }
}

/// A beacon that is in range. Immutable.
open class CLBeacon: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because it is immutable.

  public let uuid: UUID
  public let major: NSNumber
  public let minor: NSNumber
  public let proximity: CLProximity
  /// Metres; negative if unknown.
  public let accuracy: CLLocationAccuracy
  /// Decibels.
  public let rssi: Int
  public let timestamp: Date
  @available(*, deprecated, renamed: "uuid") open var proximityUUID: UUID { uuid }

  init(_ sighting: BeaconSighting) {
    uuid = UUID(uuidString: sighting.beacon.uuid) ?? UUID()
    major = NSNumber(value: sighting.beacon.major ?? 0)
    minor = NSNumber(value: sighting.beacon.minor ?? 0)
    proximity = CLProximity(rawValue: Int(sighting.proximity.rawValue)) ?? .unknown
    accuracy = sighting.accuracy
    rssi = Int(sighting.strength)
    timestamp = Date()
    super.init()
  }
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
