import CarobFoundation
import CoreGraphics

/// The context menus of a collection view's items (C-324).
@MainActor
final class ItemMenus: ListMenus {
  private var collection: UICollectionView? { list as? UICollectionView }

  private func ask<Answer>(
    _ name: String, _ selector: Selector, _ body: (any UICollectionViewDelegate, UICollectionView) -> Answer
  ) -> Answer? {
    guard let collection, let delegate = collection.collectionDelegate else { return nil }
    return delegate.ask(from: collection, name, selector) { body($0, collection) }
  }

  override func path(at point: CGPoint) -> IndexPath? { collection?.indexPathForItem(at: point) }
  override func view(at path: IndexPath) -> UIView? { collection?.cellForItem(at: path) }
  override func configuration(at path: IndexPath, _ point: CGPoint) -> UIContextMenuConfiguration? {
    // The newer method gets all selected items if the pressed one is selected.
    let selected = collection?.indexPathsForSelectedItems ?? []
    let paths = selected.contains(path) && selected.count > 1 ? selected : [path]
    let newer = ask(
      "collectionView(_:contextMenuConfigurationForItemsAt:point:)",
      "collectionView:contextMenuConfigurationForItemsAtIndexPaths:point:"
    ) { $0.collectionView($1, contextMenuConfigurationForItemsAt: paths, point: point) }
    if let newer { return newer }
    return ask(
      "collectionView(_:contextMenuConfigurationForItemAt:point:)",
      "collectionView:contextMenuConfigurationForItemAtIndexPath:point:"
    ) { $0.collectionView($1, contextMenuConfigurationForItemAt: path, point: point) } ?? nil
  }
  override func cancelTouch(at path: IndexPath) { collection?.touchCancelled() }
  override func highlightPreview(
    _ configuration: UIContextMenuConfiguration, at path: IndexPath
  ) -> UITargetedPreview? {
    let newer = ask(
      "collectionView(_:contextMenuConfiguration:highlightPreviewForItemAt:)",
      "collectionView:contextMenuConfiguration:highlightPreviewForItemAtIndexPath:"
    ) { $0.collectionView($1, contextMenuConfiguration: configuration, highlightPreviewForItemAt: path) }
    if let newer { return newer }
    return ask(
      "collectionView(_:previewForHighlightingContextMenuWithConfiguration:)",
      "collectionView:previewForHighlightingContextMenuWithConfiguration:"
    ) { $0.collectionView($1, previewForHighlightingContextMenuWithConfiguration: configuration) } ?? nil
  }
  override func willPerform(
    _ configuration: UIContextMenuConfiguration, _ animator: any UIContextMenuInteractionCommitAnimating
  ) {
    guard let collection else { return }
    collection.collectionDelegate?.tell(
      from: collection, "collectionView(_:willPerformPreviewActionForMenuWith:animator:)",
      "collectionView:willPerformPreviewActionForMenuWithConfiguration:animator:"
    ) {
      $0.collectionView(collection, willPerformPreviewActionForMenuWith: configuration, animator: animator)
    }
  }
  override func willDisplay(
    _ configuration: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?
  ) {
    guard let collection else { return }
    collection.collectionDelegate?.tell(
      from: collection, "collectionView(_:willDisplayContextMenu:animator:)",
      "collectionView:willDisplayContextMenuWithConfiguration:animator:"
    ) { $0.collectionView(collection, willDisplayContextMenu: configuration, animator: animator) }
  }
  override func willEnd(
    _ configuration: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?
  ) {
    guard let collection else { return }
    collection.collectionDelegate?.tell(
      from: collection, "collectionView(_:willEndContextMenuInteraction:animator:)",
      "collectionView:willEndContextMenuInteractionWithConfiguration:animator:"
    ) { $0.collectionView(collection, willEndContextMenuInteraction: configuration, animator: animator) }
  }
}

