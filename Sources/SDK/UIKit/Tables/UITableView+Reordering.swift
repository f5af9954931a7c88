import CarobFoundation
import QuartzCore

/// The state of reordering a row: its source, its target, and how far other rows shift to make room (E-277).
@MainActor
struct RowReordering {
  let cell: UITableViewCell
  let source: IndexPath
  let height: CGFloat
  /// The distance from the cell's top to the finger.
  let grab: CGFloat
  /// The last index path proposed to the delegate; `target` is the one that the delegate returned.
  var proposed: IndexPath
  var target: IndexPath

  /// The vertical shift of a row in points: rows between source and target move to fill the gap at the source
  /// and to make room at the target.
  func shift(ofRow path: IndexPath) -> CGFloat {
    if path == source { return 0 }
    if path > source {
      let isPassed =
        target.section == path.section
        ? (path.section == source.section ? path.row <= target.row : path.row < target.row)
        : path.section < target.section
      return isPassed ? -height : 0
    }
    let isPassed =
      target.section == path.section ? path.row >= target.row : path.section > target.section
    return isPassed ? height : 0
  }

  func shift(ofSection section: Int, isHeader: Bool) -> CGFloat {
    // A header precedes its section's rows, a footer follows them.
    let after = isHeader ? section > source.section : section >= source.section
    let before = isHeader ? section <= target.section : section < target.section
    if after, before { return -height }
    let behind = isHeader ? section > target.section : section >= target.section
    let ahead = isHeader ? section <= source.section : section < source.section
    return behind && ahead ? height : 0
  }
}

// E-277: reordering a row with its reorder control.
extension UITableView {
  func beginReordering(_ cell: UITableViewCell, at y: CGFloat) -> Bool {
    guard reordering == nil, let path = indexPath(for: cell) else { return false }
    closeSwipe()
    reordering = RowReordering(
      cell: cell, source: path, height: cell.frame.height, grab: y - cell.frame.minY, proposed: path,
      target: path)
    bringSubviewToFront(cell)
    cell.layer.shadowOpacity = 0.25
    cell.layer.shadowRadius = 6
    cell.layer.shadowOffset = CGSize(width: 0, height: 2)
    return true
  }

  func reorder(to y: CGFloat) {
    guard let moving = reordering else { return }
    let top = min(max(y - moving.grab, 0), max(contentSize.height - moving.height, 0))
    moving.cell.frame.origin.y = top
    let proposed = geometry.landing(of: moving.source, at: top)
    scrollIfAtEdge(CGPoint(x: bounds.midX, y: y))
    propose(moving.source, at: proposed)
  }

  private func propose(_ source: IndexPath, at proposed: IndexPath) {
    guard var moving = reordering, proposed != moving.proposed else { return }
    moving.proposed = proposed
    reordering = moving
    let target =
      tableDelegate?.ask(
        from: self, "tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)",
        "tableView:targetIndexPathForMoveFromRowAtIndexPath:toProposedIndexPath:"
      ) {
        $0.tableView(
          self, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: proposed)
      } ?? proposed
    guard reordering != nil, target != moving.target else { return }
    reordering?.target = target
    slideRows()
  }

  /// E-511: during a drag session the row's cell is hidden, and the other rows make room at the proposed
  /// place.
  func makeRoom(for source: IndexPath, at proposed: IndexPath) {
    if reordering == nil {
      guard let cell = cellForRow(at: source) else { return }
      reordering = RowReordering(
        cell: cell, source: source, height: cell.frame.height, grab: 0, proposed: source, target: source)
      cell.isHidden = true
    }
    propose(source, at: proposed)
  }

  private func slideRows() {
    setNeedsLayout()
    UIView.animate(
      withDuration: 0.2, delay: 0, options: [.internalTransition], animations: { self.layoutIfNeeded() })
  }

  /// Ends reordering: the data source moves the row; the table does not count the rows again.
  func endReordering() {
    guard let moving = reordering else { return }
    guard moving.target != moving.source else { return cancelReordering() }
    if let dataSource {
      Journal.deliver(
        .dataSource, "tableView(_:moveRowAt:to:)", to: dataSource, from: self, category: .user
      ) { dataSource.tableView(self, moveRowAt: moving.source, to: moving.target) }
    }
    // If the data source reloaded the table in this call, there is nothing left to update.
    guard reordering != nil else { return drop(moving.cell) }
    reordering = nil
    var changes = ListUpdate()
    changes.moved = [(moving.source, moving.target)]
    let old = geometry.rowCounts
    var new = old
    new[moving.source.section] -= 1
    guard new.indices.contains(moving.target.section) else { return reloadData() }
    new[moving.target.section] += 1
    guard
      let outcome = try? changes.outcome(
        old: old, new: new, words: ListUpdate.Words(items: "rows", container: "table view"))
    else { return reloadData() }
    geometry = geometry.moved(new, outcome)
    place()
    visible = visible.map { path, cell in
      let place = outcome.place(of: path) ?? path
      cell.indexPath = place
      return (place, cell)
    }.sorted { $0.path < $1.path }
    selection = selection.compactMap(outcome.place)
    drop(moving.cell)
  }

  func cancelReordering() {
    guard let moving = reordering else { return }
    reordering = nil
    drop(moving.cell)
  }

  func forgetReordering() {
    reordering?.cell.isHidden = false
    reordering = nil
  }

  private func drop(_ cell: UITableViewCell) {
    cell.layer.shadowOpacity = 0
    cell.isHidden = false
    slideRows()
  }
}
