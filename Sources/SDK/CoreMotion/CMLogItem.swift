import CarobFoundation
import CarobRuntime

/// A sample with the time at which it was taken.
open class CMLogItem: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  /// The time of the sample in seconds since the device started.
  public let timestamp: TimeInterval
  init(timestamp: TimeInterval) {
    self.timestamp = timestamp
    super.init()
  }
}

/// An acceleration along the device's axes, in units of g.
public struct CMAcceleration: Sendable, Equatable {
  public var x: Double
  public var y: Double
  public var z: Double
  public init(x: Double = 0, y: Double = 0, z: Double = 0) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// A rotation about the device's axes, in radians per second.
public struct CMRotationRate: Sendable, Equatable {
  public var x: Double
  public var y: Double
  public var z: Double
  public init(x: Double = 0, y: Double = 0, z: Double = 0) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// A magnetic field along the device's axes, in microteslas.
public struct CMMagneticField: Sendable, Equatable {
  public var x: Double
  public var y: Double
  public var z: Double
  public init(x: Double = 0, y: Double = 0, z: Double = 0) {
    self.x = x
    self.y = y
    self.z = z
  }
}

public enum CMMagneticFieldCalibrationAccuracy: Int32, Sendable {
  case uncalibrated = -1
  case low = 0
  case medium = 1
  case high = 2
}

/// A magnetic field without the device's own field, and its accuracy.
public struct CMCalibratedMagneticField: Sendable, Equatable {
  public var field: CMMagneticField
  public var accuracy: CMMagneticFieldCalibrationAccuracy
  public init(
    field: CMMagneticField = CMMagneticField(), accuracy: CMMagneticFieldCalibrationAccuracy = .uncalibrated
  ) {
    self.field = field
    self.accuracy = accuracy
  }
}

/// A sample of the accelerometer: gravity plus the user's acceleration.
open class CMAccelerometerData: CMLogItem, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let acceleration: CMAcceleration
  init(_ acceleration: CMAcceleration, timestamp: TimeInterval) {
    self.acceleration = acceleration
    super.init(timestamp: timestamp)
  }
}

/// A sample of the gyroscope.
open class CMGyroData: CMLogItem, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let rotationRate: CMRotationRate
  init(_ rotationRate: CMRotationRate, timestamp: TimeInterval) {
    self.rotationRate = rotationRate
    super.init(timestamp: timestamp)
  }
}

/// A sample of the magnetometer. The device has none, so apps never receive a sample.
open class CMMagnetometerData: CMLogItem, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let magneticField: CMMagneticField
  init(_ magneticField: CMMagneticField, timestamp: TimeInterval) {
    self.magneticField = magneticField
    super.init(timestamp: timestamp)
  }
}
