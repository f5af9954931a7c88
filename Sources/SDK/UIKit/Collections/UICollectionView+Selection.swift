import CarobFoundation

// E-367: touches on cells, highlighting and selection.
extension UICollectionView {
  // E-272, C-328
  private var allowsTouches: Bool {
    isEditing ? allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing : allowsSelection
  }
  var selectsSeveral: Bool {
    isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection
  }

  func touchBegan(_ cell: UICollectionViewCell) {
    // E-275: a touch beside the swipe buttons closes them and does nothing else.
    if swipe != nil { return closeSwipe() }
    guard allowsTouches, let path = indexPath(for: cell) else { return }
    // E-367.1: if the delegate returns false, the touch changes nothing, not even the selection.
    let may =
      collectionDelegate?.ask(
        from: self, "collectionView(_:shouldHighlightItemAt:)",
        "collectionView:shouldHighlightItemAtIndexPath:"
      ) { $0.collectionView(self, shouldHighlightItemAt: path) } ?? true
    guard may else { return }
    pressed = cell
    cell.isHighlighted = true
    collectionDelegate?.tell(
      from: self, "collectionView(_:didHighlightItemAt:)", "collectionView:didHighlightItemAtIndexPath:"
    ) { $0.collectionView(self, didHighlightItemAt: path) }
  }

  func touchCancelled() {
    guard let cell = pressed else { return }
    pressed = nil
    unhighlight(cell)
  }

  func touchEnded(_ cell: UICollectionViewCell) {
    guard pressed === cell, let path = indexPath(for: cell) else { return }
    pressed = nil
    unhighlight(cell)
    // C-327
    if !isEditing, (cell as? UICollectionViewListCell)?.toggleOutlineAsHeader() == true { return }
    userSelected(path)
  }

  private func unhighlight(_ cell: UICollectionViewCell) {
    cell.isHighlighted = false
    guard let path = indexPath(for: cell) else { return }
    collectionDelegate?.tell(
      from: self, "collectionView(_:didUnhighlightItemAt:)", "collectionView:didUnhighlightItemAtIndexPath:"
    ) { $0.collectionView(self, didUnhighlightItemAt: path) }
  }

  func userSelected(_ path: IndexPath) {
    if selectsSeveral, selection.contains(path) { return userDeselected(path) }
    let may =
      collectionDelegate?.ask(
        from: self, "collectionView(_:shouldSelectItemAt:)", "collectionView:shouldSelectItemAtIndexPath:"
      ) { $0.collectionView(self, shouldSelectItemAt: path) } ?? true
    guard may else { return }
    if !selectsSeveral {
      for old in selection where old != path {
        deselect(old)
        notifyDidDeselect(old)
      }
    }
    if !selection.contains(path) { selection.append(path) }
    let cell = cellForItem(at: path)
    cell?.isSelected = true
    // E-305: the segue is checked and prepared before `didSelectItem`, with the item selected.
    cell?.segue?.trigger(by: cell)
    collectionDelegate?.tell(
      from: self, "collectionView(_:didSelectItemAt:)", "collectionView:didSelectItemAtIndexPath:"
    ) { $0.collectionView(self, didSelectItemAt: path) }
  }

  /// Called when a selected item is tapped while multiple selection is allowed.
  func userDeselected(_ path: IndexPath) {
    let may =
      collectionDelegate?.ask(
        from: self, "collectionView(_:shouldDeselectItemAt:)", "collectionView:shouldDeselectItemAtIndexPath:"
      ) { $0.collectionView(self, shouldDeselectItemAt: path) } ?? true
    guard may else { return }
    deselect(path)
    notifyDidDeselect(path)
  }

  private func notifyDidDeselect(_ path: IndexPath) {
    collectionDelegate?.tell(
      from: self, "collectionView(_:didDeselectItemAt:)", "collectionView:didDeselectItemAtIndexPath:"
    ) { $0.collectionView(self, didDeselectItemAt: path) }
  }

  // E-271: selecting in code does not notify the delegate.
  func select(_ path: IndexPath?) {
    if path == nil || !selectsSeveral {
      for old in selection where old != path { deselect(old) }
    }
    guard let path, allowsTouches else { return }
    if !selection.contains(path) { selection.append(path) }
    cellForItem(at: path)?.isSelected = true
  }

  func deselect(_ path: IndexPath) {
    selection.removeAll { $0 == path }
    cellForItem(at: path)?.isSelected = false
  }
}
