/// A translated (or generated) file: text for `swiftc`.
public struct TranslatedFile: Sendable, Equatable {
  /// The user's file, or the name of the generated one.
  public var path: String
  /// Begins with `#sourceLocation(file: <the user's path>, line: 1)`, so that all messages refer to the
  /// user's lines.
  public var text: String

  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}

/// A message about a location in the user's file.
public struct TranslationDiagnostic: Sendable, Equatable, Codable, CustomStringConvertible {
  public enum Severity: String, Sendable, Codable { case error, warning, note }

  public var path: String
  public var line: Int
  public var column: Int
  public var severity: Severity
  public var message: String

  public init(path: String, line: Int, column: Int, severity: Severity, message: String) {
    self.path = path
    self.line = line
    self.column = column
    self.severity = severity
    self.message = message
  }

  /// `path:line:column: error: message`
  public var description: String { "\(path):\(line):\(column): \(severity.rawValue): \(message)" }
}

/// The result of translating a module.
public struct TranslationResult: Sendable {
  /// The user's files, in the order given.
  public var files: [TranslatedFile]
  /// The module-wide part: aliases of replaced types, registrars.
  public var generated: TranslatedFile?
  public var diagnostics: [TranslationDiagnostic]
  /// The exports for modules that import this one.
  public var exports = ModuleExports()
  /// The cost of the translation: the number of superclasses and members visited.
  var visits = 0

  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
