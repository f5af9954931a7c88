@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Lets cells of a table or collection view be dragged, and items be dropped between them (E-510…E-513).
///
/// The view owns it and its interactions. A subclass for each kind of view calls the app's delegates.
@MainActor
class ListDragging: _MainActorNSObject, UIDragInteractionDelegate, UIDropInteractionDelegate {
  @Zeroing var list: UIScrollView?
  private var drag: UIDragInteraction?
  private var drop: UIDropInteraction?
  /// The dragged items with their cells and original index paths.
  private(set) var lifted: [(item: UIDragItem, path: IndexPath, cell: UIView?)] = []
  private(set) var hasActiveDrag = false
  private(set) var hasActiveDrop = false
  private var coordinator: DropCoordinator?

  init(_ list: UIScrollView) {
    self.list = list
    super.init()
  }

  /// Adds and removes the interactions as they are needed.
  func update(drags: Bool, drops: Bool) {
    if drags, drag == nil {
      let interaction = UIDragInteraction(delegate: self)
      list?.addInteraction(interaction)
      drag = interaction
    }
    drag?.isEnabled = drags
    if drops, drop == nil {
      let interaction = UIDropInteraction(delegate: self)
      list?.addInteraction(interaction)
      drop = interaction
    }
  }

  // MARK: Overridden for each kind of view

  func items(_ session: any UIDragSession, at path: IndexPath) -> [UIDragItem] { [] }
  func items(addingTo session: any UIDragSession, at path: IndexPath, _ point: CGPoint) -> [UIDragItem] { [] }
  func cell(at path: IndexPath) -> UIView? { nil }
  /// The frame of a cell, in the view's coordinates.
  func frame(at path: IndexPath) -> CGRect? { nil }
  func path(at place: CGPoint) -> IndexPath? { nil }
  func dragParameters(at path: IndexPath) -> UIDragPreviewParameters? { nil }
  func dropParameters(at path: IndexPath) -> UIDragPreviewParameters? { nil }
  /// The index path at which a drop would insert.
  func destination(at place: CGPoint) -> IndexPath? { nil }
  func count(inSection section: Int) -> Int { 0 }
  func mayTake(_ session: any UIDropSession) -> Bool { false }
  func propose(_ session: any UIDropSession, at path: IndexPath?) -> UIDropProposal {
    UIDropProposal(operation: .cancel)
  }
  func makeCoordinator(_ session: any UIDropSession, _ items: [DropItem]) -> DropCoordinator? { nil }
  func perform(_ coordinator: DropCoordinator) {}
  func setState(_ state: UITableViewCell.DragState, of cell: UIView?) {}
  func allowsMove(_ session: any UIDragSession) -> Bool { true }
  func isRestrictedToApp(_ session: any UIDragSession) -> Bool { false }
  /// Informs the delegate, after the state here has changed.
  func dragChanged(_ change: DragChange, _ session: any UIDragSession) {}
  func dropChanged(_ change: DropChange, _ session: any UIDropSession) {}

  enum DragChange { case willBegin, didEnd }
  enum DropChange { case didEnter, didExit, didEnd }

  /// The index path of the cell if it is dragged from this view and is the only dragged item.
  func singleDraggedIndexPath(_ session: any UIDropSession) -> IndexPath? {
    hasActiveDrag && lifted.count == 1 && session.items.count == 1 ? lifted[0].path : nil
  }

  // MARK: Dragging (E-510)

  override class var _carobMethods: [_CarobMethod] {
    [
      "dragInteraction:previewForLiftingItem:session:",
      "dragInteraction:itemsForAddingToSession:withTouchAtPoint:",
      "dragInteraction:willAnimateLiftWithAnimator:session:", "dragInteraction:sessionAllowsMoveOperation:",
      "dragInteraction:sessionIsRestrictedToDraggingApplication:", "dragInteraction:sessionWillBegin:",
      "dragInteraction:session:didEndWithOperation:", "dropInteraction:canHandleSession:",
      "dropInteraction:sessionDidEnter:", "dropInteraction:sessionDidUpdate:",
      "dropInteraction:sessionDidExit:", "dropInteraction:performDrop:", "dropInteraction:sessionDidEnd:",
      "dropInteraction:previewForDroppingItem:withDefault:",
      "dropInteraction:item:willAnimateDropWithAnimator:",
    ].map { (name: StaticString) in _CarobMethod(has: name, name, 0) }
  }

