/// The device's attitude and motion (E-880).
public struct MotionState: Sendable, Equatable {
  /// Rotation about the long axis, degrees; positive when the right side moves down.
  public var roll: Double
  /// Rotation about the short axis, degrees; positive when the top moves up.
  public var pitch: Double
  /// Rotation about the axis through the screen, degrees; positive is counterclockwise.
  public var yaw: Double
  /// The user's acceleration, without gravity, in multiples of gravity along the device's axes: to the
  /// right, to the top, out of the screen.
  public var acceleration: MotionVector
  /// Metres above the altitude at which the device was started.
  public var altitude: Double
  public init(
    roll: Double = 0, pitch: Double = 0, yaw: Double = 0, acceleration: MotionVector = MotionVector(),
    altitude: Double = 0
  ) {
    self.roll = roll
    self.pitch = pitch
    self.yaw = yaw
    self.acceleration = acceleration
    self.altitude = altitude
  }
}

/// A vector along the device's axes.
public struct MotionVector: Sendable, Equatable {
  public var x: Double
  public var y: Double
  public var z: Double
  public init(x: Double = 0, y: Double = 0, z: Double = 0) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// What the user is doing. The raw values are the words of a play script.
public enum MotionActivity: String, Sendable, CaseIterable {
  case stationary, walking, running, cycling, automotive, unknown
}

/// The report of the motion sensors: the current attitude, and the activities and steps since the start,
/// oldest first.
public struct MotionReport: Sendable, Equatable {
  /// An activity and when it began.
  public struct Activity: Sendable, Equatable {
    /// Seconds since the device started.
    public var time: Double
    public var activity: MotionActivity
    public init(time: Double, activity: MotionActivity) {
      self.time = time
      self.activity = activity
    }
  }
  /// Steps and when they were counted.
  public struct Steps: Sendable, Equatable {
    /// Seconds since the device started.
    public var time: Double
    public var count: UInt32
    public init(time: Double, count: UInt32) {
      self.time = time
      self.count = count
    }
  }
  public var state: MotionState
  public var activities: [Activity]
  public var steps: [Steps]
  public init(state: MotionState = MotionState(), activities: [Activity] = [], steps: [Steps] = []) {
    self.state = state
    self.activities = activities
    self.steps = steps
  }
}

extension MotionReport {
  func encode(to writer: inout WireWriter) {
    for value in [
      state.roll, state.pitch, state.yaw, state.acceleration.x, state.acceleration.y, state.acceleration.z,
      state.altitude,
    ] {
      writer.write(value)
    }
    writer.write(activities) { writer, entry in
      writer.write(entry.time)
      writer.write(entry.activity.rawValue)
    }
    writer.write(steps) { writer, entry in
      writer.write(entry.time)
      writer.write(entry.count)
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    let state = MotionState(
      roll: try reader.double(), pitch: try reader.double(), yaw: try reader.double(),
      acceleration: MotionVector(x: try reader.double(), y: try reader.double(), z: try reader.double()),
      altitude: try reader.double())
    let activities = try reader.array(minimum: 9) { reader throws(WireError) in
      let time = try reader.double()
      guard let activity = MotionActivity(rawValue: try reader.string("motion.activity")) else {
        throw WireError.invalidValue(field: "motion.activity")
      }
      return Activity(time: time, activity: activity)
    }
    let steps = try reader.array(minimum: 9) { reader throws(WireError) in
      Steps(time: try reader.double(), count: try reader.unsigned32("motion.steps"))
    }
    self.init(state: state, activities: activities, steps: steps)
  }
}
