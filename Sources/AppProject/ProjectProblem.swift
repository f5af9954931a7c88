/// A problem of a project, with the location where a developer would fix it.
///
/// Thrown if a project cannot be read at all, and collected in `Target.problems` if the rest of the project
/// is still usable. A target with a problem that is an error must not be built.
public struct ProjectProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of problem, for code that depends on it (the exit status, for example).
  public enum Kind: Sendable, Equatable {
    /// Nothing exists at the path, or nothing that could be a project.
    case noSuchProject
    /// A file exists but cannot be read, or its content does not match its name.
    case malformed
    /// A file that the project lists is not on disk.
    case missingFile
    /// Objective-C, C++ or another language that is not Swift.
    case foreignLanguage
    /// No target builds an app.
    case noAppTarget
    /// The app's life cycle is SwiftUI's.
    case swiftUI
    /// A feature of Xcode projects or packages that is not supported.
    case unsupported
    /// A target that belongs to the app but is neither built nor run: an app extension.
    case notRun
    /// More than one thing matches the request.
    case ambiguous
  }

  /// Whether the target can be built despite the problem.
  public enum Severity: String, Sendable, Equatable {
    case error, warning
  }

  public var kind: Kind
  public var severity: Severity
  /// The absolute path of the file that must be fixed.
  public var path: String
  public var line: Int?
  public var column: Int?
  /// The problem, its interpretation and the remedy, in that order, without the location.
  public var message: String

  public init(
    _ kind: Kind, severity: Severity = .error, path: String, line: Int? = nil, column: Int? = nil,
    _ message: String
  ) {
    self.kind = kind
    self.severity = severity
    self.path = path
    self.line = line
    self.column = column
    self.message = message
  }

  /// `path:line:column: error: message`, as compilers print it.
  public var description: String {
    var place = path
    if let line { place += ":\(line)" }
    if line != nil, let column { place += ":\(column)" }
    return "\(place): \(severity.rawValue): \(message)"
  }
}
