@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

/// The updates between `beginUpdates` and `endUpdates`, with their animations.
struct TableBatch {
  /// The row count of each section before the first update.
  let old: [Int]
  var depth = 0
  var changes = ListUpdate()
  var completions: [(Bool) -> Void] = []
  /// Whether `reloadData` was called within the batch; the counts are then not compared.
  var wasReloaded = false
  private var coming: [IndexPath: UITableView.RowAnimation] = [:]
  private var going: [IndexPath: UITableView.RowAnimation] = [:]
  private var sectionsComing: [Int: UITableView.RowAnimation] = [:]
  private var sectionsGoing: [Int: UITableView.RowAnimation] = [:]

  init(old: [Int]) { self.old = old }

  mutating func insertRows(_ paths: [IndexPath], _ animation: UITableView.RowAnimation) {
    changes.inserted += paths
    for path in paths { coming[path] = animation }
  }
  mutating func deleteRows(_ paths: [IndexPath], _ animation: UITableView.RowAnimation) {
    changes.deleted += paths
    for path in paths { going[path] = animation }
  }
  mutating func reloadRows(_ paths: [IndexPath], _ animation: UITableView.RowAnimation) {
    changes.reloaded += paths
    for path in paths { going[path] = animation }
  }
  mutating func insertSections(_ sections: IndexSet, _ animation: UITableView.RowAnimation) {
    changes.insertedSections.formUnion(sections)
    for section in sections { sectionsComing[section] = animation }
  }
  mutating func deleteSections(_ sections: IndexSet, _ animation: UITableView.RowAnimation) {
    changes.deletedSections.formUnion(sections)
    for section in sections { sectionsGoing[section] = animation }
  }
  mutating func reloadSections(_ sections: IndexSet, _ animation: UITableView.RowAnimation) {
    changes.reloadedSections.formUnion(sections)
    for section in sections { sectionsGoing[section] = animation }
  }

  func animation(ofComing path: IndexPath) -> UITableView.RowAnimation {
    coming[path] ?? sectionsComing[path.section] ?? .automatic
  }
  func animation(ofGoing path: IndexPath) -> UITableView.RowAnimation {
    going[path] ?? sectionsGoing[path.section] ?? .automatic
  }
  /// False if every change has the animation `.none` and no row moves.
  var isAnimated: Bool {
    let wanted =
      [coming.values, going.values].flatMap { $0 }
      + [sectionsComing.values, sectionsGoing.values].flatMap { $0 }
    return wanted.isEmpty || !changes.moved.isEmpty || wanted.contains { $0 != .none }
  }
}

/// An update while it is being laid out: the state before, the changes, and the cells that leave.
struct TableTransition {
  let batch: TableBatch
  let outcome: ListUpdate.Outcome
  let before: TableGeometry
  var leaving: [LeavingCell]
}

/// A cell whose row was deleted or is no longer visible.
struct LeavingCell {
  let cell: UITableViewCell
  let path: IndexPath
  /// Nil if the row still exists and only moves out of the visible area.
  let animation: UITableView.RowAnimation?
}

// E-276: insertion, deletion, reloading and moving of rows and sections.
extension UITableView {
  /// Adds a change to the open batch, or runs it as a batch of its own.
  func update(_ change: (inout TableBatch) -> Void) {
    openBatch()
    if batch != nil { change(&batch!) }
    closeBatch()
  }

  func openBatch() {
    if batch == nil {
      // The old counts are the known ones; if there are none, ask the data source now.
      if !hasCounted { count() }
      batch = TableBatch(old: geometry.rowCounts)
    }
    batch?.depth += 1
  }

  func closeBatch() {
    guard var ended = batch else { return }
    ended.depth -= 1
    guard ended.depth == 0 else {
      batch = ended
      return
    }
    batch = nil
    finish(ended)
  }

  private func finish(_ batch: TableBatch) {
    func complete(_ finished: Bool) { for completion in batch.completions { completion(finished) } }
    guard !batch.wasReloaded, dataSource != nil else {
      LayerAnimations.afterCommit { complete(true) }
      return
    }
    let before = geometry
    needsCounting = true
    count()
    do {
      let outcome = try batch.changes.outcome(
        old: batch.old, new: geometry.rowCounts,
        words: ListUpdate.Words(items: "rows", container: "table view"))
      geometry.estimate(from: before, outcome)
      show(TableTransition(batch: batch, outcome: outcome, before: before, leaving: []), complete)
    } catch {
      NSException.raise(
        .internalInconsistencyException,
        "\(error.reason)  Change the data between `beginUpdates` and `endUpdates` (or just before the call) so "
          + "that numberOfRowsInSection answers the count after the update. Table view: \(Journal.describe(self)); "
          + "data source: \(dataSource.map { Journal.describe($0) } ?? "nil")")
    }
  }

