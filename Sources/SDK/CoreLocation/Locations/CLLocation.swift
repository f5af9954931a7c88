import CarobFoundation
import CarobRuntime
import DeviceProtocol
import LocationSimulation

/// The device's position at a point in time, and how accurate it is. Immutable.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it is immutable.

  public let coordinate: CLLocationCoordinate2D
  /// Metres above sea level.
  public let altitude: CLLocationDistance
  /// Metres above the ellipsoid; here the same as `altitude`.
  public var ellipsoidalAltitude: CLLocationDistance { altitude }
  /// The radius of uncertainty in metres; negative if the coordinate is not valid.
  public let horizontalAccuracy: CLLocationAccuracy
  public let verticalAccuracy: CLLocationAccuracy
  public let course: CLLocationDirection
  public let courseAccuracy: CLLocationDirectionAccuracy
  public let speed: CLLocationSpeed
  public let speedAccuracy: CLLocationSpeedAccuracy
  public let timestamp: Date
  /// The floor of a building; always nil, since simulated locations have none.
  public let floor: CLFloor?
  public let sourceInformation: CLLocationSourceInformation?

  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    // The accuracies that the platform gives a location that an app creates from a coordinate.
    (coordinate, altitude) = (CLLocationCoordinate2D(latitude: latitude, longitude: longitude), 0)
    (horizontalAccuracy, verticalAccuracy) = (0, -1)
    (course, courseAccuracy, speed, speedAccuracy) = (-1, -1, -1, -1)
    timestamp = Date()
    (floor, sourceInformation) = (nil, nil)
    super.init()
  }

  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection = -1,
    courseAccuracy: CLLocationDirectionAccuracy = -1, speed: CLLocationSpeed = -1,
    speedAccuracy: CLLocationSpeedAccuracy = -1, timestamp: Date,
    sourceInfo: CLLocationSourceInformation? = nil
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.course = course
    self.courseAccuracy = courseAccuracy
    self.speed = speed
    self.speedAccuracy = speedAccuracy
    self.timestamp = timestamp
    floor = nil
    sourceInformation = sourceInfo
    super.init()
  }

  /// Makes a location from the device's report; its accuracy is never better than `desiredAccuracy` (L-22).
  convenience init(_ fix: LocationFix, desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest) {
    var accuracy = fix.horizontalAccuracy
    if accuracy >= 0, desiredAccuracy > 0, desiredAccuracy < 1e6 { accuracy = max(accuracy, desiredAccuracy) }
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: fix.latitude, longitude: fix.longitude),
      altitude: fix.altitude, horizontalAccuracy: accuracy, verticalAccuracy: fix.verticalAccuracy,
      course: fix.course, courseAccuracy: fix.course < 0 ? -1 : 5, speed: fix.speed,
      speedAccuracy: fix.speed < 0 ? -1 : 1, timestamp: Date(timeIntervalSinceNow: fix.time - Clock.now),
      sourceInfo: CLLocationSourceInformation(softwareSimulationState: true, andExternalAccessoryState: false)
    )
  }

  /// Metres along the earth's surface, by WGS-84 geodesics; the altitude is ignored.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    coordinate.point.distance(to: location.coordinate.point)
  }
  @available(*, deprecated, renamed: "distance(from:)")
  open func getDistanceFrom(_ location: CLLocation) -> CLLocationDistance { distance(from: location) }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override var description: String {
    let place = "<\(sign(coordinate.latitude)),\(sign(coordinate.longitude))>"
    return
      "\(place) +/- \(fixed(horizontalAccuracy))m (speed \(fixed(speed)) mps / course \(fixed(course))) @ \(timestamp)"
  }
  private func fixed(_ value: Double) -> String { String(format: "%.2f", value) }
  private func sign(_ value: Double) -> String { String(format: "%+.8f", value) }

  // MARK: Coding

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "latitude"), coder.containsValue(forKey: "longitude") else {
      return nil
    }
    func number(_ key: String, _ standard: Double) -> Double {
      coder.containsValue(forKey: key) ? coder.decodeDouble(forKey: key) : standard
    }
    coordinate = CLLocationCoordinate2D(latitude: number("latitude", 0), longitude: number("longitude", 0))
    altitude = number("altitude", 0)
    horizontalAccuracy = number("horizontalAccuracy", 0)
    verticalAccuracy = number("verticalAccuracy", -1)
    course = number("course", -1)
    courseAccuracy = number("courseAccuracy", -1)
    speed = number("speed", -1)
    speedAccuracy = number("speedAccuracy", -1)
    timestamp = Date(timeIntervalSinceReferenceDate: number("timestamp", 0))
    (floor, sourceInformation) = (nil, nil)
    super.init()
  }

  open func encode(with coder: NSCoder) {
    for (key, value) in [
      ("latitude", coordinate.latitude), ("longitude", coordinate.longitude), ("altitude", altitude),
      ("horizontalAccuracy", horizontalAccuracy), ("verticalAccuracy", verticalAccuracy), ("course", course),
      ("courseAccuracy", courseAccuracy), ("speed", speed), ("speedAccuracy", speedAccuracy),
      ("timestamp", timestamp.timeIntervalSinceReferenceDate),
    ] { coder.encode(value, forKey: key) }
  }
}
