@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Forwards drags and drops to a table's drag and drop delegates.
@MainActor
final class TableDragging: ListDragging {
  private var table: UITableView? { list as? UITableView }
  private var proposal = UITableViewDropProposal(operation: .cancel)

  private func ask<Answer>(
    _ name: String, _ selector: Selector, _ body: (any UITableViewDragDelegate, UITableView) -> Answer
  ) -> Answer? {
    guard let table, let delegate = table.dragDelegate else { return nil }
    return delegate.ask(from: table, name, selector) { body($0, table) }
  }
  private func askDrop<Answer>(
    _ name: String, _ selector: Selector, _ body: (any UITableViewDropDelegate, UITableView) -> Answer
  ) -> Answer? {
    guard let table, let delegate = table.dropDelegate else { return nil }
    return delegate.ask(from: table, name, selector) { body($0, table) }
  }

  // MARK: The view

  override func cell(at path: IndexPath) -> UIView? { table?.cellForRow(at: path) }
  override func frame(at path: IndexPath) -> CGRect? {
    guard let table, table.rectForRow(at: path) != .zero else { return nil }
    return table.rectForRow(at: path)
  }
  override func path(at place: CGPoint) -> IndexPath? { table?.indexPathForRow(at: place) }
  override func count(inSection section: Int) -> Int { table?.numberOfRows(inSection: section) ?? 0 }
  override func setState(_ state: UITableViewCell.DragState, of cell: UIView?) {
    (cell as? UITableViewCell)?.enter(state)
  }
  override func destination(at place: CGPoint) -> IndexPath? {
    guard let table else { return nil }
    return table.indexPathForRow(at: place) ?? table.edge(at: place.y)
  }

  // MARK: Dragging

  override func items(_ session: any UIDragSession, at path: IndexPath) -> [UIDragItem] {
    guard let table, let delegate = table.dragDelegate else { return [] }
    var items: [UIDragItem] = []
    _ = Journal.query(.delegate, "tableView(_:itemsForBeginning:at:)", to: delegate, from: table) {
      items = delegate.tableView(table, itemsForBeginning: session, at: path)
      return items.count
    }
    return items
  }
  override func items(addingTo session: any UIDragSession, at path: IndexPath, _ point: CGPoint)
    -> [UIDragItem]
  {
    ask("tableView(_:itemsForAddingTo:at:point:)", "tableView:itemsForAddingToDragSession:atIndexPath:point:")
    {
      $0.tableView($1, itemsForAddingTo: session, at: path, point: point)
    } ?? []
  }
  override func dragParameters(at path: IndexPath) -> UIDragPreviewParameters? {
    ask("tableView(_:dragPreviewParametersForRowAt:)", "tableView:dragPreviewParametersForRowAtIndexPath:") {
      $0.tableView($1, dragPreviewParametersForRowAt: path)
    } ?? nil
  }
  override func allowsMove(_ session: any UIDragSession) -> Bool {
    ask("tableView(_:dragSessionAllowsMoveOperation:)", "tableView:dragSessionAllowsMoveOperation:") {
      $0.tableView($1, dragSessionAllowsMoveOperation: session)
    } ?? true
  }
  override func isRestrictedToApp(_ session: any UIDragSession) -> Bool {
    ask(
      "tableView(_:dragSessionIsRestrictedToDraggingApplication:)",
      "tableView:dragSessionIsRestrictedToDraggingApplication:"
    ) { $0.tableView($1, dragSessionIsRestrictedToDraggingApplication: session) } ?? false
  }
  override func dragChanged(_ change: DragChange, _ session: any UIDragSession) {
    switch change {
    case .willBegin:
      _ = ask("tableView(_:dragSessionWillBegin:)", "tableView:dragSessionWillBegin:") {
        $0.tableView($1, dragSessionWillBegin: session)
      }
    case .didEnd:
      _ = ask("tableView(_:dragSessionDidEnd:)", "tableView:dragSessionDidEnd:") {
        $0.tableView($1, dragSessionDidEnd: session)
      }
    }
  }

  // MARK: Dropping

  /// E-511.2: a single row dragged within its own table is moved by the data source if it supports moving.
  private func isMovable(_ session: any UIDropSession) -> Bool {
    singleDraggedIndexPath(session).map { table?.canMove($0) ?? false } ?? false
  }

