import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Dragging rows and items, and dropping between them.
@MainActor @Suite struct ListDragTests {
  /// Two tables side by side, each 160 × 300 points with the top at y = 100 and rows of 44 points.
  private func tables(
    _ left: PlainRows.Type, _ leftNames: [[String]], _ right: PlainRows.Type, _ rightNames: [[String]],
    _ body: (TestDevice, PlainRows, PlainRows) -> Void
  ) {
    withDevice { device in
      let root = device.showEmpty()
      let sides = [left.init("left", device.log, leftNames), right.init("right", device.log, rightNames)]
      for (index, side) in sides.enumerated() {
        side.table.frame = CGRect(x: 160 * CGFloat(index), y: 100, width: 160, height: 300)
        side.table.contentInsetAdjustmentBehavior = .never
        side.table.rowHeight = 44
        side.table.register(StateCell.self, forCellReuseIdentifier: "cell")
        side.table.dataSource = side
        side.table.delegate = side
        root.addSubview(side.table)
      }
      device.turn()
      body(device, sides[0], sides[1])
    }
  }
  private func lift(_ device: TestDevice, _ x: CGFloat, _ y: CGFloat) {
    device.down(x, y)
    device.advance(0.6)
  }

  @Test(.rule("E-510", "E-511", "E-512"))
  func `a row is dragged to another table, whose delegate performs the drop`() {
    tables(Rows.self, [["a", "b"]], Rows.self, [["x", "y"]]) { device, left, right in
      left.table.dragDelegate = left
      right.table.dropDelegate = right
      lift(device, 50, 166)
      #expect(left.table.hasActiveDrag)
      #expect(device.log.take() == ["left items 0.1 active false", "left parameters 0.1", "b lifting"])
      device.move(70, 166)
      #expect(
        device.log.take() == [
          "left allows move", "left restricted", "b dragging", "left will begin active true",
        ])
      device.move(200, 160)
      #expect(
        device.log.take() == ["right can", "right enter", "right update 0.1 active false, drop true"])
      #expect(right.table.hasActiveDrop && !left.table.hasActiveDrop)
      device.up(200, 160)
      // The row animates to where it was inserted.
      #expect(
        device.log.take() == [
          "right perform [b from nil] at 0.1 copy", "right drop parameters 0.1",
        ])
      let image = device.window.subviews.first { $0 is DragImage }
      #expect(image?.center == CGPoint(x: 240, y: 166))
      device.advance(1)
      #expect(
        device.log.take() == [
          "flown", "right end drop false", "b none", "left did end active false",
        ])
      #expect(left.names == [["a", "b"]] && right.names == [["x", "b", "y"]])
      #expect(right.table.visibleCells.map { $0.textLabel?.text } == ["x", "b", "y"])
    }
  }

  @Test(.rule("E-510")) func `a lift without a drag, a lift without items, and a disabled interaction`() {
    tables(Rows.self, [["a", "b"]], Rows.self, []) { device, left, _ in
      left.table.dragDelegate = left
      lift(device, 50, 120)
      #expect(left.table.hasActiveDrag)
      device.up(50, 120)
      device.advance(1)
      #expect(!left.table.hasActiveDrag)
      #expect(
        device.log.take() == ["left items 0.0 active false", "left parameters 0.0", "a lifting", "a none"])
      left.gives = false
      lift(device, 50, 120)
      device.up(50, 120)
      // Nothing is lifted, so the row receives the touch.
      #expect(device.log.take() == ["left items 0.0 active false", "left selected 0.0"])
      left.gives = true
      lift(device, 50, 350)
      device.up(50, 350)
      #expect(device.log.take() == [])
      left.table.dragInteractionEnabled = false
      lift(device, 50, 120)
      device.up(50, 120)
      #expect(device.log.take() == ["left selected 0.0"])
    }
  }

  @Test(.rule("E-511")) func `the destination is the row below the finger, the end of a section, or nil`() {
    tables(Rows.self, [["a"]], Rows.self, [["x", "y"], []]) { device, left, right in
      left.table.dragDelegate = left
      right.table.dropDelegate = right
      right.hasEdges = true
      right.table.reloadData()
      device.turn()
      lift(device, 50, 120)
      device.move(70, 120)
      _ = device.log.take()
      // Header 20, rows to 108, footer 30, header to 158, footer to 188.
      for y: CGFloat in [105, 125, 190, 220, 245, 265, 295] { device.move(200, y) }
      let updates = device.log.take().filter { $0.contains("update") }.map { $0.split(separator: " ")[2] }
      #expect(updates == ["0.0", "0.0", "0.1", "0.2", "1.0", "1.0", "nil"])
      device.move(70, 250)
      #expect(device.log.take() == ["right exit drop false"])
      device.up(70, 250)
      device.advance(1)
      #expect(device.log.take() == ["right end drop false", "a none", "left did end active false"])
    }
  }

  @Test(.rule("E-511"), arguments: [true, false])
  func `a single row dragged within its table is moved by the data source`(hasDropDelegate: Bool) {
    tables(MovableRows.self, [["a", "b", "c"], ["d"]], Rows.self, []) { device, left, _ in
      left.table.dragDelegate = left
      if hasDropDelegate { left.table.dropDelegate = left }
      left.proposal = UITableViewDropProposal(operation: .move, intent: .insertAtDestinationIndexPath)
      lift(device, 50, 120)
      device.move(50, 140)
      _ = device.log.take()
      device.move(50, 160)
      let update = hasDropDelegate ? ["left update 0.1 active true, drop true"] : ["left can move 0.0"]
      #expect(device.log.take() == update + ["left target 0.0 to 0.1"])
      device.advance(1)
      // The other rows make room for it.
      #expect(left.table.visibleCells.map(\.frame.minY) == [0, 0, 88, 132])
      #expect(left.table.visibleCells.map(\.isHidden) == [true, false, false, false])
      // There is no place after the last row of its own section, but there is in another section.
      device.move(50, 210)
      device.move(50, 250)
      #expect(
        device.log.take().filter { $0.contains("target") } == [
          "left target 0.0 to 0.2", "left target 0.0 to 1.0",
        ])
      device.move(50, 210)
      _ = device.log.take()
      device.up(50, 210)
      #expect(
        device.log.take() == ["left can move 0.0", "left move 0.0 to 0.2"]
          + (hasDropDelegate ? ["left drop parameters 0.2"] : []))
      device.advance(1)
      #expect(left.names == [["b", "c", "a"], ["d"]])
      #expect(left.table.visibleCells.map { $0.textLabel?.text } == ["b", "c", "a", "d"])
      #expect(left.table.visibleCells.map(\.frame.minY) == [0, 44, 88, 132])
      #expect(left.table.visibleCells.filter { $0.isHidden }.isEmpty)
    }
  }

  @Test(.rule("E-511", "E-512"))
  func
    `without a data source method for moving, the delegate moves the row, identified by its source index path`()
  {
    tables(Rows.self, [["a", "b", "c"]], Rows.self, []) { device, left, _ in
      left.table.dragDelegate = left
      left.table.dropDelegate = left
      left.proposal = UITableViewDropProposal(operation: .move, intent: .insertAtDestinationIndexPath)
      lift(device, 50, 120)
      device.move(50, 140)
      device.move(50, 390)
      // Below all rows there is no destination.
      #expect(device.log.take().last == "left update nil active true, drop true")
      device.move(50, 210)
      device.advance(1)
      #expect(left.table.visibleCells.map(\.frame.minY) == [0, 0, 44])
      _ = device.log.take()
      device.up(50, 210)
      #expect(device.log.take() == ["left perform [a from 0.0] at 0.2 move", "left drop parameters 0.2"])
      device.advance(1)
      #expect(left.names == [["b", "c", "a"]])
      #expect(left.table.visibleCells.map { $0.textLabel?.text } == ["b", "c", "a"])
      #expect(left.table.visibleCells.map(\.frame.minY) == [0, 44, 88])
      #expect(left.table.visibleCells.filter { $0.isHidden }.isEmpty)
    }
  }

  @Test(.rule("E-510", "E-514"))
  func `a tap on another row adds it to the drag, and then rows are not moved`() {
    tables(MovableRows.self, [["a", "b", "c"]], Rows.self, [[]]) { device, left, right in
      left.table.dragDelegate = left
      (right.table.dropDelegate, left.table.dropDelegate) = (right, left)
      left.proposal = UITableViewDropProposal(operation: .move, intent: .insertAtDestinationIndexPath)
      lift(device, 50, 120)
      device.move(50, 135)
      device.move(50, 160)
      #expect(left.table.visibleCells.map(\.isHidden) == [true, false, false])
      _ = device.log.take()
      device.down(50, 210, finger: 2)
      device.up(50, 210, finger: 2)
      #expect(device.log.take() == ["left adds 0.2 at 50,110", "c dragging", "left parameters 0.2"])
      // An item that is already dragged is not requested again, and no row is selected.
      device.down(50, 210, finger: 2)
      device.up(50, 210, finger: 2)
      #expect(device.log.take() == [])
      // Dragging two rows makes no room.
      device.move(50, 162)
      #expect(left.table.visibleCells.map(\.isHidden) == [false, false, false])
      device.move(200, 120)
      _ = device.log.take()
      device.up(200, 120)
      #expect(device.log.take() == ["right perform [a from nil, c from nil] at nil copy"])
      device.advance(1)
      #expect(
        device.log.take() == [
          "left end drop false", "right end drop false", "a none", "c none", "left did end active false",
        ])
    }
  }

  @Test(.rule("E-511")) func `a reloaded table, or one that the drag leaves, shows all its rows again`() {
    tables(MovableRows.self, [["a", "b"]], Rows.self, []) { device, left, _ in
      left.table.dragDelegate = left
      lift(device, 50, 120)
      device.move(50, 140)
      device.move(50, 160)
      #expect(left.table.visibleCells.map(\.isHidden) == [true, false])
      device.move(200, 160)
      device.advance(1)
      #expect(left.table.visibleCells.map(\.isHidden) == [false, false])
      #expect(left.table.visibleCells.map(\.frame.minY) == [0, 44])
      device.move(50, 160)
      left.table.reloadData()
      device.turn()
      #expect(left.table.visibleCells.map(\.isHidden) == [false, false])
      device.up(200, 160)
      device.advance(1)
      #expect(left.names == [["a", "b"]])
    }
  }

  @Test(.rule("E-511")) func `without a proposal a drop is a copy, and a drag to the edge scrolls`() {
    tables(Rows.self, [["a"]], PlainRows.self, [(0..<20).map(String.init)]) { device, left, right in
      left.table.dragDelegate = left
      right.table.dropDelegate = right
      lift(device, 50, 120)
      device.move(200, 380)
      device.move(200, 381)
      #expect(right.table.contentOffset.y == 24)
      device.up(200, 240)
      #expect(device.log.take().last == "right perform [a from nil] at 0.3 copy")
      device.advance(1)
      #expect(device.log.take() == ["flown", "a none", "left did end active false"])
    }
  }

  @Test(.rule("E-513")) func `a placeholder's row is inserted once, when its data has loaded`() {
    tables(Rows.self, [["a"]], Rows.self, [["x"]]) { device, left, right in
      left.table.dragDelegate = left
      right.table.dropDelegate = right
      right.usesPlaceholder = true
      lift(device, 50, 120)
      device.move(200, 120)
      device.up(200, 120)
      device.advance(1)
      #expect(right.names == [["x"]] && right.table.numberOfRows(inSection: 0) == 1)
      var places: [IndexPath] = []
      let answers = (0..<2).map { _ in
        right.placeholder?.commitInsertion {
          places.append($0)
          right.names[0].insert("later", at: $0.row)
        }
      }
      device.advance(1)
      #expect(answers == [true, false])
      #expect(places == [IndexPath(row: 0, section: 0)])
      #expect(right.table.visibleCells.map { $0.textLabel?.text } == ["later", "x"])
      #expect(right.placeholder?.deletePlaceholder() == false)
    }
  }

  // MARK: Collection views

  @Test(.rule("E-510", "E-511", "E-512")) func `items are dragged within a collection view`() {
    withDevice { device in
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = CGSize(width: 100, height: 100)
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 100, width: 320, height: 300), collectionViewLayout: layout)
      view.contentInsetAdjustmentBehavior = .never
      view.register(StateItemCell.self, forCellWithReuseIdentifier: "cell")
      let items = Items(device.log)
      view.dataSource = items
      (view.dragDelegate, view.dropDelegate) = (items, items)
      device.showEmpty().addSubview(view)
      device.turn()
      lift(device, 50, 150)
      #expect(view.hasActiveDrag)
      device.move(70, 150)
      #expect(
        device.log.take() == [
          "items 0", "parameters 0", "a lifting", "allows move", "restricted", "a dragging", "will begin",
          "can", "enter", "update 0",
        ])
      device.move(270, 150)
      // After the last item of a line; in a section without another place; beside all lines.
      device.move(160, 260)
      device.move(160, 380)
      #expect(device.log.take() == ["update 2", "update 3", "update nil"])
      device.move(270, 150)
      _ = device.log.take()
      device.up(270, 150)
      #expect(device.log.take() == ["perform a from 0 of 100 to 2", "drop parameters 2"])
      #expect(device.window.subviews.first { $0 is DragImage }?.center == CGPoint(x: 270, y: 150))
      device.advance(1)
      #expect(device.log.take() == ["flown", "end", "a none", "did end"])
      #expect(items.names == ["b", "c", "a", "d"])
      #expect(!view.hasActiveDrag && !view.hasActiveDrop)
      view.dragInteractionEnabled = false
      lift(device, 50, 150)
      device.up(50, 150)
      #expect(device.log.take() == [])
    }
  }
}

