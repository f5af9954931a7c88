/// Where the device is at a moment.
public struct LocationFix: Sendable, Equatable {
  /// Degrees.
  public var latitude: Double
  public var longitude: Double
  /// Metres above the sea.
  public var altitude: Double
  /// Metres; a negative number says that the value which it belongs to is not known.
  public var horizontalAccuracy: Double
  public var verticalAccuracy: Double
  /// Metres a second, and degrees clockwise from north; negative when not known.
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

/// A region whose boundary the device watches for the app, also when it does not run.
public struct MonitoredRegion: Sendable, Equatable {
  /// Of its kind; regions of one kind and identifier replace each other (L-44).
  public var identifier: String
  public var shape: Shape
  public var notifiesOnEntry: Bool
  public var notifiesOnExit: Bool
  /// The `CLMonitor` that it belongs to; nil for regions of location managers.
  public var monitor: String?
  /// Where the device was when it told the app of the region, at a launch: 0 unknown, 1 inside, 2 outside.
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

/// Which beacons are meant: those of an identifier, and of a major and minor value where given.
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

  /// Whether a beacon with all three values is meant.
  public func matches(_ beacon: BeaconPattern) -> Bool {
    uuid == beacon.uuid && (major == nil || major == beacon.major) && (minor == nil || minor == beacon.minor)
  }
}

/// A beacon that the device hears.
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

/// What an app wants to hear of the device's location.
public enum LocationDemand: Sendable, Equatable {
  /// Standard updates; `inBackground` keeps the app running when it is left. They pause when the device has stood still for so many
  /// seconds (L-28); a further demand resumes them.
  case startUpdates(inBackground: Bool, pausesAfter: Double? = nil)
  case stopUpdates
  /// The best fix that there is, once; answered by `fixes` or `unavailable`.
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
  /// The app may use its location in the background, because it shows an indicator (a session) or was asked to.
  case backgroundSession(Bool)
}

/// What the device tells an app of its location.
public enum LocationReport: Sendable, Equatable {
  /// The newest fix, for standard updates.
  case fix(LocationFix)
  /// The answer to `requestFix`.
  case requested(LocationFix)
  /// Nobody knows where the device is; for updates, or in answer to `requestFix`.
  case unavailable(isAnswer: Bool)
  case significantChange(LocationFix)
  case monitoring(identifier: String, monitor: String?)
  /// The code is one of CLError's; what and why is for people.
  case monitoringFailed(MonitoredRegion, code: Int32, why: String)
  case entered(MonitoredRegion, LocationFix?)
  case exited(MonitoredRegion, LocationFix?)
  /// 0 unknown, 1 inside, 2 outside. For a `CLMonitor` also without a question: the first state that is known (L-287).
  case regionState(identifier: String, monitor: String? = nil, state: UInt8)
  /// Degrees clockwise from magnetic north.
  case heading(Double)
  /// Device seconds; a time that is not known is negative (arrival) or infinite (departure).
  case visit(latitude: Double, longitude: Double, accuracy: Double, arrival: Double, departure: Double)
  case beacons(BeaconPattern, [BeaconSighting])
  /// Standard updates have paused, or go on (L-28).
  case updatesPaused(Bool)
}
