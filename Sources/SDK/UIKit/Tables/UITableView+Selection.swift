import CarobFoundation

// E-266…E-272: touches and selection of rows.
extension UITableView {
  /// E-272.
  private var allowsTouches: Bool {
    editsRows ? allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing : allowsSelection
  }
  var selectsSeveral: Bool { editsRows ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection }

  func touchBegan(_ cell: UITableViewCell, _ path: IndexPath) {
    // E-275: a touch outside the swipe buttons closes them and does nothing else.
    if swipe != nil { return closeSwipe() }
    guard allowsTouches else { return }
    let may =
      tableDelegate?.ask(
        from: self, "tableView(_:shouldHighlightRowAt:)", "tableView:shouldHighlightRowAtIndexPath:"
      ) {
        $0.tableView(self, shouldHighlightRowAt: path)
      } ?? true
    guard may else { return }
    pressed = (cell, path)
    Journal.deliver(.control, "setHighlighted(_:animated:)", to: cell) {
      cell.setHighlighted(true, animated: false)
    }
    tableDelegate?.tell(
      from: self, "tableView(_:didHighlightRowAt:)", "tableView:didHighlightRowAtIndexPath:"
    ) {
      $0.tableView(self, didHighlightRowAt: path)
    }
  }

  func touchCancelled(_ cell: UITableViewCell) {
    guard let (cell, path) = pressed else { return }
    pressed = nil
    unhighlight(cell, path)
  }

  private func unhighlight(_ cell: UITableViewCell, _ path: IndexPath) {
    Journal.deliver(.control, "setHighlighted(_:animated:)", to: cell) {
      cell.setHighlighted(false, animated: false)
    }
    tableDelegate?.tell(
      from: self, "tableView(_:didUnhighlightRowAt:)", "tableView:didUnhighlightRowAtIndexPath:"
    ) {
      $0.tableView(self, didUnhighlightRowAt: path)
    }
  }

  func touchEnded(_ cell: UITableViewCell, _ path: IndexPath) {
    guard pressed != nil else { return }
    pressed = nil
    unhighlight(cell, path)
    userSelected(path)
  }

  func userSelected(_ touched: IndexPath) {
    if selectsSeveral, selection.contains(touched) { return userDeselected(touched) }
    var path = touched
    let asked = tableDelegate?.ask(
      from: self, "tableView(_:willSelectRowAt:)", "tableView:willSelectRowAtIndexPath:"
    ) { $0.tableView(self, willSelectRowAt: touched) }
    if let answer = asked {
      // E-269.
      guard let answer else { return }
      path = answer
    }
    if !selectsSeveral {
      for old in selection where old != path { userDeselected(old) }
    }
    if !selection.contains(path) { selection.append(path) }
    let cell = cellForRow(at: path)
    if UITableView.selectsCellBeforeDidSelect { select(cell, true) }
    // E-305: the segue is checked and prepared before `didSelectRow`, with the row in the selection.
    cell?.segue?.trigger(by: cell)
    tableDelegate?.tell(from: self, "tableView(_:didSelectRowAt:)", "tableView:didSelectRowAtIndexPath:") {
      $0.tableView(self, didSelectRowAt: path)
    }
    // E-267: the cell becomes selected after the delegate method returns.
    if !UITableView.selectsCellBeforeDidSelect { select(cell, selection.contains(path)) }
    NotificationCenter.default.post(name: UITableView.selectionDidChangeNotification, object: self)
  }

  func userDeselected(_ path: IndexPath) {
    var path = path
    let asked = tableDelegate?.ask(
      from: self, "tableView(_:willDeselectRowAt:)", "tableView:willDeselectRowAtIndexPath:"
    ) { $0.tableView(self, willDeselectRowAt: path) }
    if let answer = asked {
      guard let answer else { return }
      path = answer
    }
    selection.removeAll { $0 == path }
    select(cellForRow(at: path), false)
    tableDelegate?.tell(from: self, "tableView(_:didDeselectRowAt:)", "tableView:didDeselectRowAtIndexPath:")
    {
      $0.tableView(self, didDeselectRowAt: path)
    }
  }

  func select(_ cell: UITableViewCell?, _ selected: Bool) {
    guard let cell else { return }
    Journal.deliver(.control, "setSelected(_:animated:)", to: cell) {
      cell.setSelected(selected, animated: false)
    }
  }
}

// C-311: selecting with two fingers.
extension UITableView: MultipleSelecting {
  func elementPath(at point: CGPoint) -> IndexPath? { indexPathForRow(at: point) }
  func mayBeginMultipleSelection(at path: IndexPath) -> Bool {
    guard allowsMultipleSelection || allowsMultipleSelectionDuringEditing, swipe == nil else { return false }
    return tableDelegate?.ask(
      from: self, "tableView(_:shouldBeginMultipleSelectionInteractionAt:)",
      "tableView:shouldBeginMultipleSelectionInteractionAtIndexPath:"
    ) { $0.tableView(self, shouldBeginMultipleSelectionInteractionAt: path) } ?? false
  }
  func multipleSelectionBegan(at path: IndexPath) {
    tableDelegate?.tell(
      from: self, "tableView(_:didBeginMultipleSelectionInteractionAt:)",
      "tableView:didBeginMultipleSelectionInteractionAtIndexPath:"
    ) { $0.tableView(self, didBeginMultipleSelectionInteractionAt: path) }
  }
  func multipleSelectionEnded() {
    tableDelegate?.tell(
      from: self, "tableViewDidEndMultipleSelectionInteraction(_:)",
      "tableViewDidEndMultipleSelectionInteraction:"
    ) { $0.tableViewDidEndMultipleSelectionInteraction(self) }
  }
  func isElementSelected(_ path: IndexPath) -> Bool { selection.contains(path) }
  func userChanged(_ path: IndexPath, isSelected: Bool) {
    if isSelected { userSelected(path) } else { userDeselected(path) }
  }
  func elementPaths(_ range: ClosedRange<IndexPath>) -> [IndexPath] {
    (range.lowerBound.section...range.upperBound.section).flatMap { section in
      (0..<numberOfRows(inSection: section)).map { IndexPath(row: $0, section: section) }
    }.filter(range.contains)
  }
}
