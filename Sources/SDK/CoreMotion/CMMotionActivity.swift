import CarobFoundation
import CarobRuntime
import DeviceProtocol

public enum CMMotionActivityConfidence: Int, Sendable {
  case low = 0
  case medium = 1
  case high = 2
}

/// The user's activity from a date on.
open class CMMotionActivity: CMLogItem, @unchecked Sendable {
  // @unchecked because it is immutable.
  private let activity: MotionActivity
  public let startDate: Date
  /// Always high, because the script sets the activity.
  public let confidence = CMMotionActivityConfidence.high

  init(_ entry: MotionReport.Activity) {
    activity = entry.activity
    startDate = DeviceMotion.date(entry.time)
    super.init(timestamp: entry.time)
  }

  open var unknown: Bool { activity == .unknown }
  open var stationary: Bool { activity == .stationary }
  open var walking: Bool { activity == .walking }
  open var running: Bool { activity == .running }
  open var cycling: Bool { activity == .cycling }
  open var automotive: Bool { activity == .automotive }
}

public typealias CMMotionActivityHandler = (CMMotionActivity?) -> Void
public typealias CMMotionActivityQueryHandler = ([CMMotionActivity]?, (any Error)?) -> Void

/// Reports the user's activity: current changes, and the history since the device started (E-885).
///
/// The play script's step `activity:` sets it. Info.plist must contain `NSMotionUsageDescription`, and the
/// user is asked for permission first.
open class CMMotionActivityManager: NSObject, @unchecked Sendable {
  // @unchecked because the state is guarded.
  private typealias Receiver = SampleReceiver<CMMotionActivity>
  private let updates = Guarded(CurrentReceiver<Receiver>())

  public override init() {
    super.init()
    DeviceMotion.observe(for: self) { [weak self] report in
      guard let self, let receiver = updates.withLock({ $0.current }) else { return }
      deliverLatest(report, to: receiver)
    }
  }

  open class func isActivityAvailable() -> Bool { true }
  open class func authorizationStatus() -> CMAuthorizationStatus { MotionPermission.status }

  /// Calls the handler with the current activity and then after each change; not at all if the user does
  /// not allow it.
  open func startActivityUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMMotionActivityHandler,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    let receiver = Receiver(
      queue: queue, handler: { activity, _ in handler(activity) }, site: SourceSite(file, line),
      sensor: "activity")
    let generation = updates.withLock { $0.begin() }
    delivered.withLock { $0 = nil }
    MotionPermission.request(for: "CMMotionActivityManager") { [weak self] error in
      guard let self else { return }
      if error != nil {
        Journal.note(
          .dispatch, "startActivityUpdates", outcome: "refused", why: "the user does not allow motion data",
          receiver: self)
        return
      }
      guard updates.withLock({ $0.install(receiver, of: generation) }) else { return }
      deliverLatest(DeviceMotion.report, to: receiver)
    }
  }

  open func stopActivityUpdates() { updates.withLock { $0.stop() } }

  /// The last activity that was delivered.
  private let delivered = Guarded<MotionReport.Activity?>(nil)
  private func deliverLatest(_ report: MotionReport, to receiver: Receiver) {
    let latest = report.activities.last ?? MotionReport.Activity(time: 0, activity: .stationary)
    // NB: other changes also cause a report.
    let isNew = delivered.withLock { delivered in
      defer { delivered = latest }
      return delivered != latest
    }
    if isNew { receiver.deliver(CMMotionActivity(latest)) }
  }

  /// The activities within a time range, including the one in progress at its beginning.
  open func queryActivityStarting(
    from start: Date, to end: Date, to queue: OperationQueue,
    withHandler handler: @escaping CMMotionActivityQueryHandler, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) {
    let receiver = SampleReceiver<[CMMotionActivity]>(
      queue: queue, handler: handler, site: SourceSite(file, line), sensor: "activity")
    MotionPermission.request(for: "CMMotionActivityManager") { error in
      if let error { return receiver.deliver(nil, error) }
      let all =
        [MotionReport.Activity(time: 0, activity: .stationary)] + DeviceMotion.report.activities
      let (begin, last) = (DeviceMotion.start(start), DeviceMotion.end(end))
      let first = all.lastIndex { $0.time <= begin } ?? 0
      receiver.deliver(all[first...].filter { $0.time <= last }.map { CMMotionActivity($0) })
    }
  }
}
