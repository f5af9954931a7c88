@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Forwards drags and drops to a collection view's drag and drop delegates.
@MainActor
final class CollectionDragging: ListDragging {
  private var view: UICollectionView? { list as? UICollectionView }
  private var proposal = UICollectionViewDropProposal(operation: .cancel)

  private func ask<Answer>(
    _ name: String, _ selector: Selector,
    _ body: (any UICollectionViewDragDelegate, UICollectionView) -> Answer
  ) -> Answer? {
    guard let view, let delegate = view.dragDelegate else { return nil }
    return delegate.ask(from: view, name, selector) { body($0, view) }
  }
  private func askDrop<Answer>(
    _ name: String, _ selector: Selector,
    _ body: (any UICollectionViewDropDelegate, UICollectionView) -> Answer
  ) -> Answer? {
    guard let view, let delegate = view.dropDelegate else { return nil }
    return delegate.ask(from: view, name, selector) { body($0, view) }
  }

  // MARK: The view

  override func cell(at path: IndexPath) -> UIView? { view?.cellForItem(at: path) }
  override func frame(at path: IndexPath) -> CGRect? { view?.layoutAttributesForItem(at: path)?.frame }
  override func path(at place: CGPoint) -> IndexPath? { view?.indexPathForItem(at: place) }
  override func count(inSection section: Int) -> Int { view?.numberOfItems(inSection: section) ?? 0 }
  override func setState(_ state: UITableViewCell.DragState, of cell: UIView?) {
    guard let state = UICollectionViewCell.DragState(rawValue: state.rawValue) else { return }
    (cell as? UICollectionViewCell)?.enter(state)
  }

  // MARK: Configuration states (E-1020)

  /// The item into which a drop would put its items.
  private var dropTarget: IndexPath?
  func dropState(of path: IndexPath) -> UICellConfigurationState.DropState {
    !hasActiveDrop ? .none : path == dropTarget ? .targeted : .notTargeted
  }
  private func target(_ path: IndexPath?, isChange: Bool) {
    guard isChange || path != dropTarget else { return }
    dropTarget = path
    for cell in view?.visibleCells ?? [] { cell.setNeedsUpdateConfiguration() }
  }
  override func destination(at place: CGPoint) -> IndexPath? {
    guard let view else { return nil }
    return view.indexPathForItem(at: place) ?? view.neighbor(at: place)
  }

  // MARK: Dragging

  override func items(_ session: any UIDragSession, at path: IndexPath) -> [UIDragItem] {
    guard let view, let delegate = view.dragDelegate else { return [] }
    var items: [UIDragItem] = []
    _ = Journal.query(.delegate, "collectionView(_:itemsForBeginning:at:)", to: delegate, from: view) {
      items = delegate.collectionView(view, itemsForBeginning: session, at: path)
      return items.count
    }
    return items
  }
  override func items(addingTo session: any UIDragSession, at path: IndexPath, _ point: CGPoint)
    -> [UIDragItem]
  {
    ask(
      "collectionView(_:itemsForAddingTo:at:point:)",
      "collectionView:itemsForAddingToDragSession:atIndexPath:point:"
    ) {
      $0.collectionView($1, itemsForAddingTo: session, at: path, point: point)
    } ?? []
  }
  override func dragParameters(at path: IndexPath) -> UIDragPreviewParameters? {
    ask(
      "collectionView(_:dragPreviewParametersForItemAt:)",
      "collectionView:dragPreviewParametersForItemAtIndexPath:"
    ) {
      $0.collectionView($1, dragPreviewParametersForItemAt: path)
    } ?? nil
  }
  override func allowsMove(_ session: any UIDragSession) -> Bool {
    ask("collectionView(_:dragSessionAllowsMoveOperation:)", "collectionView:dragSessionAllowsMoveOperation:")
    {
      $0.collectionView($1, dragSessionAllowsMoveOperation: session)
    } ?? true
  }
  override func isRestrictedToApp(_ session: any UIDragSession) -> Bool {
    ask(
      "collectionView(_:dragSessionIsRestrictedToDraggingApplication:)",
      "collectionView:dragSessionIsRestrictedToDraggingApplication:"
    ) { $0.collectionView($1, dragSessionIsRestrictedToDraggingApplication: session) } ?? false
  }
  override func dragChanged(_ change: DragChange, _ session: any UIDragSession) {
    switch change {
    case .willBegin:
      _ = ask("collectionView(_:dragSessionWillBegin:)", "collectionView:dragSessionWillBegin:") {
        $0.collectionView($1, dragSessionWillBegin: session)
      }
    case .didEnd:
      _ = ask("collectionView(_:dragSessionDidEnd:)", "collectionView:dragSessionDidEnd:") {
        $0.collectionView($1, dragSessionDidEnd: session)
      }
    }
  }

  // MARK: Dropping

