import CarobFoundation

@testable import UIKit

/// Names in sections of a collection view; logs the calls it receives. Subclasses declare the optional
/// methods that they implement.
class ItemListSource: _MainActorNSObject, UICollectionViewDataSource, UICollectionViewDelegate {
  let log: Log
  var names: [[String]]
  var titles: [String]?
  var target: (IndexPath) -> IndexPath = { $0 }
  var movable: (IndexPath) -> Bool = { _ in true }
  var targetOffset: CGPoint?
  var menu: UIMenu?
  required init(_ log: Log, _ names: [[String]]) {
    (self.log, self.names) = (log, names)
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] { has("numberOfSectionsInCollectionView:") }
  func note(_ what: String, _ path: IndexPath) { log("\(what) \(path.section).\(path.item)") }

  func numberOfSections(in collectionView: UICollectionView) -> Int { names.count }
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    names[section].count
  }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt path: IndexPath)
    -> UICollectionViewCell
  {
    note("cell", path)
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    (cell as? NamedCell)?.name = names[path.section][path.item]
    (cell as? NamedCell)?.log = log
    return cell
  }
  func collectionView(_ collectionView: UICollectionView, canMoveItemAt path: IndexPath) -> Bool {
    note("can move", path)
    return movable(path)
  }
  func collectionView(_ collectionView: UICollectionView, moveItemAt source: IndexPath, to place: IndexPath) {
    log("move \(source.section).\(source.item) to \(place.section).\(place.item)")
    names[place.section].insert(names[source.section].remove(at: source.item), at: place.item)
  }
  func collectionView(
    _ collectionView: UICollectionView, targetIndexPathForMoveFromItemAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath {
    log("target from \(source.section).\(source.item) to \(proposed.section).\(proposed.item)")
    return target(proposed)
  }
  func indexTitles(for collectionView: UICollectionView) -> [String]? { titles }
  func collectionView(
    _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
  ) -> IndexPath {
    log("path of \(title) at \(index)")
    return IndexPath(item: 0, section: index)
  }
  func collectionView(
    _ collectionView: UICollectionView, targetContentOffsetForProposedContentOffset offset: CGPoint
  ) -> CGPoint {
    log("target offset for \(Int(offset.y))")
    return targetOffset ?? offset
  }
  func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt path: IndexPath
  ) { note("end", path) }
  func collectionView(_ collectionView: UICollectionView, didSelectItemAt path: IndexPath) {
    note("select", path)
  }
  func collectionView(_ collectionView: UICollectionView, didDeselectItemAt path: IndexPath) {
    note("deselect", path)
  }
  func collectionView(
    _ collectionView: UICollectionView, shouldBeginMultipleSelectionInteractionAt path: IndexPath
  ) -> Bool {
    note("should begin", path)
    return movable(path)
  }
  func collectionView(
    _ collectionView: UICollectionView, didBeginMultipleSelectionInteractionAt path: IndexPath
  ) { note("did begin", path) }
  func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: UICollectionView) {
    log("did end")
  }
  func collectionView(
    _ collectionView: UICollectionView, contextMenuConfigurationForItemAt path: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    note("menu", path)
    return menu.map { menu in
      UIContextMenuConfiguration(identifier: nil, previewProvider: nil, actionProvider: { _ in menu })
    }
  }
  func collectionView(
    _ collectionView: UICollectionView, willDisplayContextMenu configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) { log("will display menu") }
  func collectionView(
    _ collectionView: UICollectionView,
    willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) { log("will end menu") }
  func collectionView(_ collectionView: UICollectionView, shouldShowMenuForItemAt path: IndexPath) -> Bool {
    note("should show menu", path)
    return movable(path)
  }
  func collectionView(
    _ collectionView: UICollectionView, canPerformAction action: Selector, forItemAt path: IndexPath,
    withSender sender: Any?
  ) -> Bool { action == "copy:" }
  func collectionView(
    _ collectionView: UICollectionView, performAction action: Selector, forItemAt path: IndexPath,
    withSender sender: Any?
  ) { note("perform \(action.name)", path) }
}

/// A cell with a name, which logs transitions of the layout.
final class NamedCell: UICollectionViewCell {
  var name = ""
  var log: Log?
  override class func makeReusable(_ frame: CGRect) -> UICollectionReusableView { NamedCell(frame: frame) }
  override func willTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {
    log?("\(name) will transition")
  }
  override func didTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {
    log?("\(name) did transition")
  }
}

extension UICollectionView {
  /// The names and vertical positions of the visible cells, from top to bottom.
  var namedCells: [String] {
    visibleCells.compactMap { $0 as? NamedCell }.sorted { $0.frame.minY < $1.frame.minY }
      .map { "\($0.name)@\(Int($0.frame.minY))" }
  }
}

/// Shows a collection view of 300 × 400 points at (0, 100) with one cell of 300 × 50 points per line.
@MainActor
func showingItems(
  _ names: [[String]], _ source: ItemListSource.Type = ItemListSource.self,
  _ layout: UICollectionViewFlowLayout = UICollectionViewFlowLayout(),
  _ body: (TestDevice, UICollectionView, ItemListSource) -> Void
) {
  withDevice { device in
    layout.itemSize = CGSize(width: 300, height: 50)
    layout.minimumLineSpacing = 0
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 100, width: 300, height: 400), collectionViewLayout: layout)
    view.contentInsetAdjustmentBehavior = .never
    view.register(NamedCell.self, forCellWithReuseIdentifier: "cell")
    let source = source.init(device.log, names)
    view.dataSource = source
    view.delegate = source
    device.showEmpty().addSubview(view)
    device.turn()
    _ = device.log.take()
    body(device, view, source)
  }
}
