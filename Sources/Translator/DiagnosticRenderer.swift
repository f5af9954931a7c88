import Foundation

/// Prints the compiler's messages with excerpts of the user's own source text.
///
/// The compiler saw the translation: its lines match the user's, but its text does not. Lines of the form
/// `path:line:column: error: …` are printed unchanged. The compiler's excerpts are replaced by the line of
/// the user's file, with a caret under the column. The builder calls this for each line of `swiftc`'s output.
public struct DiagnosticRenderer {
  /// Reads a file's text; replaced by tests.
  private let read: (String) -> String?
  private var lines: [String: [Substring]] = [:]

  public init(read: @escaping (String) -> String? = { try? String(contentsOfFile: $0, encoding: .utf8) }) {
    self.read = read
  }

  /// The compiler's output, re-rendered.
  public mutating func render(_ output: String) -> String {
    var result = ""
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      if let place = Self.place(line) {
        result += "\(line)\n" + excerpt(place)
      } else if !Self.isExcerpt(line) {
        result += "\(line)\n"
      }
    }
    return result
  }

  /// The location in the message `path:line:column: severity: text`.
  struct Place: Equatable {
    var path: String
    var line: Int
    var column: Int
  }

  static func place(_ line: Substring) -> Place? {
    for severity in [": error: ", ": warning: ", ": note: "] {
      guard let range = line.firstRange(of: severity) else { continue }
      let parts = line[..<range.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count >= 3, let column = Int(parts[parts.count - 1]), let row = Int(parts[parts.count - 2])
      else {
        continue
      }
      return Place(path: parts.dropLast(2).joined(separator: ":"), line: row, column: column)
    }
    return nil
  }

  // The compiler's excerpts: `12 | text`, `   |     `- note: …`, `   : …`, a source line and a caret line.
  static func isExcerpt(_ line: Substring) -> Bool {
    let rest = line.drop { $0 == " " }
    if rest.isEmpty { return true }
    let afterNumber = rest.drop { $0.isNumber }
    if afterNumber.drop(while: { $0 == " " }).first == "|" { return true }
    return rest.allSatisfy { "^~ ".contains($0) }
  }

  private mutating func excerpt(_ place: Place) -> String {
    let text =
      lines[place.path] ?? read(place.path)?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    lines[place.path] = text
    guard place.line >= 1, place.line <= text.count else { return "" }
    let line = text[place.line - 1]
    // NB: columns count UTF-8 bytes; a column to the right of generated text may be past the user's line.
    let before = line.utf8.prefix(max(0, place.column - 1))
    let indent = String(Substring(before)).map { $0 == "\t" ? "\t" : " " }.joined()
    return "\(line)\n\(indent)^\n"
  }
}
