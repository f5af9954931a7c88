import AppProject

/// Why an app could not be built.
public struct BuildError: Error, Sendable, CustomStringConvertible {
  /// What caused the failure; determines the command's exit status.
  public enum Kind: Sendable, Equatable {
    /// The project: sources that do not compile, broken resources (status 3).
    case project
    /// The machine: no SDK, no compiler, a full disk (status 6).
    case environment
  }

  public var kind: Kind
  /// All messages, in the order in which the compiler printed them; at least one is an error.
  public var diagnostics: [BuildDiagnostic]

  public init(_ kind: Kind, diagnostics: [BuildDiagnostic]) {
    self.kind = kind
    self.diagnostics = diagnostics
  }

  public init(_ kind: Kind, _ message: String, path: String? = nil, line: Int? = nil, column: Int? = nil) {
    self.init(
      kind,
      diagnostics: [
        BuildDiagnostic(path: path, line: line, column: column, severity: .error, message: message)
      ])
  }

  public init(_ problem: ProjectProblem) {
    self.init(.project, problem.message, path: problem.path, line: problem.line, column: problem.column)
  }

  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
