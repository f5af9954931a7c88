@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// The context menus of a table's rows.
@MainActor
final class RowMenus: ListMenus {
  private var table: UITableView? { list as? UITableView }

  private func ask<Answer>(
    _ name: String, _ selector: Selector, _ body: (any UITableViewDelegate, UITableView) -> Answer
  ) -> Answer? {
    guard let table, let delegate = table.tableDelegate else { return nil }
    return delegate.ask(from: table, name, selector) { body($0, table) }
  }

  override func path(at point: CGPoint) -> IndexPath? { table?.indexPathForRow(at: point) }
  override func view(at path: IndexPath) -> UIView? { table?.cellForRow(at: path) }
  override func configuration(at path: IndexPath, _ point: CGPoint) -> UIContextMenuConfiguration? {
    ask(
      "tableView(_:contextMenuConfigurationForRowAt:point:)",
      "tableView:contextMenuConfigurationForRowAtIndexPath:point:"
    ) { $0.tableView($1, contextMenuConfigurationForRowAt: path, point: point) } ?? nil
  }
  override func cancelTouch(at path: IndexPath) {
    if let table, let cell = table.cellForRow(at: path) { table.touchCancelled(cell) }
  }
  override func highlightPreview(
    _ configuration: UIContextMenuConfiguration, at path: IndexPath
  ) -> UITargetedPreview? {
    ask(
      "tableView(_:previewForHighlightingContextMenuWithConfiguration:)",
      "tableView:previewForHighlightingContextMenuWithConfiguration:"
    ) { $0.tableView($1, previewForHighlightingContextMenuWithConfiguration: configuration) } ?? nil
  }
  override func willPerform(
    _ configuration: UIContextMenuConfiguration, _ animator: any UIContextMenuInteractionCommitAnimating
  ) {
    guard let table else { return }
    table.tableDelegate?.tell(
      from: table, "tableView(_:willPerformPreviewActionForMenuWith:animator:)",
      "tableView:willPerformPreviewActionForMenuWithConfiguration:animator:"
    ) { $0.tableView(table, willPerformPreviewActionForMenuWith: configuration, animator: animator) }
  }
  override func willDisplay(
    _ configuration: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?
  ) {
    guard let table else { return }
    table.tableDelegate?.tell(
      from: table, "tableView(_:willDisplayContextMenu:animator:)",
      "tableView:willDisplayContextMenuWithConfiguration:animator:"
    ) { $0.tableView(table, willDisplayContextMenu: configuration, animator: animator) }
  }
  override func willEnd(
    _ configuration: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?
  ) {
    guard let table else { return }
    table.tableDelegate?.tell(
      from: table, "tableView(_:willEndContextMenuInteraction:animator:)",
      "tableView:willEndContextMenuInteractionWithConfiguration:animator:"
    ) { $0.tableView(table, willEndContextMenuInteraction: configuration, animator: animator) }
  }
}

extension UITableView {
  /// Adds the gestures that the delegate's methods need.
  func delegateChanged() {
    guard let tableDelegate else { return }
    if rowMenus == nil,
      Runtime.responds(tableDelegate, "tableView:contextMenuConfigurationForRowAtIndexPath:point:")
    {
      rowMenus = RowMenus(self)
    }
    if editMenus == nil, Runtime.responds(tableDelegate, "tableView:shouldShowMenuForRowAtIndexPath:") {
      editMenus = ElementEditMenus(self)
    }
    if multipleSelection == nil,
      Runtime.responds(tableDelegate, "tableView:shouldBeginMultipleSelectionInteractionAtIndexPath:")
    {
      multipleSelection = MultipleSelection(self)
    }
  }
}

extension UITableView: EditMenuList {
  func elementView(at path: IndexPath) -> UIView? { cellForRow(at: path) }
  func shouldShowMenu(at path: IndexPath) -> Bool {
    tableDelegate?.ask(
      from: self, "tableView(_:shouldShowMenuForRowAt:)", "tableView:shouldShowMenuForRowAtIndexPath:"
    ) { $0.tableView(self, shouldShowMenuForRowAt: path) } ?? false
  }
  func canPerform(_ action: Selector, at path: IndexPath, _ sender: Any?) -> Bool {
    tableDelegate?.ask(
      from: self, "tableView(_:canPerformAction:forRowAt:withSender:)",
      "tableView:canPerformAction:forRowAtIndexPath:withSender:"
    ) { $0.tableView(self, canPerformAction: action, forRowAt: path, withSender: sender) } ?? false
  }
  func perform(_ action: Selector, at path: IndexPath, _ sender: Any?) {
    tableDelegate?.tell(
      from: self, "tableView(_:performAction:forRowAt:withSender:)",
      "tableView:performAction:forRowAtIndexPath:withSender:"
    ) { $0.tableView(self, performAction: action, forRowAt: path, withSender: sender) }
  }
}
