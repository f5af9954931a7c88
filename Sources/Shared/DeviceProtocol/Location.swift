/// The device's location at one time.
public struct LocationFix: Sendable, Equatable {
  /// Degrees.
  public var latitude: Double
  public var longitude: Double
  /// Metres above the sea.
  public var altitude: Double
  /// Metres; negative if the value that it belongs to is unknown.
  public var horizontalAccuracy: Double
  public var verticalAccuracy: Double
  /// Metres per second, and degrees clockwise from north; negative if unknown.
  public var speed: Double
  public var course: Double
  /// Seconds since the device started.
  public var time: Double
  public init(
    latitude: Double, longitude: Double, altitude: Double = 0, horizontalAccuracy: Double = 5,
    verticalAccuracy: Double = -1, speed: Double = -1, course: Double = -1, time: Double = 0
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.speed = speed
    self.course = course
    self.time = time
  }
}

/// A region that the device monitors for the app, even while the app does not run.
public struct MonitoredRegion: Sendable, Equatable {
  /// A region replaces another one of the same kind and identifier (L-44).
  public var identifier: String
  public var shape: Shape
  public var notifiesOnEntry: Bool
  public var notifiesOnExit: Bool
  /// The `CLMonitor` that it belongs to; nil for regions of location managers.
  public var monitor: String?
  /// The state when the app was launched: 0 unknown, 1 inside, 2 outside.
  public var state: UInt8
  public enum Shape: Sendable, Equatable {
    /// Degrees and metres.
    case circle(latitude: Double, longitude: Double, radius: Double)
    case beacon(BeaconPattern)
  }
  public init(
    identifier: String, shape: Shape, notifiesOnEntry: Bool = true, notifiesOnExit: Bool = true,
    monitor: String? = nil, state: UInt8 = 0
  ) {
    self.identifier = identifier
    self.shape = shape
    self.notifiesOnEntry = notifiesOnEntry
    self.notifiesOnExit = notifiesOnExit
    self.monitor = monitor
    self.state = state
  }
}

/// A set of beacons: those with an identifier and, where given, a major and a minor value.
public struct BeaconPattern: Sendable, Hashable {
  /// A UUID as a string of upper-case hexadecimal digits.
  public var uuid: String
  public var major: UInt16?
  public var minor: UInt16?
  public init(uuid: String, major: UInt16? = nil, minor: UInt16? = nil) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
  }

  /// Whether a beacon with all three values belongs to the set.
  public func matches(_ beacon: BeaconPattern) -> Bool {
    uuid == beacon.uuid && (major == nil || major == beacon.major) && (minor == nil || minor == beacon.minor)
  }
}

/// A beacon in range of the device.
public struct BeaconSighting: Sendable, Equatable {
  public enum Proximity: UInt8, Sendable { case unknown, immediate, near, far }
  public var beacon: BeaconPattern
  public var proximity: Proximity
  /// Metres, and decibels.
  public var accuracy: Double
  public var strength: Int32
  public init(beacon: BeaconPattern, proximity: Proximity, accuracy: Double, strength: Int32) {
    self.beacon = beacon
    self.proximity = proximity
    self.accuracy = accuracy
    self.strength = strength
  }
}

/// A request of an app to the device's location service.
public enum LocationDemand: Sendable, Equatable {
  /// Standard updates; `inBackground` keeps the app running in the background. They pause when the device
  /// has not moved for `pausesAfter` seconds (L-28); another request resumes them.
  case startUpdates(inBackground: Bool, pausesAfter: Double? = nil)
  case stopUpdates
  /// The best fix that is available, once; answered by `requested` or `unavailable`.
  case requestFix
  case significantChanges(Bool)
  case visits(Bool)
  case headings(Bool)
  case ranging(BeaconPattern, Bool)
  /// Answered by `monitoring` or `monitoringFailed`.
  case monitor(MonitoredRegion)
  case stopMonitoring(identifier: String, monitor: String?)
  /// Answered by `regionState`.
  case requestState(identifier: String, monitor: String? = nil)
  /// Whether the app has a background activity session, with which it may use its location in the background.
  case backgroundSession(Bool)
}

/// A report of the device's location service to an app.
public enum LocationReport: Sendable, Equatable {
  /// The newest fix, for standard updates.
  case fix(LocationFix)
  /// The answer to `requestFix`.
  case requested(LocationFix)
  /// The location is unknown; for updates, or in answer to `requestFix`.
  case unavailable(isAnswer: Bool)
  case significantChange(LocationFix)
  case monitoring(identifier: String, monitor: String?)
  /// The code is one of CLError's; `why` is for messages.
  case monitoringFailed(MonitoredRegion, code: Int32, why: String)
  case entered(MonitoredRegion, LocationFix?)
  case exited(MonitoredRegion, LocationFix?)
  /// 0 unknown, 1 inside, 2 outside. Also sent to a `CLMonitor` without a request, for the first known state
  /// (L-287).
  case regionState(identifier: String, monitor: String? = nil, state: UInt8)
  /// Degrees clockwise from magnetic north.
  case heading(Double)
  /// Device seconds; an unknown time is negative (arrival) or infinite (departure).
  case visit(latitude: Double, longitude: Double, accuracy: Double, arrival: Double, departure: Double)
  case beacons(BeaconPattern, [BeaconSighting])
  /// Standard updates have paused or resumed (L-28).
  case updatesPaused(Bool)
}
