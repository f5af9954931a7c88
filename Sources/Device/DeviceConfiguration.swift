import DeviceProtocol

/// How a device is made.
public struct DeviceConfiguration: Sendable {
  public enum Clock: Sendable, Equatable {
    /// Stands still while the app is working, and then jumps to the next deadline. The seed is used for every random source of the
    /// app.
    case virtual(seed: UInt64)
    case real
    /// Virtual until `SimulatedDevice.switchToRealTime()`, and then as fast as the real clock: for a session that can be replayed.
    case paced(seed: UInt64)
  }

  public var model: DeviceModel
  public var clock: Clock
  /// `default` or `classic`; nil follows the app's scene manifest.
  public var profile: String?
  public var recordsEvents = true
  /// Also records events inside the frameworks.
  public var recordsInternalEvents = false
  /// Asks the app for the real duration of every handler.
  public var measuresHandlers = false
  /// Keeps the app's layers for `snapshot()`. A run without snapshots saves the work.
  public var composesScreen = true
  /// How many recent events the trace keeps; nil for all.
  public var traceLimit: Int?
  /// Lets the app send its layers; not needed if the screen is neither shown nor composed.
  public var needsScreen = true
  /// The longest virtual time of a run, seconds.
  public var virtualLimit: Double = 600
  /// The app's wall clock at device time 0, seconds since 1970, if the device owns the time; nil for 2026-01-01 09:41:00 UTC.
  public var wallClockAtStart: Double?
  /// The real time from an app's start to its first message, seconds; after that the launch fails.
  public var launchLimit: Double = 30
  /// How long an app may run background tasks, seconds of virtual or real time (E-51).
  public var backgroundTime: Double = 30
  /// By how many metres the boundary of a region must be crossed, at most half of its radius, and for how many seconds the device
  /// must stay there (L-50, L-52). With 0 for both, every crossing counts at once.
  public var regionCushion: Double = 200
  public var regionDwell: Double = 20
  /// The path of `libCarobVirtualTime.so`; nil if the app brings its own time layer.
  public var timeLibrary: String?
  /// The descriptor for the app's standard output.
  public var standardOutput: Int32 = 1
  public var standardError: Int32 = 2
  /// Whether the Swift runtime's backtraces are forwarded, too; the report of a crash has the user's frames in any case.
  public var showsBacktraces = false
  /// A container that is kept; nil for an empty one that is removed with the device.
  public var keptContainer: String?
  /// A folder that is copied into a new container.
  public var initialContainer: String?
  /// The initial orientation, appearance and text size; nil for those that suit the app.
  public var environment: Environment?
  /// Confines the app's process; nil lets it do what the user may do.
  public var sandbox: AppSandbox?
  public var extraEnvironment: [(String, String)] = []

  public init(model: DeviceModel = .standard, clock: Clock = .virtual(seed: 1)) {
    self.model = model
    self.clock = clock
  }

  /// Whether the device grants the app its time (with the preloaded time layer), rather than the system.
  public var ownsTime: Bool { clock != .real }

  public var seed: UInt64 {
    switch clock {
    case .virtual(let seed), .paced(let seed): seed
    case .real: 0
    }
  }
}

extension DeviceConfiguration.Clock {
  /// In the header of a trace.
  var name: String {
    switch self {
    case .virtual: "virtual"
    case .real: "real"
    case .paced: "paced"
    }
  }
}
