/// Every step that a script may contain. The reader, its messages and the reference page use this table.
public enum StepCatalog {
  public static let all =
    touches + controls + texts + times + device + motion + lifecycle + services
    + notifications + checks + setup

  public static let names = all.map(\.name)

  /// Steps that the format reserves and that are not implemented.
  public static let unavailable = [
    "expectNoLeaks"
  ]

  /// The keys that every step may have.
  public static let common = [
    StepArgument("now", .flag, .standard("false"), "Does not wait until the app is idle."),
    StepArgument(
      "timeout", .seconds(atMost: longest), .standard("5"),
      "How long the step waits for its target, or a check until it holds."),
  ]

  /// The keys of a target.
  public static let target = [
    StepArgument("id", .text, .optional, "The accessibility identifier. Any visible view."),
    StepArgument("label", .text, .optional, "The accessibility label."),
    StepArgument("text", .text, .optional, "The title or text that it shows."),
    StepArgument("contains", .text, .optional, "A part of its identifier, label, text or value."),
    StepArgument(
      "type", .text, .optional,
      "Its class or a superclass, with or without the module. Any visible view."),
    StepArgument("index", .count(0...1_000_000), .standard("0"), "Which of several, in reading order."),
    StepArgument("within", .element, .optional, "An element or view in which it lies."),
    StepArgument("x", .number(screen, unit: "points"), .optional, "With `y` alone: a point of the screen."),
    StepArgument("y", .number(screen, unit: "points"), .optional, "With `x` alone: a point of the screen."),
  ]

  public static func named(_ name: String) -> StepDescription? { byName[name] }
  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The longest duration, seconds: longer than any run.
  static let longest = 1e9
  /// The longest gesture in one step, seconds.
  static let longestGesture = 3600.0
  /// Coordinates and distances, points.
  static let screen = -100_000.0...100_000.0

  static func on(_ meaning: String = "What is touched.") -> StepArgument {
    StepArgument("on", .target, .required, meaning)
  }
  static func value(_ kind: StepArgument.Kind, _ meaning: String) -> StepArgument {
    StepArgument("", kind, .required, meaning)
  }
}