  override func mayTake(_ session: any UIDropSession) -> Bool {
    guard view?.dropDelegate != nil else { return false }
    return askDrop("collectionView(_:canHandle:)", "collectionView:canHandleDropSession:") {
      $0.collectionView($1, canHandle: session)
    } ?? true
  }
  override func propose(_ session: any UIDropSession, at path: IndexPath?) -> UIDropProposal {
    let answer = askDrop(
      "collectionView(_:dropSessionDidUpdate:withDestinationIndexPath:)",
      "collectionView:dropSessionDidUpdate:withDestinationIndexPath:"
    ) { $0.collectionView($1, dropSessionDidUpdate: session, withDestinationIndexPath: path) }
    proposal = answer ?? UICollectionViewDropProposal(operation: .copy)
    target(proposal.intent == .insertIntoDestinationIndexPath ? path : nil, isChange: false)
    return proposal
  }
  override func makeCoordinator(_ session: any UIDropSession, _ items: [DropItem]) -> DropCoordinator? {
    view.map { CollectionDropCoordinator(session, items, proposal, $0) }
  }
  override func perform(_ coordinator: DropCoordinator) {
    guard let view, let delegate = view.dropDelegate,
      let coordinator = coordinator as? CollectionDropCoordinator
    else { return }
    Journal.deliver(
      .delegate, "collectionView(_:performDropWith:)", to: delegate, from: view, category: .user
    ) {
      delegate.collectionView(view, performDropWith: coordinator)
    }
  }
  override func dropParameters(at path: IndexPath) -> UIDragPreviewParameters? {
    askDrop(
      "collectionView(_:dropPreviewParametersForItemAt:)",
      "collectionView:dropPreviewParametersForItemAtIndexPath:"
    ) { $0.collectionView($1, dropPreviewParametersForItemAt: path) } ?? nil
  }
  override func dropChanged(_ change: DropChange, _ session: any UIDropSession) {
    target(nil, isChange: true)
    switch change {
    case .didEnter:
      _ = askDrop("collectionView(_:dropSessionDidEnter:)", "collectionView:dropSessionDidEnter:") {
        $0.collectionView($1, dropSessionDidEnter: session)
      }
    case .didExit:
      _ = askDrop("collectionView(_:dropSessionDidExit:)", "collectionView:dropSessionDidExit:") {
        $0.collectionView($1, dropSessionDidExit: session)
      }
    case .didEnd:
      _ = askDrop("collectionView(_:dropSessionDidEnd:)", "collectionView:dropSessionDidEnd:") {
        $0.collectionView($1, dropSessionDidEnd: session)
      }
    }
  }
}

@MainActor
private final class CollectionDropCoordinator: DropCoordinator, UICollectionViewDropCoordinator {
  let proposal: UICollectionViewDropProposal
  @Zeroing private var view: UICollectionView?
  init(
    _ session: any UIDropSession, _ items: [DropItem], _ proposal: UICollectionViewDropProposal,
    _ view: UICollectionView
  ) {
    (self.proposal, self.view) = (proposal, view)
    super.init(session, items)
  }
  var items: [any UICollectionViewDropItem] { dropped }
  func drop(_ dragItem: UIDragItem, toItemAt indexPath: IndexPath) -> any UIDragAnimating {
    land(dragItem, .cell(indexPath))
  }
  func drop(_ dragItem: UIDragItem, intoItemAt indexPath: IndexPath, rect: CGRect) -> any UIDragAnimating {
    land(dragItem, .within(indexPath, rect))
  }
  func drop(_ dragItem: UIDragItem, to placeholder: UICollectionViewDropPlaceholder)
    -> any UICollectionViewDropPlaceholderContext
  {
    let path = placeholder.insertionIndexPath
    return DropPlaceholder(dragItem) { [view = view.map { ZeroingElement($0) }] update in
      guard let view = view?.object else { return }
      let place = IndexPath(
        item: min(path.item, view.numberOfItems(inSection: path.section)), section: path.section)
      update(place)
      view.insertItems(at: [place])
    }
  }
}

extension UICollectionView {
  func dragDelegatesChanged() {
    if dragging == nil, dragDelegate != nil || dropDelegate != nil { dragging = CollectionDragging(self) }
    dragging?.update(
      drags: dragDelegate != nil && dragInteractionEnabled, drops: dropDelegate != nil)
  }

  /// The insertion index path next to the nearest item on the same line: before it, or after it if the point
  /// is right of it. Nil if there is no item on the line.
  func neighbor(at place: CGPoint) -> IndexPath? {
    let line = CGRect(x: bounds.minX, y: place.y, width: bounds.width, height: 1)
    let cells = (placedElements(in: line) ?? []).filter {
      $0.representedElementCategory == .cell && $0.frame.overlaps(line)
    }
    guard let nearest = cells.min(by: { abs($0.center.x - place.x) < abs($1.center.x - place.x) }) else {
      return nil
    }
    var path = nearest.indexPath
    if place.x > nearest.frame.maxX { path[1] += 1 }
    return path
  }
}
