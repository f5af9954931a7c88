import DeviceProtocol

/// A change that the motion sensors measure.
public enum MotionChange: Sendable, Equatable {
  /// Degrees, multiples of gravity and metres as in `MotionState`; nil for no change.
  case state(
    roll: Double? = nil, pitch: Double? = nil, yaw: Double? = nil, x: Double? = nil, y: Double? = nil,
    z: Double? = nil, altitude: Double? = nil)
  case activity(MotionActivity)
  case steps(UInt32)
}

extension SimulatedDevice {
  // E-880
  /// Changes what the sensors report; a suspended app is told when it runs again.
  public func move(_ change: MotionChange) throws(DeviceError) {
    switch change {
    case .state(let roll, let pitch, let yaw, let x, let y, let z, let altitude):
      func set(_ path: WritableKeyPath<MotionState, Double>, _ value: Double?) {
        if let value { motion.state[keyPath: path] = value }
      }
      set(\.roll, roll)
      set(\.pitch, pitch)
      set(\.yaw, yaw)
      set(\.acceleration.x, x)
      set(\.acceleration.y, y)
      set(\.acceleration.z, z)
      set(\.altitude, altitude)
    case .activity(let activity):
      motion.activities.append(MotionReport.Activity(time: now.seconds, activity: activity))
    case .steps(let count): motion.steps.append(MotionReport.Steps(time: now.seconds, count: count))
    }
    try self.change(.motion(motion))
  }
}