  func dragInteraction(_ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession)
    -> [UIDragItem]
  {
    guard let list, let path = path(at: session.location(in: list)) else { return [] }
    lifted = items(session, at: path).map { ($0, path, cell(at: path)) }
    return lifted.map(\.item)
  }
  /// An item that is already dragged is not added again.
  func dragInteraction(
    _ interaction: UIDragInteraction, itemsForAddingTo session: any UIDragSession, withTouchAt point: CGPoint
  ) -> [UIDragItem] {
    guard let path = path(at: point), !lifted.contains(where: { $0.path == path }) else { return [] }
    let cell = cell(at: path)
    let added = items(addingTo: session, at: path, point)
    guard !added.isEmpty else { return [] }
    lifted += added.map { ($0, path, cell) }
    hasActiveDrag = true
    setState(.dragging, of: cell)
    return added
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, previewForLifting item: UIDragItem, session: any UIDragSession
  ) -> UITargetedDragPreview? {
    guard let path = path(of: item), let cell = cell(at: path) else { return nil }
    return UITargetedDragPreview(
      view: cell, parameters: dragParameters(at: path) ?? UIDragPreviewParameters())
  }
  func path(of item: UIDragItem) -> IndexPath? { lifted.first { $0.item === item }?.path }

  func dragInteraction(
    _ interaction: UIDragInteraction, willAnimateLiftWith animator: any UIDragAnimating,
    session: any UIDragSession
  ) {
    hasActiveDrag = true
    setState(.lifting)
    animator.addCompletion { if $0 == .start { self.endDrag() } }
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, sessionAllowsMoveOperation session: any UIDragSession
  ) -> Bool { allowsMove(session) }
  func dragInteraction(
    _ interaction: UIDragInteraction, sessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool { isRestrictedToApp(session) }
  func dragInteraction(_ interaction: UIDragInteraction, sessionWillBegin session: any UIDragSession) {
    setState(.dragging)
    dragChanged(.willBegin, session)
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, didEndWith operation: UIDropOperation
  ) {
    endDrag()
    dragChanged(.didEnd, session)
  }
  func endDrag() {
    setState(.none)
    (lifted, hasActiveDrag) = ([], false)
  }
  private func setState(_ state: UITableViewCell.DragState) {
    for cell in lifted.map(\.cell) { setState(state, of: cell) }
  }

  // MARK: Dropping (E-511, E-512)

  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool {
    mayTake(session)
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnter session: any UIDropSession) {
    hasActiveDrop = true
    dropChanged(.didEnter, session)
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession)
    -> UIDropProposal
  {
    guard let list else { return UIDropProposal(operation: .cancel) }
    list.scrollIfAtEdge(session.location(in: list))
    return propose(session, at: place(of: session))
  }
  /// A cell that moves within its section frees its own place, so the last possible index is one lower.
  private func place(of session: any UIDropSession) -> IndexPath? {
    guard let list, var path = destination(at: session.location(in: list)) else { return nil }
    if let source = singleDraggedIndexPath(session), source.section == path.section {
      path[1] = min(path[1], count(inSection: path.section) - 1)
    }
    return path
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession) {
    hasActiveDrop = false
    dropChanged(.didExit, session)
  }
  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {
    let items = session.items.map { item in
      DropItem(item, path(of: item), path(of: item).flatMap(frame)?.size ?? .zero)
    }
    guard let coordinator = makeCoordinator(session, items) else { return }
    coordinator.destinationIndexPath = place(of: session)
    self.coordinator = coordinator
    perform(coordinator)
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession) {
    hasActiveDrop = false
    coordinator = nil
    dropChanged(.didEnd, session)
  }

  func dropInteraction(
    _ interaction: UIDropInteraction, previewForDropping item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview? {
    guard let list, let place = coordinator?.dropTargets[ObjectIdentifier(item)]?.place else {
      return defaultPreview
    }
    var (rect, parameters): (CGRect?, UIDragPreviewParameters?) = (nil, nil)
    var scale: CGFloat = 1
    switch place {
    case .target(let target): return defaultPreview.retargetedPreview(with: target)
    case .cell(let path): (rect, parameters) = (frame(at: path), dropParameters(at: path))
    case .within(let path, let part):
      rect = frame(at: path).map { part.offsetBy(dx: $0.minX, dy: $0.minY) }
      scale = defaultPreview.size.width > 0 ? part.width / defaultPreview.size.width : 1
    }
    guard let rect else { return defaultPreview }
    return UITargetedDragPreview(
      view: defaultPreview.view, parameters: parameters ?? defaultPreview.parameters,
      target: UIDragPreviewTarget(
        container: list, center: CGPoint(x: rect.midX, y: rect.midY),
        transform: CGAffineTransform(scaleX: scale, y: scale)))
  }
  func dropInteraction(
    _ interaction: UIDropInteraction, item: UIDragItem, willAnimateDropWith animator: any UIDragAnimating
  ) {
    guard let own = coordinator?.dropTargets[ObjectIdentifier(item)]?.animator else { return }
    animator.addAnimations { own.animate() }
    animator.addCompletion { own.finish($0) }
  }
}

/// A dropped item.
@MainActor
final class DropItem: _MainActorNSObject, UITableViewDropItem, UICollectionViewDropItem {
  let dragItem: UIDragItem
  let sourceIndexPath: IndexPath?
  let previewSize: CGSize
  init(_ item: UIDragItem, _ source: IndexPath?, _ size: CGSize) {
    (dragItem, sourceIndexPath, previewSize) = (item, source, size)
    super.init()
  }
}

/// Collects the app's decisions about where dropped items go (E-512).
@MainActor
class DropCoordinator: _MainActorNSObject {
  enum Place {
    case cell(IndexPath)
    case within(IndexPath, CGRect)
    case target(UIDragPreviewTarget)
  }
  let session: any UIDropSession
  let dropped: [DropItem]
  fileprivate(set) var destinationIndexPath: IndexPath?
  private(set) var dropTargets: [ObjectIdentifier: (place: Place, animator: DragAnimator)] = [:]
  init(_ session: any UIDropSession, _ dropped: [DropItem]) {
    (self.session, self.dropped) = (session, dropped)
    super.init()
  }
  func land(_ item: UIDragItem, _ place: Place) -> DragAnimator {
    let animator = DragAnimator()
    dropTargets[ObjectIdentifier(item)] = (place, animator)
    return animator
  }
  func drop(_ dragItem: UIDragItem, to target: UIDragPreviewTarget) -> any UIDragAnimating {
    land(dragItem, .target(target))
  }
}

/// A placeholder for an item whose data is still loading (E-513).
@MainActor
final class DropPlaceholder: DragAnimator, UITableViewDropPlaceholderContext,
  UICollectionViewDropPlaceholderContext
{
  let dragItem: UIDragItem
  /// Inserts the item into the view; nil once the insertion was done or cancelled.
  private var insertion: (((IndexPath) -> Void) -> Void)?
  init(_ item: UIDragItem, _ insertion: @escaping ((IndexPath) -> Void) -> Void) {
    (dragItem, self.insertion) = (item, insertion)
    super.init()
  }
  func commitInsertion(dataSourceUpdates: (IndexPath) -> Void) -> Bool {
    guard let insertion else { return false }
    self.insertion = nil
    insertion(dataSourceUpdates)
    return true
  }
  func deletePlaceholder() -> Bool {
    defer { insertion = nil }
    return insertion != nil
  }
  func setNeedsCellUpdate() {}
}

extension UIScrollView {
  /// DEVIATION: dragging to an edge scrolls with each move of the finger, not while the finger rests.
  func scrollIfAtEdge(_ place: CGPoint) {
    func step(_ at: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
      at < low + 30 ? -12 : at > high - 30 ? 12 : 0
    }
    let (inset, range) = (adjustedContentInset, offsetRange)
    let x = contentOffset.x + step(place.x, bounds.minX + inset.left, bounds.maxX - inset.right)
    let y = contentOffset.y + step(place.y, bounds.minY + inset.top, bounds.maxY - inset.bottom)
    let offset = CGPoint(
      x: min(max(x, range.min.x), range.max.x), y: min(max(y, range.min.y), range.max.y))
    if offset != contentOffset { contentOffset = offset }
  }
}
