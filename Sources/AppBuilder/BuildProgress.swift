/// How far a build is; a new value for every step.
public struct BuildProgress: Sendable, Equatable {
  /// Steps done and their number, both counting modules and the bundle.
  public var done: Int
  public var total: Int
  /// What is being done now, for people: "Compiling ColorPicker (8 files)".
  public var activity: String
  /// Whether it is worth a line of its own where nobody watches a terminal: it takes long, and happens rarely.
  public var isLong = false
}
