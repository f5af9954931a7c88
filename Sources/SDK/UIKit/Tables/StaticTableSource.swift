import CarobFoundation

/// The data source of a table with static cells from a storyboard.
@preconcurrency @MainActor
final class StaticTableSource: _MainActorNSObject, UITableViewDataSource {
  var sections: [(header: String?, footer: String?, cells: [UITableViewCell])] = []
  /// E-554: the heights of cells for which the storyboard sets one.
  private var heights: [ObjectIdentifier: CGFloat] = [:]
  func setHeight(_ height: CGFloat, of cell: UITableViewCell) { heights[ObjectIdentifier(cell)] = height }
  /// Nil for a row that has the table's row height.
  func height(_ path: IndexPath) -> CGFloat? {
    guard !heights.isEmpty, has(path.section), sections[path.section].cells.indices.contains(path.row) else {
      return nil
    }
    return heights[ObjectIdentifier(sections[path.section].cells[path.row])]
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "numberOfSectionsInTableView:", "numberOfSections(in:)", 0),
      .init(has: "tableView:titleForHeaderInSection:", "tableView(_:titleForHeaderInSection:)", 0),
      .init(has: "tableView:titleForFooterInSection:", "tableView(_:titleForFooterInSection:)", 0),
    ]
  }
  /// False for sections that only the app's own `numberOfSections(in:)` reports.
  private func has(_ section: Int) -> Bool { sections.indices.contains(section) }

  func numberOfSections(in tableView: UITableView) -> Int { sections.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    has(section) ? sections[section].cells.count : 0
  }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    sections[indexPath.section].cells[indexPath.row]
  }
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    has(section) ? sections[section].header : nil
  }
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    has(section) ? sections[section].footer : nil
  }
}
