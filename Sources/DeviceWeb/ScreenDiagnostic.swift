/// An error or warning at a place in the user's sources.
public struct ScreenDiagnostic: Sendable, Equatable {
  public enum Severity: String, Sendable { case error, warning, note }
  public var severity: Severity
  /// Relative to the project; empty if the error belongs to no file.
  public var file: String
  /// From 1; 0 if unknown.
  public var line: Int
  public var column: Int
  public var message: String
  /// The source line; empty if unknown.
  public var excerpt: String
  public init(
    severity: Severity = .error, file: String = "", line: Int = 0, column: Int = 0, message: String,
    excerpt: String = ""
  ) {
    self.severity = severity
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.excerpt = excerpt
  }
}