extension UICollectionView {
  /// Adds the gestures that the delegate's methods need.
  func delegateChanged() {
    // DEVIATION: there is no focus engine.
    announce(["collectionView(_:canFocusItemAt:)"], of: delegate)
    guard let collectionDelegate else { return }
    let asksForMenus = [
      "collectionView:contextMenuConfigurationForItemsAtIndexPaths:point:",
      "collectionView:contextMenuConfigurationForItemAtIndexPath:point:",
    ].contains { Runtime.responds(collectionDelegate, Selector($0)) }
    if asksForMenus, itemMenus == nil { itemMenus = ItemMenus(self) }
    if editMenus == nil,
      Runtime.responds(collectionDelegate, "collectionView:shouldShowMenuForItemAtIndexPath:")
    {
      editMenus = ElementEditMenus(self)
    }
    if multipleSelection == nil,
      Runtime.responds(
        collectionDelegate, "collectionView:shouldBeginMultipleSelectionInteractionAtIndexPath:")
    {
      multipleSelection = MultipleSelection(self)
    }
  }
}

extension UICollectionView: EditMenuList {
  func elementPath(at point: CGPoint) -> IndexPath? { indexPathForItem(at: point) }
  func elementView(at path: IndexPath) -> UIView? { cellForItem(at: path) }
  func shouldShowMenu(at path: IndexPath) -> Bool {
    collectionDelegate?.ask(
      from: self, "collectionView(_:shouldShowMenuForItemAt:)",
      "collectionView:shouldShowMenuForItemAtIndexPath:"
    ) { $0.collectionView(self, shouldShowMenuForItemAt: path) } ?? false
  }
  func canPerform(_ action: Selector, at path: IndexPath, _ sender: Any?) -> Bool {
    collectionDelegate?.ask(
      from: self, "collectionView(_:canPerformAction:forItemAt:withSender:)",
      "collectionView:canPerformAction:forItemAtIndexPath:withSender:"
    ) { $0.collectionView(self, canPerformAction: action, forItemAt: path, withSender: sender) } ?? false
  }
  func perform(_ action: Selector, at path: IndexPath, _ sender: Any?) {
    collectionDelegate?.tell(
      from: self, "collectionView(_:performAction:forItemAt:withSender:)",
      "collectionView:performAction:forItemAtIndexPath:withSender:"
    ) { $0.collectionView(self, performAction: action, forItemAt: path, withSender: sender) }
  }
}

// C-311: selecting with two fingers.
extension UICollectionView: MultipleSelecting {
  func mayBeginMultipleSelection(at path: IndexPath) -> Bool {
    guard allowsMultipleSelection || allowsMultipleSelectionDuringEditing else { return false }
    return collectionDelegate?.ask(
      from: self, "collectionView(_:shouldBeginMultipleSelectionInteractionAt:)",
      "collectionView:shouldBeginMultipleSelectionInteractionAtIndexPath:"
    ) { $0.collectionView(self, shouldBeginMultipleSelectionInteractionAt: path) } ?? false
  }
  func multipleSelectionBegan(at path: IndexPath) {
    collectionDelegate?.tell(
      from: self, "collectionView(_:didBeginMultipleSelectionInteractionAt:)",
      "collectionView:didBeginMultipleSelectionInteractionAtIndexPath:"
    ) { $0.collectionView(self, didBeginMultipleSelectionInteractionAt: path) }
  }
  func multipleSelectionEnded() {
    collectionDelegate?.tell(
      from: self, "collectionViewDidEndMultipleSelectionInteraction(_:)",
      "collectionViewDidEndMultipleSelectionInteraction:"
    ) { $0.collectionViewDidEndMultipleSelectionInteraction(self) }
  }
  func isElementSelected(_ path: IndexPath) -> Bool { selection.contains(path) }
  func userChanged(_ path: IndexPath, isSelected: Bool) {
    if isSelected { userSelected(path) } else { userDeselected(path) }
  }
  func elementPaths(_ range: ClosedRange<IndexPath>) -> [IndexPath] {
    (range.lowerBound.section...range.upperBound.section).flatMap { section in
      (0..<numberOfItems(inSection: section)).map { IndexPath(item: $0, section: section) }
    }.filter(range.contains)
  }
}
