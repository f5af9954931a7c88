import NibFormat

/// One finding of `NibCompiler.check` about a readable document.
public struct NibFinding: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    case warning
    case error
  }

  public var line: Int
  public var severity: Severity
  public var message: String

  public init(line: Int, severity: Severity, message: String) {
    self.line = line
    self.severity = severity
    self.message = message
  }

  /// `path:line: warning: message`, the form that editors and CI systems link.
  public func formatted(path: String) -> String { "\(path):\(line): \(severity.rawValue): \(message)" }
}
