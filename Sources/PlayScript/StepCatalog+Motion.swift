import Device
import DeviceProtocol

// The steps that say what the motion sensors report (E-880).
extension StepCatalog {
  static let motion = [
    StepDescription(
      "motion", .device,
      "Holds or moves the device in another way, from now on. What is left out stays as it was.",
      [
        StepArgument(
          "attitude", .components(["roll", "pitch", "yaw"], -180...180, unit: "degrees"), .optional,
          "How it is held: `pitch: 90` is upright, `roll: 90` has its right side down, `yaw` turns it counterclockwise on "
            + "the table. At the beginning it lies on its back."),
        StepArgument(
          "acceleration", .components(["x", "y", "z"], -100...100, unit: "g"), .optional,
          "What the user adds to gravity, along the device's axes: to the right, to the top, out of the screen."
        ),
        StepArgument(
          "altitude", .number(-12_000...100_000, unit: "metres"), .optional,
          "Its height above where it was at the beginning."),
      ],
      example: "- motion: {attitude: {pitch: 90}, acceleration: {x: 0.5}}\n- motion: {altitude: 12}"),
    StepDescription(
      "activity", .device, "Says what the user does from now on.",
      value: value(.words(MotionActivity.allCases.map(\.rawValue)), "What."), example: "- activity: walking"),
    StepDescription(
      "steps", .device, "The user has taken some steps just now.",
      value: value(.count(1...1_000_000), "How many."), example: "- steps: 100"),
  ]
}
