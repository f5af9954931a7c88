@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// Tracks the text field whose end-editing callbacks are running (E-252, M-86).
@MainActor
enum EndingField {
  @Zeroing static var current: UITextField?

  /// Warns if a table changes the row of that field; nil means all rows.
  static func check(_ table: UITableView, _ rows: [IndexPath]?, _ change: String) {
    guard let current, current.isDescendant(of: table) else { return }
    for path in table.indexPathsForVisibleRows ?? [] where rows?.contains(path) ?? true {
      guard let cell = table.cellForRow(at: path), current.isDescendant(of: cell) else { continue }
      Journal.warn(
        "\(change) was called while \(Journal.describe(current)) in row \(path.row) is still ending its editing; defer it",
        rule: "M-86", receiver: table)
    }
  }
}
