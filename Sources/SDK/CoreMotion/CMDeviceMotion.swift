import CarobFoundation
import DeviceProtocol

/// Which head a sensor sits on, for headphones.
public struct CMDeviceMotionSensorLocation: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let `default` = CMDeviceMotionSensorLocation(rawValue: 0)
  public static let headphoneLeft = CMDeviceMotionSensorLocation(rawValue: 1)
  public static let headphoneRight = CMDeviceMotionSensorLocation(rawValue: 2)
}

/// How the device is held and moved, with gravity apart from what the user does (E-881).
open class CMDeviceMotion: CMLogItem, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let attitude: CMAttitude
  /// Radians a second. A script sets attitudes that hold at once: nothing turns between two of them.
  public let rotationRate = CMRotationRate()
  /// In multiples of gravity.
  public let gravity: CMAcceleration
  /// What the user adds, in multiples of gravity.
  public let userAcceleration: CMAcceleration
  /// The device has no magnetometer.
  public let magneticField = CMCalibratedMagneticField()
  /// Degrees from north; -1 because the device has no compass here.
  public let heading: Double = -1
  public let sensorLocation = CMDeviceMotionSensorLocation.default

  init(_ state: MotionState, timestamp: TimeInterval) {
    attitude = CMAttitude(state)
    gravity = attitude.gravity
    userAcceleration = CMAcceleration(state.acceleration)
    super.init(timestamp: timestamp)
  }
}

extension CMAcceleration {
  init(_ vector: MotionVector) { self.init(x: vector.x, y: vector.y, z: vector.z) }

  static func + (a: CMAcceleration, b: CMAcceleration) -> CMAcceleration {
    CMAcceleration(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }
}
