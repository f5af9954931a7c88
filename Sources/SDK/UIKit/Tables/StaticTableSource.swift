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
