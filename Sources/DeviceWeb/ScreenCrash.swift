/// Why an app process crashed or failed.
public struct ScreenCrash: Sendable, Equatable {
  /// One line, such as `Fatal error: Index out of range`.
  public var reason: String
  /// Relative to the project; empty if unknown.
  public var file: String
  /// From 1; 0 if unknown.
  public var line: Int
  /// The source line; empty if unknown.
  public var excerpt: String
  /// The app's own frames, innermost first, as `function at file:line`.
  public var frames: [String]
  /// The end of what the process wrote to standard error.
  public var output: String
  /// The input that was being replayed: `input 3 of 7: …`; empty outside a replay.
  public var during: String
  public init(
    reason: String, file: String = "", line: Int = 0, excerpt: String = "", frames: [String] = [],
    output: String = "",
    during: String = ""
  ) {
    self.reason = reason
    self.file = file
    self.line = line
    self.excerpt = excerpt
    self.frames = frames
    self.output = output
    self.during = during
  }
}
