import Device
import DeviceProtocol

// The steps that set what the motion sensors report (E-880).
extension StepCatalog {
  static let motion = [
    StepDescription(
      "motion", .device,
      "Changes the attitude, acceleration or altitude of the device. Values that are left out do not change.",
      [
        StepArgument(
          "attitude", .components(["roll", "pitch", "yaw"], -180...180, unit: "degrees"), .optional,
          "How it is held: `pitch: 90` is upright, `roll: 90` has its right side down, `yaw` turns it counterclockwise on "
            + "the table. Initially it lies on its back."),
        StepArgument(
          "acceleration", .components(["x", "y", "z"], -100...100, unit: "g"), .optional,
          "The user's acceleration without gravity, along the device's axes: to the right, to the top, out of the screen."
        ),
        StepArgument(
          "altitude", .number(-12_000...100_000, unit: "metres"), .optional,
          "Its altitude above the start."),
      ],
      example: "- motion: {attitude: {pitch: 90}, acceleration: {x: 0.5}}\n- motion: {altitude: 12}"),
    StepDescription(
      "activity", .device, "Sets the current activity of the user.",
      value: value(.words(MotionActivity.allCases.map(\.rawValue)), "What."), example: "- activity: walking"),
    StepDescription(
      "steps", .device, "Adds steps that the user has taken.",
      value: value(.count(1...1_000_000), "How many."), example: "- steps: 100"),
  ]
}
