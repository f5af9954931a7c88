/// The progress of a build; a new value for each step.
public struct BuildProgress: Sendable, Equatable {
  /// Steps done and their number, both counting modules and the bundle.
  public var done: Int
  public var total: Int
  /// What is being done now, for people: "Compiling ColorPicker (8 files)".
  public var activity: String
  /// Whether it gets a line of its own when standard error is no terminal: it takes long and happens rarely.
  public var isLong = false
}
