import CarobFoundation
import DeviceProtocol

/// The reference frame of attitudes.
public struct CMAttitudeReferenceFrame: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let xArbitraryZVertical = CMAttitudeReferenceFrame(rawValue: 1)
  public static let xArbitraryCorrectedZVertical = CMAttitudeReferenceFrame(rawValue: 2)
  public static let xMagneticNorthZVertical = CMAttitudeReferenceFrame(rawValue: 4)
  public static let xTrueNorthZVertical = CMAttitudeReferenceFrame(rawValue: 8)
}

/// A rotation as a matrix that takes a vector of the reference frame to the device's axes.
public struct CMRotationMatrix: Sendable, Equatable {
  public var m11, m12, m13, m21, m22, m23, m31, m32, m33: Double
  public init(
    m11: Double = 0, m12: Double = 0, m13: Double = 0, m21: Double = 0, m22: Double = 0, m23: Double = 0,
    m31: Double = 0, m32: Double = 0, m33: Double = 0
  ) {
    self.m11 = m11
    self.m12 = m12
    self.m13 = m13
    self.m21 = m21
    self.m22 = m22
    self.m23 = m23
    self.m31 = m31
    self.m32 = m32
    self.m33 = m33
  }
}

/// A rotation as a unit quaternion.
public struct CMQuaternion: Sendable, Equatable {
  public var x, y, z, w: Double
  public init(x: Double = 0, y: Double = 0, z: Double = 0, w: Double = 0) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  static func * (a: CMQuaternion, b: CMQuaternion) -> CMQuaternion {
    CMQuaternion(
      x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
      w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
  }
  var conjugate: CMQuaternion { CMQuaternion(x: -x, y: -y, z: -z, w: w) }
}

/// The device's orientation in space: its rotation relative to a reference frame whose z axis points up
/// (E-881).
open class CMAttitude: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because only the app changes one, with `multiply(byInverseOf:)`, as on the platform.
  private var rotation: CMQuaternion

  init(_ state: MotionState) {
    let half = { (degrees: Double) in
      let angle = degrees * .pi / 360
      return (sin: sin(angle), cos: cos(angle))
    }
    let (roll, pitch, yaw) = (half(state.roll), half(state.pitch), half(state.yaw))
    // E-881: rotation about z, then x, then y.
    rotation =
      CMQuaternion(z: yaw.sin, w: yaw.cos) * CMQuaternion(x: pitch.sin, w: pitch.cos)
      * CMQuaternion(y: roll.sin, w: roll.cos)
    super.init()
  }

  init(_ rotation: CMQuaternion) {
    self.rotation = rotation
    super.init()
  }

  open func copy(with zone: NSZone? = nil) -> Any { CMAttitude(rotation) }

  open var quaternion: CMQuaternion { rotation }

  open var rotationMatrix: CMRotationMatrix {
    let (x, y, z, w) = (rotation.x, rotation.y, rotation.z, rotation.w)
    return CMRotationMatrix(
      m11: 1 - 2 * (y * y + z * z), m12: 2 * (x * y + w * z), m13: 2 * (x * z - w * y),
      m21: 2 * (x * y - w * z), m22: 1 - 2 * (x * x + z * z), m23: 2 * (y * z + w * x),
      m31: 2 * (x * z + w * y), m32: 2 * (y * z - w * x), m33: 1 - 2 * (x * x + y * y))
  }

  /// The rotation about the device's long axis in radians, -π…π.
  open var roll: Double {
    let matrix = rotationMatrix
    return atan2(-matrix.m13, matrix.m33)
  }

  /// The rotation about the device's short axis in radians, -π/2…π/2.
  open var pitch: Double { asin(min(max(rotationMatrix.m23, -1), 1)) }

  /// The rotation about the axis through the screen in radians, -π…π.
  open var yaw: Double {
    let matrix = rotationMatrix
    return atan2(-matrix.m21, matrix.m22)
  }

  /// Replaces this attitude by its change relative to `attitude`.
  open func multiply(byInverseOf attitude: CMAttitude) { rotation = attitude.rotation.conjugate * rotation }

  /// Gravity along the device's axes, in units of g.
  var gravity: CMAcceleration {
    let matrix = rotationMatrix
    return CMAcceleration(x: -matrix.m13, y: -matrix.m23, z: -matrix.m33)
  }
}
