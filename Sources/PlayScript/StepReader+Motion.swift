import Device
import DeviceProtocol

/// The steps that set what the motion sensors report.
extension StepReader {
  func motionChange(_ value: ScriptNode) throws(ScriptError) -> MotionChange {
    switch name {
    case "activity": return .activity(MotionActivity(rawValue: try ownWord(value)) ?? .unknown)
    case "steps": return .steps(UInt32(try value.count(name, atLeast: 1)))
    default:
      let options = try options(value)
      if options.fields.isEmpty {
        throw value.error("motion needs `attitude:`, `acceleration:` or `altitude:`")
      }
      let attitude = try options.components("attitude")
      let acceleration = try options.components("acceleration")
      return .state(
        roll: attitude["roll"], pitch: attitude["pitch"], yaw: attitude["yaw"],
        x: acceleration["x"], y: acceleration["y"], z: acceleration["z"],
        altitude: options["altitude"] == nil ? nil : try options.number("altitude"))
    }
  }
}
