import AppProject
import Foundation
import Translator

/// Finds uses of Apple's types, functions and members that neither the SDK, the toolchain nor the project
/// declares.
///
/// An undeclared name with a prefix of UIKit, Foundation or Core Animation is an error, because the compiler
/// would reject every use of it. Members are compared by name only, so a missing one may go unnoticed; one
/// that nothing declares is a warning. Each name is reported once, at its first use.
struct NameCheck {
  var known: KnownNames
  /// Whether undeclared members may exist: those of a data model or of a module whose sources are not
  /// available.
  var mayHaveOtherMembers: Bool
  private var used = UsedNames()

  init(known: KnownNames, mayHaveOtherMembers: Bool) {
    self.known = known
    self.mayHaveOtherMembers = mayHaveOtherMembers
  }

  mutating func add(_ source: SwiftTokens, path: String) { used.add(source, path: path) }

  func findings() -> [Doctor.Finding] {
    var result: [Doctor.Finding] = []
    for (name, use) in used.prefixed where !known.contains(name) && !used.declared.contains(name) {
      let needs = use.subclass.map { "class \($0) needs \(name), which" } ?? "“\(name)”"
      result.append(finding(use, .error, "\(needs) is not in Carob's SDK yet\(Self.count(use))"))
    }
    if !mayHaveOtherMembers, !used.looksUpDynamically {
      for (name, use) in used.members where !known.contains(name) && !used.declared.contains(name) {
        result.append(
          finding(
            use, .warning,
            "nothing here declares a member “\(name)”\(Self.count(use)); Carob's SDK probably lacks it"
          ))
      }
    }
    return result.sorted {
      ($0.path ?? "", $0.line ?? 0, $0.column ?? 0) < ($1.path ?? "", $1.line ?? 0, $1.column ?? 0)
    }
  }

  private func finding(_ use: UsedNames.Use, _ severity: BuildDiagnostic.Severity, _ message: String)
    -> Doctor.Finding
  {
    Doctor.Finding(path: use.path, line: use.line, column: use.column, severity: severity, message: message)
  }

  private static func count(_ use: UsedNames.Use) -> String {
    use.count == 1 ? "" : " (used \(use.count) times)"
  }
}
