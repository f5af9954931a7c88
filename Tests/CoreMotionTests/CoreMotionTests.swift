import CarobFoundation
@testable import CoreMotion
import DeviceProtocol
import TestSupport
import Testing

/// Computing attitudes, gravity and pressure from the device's reports.
@Suite struct AttitudeTests {
  private func motion(_ state: MotionState) -> CMDeviceMotion { CMDeviceMotion(state, timestamp: 1) }

  private func isNear(_ a: CMAcceleration, _ x: Double, _ y: Double, _ z: Double) -> Bool {
    abs(a.x - x) < 1e-12 && abs(a.y - y) < 1e-12 && abs(a.z - z) < 1e-12
  }

  @Test(.rule("E-881"))
  func `gravity points out of the back of a device that lies on its back`() {
    #expect(isNear(motion(MotionState()).gravity, 0, 0, -1))
  }

  @Test(.rule("E-881"))
  func `gravity points to the lower edge of a device that is upright`() {
    #expect(isNear(motion(MotionState(pitch: 90)).gravity, 0, -1, 0))
  }

  @Test(.rule("E-881"))
  func `gravity points to the right of a device whose right side is down`() {
    #expect(isNear(motion(MotionState(roll: 90)).gravity, 1, 0, 0))
  }

  @Test(.rule("E-881"))
  func `rotation about the vertical axis does not change gravity`() {
    #expect(isNear(motion(MotionState(yaw: 77)).gravity, 0, 0, -1))
  }

  @Test(.rule("E-881"), arguments: [(10.0, 20.0, 30.0), (-170, 80, 179), (45, -89, -120), (0, 0, 0)])
  func `an attitude returns the angles that the device reported`(roll: Double, pitch: Double, yaw: Double) {
    let attitude = motion(MotionState(roll: roll, pitch: pitch, yaw: yaw)).attitude
    let degrees = [attitude.roll, attitude.pitch, attitude.yaw].map { $0 * 180 / .pi }
    for (angle, wanted) in zip(degrees, [roll, pitch, yaw]) { #expect(abs(angle - wanted) < 1e-9) }
  }

  @Test(.rule("E-881"))
  func `the matrix maps the vertical axis to the device's axes`() {
    let motion = motion(MotionState(roll: 12, pitch: 34, yaw: 56))
    let matrix = motion.attitude.rotationMatrix
    #expect(isNear(motion.gravity, -matrix.m13, -matrix.m23, -matrix.m33))
  }

  @Test(.rule("E-881"))
  func `multiplying by the inverse of an attitude gives the change`() throws {
    let before = motion(MotionState(pitch: 30, yaw: 20)).attitude
    let after = try #require(motion(MotionState(pitch: 30, yaw: 20)).attitude.copy() as? CMAttitude)
    after.multiply(byInverseOf: before)
    #expect(abs(after.quaternion.w - 1) < 1e-12)
    let turned = motion(MotionState(roll: 40)).attitude
    turned.multiply(byInverseOf: motion(MotionState(roll: 15)).attitude)
    #expect(abs(turned.roll * 180 / .pi - 25) < 1e-9)
  }

  @Test(.rule("E-881"))
  func `the user's acceleration is separate from gravity`() {
    let motion = motion(MotionState(acceleration: MotionVector(x: 0.5, y: 0, z: 0.25)))
    #expect(isNear(motion.gravity, 0, 0, -1))
    #expect(isNear(motion.userAcceleration, 0.5, 0, 0.25))
  }

  @Test(.rule("E-887"))
  func `pressure follows the standard atmosphere`() {
    #expect(abs(CMAltimeter.pressure(at: 0) - 101.325) < 1e-9)
    #expect(abs(CMAltimeter.pressure(at: 1000) - 89.875) < 0.01)
  }
}
