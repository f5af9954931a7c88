/// Something that is wrong with a project, at the place where a developer would fix it.
///
/// Thrown when a project cannot be read at all, and collected in `Target.problems` when the rest of the
/// project is still usable; whoever builds a target refuses it if one of its problems is an error.
public struct ProjectProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// What went wrong, for programs that decide by it (the exit status, for example).
  public enum Kind: Sendable, Equatable {
    /// Nothing is at the path, or nothing that could be a project.
    case noSuchProject
    /// A file is there and cannot be read, or is not what its name says.
    case malformed
    /// A file that the project lists is not on disk.
    case missingFile
    /// Objective-C, C++ or another language that is not Swift.
    case foreignLanguage
    /// No target makes an app.
    case noAppTarget
    /// The app's life cycle is SwiftUI's.
    case swiftUI
    /// A feature of Xcode projects or packages that is not provided.
    case unsupported
    /// A target that belongs to the app and is neither built nor run: an app extension.
    case notRun
    /// More than one thing matches the request.
    case ambiguous
  }

  /// Whether the target can be built in spite of it.
  public enum Severity: String, Sendable, Equatable {
    case error, warning
  }

  public var kind: Kind
  public var severity: Severity
  /// The absolute path of the file that must be fixed.
  public var path: String
  public var line: Int?
  public var column: Int?
  /// The problem, its interpretation and the remedy, in that order, without the place.
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
