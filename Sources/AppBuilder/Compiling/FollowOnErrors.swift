import AppProject
import Foundation
import Translator

/// Condenses the errors that follow from one missing type into one message.
///
/// If a class's superclass does not exist, its inherited members are missing and nearly every line becomes an
/// uninformative error ("cannot find 'present' in scope"). Errors in the class, its extensions and its
/// subclasses, and errors elsewhere that mention the class, are counted in the message about the superclass.
/// A type that is missing in several places is reported once.
struct FollowOnErrors {
  /// Reads a user's file as text; replaced by tests.
  var read: (String) -> String? = { path in
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  func condensed(_ diagnostics: [BuildDiagnostic]) -> [BuildDiagnostic] {
    let missing = Set(diagnostics.compactMap(Self.missingType))
    guard !missing.isEmpty else { return diagnostics }
    let paths = Set(diagnostics.compactMap(\.path)).filter { $0.hasSuffix(".swift") }.sorted()
    let outlines = paths.map { path in (path, ClassDeclaration.all(in: SwiftTokens(read(path) ?? ""))) }

    // Classes whose superclass is missing, and their subclasses: name → the missing type.
    var heirs: [String: String] = [:]
    var changes = true
    while changes {
      changes = false
      for declaration in outlines.flatMap(\.1) where heirs[declaration.name] == nil {
        guard let parent = declaration.superclass,
          let root = missing.contains(parent) ? parent : heirs[parent]
        else { continue }
        heirs[declaration.name] = root
        changes = true
      }
    }

    var result: [BuildDiagnostic] = []
    var primaries: [String: Int] = [:]
    var followers: [String: [BuildDiagnostic]] = [:]
    var uses: [String: Int] = [:]
    var passesOver = false  // whether to skip the notes of an omitted message
    for diagnostic in diagnostics {
      if diagnostic.severity == .note {
        if !passesOver { result.append(diagnostic) }
        continue
      }
      passesOver = diagnostic.severity == .error
      if let type = Self.missingType(diagnostic) {
        uses[type, default: 0] += 1
        guard primaries[type] == nil else { continue }
        primaries[type] = result.count
      } else if diagnostic.severity == .error, let type = cause(of: diagnostic, heirs, outlines) {
        followers[type, default: []].append(diagnostic)
        continue
      }
      passesOver = false
      result.append(diagnostic)
    }
    for (type, index) in primaries {
      result[index].message = message(
        type, original: result[index].message, uses: uses[type] ?? 1, heirs: heirs,
        followers: followers[type] ?? [])
    }
    return result
  }

  /// The missing type that causes an error, if the error is in one of its subclasses or mentions one.
  private func cause(
    of diagnostic: BuildDiagnostic, _ heirs: [String: String], _ outlines: [(String, [ClassDeclaration])]
  ) -> String? {
    if let line = diagnostic.line {
      for (path, declarations) in outlines where path == diagnostic.path {
        for declaration in declarations.reversed() where declaration.lines.contains(line) {
          if let type = heirs[declaration.name] { return type }
        }
      }
    }
    for (name, type) in heirs.sorted(by: { $0.key < $1.key }) where diagnostic.message.contains("'\(name)'") {
      return type
    }
    return nil
  }

  private func message(
    _ type: String, original: String, uses: Int, heirs: [String: String], followers: [BuildDiagnostic]
  ) -> String {
    let classes = heirs.filter { $0.value == type }.keys.sorted()
    let isApples = ["UI", "NS", "CA", "CG", "MK", "CL", "AV", "WK", "UN"].contains { type.hasPrefix($0) }
    var text = original
    if !classes.isEmpty {
      let names =
        classes.count == 1
        ? "class \(classes[0]) needs" : "the classes \(classes.joined(separator: ", ")) need"
      text = "\(names) \(type), which \(isApples ? "Carob does not have yet" : "cannot be found")"
    } else if isApples {
      text += ", which Carob does not have yet"
    }
    if uses > 1, followers.isEmpty { text += " (\(uses) uses)" }
    if !followers.isEmpty {
      var files: [String] = []
      for path in followers.compactMap(\.path) where !files.contains(path) { files.append(path) }
      let place =
        files.count == 1 ? AbsolutePath.name(files[0]) : "\(files.count) files"
      let count = followers.count + uses - 1
      text +=
        ": \(count) further \(count == 1 ? "error" : "errors") in \(place) \(count == 1 ? "follows" : "follow") from it"
    }
    return text
  }

  private static func missingType(_ diagnostic: BuildDiagnostic) -> String? {
    guard diagnostic.severity == .error else { return nil }
    return diagnostic.message.wholeMatch(of: /cannot find type '(\w+)' in scope/).map { String($0.1) }
  }
}
