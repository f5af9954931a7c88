@_spi(Hazards) import CarobRuntime
import CarobFoundation

// E-275: swipe actions of a row, from the swipe until the buttons close.
extension UITableView: SwipeableList {
  /// Called when the recognizer moves horizontally. Order of calls: `canEditRow → editingStyleForRow →
  /// …SwipeActionsConfigurationForRow`.
  func mayBeginSwipe(at point: CGPoint, towardsLeft: Bool) -> Bool {
    if let swipe {
      // A swipe on the open row moves it again; a touch anywhere else closes the buttons.
      if let path = swipe.path, cellFrame(path, in: geometry).contains(point) { return true }
      closeSwipe()
      return false
    }
    guard !editsRows, reordering == nil, let path = indexPathForRow(at: point), cellForRow(at: path) != nil
    else { return false }
    let side = RowSwipe.Side(towardsLeft: towardsLeft, effectiveUserInterfaceLayoutDirection)
    guard offersActions(side), canEdit(path) else { return false }
    guard let next = makeSwipe(path, side) else { return false }
    swipe = next
    return true
  }

  /// Whether the data source or the delegate implements any method for this side; only then are rows asked.
  private func offersActions(_ side: RowSwipe.Side) -> Bool {
    func delegate(_ selector: Selector) -> Bool {
      tableDelegate.map { Runtime.answers($0, selector) } ?? false
    }
    switch side {
    case .leading: return delegate("tableView:leadingSwipeActionsConfigurationForRowAtIndexPath:")
    case .trailing:
      return commits || delegate("tableView:trailingSwipeActionsConfigurationForRowAtIndexPath:")
        || delegate("tableView:editActionsForRowAtIndexPath:")
    }
  }
  private var commits: Bool {
    dataSource.map { Runtime.answers($0, "tableView:commitEditingStyle:forRowAtIndexPath:") } ?? false
  }

  private func makeSwipe(_ path: IndexPath, _ side: RowSwipe.Side) -> RowSwipe? {
    switch side {
    case .leading:
      let asked = tableDelegate?.ask(
        from: self, "tableView(_:leadingSwipeActionsConfigurationForRowAt:)",
        "tableView:leadingSwipeActionsConfigurationForRowAtIndexPath:"
      ) { $0.tableView(self, leadingSwipeActionsConfigurationForRowAt: path) }
      return (asked ?? nil).flatMap { swipe(path, side, $0) }
    case .trailing:
      let style = editingStyle(path)
      let asked = tableDelegate?.ask(
        from: self, "tableView(_:trailingSwipeActionsConfigurationForRowAt:)",
        "tableView:trailingSwipeActionsConfigurationForRowAtIndexPath:"
      ) { $0.tableView(self, trailingSwipeActionsConfigurationForRowAt: path) }
      if let configuration = asked ?? nil { return swipe(path, side, configuration) }
      // E-392: `editActionsForRowAt` is used if the delegate does not implement the newer method.
      if asked == nil,
        let older = tableDelegate?.ask(
          from: self, "tableView(_:editActionsForRowAt:)", "tableView:editActionsForRowAtIndexPath:",
          { $0.tableView(self, editActionsForRowAt: path) }) ?? nil
      {
        let actions = older.map { $0.contextual(at: path) }
        return actions.isEmpty
          ? nil : RowSwipe(path, side, actions, allowsFullSwipe: false, isDefault: false)
      }
      guard style == .delete, commits else { return nil }
      return RowSwipe(path, side, [deleteAction(path)], allowsFullSwipe: true, isDefault: true)
    }
  }
  private func swipe(
    _ path: IndexPath, _ side: RowSwipe.Side, _ configuration: UISwipeActionsConfiguration
  ) -> RowSwipe? {
    guard !configuration.actions.isEmpty else { return nil }
    return RowSwipe(
      path, side, configuration.actions, allowsFullSwipe: configuration.performsFirstActionWithFullSwipe,
      isDefault: false)
  }

  private func deleteAction(_ path: IndexPath) -> UIContextualAction {
    let title = tableDelegate?.ask(
      from: self, "tableView(_:titleForDeleteConfirmationButtonForRowAt:)",
      "tableView:titleForDeleteConfirmationButtonForRowAtIndexPath:"
    ) { $0.tableView(self, titleForDeleteConfirmationButtonForRowAt: path) }
    return UIContextualAction(style: .destructive, title: (title ?? nil) ?? "Delete") { _, _, _ in }
  }

  /// Called when the delete control is tapped: shows the same buttons as a swipe.
  func openActions(_ path: IndexPath, _ cell: UITableViewCell) {
    guard let next = makeSwipe(path, .trailing) else { return }
    swipe = next
    begin(next)
    settle(open: true)
  }

