@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// An item that is dragged to another place (C-312).
struct ItemMovement {
  /// The item's place in the data source.
  let source: IndexPath
  /// The place that the collection view shows for it; its other items have already made room.
  var current: IndexPath
  /// The last place that the layout proposed.
  var proposed: IndexPath
  /// The center of the item, in the collection view's coordinates.
  var position: CGPoint

  /// The place in the data source of the item that is shown at a place.
  func original(_ shown: IndexPath) -> IndexPath {
    if shown == current { return source }
    var path = shown
    if path.section == current.section, path.item > current.item { path.item -= 1 }
    if path.section == source.section, path.item >= source.item { path.item += 1 }
    return path
  }
}

// C-312: interactive movement.
extension UICollectionView {
  /// Whether the data source lets an item be moved.
  func canMove(_ path: IndexPath) -> Bool {
    guard let dataSource, Runtime.answers(dataSource, "collectionView:moveItemAtIndexPath:toIndexPath:")
    else {
      return false
    }
    return dataSource.ask(
      from: self, mechanism: .dataSource, "collectionView(_:canMoveItemAt:)",
      "collectionView:canMoveItemAtIndexPath:"
    ) { $0.collectionView(self, canMoveItemAt: path) } ?? true
  }

  func beginMovement(_ path: IndexPath) -> Bool {
    guard movement == nil, isThere(path), canMove(path) else { return false }
    startMovement(path)
    return true
  }

  /// Begins the movement of an item that may be moved.
  func startMovement(_ path: IndexPath) {
    closeSwipe()
    touchCancelled()
    let position = layoutAttributesForItem(at: path)?.center ?? .zero
    movement = ItemMovement(source: path, current: path, proposed: path, position: position)
    if let cell = cellForItem(at: path) {
      bringSubviewToFront(cell)
      cell.setNeedsUpdateConfiguration()
    }
    setNeedsLayout()
  }

  /// The attributes of the dragged item; nil if none is dragged.
  var movingAttributes: UICollectionViewLayoutAttributes? {
    movement.map {
      mirrored(
        collectionViewLayout.layoutAttributesForInteractivelyMovingItem(
          at: $0.current, withTargetPosition: $0.position))
    }
  }

  /// The place of the item below a point.
  func itemPath(below position: CGPoint) -> IndexPath? {
    placedElements(in: CGRect(x: position.x, y: position.y, width: 1, height: 1))?
      .last { $0.representedElementCategory == .cell && $0.frame.contains(position) }?.indexPath
  }

  func updateMovement(_ position: CGPoint) {
    guard let moving = movement else { return }
    movement?.position = position
    setNeedsLayout()
    scrollIfAtEdge(position)
    prepareForQuestion()
    let proposed = collectionViewLayout.targetIndexPath(
      forInteractivelyMovingItem: moving.current, withPosition: position)
    guard proposed != moving.proposed else { return }
    movement?.proposed = proposed
    let target = proposed == moving.current ? proposed : askTarget(moving, proposed)
    guard movement != nil, target != moving.current, counts?.indices.contains(target.section) == true
    else { return }
    let context = collectionViewLayout.invalidationContext(
      forInteractivelyMovingItems: [target], withTargetPosition: position,
      previousIndexPaths: [moving.current], previousPosition: moving.position)
    guard moveShown(moving.current, to: target) else { return }
    collectionViewLayout.invalidateLayout(with: context)
    change(animated: true) { _ in }
  }

  private func askTarget(_ moving: ItemMovement, _ proposed: IndexPath) -> IndexPath {
    let newer = collectionDelegate?.ask(
      from: self,
      "collectionView(_:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:)",
      "collectionView:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:"
    ) {
      $0.collectionView(
        self, targetIndexPathForMoveOfItemFromOriginalIndexPath: moving.source,
        atCurrentIndexPath: moving.current, toProposedIndexPath: proposed)
    }
    if let newer { return newer }
    return collectionDelegate?.ask(
      from: self, "collectionView(_:targetIndexPathForMoveFromItemAt:toProposedIndexPath:)",
      "collectionView:targetIndexPathForMoveFromItemAtIndexPath:toProposedIndexPath:"
    ) {
      $0.collectionView(
        self, targetIndexPathForMoveFromItemAt: moving.source, toProposedIndexPath: proposed)
    } ?? proposed
  }

