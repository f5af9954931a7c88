import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// What layouts, cells and delegates learn of changes of a collection view.
@MainActor @Suite struct CollectionChangeTests {
  private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }

  @Test(.rule("C-314"))
  func `a removed cell moves to the layout's final attributes and ends being displayed after that`() {
    let layout = FinalLayout()
    showingItems([["a", "b"]], EndingSource.self, layout) { device, view, source in
      let cell = view.cellForItem(at: path(0))
      source.names = [["b"]]
      view.performBatchUpdates { view.deleteItems(at: [path(0)]) }
      #expect(layout.asked == [path(0)])
      #expect(device.log.take() == [] && cell?.superview === view && cell?.frame.minX == -300)
      device.advance(1)
      #expect(device.log.take() == ["end 0.0"] && cell?.superview == nil)
      #expect(view.namedCells == ["b@0"])
    }
  }

  @Test(.rule("C-315")) func `visible cells are told before and after the layout is replaced`() {
    showingItems([["a", "b"]]) { device, view, _ in
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = CGSize(width: 300, height: 80)
      layout.minimumLineSpacing = 0
      view.setCollectionViewLayout(layout, animated: true) { _ in device.log("done") }
      #expect(device.log.take() == ["a will transition", "b will transition"])
      device.advance(1)
      #expect(device.log.take() == ["a did transition", "b did transition", "done"])
      #expect(view.namedCells == ["a@0", "b@80"])
    }
  }

  @Test(.rule("C-323")) func `the delegate chooses the content offset that an update ends with`() {
    showingItems([(0..<20).map { "\($0)" }], OffsetSource.self) { device, view, source in
      view.contentOffset.y = 100
      device.turn()
      _ = device.log.take()
      source.targetOffset = CGPoint(x: 0, y: 150)
      source.names[0].insert("new", at: 0)
      view.insertItems(at: [path(0)])
      #expect(device.log.take().filter { $0.hasPrefix("target") } == ["target offset for 100"])
      device.advance(1)
      #expect(view.contentOffset.y == 150)
    }
  }

  @Test(.rule("C-321"))
  func `contexts tell which changes concern everything, and move the content by their adjustment`() {
    let layout = ContextLayout()
    showingItems([(0..<20).map { "\($0)" }], ItemListSource.self, layout) { device, view, source in
      layout.log = device.log
      view.reloadData()
      device.turn()
      #expect(device.log.take().filter { $0.hasPrefix("context") } == ["context everything counts"])
      source.names[0].append("new")
      view.insertItems(at: [path(20)])
      device.turn()
      #expect(device.log.take().filter { $0.hasPrefix("context") } == ["context counts"])
      let context = UICollectionViewFlowLayoutInvalidationContext()
      context.contentOffsetAdjustment = CGPoint(x: 0, y: 120)
      layout.invalidateLayout(with: context)
      device.turn()
      #expect(view.contentOffset.y == 120)
      device.turn()
      #expect(view.contentOffset.y == 120)
    }
  }

  @Test(.rule("C-320")) func `an index scrolls to the item of the touched title`() {
    showingItems(
      (0..<5).map { section in (0..<10).map { "\(section)-\($0)" } }, IndexSource.self
    ) { device, view, source in
      source.titles = ["A", "B", "C", "D", "E"]
      view.reloadData()
      device.turn()
      _ = device.log.take()
      let index = view.subviews.lazy.compactMap { $0 as? TableIndexView }.first
      #expect(index?.titles == source.titles && index?.frame.maxX == 300)
      // Five titles of 14 points each, centered in 400 points.
      device.down(295, 100 + 165 + 30)
      #expect(device.log.take().filter { !$0.hasPrefix("cell") } == ["path of C at 2"])
      #expect(view.contentOffset.y == 1000)
      device.up(295, 295)
    }
  }

  @Test(.rule("C-311")) func `two fingers select the items that they pass`() {
    showingItems([(0..<20).map { "\($0)" }], SelectingSource.self) { device, view, source in
      view.allowsMultipleSelection = true
      device.touch(.began, [1: CGPoint(x: 100, y: 125), 2: CGPoint(x: 140, y: 125)])
      device.touch(.moved, [1: CGPoint(x: 100, y: 145), 2: CGPoint(x: 140, y: 145)])
      #expect(device.log.take() == ["should begin 0.0", "did begin 0.0", "select 0.0"])
      device.touch(.moved, [1: CGPoint(x: 100, y: 225), 2: CGPoint(x: 140, y: 225)])
      #expect(device.log.take() == ["select 0.1", "select 0.2"])
      device.touch(.moved, [1: CGPoint(x: 100, y: 175), 2: CGPoint(x: 140, y: 175)])
      #expect(device.log.take() == ["deselect 0.2"])
      device.touch(.ended, [1: CGPoint(x: 100, y: 175), 2: CGPoint(x: 140, y: 175)])
      #expect(device.log.take() == ["did end"])
      #expect(view.indexPathsForSelectedItems == [path(0), path(1)] && view.contentOffset.y == 0)
      source.movable = { _ in false }
      device.advance(1)
      device.touch(.began, [1: CGPoint(x: 100, y: 325), 2: CGPoint(x: 140, y: 325)])
      device.touch(.moved, [1: CGPoint(x: 100, y: 265), 2: CGPoint(x: 140, y: 265)])
      device.touch(.ended, [1: CGPoint(x: 100, y: 265), 2: CGPoint(x: 140, y: 265)])
      #expect(device.log.take().filter { !$0.hasPrefix("cell") }.first == "should begin 0.3")
      #expect(view.indexPathsForSelectedItems == [path(0), path(1)] && view.contentOffset.y > 0)
    }
  }

  @Test(.rule("C-324")) func `a long press shows the context menu of an item`() {
    showingItems([["a", "b"]], MenuSource.self) { device, view, source in
      source.menu = UIMenu(children: [UIAction(title: "Copy") { _ in device.log("copied") }])
      device.down(100, 170)
      device.advance(0.7)
      device.up(100, 170)
      device.advance(0.5)
      #expect(device.log.take() == ["menu 0.1", "will display menu"])
      device.tap(label: "Copy")
      #expect(device.log.take() == ["will end menu", "copied"])
      #expect(view.indexPathsForSelectedItems == [])
    }
  }

  @Test(.rule("C-325")) func `a long press shows the edit commands that the delegate allows`() {
    showingItems([["a", "b"]], EditMenuSource.self) { device, view, source in
      device.down(100, 170)
      device.advance(0.7)
      device.up(100, 170)
      #expect(device.log.take() == ["should show menu 0.1"])
      let shown = ScreenDescription.elements().compactMap(\.label)
      #expect(shown.contains("Copy") && !shown.contains("Paste"))
      device.tap(label: "Copy")
      #expect(device.log.take() == ["perform copy: 0.1"])
      source.movable = { _ in false }
      device.down(100, 170)
      device.advance(0.7)
      device.up(100, 170)
      #expect(device.log.take() == ["should show menu 0.1", "select 0.1"])
    }
  }

  @Test(.rule("C-328")) func `editing mode has its own selection, and cells have it in their state`() {
    showingItems([["a", "b"]]) { device, view, _ in
      device.tap(100, 125)
      #expect(view.indexPathsForSelectedItems == [path(0)])
      view.isEditing = true
      #expect(view.indexPathsForSelectedItems == [])
      #expect(view.cellForItem(at: path(0))?.configurationState.isEditing == true)
      device.tap(100, 125)
      #expect(view.indexPathsForSelectedItems == [])
      view.allowsMultipleSelectionDuringEditing = true
      device.tap(100, 125)
      device.tap(100, 175)
      #expect(view.indexPathsForSelectedItems == [path(0), path(1)])
      view.isEditing = false
      #expect(view.indexPathsForSelectedItems == [])
    }
  }

  @Test(.rule("E-368")) func `a cell's configuration state has its traits`() {
    showingItems([["a"]]) { _, view, _ in
      view.overrideUserInterfaceStyle = .dark
      let state = view.cellForItem(at: path(0))?.configurationState
      #expect(state?.traitCollection.userInterfaceStyle == .dark)
    }
  }

  private final class EndingSource: ItemListSource {
    override class var _carobMethods: [_CarobMethod] {
      super._carobMethods + has("collectionView:didEndDisplayingCell:forItemAtIndexPath:")
    }
  }
  private final class OffsetSource: ItemListSource {
    override class var _carobMethods: [_CarobMethod] {
      super._carobMethods + has("collectionView:targetContentOffsetForProposedContentOffset:")
    }
  }
  private final class IndexSource: ItemListSource {
    override class var _carobMethods: [_CarobMethod] {
      super._carobMethods
        + has("indexTitlesForCollectionView:", "collectionView:indexPathForIndexTitle:atIndex:")
    }
  }
  private final class SelectingSource: ItemListSource {
    override class var _carobMethods: [_CarobMethod] {
      super._carobMethods
        + has(
          "collectionView:shouldBeginMultipleSelectionInteractionAtIndexPath:",
          "collectionView:didBeginMultipleSelectionInteractionAtIndexPath:",
          "collectionViewDidEndMultipleSelectionInteraction:",
          "collectionView:didSelectItemAtIndexPath:", "collectionView:didDeselectItemAtIndexPath:")
    }
  }
  private final class MenuSource: ItemListSource {
    override class var _carobMethods: [_CarobMethod] {
      super._carobMethods
        + has(
          "collectionView:contextMenuConfigurationForItemAtIndexPath:point:",
          "collectionView:willDisplayContextMenuWithConfiguration:animator:",
          "collectionView:willEndContextMenuInteractionWithConfiguration:animator:",
          "collectionView:didSelectItemAtIndexPath:")
    }
  }
  private final class EditMenuSource: ItemListSource {
    override class var _carobMethods: [_CarobMethod] {
      super._carobMethods
        + has(
          "collectionView:shouldShowMenuForItemAtIndexPath:",
          "collectionView:canPerformAction:forItemAtIndexPath:withSender:",
          "collectionView:performAction:forItemAtIndexPath:withSender:",
          "collectionView:didSelectItemAtIndexPath:")
    }
  }
  private final class FinalLayout: UICollectionViewFlowLayout {
    var asked: [IndexPath] = []
    override func finalLayoutAttributesForDisappearingItem(at path: IndexPath)
      -> UICollectionViewLayoutAttributes?
    {
      asked.append(path)
      let attributes = UICollectionViewLayoutAttributes(forCellWith: path)
      attributes.frame = CGRect(x: -300, y: 0, width: 300, height: 50)
      return attributes
    }
  }
  private final class ContextLayout: UICollectionViewFlowLayout {
    var log: Log?
    override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
      log?(
        "context\(context.invalidateEverything ? " everything" : "")"
          + (context.invalidateDataSourceCounts ? " counts" : ""))
      super.invalidateLayout(with: context)
    }
  }
}