  override func mayTake(_ session: any UIDropSession) -> Bool {
    guard table?.dropDelegate != nil else { return isMovable(session) }
    return askDrop("tableView(_:canHandle:)", "tableView:canHandleDropSession:") {
      $0.tableView($1, canHandle: session)
    } ?? true
  }
  override func propose(_ session: any UIDropSession, at path: IndexPath?) -> UIDropProposal {
    let answer = askDrop(
      "tableView(_:dropSessionDidUpdate:withDestinationIndexPath:)",
      "tableView:dropSessionDidUpdate:withDestinationIndexPath:"
    ) { $0.tableView($1, dropSessionDidUpdate: session, withDestinationIndexPath: path) }
    proposal =
      answer
      ?? (isMovable(session)
        ? UITableViewDropProposal(operation: .move, intent: .insertAtDestinationIndexPath)
        : UITableViewDropProposal(operation: .copy))
    let inserts = proposal.intent == .insertAtDestinationIndexPath || proposal.intent == .automatic
    if proposal.operation == .move, inserts, session.allowsMoveOperation,
      let source = singleDraggedIndexPath(session),
      let path
    {
      table?.makeRoom(for: source, at: path)
    } else {
      table?.cancelReordering()
    }
    return proposal
  }
  override func makeCoordinator(_ session: any UIDropSession, _ items: [DropItem]) -> DropCoordinator? {
    table.map { TableDropCoordinator(session, items, proposal, $0) }
  }
  override func perform(_ coordinator: DropCoordinator) {
    guard let table else { return }
    if let target = table.reordering?.target, isMovable(coordinator.session) {
      table.endReordering()
      _ = coordinator.land(coordinator.dropped[0].dragItem, .cell(target))
      return
    }
    table.cancelReordering()
    guard let delegate = table.dropDelegate, let coordinator = coordinator as? TableDropCoordinator else {
      return
    }
    Journal.deliver(.delegate, "tableView(_:performDropWith:)", to: delegate, from: table, category: .user) {
      delegate.tableView(table, performDropWith: coordinator)
    }
  }
  override func dropParameters(at path: IndexPath) -> UIDragPreviewParameters? {
    askDrop(
      "tableView(_:dropPreviewParametersForRowAt:)", "tableView:dropPreviewParametersForRowAtIndexPath:"
    ) { $0.tableView($1, dropPreviewParametersForRowAt: path) } ?? nil
  }
  override func dropChanged(_ change: DropChange, _ session: any UIDropSession) {
    if change != .didEnter { table?.cancelReordering() }
    switch change {
    case .didEnter:
      _ = askDrop("tableView(_:dropSessionDidEnter:)", "tableView:dropSessionDidEnter:") {
        $0.tableView($1, dropSessionDidEnter: session)
      }
    case .didExit:
      _ = askDrop("tableView(_:dropSessionDidExit:)", "tableView:dropSessionDidExit:") {
        $0.tableView($1, dropSessionDidExit: session)
      }
    case .didEnd:
      _ = askDrop("tableView(_:dropSessionDidEnd:)", "tableView:dropSessionDidEnd:") {
        $0.tableView($1, dropSessionDidEnd: session)
      }
    }
  }
}

@MainActor
private final class TableDropCoordinator: DropCoordinator, UITableViewDropCoordinator {
  let proposal: UITableViewDropProposal
  @Zeroing private var table: UITableView?
  init(
    _ session: any UIDropSession, _ items: [DropItem], _ proposal: UITableViewDropProposal,
    _ table: UITableView
  ) {
    (self.proposal, self.table) = (proposal, table)
    super.init(session, items)
  }
  var items: [any UITableViewDropItem] { dropped }
  func drop(_ dragItem: UIDragItem, toRowAt indexPath: IndexPath) -> any UIDragAnimating {
    land(dragItem, .cell(indexPath))
  }
  func drop(_ dragItem: UIDragItem, intoRowAt indexPath: IndexPath, rect: CGRect) -> any UIDragAnimating {
    land(dragItem, .within(indexPath, rect))
  }
  func drop(_ dragItem: UIDragItem, to placeholder: UITableViewDropPlaceholder)
    -> any UITableViewDropPlaceholderContext
  {
    let path = placeholder.insertionIndexPath
    return DropPlaceholder(dragItem) { [table = table.map { ZeroingElement($0) }] update in
      guard let table = table?.object else { return }
      let place = IndexPath(
        row: min(path.row, table.numberOfRows(inSection: path.section)), section: path.section)
      update(place)
      table.insertRows(at: [place], with: .automatic)
    }
  }
}

extension UITableView {
  func dragDelegatesChanged() {
    if dragging == nil, dragDelegate != nil || dropDelegate != nil { dragging = TableDragging(self) }
    dragging?.update(
      drags: dragDelegate != nil && dragInteractionEnabled, drops: dropDelegate != nil || dragDelegate != nil)
  }

  /// The insertion index path outside of the rows: the section's start over its header, its end over its
  /// footer; nil below all sections.
  func edge(at y: CGFloat) -> IndexPath? {
    guard let section = geometry.sections(from: y, to: y + 1).first else { return nil }
    let header = geometry.header(section)
    let isAbove = y < header.y + header.height
    return IndexPath(row: isAbove ? 0 : geometry.sections[section].rowCount, section: section)
  }
}
