import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Segues from cells, and unwinding through tabs.
@MainActor @Suite struct SelectionSegueTests {
  @Test(.rule("E-64")) func `in viewDidLoad a view has the nib's size, and on screen the screen's size`()
    throws
  {
    let scene = StoryboardTests.scene("a").replacingOccurrences(
      of: #"width="393" height="852""#, with: #"width="375" height="667""#)
    let storyboard = try StoryboardTests.storyboard("a", scene)
    try withDevice { device in
      StoryScreen.log = Log()
      let screen = try #require(storyboard.instantiateInitialViewController())
      screen.loadViewIfNeeded()
      #expect(screen.view.bounds.size == CGSize(width: 375, height: 667))
      device.show(screen)
      #expect(screen.view.bounds.size == CGSize(width: 393, height: 852))
    }
  }

  @Test(.rule("E-305"))
  func `a cell's segue: willSelect, shouldPerform, prepare with the row selected, didSelect`()
    throws
  {
    let table = """
      <scene sceneID="s1"><objects><tableViewController id="t" customClass="StoryTable" customModule="UIKitTests" \
      sceneMemberID="viewController"><tableView key="view" dataMode="prototypes" style="plain" rowHeight="50" id="tv">
      <rect key="frame" x="0.0" y="0.0" width="393" height="852"/>
      <prototypes><tableViewCell reuseIdentifier="cell" id="c"><rect key="frame" x="0.0" y="0.0" width="393" height="50"/>
      <tableViewCellContentView key="contentView" tableViewCell="c" id="cv"/>
      <connections><segue destination="b" kind="presentation" identifier="toB" animates="NO" id="s"/></connections>
      </tableViewCell></prototypes>
      <connections><outlet property="dataSource" destination="t" id="o1"/><outlet property="delegate" destination="t" id="o2"/>
      </connections></tableView></tableViewController></objects></scene>
      """
    let storyboard = try StoryboardTests.storyboard("t", table + StoryboardTests.scene("b"))
    try withDevice { device in
      StoryScreen.log = Log()
      let screen = try #require(storyboard.instantiateInitialViewController() as? StoryTable)
      screen.log = device.log
      device.show(screen)
      _ = device.log.take()
      let cell = try #require(screen.tableView.cellForRow(at: IndexPath(row: 1, section: 0)))
      device.tap(cell)
      let events = device.log.take()
      #expect(events == ["willSelect 1", "should toB", "prepare toB, selected 1", "didSelect 1"])
      #expect(screen.presentedViewController != nil)
      screen.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-305"))
  func
    `a collection view cell's segue: shouldSelect, shouldPerform, prepare with the item selected, didSelect`()
    throws
  {
    let grid = """
      <scene sceneID="s1"><objects><collectionViewController id="t" customClass="StoryGrid" customModule="UIKitTests" \
      sceneMemberID="viewController"><collectionView key="view" dataMode="prototypes" id="cv">
      <rect key="frame" x="0.0" y="0.0" width="393" height="852"/>
      <collectionViewFlowLayout key="collectionViewLayout" id="fl"><size key="itemSize" width="100" height="100"/>
      </collectionViewFlowLayout>
      <cells><collectionViewCell reuseIdentifier="cell" id="c"><rect key="frame" x="0.0" y="0.0" width="100" height="100"/>
      <connections><segue destination="b" kind="presentation" identifier="toB" animates="NO" id="s"/></connections>
      </collectionViewCell></cells>
      <connections><outlet property="dataSource" destination="t" id="o1"/><outlet property="delegate" destination="t" id="o2"/>
      </connections></collectionView></collectionViewController></objects></scene>
      """
    let storyboard = try StoryboardTests.storyboard("t", grid + StoryboardTests.scene("b"))
    try withDevice { device in
      StoryScreen.log = Log()
      let screen = try #require(storyboard.instantiateInitialViewController() as? StoryGrid)
      screen.log = device.log
      device.show(screen)
      _ = device.log.take()
      let cell = try #require(screen.collectionView.cellForItem(at: IndexPath(item: 1, section: 0)))
      device.tap(cell)
      #expect(
        device.log.take() == ["shouldSelect 1", "should toB", "prepare toB, selected 1", "didSelect 1"])
      #expect(screen.presentedViewController != nil)
      screen.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-315", "E-316"))
  func
    `unwinding through tabs: prepare, the action, dismissal, selection of the tab, pop; the source is asked once`()
    throws
  {
    let back = StoryboardTests.button(
      "back", 300,
      #"<segue destination="c-exit" kind="unwind" identifier="home" unwindAction="comeHome:" animates="NO" id="u"/>"#
    )
    let storyboard = try StoryboardTests.storyboard(
      "a", ["a", "b", "d"].map { StoryboardTests.scene($0) }.joined() + StoryboardTests.scene("c", back))
    try withDevice { device in
      StoryScreen.log = device.log
      @MainActor func screen(_ id: String) throws -> StoryScreen {
        try #require(storyboard.instantiateViewController(withIdentifier: id) as? StoryScreen)
      }
      let (a, b, c, d) = (try screen("a"), try screen("b"), try screen("c"), try screen("d"))
      a.acceptsUnwinding = true
      let first = UINavigationController(rootViewController: a)
      let tabs = UITabBarController()
      tabs.viewControllers = [first, UINavigationController(rootViewController: d)]
      device.show(tabs)
      first.pushViewController(b, animated: false)
      device.turn()
      tabs.selectedIndex = 1
      device.turn()
      c.modalPresentationStyle = .fullScreen
      d.present(c, animated: false)
      device.turn()
      c.logsSearch = true
      _ = device.log.take()
      device.tap(c.button)
      device.advance(1)
      let events = device.log.take()
      #expect(
        events.filter { $0.hasPrefix("C.") && !$0.hasSuffix("ppear") } == [
          "C.should home from UIButton", "C.allowed", "C.can comeHome: false",
          "C.prepare home for A from UIButton",
        ])
      let order = [
        "C.prepare home for A from UIButton", "A.comeHome from C, still shown", "C.willDisappear",
        "D.willDisappear",
        "A.didAppear",
      ]
      #expect(events.filter(order.contains) == order)
      #expect(tabs.selectedIndex == 0 && first.viewControllers == [a] && tabs.presentedViewController == nil)
    }
  }
}

/// A table whose cells have a segue.
final class StoryTable: UITableViewController {
  var log = Log()
  nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? {
    { StoryTable(coder: $0) }
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "tableView:numberOfRowsInSection:", "tableView:cellForRowAtIndexPath:",
      "tableView:willSelectRowAtIndexPath:",
      "tableView:didSelectRowAtIndexPath:")
  }
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
  }
  override func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    log("willSelect \(indexPath.row)")
    return indexPath
  }
  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    log("didSelect \(indexPath.row)")
  }
  override func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool {
    log("should \(identifier)")
    return true
  }
  override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    log(
      "prepare \(segue.identifier ?? ""), selected \(tableView.indexPathForSelectedRow.map { "\($0.row)" } ?? "none")"
    )
  }
}

/// A collection whose cells have a segue.
final class StoryGrid: UICollectionViewController {
  var log = Log()
  nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? {
    { StoryGrid(coder: $0) }
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "collectionView:numberOfItemsInSection:", "collectionView:cellForItemAtIndexPath:",
      "collectionView:shouldSelectItemAtIndexPath:", "collectionView:didSelectItemAtIndexPath:")
  }
  override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
  {
    3
  }
  override func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
  }
  override func collectionView(
    _ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath
  ) -> Bool {
    log("shouldSelect \(indexPath.item)")
    return true
  }
  override func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    log("didSelect \(indexPath.item)")
  }
  override func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool {
    log("should \(identifier)")
    return true
  }
  override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    let selected = collectionView.indexPathsForSelectedItems?.first.map { "\($0.item)" } ?? "none"
    log("prepare \(segue.identifier ?? ""), selected \(selected)")
  }
}
