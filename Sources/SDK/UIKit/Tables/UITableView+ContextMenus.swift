@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// Forwards context menu interactions on rows to the table's delegate (E-373).
@preconcurrency @MainActor
final class RowMenus: _MainActorNSObject, UIContextMenuInteractionDelegate {
  @Zeroing private var table: UITableView?
  private var path: IndexPath?
  init(_ table: UITableView) {
    self.table = table
    super.init()
  }

  override class var _carobMethods: [_CarobMethod] {
    [
      .init(
        has: "contextMenuInteraction:willPerformPreviewActionForMenuWithConfiguration:animator:",
        "contextMenuInteraction(_:willPerformPreviewActionForMenuWith:animator:)", 0),
      .init(
        has: "contextMenuInteraction:previewForHighlightingMenuWithConfiguration:",
        "contextMenuInteraction(_:previewForHighlightingMenuWithConfiguration:)", 0),
    ]
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let table, let path = table.indexPathForRow(at: location) else { return nil }
    self.path = path
    let configuration =
      table.tableDelegate?.ask(
        from: table, "tableView(_:contextMenuConfigurationForRowAt:point:)",
        "tableView:contextMenuConfigurationForRowAtIndexPath:point:"
      ) { $0.tableView(table, contextMenuConfigurationForRowAt: path, point: location) } ?? nil
    // The long press opens the menu, so the row is not selected when the finger is lifted.
    if configuration != nil, let cell = table.cellForRow(at: path) { table.touchCancelled(cell) }
    return configuration
  }
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview? {
    guard let table, let path else { return nil }
    let own =
      table.tableDelegate?.ask(
        from: table, "tableView(_:previewForHighlightingContextMenuWithConfiguration:)",
        "tableView:previewForHighlightingContextMenuWithConfiguration:"
      ) { $0.tableView(table, previewForHighlightingContextMenuWithConfiguration: configuration) } ?? nil
    return own ?? table.cellForRow(at: path).map { UITargetedPreview(view: $0) }
  }
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  ) {
    guard let table else { return }
    table.tableDelegate?.tell(
      from: table, "tableView(_:willPerformPreviewActionForMenuWith:animator:)",
      "tableView:willPerformPreviewActionForMenuWithConfiguration:animator:"
    ) {
      $0.tableView(table, willPerformPreviewActionForMenuWith: configuration, animator: animator)
    }
  }
}

extension UITableView {
  /// Adds the context menu interaction if the delegate implements `contextMenuConfigurationForRowAt`.
  func delegateChanged() {
    announce(
      [
        "tableView(_:shouldShowMenuForRowAt:)", "tableView(_:shouldBeginMultipleSelectionInteractionAt:)",
      ], of: delegate)
    let hasMenus =
      tableDelegate.map {
        Runtime.responds($0, "tableView:contextMenuConfigurationForRowAtIndexPath:point:")
      } ?? false
    guard hasMenus, rowMenus == nil else { return }
    let menus = RowMenus(self)
    rowMenus = menus
    addInteraction(UIContextMenuInteraction(delegate: menus))
  }
}
