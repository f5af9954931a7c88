import CarobFoundation

/// How a row is edited, as the data source and the delegate allow.
struct RowEditing: Equatable {
  var isEditable = true
  var style = UITableViewCell.EditingStyle.none
  /// Whether a selection circle is shown instead of the delete or insert control.
  var isChosen = false
  var indents = true
  var moves = false
}

// E-274: editing mode.
extension UITableView {
  func changeEditing(_ editing: Bool, animated: Bool) {
    closeSwipe()
    guard editing != editsRows else { return }
    // The selection is cleared on entering the mode, and the selection made in it on leaving.
    if editing ? !allowsSelectionDuringEditing : allowsMultipleSelectionDuringEditing {
      for path in selection { select(cellForRow(at: path), false) }
      selection = []
    }
    editsRows = editing
    for (path, cell) in visible { edit(cell, path, animated: animated) }
  }

  /// E-260: called for each row before it is displayed.
  func prepareForEditing(_ cell: UITableViewCell, _ path: IndexPath) {
    if editsRows || cell.isEditing {
      UIView.performWithoutAnimation { edit(cell, path, animated: false) }
    } else if let dataSource, Runtime.answers(dataSource, "tableView:canEditRowAtIndexPath:") {
      _ = canEdit(path)
    }
  }

  private func edit(_ cell: UITableViewCell, _ path: IndexPath, animated: Bool) {
    guard editsRows else {
      cell.editing = RowEditing()
      return cell.setEditing(false, animated: animated)
    }
    let editing = askEditing(path)
    cell.editing = editing
    cell.setEditing(editing.isEditable, animated: animated)
  }

  /// Rows are editable unless the data source returns false.
  func canEdit(_ path: IndexPath) -> Bool {
    dataSource?.ask(
      from: self, mechanism: .dataSource, "tableView(_:canEditRowAt:)", "tableView:canEditRowAtIndexPath:"
    ) { $0.tableView(self, canEditRowAt: path) } ?? true
  }

  func editingStyle(_ path: IndexPath) -> UITableViewCell.EditingStyle {
    tableDelegate?.ask(
      from: self, "tableView(_:editingStyleForRowAt:)", "tableView:editingStyleForRowAtIndexPath:"
    ) { $0.tableView(self, editingStyleForRowAt: path) } ?? .delete
  }

  /// `canEditRow → editingStyleForRow → shouldIndentWhileEditing → canMoveRow`.
  private func askEditing(_ path: IndexPath) -> RowEditing {
    guard canEdit(path) else { return RowEditing(isEditable: false) }
    var editing = RowEditing()
    editing.isChosen = allowsMultipleSelectionDuringEditing
    editing.style = editingStyle(path)
    editing.indents =
      tableDelegate?.ask(
        from: self, "tableView(_:shouldIndentWhileEditingRowAt:)",
        "tableView:shouldIndentWhileEditingRowAtIndexPath:"
      ) { $0.tableView(self, shouldIndentWhileEditingRowAt: path) } ?? true
    editing.moves = canMove(path)
    return editing
  }

  /// Rows can be moved only if the data source implements `tableView(_:moveRowAt:to:)`.
  func canMove(_ path: IndexPath) -> Bool {
    guard let dataSource, Runtime.answers(dataSource, "tableView:moveRowAtIndexPath:toIndexPath:") else {
      return false
    }
    return dataSource.ask(
      from: self, mechanism: .dataSource, "tableView(_:canMoveRowAt:)", "tableView:canMoveRowAtIndexPath:"
    ) { $0.tableView(self, canMoveRowAt: path) } ?? true
  }

  /// Called when the control at the leading edge is tapped: insert commits at once, delete first shows the
  /// confirmation button.
  func signTapped(_ cell: UITableViewCell) {
    guard let path = cell.indexPath else { return }
    switch cell.editing.style {
    case .insert: commit(.insert, path)
    case .delete:
      if swipe?.path == path { return closeSwipe() }
      closeSwipe()
      openActions(path, cell)
    case .none: break
    }
  }

  func commit(_ style: UITableViewCell.EditingStyle, _ path: IndexPath) {
    guard let dataSource else { return }
    guard Runtime.answers(dataSource, "tableView:commitEditingStyle:forRowAtIndexPath:") else {
      Journal.note(
        .dataSource, "tableView(_:commit:forRowAt:)", outcome: "unhandled",
        why: "the data source does not implement tableView(_:commit:forRowAt:)", receiver: dataSource,
        sender: self, category: .user)
      return
    }
    Journal.deliver(.dataSource, "tableView(_:commit:forRowAt:)", to: dataSource, from: self, category: .user)
    {
      dataSource.tableView(self, commit: style, forRowAt: path)
    }
  }

  func accessoryTapped(_ cell: UITableViewCell) {
    guard let path = cell.indexPath else { return }
    tableDelegate?.tell(
      from: self, "tableView(_:accessoryButtonTappedForRowWith:)",
      "tableView:accessoryButtonTappedForRowWithIndexPath:"
    ) { $0.tableView(self, accessoryButtonTappedForRowWith: path) }
  }
}
