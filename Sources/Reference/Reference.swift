import Foundation

/// The pages of `Documentation/Reference`, generated from the tables that the command, the script parser and the trace use.
public enum Reference {
  /// Relative to the repository's root.
  public static let folder = "Documentation/Reference"

  /// The pages with their file names.
  ///
  /// - Parameter commandHelp: the output of `carob --experimental-dump-help`.
  public static func pages(commandHelp: Data) throws -> [(name: String, text: String)] {
    [
      ("PlayScript.md", ScriptReference.page), ("Trace.md", TraceReference.page),
      ("Commands.md", try CommandReference.page(commandHelp)),
    ]
  }

  static let notice = "<!-- Written by `make reference`; a test fails when it is stale. -->"

  /// A table row. Escapes vertical bars, which would end a cell.
  static func row(_ cells: String...) -> String {
    "| " + cells.map { $0.replacingOccurrences(of: "|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}
