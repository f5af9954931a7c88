/// One message about a location in the user's sources, ready to print.
public struct BuildDiagnostic: Sendable, Equatable, Codable, CustomStringConvertible {
  public enum Severity: String, Sendable, Equatable, Codable {
    case error, warning, note, remark
  }

  /// The absolute path; `nil` for messages that belong to no file, such as the linker's.
  public var path: String?
  public var line: Int?
  public var column: Int?
  public var severity: Severity
  public var message: String
  /// The user's line with a caret below it, if the location is known.
  public var excerpt: String?

  public init(
    path: String?, line: Int? = nil, column: Int? = nil, severity: Severity, message: String,
    excerpt: String? = nil
  ) {
    self.path = path
    self.line = line
    self.column = column
    self.severity = severity
    self.message = message
    self.excerpt = excerpt
  }

  /// `path:line:column: error: message`, then the excerpt.
  public var description: String {
    var text = ""
    if let path {
      text += path
      if let line { text += ":\(line)" }
      if line != nil, let column { text += ":\(column)" }
      text += ": "
    }
    text += "\(severity.rawValue): \(message)"
    if let excerpt { text += "\n" + excerpt }
    return text
  }
}
