/// An error in a script, with its place. Nothing was run.
public struct ScriptError: Error, Sendable, Equatable {
  /// Lines count from 1; 0 for the file as a whole.
  public var line: Int
  public var message: String

  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  /// `SCRIPT.yml:LINE: error: …`
  public func text(file: String) -> String {
    line > 0 ? "\(file):\(line): error: \(message)" : "\(file): error: \(message)"
  }
}
