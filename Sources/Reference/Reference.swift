import Foundation

/// The pages of `Documentation/Reference`, made from the tables that the command, the script's reader and the trace use.
public enum Reference {
  /// Beside the repository's root.
  public static let folder = "Documentation/Reference"

  /// The pages by their file names.
  ///
  /// - Parameter commandHelp: what `carob --experimental-dump-help` prints.
  public static func pages(commandHelp: Data) throws -> [(name: String, text: String)] {
    [
      ("PlayScript.md", ScriptReference.page), ("Trace.md", TraceReference.page),
      ("Commands.md", try CommandReference.page(commandHelp)),
    ]
  }

  static let notice = "<!-- Written by `make reference`; a test fails when it is stale. -->"

  /// A table row; a bar in a text would end its cell.
  static func row(_ cells: String...) -> String {
    "| " + cells.map { $0.replacingOccurrences(of: "|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}
