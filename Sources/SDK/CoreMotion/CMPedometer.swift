import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// The number of steps in a time range.
open class CMPedometerData: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let startDate: Date
  public let endDate: Date
  public let numberOfSteps: NSNumber
  init(from start: Date, to end: Date, steps: Int) {
    startDate = start
    endDate = end
    numberOfSteps = NSNumber(value: steps)
    super.init()
  }
  /// Always nil, as are the following: the device does not estimate them (`isDistanceAvailable()` is
  /// false).
  open var distance: NSNumber? { nil }
  open var floorsAscended: NSNumber? { nil }
  open var floorsDescended: NSNumber? { nil }
  open var currentPace: NSNumber? { nil }
  open var currentCadence: NSNumber? { nil }
  open var averageActivePace: NSNumber? { nil }
}

public enum CMPedometerEventType: Int, Sendable {
  case pause = 0
  case resume = 1
}

/// The user started or stopped walking.
open class CMPedometerEvent: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let date: Date
  public let type: CMPedometerEventType
  init(_ type: CMPedometerEventType, at date: Date) {
    self.type = type
    self.date = date
    super.init()
  }
}

public typealias CMPedometerHandler = (CMPedometerData?, (any Error)?) -> Void
public typealias CMPedometerEventHandler = (CMPedometerEvent?, (any Error)?) -> Void

/// Counts steps: new ones, and those since the device started (E-886).
///
/// The play script's step `steps:` causes steps. Handlers are called on the framework's own queue.
open class CMPedometer: NSObject, @unchecked Sendable {
  // @unchecked because the state is guarded.
  private struct Updates {
    let start: Date
    let receiver: SampleReceiver<CMPedometerData>
    var steps: Int?
  }
  private struct Events {
    let receiver: SampleReceiver<CMPedometerEvent>
    var isWalking: Bool
  }
  private let updates = Guarded(CurrentReceiver<Updates>())
  private let events = Guarded(CurrentReceiver<Events>())
  private let queue = OperationQueue()

  public override init() {
    super.init()
    queue.maxConcurrentOperationCount = 1
    DeviceMotion.observe(for: self) { [weak self] report in
      self?.reportSteps()
      self?.reportEvents(report)
    }
  }

  open class func isStepCountingAvailable() -> Bool { true }
  open class func isDistanceAvailable() -> Bool { false }
  open class func isFloorCountingAvailable() -> Bool { false }
  open class func isPaceAvailable() -> Bool { false }
  open class func isCadenceAvailable() -> Bool { false }
  open class func isPedometerEventTrackingAvailable() -> Bool { true }
  open class func authorizationStatus() -> CMAuthorizationStatus { MotionPermission.status }

  private static func data(from start: Date, to end: Date) -> CMPedometerData {
    let (first, last) = (DeviceMotion.start(start), DeviceMotion.end(end))
    let steps = DeviceMotion.report.steps.reduce(0) { sum, entry in
      entry.time >= first && entry.time <= last ? sum + Int(entry.count) : sum
    }
    return CMPedometerData(from: start, to: end, steps: steps)
  }

  /// Calls the handler once with the steps in a time range, or with an error.
  open func queryPedometerData(
    from start: Date, to end: Date, withHandler handler: @escaping CMPedometerHandler,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    let receiver = receiver(handler, file, line)
    MotionPermission.request(for: "CMPedometer") { error in
      if let error { return receiver.deliver(nil, error) }
      receiver.deliver(Self.data(from: start, to: end))
    }
  }

  /// Calls the handler with the steps since `start`, first soon and then after each change; once with an
  /// error if the user does not allow it.
  open func startUpdates(
    from start: Date, withHandler handler: @escaping CMPedometerHandler, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) {
    let receiver = receiver(handler, file, line)
    let generation = updates.withLock { $0.begin() }
    MotionPermission.request(for: "CMPedometer") { [weak self] error in
      guard let self else { return }
      if let error { return receiver.deliver(nil, error) }
      let new = Updates(start: start, receiver: receiver)
      if updates.withLock({ $0.install(new, of: generation) }) { reportSteps() }
    }
  }

  open func stopUpdates() { updates.withLock { $0.stop() } }

  private func reportSteps() {
    updates.withLock { updates in
      guard let current = updates.current else { return }
      let data = Self.data(from: current.start, to: Date())
      // NB: other changes also cause a report.
      guard current.steps != data.numberOfSteps.intValue else { return }
      updates.current?.steps = data.numberOfSteps.intValue
      current.receiver.deliver(data)
    }
  }

  /// Calls the handler each time the user starts or stops walking or running.
  open func startEventUpdates(
    handler: @escaping CMPedometerEventHandler, _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    let receiver = receiver(handler, file, line)
    let generation = events.withLock { $0.begin() }
    MotionPermission.request(for: "CMPedometer") { [weak self] error in
      guard let self else { return }
      if let error { return receiver.deliver(nil, error) }
      let new = Events(receiver: receiver, isWalking: DeviceMotion.report.isOnFoot)
      _ = events.withLock { $0.install(new, of: generation) }
    }
  }

  open func stopEventUpdates() { events.withLock { $0.stop() } }

  private func reportEvents(_ report: MotionReport) {
    events.withLock { events in
      guard let current = events.current, current.isWalking != report.isOnFoot else { return }
      events.current?.isWalking = report.isOnFoot
      current.receiver.deliver(CMPedometerEvent(report.isOnFoot ? .resume : .pause, at: Date()))
    }
  }

  private func receiver<Sample>(
    _ handler: @escaping (Sample?, (any Error)?) -> Void, _ file: StaticString, _ line: Int
  ) -> SampleReceiver<Sample> {
    SampleReceiver(queue: queue, handler: handler, site: SourceSite(file, line), sensor: "pedometer")
  }
}

extension MotionReport {
  /// Whether the user is currently walking or running.
  fileprivate var isOnFoot: Bool {
    activities.last.map { $0.activity == .walking || $0.activity == .running } ?? false
  }
}
