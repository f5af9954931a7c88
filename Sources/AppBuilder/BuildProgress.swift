/// The progress of a build; a new value for each step.
public struct BuildProgress: Sendable, Equatable {
  /// The number of completed steps and of all steps, including the modules and the bundle.
  public var done: Int
  public var total: Int
  /// The current activity, as text for the user: "Compiling ColorPicker (8 files)".
  public var activity: String
  /// Whether it is printed on a line of its own when standard error is not a terminal: the step is slow and
  /// rare.
  public var isLong = false
}
