import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Changes to rows while a text field in them ends editing.
@MainActor @Suite struct EndingFieldTests {
  @Test(.rule("E-252", "M-86"))
  func `deleting a row in its field's didEndEditing warns; another row or a later time does not`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withDevice { device in
          let table = FieldTable()
          device.show(table)
          // Another row: no warning.
          table.doomed = 2
          _ = table.field(0)?.becomeFirstResponder()
          _ = table.field(0)?.resignFirstResponder()
          device.turn()
          precondition(table.count == 3)
          // The field's own row: a warning.
          table.doomed = 0
          _ = table.field(0)?.becomeFirstResponder()
          _ = table.field(0)?.resignFirstResponder()
          device.turn()
          precondition(table.count == 2)
          // The field's own row after editing has ended: no warning.
          table.doomed = nil
          _ = table.field(0)?.becomeFirstResponder()
          _ = table.field(0)?.resignFirstResponder()
          table.delete(0)
          device.turn()
          precondition(table.count == 1)
        }
      }
    }
    let warnings = errors(of: result).split(separator: "\n").filter { $0.contains("ending") }
    #expect(
      warnings.map { $0.replacing(/#\d+/, with: "") } == [
        "carob: warning: deleteRows was called while UITextField in row 0 is still ending its editing; defer it"
      ])
  }
}

private final class FieldTable: UITableViewController, UITextFieldDelegate {
  var count = 4
  /// The row that is deleted when editing ends.
  var doomed: Int?
  override class var _carobMethods: [_CarobMethod] {
    has("tableView:numberOfRowsInSection:", "tableView:cellForRowAtIndexPath:", "textFieldDidEndEditing:")
  }
  func field(_ row: Int) -> UITextField? {
    tableView.cellForRow(at: IndexPath(row: row, section: 0))?.contentView.subviews.lazy.compactMap {
      $0 as? UITextField
    }.first
  }
  func delete(_ row: Int) {
    count -= 1
    tableView.deleteRows(at: [IndexPath(row: row, section: 0)], with: .none)
  }
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    let field = UITextField(frame: CGRect(x: 10, y: 5, width: 100, height: 30))
    field.delegate = self
    cell.contentView.addSubview(field)
    return cell
  }
  func textFieldDidEndEditing(_ textField: UITextField) { if let doomed { delete(doomed) } }
}
