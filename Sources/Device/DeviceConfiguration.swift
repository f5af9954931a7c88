import DeviceProtocol

/// What a device is before anything happens to it.
public struct DeviceConfiguration: Sendable {
  public enum Clock: Sendable, Equatable {
    /// Stands still while anything can happen now, then jumps. The seed feeds every random source of the app.
    case virtual(seed: UInt64)
    case real
    /// As virtual until `SimulatedDevice.goLive()`, then along with the real clock: a session that can be replayed.
    case paced(seed: UInt64)
  }

  public var model: DeviceModel
  public var clock: Clock
  /// `default` or `classic`; nil follows the app's scene manifest.
  public var profile: String?
  public var recordsEvents = true
  /// Also what stays inside the framework.
  public var recordsInternalEvents = false
  /// Asks the app for the real duration of every handler.
  public var measuresHandlers = false
  /// Keeps the app's layers, so that `snapshot()` has something to show. A run that takes no picture saves the work.
  public var composesScreen = true
  /// Lets the app send its layers: not needed where nobody looks.
  public var needsScreen = true
  /// Virtual seconds after which a run is over.
  public var virtualLimit: Double = 600
  /// What the app's wall clock shows at device time 0, seconds since 1970, where the device owns the time; nil for
  /// 2026-01-01 09:41:00 UTC.
  public var wallClockAtStart: Double?
  /// Real seconds that an app has from its start to its first message.
  public var launchLimit: Double = 30
  /// Virtual or real seconds that an app has in the background once it has begun background tasks (E-51).
  public var backgroundTime: Double = 30
  /// Metres by which the boundary of a region must be passed to count, at most half of its radius; and seconds for which
  /// the device must stay there (L-50, L-52). 0 for both: every crossing counts at once.
  public var regionCushion: Double = 200
  public var regionDwell: Double = 20
  /// `libCarobVirtualTime.so`; nil when the app brings its own time layer.
  public var timeLibrary: String?
  /// Where the app's own output goes.
  public var standardOutput: Int32 = 1
  public var standardError: Int32 = 2
  /// Whether what the Swift runtime prints of a crash goes there whole; the report of the crash has the user's frames.
  public var showsBacktraces = false
  /// A folder that outlives the device; nil for an empty container that goes with it.
  public var keptContainer: String?
  /// A folder whose content a fresh container begins with.
  public var initialContainer: String?
  /// How the device is held and looks before anything happens to it; nil as the app wants it.
  public var environment: Environment?
  /// Confines the app's process; nil lets it do what the user may do.
  public var sandbox: AppSandbox?
  public var extraEnvironment: [(String, String)] = []

  public init(model: DeviceModel = .standard, clock: Clock = .virtual(seed: 1)) {
    self.model = model
    self.clock = clock
  }

  /// Whether the app's time is the device's to grant (the time layer is preloaded), and not the system's.
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