private final class StateCell: UITableViewCell {
  var log: Log?
  nonisolated override class var _carobNewCell:
    (@MainActor (UITableViewCell.CellStyle, String?) -> UITableViewCell)?
  { { StateCell(style: $0, reuseIdentifier: $1) } }
  override func dragStateDidChange(_ dragState: DragState) { log?("\(textLabel?.text ?? "") \(dragState)") }
}

/// A table's data source and delegate for drags and drops. Of the drop methods it implements only
/// performDrop.
private class PlainRows: NSObject, UITableViewDataSource, UITableViewDelegate, UITableViewDragDelegate,
  UITableViewDropDelegate
{
  let table = UITableView(frame: .zero, style: .grouped)
  let (name, log): (String, Log)
  var names: [[String]]
  var gives = true
  var hasEdges = false
  var usesPlaceholder = false
  var placeholder: (any UITableViewDropPlaceholderContext)?
  var proposal = UITableViewDropProposal(operation: .copy, intent: .insertAtDestinationIndexPath)
  required init(_ name: String, _ log: Log, _ names: [[String]]) {
    (self.name, self.log, self.names) = (name, log, names)
    super.init()
  }
  func path(_ path: IndexPath?) -> String { path.map { "\($0.section).\($0.row)" } ?? "nil" }

  override class var _carobMethods: [_CarobMethod] {
    has(
      "numberOfSectionsInTableView:", "tableView:didSelectRowAtIndexPath:",
      "tableView:heightForHeaderInSection:", "tableView:heightForFooterInSection:",
      "tableView:viewForHeaderInSection:", "tableView:viewForFooterInSection:",
      "tableView:itemsForAddingToDragSession:atIndexPath:point:",
      "tableView:dragPreviewParametersForRowAtIndexPath:", "tableView:dragSessionWillBegin:",
      "tableView:dragSessionDidEnd:", "tableView:dragSessionAllowsMoveOperation:",
      "tableView:dragSessionIsRestrictedToDraggingApplication:")
  }
  func numberOfSections(in tableView: UITableView) -> Int { names.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    names[section].count
  }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = names[indexPath.section][indexPath.row]
    (cell as? StateCell)?.log = log
    return cell
  }
  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    hasEdges ? 20 : 0
  }
  func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
    hasEdges ? 30 : 0
  }
  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { UIView() }
  func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? { UIView() }
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    log("\(name) selected \(path(indexPath))")
  }
  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    log("\(name) can move \(path(indexPath))")
    return true
  }
  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    log("\(name) move \(path(sourceIndexPath)) to \(path(destinationIndexPath))")
    let moved = names[sourceIndexPath.section].remove(at: sourceIndexPath.row)
    names[destinationIndexPath.section].insert(moved, at: destinationIndexPath.row)
  }
  func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
    toProposedIndexPath proposedDestinationIndexPath: IndexPath
  ) -> IndexPath {
    log("\(name) target \(path(sourceIndexPath)) to \(path(proposedDestinationIndexPath))")
    return proposedDestinationIndexPath
  }

  func tableView(
    _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    log("\(name) items \(path(indexPath)) active \(tableView.hasActiveDrag)")
    guard gives else { return [] }
    let text = names[indexPath.section][indexPath.row]
    let item = UIDragItem(itemProvider: NSItemProvider(object: NSString(string: text)))
    item.localObject = text
    return [item]
  }
  func tableView(
    _ tableView: UITableView, itemsForAddingTo session: any UIDragSession, at indexPath: IndexPath,
    point: CGPoint
  ) -> [UIDragItem] {
    log("\(name) adds \(path(indexPath)) at \(Int(point.x)),\(Int(point.y))")
    let item = UIDragItem(itemProvider: NSItemProvider())
    item.localObject = names[indexPath.section][indexPath.row]
    return [item]
  }
  func tableView(_ tableView: UITableView, dragPreviewParametersForRowAt indexPath: IndexPath)
    -> UIDragPreviewParameters?
  {
    log("\(name) parameters \(path(indexPath))")
    return nil
  }
  func tableView(_ tableView: UITableView, dragSessionWillBegin session: any UIDragSession) {
    log("\(name) will begin active \(tableView.hasActiveDrag)")
  }
  func tableView(_ tableView: UITableView, dragSessionDidEnd session: any UIDragSession) {
    log("\(name) did end active \(tableView.hasActiveDrag)")
  }
  func tableView(_ tableView: UITableView, dragSessionAllowsMoveOperation session: any UIDragSession) -> Bool
  {
    log("\(name) allows move")
    return true
  }
  func tableView(
    _ tableView: UITableView, dragSessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool {
    log("\(name) restricted")
    return true
  }

  func tableView(_ tableView: UITableView, canHandle session: any UIDropSession) -> Bool {
    log("\(name) can")
    return true
  }
  func tableView(_ tableView: UITableView, dropSessionDidEnter session: any UIDropSession) {
    log("\(name) enter")
  }
  func tableView(
    _ tableView: UITableView, dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UITableViewDropProposal {
    log(
      "\(name) update \(path(destinationIndexPath)) active \(tableView.hasActiveDrag), "
        + "drop \(tableView.hasActiveDrop)")
    return proposal
  }
  func tableView(_ tableView: UITableView, dropSessionDidExit session: any UIDropSession) {
    log("\(name) exit drop \(tableView.hasActiveDrop)")
  }
  func tableView(_ tableView: UITableView, dropSessionDidEnd session: any UIDropSession) {
    log("\(name) end drop \(tableView.hasActiveDrop)")
  }
  func tableView(_ tableView: UITableView, dropPreviewParametersForRowAt indexPath: IndexPath)
    -> UIDragPreviewParameters?
  {
    log("\(name) drop parameters \(path(indexPath))")
    return nil
  }
  func tableView(_ tableView: UITableView, performDropWith coordinator: any UITableViewDropCoordinator) {
    let items = coordinator.items.map {
      "\($0.dragItem.localObject as? String ?? "") from \(path($0.sourceIndexPath))"
    }
    log(
      "\(name) perform [\(items.joined(separator: ", "))] at \(path(coordinator.destinationIndexPath)) "
        + "\(coordinator.proposal.operation)")
    guard let place = coordinator.destinationIndexPath, let item = coordinator.items.first else { return }
    if usesPlaceholder {
      placeholder = coordinator.drop(
        item.dragItem,
        to: UITableViewDropPlaceholder(insertionIndexPath: place, reuseIdentifier: "cell", rowHeight: 44))
      return
    }
    let text = item.dragItem.localObject as? String ?? ""
    if let source = item.sourceIndexPath {
      names[source.section].remove(at: source.row)
      names[place.section].insert(text, at: place.row)
      tableView.moveRow(at: source, to: place)
    } else {
      names[place.section].insert(text, at: place.row)
      tableView.insertRows(at: [place], with: .automatic)
    }
    let log = log
    coordinator.drop(item.dragItem, toRowAt: place).addCompletion { _ in log("flown") }
  }
}

/// Implements all drop delegate methods.
private class Rows: PlainRows {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods
      + has(
        "tableView:canHandleDropSession:", "tableView:dropSessionDidEnter:",
        "tableView:dropSessionDidUpdate:withDestinationIndexPath:", "tableView:dropSessionDidExit:",
        "tableView:dropSessionDidEnd:", "tableView:dropPreviewParametersForRowAtIndexPath:")
  }
}
/// With a data source that supports moving rows.
private final class MovableRows: Rows {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods
      + has(
        "tableView:canMoveRowAtIndexPath:", "tableView:moveRowAtIndexPath:toIndexPath:",
        "tableView:targetIndexPathForMoveFromRowAtIndexPath:toProposedIndexPath:")
  }
}
private final class StateItemCell: UICollectionViewCell {
  override class var _carobNewFrame: (@MainActor (CGRect) -> UIView)? { { StateItemCell(frame: $0) } }
  var log: Log?
  var name = ""
  override func dragStateDidChange(_ dragState: DragState) { log?("\(name) \(dragState)") }
}

