import CarobFoundation
import CarobRuntime
import DeviceProtocol

public typealias CMAccelerometerHandler = (CMAccelerometerData?, (any Error)?) -> Void
public typealias CMGyroHandler = (CMGyroData?, (any Error)?) -> Void
public typealias CMMagnetometerHandler = (CMMagnetometerData?, (any Error)?) -> Void
public typealias CMDeviceMotionHandler = (CMDeviceMotion?, (any Error)?) -> Void

/// Provides samples of the accelerometer, the gyroscope and their combination (E-880 to E-882).
///
/// The values are those of the play script's last `motion:` step; until then the device rests on its back.
/// An app either reads the latest sample when needed or receives samples on its own queue at an interval.
open class CMMotionManager: NSObject, @unchecked Sendable {
  // @unchecked because the state is guarded.
  private struct State {
    var accelerometerUpdateInterval = 0.01
    var gyroUpdateInterval = 0.01
    var deviceMotionUpdateInterval = 0.01
    var magnetometerUpdateInterval = 0.01
    var accelerometer = Sensor()
    var gyro = Sensor()
    var deviceMotion = Sensor()
    var frame = CMAttitudeReferenceFrame.xArbitraryZVertical
    var showsDeviceMovementDisplay = false
  }
  /// Whether a sensor is active, and the timer that calls the app's handler.
  private struct Sensor {
    var isActive = false
    var timer: SampleTimer?
    mutating func start(_ timer: SampleTimer?) {
      stop()
      isActive = true
      self.timer = timer
    }
    mutating func stop() {
      isActive = false
      timer?.stop()
      timer = nil
    }
  }
  private let state = Guarded(State())

  public override init() { super.init() }

  deinit {
    state.withLock { state in
      state.accelerometer.stop()
      state.gyro.stop()
      state.deviceMotion.stop()
    }
  }

  private static var sample: (state: MotionState, time: TimeInterval) {
    (DeviceMotion.report.state, Clock.now)
  }

  // MARK: Accelerometer

