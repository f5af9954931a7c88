import Compositor
import DeviceProtocol
import Glibc
import LocationSimulation

/// A simulated phone or tablet with one app on it: clock, screen, life cycle, container, trace.
///
/// Confined to one thread: its loop waits on the app's descriptors inside the calls below. In virtual time every call
/// returns when the app has come to rest; in real time it returns at once, and `run()` is the loop. Other threads go
/// through `handle`. `shutDown()` (also on deinit) leaves no process and no folder behind.
public final class SimulatedDevice {
  public let configuration: DeviceConfiguration
  public let app: AppBundle
  public let handle = DeviceHandle()
  public var model: DeviceModel { configuration.model }
  public internal(set) var environment = Environment()
  public internal(set) var trace = Trace()
  public internal(set) var springboard: Springboard
  /// How the app's last process ended; nil while none has.
  public internal(set) var lastEnd: AppEnd?
  /// Called on the device's thread for everything that a host shows.
  public var onOutput: ((DeviceOutput) -> Void)?
  /// Messages of the app for people, which are not crashes.
  public internal(set) var diagnostics: [String] = []

  var process: AppProcess?
  let container: DeviceContainer
  /// In virtual time: where the clock stands.
  var virtualNow = DeviceTime.zero
  /// Of the monotonic clock, nanoseconds.
  let realStart = SimulatedDevice.monotonicNow
  /// Of the monotonic clock, nanoseconds: where device time 0 lies since a paced device goes along with it.
  var livesSince: Int64?
  /// When an app that lives so was last given time.
  var lastGrant = DeviceTime.zero
  var realDeadline: ContinuousClock.Instant?
  var realLimit: Double = 0
  var signalDescriptor: Int32 = -1
  /// `stop()` was called, or the device was shut down.
  public internal(set) var isStopping = false

  // Of the current process
  var scene = LayerScene()
  var hasRefusedCommit = false
  /// The size of the app's rearmost window, points; nil before the first commit.
  var windowSize: (width: Double, height: Double)?
  var launchReason = "tap"
  var launchURL: String?
  var launchDeadline: ContinuousClock.Instant?
  /// Until when finite animations run, by the app's last commit; 0 for none.
  var busyUntil: Double = 0
  var backgroundTasks = 0
  /// What the motion sensors report (E-880): it outlives the app.
  public internal(set) var motion = MotionReport()
  /// The text of the general pasteboard: it outlives the app.
  public internal(set) var pasteboard = ""
  var notifications = NotificationActivity()
  /// The trace's event that what the notification center sends arises from.
  var notificationCause = 0
  var permissions = PermissionBook()
  var location: LocationService
  /// As the container has it, and the revision of what it has.
  var keptLocation = ""
  var keptRevision = -1
  /// The device's own event that a report of the location service answers.
  var locationCause = 0
  /// What the way under way is called.
  var wayName = ""
  /// The event that began the way under way, and what told that a region counts if the device stays, by the note's name.
  var wayCause = 0
  var dwellCauses: [String: Int] = [:]
  var asksToConfirmAlways = false
  /// Until when an app that was woken may work before it is suspended.
  var wakeDeadline: DeviceTime?
  /// Questions that the user has not seen yet, in order.
  var prompts: [PermissionRequest] = []
  /// The system's question that lies over the app.
  public internal(set) var systemAlert: SystemAlert?
  var alertView: SystemAlertView?
  /// Fingers of the prompt: the number of the button on which each began, -1 beside them.
  var promptFingers: [UInt32: Int] = [:]
  var isAnsweringPrompt = false
  /// How many of the springboard's inputs are being performed: their messages are not all sent.
  var isPerforming = 0
  /// The app's last commit, without what it changed.
  var lastCommit: Commit?
  var backgroundDeadline: DeviceTime?
  /// In real time: until when an app that has entered the background may still work.
  var backgroundGrace: DeviceTime?
  /// Input messages that the app has not yet said to have handled.
  var outstandingInputs = 0
  var saysHandled = false
  /// Why the last input reached nobody, if the app said so.
  var refusal: String?
  var isSuspended = false {
    didSet { location.appIsSuspended = isSuspended }
  }
  /// It was told that it will be ended: that it goes by itself is then no news.
  var isSayingFarewell = false
  /// The next answer at the time gate says how late it has become.
  var isResuming = false
  /// Sent to a suspended app when it is back.
  var deferredMessages: [DeviceMessage] = []
  var screens: [UInt32: [ScreenElement]] = [:]
  var lastScreenID: UInt32 = 0
  /// The app asked to open something outside itself; done when it has come to rest.
  var leavesForOther = false
  /// The device's own event that a root of the app's life cycle answers.
  var deviceCause = 0

  public init(app: AppBundle, configuration: DeviceConfiguration) throws(DeviceError) {
    self.app = app
    self.configuration = configuration
    location = LocationService(
      rules: RegionMonitor.Rules(cushion: configuration.regionCushion, dwell: configuration.regionDwell))
    container = try DeviceContainer(
      kept: configuration.keptContainer, initial: configuration.initialContainer)
    if let given = configuration.environment {
      environment = given
    } else {
      environment.orientation = app.startOrientation(on: configuration.model)
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
    location.permission = permissions.current(.location)
    keptLocation = container.kept("location") ?? ""
    location.restore(keptLocation)
    trace.header = [
      ("app", .text(app.identifier)), ("device", .text(configuration.model.name)),
      ("clock", .text(configuration.clock.name)), ("seed", .number(configuration.seed)),
    ]
  }

  deinit {
    process?.kill()
  }

  /// Device time: virtual, or real since the device was made.
  public var now: DeviceTime {
    if let livesSince { return max(virtualNow, DeviceTime(nanoseconds: Self.monotonicNow - livesSince)) }
    if configuration.ownsTime { return virtualNow }
    return DeviceTime(nanoseconds: Self.monotonicNow - realStart)
  }

  /// Whether calls return when the app has come to rest, because time stands still until then.
  public var isVirtual: Bool { configuration.ownsTime && livesSince == nil }

  /// From now on a paced device's time goes along with the real clock, and `run()` is its loop.
  public func goLive() {
    guard isVirtual else { return }
    livesSince = Self.monotonicNow - virtualNow.nanoseconds
  }

  /// Whether nothing is under way: all input is handled, no finite animation runs.
  public var isIdle: Bool { outstandingInputs == 0 && busyUntil <= now.seconds }

  static var monotonicNow: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  public var isAppRunning: Bool { process != nil }

  /// The app's folder on the host.
  public var containerPath: String { container.path }

  /// From now on the device's calls fail with `timedOut` when this much real time has passed.
  public func startTimeout(seconds: Double) {
    realLimit = seconds
    realDeadline = ContinuousClock.now + .seconds(seconds)
  }

  /// Takes the time-out away.
  public func endTimeout() { realDeadline = nil }

  /// Copies the app's files to a folder that does not exist yet.
  public func copyContainer(to path: String) throws(DeviceError) { try container.copy(to: path) }

  /// Ends the app without a word and frees what the device holds. Safe to call twice.
  public func shutDown() {
    process?.kill()
    process = nil
    isStopping = true
    _ = springboard.handle(.ended)
  }
}
