import Compositor
import DeviceProtocol
import LocationSimulation

/// A simulated phone or tablet that runs one app: clock, screen, life cycle, container, trace.
///
/// Confined to one thread: its loop waits for the app's descriptors inside the calls below. In virtual time every call
/// returns when the app rests; in real time it returns at once, and `run()` is the loop. Other threads use `handle`.
/// `shutDown()` (also called by deinit) leaves neither a process nor a folder behind.
public final class SimulatedDevice {
  public private(set) var configuration: DeviceConfiguration
  public let app: AppBundle
  public let handle = DeviceHandle()
  public var model: DeviceModel { configuration.model }
  public internal(set) var environment = Environment()
  public internal(set) var trace = Trace()
  public internal(set) var springboard: Springboard
  /// How the app's last process ended; nil if none has ended yet.
  public internal(set) var lastEnd: AppEnd?
  /// Called on the device's thread for everything that a host shows.
  public var onOutput: ((DeviceOutput) -> Void)?
  /// Messages of the app for the user that are not crashes.
  public internal(set) var diagnostics: [String] = []
  /// Whether `stop()` was called or the device was shut down.
  public internal(set) var isStopping = false
  /// What the motion sensors report (E-880). The next launch finds it as it is.
  public internal(set) var motion = MotionReport()
  /// The text of the general pasteboard. The next launch finds it as it is.
  public internal(set) var pasteboard = ""

  let container: DeviceContainer
  var clock: DeviceClock
  /// From `startTimeout`; nil for no limit.
  var realTimeLimit: RealTimeLimit?
  /// Readable when a signal has arrived; -1 if signals are not watched.
  var signalDescriptor: Int32 = -1

  var life = ProcessLife() {
    didSet { location.service.appIsSuspended = life.isSuspended }
  }
  /// From `prepareLaunch`, until the launch.
  var prepared: PreparedProcess?
  /// The app's process with its state; nil while none runs.
  var session: ProcessSession?
  var screen = AppScreen()
  var notifications = NotificationActivity()
  var permissions: PermissionBook
  var prompts = PermissionPrompts()
  var location: LocationActivity
  /// How many inputs of the springboard are being performed, one inside the other: not all of their messages are sent yet.
  var performDepth = 0
  /// The device's own trace event that a root of the app's life cycle answers; 0 for none.
  var deviceCause = 0

  /// - Throws: `DeviceError.environment` if the container cannot be made or is in use.
  public init(app: AppBundle, configuration: DeviceConfiguration) throws(DeviceError) {
    self.app = app
    self.configuration = configuration
    clock = DeviceClock(ownsTime: configuration.ownsTime)
    location = LocationActivity(
      rules: RegionMonitor.Rules(cushion: configuration.regionCushion, dwell: configuration.regionDwell))
    container = try DeviceContainer(
      kept: configuration.keptContainer, initial: configuration.initialContainer)
    if let given = configuration.environment {
      environment = given
    } else {
      environment.orientation = app.startOrientation(on: configuration.model).rawValue
    }
    let usesScenes =
      switch configuration.profile {
      case "classic": false
      case "default": true
      default: app.usesScenes
      }
    springboard = Springboard(usesScenes: usesScenes, exitsOnSuspend: app.exitsOnSuspend)
    permissions = PermissionBook(lines: container.kept("permissions") ?? "")
    notifications.daemon = NotificationDaemon(text: container.kept("notifications") ?? "")
    location.service.permission = permissions.current(.location)
    location.keptText = container.kept("location") ?? ""
    location.service.restore(location.keptText)
    trace.limit = configuration.traceLimit
    trace.header = [
      ("app", .text(app.identifier)), ("device", .text(configuration.model.name)),
      ("clock", .text(configuration.clock.name)), ("seed", .number(configuration.seed)),
    ]
  }

  deinit {
    prepared?.process.kill()
    process?.kill()
    handle.close()
  }

  /// Device time: virtual, or real since the device was made.
  public var now: DeviceTime { clock.now }

  /// Whether calls return only when the app rests, because time does not pass until then.
  public var isVirtual: Bool { clock.isVirtual }

  /// Sets the app's wall clock at device time 0, seconds since 1970. Call it before the app is launched.
  public func setWallClock(atStart seconds: Double) { configuration.wallClockAtStart = seconds }

  /// From now on a paced device's time follows the real clock, and `run()` is its loop. Has no effect on other devices.
  public func switchToRealTime() { clock.switchToRealTime() }

  /// Whether nothing is in progress: all input is handled, no finite animation runs.
  public var isIdle: Bool {
    guard let session else { return true }
    return session.outstandingInputs == 0 && session.busyUntil <= now.seconds
  }

  public var isAppRunning: Bool { session != nil }

  /// The question of the system that lies over the app.
  public var systemAlert: SystemAlert? { prompts.alert }

  var process: AppProcess? { session?.process }

  var isSuspended: Bool { life.isSuspended }

  /// The app's folder on the host.
  public var containerPath: String { container.path }

  /// From now on the device's calls fail with `timedOut` when this much real time has passed.
  public func startTimeout(seconds: Double) { realTimeLimit = RealTimeLimit(seconds: seconds) }

  /// Removes the limit of `startTimeout`.
  public func endTimeout() { realTimeLimit = nil }

  /// Copies the app's files to a folder that does not exist yet.
  public func copyContainer(to path: String) throws(DeviceError) { try container.copy(to: path) }

  /// Kills the app without a message to it, and frees what the device holds. May be called twice.
  public func shutDown() {
    prepared?.process.kill()
    prepared = nil
    perform(life.handle(.shutDown))
    session = nil
    isStopping = true
    _ = springboard.handle(.ended)
    handle.close()
  }
}