  open var isAccelerometerAvailable: Bool { true }
  open var isAccelerometerActive: Bool { state.withLock { $0.accelerometer.isActive } }
  /// The interval between calls of the handler in seconds; changes apply when updates start.
  open var accelerometerUpdateInterval: TimeInterval {
    get { state.withLock { $0.accelerometerUpdateInterval } }
    set { state.withLock { $0.accelerometerUpdateInterval = newValue } }
  }
  /// The latest sample; nil while no updates run.
  open var accelerometerData: CMAccelerometerData? {
    isAccelerometerActive ? Self.accelerometerSample() : nil
  }
  private static func accelerometerSample() -> CMAccelerometerData {
    let (state, time) = sample
    return CMAccelerometerData(
      CMAttitude(state).gravity + CMAcceleration(state.acceleration), timestamp: time)
  }
  open func startAccelerometerUpdates() { state.withLock { $0.accelerometer.start(nil) } }
  open func startAccelerometerUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAccelerometerHandler,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    let receiver = SampleReceiver(
      queue: queue, handler: handler, site: SourceSite(file, line), sensor: "accelerometer")
    let timer = SampleTimer(every: accelerometerUpdateInterval) {
      receiver.deliver(Self.accelerometerSample())
    }
    state.withLock { $0.accelerometer.start(timer) }
  }
  open func stopAccelerometerUpdates() { state.withLock { $0.accelerometer.stop() } }

  // MARK: Gyroscope

  open var isGyroAvailable: Bool { true }
  open var isGyroActive: Bool { state.withLock { $0.gyro.isActive } }
  /// The interval between calls of the handler in seconds; changes apply when updates start.
  open var gyroUpdateInterval: TimeInterval {
    get { state.withLock { $0.gyroUpdateInterval } }
    set { state.withLock { $0.gyroUpdateInterval = newValue } }
  }
  /// The latest sample; nil while no updates run.
  open var gyroData: CMGyroData? { isGyroActive ? Self.gyroSample() : nil }
  private static func gyroSample() -> CMGyroData { CMGyroData(CMRotationRate(), timestamp: Clock.now) }
  open func startGyroUpdates() { state.withLock { $0.gyro.start(nil) } }
  open func startGyroUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMGyroHandler, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) {
    let receiver = SampleReceiver(
      queue: queue, handler: handler, site: SourceSite(file, line), sensor: "gyroscope")
    let timer = SampleTimer(every: gyroUpdateInterval) { receiver.deliver(Self.gyroSample()) }
    state.withLock { $0.gyro.start(timer) }
  }
  open func stopGyroUpdates() { state.withLock { $0.gyro.stop() } }

  // MARK: Device motion

  open class func availableAttitudeReferenceFrames() -> CMAttitudeReferenceFrame {
    [.xArbitraryZVertical, .xArbitraryCorrectedZVertical]
  }
  /// The reference frame of the attitudes while updates run.
  open var attitudeReferenceFrame: CMAttitudeReferenceFrame { state.withLock { $0.frame } }
  open var isDeviceMotionAvailable: Bool { true }
  open var isDeviceMotionActive: Bool { state.withLock { $0.deviceMotion.isActive } }
  /// The interval between calls of the handler in seconds; changes apply when updates start.
  open var deviceMotionUpdateInterval: TimeInterval {
    get { state.withLock { $0.deviceMotionUpdateInterval } }
    set { state.withLock { $0.deviceMotionUpdateInterval = newValue } }
  }
  /// The latest sample; nil while no updates run.
  open var deviceMotion: CMDeviceMotion? { isDeviceMotionActive ? Self.deviceMotionSample() : nil }
  private static func deviceMotionSample() -> CMDeviceMotion {
    let (state, time) = sample
    return CMDeviceMotion(state, timestamp: time)
  }
  open func startDeviceMotionUpdates() { startDeviceMotionUpdates(using: .xArbitraryZVertical) }
  open func startDeviceMotionUpdates(using referenceFrame: CMAttitudeReferenceFrame) {
    use(referenceFrame)
    state.withLock { $0.deviceMotion.start(nil) }
  }
  open func startDeviceMotionUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMDeviceMotionHandler,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    startDeviceMotionUpdates(
      using: .xArbitraryZVertical, to: queue, withHandler: handler, file, line)
  }
  open func startDeviceMotionUpdates(
    using referenceFrame: CMAttitudeReferenceFrame, to queue: OperationQueue,
    withHandler handler: @escaping CMDeviceMotionHandler, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) {
    use(referenceFrame)
    let receiver = SampleReceiver(
      queue: queue, handler: handler, site: SourceSite(file, line), sensor: "device motion")
    let timer = SampleTimer(every: deviceMotionUpdateInterval) { receiver.deliver(Self.deviceMotionSample()) }
    state.withLock { $0.deviceMotion.start(timer) }
  }
  open func stopDeviceMotionUpdates() { state.withLock { $0.deviceMotion.stop() } }

  /// E-883: a frame that needs a compass is not available.
  private func use(_ frame: CMAttitudeReferenceFrame) {
    if !Self.availableAttitudeReferenceFrames().contains(frame) {
      unimplemented(
        "attitudes of CMMotionManager relative to north (the device has no magnetometer; yaw is relative to the script's zero)"
      )
    }
    state.withLock { $0.frame = frame }
  }

  // MARK: Magnetometer

  /// Always false, because the device has none.
  open var isMagnetometerAvailable: Bool { false }
  open var isMagnetometerActive: Bool { false }
  open var magnetometerUpdateInterval: TimeInterval {
    get { state.withLock { $0.magnetometerUpdateInterval } }
    set { state.withLock { $0.magnetometerUpdateInterval = newValue } }
  }
  open var magnetometerData: CMMagnetometerData? { nil }
  open func startMagnetometerUpdates() { refuseMagnetometer() }
  open func startMagnetometerUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMMagnetometerHandler,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    refuseMagnetometer()
    SampleReceiver(queue: queue, handler: handler, site: SourceSite(file, line), sensor: "magnetometer")
      .deliver(nil, CMErrorNotAvailable.nsError)
  }
  open func stopMagnetometerUpdates() {}
  private func refuseMagnetometer() {
    Journal.note(
      .dispatch, "startMagnetometerUpdates()", outcome: "refused", why: "the device has no magnetometer",
      receiver: self)
  }

  /// Whether the system may ask the user to move the device to calibrate the compass. Without a compass it
  /// never does.
  open var showsDeviceMovementDisplay: Bool {
    get { state.withLock { $0.showsDeviceMovementDisplay } }
    set { state.withLock { $0.showsDeviceMovementDisplay = newValue } }
  }
}