private final class Items: NSObject, UICollectionViewDataSource, UICollectionViewDragDelegate,
  UICollectionViewDropDelegate
{
  let log: Log
  var names = ["a", "b", "c", "d"]
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "collectionView:dragPreviewParametersForItemAtIndexPath:", "collectionView:dragSessionWillBegin:",
      "collectionView:dragSessionDidEnd:", "collectionView:dragSessionAllowsMoveOperation:",
      "collectionView:dragSessionIsRestrictedToDraggingApplication:", "collectionView:canHandleDropSession:",
      "collectionView:dropSessionDidEnter:", "collectionView:dropSessionDidUpdate:withDestinationIndexPath:",
      "collectionView:dropSessionDidExit:", "collectionView:dropSessionDidEnd:",
      "collectionView:dropPreviewParametersForItemAtIndexPath:")
  }
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    names.count
  }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
    (cell as? StateItemCell)?.name = names[indexPath.item]
    (cell as? StateItemCell)?.log = log
    return cell
  }
  func collectionView(
    _ collectionView: UICollectionView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    log("items \(indexPath.item)")
    let item = UIDragItem(itemProvider: NSItemProvider())
    item.localObject = names[indexPath.item]
    return [item]
  }
  func collectionView(_ collectionView: UICollectionView, dragPreviewParametersForItemAt indexPath: IndexPath)
    -> UIDragPreviewParameters?
  {
    log("parameters \(indexPath.item)")
    return nil
  }
  func collectionView(_ collectionView: UICollectionView, dragSessionWillBegin session: any UIDragSession) {
    log("will begin")
  }
  func collectionView(_ collectionView: UICollectionView, dragSessionDidEnd session: any UIDragSession) {
    log("did end")
  }
  func collectionView(
    _ collectionView: UICollectionView, dragSessionAllowsMoveOperation session: any UIDragSession
  ) -> Bool {
    log("allows move")
    return true
  }
  func collectionView(
    _ collectionView: UICollectionView,
    dragSessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool {
    log("restricted")
    return false
  }
  func collectionView(_ collectionView: UICollectionView, canHandle session: any UIDropSession) -> Bool {
    log("can")
    return true
  }
  func collectionView(_ collectionView: UICollectionView, dropSessionDidEnter session: any UIDropSession) {
    log("enter")
  }
  func collectionView(
    _ collectionView: UICollectionView, dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UICollectionViewDropProposal {
    log("update \(destinationIndexPath.map { "\($0.item)" } ?? "nil")")
    return UICollectionViewDropProposal(operation: .move, intent: .insertAtDestinationIndexPath)
  }
  func collectionView(_ collectionView: UICollectionView, dropSessionDidExit session: any UIDropSession) {
    log("exit")
  }
  func collectionView(_ collectionView: UICollectionView, dropSessionDidEnd session: any UIDropSession) {
    log("end")
  }
  func collectionView(_ collectionView: UICollectionView, dropPreviewParametersForItemAt indexPath: IndexPath)
    -> UIDragPreviewParameters?
  {
    log("drop parameters \(indexPath.item)")
    return nil
  }
  func collectionView(
    _ collectionView: UICollectionView, performDropWith coordinator: any UICollectionViewDropCoordinator
  ) {
    guard let item = coordinator.items.first, let source = item.sourceIndexPath,
      let place = coordinator.destinationIndexPath
    else { return }
    let name = item.dragItem.localObject as? String ?? ""
    log("perform \(name) from \(source.item) of \(Int(item.previewSize.width)) to \(place.item)")
    collectionView.performBatchUpdates {
      self.names.remove(at: source.item)
      self.names.insert(name, at: place.item)
      collectionView.moveItem(at: source, to: place)
    }
    let log = log
    coordinator.drop(item.dragItem, toItemAt: place).addCompletion { _ in log("flown") }
  }
}
