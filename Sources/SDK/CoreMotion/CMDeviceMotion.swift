import CarobFoundation
import DeviceProtocol

/// The side of the head that a headphone sensor is on.
public struct CMDeviceMotionSensorLocation: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let `default` = CMDeviceMotionSensorLocation(rawValue: 0)
  public static let headphoneLeft = CMDeviceMotionSensorLocation(rawValue: 1)
  public static let headphoneRight = CMDeviceMotionSensorLocation(rawValue: 2)
}

/// The device's attitude and motion, with gravity separated from the user's acceleration (E-881).
open class CMDeviceMotion: CMLogItem, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let attitude: CMAttitude
  /// Radians per second. A script's attitudes take effect immediately, so nothing rotates between them.
  public let rotationRate = CMRotationRate()
  /// In units of g.
  public let gravity: CMAcceleration
  /// The acceleration by the user, in units of g.
  public let userAcceleration: CMAcceleration
  /// The device has no magnetometer.
  public let magneticField = CMCalibratedMagneticField()
  /// Degrees from north; -1 because the device has no compass.
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
