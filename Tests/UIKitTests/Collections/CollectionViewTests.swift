import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The calls of a collection view to its data source and delegate, in order.
@MainActor @Suite struct CollectionViewTests {
  /// Shows a collection view of 320 × 250 points: cells of 100 × 100 with 10 points between them, three per
  /// line.
  private func showing(
    _ counts: [Int], _ prepare: (UICollectionViewFlowLayout) -> Void = { _ in },
    _ body: (TestDevice, UICollectionView, Items) -> Void
  ) {
    withDevice { device in
      let root = device.showEmpty()
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = CGSize(width: 100, height: 100)
      prepare(layout)
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 100, width: 320, height: 250), collectionViewLayout: layout)
      view.contentInsetAdjustmentBehavior = .never
      view.register(LoggingCell.self, forCellWithReuseIdentifier: "cell")
      view.register(
        UICollectionReusableView.self,
        forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader, withReuseIdentifier: "head")
      let items = Items(counts, device.log)
      view.dataSource = items
      view.delegate = items
      root.addSubview(view)
      device.turn()
      body(device, view, items)
    }
  }

  @Test(.rule("E-360", "E-362", "E-366"))
  func `counts are requested first, then the visible cells, each of which is made and then displayed`() {
    showing([10]) { device, view, _ in
      #expect(
        device.log.take() == [
          "sections", "count 0",
          // Lines at 0, 110 and 220: nine of the ten items are visible.
          "cell 0.0", "new", "display 0.0", "cell 0.1", "new", "display 0.1", "cell 0.2", "new",
          "display 0.2",
          "cell 0.3", "new", "display 0.3", "cell 0.4", "new", "display 0.4", "cell 0.5", "new",
          "display 0.5",
          "cell 0.6", "new", "display 0.6", "cell 0.7", "new", "display 0.7", "cell 0.8", "new",
          "display 0.8",
        ])
      #expect(view.contentSize == CGSize(width: 320, height: 430))
      #expect(
        view.cellForItem(at: IndexPath(item: 4, section: 0))?.frame
          == CGRect(x: 110, y: 110, width: 100, height: 100))
      #expect(view.indexPathForItem(at: CGPoint(x: 115, y: 115)) == IndexPath(item: 4, section: 0))
      #expect(view.indexPathForItem(at: CGPoint(x: 105, y: 115)) == nil)
    }
  }

  private final class Turning: UICollectionViewFlowLayout {
    override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }
  }
  @Test(.rule("E-848")) func `a layout that allows flipping is mirrored for right-to-left reading`() {
    withDevice { device in
      let layout = Turning()
      layout.itemSize = CGSize(width: 100, height: 100)
      layout.scrollDirection = .horizontal
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 100, width: 250, height: 120), collectionViewLayout: layout)
      view.contentInsetAdjustmentBehavior = .never
      view.semanticContentAttribute = .forceRightToLeft
      view.register(LoggingCell.self, forCellWithReuseIdentifier: "cell")
      let items = Items([6], device.log)
      view.dataSource = items
      device.showEmpty().addSubview(view)
      device.turn()
      // Six items of 100 points with 10 between them: 650 points. The first item is at the right end, where
      // the view starts.
      #expect(view.contentSize.width == 650 && view.contentOffset.x == 400)
      @MainActor func first(_ item: Int) -> CGFloat? {
        view.cellForItem(at: IndexPath(item: item, section: 0))?.frame.minX
      }
      #expect([first(0), first(1), first(2), first(3)] == [550, 440, 330, nil])
      #expect(view.indexPathForItem(at: CGPoint(x: 445, y: 20)) == IndexPath(item: 1, section: 0))
      #expect(view.layoutAttributesForItem(at: IndexPath(item: 5, section: 0))?.frame.minX == 0)
      view.scrollToItem(at: IndexPath(item: 5, section: 0), at: .left, animated: false)
      device.turn()
      #expect(view.contentOffset.x == 0 && first(5) == 0 && first(0) == nil)
    }
  }

  @Test(.rule("E-361")) func `without numberOfSections a collection view has one section`() {
    withDevice { device in
      let layout = UICollectionViewFlowLayout()
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 100, width: 320, height: 250), collectionViewLayout: layout)
      view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      let source = PlainItems(device.log)
      view.dataSource = source
      device.showEmpty().addSubview(view)
      device.turn()
      #expect(device.log.take() == ["count 0", "cell 0.0", "cell 0.1"] && view.numberOfSections == 1)
    }
  }

  @Test(.rule("E-264", "E-366"))
  func `items that scroll out of view end being displayed, and their cells are reused`() {
    showing([10]) { device, view, _ in
      _ = device.log.take()
      view.contentOffset.y = 180
      device.turn()
      #expect(
        device.log.take() == [
          "end 0.0", "end 0.1", "end 0.2", "cell 0.9", "reuse", "display 0.9",
        ])
    }
  }

  @Test(.rule("E-364"))
  func `the flow layout asks for header sizes, insets and spacings, then for item sizes`() {
    withDevice { device in
      let root = device.showEmpty()
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 320, height: 400),
        collectionViewLayout: UICollectionViewFlowLayout())
      view.contentInsetAdjustmentBehavior = .never
      view.register(LoggingCell.self, forCellWithReuseIdentifier: "cell")
      view.register(
        UICollectionReusableView.self,
        forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader, withReuseIdentifier: "head")
      let items = SizedItems([2], device.log)
      view.dataSource = items
      view.delegate = items
      root.addSubview(view)
      device.turn()
      #expect(
        device.log.take() == [
          "sections", "count 0", "header size 0", "inset 0", "line spacing 0", "size 0.0", "size 0.1",
          "cell 0.0", "new", "display 0.0", "cell 0.1", "new", "display 0.1", "header 0.0", "show header 0.0",
        ])
      // The header, the inset, then items of 50 and 80 points in height: the line has the height of the
      // taller one.
      let frames = view.visibleCells.map(\.frame)
      #expect(
        frames == [
          CGRect(x: 5, y: 55, width: 50, height: 50), CGRect(x: 65, y: 40, width: 60, height: 80),
        ])
      #expect(
        view.supplementaryView(
          forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: 0))?
          .frame == CGRect(x: 0, y: 0, width: 320, height: 30))
    }
  }

  @Test(.rule("E-367"))
  func `a tap highlights an item and selects it; a tap on another item deselects the first`() {
    showing([3]) { device, view, _ in
      _ = device.log.take()
      device.down(50, 150)
      #expect(device.log.take() == ["may highlight 0.0", "highlighted 0.0"])
      #expect(view.cellForItem(at: IndexPath(item: 0, section: 0))?.isHighlighted == true)
      device.up(50, 150)
      #expect(device.log.take() == ["unhighlighted 0.0", "may select 0.0", "selected 0.0"])
      device.advance(1)
      device.tap(160, 150)
      #expect(
        device.log.take() == [
          "may highlight 0.1", "highlighted 0.1", "unhighlighted 0.1", "may select 0.1", "deselected 0.0",
          "selected 0.1",
        ])
      #expect(view.indexPathsForSelectedItems == [IndexPath(item: 1, section: 0)])
      #expect(view.visibleCells.map(\.isSelected) == [false, true, false])
    }
  }

  @Test(.rule("E-367")) func `with multiple selection, tapping a selected item deselects it`() {
    showing([3]) { device, view, _ in
      view.allowsMultipleSelection = true
      device.tap(50, 150)
      device.tap(160, 150)
      #expect(view.indexPathsForSelectedItems?.map(\.item) == [0, 1])
      _ = device.log.take()
      device.tap(50, 150)
      #expect(
        device.log.take() == [
          "may highlight 0.0", "highlighted 0.0", "unhighlighted 0.0", "may deselect 0.0", "deselected 0.0",
        ])
    }
  }

  @Test(.rule("E-367")) func `the delegate can prevent highlighting and selection`() {
    showing([3]) { device, view, items in
      _ = device.log.take()
      items.mayHighlight = false
      device.tap(50, 150)
      #expect(device.log.take() == ["may highlight 0.0"])
      items.mayHighlight = true
      items.maySelect = false
      device.tap(50, 150)
      #expect(
        device.log.take() == [
          "may highlight 0.0", "highlighted 0.0", "unhighlighted 0.0", "may select 0.0",
        ])
      #expect(view.indexPathsForSelectedItems == [])
    }
  }

  @Test(.rule("E-271")) func `selecting in code does not notify the delegate`() {
    showing([3]) { device, view, _ in
      _ = device.log.take()
      view.selectItem(at: IndexPath(item: 1, section: 0), animated: false, scrollPosition: [])
      view.selectItem(at: IndexPath(item: 2, section: 0), animated: false, scrollPosition: [])
      device.turn()
      #expect(device.log.take() == [])
      #expect(view.visibleCells.map(\.isSelected) == [false, false, true])
    }
  }

  @Test(.rule("E-369"))
  func `reloadData counts at once, clears the selection, and requests cells at the next layout`() {
    showing([2]) { device, view, items in
      view.selectItem(at: IndexPath(item: 1, section: 0), animated: false, scrollPosition: [])
      _ = device.log.take()
      items.counts = [1]
      view.reloadData()
      #expect(device.log.take() == ["sections", "count 0"])
      #expect(view.indexPathsForSelectedItems == [])
      device.turn()
      #expect(device.log.take() == ["cell 0.0", "reuse", "display 0.0"])
    }
  }

  @Test(.rule("E-370"))
  func `a batch update counts, requests cells of new items only, and completes after the animation`() {
    showing([3]) { device, view, items in
      _ = device.log.take()
      let middle = view.cellForItem(at: IndexPath(item: 1, section: 0))
      view.performBatchUpdates {
        items.counts = [4]
        view.deleteItems(at: [IndexPath(item: 0, section: 0)])
        view.insertItems(at: [IndexPath(item: 1, section: 0), IndexPath(item: 3, section: 0)])
        device.log("updates")
      } completion: { finished in
        device.log("completed \(finished)")
      }
      device.turn()
      #expect(
        device.log.take() == [
          "updates", "sections", "count 0", "cell 0.1", "new", "display 0.1", "cell 0.3", "new",
          "display 0.3",
        ])
      #expect(view.cellForItem(at: IndexPath(item: 0, section: 0)) === middle)
      device.advance(1)
      // C-314: the removed cell ends being displayed after its animation.
      #expect(device.log.take() == ["end 0.0", "completed true"])
    }
  }

  @Test(.rule("E-370", "C-314"))
  func `inserting or reloading a single item requests only its cell; the selection follows its item`() {
    showing([2]) { device, view, items in
      view.selectItem(at: IndexPath(item: 1, section: 0), animated: false, scrollPosition: [])
      _ = device.log.take()
      items.counts = [3]
      view.insertItems(at: [IndexPath(item: 0, section: 0)])
      device.advance(1)
      #expect(device.log.take() == ["sections", "count 0", "cell 0.0", "new", "display 0.0"])
      #expect(view.indexPathsForSelectedItems?.map(\.item) == [2])
      view.reloadItems(at: [IndexPath(item: 1, section: 0)])
      device.advance(1)
      #expect(
        device.log.take() == ["sections", "count 0", "cell 0.1", "new", "display 0.1", "end 0.1"])
    }
  }

  @Test(.rule("E-362")) func `a custom layout is prepared once after each invalidation`() {
    withDevice { device in
      let root = device.showEmpty()
      let layout = Diagonal(device.log)
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 300, height: 300), collectionViewLayout: layout)
      view.contentInsetAdjustmentBehavior = .never
      view.register(LoggingCell.self, forCellWithReuseIdentifier: "cell")
      let items = Items([10], device.log)
      view.dataSource = items
      root.addSubview(view)
      device.turn()
      #expect(
        device.log.take() == [
          "sections", "count 0", "prepare", "cell 0.0", "new", "cell 0.1", "new", "cell 0.2", "new",
        ])
      view.contentOffset = CGPoint(x: 150, y: 150)
      device.turn()
      #expect(device.log.take() == ["cell 0.3", "reuse", "cell 0.4", "new"])
      layout.follows = true
      view.contentOffset = CGPoint(x: 160, y: 160)
      device.turn()
      #expect(device.log.take() == ["prepare"])
    }
  }

  @Test(.rule("E-368"))
  func `a cell updates its configuration before it is displayed and when its state changes`() {
    showing([1]) { device, view, _ in
      let cell = view.visibleCells[0]
      cell.configurationUpdateHandler = { _, state in
        device.log("update\(state.isSelected ? " selected" : "")\(state.isHighlighted ? " highlighted" : "")")
      }
      device.turn()
      _ = device.log.take()
      device.down(50, 150)
      device.turn()
      device.up(50, 150)
      device.turn()
      #expect(
        device.log.take().filter { $0.hasPrefix("update") } == ["update highlighted", "update selected"])
    }
  }

  @Test(.rule("E-276")) func `inconsistent counts stop the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withDevice { device in
          let items = Items([1], device.log)
          let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100),
            collectionViewLayout: UICollectionViewFlowLayout())
          view.dataSource = items
          view.insertItems(at: [IndexPath(item: 0, section: 0)])
        }
      }
    }
    #expect(errors(of: result).contains("Invalid update: invalid number of items in section 0."))
  }

  @Test(.rule("E-366")) func `dequeuing an unregistered identifier stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let view = UICollectionView(
          frame: CGRect(x: 0, y: 0, width: 100, height: 100),
          collectionViewLayout: UICollectionViewFlowLayout())
        _ = view.dequeueReusableCell(withReuseIdentifier: "none", for: IndexPath(item: 0, section: 0))
      }
    }
    #expect(
      errors(of: result).contains(
        "could not dequeue a view of kind: UICollectionElementKindCell with identifier none"))
  }
}

