import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// What invalidation contexts compute again, and the states of cells that the system changes.
@MainActor @Suite struct InvalidationTests {
  private final class Sizes: NSObject, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout,
    UICollectionViewDragDelegate, UICollectionViewDropDelegate
  {
    let log: Log
    var side: CGFloat = 100
    var count = 2
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    override class var _carobMethods: [_CarobMethod] {
      has(
        "collectionView:layout:sizeForItemAtIndexPath:",
        "collectionView:dropSessionDidUpdate:withDestinationIndexPath:")
    }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      count
    }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
      -> UICollectionViewCell
    { collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath) }
    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
      log("size \(indexPath.item)")
      return CGSize(width: side, height: side)
    }
    func collectionView(
      _ collectionView: UICollectionView, itemsForBeginning session: any UIDragSession,
      at indexPath: IndexPath
    ) -> [UIDragItem] { [UIDragItem(itemProvider: NSItemProvider(object: NSString(string: "a")))] }
    func collectionView(
      _ collectionView: UICollectionView, dropSessionDidUpdate session: any UIDropSession,
      withDestinationIndexPath destinationIndexPath: IndexPath?
    ) -> UICollectionViewDropProposal {
      UICollectionViewDropProposal(operation: .copy, intent: .insertIntoDestinationIndexPath)
    }
    func collectionView(
      _ collectionView: UICollectionView, performDropWith coordinator: any UICollectionViewDropCoordinator
    ) {}
  }

  private func showing(_ body: (TestDevice, UICollectionView, UICollectionViewFlowLayout, Sizes) -> Void) {
    withDevice { device in
      let layout = UICollectionViewFlowLayout()
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 100, width: 320, height: 300), collectionViewLayout: layout)
      view.contentInsetAdjustmentBehavior = .never
      view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      let sizes = Sizes(device.log)
      (view.dataSource, view.delegate) = (sizes, sizes)
      device.showEmpty().addSubview(view)
      device.turn()
      #expect(device.log.take() == ["size 0", "size 1"])
      body(device, view, layout, sizes)
    }
  }

  @Test(.rule("E-1012")) func `a context names what a flow layout computes again`() {
    showing { device, view, layout, sizes in
      sizes.side = 50
      let context = UICollectionViewFlowLayoutInvalidationContext()
      context.invalidateFlowLayoutDelegateMetrics = false
      layout.invalidateLayout(with: context)
      device.turn()
      #expect(device.log.take() == [] && view.visibleCells.allSatisfy { $0.bounds.width == 100 })
      // The spacing needs no delegate.
      context.invalidateFlowLayoutDelegateMetrics = true
      context.invalidateFlowLayoutAttributes = false
      layout.invalidateLayout(with: context)
      device.turn()
      #expect(device.log.take() == ["size 0", "size 1"])
      #expect(view.visibleCells.allSatisfy { $0.bounds.width == 100 })
      // Two invalidations before a layout are one for everything that one of them names.
      context.invalidateFlowLayoutDelegateMetrics = false
      layout.invalidateLayout(with: context)
      layout.invalidateLayout()
      device.turn()
      #expect(device.log.take() == ["size 0", "size 1"])
      #expect(view.visibleCells.allSatisfy { $0.bounds.width == 50 })
      // Other items are always measured.
      sizes.count = 3
      view.reloadData()
      device.turn()
      #expect(device.log.take() == ["size 0", "size 1", "size 2"])
    }
  }

  @Test(.rule("E-1012")) func `a context changes the content size at once`() {
    showing { device, view, layout, _ in
      let size = view.contentSize
      let context = UICollectionViewFlowLayoutInvalidationContext()
      context.contentSizeAdjustment = CGSize(width: 0, height: 30)
      layout.invalidateLayout(with: context)
      #expect(view.contentSize.height == size.height + 30)
      device.turn()
      #expect(view.contentSize == size)
    }
  }

  @Test(.rule("E-1020")) func `a cell's state tells what is dragged and where it would be dropped`() {
    showing { device, view, _, sizes in
      (view.dragDelegate, view.dropDelegate) = (sizes, sizes)
      view.dragInteractionEnabled = true
      let cells = (0..<2).compactMap { view.cellForItem(at: IndexPath(item: $0, section: 0)) }
      for (index, cell) in cells.enumerated() {
        cell.configurationUpdateHandler = { _, state in
          device.log("\(index) \(state.cellDragState) \(state.cellDropState)")
        }
      }
      device.turn()
      #expect(device.log.take() == ["0 none none", "1 none none"])
      device.down(50, 150)
      device.advance(0.6)
      #expect(device.log.take().last == "0 lifting none")
      device.move(70, 150)
      device.move(270, 150)
      #expect(device.log.take().last == "1 none targeted")
      #expect(cells[0].configurationState.cellDropState == .notTargeted)
      #expect(cells[0].configurationState.cellDragState == .dragging)
      device.up(270, 150)
      device.advance(1)
      #expect(cells.allSatisfy { $0.configurationState.cellDropState == .none })
      #expect(cells.allSatisfy { $0.configurationState.cellDragState == .none })
    }
  }

  private final class Heads: NSObject, UICollectionViewDataSource {
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 20 }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
      -> UICollectionViewCell
    { collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath) }
    func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at path: IndexPath
    ) -> UICollectionReusableView {
      collectionView.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "head", for: path)
    }
    override class var _carobMethods: [_CarobMethod] {
      has("collectionView:viewForSupplementaryElementOfKind:atIndexPath:")
    }
  }

  @Test(.rule("E-1020")) func `a header at the edge of the visible bounds is pinned`() {
    withDevice { device in
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = CGSize(width: 300, height: 100)
      layout.headerReferenceSize = CGSize(width: 0, height: 40)
      layout.sectionHeadersPinToVisibleBounds = true
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 100, width: 320, height: 300), collectionViewLayout: layout)
      view.contentInsetAdjustmentBehavior = .never
      view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      view.register(
        UICollectionViewCell.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
        withReuseIdentifier: "head")
      let source = Heads()
      view.dataSource = source
      device.showEmpty().addSubview(view)
      device.turn()
      let head =
        view.supplementaryView(
          forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: 0))
        as? UICollectionViewCell
      #expect(head?.configurationState.isPinned == false)
      view.contentOffset.y = 200
      device.turn()
      #expect(head?.configurationState.isPinned == true && head?.frame.minY == 200)
      view.contentOffset.y = 0
      device.turn()
      #expect(head?.configurationState.isPinned == false)
    }
  }
}