  /// Moves an item among those that are shown; the data source is not asked.
  private func moveShown(_ source: IndexPath, to target: IndexPath) -> Bool {
    let old = count()
    var new = old
    new[source.section] -= 1
    new[target.section] += 1
    var changes = ListUpdate()
    changes.moved = [(source, target)]
    guard
      let outcome = try? changes.outcome(
        old: old, new: new, words: ListUpdate.Words(items: "items", container: "collection view"))
    else { return false }
    invalidateCounts()
    counts = new
    rearrange([]) {
      outcome.place(of: $0)
    } sections: {
      outcome.sections[$0]
    } removed: { [self] element, view in
      recycle(view, element, tells: true)
    }
    movement?.current = target
    return true
  }

  func endMovement() {
    guard let moving = movement else { return }
    if moving.current != moving.source, let dataSource {
      Journal.deliver(
        .dataSource, "collectionView(_:moveItemAt:to:)", to: dataSource, from: self, category: .user
      ) { dataSource.collectionView(self, moveItemAt: moving.source, to: moving.current) }
    }
    // If the data source reloaded the collection view in this call, nothing is left to drop.
    guard movement != nil else { return }
    drop(moving.source, at: moving.current, cancelled: false)
  }

  func cancelMovement() {
    guard let moving = movement else { return }
    if moving.current != moving.source, !moveShown(moving.current, to: moving.source) { reloadData() }
    drop(moving.current, at: moving.source, cancelled: true)
  }

  private func drop(_ source: IndexPath, at place: IndexPath, cancelled: Bool) {
    movement = nil
    cellForItem(at: place)?.setNeedsUpdateConfiguration()
    collectionViewLayout.invalidateLayout(
      with: collectionViewLayout.invalidationContextForEndingInteractiveMovementOfItems(
        toFinalIndexPaths: [place], previousIndexPaths: [source], movementCancelled: cancelled))
    change(animated: true) { _ in }
  }

  /// Whether the path is one of an item.
  func isThere(_ path: IndexPath) -> Bool {
    let counts = count()
    return counts.indices.contains(path.section) && (0..<counts[path.section]).contains(path.item)
  }
}

/// The long press with which a collection view controller moves items (C-313).
@MainActor
final class ItemMovementGesture: _MainActorNSObject {
  @Zeroing private var view: UICollectionView?
  private let press = ElementPress(target: nil, action: nil)
  /// The finger's distance from the center of the item.
  private var grab = CGPoint.zero

  init(_ view: UICollectionView) {
    self.view = view
    super.init()
    press.mayBegin = { [view = ZeroingElement(view)] point in
      guard let view = view.object, view.dragDelegate == nil, let path = view.indexPathForItem(at: point)
      else {
        return false
      }
      return view.canMove(path)
    }
    press.addTarget(self, action: "carob_moves")
    view.addGestureRecognizer(press)
  }

  func remove() { view?.removeGestureRecognizer(press) }

  override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_moves", "carob_moves()", 0) {
        unsafeDowncast($0, to: ItemMovementGesture.self).moved()
      }
    ]
  }

  private func moved() {
    guard let view else { return }
    let point = press.location(in: view)
    switch press.state {
    case .began:
      guard let path = view.indexPathForItem(at: point) else { return }
      view.startMovement(path)
      let center = view.movement?.position ?? point
      grab = CGPoint(x: center.x - point.x, y: center.y - point.y)
    case .changed:
      view.updateInteractiveMovementTargetPosition(CGPoint(x: point.x + grab.x, y: point.y + grab.y))
    case .ended: view.endInteractiveMovement()
    case .cancelled: view.cancelInteractiveMovement()
    default: break
    }
  }
}