  private func begin(_ swipe: RowSwipe) {
    guard !swipe.isEditingReported, let path = swipe.path else { return }
    swipe.isEditingReported = true
    swipe.view.chosen = { [weakSelf = ZeroingElement(self)] action, view in
      weakSelf.object?.chosen(action, view)
    }
    insertSubview(swipe.view, at: backgroundView == nil ? 0 : 1)
    UIView.performWithoutAnimation { layoutSwipe() }
    // The row counts as edited while its buttons are visible. In editing mode it is edited already.
    guard !editsRows else { return }
    tableDelegate?.tell(
      from: self, "tableView(_:willBeginEditingRowAt:)", "tableView:willBeginEditingRowAtIndexPath:"
    ) { $0.tableView(self, willBeginEditingRowAt: path) }
  }

  /// The action of the swipe recognizer.
  func swiped() {
    guard let swipe else { return }
    switch swipeRecognizer.state {
    case .began:
      begin(swipe)
      swipe.start = swipe.offset
      pull(swipe)
    case .changed: pull(swipe)
    case .ended: release(swipe)
    case .cancelled, .failed: closeSwipe()
    default: break
    }
  }

  private func pull(_ swipe: RowSwipe) {
    let offset = swipe.start + swipeRecognizer.translation(in: self).x
    swipe.offset = swipe.side == .trailing ? min(0, offset) : max(0, offset)
    setNeedsLayout()
  }

  private func release(_ swipe: RowSwipe) {
    switch swipe.outcome(velocity: swipeRecognizer.velocity(in: self).x, width: bounds.width) {
    case .perform(let action, let button):
      settle(open: true)
      chosen(action, button)
    case .open: settle(open: true)
    case .close: closeSwipe()
    }
  }

  private func settle(open: Bool) {
    guard let swipe else { return }
    swipe.offset = open ? swipe.openOffset : 0
    setNeedsLayout()
    UIView.animate(
      withDuration: 0.25, delay: 0, options: [.internalTransition], animations: { self.layoutIfNeeded() })
  }

  private func chosen(_ action: UIContextualAction, _ button: UIView) {
    guard let swipe, let path = swipe.path else { return }
    if swipe.isDefault {
      commit(.delete, path)
      return closeSwipe()
    }
    action.perform(from: self, button) { [weakSelf = ZeroingElement(self), swipe = ZeroingElement(swipe)] in
      // The buttons close when the action calls its completion handler, unless another swipe has replaced
      // them.
      guard let self = weakSelf.object, let swipe = swipe.object, self.swipe === swipe else { return }
      self.closeSwipe()
    }
  }

  /// Closes the buttons and tells the delegate that editing of the row ended.
  func closeSwipe() {
    guard let swipe else { return }
    self.swipe = nil
    guard swipe.isEditingReported else { return }
    swipe.view.isUserInteractionEnabled = false
    swipe.view.accessibilityElementsHidden = true
    if let path = swipe.path, geometry.contains(path), let cell = cellForRow(at: path), window != nil {
      setNeedsLayout()
      UIView.animate(
        withDuration: 0.25, delay: 0, options: [.internalTransition],
        animations: {
          swipe.offset = 0
          self.place(swipe.view, beside: cell, swipe)
          self.layoutIfNeeded()
        }, completion: { _ in swipe.view.removeFromSuperview() })
    } else {
      swipe.view.removeFromSuperview()
    }
    guard !editsRows else { return }
    let path = swipe.path
    tableDelegate?.tell(
      from: self, "tableView(_:didEndEditingRowAt:)", "tableView:didEndEditingRowAtIndexPath:"
    ) { $0.tableView(self, didEndEditingRowAt: path) }
  }

  // MARK: The row moves

  func layoutSwipe() {
    guard let swipe, swipe.isEditingReported, let path = swipe.path, let cell = cellForRow(at: path) else {
      return
    }
    place(swipe.view, beside: cell, swipe)
  }

  private func place(_ view: UIView, beside cell: UITableViewCell, _ swipe: RowSwipe) {
    guard let path = swipe.path, geometry.contains(path) else { return }
    let row = geometry.row(path)
    let width = abs(swipe.offset)
    let right = bounds.width - rowInsets.right
    view.frame = CGRect(
      x: swipe.side == .trailing ? right - width : rowInsets.left, y: row.y, width: width, height: row.height)
    view.layoutIfNeeded()
  }

  /// Follows an update that moved, deleted or reloaded the swiped row.
  func swipedRowMoved(_ outcome: ListUpdate.Outcome) {
    guard let swipe, let path = swipe.path else { return }
    let isThere = !outcome.reloaded.contains(path)
    swipe.path = isThere ? outcome.place(of: path) : nil
    if swipe.path == nil { swipe.view.removeFromSuperview() }
  }
  func dropSwipedRow() {
    swipe?.path = nil
    swipe?.view.removeFromSuperview()
  }
}

extension RowSwipe.Side {
  init(towardsLeft: Bool, _ direction: UIUserInterfaceLayoutDirection) {
    self = towardsLeft == (direction == .leftToRight) ? .trailing : .leading
  }
}