  private func show(_ next: TableTransition, _ complete: @escaping (Bool) -> Void) {
    var next = next
    let outcome = next.outcome
    let shown = visible
    visible = []
    for (path, cell) in shown {
      if !outcome.reloaded.contains(path), let place = outcome.place(of: path) {
        cell.indexPath = place
        visible.append((place, cell))
      } else {
        if pressed?.cell === cell { pressed = nil }
        next.leaving.append(
          LeavingCell(cell: cell, path: path, animation: next.batch.animation(ofGoing: path)))
      }
    }
    visible.sort { $0.path < $1.path }
    renumberHeaders(outcome, next.batch.changes.reloadedSections)
    selection = selection.compactMap { outcome.reloaded.contains($0) ? nil : outcome.place(of: $0) }
    swipedRowMoved(outcome)
    place()
    setNeedsLayout()
    guard window != nil else {
      for leaving in next.leaving { recycle(leaving.cell, leaving.path, tells: true) }
      LayerAnimations.afterCommit { complete(true) }
      return
    }
    let changes = {
      self.transition = next
      let range = self.offsetRange
      if self.contentOffset.y > range.max.y { self.contentOffset.y = max(range.max.y, range.min.y) }
      self.setNeedsLayout()
      self.layoutIfNeeded()
      let leaving = self.transition?.leaving ?? []
      self.transition = nil
      for cell in leaving { self.move(cell) }
      return leaving
    }
    // Cells that leave are recycled at once, or after the animation if there is one.
    guard next.batch.isAnimated, UIView.areAnimationsEnabled else {
      for leaving in changes() { recycle(leaving.cell, leaving.path, tells: true) }
      LayerAnimations.afterCommit { complete(true) }
      return
    }
    var leaving: [LeavingCell] = []
    UIView.animate(
      withDuration: 0.3, delay: 0, options: [.internalTransition],
      animations: { leaving = changes() },
      completion: { [weakSelf = ZeroingElement(self)] finished in
        for cell in leaving {
          cell.cell.alpha = 1
          weakSelf.object?.recycle(cell.cell, cell.path, tells: true)
        }
        complete(finished)
      })
  }

  private func renumberHeaders(_ outcome: ListUpdate.Outcome, _ reloaded: IndexSet) {
    func renumbered(_ views: [Int: UIView]) -> [Int: UIView] {
      var result: [Int: UIView] = [:]
      for (section, view) in views {
        if !reloaded.contains(section), let place = outcome.sections[section] {
          result[place] = view
        } else {
          view.removeFromSuperview()
        }
      }
      return result
    }
    headers = renumbered(headers)
    footers = renumbered(footers)
  }

  /// Sets the frame and alpha from which a cell that was not visible before the update animates.
  func begin(_ cell: UITableViewCell, at path: IndexPath) {
    guard let transition else { return }
    UIView.performWithoutAnimation {
      if let origin = transition.outcome.origin(of: path) {
        cell.frame = cellFrame(
          transition.outcome.reloaded.contains(origin) ? path : origin,
          in: transition.outcome.reloaded.contains(origin) ? geometry : transition.before)
        if transition.outcome.reloaded.contains(origin) { cell.alpha = 0 }
      } else {
        let animation = transition.batch.animation(ofComing: path)
        cell.frame = displaced(cellFrame(path, in: geometry), animation)
        cell.alpha = animation == .none ? 1 : 0
      }
      cell.layoutIfNeeded()
    }
    cell.alpha = 1
  }

  /// Sets the final frame and alpha of the cell of a deleted or reloaded row.
  private func move(_ leaving: LeavingCell) {
    guard let animation = leaving.animation else { return }
    sendSubviewToBack(leaving.cell)
    if let backgroundView { sendSubviewToBack(backgroundView) }
    leaving.cell.frame = displaced(leaving.cell.frame, animation)
    if animation != .none { leaving.cell.alpha = 0 }
  }

  private func displaced(_ frame: CGRect, _ animation: RowAnimation) -> CGRect {
    switch animation {
    case .left: return frame.offsetBy(dx: -bounds.width, dy: 0)
    case .right: return frame.offsetBy(dx: bounds.width, dy: 0)
    case .top: return frame.offsetBy(dx: 0, dy: -frame.height)
    case .bottom: return frame.offsetBy(dx: 0, dy: frame.height)
    default: return frame
    }
  }

  func reconfigure(_ paths: [IndexPath]) {
    guard let dataSource else { return }
    for path in paths {
      guard let cell = cellForRow(at: path) else { continue }
      reconfiguring = cell
      let answer = Journal.query(.dataSource, "tableView(_:cellForRowAt:)", to: dataSource, from: self) {
        dataSource.tableView(self, cellForRowAt: path)
      }
      reconfiguring = nil
      if answer !== cell {
        NSException.raise(
          .internalInconsistencyException,
          "the cell returned for the reconfigured row at \(path) is not the cell that is there")
      }
    }
  }
}
