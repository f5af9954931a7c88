import CarobFoundation

/// The rows of a table that a storyboard fills.
@preconcurrency @MainActor
final class StaticTableSource: _MainActorNSObject, UITableViewDataSource {
  var sections: [(header: String?, footer: String?, cells: [UITableViewCell])] = []
  /// E-554: the heights of the cells that have one of their own.
  private var heights: [ObjectIdentifier: CGFloat] = [:]
  func setHeight(_ height: CGFloat, of cell: UITableViewCell) { heights[ObjectIdentifier(cell)] = height }
  /// Nil for a row that is as high as the table's rows.
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
  /// An app that counts its sections itself may have others than the storyboard's.
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
