import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

@MainActor
struct StaticTableSourceTests {
  /// An app's own `numberOfSections(in:)` may return more sections than the storyboard has.
  @Test func `a section that is not in the storyboard has no rows and no titles`() {
    let source = StaticTableSource()
    let table = UITableView()
    source.sections = [(header: "H", footer: "F", cells: [UITableViewCell()])]
    let rows = (0..<2).map { source.tableView(table, numberOfRowsInSection: $0) }
    let headers = (0..<2).map { source.tableView(table, titleForHeaderInSection: $0) }
    let footers = (0..<2).map { source.tableView(table, titleForFooterInSection: $0) }
    #expect(rows == [1, 0])
    #expect(headers == ["H", nil])
    #expect(footers == ["F", nil])
  }
}
