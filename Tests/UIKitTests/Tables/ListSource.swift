import CarobFoundation

@testable import UIKit

/// An editable list of names in sections that logs the calls it receives.
///
/// Subclasses declare the optional methods that they implement. Calls for counts are not logged, because
/// their number may vary.
class ListSource: NSObject, UITableViewDataSource, UITableViewDelegate {
  let log: Log
  var names: [[String]]
  var editable: (IndexPath) -> Bool = { _ in true }
  var styles: (IndexPath) -> UITableViewCell.EditingStyle = { _ in .delete }
  var landing: (IndexPath) -> IndexPath = { $0 }
  var trailing: UISwipeActionsConfiguration?
  /// Whether `commit` deletes the row.
  var deletes = true
  var height: CGFloat = 44
  var menu: UIMenu?
  var titles: [String]?
  var rowActions: [UITableViewRowAction] = []

  required init(_ log: Log, _ names: [[String]]) {
    self.log = log
    self.names = names
    super.init()
  }

  func path(_ path: IndexPath?) -> String { path.map { "\($0.section).\($0.row)" } ?? "nil" }

  override class var _carobMethods: [_CarobMethod] { has("numberOfSectionsInTableView:") }

  func numberOfSections(in tableView: UITableView) -> Int { names.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    names[section].count
  }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    log("cell \(path(indexPath))")
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = names[indexPath.section][indexPath.row]
    return cell
  }
  func tableView(
    _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) { log("didEndDisplaying \(cell.textLabel?.text ?? "")") }

  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    log("canEdit \(path(indexPath))")
    return editable(indexPath)
  }
  func tableView(
    _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle {
    log("style \(path(indexPath))")
    return styles(indexPath)
  }
  func tableView(_ tableView: UITableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool {
    log("shouldIndent \(path(indexPath))")
    return true
  }
  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    log("canMove \(path(indexPath))")
    return true
  }
  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    log("commit \(editingStyle) \(path(indexPath))")
    guard editingStyle == .delete, deletes else { return }
    names[indexPath.section].remove(at: indexPath.row)
    tableView.deleteRows(at: [indexPath], with: .fade)
  }
  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    log("move \(path(sourceIndexPath)) to \(path(destinationIndexPath))")
    let name = names[sourceIndexPath.section].remove(at: sourceIndexPath.row)
    names[destinationIndexPath.section].insert(name, at: destinationIndexPath.row)
  }
  func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
    toProposedIndexPath proposedDestinationIndexPath: IndexPath
  ) -> IndexPath {
    log("target \(path(sourceIndexPath)) to \(path(proposedDestinationIndexPath))")
    return landing(proposedDestinationIndexPath)
  }
  func tableView(_ tableView: UITableView, willBeginEditingRowAt indexPath: IndexPath) {
    log("willBeginEditing \(path(indexPath)), table \(tableView.isEditing ? "edits" : "does not edit")")
  }
  func tableView(_ tableView: UITableView, didEndEditingRowAt indexPath: IndexPath?) {
    log("didEndEditing \(path(indexPath)), table \(tableView.isEditing ? "edits" : "does not edit")")
  }
  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    log("trailing \(path(indexPath))")
    return trailing
  }
  func tableView(
    _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    log("leading \(path(indexPath))")
    return trailing
  }
  func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    log("menu \(path(indexPath)) at \(Int(point.x)),\(Int(point.y))")
    return menu.map { menu in
      UIContextMenuConfiguration(identifier: nil, previewProvider: nil, actionProvider: { _ in menu })
    }
  }
  func sectionIndexTitles(for tableView: UITableView) -> [String]? { titles }
  func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    log("section of \(title) at \(index)")
    return index
  }
  func tableView(_ tableView: UITableView, editActionsForRowAt indexPath: IndexPath)
    -> [UITableViewRowAction]?
  {
    log("actions \(path(indexPath))")
    return rowActions
  }
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { height }
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    log("didSelect \(path(indexPath))")
  }
  func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
    log("accessory \(path(indexPath))")
  }
  func tableView(_ tableView: UITableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
    indexPath.row
  }
  func tableView(
    _ tableView: UITableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
  ) -> Bool {
    log("should begin \(path(indexPath))")
    return true
  }
  func tableView(
    _ tableView: UITableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
  ) {
    log("did begin \(path(indexPath))")
    tableView.setEditing(true, animated: true)
  }
  func tableViewDidEndMultipleSelectionInteraction(_ tableView: UITableView) { log("did end") }
  func tableView(_ tableView: UITableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool {
    log("should show menu \(path(indexPath))")
    return true
  }
  func tableView(
    _ tableView: UITableView, canPerformAction action: Selector, forRowAt indexPath: IndexPath,
    withSender sender: Any?
  ) -> Bool { action == "copy:" }
  func tableView(
    _ tableView: UITableView, performAction action: Selector, forRowAt indexPath: IndexPath,
    withSender sender: Any?
  ) { log("perform \(action.name) \(path(indexPath))") }
}

/// Shows a table of 300 × 400 points at (0, 100) with rows of 44 points.
@MainActor
func showingList(
  _ names: [[String]], _ source: ListSource.Type = ListSource.self,
  _ body: (TestDevice, UITableView, ListSource) -> Void
) {
  withDevice { device in
    let root = device.showEmpty()
    let table = UITableView(frame: CGRect(x: 0, y: 100, width: 300, height: 400), style: .plain)
    table.contentInsetAdjustmentBehavior = .never
    table.rowHeight = 44
    let source = source.init(device.log, names)
    table.dataSource = source
    table.delegate = source
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    root.addSubview(table)
    device.turn()
    _ = device.log.take()
    body(device, table, source)
  }
}

extension UITableView {
  /// The texts and vertical positions of the visible rows, from top to bottom.
  var texts: [String] {
    visibleCells.map { "\($0.textLabel?.text ?? "?")@\(Int($0.frame.minY))" }
  }
}

extension TestDevice {
  /// Moves a finger from one point to another in steps, and lifts it if `lifts` is true.
  func drag(_ from: CGPoint, _ to: CGPoint, steps: Int = 6, lifts: Bool = true) {
    down(from.x, from.y)
    for step in 1...steps {
      advance(0.02)
      let part = CGFloat(step) / CGFloat(steps)
      move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
    }
    // Rest before lifting, so that the drag has no velocity.
    advance(0.3)
    if lifts { up(to.x, to.y) }
  }
  /// Taps the element with an accessibility label, as a script does.
  func tap(label: String) {
    let element = ScreenDescription.elements().first { $0.label == label }
    guard let element else { return log("no element \(label)") }
    tap(CGFloat(element.x + element.width / 2), CGFloat(element.y + element.height / 2))
  }
}