/// Logs its creation and its preparation for reuse.
private final class LoggingCell: UICollectionViewCell {
  static weak var log: Log?
  override init(frame: CGRect) {
    super.init(frame: frame)
    Self.log?("new")
  }
  required init?(coder: NSCoder) { nil }
  override class var _carobNewFrame: (@MainActor (CGRect) -> UIView)? { { LoggingCell(frame: $0) } }
  override func prepareForReuse() {
    super.prepareForReuse()
    Self.log?("reuse")
  }
}

/// The data source and delegate of a collection view; logs the calls it receives.
@MainActor
private class Items: _MainActorNSObject, UICollectionViewDataSource, UICollectionViewDelegate {
  var counts: [Int]
  let log: Log
  var mayHighlight = true
  var maySelect = true
  init(_ counts: [Int], _ log: Log) {
    self.counts = counts
    self.log = log
    LoggingCell.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "numberOfSectionsInTableView:", "collectionView:viewForSupplementaryElementOfKind:atIndexPath:",
      "collectionView:shouldHighlightItemAtIndexPath:", "collectionView:didHighlightItemAtIndexPath:",
      "collectionView:didUnhighlightItemAtIndexPath:", "collectionView:shouldSelectItemAtIndexPath:",
      "collectionView:shouldDeselectItemAtIndexPath:", "collectionView:didSelectItemAtIndexPath:",
      "collectionView:didDeselectItemAtIndexPath:", "collectionView:willDisplayCell:forItemAtIndexPath:",
      "collectionView:didEndDisplayingCell:forItemAtIndexPath:",
      "collectionView:willDisplaySupplementaryView:forElementKind:atIndexPath:")
  }
  private func note(_ what: String, _ path: IndexPath) { log("\(what) \(path.section).\(path.item)") }

  func numberOfSections(in collectionView: UICollectionView) -> Int {
    log("sections")
    return counts.count
  }
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    log("count \(section)")
    return counts[section]
  }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  {
    note("cell", indexPath)
    return collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
  }
  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at path: IndexPath
  ) -> UICollectionReusableView {
    note("header", path)
    return collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "head", for: path)
  }
  func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt path: IndexPath) -> Bool {
    note("may highlight", path)
    return mayHighlight
  }
  func collectionView(_ collectionView: UICollectionView, didHighlightItemAt path: IndexPath) {
    note("highlighted", path)
  }
  func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt path: IndexPath) {
    note("unhighlighted", path)
  }
  func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt path: IndexPath) -> Bool {
    note("may select", path)
    return maySelect
  }
  func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt path: IndexPath) -> Bool {
    note("may deselect", path)
    return true
  }
  func collectionView(_ collectionView: UICollectionView, didSelectItemAt path: IndexPath) {
    note("selected", path)
  }
  func collectionView(_ collectionView: UICollectionView, didDeselectItemAt path: IndexPath) {
    note("deselected", path)
  }
  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt path: IndexPath
  ) { note("display", path) }
  func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt path: IndexPath
  ) { note("end", path) }
  func collectionView(
    _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind elementKind: String, at path: IndexPath
  ) { note("show header", path) }
}

