import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Moving items with the finger.
@MainActor @Suite struct ItemMovementTests {
  private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }

  @Test(.rule("C-312"))
  func `a dragged item makes the others move, and the data source learns of the move at the end`() {
    showingItems([["a", "b", "c"], ["d"]], MovingSource.self) { device, view, source in
      #expect(view.beginInteractiveMovementForItem(at: path(0)))
      #expect(device.log.take() == ["can move 0.0"])
      #expect(!view.beginInteractiveMovementForItem(at: path(1)))
      view.updateInteractiveMovementTargetPosition(CGPoint(x: 150, y: 130))
      device.advance(1)
      #expect(device.log.take() == ["target from 0.0 to 0.2"])
      #expect(view.namedCells == ["b@0", "c@50", "a@105", "d@150"])
      // The cell keeps its identity, and the paths are those on the screen.
      #expect((view.cellForItem(at: path(2)) as? NamedCell)?.name == "a")
      view.updateInteractiveMovementTargetPosition(CGPoint(x: 150, y: 170))
      device.advance(1)
      #expect(device.log.take() == ["target from 0.0 to 1.0"])
      #expect(view.numberOfItems(inSection: 0) == 2 && view.numberOfItems(inSection: 1) == 2)
      view.endInteractiveMovement()
      device.advance(1)
      #expect(device.log.take() == ["move 0.0 to 1.0"])
      #expect(view.namedCells == ["b@0", "c@50", "a@100", "d@150"])
      #expect(source.names == [["b", "c"], ["a", "d"]])
    }
  }

  @Test(.rule("C-312")) func `the delegate's target replaces the proposed one`() {
    showingItems([["a", "b", "c"]], MovingSource.self) { device, view, source in
      source.target = { _ in IndexPath(item: 1, section: 0) }
      _ = view.beginInteractiveMovementForItem(at: path(0))
      view.updateInteractiveMovementTargetPosition(CGPoint(x: 150, y: 130))
      view.endInteractiveMovement()
      #expect(device.log.take() == ["can move 0.0", "target from 0.0 to 0.2", "move 0.0 to 0.1"])
      #expect(source.names == [["b", "a", "c"]])
    }
  }

  @Test(.rule("C-312")) func `a canceled movement returns the item and is not reported`() {
    showingItems([["a", "b", "c"]], MovingSource.self) { device, view, source in
      _ = view.beginInteractiveMovementForItem(at: path(2))
      view.updateInteractiveMovementTargetPosition(CGPoint(x: 150, y: 10))
      device.advance(1)
      #expect(view.namedCells == ["c@-15", "a@50", "b@100"])
      _ = device.log.take()
      view.cancelInteractiveMovement()
      device.advance(1)
      #expect(device.log.take() == [] && view.namedCells == ["a@0", "b@50", "c@100"])
      source.movable = { _ in false }
      #expect(!view.beginInteractiveMovementForItem(at: path(0)))
    }
  }

  @Test(.rule("C-312"))
  func `an item that becomes visible during a movement is requested at its place in the data source`() {
    showingItems([(0..<20).map { "\($0)" }], MovingSource.self) { device, view, _ in
      _ = view.beginInteractiveMovementForItem(at: path(0))
      view.updateInteractiveMovementTargetPosition(CGPoint(x: 150, y: 325))
      device.advance(1)
      _ = device.log.take()
      view.contentOffset.y = 50
      device.turn()
      // Item 8 on the screen is item 8 of the data source, since 0 is at 6.
      #expect(device.log.take().filter { $0.hasPrefix("cell") } == ["cell 0.8"])
      #expect((view.cellForItem(at: path(0)) as? NamedCell)?.name == nil)
      #expect((view.cellForItem(at: path(1)) as? NamedCell)?.name == "2")
    }
  }

  @Test(.rule("C-312")) func `a layout learns where dragged items are from its invalidation context`() {
    let layout = ContextLayout()
    showingItems([["a", "b", "c"]], MovingSource.self, layout) { device, view, _ in
      layout.log = device.log
      _ = view.beginInteractiveMovementForItem(at: path(0))
      view.updateInteractiveMovementTargetPosition(CGPoint(x: 150, y: 75))
      view.endInteractiveMovement()
      #expect(
        device.log.take().filter { $0.hasPrefix("context") } == [
          "context [[0, 0]] to [[0, 1]]", "context [[0, 0]] to [[0, 1]]",
        ])
    }
  }

  @Test(.rule("C-313")) func `a collection view controller moves items with a long press`() {
    withDevice { device in
      let controller = MovingController(device.log)
      device.show(controller)
      let origin = controller.collectionView.convert(CGPoint.zero, to: nil)
      let start = CGPoint(x: 100, y: origin.y + 25)
      device.down(start.x, start.y)
      device.advance(0.7)
      #expect(device.log.take() == ["can move 0.0"])
      device.move(start.x, start.y + 50)
      device.advance(0.5)
      device.up(start.x, start.y + 50)
      #expect(device.log.take() == ["move 0.0 to 0.1"])
      controller.installsStandardGestureForInteractiveMovement = false
      device.down(start.x, start.y)
      device.advance(0.7)
      device.up(start.x, start.y)
      #expect(!device.log.take().contains("can move 0.0"))
    }
  }

  private final class MovingSource: ItemListSource {
    override class var _carobMethods: [_CarobMethod] {
      super._carobMethods
        + has(
          "collectionView:canMoveItemAtIndexPath:", "collectionView:moveItemAtIndexPath:toIndexPath:",
          "collectionView:targetIndexPathForMoveFromItemAtIndexPath:toProposedIndexPath:")
    }
  }
  private final class ContextLayout: UICollectionViewFlowLayout {
    var log: Log?
    override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
      if let target = context.targetIndexPathsForInteractivelyMovingItems {
        log?("context \(context.previousIndexPathsForInteractivelyMovingItems ?? []) to \(target)")
      }
      super.invalidateLayout(with: context)
    }
  }
  private final class MovingController: UICollectionViewController {
    let log: Log
    init(_ log: Log) {
      self.log = log
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = CGSize(width: 300, height: 50)
      layout.minimumLineSpacing = 0
      super.init(collectionViewLayout: layout)
    }
    required init?(coder: NSCoder) { nil }
    override class var _carobMethods: [_CarobMethod] {
      super._carobMethods
        + has("collectionView:canMoveItemAtIndexPath:", "collectionView:moveItemAtIndexPath:toIndexPath:")
    }
    override func viewDidLoad() {
      super.viewDidLoad()
      collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
    }
    override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int)
      -> Int
    { 3 }
    override func collectionView(_ collectionView: UICollectionView, cellForItemAt path: IndexPath)
      -> UICollectionViewCell
    { collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path) }
    override func collectionView(_ collectionView: UICollectionView, canMoveItemAt path: IndexPath) -> Bool {
      log("can move \(path.section).\(path.item)")
      return true
    }
    override func collectionView(
      _ collectionView: UICollectionView, moveItemAt source: IndexPath, to place: IndexPath
    ) { log("move \(source.section).\(source.item) to \(place.section).\(place.item)") }
  }
}
