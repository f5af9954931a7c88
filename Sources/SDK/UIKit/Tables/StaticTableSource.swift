import CarobFoundation

/// The rows of a table that a storyboard fills.
@preconcurrency @MainActor
final class StaticTableSource: _MainActorNSObject, UITableViewDataSource {
  var sections: [(header: String?, footer: String?, cells: [UITableViewCell])] = []
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "numberOfSectionsInTableView:", "numberOfSections(in:)", 0),
      .init(has: "tableView:titleForHeaderInSection:", "tableView(_:titleForHeaderInSection:)", 0),
      .init(has: "tableView:titleForFooterInSection:", "tableView(_:titleForFooterInSection:)", 0),
    ]
  }
  func numberOfSections(in tableView: UITableView) -> Int { sections.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].cells.count
  }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    sections[indexPath.section].cells[indexPath.row]
  }
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    sections[section].header
  }
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    sections[section].footer
  }
}
