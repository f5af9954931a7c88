import AppProject
import Foundation

/// Converts the output of `swiftc` into messages about the user's files.
///
/// Translated files contain `#sourceLocation`, so their lines are correct. Columns refer to the translated
/// line and are mapped to the user's (`ColumnMap`). The compiler's excerpts show the translated text and are
/// replaced by the user's own line.
struct CompilerMessages {
  /// Maps the paths of translated files to the user's.
  var userPaths: [String: String]
  private var lines: [String: [Substring]] = [:]
  private let translatedPaths: [String: String]
  /// The lines after `#sourceLocation`, by the user's path.
  private var translatedLines: [String: [Substring]] = [:]
  private struct Place: Hashable {
    var path: String
    var row: Int
  }
  private var columns: [Place: ColumnMap?] = [:]

  init(userPaths: [String: String]) {
    self.userPaths = userPaths
    translatedPaths = Dictionary(userPaths.map { ($1, $0) }) { first, _ in first }
  }

  /// - Parameter failed: whether the compiler failed; then at least one message is an error.
  mutating func diagnostics(in output: String, failed: Bool) -> [BuildDiagnostic] {
    var found: [BuildDiagnostic] = []
    var rest: [Substring] = []
    var notesAreOurs = false  // about a message that was skipped
    var inAdditions: [BuildDiagnostic] = []
    var notesAreInAdditions = false
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let diagnostic = placed(line) ?? unplaced(line) else {
        rest.append(line)
        continue
      }
      if diagnostic.severity != .note {
        notesAreOurs = isOurs(diagnostic)
        notesAreInAdditions = isInAdditions(diagnostic)
      }
      if notesAreOurs { continue }
      let placed = withUserColumn(diagnostic)
      if notesAreInAdditions { inAdditions.append(placed) } else { found.append(placed) }
    }
    // Code that the translator adds to a class follows from the user's code, and so do errors in it. They are
    // shown only if nothing else explains the failure.
    if failed, !found.contains(where: { $0.severity == .error }) {
      found += inAdditions.map { diagnostic in
        var diagnostic = diagnostic
        guard diagnostic.severity != .note else { return diagnostic }
        diagnostic.message = "in code that Carob generates for this class: " + diagnostic.message
        return diagnostic
      }
    }
    if failed, !found.contains(where: { $0.severity == .error }) {
      // The compiler crashed, or the linker printed another format: keep the end of the output.
      let tail = rest.filter { !$0.allSatisfy(\.isWhitespace) }.suffix(12).joined(separator: "\n")
      found.append(BuildDiagnostic(path: nil, severity: .error, message: "the compiler failed:\n\(tail)"))
    }
    return FollowOnErrors().condensed(found)
  }

  /// Groups each message with its notes.
  static func withNotes(_ diagnostics: [BuildDiagnostic]) -> [[BuildDiagnostic]] {
    var groups: [[BuildDiagnostic]] = []
    for diagnostic in diagnostics {
      if diagnostic.severity == .note, !groups.isEmpty {
        groups[groups.count - 1].append(diagnostic)
      } else {
        groups.append([diagnostic])
      }
    }
    return groups
  }

  /// The messages in the order of their files: several compiler processes print in an arbitrary order.
  static func inOrder(_ diagnostics: [BuildDiagnostic], of files: [String]) -> [BuildDiagnostic] {
    let places = Dictionary(zip(files, 0...)) { first, _ in first }
    func place(_ group: [BuildDiagnostic]) -> Int { group[0].path.flatMap { places[$0] } ?? files.count }
    return withNotes(diagnostics).enumerated()
      .sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.flatMap(\.element)
  }

  /// Whether a warning is about the translation and not about the user's code.
  private func isOurs(_ diagnostic: BuildDiagnostic) -> Bool {
    if diagnostic.severity == .error { return false }
    // The compiler sees the translated file and the user's, and takes them for two files of the same name.
    if diagnostic.message.hasPrefix("'#sourceLocation' directive produces") { return true }
    // Foundation on Linux does not declare that a drop can deliver strings and URLs; the cast succeeds.
    if diagnostic.message.hasPrefix("cast from '"), diagnostic.message.hasSuffix("always fails"),
      diagnostic.message.contains("NSItemProviderReading")
    {
      return true
    }
    return diagnostic.path?.hasSuffix("+Generated.swift") == true
  }

  /// Whether a location is past the end of the user's line, where generated members are.
  private mutating func isInAdditions(_ diagnostic: BuildDiagnostic) -> Bool {
    guard let path = diagnostic.path, let row = diagnostic.line, let column = diagnostic.column,
      let length = userLine(path, row)?.utf8.count
    else { return false }
    return columnMap(path, row)?.userColumn(column).isAdded ?? (column > length + 1)
  }

  private mutating func withUserColumn(_ diagnostic: BuildDiagnostic) -> BuildDiagnostic {
    guard let path = diagnostic.path, let row = diagnostic.line, let column = diagnostic.column else {
      return diagnostic
    }
    var diagnostic = diagnostic
    let mapped = columnMap(path, row)?.userColumn(column).column ?? column
    diagnostic.column = mapped
    diagnostic.excerpt = excerpt(path, row, mapped)
    return diagnostic
  }

  /// Returns nil for a line that was not translated.
  private mutating func columnMap(_ path: String, _ row: Int) -> ColumnMap? {
    let place = Place(path: path, row: row)
    if let known = columns[place] { return known }
    var map: ColumnMap?
    if let translated = translatedLine(path, row), let user = userLine(path, row), user != translated {
      map = ColumnMap(user: user, translated: translated)
    }
    columns[place] = .some(map)
    return map
  }

  private mutating func translatedLine(_ path: String, _ row: Int) -> Substring? {
    guard let translated = translatedPaths[path] else { return nil }
    if translatedLines[path] == nil {
      let data = FileManager.default.contents(atPath: translated) ?? Data()
      let all = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      let head = all.firstIndex { $0.hasPrefix("#sourceLocation(file: ") }
      translatedLines[path] = head.map { Array(all[($0 + 1)...]) } ?? []
    }
    guard let all = translatedLines[path], row >= 1, row <= all.count else { return nil }
    return all[row - 1]
  }

  private mutating func placed(_ line: Substring) -> BuildDiagnostic? {
    guard line.hasPrefix("/"),
      let match = line.firstMatch(of: /^(\/.*?):(\d+):(\d+): (error|warning|note|remark): (.*)$/),
      let row = Int(match.2), let column = Int(match.3),
      let severity = BuildDiagnostic.Severity(rawValue: String(match.4))
    else { return nil }
    let path = userPaths[String(match.1)] ?? String(match.1)
    return BuildDiagnostic(
      path: path, line: row, column: column, severity: severity, message: Self.explained(String(match.5)))
  }

  private func unplaced(_ line: Substring) -> BuildDiagnostic? {
    for severity in [BuildDiagnostic.Severity.error, .warning] {
      for prefix in ["<unknown>:0: \(severity.rawValue): ", "\(severity.rawValue): "]
      where line.hasPrefix(prefix) {
        let message = line.dropFirst(prefix.count)
        if message.hasPrefix("link command failed") || message.hasPrefix("fatalError") { return nil }
        return BuildDiagnostic(path: nil, severity: severity, message: Self.explained(String(message)))
      }
    }
    for marker in [
      "undefined reference to ", "undefined symbol: ", "cannot find -l", "unable to find library",
    ] {
      guard let range = line.firstRange(of: marker) else { continue }
      return BuildDiagnostic(path: nil, severity: .error, message: "linking: " + line[range.lowerBound...])
    }
    return nil
  }

  /// The compiler's message, with an explanation if its meaning differs from the platform.
  private static func explained(_ message: String) -> String {
    if let match = message.firstMatch(of: /no such module '(\w+)'/) {
      return "\(message); \(KnownModules.advice(for: String(match.1)))"
    }
    if let match = message.wholeMatch(of: /cannot find (?:type )?'(\w+)' in scope/),
      let new = OldNames.replacement(for: String(match.1))
    {
      return "'\(match.1)' has been renamed to '\(new)'"
    }
    if message.wholeMatch(of: /cannot find '(?:UI|NS|CA|CG)[A-Z]\w+' in scope/) != nil {
      return "\(message), which Carob does not have yet"
    }
    if message.wholeMatch(of: /value of type '(?:any )?AnyObject\??' has no member '\w+'/) != nil {
      return "\(message); Objective-C would look it up when the app runs. Cast to the class that declares it"
    }
    if let match = message.wholeMatch(
      of: /(?:value of )?type '((?:UI|NS|CA|CG)[A-Z]\w+)\??' has no member '\w+'/)
    {
      return "\(message); if it is one of Apple's, Carob's \(match.1) does not have it yet"
    }
    return message
  }

  /// The user's line with a caret below the column; `nil` if there is no such line.
  mutating func excerpt(_ path: String, _ row: Int, _ column: Int) -> String? {
    guard let text = userLine(path, row) else { return nil }
    // Columns count bytes; the caret must be below the character, and tabs are kept.
    let before = String(decoding: text.utf8.prefix(max(0, column - 1)), as: UTF8.self)
    let padding = String(before.map { $0 == "\t" ? "\t" : " " })
    return "\(text)\n\(padding)^"
  }

  private mutating func userLine(_ path: String, _ row: Int) -> Substring? {
    if lines[path] == nil {
      let data = FileManager.default.contents(atPath: path) ?? Data()
      lines[path] = String(decoding: data, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
    }
    guard let all = lines[path], row >= 1, row <= all.count else { return nil }
    return all[row - 1]
  }
}
