import CarobFoundation
import CarobRuntime

public typealias CLHeadingComponentValue = Double
public let kCLHeadingNone: CLLocationDirection = -1

/// The direction in which the device points. Immutable.
///
/// DEVIATION: the true heading equals the magnetic heading: there is no model of the earth's magnetic field.
open class CLHeading: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it is immutable.

  /// Degrees clockwise from magnetic north, 0…360.
  public let magneticHeading: CLLocationDirection
  /// Degrees clockwise from true north; negative without a location.
  public let trueHeading: CLLocationDirection
  /// The largest possible error of the heading, in degrees.
  public let headingAccuracy: CLLocationDirection
  public let timestamp: Date

  init(_ degrees: Double, hasLocation: Bool) {
    magneticHeading = degrees
    trueHeading = hasLocation ? degrees : -1
    headingAccuracy = 5
    timestamp = Date()
    super.init()
  }

  /// The magnetic field in microteslas: a field of 48 µT along the heading.
  open var x: CLHeadingComponentValue { 48 * sin(magneticHeading * .pi / 180) }
  open var y: CLHeadingComponentValue { 48 * cos(magneticHeading * .pi / 180) }
  open var z: CLHeadingComponentValue { 0 }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override var description: String {
    "magneticHeading \(magneticHeading) trueHeading \(trueHeading) accuracy \(headingAccuracy) @ \(timestamp)"
  }

  open class var supportsSecureCoding: Bool { true }
  public required init?(coder: NSCoder) {
    magneticHeading = coder.decodeDouble(forKey: "magneticHeading")
    trueHeading = coder.decodeDouble(forKey: "trueHeading")
    headingAccuracy = coder.decodeDouble(forKey: "headingAccuracy")
    timestamp = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "timestamp"))
    super.init()
  }
  open func encode(with coder: NSCoder) {
    coder.encode(magneticHeading, forKey: "magneticHeading")
    coder.encode(trueHeading, forKey: "trueHeading")
    coder.encode(headingAccuracy, forKey: "headingAccuracy")
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
  }
}
