import Device
import DeviceProtocol

// The steps that concern what the device offers beside screen and input.
extension StepCatalog {
  private static let kinds = StepArgument.Kind.words(PermissionKind.allCases.map(\.rawValue))

  static let services = [
    StepDescription(
      "answer", .service,
      "Answers the system's prompt, like a tap on its button; waits until it is shown. A prompt is also answered by "
        + "`tap:` with the title of a button.",
      [
        StepArgument("prompt", kinds, .required, "What the app asks for."),
        StepArgument(
          "with", .words(PermissionChoice.allCases.map(\.rawValue)), .required,
          "The choice. For location `whenInUse`, `once` or `deny`, and at the later question `always` or `whenInUse`; "
            + "for everything else `allow` or `deny`. `always` at the first question of an app that asks for always "
            + "also answers the later one."),
        StepArgument("precise", .flag, .standard("true"), "Location: whether the app gets the exact place."),
      ], example: "- answer: {prompt: location, with: whenInUse}"),
    StepDescription(
      "permission", .service, "Changes a permission as in Settings, while the app runs or not.",
      [
        StepArgument("for", kinds, .required, "What the app may use."),
        StepArgument(
          "to",
          .words(["always", "whenInUse", "denied", "allowed", "notDetermined", "restricted", "provisional"]),
          .required,
          "For location `always` or `whenInUse`, for everything else `allowed`; `provisional` for notifications."
        ),
        StepArgument("precise", .flag, .optional, "Location: whether the app gets the exact place."),
      ], example: "- permission: {for: location, to: always}\n- permission: {for: notifications, to: denied}"),
  ]
}
