import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// The change of altitude since updates began.
open class CMAltitudeData: CMLogItem, @unchecked Sendable {
  // @unchecked because it is immutable.
  /// The altitude in metres relative to the start of the updates.
  public let relativeAltitude: NSNumber
  /// The air pressure in kilopascals.
  public let pressure: NSNumber
  init(relativeAltitude: Double, pressure: Double, timestamp: TimeInterval) {
    self.relativeAltitude = NSNumber(value: relativeAltitude)
    self.pressure = NSNumber(value: pressure)
    super.init(timestamp: timestamp)
  }
}

/// The altitude above sea level. The device does not know it, so apps never receive a sample.
open class CMAbsoluteAltitudeData: CMLogItem, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let altitude: Double = 0
  public let accuracy: Double = 0
  public let precision: Double = 0
}

public typealias CMAltitudeHandler = (CMAltitudeData?, (any Error)?) -> Void
public typealias CMAbsoluteAltitudeHandler = (CMAbsoluteAltitudeData?, (any Error)?) -> Void

/// Reports changes of altitude (E-887), which the play script's step `motion: {altitude: 12}` causes.
open class CMAltimeter: NSObject, @unchecked Sendable {
  // @unchecked because the state is guarded.
  private struct Updates {
    let base: Double
    let receiver: SampleReceiver<CMAltitudeData>
    var altitude: Double?
  }
  private let updates = Guarded(CurrentReceiver<Updates>())

  public override init() {
    super.init()
    DeviceMotion.observe(for: self) { [weak self] report in self?.report(report.state.altitude) }
  }

  open class func isRelativeAltitudeAvailable() -> Bool { true }
  open class func isAbsoluteAltitudeAvailable() -> Bool { false }
  open class func authorizationStatus() -> CMAuthorizationStatus { MotionPermission.status }

  /// Calls the handler soon with 0 and after each change, or once with an error if the user does not allow
  /// it.
  open func startRelativeAltitudeUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAltitudeHandler,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    let receiver = SampleReceiver(
      queue: queue, handler: handler, site: SourceSite(file, line), sensor: "altimeter")
    let generation = updates.withLock { $0.begin() }
    MotionPermission.request(for: "CMAltimeter") { [weak self] error in
      guard let self else { return }
      if let error { return receiver.deliver(nil, error) }
      let altitude = DeviceMotion.report.state.altitude
      let new = Updates(base: altitude, receiver: receiver)
      if updates.withLock({ $0.install(new, of: generation) }) { report(altitude) }
    }
  }

  open func stopRelativeAltitudeUpdates() { updates.withLock { $0.stop() } }

  private func report(_ altitude: Double) {
    updates.withLock { updates in
      // NB: other changes also cause a report.
      guard let current = updates.current, current.altitude != altitude else { return }
      updates.current?.altitude = altitude
      current.receiver.deliver(
        CMAltitudeData(
          relativeAltitude: altitude - current.base, pressure: Self.pressure(at: altitude),
          timestamp: Clock.now))
    }
  }

  // E-887.2
  /// The pressure of the international standard atmosphere, in kilopascals, with the device's zero at sea
  /// level.
  static func pressure(at altitude: Double) -> Double {
    101.325 * pow(max(1 - 2.25577e-5 * altitude, 0), 5.25588)
  }

  open func startAbsoluteAltitudeUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAbsoluteAltitudeHandler,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    SampleReceiver(queue: queue, handler: handler, site: SourceSite(file, line), sensor: "altimeter")
      .deliver(nil, CMErrorNotAvailable.nsError)
  }
  open func stopAbsoluteAltitudeUpdates() {}
}