/// Also provides item sizes: 50 × 50 and 60 × 80.
private final class SizedItems: Items, UICollectionViewDelegateFlowLayout {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods
      + has(
        "collectionView:layout:sizeForItemAtIndexPath:",
        "collectionView:layout:referenceSizeForHeaderInSection:",
        "collectionView:layout:insetForSectionAtIndex:",
        "collectionView:layout:minimumLineSpacingForSectionAtIndex:")
  }
  func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt path: IndexPath
  ) -> CGSize {
    log("size \(path.section).\(path.item)")
    return path.item == 0 ? CGSize(width: 50, height: 50) : CGSize(width: 60, height: 80)
  }
  func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize {
    log("header size \(section)")
    return CGSize(width: 1, height: 30)
  }
  func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout, insetForSectionAt section: Int
  ) -> UIEdgeInsets {
    log("inset \(section)")
    return UIEdgeInsets(top: 10, left: 5, bottom: 0, right: 0)
  }
  func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> CGFloat {
    log("line spacing \(section)")
    return 3
  }
}

/// A layout that places items of 100 × 100 points along the diagonal.
private final class Diagonal: UICollectionViewLayout {
  let log: Log
  var follows = false
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  required init?(coder: NSCoder) { nil }
  override func prepare() {
    super.prepare()
    log("prepare")
  }
  override var collectionViewContentSize: CGSize { CGSize(width: 1000, height: 1000) }
  override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    (0..<10).compactMap { layoutAttributesForItem(at: IndexPath(item: $0, section: 0)) }
  }
  override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
    let place = 100 * CGFloat(indexPath.item)
    attributes.frame = CGRect(x: place, y: place, width: 100, height: 100)
    return attributes
  }
  override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { follows }
}

/// A data source that implements only the two required methods.
private final class PlainItems: NSObject, UICollectionViewDataSource {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has("collectionView:numberOfItemsInSection:", "collectionView:cellForItemAtIndexPath:")
  }
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    log("count \(section)")
    return 2
  }
  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    log("cell \(indexPath.section).\(indexPath.item)")
    return collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
  }
}
