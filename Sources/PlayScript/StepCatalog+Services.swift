import Device
import DeviceProtocol
import LocationSimulation

// The steps for the device's services: permissions and location.
extension StepCatalog {
  private static let kinds = StepArgument.Kind.words(PermissionKind.allCases.map(\.rawValue))

  /// The word for Location Services in `permission:`.
  static let locationServices = "locationServices"

  private static let latitude = StepArgument(
    "latitude", .number(-90...90, unit: "degrees"), .required, "The place.")
  private static let longitude = StepArgument(
    "longitude", .number(-180...180, unit: "degrees"), .required, "The place.")

  static let services = permissions + locations

  private static let locations = [
    StepDescription(
      "location", .service, "Sets the location of the device, or makes it unknown.",
      value: value(.words(["unknown"]), "Makes the location unknown."),
      [
        latitude, longitude,
        StepArgument(
          "accuracy", .number(0...1e6, unit: "metres"), .standard("5"), "The radius of uncertainty."),
        StepArgument(
          "speed", .number(0...20_000, unit: "metres per second"), .optional, "How fast it moves."),
        StepArgument(
          "course", .number(0...360, unit: "degrees"), .optional, "Where it moves, clockwise from north."),
        StepArgument("altitude", .number(-20_000...1e7, unit: "metres"), .optional, "Above the sea."),
      ], example: "- location: {latitude: 52.5163, longitude: 13.3777}\n- location: unknown"),
    StepDescription(
      "gpx", .service,
      "Moves the device along the points of a GPX file, one fix per second; the next `location`, `gpx` or `route` ends it. Time passes "
        + "with `wait:` and `waitFor:`.",
      value: value(.path, "The file, relative to the script."),
      [
        StepArgument("file", .path, .required, "The same."),
        StepArgument(
          "speed", .number(0.01...20_000, unit: "metres per second"), .optional,
          "Instead of the times of the file; the default without times is 15."),
        StepArgument(
          "loop", .flag, .standard("false"), "Starts again at the first point after the last one."),
        StepArgument("back", .flag, .standard("false"), "Returns after the last point, and starts again."),
      ], example: "- gpx: Route.gpx"),
    StepDescription(
      "route", .service, "Moves the device along a simulated route, repeatedly.",
      value: value(.words(SimulatedPlaces.NamedRoute.allCases.map(\.rawValue)), "Which."),
      example: "- route: cityRun"),
    StepDescription(
      "way", .service,
      "Pauses or resumes the route that `gpx` or `route` began, jumps along it, or changes its speed.",
      value: value(.words(["pause", "resume"]), "Pauses or resumes."),
      [
        StepArgument(
          "at", .seconds(atMost: 1e9), .optional,
          "Jumps to this time of the route, and continues from there."),
        StepArgument(
          "rate", .number(0.1...1000, unit: ""), .optional,
          "Seconds of the route for each second of device time."),
      ], example: "- way: pause\n- way: {at: 60, rate: 10}"),
    StepDescription(
      "regions", .service,
      "Sets how the boundary of a region must be crossed to count. 0 for both: every crossing counts at once.",
      [
        StepArgument(
          "cushion", .number(0...1e6, unit: "metres"), .standard("200"),
          "How far beyond the boundary, at most half of the radius."),
        StepArgument("dwell", .seconds(atMost: longest), .standard("20"), "How long it must stay there."),
      ], example: "- regions: {cushion: 0, dwell: 0}"),
    StepDescription(
      "heading", .service, "Turns the device.",
      value: value(.number(0...360, unit: "degrees"), "Where its top points, clockwise from magnetic north."),
      example: "- heading: 90"),
    StepDescription(
      "beacon", .service, "Brings a beacon into range, until it is `gone`.",
      [
        StepArgument("uuid", .text, .required, "Its identifier."),
        StepArgument("major", .count(0...65_535), .standard("0"), "Its values."),
        StepArgument("minor", .count(0...65_535), .standard("0"), "Its values."),
        StepArgument(
          "proximity", .words(["immediate", "near", "far", "unknown", "gone"]), .standard("near"),
          "How near it is."),
      ],
      example: "- beacon: {uuid: 7C0B1E2A-3D4F-4A5B-8C6D-9E0F1A2B3C4D, major: 1, minor: 2, proximity: near}"),
    StepDescription(
      "visit", .service, "Stays at a place for a while, which counts as a visit.",
      [latitude, longitude, StepArgument("for", .seconds(atMost: longest), .required, "How long.")],
      example: "- visit: {latitude: 52.5163, longitude: 13.3777, for: 600}"),
  ]

  private static let permissions = [
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
            + "also answers the later one. While Location Services are off, `allow` is “Settings” and `deny` is “Cancel”."
        ),
        StepArgument(
          "precise", .flag, .optional,
          "Location: whether the app gets the exact location; without it, what the prompt's switch “Precise” shows."
        ),
      ], example: "- answer: {prompt: location, with: whenInUse}"),
    StepDescription(
      "permission", .service, "Changes a permission as in Settings, whether or not the app runs.",
      [
        StepArgument(
          "for", .words(PermissionKind.allCases.map(\.rawValue) + [locationServices]), .required,
          "What the app may use; `locationServices` is the switch of the whole device."),
        StepArgument(
          "to",
          .words(["always", "whenInUse", "denied", "allowed", "notDetermined", "restricted", "provisional"]),
          .required,
          "For location `always` or `whenInUse`, for everything else `allowed`; `provisional` for notifications. "
            + "For `locationServices` `allowed` (on) or `denied` (off)."
        ),
        StepArgument("precise", .flag, .optional, "Location: whether the app gets the exact location."),
      ],
      example: "- permission: {for: location, to: always}\n- permission: {for: notifications, to: denied}\n"
        + "- permission: {for: locationServices, to: denied}"),
  ]
}
