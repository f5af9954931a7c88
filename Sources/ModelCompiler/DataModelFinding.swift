/// An error or a warning about a data model, with its location.
public struct DataModelFinding: Codable, Hashable, Sendable, CustomStringConvertible {
  public enum Severity: String, Codable, Hashable, Sendable {
    case warning, error
  }
  /// The file with the problem: the model's `contents`, or the model itself.
  public var path: String
  public var line: Int?
  public var column: Int?
  public var severity: Severity
  public var message: String

  public init(
    path: String, line: Int? = nil, column: Int? = nil, severity: Severity, message: String
  ) {
    self.path = path
    self.line = line
    self.column = column
    self.severity = severity
    self.message = message
  }

  /// `path:line: error: message`, the form that editors and CI systems link.
  public var description: String {
    "\(path)\(line.map { ":\($0)" } ?? ""): \(severity.rawValue): \(message)"
  }
}

/// Collects the findings of one file.
final class Findings {
  let path: String
  private(set) var all: [DataModelFinding] = []
  private var said: Set<String> = []

  init(path: String) { self.path = path }

  func error(_ line: Int?, _ message: String) {
    all.append(DataModelFinding(path: path, line: line, severity: .error, message: message))
  }
  func warn(_ line: Int?, _ message: String) {
    all.append(DataModelFinding(path: path, line: line, severity: .warning, message: message))
  }
  /// Reports only the first occurrence of a warning.
  func warnOnce(_ key: String, _ line: Int?, _ message: String) {
    if said.insert(key).inserted { warn(line, message) }
  }
  var hasErrors: Bool { all.contains { $0.severity == .error } }
}
